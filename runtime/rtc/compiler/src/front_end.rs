//! A source to a module, unless the caller has stored what its tokens become.

use std::ffi::c_void;

use sycl_passes::ir::OwnedModule;
use sycl_rtc::interface::{Answer, Array, Form, Job, Text};
use sycl_rtc::manifest::DiskFile;
use sycl_rtc::said::Said;

use crate::arguments::{self, Headers};
use crate::devices::Device;
use crate::pipeline::tell;
use crate::preamble::{self, Beginning};
use crate::shim::{self, Failure, Report, Source};
use crate::sycl;

/// Result of the front end.
pub(crate) enum Made {
    /// A module, and what it is known by if it may be stored.
    Module(OwnedModule, Option<Vec<u8>>),
    /// The bitcode of a stored one.
    Stored(Vec<u8>),
}

/// A module that is looked for.
struct Search<'a> {
    answer: &'a Answer,
    /// Inputs of the module; first without the tokens.
    key: Vec<u8>,
    has_tokens: bool,
    /// Whether what is found is of use.
    takes: bool,
    found: Vec<u8>,
}

/// `Source::find`.
unsafe extern "C" fn find(data: *mut c_void, hash: Text) -> bool {
    // SAFETY: the data are the search of `front_end`, which nothing else touches meanwhile; the hash lives during the
    // call.
    let (search, hash) = unsafe { (&mut *data.cast::<Search<'_>>(), hash.bytes()) };
    search.key.extend(hash);
    search.has_tokens = true;
    if search.takes {
        search.found = tell(search.answer, &Said::Module(&search.key));
    }
    !search.found.is_empty()
}

/// `Source::file`.
unsafe extern "C" fn found(data: *mut c_void, name: Text, found: u32, hash: Text) {
    // SAFETY: the data are the answer of `front_end`, which outlives the source; the texts live during the call.
    let (answer, name, hash) = unsafe { (&*data.cast::<Answer>(), name.bytes(), hash.bytes()) };
    tell(answer, &Said::File(name, DiskFile::of(found, hash)));
}

/// The module of a job. A stored one that cannot be read counts as none.
pub(crate) fn front_end(job: &Job, answer: &Answer, report: &Report) -> Result<Made, Failure> {
    if job.form == Form::Bitcode {
        return Ok(Made::Module(shim::read(job.name, job.source, report)?, None));
    }
    compile(job, answer, report, true)
}

/// The bitcode of a module that is valid, which the caller stores if it may be.
pub(crate) fn store(
    module: &mut OwnedModule,
    key: Option<&[u8]>,
    answer: &Answer,
    report: &Report,
) -> Result<Vec<u8>, Failure> {
    let bitcode = shim::bitcode(module, report)?;
    if let Some(key) = key {
        tell(answer, &Said::KeepModule { key, bitcode: &bitcode });
    }
    Ok(bitcode)
}

/// The module of stored bitcode. What cannot be read was not stored by this library, so the source is compiled.
pub(crate) fn restore(job: &Job, answer: &Answer, report: &Report, bitcode: &[u8]) -> Result<OwnedModule, Failure> {
    match shim::restore(job.name, Text::of(bitcode), report) {
        Err(Failure::Reported) => match compile(job, answer, report, false)? {
            Made::Module(mut module, key) => store(&mut module, key.as_deref(), answer, report).map(|_| module),
            Made::Stored(_) => unreachable!("it is not looked for"),
        },
        restored => restored,
    }
}

fn compile(job: &Job, answer: &Answer, report: &Report, takes: bool) -> Result<Made, Failure> {
    // SAFETY: the caller's arrays live during the call.
    let (files, of_request, names) = unsafe { (job.files.elements(), job.arguments.elements(), job.names.elements()) };
    let with_names;
    let content = match job.form {
        Form::Sycl => {
            // SAFETY: the caller's source lives during the call.
            with_names = sycl::with_names(unsafe { job.source.bytes() }, names);
            Text::of(&with_names)
        }
        Form::OpenCl | Form::Bitcode => job.source,
    };
    let headers = if job.uses_dpcpp_headers { Headers::Dpcpp } else { Headers::Own };
    // SAFETY: the caller's source lives during the call.
    let directories = unsafe { job.directories.elements() };
    let beginning = Beginning { headers, arguments: of_request, directories, files };
    let preamble = if job.form == Form::Sycl && (headers == Headers::Own || job.keeps_preamble) {
        // SAFETY: the caller's source lives during the call.
        beginning.preamble(unsafe { job.source.bytes() }, job.stores_preamble.then_some(answer), report)?
    } else {
        None
    };
    // The arguments refer to it.
    let device = Device::of_job(job);
    let device = device.as_ref();
    let arguments = arguments::all(job.form, headers, device, of_request, job.name);
    let mut files = arguments::files(headers, files);
    files.extend(preamble.as_ref().map(|_| preamble::file()));
    if let Some(preamble) = preamble.as_ref().filter(|_| job.wants_files) {
        for (name, file) in preamble.files() {
            tell(answer, &Said::File(name, *file));
        }
    }
    let mut search = Search { answer, key: Vec::new(), has_tokens: false, takes, found: Vec::new() };
    if job.has_store {
        let of_tokens = arguments::besides_tokens(of_request);
        let all = arguments::all(job.form, headers, device, &of_tokens, job.name);
        // SAFETY: the arguments live as long as what they are made of.
        let parts = all.iter().map(|argument| unsafe { argument.bytes() });
        add(&mut search.key, &all.len().to_le_bytes());
        parts.for_each(|part| add(&mut search.key, part));
        if let Some(preamble) = &preamble {
            add(&mut search.key, preamble.key());
            for (name, file) in preamble.files() {
                let (found, hash) = file.report();
                [&name[..], &found.to_le_bytes(), hash].iter().for_each(|part| add(&mut search.key, part));
            }
        }
    }
    let source = Source {
        name: job.name,
        content,
        files: Array::of(&files),
        directories: Array::of(directories),
        arguments: Array::of(&arguments),
        precompiled: preamble.as_ref().map_or(Text::of(b""), |preamble| preamble.bytes()),
        file: job.wants_files.then_some(found),
        file_data: (&raw const *answer).cast_mut().cast(),
        find: job.has_store.then_some(find),
        find_data: (&raw mut search).cast(),
        exactness: arguments::exactness(headers, of_request),
    };
    let Some(mut module) = shim::compile(&source, report)? else {
        return Ok(Made::Stored(search.found));
    };
    let is_of_tokens = search.has_tokens && !shim::has_places(&mut module);
    Ok(Made::Module(module, is_of_tokens.then_some(search.key)))
}

/// Adds a part to a key, with its length.
fn add(key: &mut Vec<u8>, part: &[u8]) {
    key.extend((part.len() as u64).to_le_bytes());
    key.extend(part);
}
