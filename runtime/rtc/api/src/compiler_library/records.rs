//! Calls of an answer as bytes, so that they can be made elsewhere or later, in the same order: those of a child in its
//! parent, and those of images that several threads make in the order of the images.

use std::{
    ffi::c_void,
    io::{self, ErrorKind, Read},
    slice,
};

use super::interface::{self, Answer, Array, Outcome, Text};

/// Destination of the calls.
pub trait Channel {
    /// Takes the record of a call.
    fn send(&mut self, record: &[u8]);

    /// Answer of the call whose record was the last; nothing where there is no answer.
    fn reply(&mut self) -> Vec<u8>;
}

/// For calls that are made later.
impl Channel for Vec<u8> {
    fn send(&mut self, record: &[u8]) {
        self.extend(record);
    }

    fn reply(&mut self) -> Vec<u8> {
        Self::new()
    }
}

/// Head of a record, behind its length: its kind, and how many numbers and texts follow.
type Head = [u32; 3];

const DIAGNOSTIC: u32 = 0;
const PART: u32 = 1;
const TIME: u32 = 2;
const OUTCOME: u32 = 3;
const FILE: u32 = 4;
const IMAGE: u32 = 5;
const KEPT_MODULE: u32 = 6;
const MODULE_OF_IMAGES: u32 = 7;
const MODULE: u32 = 8;

/// Reply of [`Answer::has_images`], if they are known.
const KNOWN: u8 = 1;

/// Sends the calls of its answer to a channel.
#[allow(missing_debug_implementations, reason = "a channel has no text")]
pub struct Recorder<'a> {
    channel: &'a mut dyn Channel,
    /// The module that was given.
    module: Vec<u8>,
}

impl<'a> Recorder<'a> {
    /// Sends to a channel.
    pub fn new(channel: &'a mut dyn Channel) -> Self {
        Self { channel, module: Vec::new() }
    }

    /// Functions whose calls are sent. Nothing else may touch the value while they are called. Headers are not kept.
    pub fn answer(&mut self) -> Answer {
        Answer {
            data: (&raw mut *self).cast(),
            diagnostic: send_diagnostic,
            part: send_part,
            image: send_image,
            time: send_time,
            file: send_file,
            preamble: no_preamble,
            keep_preamble: keep_no_preamble,
            module: ask_module,
            keep_module: send_module,
            has_images: ask_images,
        }
    }

    /// Sends the last record: the number of an [`Outcome`].
    pub fn end(&mut self, outcome: u32) {
        self.send(OUTCOME, &[outcome.into()], &[]);
    }

    fn send(&mut self, kind: u32, numbers: &[u64], texts: &[Text]) {
        let head: Head = [kind, numbers.len() as u32, texts.len() as u32];
        let mut record = vec![0; size_of::<u64>()];
        record.extend(head.iter().flat_map(|number| number.to_le_bytes()));
        record.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        for text in texts {
            // SAFETY: texts live during the call that has them.
            let text = unsafe { text.bytes() };
            record.extend((text.len() as u64).to_le_bytes());
            record.extend(text);
        }
        let length = (record.len() - size_of::<u64>()) as u64;
        record[..size_of::<u64>()].copy_from_slice(&length.to_le_bytes());
        self.channel.send(&record);
    }
}

unsafe extern "C" fn send_diagnostic(data: *mut c_void, diagnostic: *const interface::Diagnostic) {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches; the diagnostic lives during the call.
    let (recorder, raw) = unsafe { (&mut *data.cast::<Recorder<'_>>(), &*diagnostic) };
    let numbers = [raw.severity, raw.line, raw.column, raw.end_line, raw.end_column].map(u64::from);
    recorder.send(DIAGNOSTIC, &numbers, &[raw.file, raw.text, raw.option, raw.rendered, raw.function]);
}

unsafe extern "C" fn send_part(data: *mut c_void, part: u32, bytes: Text) {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches.
    unsafe { &mut *data.cast::<Recorder<'_>>() }.send(PART, &[part.into()], &[bytes]);
}

unsafe extern "C" fn send_image(data: *mut c_void, image: *const interface::Image) {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches; the image and what it refers to live
    // during the call.
    let (recorder, image, kernels) =
        unsafe { (&mut *data.cast::<Recorder<'_>>(), &*image, (*image).kernels.elements()) };
    let texts: Vec<Text> = [image.properties, image.bitcode, image.code].iter().chain(kernels).copied().collect();
    recorder.send(IMAGE, &[], &texts);
}

unsafe extern "C" fn send_time(data: *mut c_void, step: u32, nanoseconds: u64) {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches.
    unsafe { &mut *data.cast::<Recorder<'_>>() }.send(TIME, &[step.into(), nanoseconds], &[]);
}

unsafe extern "C" fn send_file(data: *mut c_void, name: Text, found: u32, hash: Text) {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches.
    unsafe { &mut *data.cast::<Recorder<'_>>() }.send(FILE, &[found.into()], &[name, hash]);
}

unsafe extern "C" fn no_preamble(_: *mut c_void, _: Text) -> Text {
    Text::of(b"")
}

unsafe extern "C" fn keep_no_preamble(_: *mut c_void, _: Text, _: Text) {}

unsafe extern "C" fn ask_module(data: *mut c_void, key: Text) -> Text {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches.
    let recorder = unsafe { &mut *data.cast::<Recorder<'_>>() };
    recorder.send(MODULE, &[], &[key]);
    recorder.module = recorder.channel.reply();
    Text::of(&recorder.module)
}

unsafe extern "C" fn send_module(data: *mut c_void, key: Text, bitcode: Text) {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches.
    unsafe { &mut *data.cast::<Recorder<'_>>() }.send(KEPT_MODULE, &[], &[key, bitcode]);
}

unsafe extern "C" fn ask_images(data: *mut c_void, bitcode: Text) -> bool {
    // SAFETY: `data` is the recorder of `answer`, which nothing else touches.
    let recorder = unsafe { &mut *data.cast::<Recorder<'_>>() };
    recorder.send(MODULE_OF_IMAGES, &[], &[bitcode]);
    recorder.channel.reply() == [KNOWN]
}

/// Makes the calls of records until the last one; `None` if they end before. What calls give goes to `reply`.
///
/// # Errors
/// Those of reading and of `reply`; [`ErrorKind::InvalidData`] for what is no record.
pub fn replay(
    mut from: impl Read,
    answer: &Answer,
    mut reply: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<Option<Outcome>> {
    let wrong = || io::Error::from(ErrorKind::InvalidData);
    while let Some(record) = next(&mut from)? {
        let (kind, numbers, texts) = parts(&record).ok_or_else(wrong)?;
        let small = |index: usize| numbers.get(index).and_then(|number| u32::try_from(*number).ok()).ok_or_else(wrong);
        // SAFETY: `answer` is the caller's, with the data that belongs to it; the record outlives each call, and what a
        // call gives is read before the next.
        unsafe {
            match (kind, &texts[..]) {
                (DIAGNOSTIC, &[file, text, option, rendered, function]) => {
                    let diagnostic = interface::Diagnostic {
                        severity: small(0)?,
                        line: small(1)?,
                        column: small(2)?,
                        end_line: small(3)?,
                        end_column: small(4)?,
                        file,
                        text,
                        option,
                        rendered,
                        function,
                    };
                    (answer.diagnostic)(answer.data, &raw const diagnostic);
                }
                (IMAGE, &[properties, bitcode, code, ref kernels @ ..]) => {
                    let image = interface::Image { kernels: Array::of(kernels), properties, bitcode, code };
                    (answer.image)(answer.data, &raw const image);
                }
                (PART, &[bytes]) => (answer.part)(answer.data, small(0)?, bytes),
                (FILE, &[name, hash]) => (answer.file)(answer.data, name, small(0)?, hash),
                (MODULE, &[key]) => reply((answer.module)(answer.data, key).bytes())?,
                (KEPT_MODULE, &[key, bitcode]) => (answer.keep_module)(answer.data, key, bitcode),
                (MODULE_OF_IMAGES, &[bitcode]) => {
                    let is_known = (answer.has_images)(answer.data, bitcode);
                    reply(slice::from_ref(&KNOWN).get(..usize::from(is_known)).unwrap_or_default())?;
                }
                (TIME, []) => (answer.time)(answer.data, small(0)?, *numbers.get(1).ok_or_else(wrong)?),
                (OUTCOME, []) => return Outcome::of(small(0)?).map(Some).ok_or_else(wrong),
                _ => return Err(wrong()),
            }
        }
    }
    Ok(None)
}

/// The next record, without its length; `None` at the end.
fn next(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = Vec::new();
    from.take(size_of::<u64>() as u64).read_to_end(&mut length)?;
    if length.is_empty() {
        return Ok(None);
    }
    let length = <[u8; size_of::<u64>()]>::try_from(&length[..]).map_err(|_| ErrorKind::UnexpectedEof)?;
    let (length, mut record) = (u64::from_le_bytes(length), Vec::new());
    from.take(length).read_to_end(&mut record)?;
    if record.len() as u64 == length { Ok(Some(record)) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

/// The kind, numbers and texts of a record, which lives as long as the texts.
fn parts(mut record: &[u8]) -> Option<(u32, Vec<u64>, Vec<Text>)> {
    let bytes = &mut record;
    let (kind, numbers, texts) = (small(bytes)?, small(bytes)?, small(bytes)?);
    let numbers = (0..numbers).map(|_| number(bytes)).collect::<Option<Vec<u64>>>()?;
    let texts = (0..texts).map(|_| text(bytes)).collect::<Option<Vec<Text>>>()?;
    bytes.is_empty().then_some((kind, numbers, texts))
}

fn small(bytes: &mut &[u8]) -> Option<u32> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*first))
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}

fn text(bytes: &mut &[u8]) -> Option<Text> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(Text::of(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reply, and what was sent.
    #[derive(Default)]
    struct Known(Vec<u8>, Vec<u8>);

    impl Channel for Known {
        fn send(&mut self, record: &[u8]) {
            self.1.extend(record);
        }

        fn reply(&mut self) -> Vec<u8> {
            self.0.clone()
        }
    }

    /// The records of each call, once.
    fn all() -> Vec<u8> {
        let (mut sent, text) = (Vec::new(), Text::of(b"text"));
        let mut recorder = Recorder::new(&mut sent);
        let answer = recorder.answer();
        let diagnostic = interface::Diagnostic {
            severity: 3,
            line: 1,
            column: 2,
            end_line: 0,
            end_column: 0,
            file: Text::of(b""),
            text,
            option: Text::of(b""),
            rendered: text,
            function: Text::of(b"f"),
        };
        let kernels = [Text::of(b"k"), Text::of(b"l")];
        let image = interface::Image {
            kernels: Array::of(&kernels),
            properties: Text::of(b""),
            bitcode: text,
            code: Text::of(&[0, 1, 2, 255]),
        };
        // SAFETY: the functions are those of the recorder, and all that they get lives during the calls.
        unsafe {
            (answer.diagnostic)(answer.data, &raw const diagnostic);
            (answer.part)(answer.data, 1, text);
            (answer.time)(answer.data, 2, u64::MAX);
            (answer.file)(answer.data, text, 0, Text::of(&[7; 32]));
            (answer.image)(answer.data, &raw const image);
            assert_eq!((answer.module)(answer.data, text).bytes(), b"");
            (answer.keep_module)(answer.data, text, text);
            assert!(!(answer.has_images)(answer.data, text));
        }
        recorder.end(Outcome::NoKernel as u32);
        sent
    }

    #[test]
    fn calls_are_made_again_and_their_values_replied() {
        let records = all();
        let cases: [(&[u8], [&[u8]; 2]); 3] =
            [(b"", [b"", b""]), (&[KNOWN], [&[KNOWN], &[KNOWN]]), (b"bc", [b"bc", b""])];
        for (reply, replies) in cases {
            let (mut again, mut found) = (Known(reply.to_vec(), Vec::new()), Vec::new());
            let mut recorder = Recorder::new(&mut again);
            let outcome = replay(&records[..], &recorder.answer(), |reply| {
                found.push(reply.to_vec());
                Ok(())
            });
            assert_eq!(outcome.unwrap(), Some(Outcome::NoKernel));
            recorder.end(Outcome::NoKernel as u32);
            assert_eq!(again.1, records);
            assert_eq!(found, replies);
        }
    }

    #[test]
    fn records_without_an_end_have_no_outcome() {
        let records = all();
        let made = |bytes: &[u8]| {
            let mut again = Vec::new();
            replay(bytes, &Recorder::new(&mut again).answer(), |_| Ok(()))
        };
        let whole = (0..records.len()).filter(|length| match made(&records[..*length]) {
            Ok(outcome) => {
                assert_eq!(outcome, None);
                true
            }
            Err(_) => false,
        });
        // After each of the nine but the last, and before the first.
        assert_eq!(whole.count(), 9);
        // Another kind, and texts that are missing.
        for (at, value) in [(8, 99), (16, 9)] {
            let mut wrong = records.clone();
            wrong[at] = value;
            assert_eq!(made(&wrong).unwrap_err().kind(), ErrorKind::InvalidData, "{at}");
        }
    }
}
