//! The native part of the Python module `sycl_rtc`, which `sycl_rtc/__init__.pyi` describes.

mod program;

use std::{collections::BTreeMap, num::NonZeroUsize, sync::LazyLock, time::Duration};

use pyo3::{
    create_exception,
    exceptions::{PyException, PyValueError},
    prelude::*,
    types::PyTuple,
};
use sycl_rtc::{
    BadRequest, CompileError as RtcError, Compiler, Header, Language, Request, Settings, SpecConstants, Split, Target,
    Word,
};

use program::{Diagnostic, Image, Program};

create_exception!(
    sycl_rtc,
    CompileError,
    PyException,
    "Why there is no program. Its text is one line, and below it what clang prints of a source; diagnostics has what the compiler says, as far as it can with \
     places in the source, and at least one error; log is that as clang prints it. kind is one of 'usage', 'frontend', \
     'no-kernel', 'undefined', 'backend', 'bitcode', 'timed-out', 'no-compiler', 'poisoned', 'forked', 'system', \
     'crashed' and 'internal' (docs/rtc.md)."
);

/// The compiler of the process, with the cache that the environment asks for.
static COMPILER: LazyLock<Compiler> = LazyLock::new(|| Compiler::new(Settings::from_env()));

/// A source or a header.
#[derive(FromPyObject)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<Content> for Vec<u8> {
    fn from(content: Content) -> Self {
        match content {
            Content::Text(text) => text.into_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }
}

/// Compiles a source, and returns a Program with images for each target.
///
/// source is text in one of the languages "sycl", "opencl-c" and "opencl-c++", or bytes of LLVM "bitcode". headers has
/// the texts of headers by the names by which they are included. options are those of the compiler, such as "-O3"
/// (docs/runtime-options.md). names are expressions that name functions of a SYCL source, such as "ns::f<float, 3>".
///
/// name is that of the source in diagnostics. split says how kernels are spread over images: "none", "features" or
/// "kernel"; spec_constants, what specialization constants become: "native", "emulation" or "defaults". No further step
/// begins after so many seconds as deadline says. With keep_bitcode, images have the LLVM bitcode that they were made
/// of. spirv_extensions are those that images may use, in place of the default list. So many threads are for
/// several targets, and for the images of a target, if split gives several; images do not depend on it.
///
/// Other threads of Python run meanwhile, and any number of them may compile at a time. Raises CompileError if there is
/// no program.
#[pyfunction]
#[pyo3(signature = (
    source, language = "sycl", headers = BTreeMap::new(), options = Vec::new(), names = Vec::new(),
    targets = vec!["spirv64".to_owned()],
    *, name = "program", split = None, spec_constants = None, deadline = None, keep_bitcode = false,
    spirv_extensions = None, threads = 1
), text_signature = "(source, language='sycl', headers={}, options=[], names=[], targets=['spirv64'], *, name='program', \
   split=None, spec_constants=None, deadline=None, keep_bitcode=False, spirv_extensions=None, threads=1)")]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value, reason = "Python gives them by name")]
fn compile(
    py: Python<'_>,
    source: Content,
    language: &str,
    headers: BTreeMap<String, String>,
    options: Vec<String>,
    names: Vec<String>,
    targets: Vec<String>,
    name: &str,
    split: Option<&str>,
    spec_constants: Option<&str>,
    deadline: Option<f64>,
    keep_bitcode: bool,
    spirv_extensions: Option<Vec<String>>,
    threads: isize,
) -> PyResult<Program> {
    let threads = usize::try_from(threads)
        .ok()
        .and_then(NonZeroUsize::new)
        .ok_or_else(|| PyValueError::new_err(format!("threads is {threads}; expected a number from 1")))?;
    let deadline = deadline.map(seconds).transpose()?;
    let splits = Split::OF_ONE_UNIT.map(|mode| (mode.name(), mode));
    let split = split.map(|split| word("split", split, &splits)).transpose()?;
    let spec_constants =
        spec_constants.map(|constants| word("spec_constants", constants, &SpecConstants::AT_RUN_TIME)).transpose()?;
    let request = || -> Result<Request, BadRequest> {
        let mut request = Request::new(Language::parse(language)?, name, source);
        request.headers = headers.into_iter().map(|(name, text)| Header { name, text }).collect();
        request.options = options;
        request.names = names;
        request.split = split;
        request.spec_constants = spec_constants;
        request.targets = targets.iter().map(|target| Target::parse(target)).collect::<Result<_, _>>()?;
        request.spirv_extensions = spirv_extensions;
        request.keeps_bitcode = keep_bitcode;
        request.deadline = deadline;
        Ok(request)
    };
    let compiled = match request() {
        Ok(request) => py.detach(|| COMPILER.clone().with_threads(threads).compile(&request)),
        Err(error) => Err(error.into()),
    };
    compiled.map(Program::new).map_err(|error| exception(py, &error))
}

fn seconds(deadline: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(deadline).map_err(|_| {
        PyValueError::new_err(format!("deadline is {deadline}; expected a number of seconds that is not negative"))
    })
}

/// The value with this name.
fn word<T: Copy>(argument: &str, given: &str, all: &[(&str, T)]) -> PyResult<T> {
    all.iter().find(|(name, _)| *name == given).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(name, _)| format!("'{name}'")).collect();
        PyValueError::new_err(format!("{argument} is '{given}'; expected one of {}", names.join(", ")))
    })
}

fn exception(py: Python<'_>, error: &RtcError) -> PyErr {
    let log = if let RtcError::Frontend { log, .. } = error { log.trim_end() } else { "" };
    let text = error.to_string();
    let exception = CompileError::new_err(if log.is_empty() { text } else { format!("{text}\n{log}") });
    let diagnostics: Vec<Diagnostic> = error.described().into_iter().map(Diagnostic::new).collect();
    let value = exception.value(py);
    let set = || -> PyResult<()> {
        value.setattr("diagnostics", PyTuple::new(py, diagnostics)?)?;
        value.setattr("log", error.log())?;
        value.setattr("kind", kind(error))
    };
    match set() {
        Ok(()) => exception,
        Err(other) => other,
    }
}

fn kind(error: &RtcError) -> &'static str {
    match error {
        RtcError::Usage(_) => "usage",
        RtcError::Frontend { .. } => "frontend",
        RtcError::NoKernel { .. } => "no-kernel",
        RtcError::Undefined { .. } => "undefined",
        RtcError::Backend { .. } => "backend",
        RtcError::Bitcode { .. } => "bitcode",
        RtcError::TimedOut { .. } => "timed-out",
        RtcError::NoCompiler(_) => "no-compiler",
        RtcError::Poisoned { .. } => "poisoned",
        RtcError::Forked => "forked",
        RtcError::Thread { .. } | RtcError::Process { .. } => "system",
        RtcError::Crashed { .. } => "crashed",
        _ => "internal",
    }
}

/// The name of a symbol as the source has it.
#[pyfunction]
fn demangle(name: &str) -> String {
    sycl_propset::demangle::demangle(name)
}

/// The native part of sycl_rtc.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("CompileError", module.py().get_type::<CompileError>())?;
    module.add_class::<Program>()?;
    module.add_class::<Image>()?;
    module.add_class::<Diagnostic>()?;
    module.add_function(wrap_pyfunction!(demangle, module)?)?;
    module.add_function(wrap_pyfunction!(compile, module)?)
}
