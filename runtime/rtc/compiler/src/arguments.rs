//! Arguments of every run of the front end, before what the language and the user's options add.
//!
//! These are the arguments that clang's driver passes to its front end for `--target=spirv64-unknown-unknown`. SYCL is
//! compiled to generic device code for all targets; OpenCL C, whose built-in functions depend on the target, for its
//! own.

mod constant;

use sycl_rtc::interface::{File, Form, Text};

use self::constant::{ALWAYS, EMBEDDED, OWN_HEADERS, SPIRV, SYCL};
pub(crate) use self::constant::{INCLUDE, PREAMBLE, PRECOMPILING};
use crate::devices::Device;
use crate::shim::Exactness;

const OPENCL: [&str; 6] = [
    "cl",
    "-fno-threadsafe-statics",
    "-finclude-default-header",
    // Without it the built-ins come from a header of 18,000 lines, which takes half a second.
    "-fdeclare-opencl-builtins",
    "-internal-isystem",
    EMBEDDED,
];

/// For DPC++'s headers: what its compiler declares by itself, and the headers of clang that the C library's rely on,
/// which need the host's types.
const DPCPP_HEADERS: [&str; 8] = [
    "-aux-triple",
    HOST,
    "-include",
    "/sycl-rtc/dpcpp/declarations.hpp",
    "-internal-isystem",
    "/sycl-rtc/dpcpp",
    "-internal-isystem",
    "/sycl-rtc/clang",
];

#[cfg(target_arch = "x86_64")]
const HOST: &str = "x86_64-pc-linux-gnu";
#[cfg(target_arch = "aarch64")]
const HOST: &str = "aarch64-unknown-linux-gnu";

/// The embedded headers: that of OpenCL, which is of clang's resource directory, under Apache-2.0 WITH LLVM-exception,
/// and those of `include`.
const HEADERS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

/// Headers of `dpcpp`, and of clang's resource directory.
const FOR_DPCPP: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/dpcpp.rs"));

/// Headers that a source sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Headers {
    /// The embedded ones.
    Own,
    /// DPC++'s, from directories of the request.
    Dpcpp,
}

/// Whether a header in memory would be found in the place of an embedded one.
pub(crate) fn is_embedded(name: &[u8]) -> bool {
    HEADERS.iter().any(|(header, _)| {
        let below = header.strip_prefix(EMBEDDED).and_then(|header| header.strip_prefix('/'));
        below.is_some_and(|header| header.as_bytes() == name)
    })
}

/// The arguments of a request that the header of SYCL depends on: what says what language it is, and what code it
/// becomes, and for DPC++'s macros and directories; not what includes files, nor what is about diagnostics.
pub(crate) fn of_headers(headers: Headers, of_request: &[Text]) -> Vec<Text> {
    let is_own = headers == Headers::Own;
    let mut rest = of_request.iter();
    let mut words = Vec::new();
    while let Some(word) = rest.next() {
        // SAFETY: the caller's texts live during its call.
        match unsafe { word.bytes() } {
            b"-include" | b"-ferror-limit" => drop(rest.next()),
            b"-D" | b"-U" | b"-I" if is_own => drop(rest.next()),
            b"-w" | b"-pedantic" => {}
            [b'-', b'W', ..] => {}
            _ => words.push(*word),
        }
    }
    words
}

/// The arguments of a request that say more than the tokens of a source do.
pub(crate) fn besides_tokens(of_request: &[Text]) -> Vec<Text> {
    let mut rest = of_request.iter();
    let mut words = Vec::new();
    while let Some(word) = rest.next() {
        // SAFETY: the caller's texts live during its call.
        match unsafe { word.bytes() } {
            b"-D" | b"-U" | b"-I" => drop(rest.next()),
            _ => words.push(*word),
        }
    }
    words
}

/// Inputs of a module and its warnings besides tokens.
pub(crate) fn exactness(headers: Headers, of_request: &[Text]) -> Exactness {
    // SAFETY: the caller's texts live during its call.
    let words = of_request.iter().map(|word| unsafe { word.bytes() });
    let of_words = words.map(|word| match word {
        // Debug information has the hashes of files. What warnings look at that are off by default is not known.
        b"-pedantic" | [b'-', b'd', b'e', b'b', b'u', b'g', b'-', b'i', b'n', b'f', b'o', ..] => Exactness::Texts,
        b"-Werror" | [b'-', b'W', b'n', b'o', b'-', ..] => Exactness::Tokens,
        [b'-', b'W', ..] => Exactness::Texts,
        _ => Exactness::Tokens,
    });
    // DPC++'s have functions that ask for the place of their call.
    let of_headers = if headers == Headers::Dpcpp { Exactness::Places } else { Exactness::Tokens };
    of_words.max().unwrap_or(Exactness::Tokens).max(of_headers)
}

/// All arguments.
pub(crate) fn all(form: Form, headers: Headers, device: Option<&Device>, of_request: &[Text], name: Text) -> Vec<Text> {
    let (of_language, of_headers): (&[&str], &[&str]) = match (form, headers) {
        (Form::Sycl, Headers::Own) => (&SYCL, &OWN_HEADERS),
        (Form::Sycl, Headers::Dpcpp) => (&SYCL, &DPCPP_HEADERS),
        (Form::OpenCl | Form::Bitcode, _) => (&OPENCL, &[]),
    };
    let of_target = match device {
        Some(device) if form == Form::OpenCl && !device.is_host() => device_arguments(device),
        _ => SPIRV.to_vec(),
    };
    // Kernels are written for compilers that have `inline` functions at hand where they are not inlined.
    // SAFETY: the caller's texts live during its call.
    let is_c = !of_request.iter().any(|word| unsafe { word.bytes() }.starts_with(CXX_FOR_OPENCL));
    let of_c: &[&str] = if form == Form::OpenCl && is_c { &["-fgnu89-inline"] } else { &[] };
    let fixed = of_target.iter().chain(&ALWAYS).chain(of_language).chain(of_headers);
    let mut arguments: Vec<Text> = fixed.chain(of_c).map(|argument| Text::of(argument.as_bytes())).collect();
    arguments.extend(of_request);
    arguments.extend([Text::of(b"-main-file-name"), name, name]);
    arguments
}

/// First characters of the version of C++ for OpenCL.
const CXX_FOR_OPENCL: &[u8] = b"-cl-std=CLC++";

/// Features of the device library that clang thinks the targets lack.
const OF_DEVICE_LIBRARY: &str = "-cl-ext=+cl_khr_subgroups,+__opencl_c_subgroups,\
    +__opencl_c_work_group_collective_functions,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,\
    +__opencl_c_generic_address_space";

/// Arguments that the driver passes for a processor. OpenCL C has what the device library has, and not only what clang
/// knows of the processor.
fn device_arguments(device: &Device) -> Vec<&str> {
    let mut arguments = vec!["-triple", device.triple(), "-target-cpu", device.processor(), OF_DEVICE_LIBRARY];
    if !device.features().is_empty() {
        arguments.extend(["-target-feature", device.features()]);
    }
    arguments
}

/// The level of optimization: `0` to `3`, or `s`.
pub(crate) fn level(of_request: &[Text]) -> u8 {
    // SAFETY: the caller's texts live during its call.
    let words = of_request.iter().map(|word| unsafe { word.bytes() });
    let mut levels = words.filter_map(|word| match word {
        [b'-', b'O', level] => Some(*level),
        _ => None,
    });
    levels.next_back().unwrap_or(b'2')
}

/// All headers in memory.
pub(crate) fn files(headers: Headers, of_request: &[File]) -> Vec<File> {
    let table = match headers {
        Headers::Own => HEADERS,
        Headers::Dpcpp => FOR_DPCPP,
    };
    let embedded = table.iter().map(|(name, text)| File { name: Text::of(name.as_bytes()), content: Text::of(text) });
    of_request.iter().copied().chain(embedded).collect()
}
