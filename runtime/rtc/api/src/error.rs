//! Reasons why there is no program.

use std::{fmt, path::PathBuf, time::Duration};

use sycl_propset::triple::expected_processor;

use crate::{diagnostic::Diagnostic, options::OptionError, request::Language, target::Target};

/// Reasons why a compilation failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The request is not one that can be compiled.
    #[error(transparent)]
    Usage(#[from] BadRequest),
    /// Errors in the source.
    #[error("{}", first_error(diagnostics))]
    Frontend {
        /// All diagnostics.
        diagnostics: Vec<Diagnostic>,
        /// They as clang prints them.
        log: String,
    },
    /// A source without kernels.
    #[error("no kernel in `{file}`; expected {}", language.kernel())]
    NoKernel {
        /// The source.
        file: String,
        /// Its language.
        language: Language,
    },
    /// Device code that calls or reads what it does not define.
    #[error("{}", undefined(symbol, kernel.as_deref(), *target))]
    Undefined {
        /// The missing symbol, demangled.
        symbol: String,
        /// A kernel that needs it, if one is known to.
        kernel: Option<String>,
        /// The target.
        target: Target,
    },
    /// A back end that does not take the module.
    #[error("{}", back_end(words, kernel.as_deref(), *target))]
    Backend {
        /// Its words.
        words: String,
        /// The kernel, if it is known.
        kernel: Option<String>,
        /// The target.
        target: Target,
        /// All diagnostics.
        diagnostics: Vec<Diagnostic>,
    },
    /// Bitcode that cannot be compiled.
    #[error("`{file}`: found {found}; expected {expected}")]
    Bitcode {
        /// The source.
        file: String,
        /// The given value, or LLVM's words about it.
        found: String,
        /// Expectation.
        expected: &'static str,
    },
    /// The deadline of the request has passed.
    #[error("the deadline of {} ms has passed; expected the compilation to end before it", limit.as_millis())]
    TimedOut {
        /// The deadline.
        limit: Duration,
    },
    /// The compiler cannot be loaded.
    #[error(transparent)]
    NoCompiler(#[from] NoCompiler),
    /// Too many fatal errors in this process, each of which leaks memory.
    #[error("{limit} fatal errors of the compiler in this process; expected fewer, or a new process")]
    Poisoned {
        /// The limit of the settings.
        limit: u64,
    },
    /// The process was forked while another thread of its parent compiled.
    #[error("the process was forked while its parent compiled; expected a compilation in the parent, or after exec")]
    Forked,
    /// No thread could be started.
    #[error("no thread for the compilation: {cause}")]
    Thread {
        /// Error of the system.
        cause: String,
    },
    /// No child process could be started for an isolated compilation.
    #[error("no process for the compilation: {cause}")]
    Process {
        /// Error of the system.
        cause: String,
    },
    /// The compiler crashed in the child process of an isolated compilation.
    #[error("the compiler crashed{}; expected an image or an error", by_signal(*signal))]
    Crashed {
        /// The signal that ended it, where that is known.
        signal: Option<i32>,
    },
    /// A fault of the compiler.
    #[error("internal error: {what}")]
    Internal {
        /// The event.
        what: String,
    },
}

impl CompileError {
    /// Whether the same request would fail in the same way again, whatever the machine does.
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Self::NoKernel { .. } | Self::Undefined { .. } => true,
            Self::Frontend { diagnostics, .. } | Self::Backend { diagnostics, .. } => {
                !diagnostics.iter().any(|diagnostic| is_of_memory(&diagnostic.text))
            }
            Self::Bitcode { found, .. } => !is_of_memory(found),
            _ => false,
        }
    }

    /// Messages of the compiler about the program, if there are any.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Frontend { diagnostics, .. } | Self::Backend { diagnostics, .. } => diagnostics,
            _ => &[],
        }
    }

    /// The diagnostics; for an error without any, one that has its text.
    #[must_use]
    pub fn described(&self) -> Vec<Diagnostic> {
        let diagnostics = self.diagnostics();
        if diagnostics.iter().any(Diagnostic::is_error) { diagnostics.to_vec() } else { vec![self.own_diagnostic()] }
    }

    /// Text that clang prints of errors in a source; of other errors, the warnings before them and their text.
    #[must_use]
    pub fn log(&self) -> String {
        match self {
            Self::Frontend { log, .. } if !log.is_empty() => log.clone(),
            _ => {
                let warnings = self.diagnostics().iter().filter(|diagnostic| !diagnostic.is_error());
                let rendered = warnings.flat_map(Diagnostic::with_notes).map(|diagnostic| diagnostic.rendered.as_str());
                rendered.chain([self.own_diagnostic().rendered.as_str()]).collect()
            }
        }
    }

    fn own_diagnostic(&self) -> Diagnostic {
        Diagnostic::error(&self.to_string())
    }
}

/// Whether LLVM says that there is not enough memory.
fn is_of_memory(text: &str) -> bool {
    text.contains("llocation failed") || text.contains("out of memory")
}

fn first_error(diagnostics: &[Diagnostic]) -> String {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let Some(first) = errors.next() else { return "the front end failed".to_owned() };
    let more = match errors.count() {
        0 => String::new(),
        1 => " (and 1 more error)".to_owned(),
        number => format!(" (and {number} more errors)"),
    };
    match &first.place {
        Some(place) => format!("{}:{}:{}: {}{more}", place.file, place.line, place.column, first.text),
        None => format!("{}{more}", first.text),
    }
}

fn by_signal(signal: Option<i32>) -> String {
    signal.map(|number| format!(" with signal {number}")).unwrap_or_default()
}

fn undefined(symbol: &str, kernel: Option<&str>, target: Target) -> String {
    let needed = kernel.map(|kernel| format!(", which kernel `{kernel}` needs,")).unwrap_or_default();
    format!("`{symbol}`{needed} is not defined for {target}; expected a definition in the source or the device library")
}

fn back_end(words: &str, kernel: Option<&str>, target: Target) -> String {
    let place = kernel.map(|kernel| format!("kernel `{kernel}`: ")).unwrap_or_default();
    format!("{target}: {place}{words}")
}

/// Reasons why a request cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum BadRequest {
    #[error("unknown language `{name}`; expected {}", list(&Language::ALL.map(Language::name)))]
    Language { name: String },
    #[error(
        "unknown target `{name}`; expected spirv64, nvptx64:sm_<number>, amdgcn:gfx<number>, host or host:<processor>"
    )]
    Target { name: String },
    #[error("target `{name}` has an unknown processor; expected {}", instead(name, known))]
    Processor { name: String, known: String },
    #[error("target `{name}` is given twice; expected each target once")]
    TwoTargets { name: String },
    #[error("source name `{}`; expected text on one line that does not begin with `-`", name.escape_debug())]
    SourceName { name: String },
    #[error("name expression `{name}` with the language {language}; expected it with sycl or bitcode")]
    NameOfOther { name: String, language: Language },
    #[error("name expression `{}`; expected a function, on one line, such as `ns::f<float, 3>`", name.escape_debug())]
    Name { name: String },
    #[error("name expression `{name}` is given twice; expected each once")]
    TwoNames { name: String },
    #[error("{what} with the language {language}; expected that with sycl or bitcode")]
    OnlySycl { what: &'static str, language: Language },
    #[error(
        "DPC++'s headers: `{}`: {found}; expected the include directory of DPC++ 2026, of libsycl 9",
        path.display()
    )]
    SyclHeaders { path: PathBuf, found: String },
    #[error("directory `{}`; expected a path", name.escape_debug())]
    Directory { name: String },
    #[error("header name `{}`; expected a path without `.` and `..`", name.escape_debug())]
    HeaderName { name: String },
    #[error("two files in memory have the name `{name}`; expected one")]
    TwoFiles { name: String },
    #[error("SPIR-V extension `{}`; expected a name such as SPV_KHR_expect_assume", name.escape_debug())]
    Extension { name: String },
    #[error("what is known of launches with the target `{target}`; expected a target that has machine code or PTX")]
    SpecializedSpirv { target: String },
    #[error("option `{option}` with bitcode; expected options with source text only")]
    OptionOfBitcode { option: String },
    #[error("header `{name}` with bitcode; expected headers with source text only")]
    HeaderOfBitcode { name: String },
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Reasons why the compiler library is not usable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCompiler {
    /// No library can be loaded.
    #[error("no compiler library; tried {}", Tried(tried))]
    NotFound {
        /// The files, and what the system says of each.
        tried: Vec<(PathBuf, String)>,
    },
    /// A library that is not the compiler library.
    #[error("`{}` is not a compiler library: {cause}", path.display())]
    NotOne {
        /// The library.
        path: PathBuf,
        /// The lack.
        cause: String,
    },
    /// The library of another build.
    #[error("compiler library `{}` is of build {found}; expected build {expected}", path.display())]
    OtherBuild {
        /// The library.
        path: PathBuf,
        /// Its build.
        found: String,
        /// Version of this library.
        expected: &'static str,
    },
}

struct Tried<'a>(&'a [(PathBuf, String)]);

impl fmt::Display for Tried<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (path, cause)) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}`{}` ({cause})", path.display())?;
        }
        Ok(())
    }
}

/// `a, b or c`.
pub(crate) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// Expectation in place of the processor of a target.
fn instead(target: &str, known: &str) -> String {
    let (architecture, processor) = target.split_once(':').unwrap_or((target, ""));
    expected_processor(architecture, processor, known.split(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Severity;

    #[test]
    fn the_log_has_warnings_and_the_error() {
        let warning = Diagnostic { severity: Severity::Warning, rendered: "w\n".to_owned(), ..Diagnostic::error("w") };
        let note = Diagnostic { severity: Severity::Note, rendered: "n\n".to_owned(), ..Diagnostic::error("n") };
        let warning = Diagnostic { notes: vec![note], ..warning };
        let words = "Cannot select: x".to_owned();
        let diagnostics = vec![warning, Diagnostic::error(&words)];
        let kernel = Some("k".to_owned());
        let error = CompileError::Backend { words, kernel, target: Target::Spirv64, diagnostics: diagnostics.clone() };
        assert_eq!(error.log(), "w\nn\nerror: spirv64: kernel `k`: Cannot select: x\n");
        assert_eq!(error.described(), diagnostics);
        let error = CompileError::Forked;
        assert_eq!(error.described(), [Diagnostic::error(&error.to_string())]);
        assert_eq!(error.log(), error.described()[0].rendered);
        let error = CompileError::Frontend { diagnostics: Vec::new(), log: String::new() };
        assert_eq!(error.log(), "error: the front end failed\n");
        let error = CompileError::Frontend { diagnostics, log: "clang's\n".to_owned() };
        assert_eq!(error.log(), "clang's\n");
    }
}
