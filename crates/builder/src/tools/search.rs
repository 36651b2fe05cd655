//! Search for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::super::cache::Cache;
use super::super::environment::Environment;
use super::answer::{self, NoVersion};
use super::{LLVM_MAJOR, Missing, PACKAGER, PassedOver, Sought, Tool, hint, is_llvm, major, number};
use sycl_images::error::Error;

/// Directories of Debian's packages, and of Homebrew on both kinds of processors of macOS.
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

/// Reasons for the choice of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The user names it: `--tool`.
    Named,
    /// The user names its directory: `--llvm-bin`.
    Directory,
    /// It is in a directory of `PATH`.
    Path,
    /// It is where packages have it.
    Package,
    /// It is the program that runs.
    This,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Named => "--tool",
            Self::Directory => "--llvm-bin",
            Self::Path => "PATH",
            Self::Package => "built-in place",
            Self::This => "this program",
        })
    }
}

/// The hint if the directory that the user names lacks LLVM's programs.
const OF_DIRECTORY: &str = "leave out --llvm-bin, or name a directory that has LLVM 22's programs";

/// The hint if the file that the user names is not such a program.
const OF_NAMED: &str = "name another file, or leave out the option that names this one";

/// A file that may be a program.
struct Candidate {
    path: PathBuf,
    /// Its name in a message.
    place: String,
    origin: Origin,
}

/// Places to search.
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

/// Property that a search compares.
trait Versioned {
    /// Version that the program prints.
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

impl Search {
    /// Looks for a program.
    ///
    /// # Errors
    /// [`Error`] if one exists but cannot be read. A missing one is the inner error.
    pub fn find(&self, name: &'static str, cache: &Cache) -> Result<Result<Tool, Missing>, Error> {
        Ok(self.seek(name, cache)?.found)
    }

    /// As [`Search::find`], and says what was passed over.
    ///
    /// # Errors
    /// [`Error`] if one exists but cannot be read.
    pub fn seek(&self, name: &'static str, cache: &Cache) -> Result<Sought, Error> {
        let (found, looked_for) = self.look_for(name, |path, origin| {
            let mut trouble = None;
            // What did not answer is asked again by the next build.
            let ask = || self.version(path, name).map_err(|why| trouble = Some(why)).ok();
            let (program, identity) = cache.program(path, ask)?;
            let (hash, version) = (program.hash, program.version);
            Ok::<_, Error>((Tool { name, path: path.to_owned(), origin, hash, version, identity }, trouble))
        })?;
        let passed_over = looked_for.iter().filter(|place| place.version.is_some()).cloned().collect();
        Ok(Sought { found: found.ok_or_else(|| self.missing(name, looked_for)), passed_over })
    }

    fn missing(&self, name: &'static str, looked_for: Vec<PassedOver>) -> Missing {
        let is_named = self.given.contains_key(name);
        let hint = match self.llvm_directory {
            _ if is_named => OF_NAMED,
            Some(_) if is_llvm(name) => OF_DIRECTORY,
            _ => hint(name),
        };
        Missing { name, looked_for, is_named, hint }
    }

    /// Looks for a program that is run only once, so that nothing has to be known of its content.
    ///
    /// # Errors
    /// It is missing.
    pub fn locate(&self, name: &'static str) -> Result<PathBuf, Missing> {
        let found = self.look_for(name, |path, _| {
            let version = if is_llvm(name) { self.version(path, name) } else { Ok(String::new()) };
            let (version, trouble) = version.map_or_else(|why| (String::new(), Some(why)), |version| (version, None));
            Ok::<_, Infallible>((Located { path: path.to_owned(), version }, trouble))
        });
        let Ok((found, looked_for)) = found;
        found.map(|located| located.path).ok_or_else(|| self.missing(name, looked_for))
    }

    /// The first candidate of the right version, and those before it; `examine` finds out what one is, and why it has
    /// no version.
    fn look_for<T: Versioned, E>(
        &self,
        name: &'static str,
        examine: impl Fn(&Path, Origin) -> Result<(T, Option<NoVersion>), E>,
    ) -> Result<(Option<T>, Vec<PassedOver>), E> {
        let mut looked_for = Vec::new();
        for Candidate { path, place, origin } in self.candidates(name) {
            if !is_executable(&path) {
                looked_for.push(PassedOver { place, version: None });
                continue;
            }
            let (tool, trouble) = examine(&path, origin)?;
            if let Some(trouble) = trouble.filter(|trouble| is_llvm(name) || *trouble == NoVersion::Silent) {
                looked_for.push(PassedOver { place, version: Some(trouble.to_string()) });
                continue;
            }
            if is_llvm(name) && major(tool.version()) != Some(LLVM_MAJOR) {
                looked_for.push(PassedOver { place, version: Some(tool.version().to_owned()) });
                continue;
            }
            return Ok((Some(tool), looked_for));
        }
        Ok((None, looked_for))
    }

    /// Files that may be the program, best first.
    fn candidates(&self, name: &'static str) -> Vec<Candidate> {
        let at = |origin: Origin, path: PathBuf| Candidate { place: path.display().to_string(), path, origin };
        if let Some(path) = self.given.get(name) {
            return vec![at(Origin::Named, path.clone())];
        }
        if name == PACKAGER {
            return vec![at(Origin::This, self.packager.clone())];
        }
        if !is_llvm(name) {
            return vec![self.in_path(name)];
        }
        if let Some(directory) = &self.llvm_directory {
            return vec![at(Origin::Directory, directory.join(file_name(name)))];
        }
        let in_path = [name, &format!("{name}-{LLVM_MAJOR}")].map(|name| self.in_path(name));
        let packages = PACKAGES.iter().map(|directory| at(Origin::Package, Path::new(directory).join(file_name(name))));
        in_path.into_iter().chain(packages).collect()
    }

    fn in_path(&self, name: &str) -> Candidate {
        let file = file_name(name);
        let found =
            std::env::split_paths(&self.path).map(|directory| directory.join(&file)).find(|path| is_executable(path));
        let (path, place) = match found {
            Some(path) => {
                // Steps run elsewhere.
                let path = std::path::absolute(&path).unwrap_or(path);
                let place = path.display().to_string();
                (path, place)
            }
            None => (PathBuf::new(), format!("`{file}` in PATH")),
        };
        Candidate { path, place, origin: Origin::Path }
    }

    /// The version of a program; empty if it is not LLVM's and prints none.
    fn version(&self, path: &Path, name: &str) -> Result<String, NoVersion> {
        // ocloc has no such option, and this program's version is in its file.
        if matches!(name, "ocloc" | PACKAGER) {
            return Ok(String::new());
        }
        let mut command = Command::new(path);
        self.environment.apply(&mut command);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Each target asks for its programs.
        static SILENT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
        let silent = || SILENT.lock().unwrap_or_else(PoisonError::into_inner);
        if silent().contains(path) {
            return Err(NoVersion::Silent);
        }
        let [text, errors] = answer::read(&mut command, answer::PATIENCE).inspect_err(|why| {
            if *why == NoVersion::Silent {
                silent().insert(path.to_owned());
            }
        })?;
        match text.lines().find(|line| number(line).is_some()) {
            Some(line) => Ok(line.trim().to_owned()),
            None if is_llvm(name) => Err(NoVersion::from_output(&errors, &text)),
            None => Ok(String::new()),
        }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

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
        let looked_for: Vec<String> = missing.looked_for.iter().map(ToString::to_string).collect();
        assert_eq!(looked_for, [format!("{}: found LLVM version 19.1.7; expected version 22", tool.display())]);
        std::fs::write(&tool, "#!/bin/sh\necho 'LLVM version 22.1.10'\n").unwrap();
        let found = search.find("opt", &cache).unwrap().unwrap();
        assert_eq!((found.version.as_str(), found.origin), ("LLVM version 22.1.10", Origin::Directory));
        assert_eq!(search.locate("opt").unwrap(), tool);
        std::fs::write(&tool, "#!/bin/sh\necho 'WORKERS is not set' >&2\nexit 1\n").unwrap();
        let missing = search.find("opt", &cache).unwrap().unwrap_err();
        let expected = "found no version, but `WORKERS is not set`; expected version 22";
        assert_eq!(missing.looked_for[0].to_string(), format!("{}: {expected}", tool.display()));
        assert_eq!(missing.hint, OF_DIRECTORY);
        assert!(search.locate("llc").unwrap_err().looked_for[0].to_string().ends_with("/llc: not there"));
        let missing = search.find("ocloc", &cache).unwrap().unwrap_err();
        assert_eq!(missing.looked_for, [PassedOver { place: "`ocloc` in PATH".to_owned(), version: None }]);
    }
}
