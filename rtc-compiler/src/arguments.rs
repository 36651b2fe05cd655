//! What every run of the front end is told, before what the language and the user's options add.
//!
//! These are the arguments that clang's driver passes to its front end for `--target=spirv64-unknown-unknown`.

use sycl_rtc::interface::{File, Text};

const ALWAYS: [&str; 24] = [
    "-triple",
    "spirv64-unknown-unknown",
    "-Wspir-compat",
    "-discard-value-names",
    "-mrelocation-model",
    "static",
    "-mframe-pointer=all",
    "-ffp-contract=on",
    "-fno-rounding-math",
    "-mconstructor-aliases",
    "-debugger-tuning=gdb",
    // Nothing of where the process runs reaches an image.
    "-fdebug-compilation-dir=.",
    "-fgnuc-version=4.2.1",
    "-fno-threadsafe-statics",
    "-vectorize-loops",
    "-vectorize-slp",
    "-finclude-default-header",
    // Without it the built-ins come from a header of 18,000 lines, which takes half a second.
    "-fdeclare-opencl-builtins",
    // Headers in memory, by the name that the user gave them.
    "-I",
    ".",
    "-internal-isystem",
    EMBEDDED,
    "-x",
    "cl",
];

/// Where the embedded headers are.
const EMBEDDED: &str = "/sycl-rtc/include";

/// Of clang's resource directory, under Apache-2.0 WITH LLVM-exception.
const OPENCL_BASE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/opencl-c-base.h"));

/// All arguments.
pub(crate) fn all(of_request: &[Text], name: Text) -> Vec<Text> {
    let mut arguments: Vec<Text> = ALWAYS.iter().map(|argument| Text::of(argument.as_bytes())).collect();
    arguments.extend(of_request);
    arguments.extend([Text::of(b"-main-file-name"), name, name]);
    arguments
}

/// All headers in memory.
pub(crate) fn files(of_request: &[File]) -> Vec<File> {
    let base = File { name: Text::of(b"/sycl-rtc/include/opencl-c-base.h"), content: Text::of(OPENCL_BASE) };
    of_request.iter().copied().chain([base]).collect()
}
