//! The programs of a build: where they are, and their versions.
//!
//! LLVM's are those of version 22, which the plugin is made for, and are looked for in `PATH` without and with `-22`,
//! then where Debian and Homebrew have them. Others are looked for in `PATH`. What a program is, for the cache, is the
//! content of its file and what it answers to `--version`; programs whose contents are known are not run for that.

mod answer;
mod search;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use sycl_store::Key;

use super::cache::{Hash, Identity};
use super::environment::Environment;

pub use super::names::PACKAGER;
pub use search::{Origin, Search};

/// The version of LLVM.
pub const LLVM_MAJOR: &str = "22";

/// LLVM's programs that a build may call, and what else.
const PROGRAMS: [(&str, &str); 9] = [
    ("llvm-link", "install the package llvm-22"),
    ("opt", "install the package llvm-22"),
    ("llc", "install the package llvm-22"),
    ("ld.lld", "install the package lld-22"),
    ("spirv-val", "install the package spirv-tools, or leave validation out with --validate never"),
    ("ocloc", "install the package intel-opencl-icd, or Intel's intel-ocloc"),
    ("opencl-aot", "install Intel's oneAPI compiler, which has it"),
    ("ptxas", "install the package nvidia-cuda-toolkit or NVIDIA's own, or leave it out with --cuda-image ptx"),
    (PACKAGER, ""),
];

/// The compiler that makes device code for builds, which do not call it, and where it is from.
pub const FRONT_END: &str = "clang";
const FRONT_END_HINT: &str = "install the package clang-22; only `clang -fsycl` needs it";

/// The names of all programs that a build may call.
pub fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|(name, _)| *name)
}

fn is_llvm(name: &str) -> bool {
    matches!(name, "llvm-link" | "opt" | "llc" | "ld.lld" | FRONT_END)
}

/// Advice for a missing program.
fn hint(name: &str) -> &'static str {
    if name == FRONT_END {
        return FRONT_END_HINT;
    }
    PROGRAMS.iter().find(|(known, _)| *known == name).map_or("", |(_, hint)| hint)
}

/// A program that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// Name in a plan.
    pub name: &'static str,
    /// Its file.
    pub path: PathBuf,
    /// Reason for the choice of this file.
    pub origin: Origin,
    /// BLAKE3 of its file.
    pub hash: Hash,
    /// Version that it prints; empty if there is none.
    pub version: String,
    /// By what a change of the file is seen.
    pub identity: Identity,
}

/// A place without the program: nothing is there, or another version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    /// The file, or how it was looked for.
    pub place: String,
    /// Version that the file there prints; `None` if there is none.
    pub version: Option<String>,
}

impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, version } = self;
        match version.as_deref() {
            None => write!(f, "{place}: not there"),
            Some(said) if said.starts_with("found ") || said.starts_with("cannot ") => {
                write!(f, "{place}: {said}; expected version {LLVM_MAJOR}")
            }
            Some(version) => {
                let version = if version.is_empty() { "no version" } else { version };
                write!(f, "{place}: found {version}; expected version {LLVM_MAJOR}")
            }
        }
    }
}

/// Result of the search for a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// The program.
    pub found: Result<Tool, Missing>,
    /// Files before it that have its name and another version.
    pub passed_over: Vec<PassedOver>,
}

/// A program that was not found, and where it was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub name: &'static str,
    /// Each place with what is wrong there.
    pub looked_for: Vec<PassedOver>,
    /// Whether the user names its file, so that it is looked for nowhere else.
    pub is_named: bool,
    /// Advice.
    pub hint: &'static str,
}

/// The programs of a build by name, and what they run in.
#[derive(Debug, Clone)]
pub struct Tools {
    found: BTreeMap<&'static str, Tool>,
    /// The environment.
    pub environment: Environment,
}

/// The first number with a dot in a text.
fn number(text: &str) -> Option<&str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == 'v');
    words.filter(|word| word.contains('.')).find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// The number in what a program says of its version.
#[must_use]
pub fn version_number(version: &str) -> Option<&str> {
    number(version)
}

fn major(version: &str) -> Option<&str> {
    number(version)?.split('.').next()
}

#[cfg(test)]
impl Tool {
    /// A program of a content.
    pub(super) fn of_content(name: &'static str, content: &[u8]) -> Self {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), content).unwrap();
        let identity = Identity::read(file.path()).unwrap();
        let path = file.path().to_owned();
        Self { name, path, origin: Origin::Path, hash: identity.hash, version: String::new(), identity }
    }
}

impl Tools {
    /// None yet.
    #[must_use]
    pub fn new(environment: Environment) -> Self {
        Self { found: BTreeMap::new(), environment }
    }

    /// Adds a program.
    pub fn insert(&mut self, tool: Tool) {
        self.found.insert(tool.name, tool);
    }

    /// The program of a name that a step has.
    ///
    /// # Panics
    /// If [`Request::resolve`](super::request::Request::resolve) did not find it.
    #[must_use]
    pub fn get(&self, name: &str) -> &Tool {
        self.find(name).expect("programs of all steps were found when the request was resolved")
    }

    /// The program of a name, if there is one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.found.get(name)
    }

    /// Adds all that results depend on of a program, and of its environment.
    pub(super) fn describe(&self, name: &str, key: &mut Key) {
        let tool = self.get(name);
        key.add(tool.name);
        key.add_hash(&tool.hash);
        key.add(&tool.version);
        self.environment.describe(key);
    }

    /// All, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.found.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_programs_say() {
        assert_eq!(major("Debian LLVM version 22.1.8"), Some("22"));
        assert_eq!(major("Debian LLD 22.1.8 (compatible with GNU linkers)"), Some("22"));
        assert_eq!(number("SPIRV-Tools v2023.1 unknown hash, 2023-01-20T10:17:12"), Some("2023.1"));
        assert_eq!(number("Cuda compilation tools, release 13.0, V13.0.88"), Some("13.0"));
        assert_eq!(major("no version"), None);
    }
}
