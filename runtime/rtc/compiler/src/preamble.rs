//! The header of SYCL sources, which clang reads once for all sources with the same options, and for those without
//! options not even once: the build does it.
//!
//! Parsing the embedded one takes most of the time of a small kernel, and parsing DPC++'s takes seconds. It stands
//! before the source, whose own `#include` then has nothing to do. Macros of the request are defined after the embedded
//! header, so that `-DN=4` does not change what it says; those of DPC++ expect some. The files on disk that it was made
//! of are looked at again before it is used. A caller may store it for other processes.

use std::{
    borrow::Cow,
    ffi::c_void,
    sync::{Arc, Mutex, PoisonError},
};

use sycl_rtc::{
    interface::{Answer, Array, File, Form, Text},
    manifest::{self, DiskFile, DiskFiles, Manifest},
    said::Said,
};

use crate::{
    arguments::{self, Headers},
    pipeline::tell,
    shim::{self, Exactness, Failure, Report, Source},
};

/// The header for requests without options, and the words that say so, each with a zero byte: `precompile.rs`. It is
/// not compressed, as a new process would spend a tenth of its first compilation on unpacking it.
static KEPT_BYTES: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/preamble.pch")));
const KEPT_WORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/preamble.words"));

/// As clang reads files into memory, so that what it reads of them may be more than bytes.
#[repr(C, align(16))]
struct Aligned<T: ?Sized>(T);

/// Name by which a source includes it.
const NAME: &[u8] = b"sycl/sycl.hpp";

/// Sets of options whose headers are kept: each about 0.8 MB, of DPC++ about 35 MB.
const KEPT: usize = 8;

/// Inputs of a request's header.
pub(crate) struct Beginning<'a> {
    pub(crate) headers: Headers,
    pub(crate) arguments: &'a [Text],
    pub(crate) directories: &'a [Text],
    /// The headers in memory.
    pub(crate) files: &'a [File],
}

/// A precompiled header, and the files on disk that it was made of.
pub(crate) struct Preamble {
    /// Its inputs, but for the files.
    key: Vec<u8>,
    bytes: Cow<'static, [u8]>,
    files: DiskFiles,
    /// Conditions on the files, so that it is of use again; none if that cannot be said.
    manifest: Option<Manifest>,
}

/// Bytes of a length.
const LENGTH: usize = 8;

impl Preamble {
    /// The one that is part of this library.
    fn kept(key: Vec<u8>) -> Self {
        let (files, manifest) = (DiskFiles::new(), Some(Manifest::default()));
        Self { key, bytes: Cow::Borrowed(&KEPT_BYTES.0), files, manifest }
    }

    /// The one that a caller has stored, if its files are as they were.
    fn stored(key: &[u8], answer: &Answer) -> Option<Self> {
        let content = tell(answer, &Said::Preamble(key));
        let (length, rest) = content.split_first_chunk::<LENGTH>()?;
        let (manifest, bytes) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let manifest: Manifest = serde_json::from_slice(manifest).ok()?;
        let preamble = Self {
            key: key.to_vec(),
            bytes: Cow::Owned(bytes.to_vec()),
            files: manifest.files(),
            manifest: Some(manifest),
        };
        preamble.is_current().then_some(preamble)
    }

    fn store(&self, answer: &Answer) {
        let Some(manifest) = &self.manifest else { return };
        let manifest = serde_json::to_vec(manifest).expect("names and hashes are JSON");
        let content = [&(manifest.len() as u64).to_le_bytes()[..], &manifest, &self.bytes].concat();
        tell(answer, &Said::KeepPreamble { key: &self.key, content: &content });
    }

    fn is_current(&self) -> bool {
        self.manifest.as_ref().is_some_and(Manifest::holds)
    }

    /// Whether a header of this name was read or looked for.
    fn has(&self, name: &[u8]) -> bool {
        self.files.keys().any(|file| file.strip_suffix(name).is_some_and(|rest| rest.ends_with(b"/")))
    }

    /// Bytes that [`Source`] takes.
    pub(crate) fn bytes(&self) -> Text {
        Text::of(&self.bytes)
    }

    /// Its inputs, but for the files.
    pub(crate) fn key(&self) -> &[u8] {
        &self.key
    }

    /// Files that were read and looked for, by name.
    pub(crate) fn files(&self) -> &DiskFiles {
        &self.files
    }
}

type Place = Arc<Mutex<Option<Arc<Preamble>>>>;

/// By what they depend on; what was used last is last.
static ALL: Mutex<Vec<(Vec<u8>, Place)>> = Mutex::new(Vec::new());

impl Beginning<'_> {
    /// The header for a source, if it is to be compiled after it. `store` is a caller that stores them.
    pub(crate) fn preamble(
        &self,
        source: &[u8],
        store: Option<&Answer>,
        report: &Report,
    ) -> Result<Option<Arc<Preamble>>, Failure> {
        if !self.is_for(source) {
            return Ok(None);
        }
        let words = arguments::of_headers(self.headers, self.arguments);
        let directories = if self.headers == Headers::Dpcpp { self.directories } else { &[] };
        // SAFETY: the caller's texts live during its call.
        let parts = words.iter().chain(directories).flat_map(|word| [unsafe { word.bytes() }, b"\0"]);
        let words_of_key = parts.collect::<Vec<_>>().concat();
        let key = [&[self.headers as u8][..], &words_of_key].concat();
        if self.headers == Headers::Own && words_of_key == KEPT_WORDS {
            return Ok(Some(Arc::new(Preamble::kept(key))));
        }
        let place = place(key.clone());
        // Others with the same options wait for it; the rest do not.
        let mut known = place.lock().unwrap_or_else(PoisonError::into_inner);
        let current = known.take().filter(|preamble| preamble.is_current());
        let current = current.or_else(|| Preamble::stored(&key, store?).map(Arc::new));
        let preamble = match current {
            Some(preamble) => preamble,
            None => {
                let made = self.make(key, words, directories, report)?;
                store.into_iter().for_each(|answer| made.store(answer));
                Arc::new(made)
            }
        };
        *known = Some(Arc::clone(&preamble));
        // SAFETY: the caller's texts live during its call.
        let is_shadowed = self.files.iter().any(|file| preamble.has(unsafe { file.name.bytes() }));
        Ok((!is_shadowed).then_some(preamble))
    }

    /// Whether a source includes the header, and nothing in the request has the name of a part.
    fn is_for(&self, source: &[u8]) -> bool {
        // SAFETY: the caller's files and texts live during its call.
        let file = |file: &File| unsafe { (file.name.bytes(), file.content.bytes()) };
        let includes = |text: &[u8]| text.windows(NAME.len()).any(|window| window == NAME);
        let of_request: Vec<_> = self.files.iter().map(file).collect();
        let is_shadowed = of_request.iter().any(|(name, _)| arguments::is_embedded(name));
        // What is included before DPC++'s headers may be meant to change them.
        let has_first =
            self.headers == Headers::Dpcpp && self.arguments.iter().any(|word| unsafe { word.bytes() } == b"-include");
        !is_shadowed && !has_first && (includes(source) || of_request.iter().any(|(_, text)| includes(text)))
    }

    fn make(
        &self,
        key: Vec<u8>,
        mut words: Vec<Text>,
        directories: &[Text],
        report: &Report,
    ) -> Result<Preamble, Failure> {
        let name = Text::of(arguments::PREAMBLE.as_bytes());
        words.extend(arguments::PRECOMPILING.map(|word| Text::of(word.as_bytes())));
        let files = arguments::files(self.headers, &[]);
        let arguments = arguments::all(Form::Sycl, self.headers, None, &words, name);
        let mut found = DiskFiles::new();
        let source = Source {
            name,
            content: Text::of(arguments::INCLUDE.as_bytes()),
            files: Array::of(&files),
            directories: Array::of(directories),
            arguments: Array::of(&arguments),
            precompiled: Text::of(b""),
            file: Some(take),
            file_data: (&raw mut found).cast(),
            find: None,
            find_data: std::ptr::null_mut(),
            exactness: Exactness::Tokens,
        };
        let bytes = shim::precompile(&source, report)?;
        let manifest = Manifest::of(&found);
        Ok(Preamble { key, bytes: Cow::Owned(bytes), files: found, manifest })
    }
}

/// `Source::file`.
unsafe extern "C" fn take(data: *mut c_void, name: Text, found: u32, hash: Text) {
    // SAFETY: the data are the files of `make`, which nothing else touches meanwhile; the texts live during the call.
    let (files, name, hash) = unsafe { (&mut *data.cast::<DiskFiles>(), name.bytes(), hash.bytes()) };
    manifest::add(files, name.to_vec(), DiskFile::of(found, hash));
}

fn place(key: Vec<u8>) -> Place {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().position(|(other, _)| *other == key);
    let found = known.map_or_else(|| (key, Place::default()), |index| all.remove(index));
    let place = Arc::clone(&found.1);
    all.push(found);
    if all.len() > KEPT {
        all.remove(0);
    }
    place
}

/// The file that a precompiled header was made of, which clang looks at again.
pub(crate) fn file() -> File {
    File { name: Text::of(arguments::PREAMBLE.as_bytes()), content: Text::of(arguments::INCLUDE.as_bytes()) }
}
