//! The programs of a build: where they are, and their versions.
//!
//! LLVM's are those of version 22, which the plugin is made for, and are looked for in `PATH` without and with `-22`,
//! then where Debian and Homebrew have them. Others are looked for in `PATH`. What a program is, for the cache, is the
//! content of its file and what it answers to `--version`; programs whose contents are known are not run for that.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use sycl_store::Key;

use super::cache::{Cache, Hash, Identity};
use super::environment::Environment;
use crate::error::Error;
use crate::jobs;

/// The version of LLVM.
pub const LLVM_MAJOR: &str = "22";
/// Where Debian's packages have it, and Homebrew on both kinds of processors of macOS.
const PACKAGES: &[&str] = if cfg!(target_vendor = "apple") {
    &[
        "/opt/homebrew/opt/llvm@22/bin",
        "/opt/homebrew/opt/llvm/bin",
        "/usr/local/opt/llvm@22/bin",
        "/usr/local/opt/llvm/bin",
    ]
} else if cfg!(windows) {
    &["C:\\Program Files\\LLVM\\bin"]
} else {
    &["/usr/lib/llvm-22/bin"]
};

/// LLVM's programs that a build may call, and what else.
const PROGRAMS: [(&str, &str); 9] = [
    ("llvm-link", "install the package llvm-22"),
    ("opt", "install the package llvm-22"),
    ("llc", "install the package llvm-22"),
    ("ld.lld", "install the package lld-22"),
    ("spirv-val", "install the package spirv-tools, or leave validation out with --validate never"),
    ("ocloc", "install the package intel-opencl-icd, or Intel's intel-ocloc"),
    ("opencl-aot", "install Intel's oneAPI compiler, which has it"),
    ("ptxas", "install NVIDIA's CUDA toolkit, or leave it out with --cuda-image ptx"),
    (PACKAGER, ""),
];

/// The name of this program.
pub const PACKAGER: &str = "sycl-packager";

/// The names of all programs that a build may call.
pub fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|(name, _)| *name)
}

fn is_llvm(name: &str) -> bool {
    matches!(name, "llvm-link" | "opt" | "llc" | "ld.lld")
}

/// Where to look.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The value of `PATH`.
    pub path: OsString,
    /// The only directory for LLVM's programs, if the user names one.
    pub llvm_directory: Option<PathBuf>,
    /// Programs that the user names.
    pub given: BTreeMap<String, PathBuf>,
    /// This program.
    pub packager: PathBuf,
    /// The environment of programs.
    pub environment: Environment,
}

/// A program that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// What it is called in a plan.
    pub name: &'static str,
    /// Its file.
    pub path: PathBuf,
    /// BLAKE3 of its file.
    pub hash: Hash,
    /// What it says of its version; empty if nothing.
    pub version: String,
    /// By what a change of the file is seen.
    pub identity: Identity,
}

/// What a search compares.
trait Versioned {
    /// What the program says of its version.
    fn version(&self) -> &str;
}

impl Versioned for Tool {
    fn version(&self) -> &str {
        &self.version
    }
}

struct Located {
    path: PathBuf,
    version: String,
}

impl Versioned for Located {
    fn version(&self) -> &str {
        &self.version
    }
}

/// A program that was not found, and where it was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub name: &'static str,
    /// Each place with what is wrong there.
    pub looked_for: Vec<String>,
    /// What to do.
    pub hint: &'static str,
}

/// The programs of a build by name, and what they run in.
#[derive(Debug)]
pub struct Tools {
    found: BTreeMap<&'static str, Tool>,
    /// The environment.
    pub environment: Environment,
}

impl Search {
    /// Looks for a program.
    ///
    /// # Errors
    /// [`Error`] if one exists but cannot be read. A missing one is the inner error.
    pub fn find(&self, name: &'static str, cache: &Cache) -> Result<Result<Tool, Missing>, Error> {
        self.look_for(name, |path| {
            let (program, identity) = cache.program(path, || self.version(path, name))?;
            Ok(Tool { name, path: path.to_owned(), hash: program.hash, version: program.version, identity })
        })
    }

    /// Looks for a program that is run only once, so that nothing has to be known of its content.
    ///
    /// # Errors
    /// It is missing.
    pub fn locate(&self, name: &'static str) -> Result<PathBuf, Missing> {
        let found = self.look_for(name, |path| {
            let version = if is_llvm(name) { self.version(path, name) } else { None };
            Ok::<_, Infallible>(Located { path: path.to_owned(), version: version.unwrap_or_default() })
        });
        let Ok(found) = found;
        found.map(|located| located.path)
    }

    /// The first candidate of the right version; `examine` finds out what one is.
    fn look_for<T: Versioned, E>(
        &self,
        name: &'static str,
        examine: impl Fn(&Path) -> Result<T, E>,
    ) -> Result<Result<T, Missing>, E> {
        let mut looked_for = Vec::new();
        for (path, label) in self.candidates(name) {
            if !is_executable(&path) {
                looked_for.push(format!("{label}: not there"));
                continue;
            }
            let tool = examine(&path)?;
            if is_llvm(name) && major(tool.version()) != Some(LLVM_MAJOR) {
                let version = if tool.version().is_empty() { "no version" } else { tool.version() };
                looked_for.push(format!("{label}: found {version}; expected version {LLVM_MAJOR}"));
                continue;
            }
            return Ok(Ok(tool));
        }
        let hint = PROGRAMS.iter().find(|(known, _)| *known == name).map_or("", |(_, hint)| hint);
        Ok(Err(Missing { name, looked_for, hint }))
    }

    /// Files that may be the program, best first, with how to call each in a message.
    fn candidates(&self, name: &'static str) -> Vec<(PathBuf, String)> {
        let at = |path: PathBuf| {
            let label = path.display().to_string();
            (path, label)
        };
        if let Some(path) = self.given.get(name) {
            return vec![at(path.clone())];
        }
        if name == PACKAGER {
            return vec![at(self.packager.clone())];
        }
        if !is_llvm(name) {
            return vec![self.in_path(name)];
        }
        if let Some(directory) = &self.llvm_directory {
            return vec![at(directory.join(file_name(name)))];
        }
        let in_path = [name, &format!("{name}-{LLVM_MAJOR}")].map(|name| self.in_path(name));
        let packages = PACKAGES.iter().map(|directory| at(Path::new(directory).join(file_name(name))));
        in_path.into_iter().chain(packages).collect()
    }

    fn in_path(&self, name: &str) -> (PathBuf, String) {
        let file = file_name(name);
        let found =
            std::env::split_paths(&self.path).map(|directory| directory.join(&file)).find(|path| is_executable(path));
        match found {
            Some(path) => {
                // Steps run elsewhere.
                let path = std::path::absolute(&path).unwrap_or(path);
                let label = path.display().to_string();
                (path, label)
            }
            None => (PathBuf::new(), format!("`{file}` in PATH")),
        }
    }

    /// What a program says of its version; `None` if it cannot be run.
    fn version(&self, path: &Path, name: &str) -> Option<String> {
        // ocloc has no such option, and this program's version is in its file.
        if matches!(name, "ocloc" | PACKAGER) {
            return Some(String::new());
        }
        let mut command = Command::new(path);
        self.environment.apply(&mut command);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let answer = jobs::start(|| command.spawn()).and_then(Child::wait_with_output).ok()?;
        let text = String::from_utf8_lossy(&answer.stdout).into_owned();
        Some(text.lines().find(|line| number(line).is_some()).unwrap_or_default().trim().to_owned())
    }
}

/// The file of a program on this host.
fn file_name(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

fn is_executable(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    metadata.is_file()
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
        let identity = Identity::of(file.path()).unwrap();
        Self { name, path: file.path().to_owned(), hash: identity.hash, version: String::new(), identity }
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

    /// What results depend on of a program, and of its environment.
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

    #[cfg(unix)]
    #[test]
    fn each_place_says_what_is_wrong() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(&directory.path().join("cache"), 1000).unwrap();
        let tool = directory.path().join("opt");
        std::fs::write(&tool, "#!/bin/sh\necho 'LLVM version 19.1.7'\n").unwrap();
        std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
        let search = Search { llvm_directory: Some(directory.path().to_owned()), ..Search::default() };
        let missing = search.find("opt", &cache).unwrap().unwrap_err();
        assert_eq!(missing.looked_for, [format!("{}: found LLVM version 19.1.7; expected version 22", tool.display())]);
        std::fs::write(&tool, "#!/bin/sh\necho 'LLVM version 22.1.10'\n").unwrap();
        assert_eq!(search.find("opt", &cache).unwrap().unwrap().version, "LLVM version 22.1.10");
        assert_eq!(search.locate("opt").unwrap(), tool);
        assert!(search.locate("llc").unwrap_err().looked_for[0].ends_with("/llc: not there"));
        let missing = search.find("ocloc", &cache).unwrap().unwrap_err();
        assert_eq!(missing.looked_for, ["`ocloc` in PATH: not there"]);
    }
}
