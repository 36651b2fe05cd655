//! `sycl-rtc`: run-time compilation from the command line.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | done |
//! | 1 | the source was refused, or a back end failed |
//! | 2 | wrong usage, no compiler library, a file that cannot be read or written |
//!
//! Unless the run succeeds, no output is there; an earlier one of its name stays.
#![forbid(unsafe_code)]

mod arguments;
mod compile;
mod messages;
mod report;

use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use arguments::Action;
use sycl_output::WriteError;
use sycl_packager::cli;
use sycl_rtc::{
    BadRequest, CompileError, Compiler, ImageFormat, Target,
    cache::{self, ExportError, Refused},
};

/// The name of this program.
const PROGRAM: &str = "sycl-rtc";

/// Reason why a run failed.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("{text}")]
    CommandLine { text: String },
    #[error("cannot read `{}`: {cause}", path.display())]
    Read { path: PathBuf, cause: io::Error },
    #[error("`{}` has more than {most} MiB; expected a source or a header of at most that", path.display())]
    TooLong { path: PathBuf, most: u64 },
    #[error("source `{name}` has an unknown ending; expected .cpp, .cl, .clcpp, .bc or .ll, or --language")]
    Ending { name: String },
    #[error(
        "format {wanted} for target `{target}`; expected {}, image, bitcode, syclbin or offload-binary",
        target.format()
    )]
    Format { wanted: ImageFormat, target: Target },
    #[error("option `{}` is not UTF-8; expected text", option.display())]
    NotText { option: OsString },
    #[error(
        "output `{}` is one file; expected a directory for {outputs} outputs, made if its name ends in `/`",
        path.display()
    )]
    OneFile { path: PathBuf, outputs: usize },
    #[error("no directory for a cache; expected --cache, or SYCL_RTC_CACHE_DIR, XDG_CACHE_HOME or HOME")]
    NoCache,
    #[error("option `--cache-headers` without a cache; expected --cache, or SYCL_RTC_CACHE=1 in the environment")]
    NoCacheOfHeaders,
    #[error("found `{}` without `export`; expected a directory to write to with that only", to.display())]
    NotExported { to: PathBuf },
    #[error(transparent)]
    Cache(#[from] Refused),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error(transparent)]
    Request(#[from] BadRequest),
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error("manual pages in `{}`: {cause}", directory.display())]
    Manual { directory: PathBuf, cause: Box<sycl_images::Error> },
    #[error("format {format}: {cause}")]
    Container { format: &'static str, cause: sycl_images::Error },
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("cannot write to standard output: {cause}")]
    Print { cause: io::Error },
}

impl Error {
    fn code(&self) -> u8 {
        match self {
            Self::Compile(CompileError::Usage(_) | CompileError::NoCompiler(_)) => 2,
            Self::Compile(_) | Self::Container { .. } => 1,
            _ => 2,
        }
    }
}

/// Variable that says what is logged on standard error: `debug` for decisions of compilations.
const LOG: &str = "SYCL_RTC_LOG";

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::new().filter_or(LOG, "off")).init();
    match run() {
        Ok(code) => code,
        Err(error) => {
            messages::complain(&error.to_string());
            if let Error::Compile(CompileError::NoCompiler(_)) = error {
                messages::hint("scripts/build --rtc builds it; --compiler FILE names another one");
            }
            ExitCode::from(error.code())
        }
    }
}

fn run() -> Result<ExitCode, Error> {
    match arguments::parse(std::env::args_os())? {
        Action::Stop(error) => {
            // Help is an answer; without a reader it is lost.
            let _ = error.print();
            Ok(ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)))
        }
        Action::Version(settings) => {
            let llvm = Compiler::new(settings).llvm_version()?;
            print(&format!("sycl-rtc {} (LLVM {llvm})\n", env!("CARGO_PKG_VERSION")))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::ShowCache(directory) => {
            let usage = cache::usage(&directory)?;
            print(&format!("{}   {}\n", directory.display(), report::usage(usage)))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::ClearCache(directory) => {
            let usage = cache::clear(&directory)?;
            print(&format!("{}   removed {}\n", directory.display(), report::usage(usage)))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::ExportCache(directory, to) => {
            let usage = cache::export(&directory, &to)?;
            print(&format!("{}   wrote {}\n", to.display(), report::usage(usage)))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Completion(shell) => {
            let text = cli::completions(arguments::command(), PROGRAM, shell);
            print(&String::from_utf8_lossy(&text))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Manual(directory) => {
            let pages = cli::write_pages(&arguments::command(), PROGRAM, &directory);
            for page in pages.map_err(|cause| Error::Manual { directory, cause: Box::new(cause) })? {
                print(&format!("{}\n", page.display()))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Action::Compile(task) => compile::run(&task).map(|()| ExitCode::SUCCESS),
    }
}

/// Writes to standard output, whose reader may leave early.
fn print(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => Err(Error::Print { cause }),
        _ => Ok(()),
    }
}
