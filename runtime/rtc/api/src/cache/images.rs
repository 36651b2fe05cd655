//! The images of a module as one entry: a length, a head of JSON of so many bytes, then the code of each image and the
//! bitcode that it was made of, one after another.

use serde::{Deserialize, Serialize};
use sycl_propset::text;

use crate::{compiler_library::CollectedImage, diagnostic::Diagnostic, program::Image};

/// Result of passes and back end for a module of the front end.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Images {
    pub(crate) images: Vec<CollectedImage>,
    /// Functions of name expressions, with their kernels.
    pub(crate) names: Vec<(String, Option<String>)>,
    /// Messages of passes.
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) log: String,
}

#[derive(Serialize, Deserialize)]
struct Head {
    images: Vec<Row>,
    names: Vec<(String, Option<String>)>,
    diagnostics: Vec<Diagnostic>,
    log: String,
}

#[derive(Serialize, Deserialize)]
struct Row {
    kernels: Vec<String>,
    /// The text of a file `.prop`.
    properties: String,
    /// Bytes.
    code: usize,
    bitcode: usize,
}

/// Bytes of the length of the head.
const LENGTH: usize = 8;

/// The entry of images. `None` if their properties have no text, which they had when they came.
pub(crate) fn write(
    images: &[Image],
    names: &[(String, Option<String>)],
    diagnostics: &[Diagnostic],
    log: &str,
) -> Option<Vec<u8>> {
    let bitcode = |image: &'_ Image| image.bitcode.as_deref().unwrap_or_default().to_vec();
    let row = |image: &Image| {
        let properties = text::write(&image.properties).ok()?;
        let (kernels, code) = (image.entry_points.clone(), image.bytes.len());
        Some(Row { kernels, properties, code, bitcode: bitcode(image).len() })
    };
    let head = Head {
        images: images.iter().map(row).collect::<Option<Vec<_>>>()?,
        names: names.to_vec(),
        diagnostics: diagnostics.to_vec(),
        log: log.to_owned(),
    };
    let head = serde_json::to_vec(&head).expect("texts and numbers are JSON");
    let mut entry = (head.len() as u64).to_le_bytes().to_vec();
    entry.extend(head);
    for image in images {
        entry.extend(&image.bytes);
        entry.extend(image.bitcode.as_deref().unwrap_or_default());
    }
    Some(entry)
}

/// The images of an entry, if it is one.
pub(crate) fn read(entry: &[u8]) -> Option<Images> {
    let (length, rest) = entry.split_first_chunk::<LENGTH>()?;
    let (head, mut rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    let Head { images: rows, names, diagnostics, log } = serde_json::from_slice(head).ok()?;
    let mut take = |length: usize| {
        let (part, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(part.to_vec())
    };
    let mut images = Vec::new();
    for Row { kernels, properties, code, bitcode } in rows {
        let (code, bitcode) = (take(code)?, take(bitcode)?);
        images.push(CollectedImage { kernels, properties, bitcode, code, was_stored: true });
    }
    rest.is_empty().then_some(Images { images, names, diagnostics, log })
}

#[cfg(test)]
mod tests {
    use sycl_propset::PropertySetRegistry;

    use super::*;
    use crate::{
        program::{Origin, Timings},
        target::Target,
    };

    #[test]
    fn an_entry_gives_what_was_written() {
        let image = |bytes: &[u8], bitcode: Option<&[u8]>| Image {
            target: Target::Spirv64,
            bytes: bytes.to_vec(),
            entry_points: vec!["k".to_owned()],
            properties: PropertySetRegistry::default(),
            bitcode: bitcode.map(<[u8]>::to_vec),
            timings: Timings::default(),
            origin: Origin::Compiled,
        };
        let names = [("f".to_owned(), None), ("g".to_owned(), Some("k".to_owned()))];
        let warning = Diagnostic::error("something");
        let images = [image(b"first", Some(b"module")), image(b"", None), image(b"last", None)];
        let entry = write(&images, &names, std::slice::from_ref(&warning), "log").unwrap();
        let read_again = read(&entry).unwrap();
        let parts: Vec<_> = read_again.images.iter().map(|image| (&image.code[..], &image.bitcode[..])).collect();
        let expected: [(&[u8], &[u8]); 3] = [(b"first", b"module"), (b"", b""), (b"last", b"")];
        assert_eq!(parts, expected);
        assert_eq!((&read_again.names[..], &read_again.diagnostics[..]), (&names[..], &[warning][..]));
        assert_eq!(read_again.log, "log");
        // Nothing of another length is an entry.
        for length in 0..entry.len() {
            assert_eq!(read(&entry[..length]), None, "{length}");
        }
        assert_eq!(read(&[&entry[..], b"x"].concat()), None);
    }
}
