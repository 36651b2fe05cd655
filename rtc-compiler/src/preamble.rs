//! The header of SYCL sources, which clang reads once for all sources with the same options, and for those without
//! options not even once: the build does it.
//!
//! Parsing the embedded one takes most of the time of a small kernel, and parsing DPC++'s takes seconds. It stands
//! before the source, whose own `#include` then has nothing to do. Macros of the request are defined after the embedded
//! header, so that `-DN=4` does not change what it says; those of DPC++ expect some. What is on disk is looked at again
//! before it is used (`finds`).

mod finds;

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
};

use sycl_rtc::interface::{Array, File, Form, Text};

use self::finds::Finds;
use crate::{
    arguments::{self, Headers},
    shim::{self, Failure, Report, Source},
};

/// The header for requests without options, and the words that say so, each with a zero byte: `precompile.rs`.
const KEPT_BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/preamble.pch"));
const KEPT_WORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/preamble.words"));

/// What a source names that includes it.
const NAME: &[u8] = b"sycl/sycl.hpp";

/// Sets of options whose headers are kept: each about 0.8 MB, of DPC++ about 35 MB.
const KEPT: usize = 8;

/// What a request says that its header depends on.
pub(crate) struct Beginning<'a> {
    pub(crate) headers: Headers,
    pub(crate) arguments: &'a [Text],
    pub(crate) directories: &'a [Text],
    /// The headers in memory.
    pub(crate) files: &'a [File],
}

/// A precompiled header, and the files on disk that it was made of.
#[derive(Default)]
pub(crate) struct Preamble {
    bytes: Cow<'static, [u8]>,
    finds: Finds,
}

impl Preamble {
    /// What [`Source`] takes.
    pub(crate) fn bytes(&self) -> Text {
        Text::of(&self.bytes)
    }

    /// Tells a caller what was read and looked for, by [`Source::file`]'s arguments.
    pub(crate) fn report(&self, take: impl Fn(Text, u32, Text)) {
        self.finds.report(take);
    }
}

type Place = Arc<Mutex<Option<Arc<Preamble>>>>;

/// By what they depend on; what was used last is last.
static ALL: Mutex<Vec<(Vec<u8>, Place)>> = Mutex::new(Vec::new());

impl Beginning<'_> {
    /// The header for a source, if it is to be compiled after it.
    pub(crate) fn preamble(&self, source: &[u8], report: &Report) -> Result<Option<Arc<Preamble>>, Failure> {
        if !self.is_for(source) {
            return Ok(None);
        }
        let words = arguments::of_headers(self.headers, self.arguments);
        let directories = if self.headers == Headers::Dpcpp { self.directories } else { &[] };
        // SAFETY: the caller's texts live during its call.
        let parts = words.iter().chain(directories).flat_map(|word| [unsafe { word.bytes() }, b"\0"]);
        let key = parts.collect::<Vec<_>>().concat();
        if self.headers == Headers::Own && key == KEPT_WORDS {
            return Ok(Some(Arc::new(Preamble { bytes: Cow::Borrowed(KEPT_BYTES), finds: Finds::default() })));
        }
        let place = place([&[self.headers as u8][..], &key].concat());
        // Others with the same options wait for it, and nobody else does.
        let mut known = place.lock().unwrap_or_else(PoisonError::into_inner);
        let preamble = match known.take().filter(|preamble| preamble.finds.are_current()) {
            Some(preamble) => preamble,
            None => Arc::new(self.make(words, directories, report)?),
        };
        *known = Some(Arc::clone(&preamble));
        // SAFETY: as above.
        let is_shadowed = self.files.iter().any(|file| preamble.finds.have(unsafe { file.name.bytes() }));
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

    fn make(&self, mut words: Vec<Text>, directories: &[Text], report: &Report) -> Result<Preamble, Failure> {
        let name = Text::of(arguments::PREAMBLE.as_bytes());
        if self.headers == Headers::Dpcpp {
            // Otherwise each source instantiates again what the headers do.
            words.push(Text::of(b"-fpch-instantiate-templates"));
        }
        let files = arguments::files(self.headers, &[]);
        let arguments = arguments::all(Form::Sycl, self.headers, None, &words, name);
        let mut finds = Finds::default();
        let source = Source {
            name,
            content: Text::of(arguments::INCLUDE.as_bytes()),
            files: Array::of(&files),
            directories: Array::of(directories),
            arguments: Array::of(&arguments),
            precompiled: Text::of(b""),
            file: Some(finds::take),
            file_data: (&raw mut finds).cast(),
        };
        let bytes = shim::precompile(&source, report)?;
        Ok(Preamble { bytes: Cow::Owned(bytes), finds })
    }
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
