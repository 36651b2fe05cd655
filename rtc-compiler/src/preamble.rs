//! The header of SYCL sources, which clang reads once for all sources with the same options.
//!
//! Parsing it takes most of the time of a small kernel. And macros of the request are defined after it, so that
//! `-DN=4` does not change what it says. It stands before the source, whose own `#include` then has nothing to do.

use std::sync::{Arc, Mutex, PoisonError};

use sycl_rtc::interface::{Array, File, Form, Text};

use crate::{
    arguments,
    shim::{self, Failure, Report, Source},
};

/// What includes the header.
const INCLUDE: &[u8] = b"#include <sycl/sycl.hpp>\n";

/// What a source names that includes it.
const NAME: &[u8] = b"sycl/sycl.hpp";

/// Sets of options whose headers are kept, each about 0.8 MB.
const KEPT: usize = 8;

type Precompiled = Arc<Mutex<Option<Arc<Vec<u8>>>>>;

/// By the options that matter; what was used last is last.
static ALL: Mutex<Vec<(Vec<u8>, Precompiled)>> = Mutex::new(Vec::new());

/// Whether a source is compiled after the header: it includes it, and nothing in the request has the name of a part.
pub(crate) fn is_for(source: &[u8], of_request: &[File]) -> bool {
    // SAFETY: the caller's files live during its call.
    let file = |file: &File| unsafe { (file.name.bytes(), file.content.bytes()) };
    let includes = |text: &[u8]| text.windows(NAME.len()).any(|window| window == NAME);
    let of_request: Vec<_> = of_request.iter().map(file).collect();
    let is_shadowed = of_request.iter().any(|(name, _)| arguments::is_embedded(name));
    !is_shadowed && (includes(source) || of_request.iter().any(|(_, text)| includes(text)))
}

/// The header for the options of a request, precompiled.
pub(crate) fn of(of_request: &[Text], report: &Report) -> Result<Arc<Vec<u8>>, Failure> {
    let words = arguments::of_language(of_request);
    // SAFETY: as in `is_for`.
    let key = words.iter().flat_map(|word| [unsafe { word.bytes() }, b"\0"]).collect::<Vec<_>>().concat();
    let place = place(key);
    // Others with the same options wait for it, and nobody else does.
    let mut precompiled = place.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(precompiled) = &*precompiled {
        return Ok(Arc::clone(precompiled));
    }
    let name = Text::of(arguments::PREAMBLE.as_bytes());
    let (files, arguments) = (arguments::files(&[]), arguments::all(Form::Sycl, None, &words, name));
    let source = Source {
        name,
        content: Text::of(INCLUDE),
        files: Array::of(&files),
        directories: Array::of(&[]),
        arguments: Array::of(&arguments),
        precompiled: Text::of(b""),
        file: None,
        file_data: std::ptr::null_mut(),
    };
    let made = Arc::new(shim::precompile(&source, report)?);
    *precompiled = Some(Arc::clone(&made));
    Ok(made)
}

fn place(key: Vec<u8>) -> Precompiled {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().position(|(other, _)| *other == key);
    let found = known.map_or_else(|| (key, Precompiled::default()), |index| all.remove(index));
    let place = Arc::clone(&found.1);
    all.push(found);
    if all.len() > KEPT {
        all.remove(0);
    }
    place
}

/// The file that a precompiled header was made of, which clang looks at again.
pub(crate) fn file() -> File {
    File { name: Text::of(arguments::PREAMBLE.as_bytes()), content: Text::of(INCLUDE) }
}
