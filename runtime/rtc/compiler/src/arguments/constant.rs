//! Arguments that do not depend on requests. The build takes them, too, to precompile the header of SYCL.

pub(crate) const ALWAYS: [&str; 16] = [
    "-discard-value-names",
    // We verify what clang makes.
    "-disable-llvm-verifier",
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
    "-vectorize-loops",
    "-vectorize-slp",
    // Headers in memory, by the name that the user gave them.
    "-I",
    ".",
    "-x",
];

pub(crate) const SPIRV: [&str; 3] = ["-triple", "spirv64-unknown-unknown", "-Wspir-compat"];

pub(crate) const SYCL: [&str; 5] = [
    "c++",
    "-fsycl-is-device",
    "-sycl-std=2020",
    "-fdeprecated-macro",
    // Free functions become kernels first (`sycl.rs`).
    "-disable-llvm-passes",
];

pub(crate) const OWN_HEADERS: [&str; 2] = ["-internal-isystem", EMBEDDED];

/// Directory of the embedded headers.
pub(crate) const EMBEDDED: &str = "/sycl-rtc/include";

/// The name of the file that stands for the header of SYCL.
pub(crate) const PREAMBLE: &str = "/sycl-rtc/preamble.hpp";

/// Content of that file.
pub(crate) const INCLUDE: &str = "#include <sycl/sycl.hpp>\n";

/// Options that it is precompiled with besides: otherwise each source instantiates again what the headers do.
pub(crate) const PRECOMPILING: [&str; 1] = ["-fpch-instantiate-templates"];
