//! From a finished module to what a device loads, with LLVM's programs and NVIDIA's.
//!
//! | target | programs |
//! |---|---|
//! | SPIR-V | `llc` |
//! | NVPTX | `llc`, then `ptxas` for machine code |
//! | AMDGPU | `llc`, then `ld.lld` for what is loaded |
//! | host | `llc`, then `ld.lld` for a shared library |
//!
//! Programs run in a temporary directory with names that do not depend on it, so results do not either. PTX gets the
//! lowest version that every `ptxas` and driver that knows the processor takes (`TargetSpec::llc_options`).

use std::{
    fs,
    path::{Path, PathBuf},
    process::{self, Stdio},
};

use sycl_builder::{
    action::File,
    cache::WorkDirectory,
    command::{Code, Command, Emit, Link},
    tools::{Missing, Search},
};
use sycl_propset::{
    needed, spirv,
    triple::{BackEndTarget, Family, Triple},
};

use crate::{
    error::{Error, Failed},
    form::Form,
};

/// Lines of a program's own words that are shown.
const MOST_LINES: usize = 12;

/// A finished module, for messages.
pub(crate) struct Subject<'a> {
    /// The target as the user wrote it.
    pub(crate) name: &'a str,
    pub(crate) target: &'a BackEndTarget,
    /// Its triple.
    pub(crate) triple: &'a str,
    /// Names of its kernels.
    pub(crate) kernels: &'a [String],
    /// Features that its code needs and its target lacks, as `-mattr` takes them.
    pub(crate) features: Option<&'a str>,
}

/// Paths of programs.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    pub(crate) search: Search,
    /// The level of `llc`.
    pub(crate) level: Option<char>,
    /// Further options for `llc`.
    pub(crate) llc_options: Vec<String>,
}

/// The error for a temporary directory that there cannot be.
fn unwritable(error: sycl_images::Error) -> Error {
    match error {
        sycl_images::Error::Write { source, .. } => Error::Work { cause: source },
        cause => Error::File { cause },
    }
}

/// A file of the run, in its directory.
struct Step<'a> {
    subject: &'a Subject<'a>,
    programs: &'a Programs,
    directory: &'a Path,
}

/// The names of files on the way.
const MODULE: &str = "module.bc";
const MATHEMATICS: &str = "libm.so";

impl Programs {
    /// Makes a form of a module's bitcode, and gives what programs said although all ended well.
    pub(crate) fn make(&self, subject: &Subject<'_>, bitcode: &[u8], form: Form) -> Result<(Vec<u8>, String), Error> {
        let directory = WorkDirectory::temporary().map_err(|error| unwritable(error.into()))?;
        let step = Step { subject, programs: self, directory: directory.path() };
        fs::write(directory.path().join(MODULE), bitcode).map_err(|cause| Error::Work { cause })?;
        let result = format!("module.{}", form.ending());
        let mut said = String::new();
        match form {
            Form::Bitcode | Form::Text => return Ok((bitcode.to_vec(), said)),
            Form::Ptx | Form::Object | Form::Spirv => said.push_str(&step.llc(&result)?),
            Form::Cubin => {
                said.push_str(&step.llc("module.ptx")?);
                said.push_str(&step.ptxas("module.ptx", &result)?);
            }
            Form::CodeObject | Form::Library => {
                said.push_str(&step.llc("module.o")?);
                let library = Some(subject.triple).filter(|_| form == Form::Library).and_then(needed::mathematics);
                if let Some(library) = &library {
                    fs::write(directory.path().join(MATHEMATICS), library).map_err(|cause| Error::Work { cause })?;
                }
                let link = Link {
                    options: vec!["-shared".to_owned()],
                    object: File::Work("module.o".to_owned()),
                    library: library.map(|_| File::Work(MATHEMATICS.to_owned())),
                    output: result.clone(),
                };
                said.push_str(&step.run("ld.lld", &Command::Link(link).words())?);
            }
        }
        let content = fs::read(directory.path().join(result)).map_err(|cause| Error::Work { cause })?;
        Ok((content, said))
    }
}

impl Step<'_> {
    fn llc(&self, to: &str) -> Result<String, Error> {
        let level = self.programs.level.unwrap_or('2').to_string();
        let mut options = Vec::new();
        let code = match self.subject.target {
            BackEndTarget::Host { processor } => Code::Host { processor: processor.clone(), level },
            BackEndTarget::Device(device) => {
                options.extend(device.llc_options());
                options.extend(self.subject.features.map(|features| format!("-mattr={features}")));
                match device.family {
                    Family::Nvptx => Code::Nvptx { level },
                    Family::Amdgpu => Code::Amdgpu { level },
                    Family::Spirv | Family::Host => Code::Spirv {
                        triple: self.subject.triple.to_owned(),
                        extensions: spirv::option_of_llc(&spirv::EXTENSIONS),
                    },
                }
            }
        };
        let (user_options, input) = (self.programs.llc_options.clone(), File::Work(MODULE.to_owned()));
        let emit = Emit { code, options, user_options, input, output: to.to_owned() };
        self.run("llc", &Command::Emit(emit).words())
    }

    fn ptxas(&self, from: &str, to: &str) -> Result<String, Error> {
        let processor = self.subject.target.processor().unwrap_or_default();
        let mut arguments = vec![format!("-arch={processor}")];
        let text = fs::read(self.directory.join(from)).map_err(|cause| Error::Work { cause })?;
        if has_debug_info(&text) {
            // Without it, ptxas refuses what stands in the file about debug info.
            arguments.push("-g".to_owned());
        }
        arguments.extend([from, "-o", to].map(str::to_owned));
        self.run("ptxas", &arguments)
    }

    /// Runs a program, and gives what it said although it ended well.
    fn run(&self, name: &'static str, arguments: &[impl AsRef<str>]) -> Result<String, Error> {
        let program = self.programs.search.locate(name).map_err(Error::Missing)?;
        let mut command = process::Command::new(&program);
        self.programs.search.environment.apply(&mut command);
        command.args(arguments.iter().map(AsRef::as_ref)).current_dir(self.directory).stdin(Stdio::null());
        let ended = command.output().map_err(|cause| Error::CannotRun { program, cause })?;
        let words = [&*ended.stderr, &*ended.stdout].map(String::from_utf8_lossy).concat();
        if ended.status.success() {
            return Ok(words);
        }
        Err(Error::BackEnd(Failed {
            target: self.subject.name.to_owned(),
            program: name,
            ended: how(ended.status),
            kernels: concerned(&words, self.subject.kernels),
            words: essence(&words),
        }))
    }
}

/// Whether PTX has debug info for more than lines: its target says so.
fn has_debug_info(ptx: &[u8]) -> bool {
    let mut lines = ptx.split(|byte| *byte == b'\n');
    lines.find(|line| line.starts_with(b".target ")).is_some_and(|line| line.ends_with(b", debug"))
}

fn how(status: process::ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "no exit code".to_owned(),
    }
}

/// The kernels that a program's words name, or all.
fn concerned(words: &str, kernels: &[String]) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
    let named: Vec<&str> = words.split(|c: char| !is_part(c)).map(|word| word.trim_end_matches('.')).collect();
    let named: Vec<String> = kernels.iter().filter(|kernel| named.contains(&kernel.as_str())).cloned().collect();
    if named.is_empty() { kernels.to_vec() } else { named }
}

/// The lines of a program's words that say something: without the stack, and what LLVM asks users to do.
fn essence(words: &str) -> String {
    let noise = ["PLEASE submit", "Stack dump:", "Program arguments", "Stack dump without"];
    let is_frame = |line: &str| {
        let rest = line.trim_start_matches(['#', ' ']);
        line.trim_start().starts_with('#') && rest.starts_with(|c: char| c.is_ascii_digit()) && line.contains("0x")
    };
    let lines = words.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let lines: Vec<&str> =
        lines.filter(|line| !noise.iter().any(|text| line.contains(text)) && !is_frame(line)).collect();
    let mut text = lines[..lines.len().min(MOST_LINES)].join("\n");
    if lines.len() > MOST_LINES {
        text.push_str(&format!("\n({} more lines)", lines.len() - MOST_LINES));
    }
    text
}

/// Message about a program, with the places where it was looked for.
pub(crate) fn missing(program: &Missing) -> String {
    let looked_for: Vec<String> = program.looked_for.iter().map(ToString::to_string).collect();
    format!("cannot find `{}`; looked for:\n  {}", program.name, looked_for.join("\n  "))
}

/// A path for programs, which run in another directory.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The triple whose bitcode is preferred where a container has several.
pub(crate) fn triple(target: &BackEndTarget) -> Option<Triple> {
    match target {
        BackEndTarget::Device(device) => Some(device.triple),
        BackEndTarget::Host { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_what_says_something() {
        let crash = "LLVM ERROR: Cannot select: t3\nIn function: _ZTS1K\nPLEASE submit a bug report to x\n\
                     Stack dump:\n0.\tProgram arguments: llc x\n1.\tRunning pass 'S' on function '@_ZTS1K'\n \
                     #0 0x00007f llvm::sys (libLLVM.so+0x1)\n#1 0x1 x\n";
        let said = "LLVM ERROR: Cannot select: t3\nIn function: _ZTS1K\n1.\tRunning pass 'S' on function '@_ZTS1K'";
        assert_eq!(essence(crash), said);
        let kernels = ["_ZTS1K", "_ZTS1", "_ZTS2L"].map(str::to_owned);
        assert_eq!(concerned(crash, &kernels), ["_ZTS1K"]);
        assert_eq!(concerned("nothing", &kernels), kernels);
        let long = "line\n".repeat(20);
        assert!(essence(&long).ends_with("line\n(8 more lines)"));
    }

    #[test]
    fn debug_info_shows_in_the_target() {
        assert!(has_debug_info(b".version 7.8\n.target sm_90, debug\n"));
        assert!(!has_debug_info(b".version 7.8\n.target sm_90\n// .target sm_90, debug\n"));
    }
}
