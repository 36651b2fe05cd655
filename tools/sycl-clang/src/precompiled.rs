//! Precompiled headers: `<sycl/sycl.hpp>` is parsed once for a set of options, and not for each file.
//!
//! ```text
//! sycl++ -O2 -c a.cpp        the options are noted
//! sycl++ -O2 -c b.cpp        makes both headers, the host's and the device's; clang++-22 -include-pch HEADERS
//! sycl++ -O2 -c c.cpp        clang++-22 -include-pch HEADERS
//! ```
//!
//! Objects are the same as without, byte for byte, but for the numbers in clang's names of string literals
//! (`.L.str.44`): a command that may have other ones is compiled as it stands. Headers are used only if all that they
//! were made of is as it was: options, variables of the environment, clang and its configuration, the content of each
//! file, and that no file stands where it would be found first. Anything that goes wrong here only means that clang
//! reads the text.
//!
//! ```text
//! <cache>/KEY/lock         held by the process that makes headers; others do not wait, they compile without
//! <cache>/KEY/failed       says when clang refused to make headers
//! <cache>/KEY/current      the name of a directory, and what has to hold; renamed into place when that is whole
//! <cache>/KEY/N/host       a precompiled header
//! <cache>/KEY/N/device
//! ```
//!
//! | module | concept |
//! |---|---|
//! | `command` | which commands can use them, and what of a command they depend on |
//! | `source` | where a file includes the header |
//! | `facts` | what has to hold |
//! | `make` | making them |
//! | `upkeep` | removing old ones |

mod command;
mod facts;
mod make;
mod source;
mod upkeep;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use command::Command;
use facts::Facts;

/// The variable that names the directory, or that is `off`.
const VARIABLE: &str = "SYCL_PCH_DIR";

/// The time after which headers that could not be made are tried again.
const AGAIN: Duration = Duration::from_secs(10 * 60);

/// Variables of the environment on which clang's reading of headers depends.
const VARIABLES: [&str; 8] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "SOURCE_DATE_EPOCH",
    "CCC_OVERRIDE_OPTIONS",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "LIBRARY_PATH",
];

/// The program and its configuration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Compiler<'a> {
    pub(crate) clang: &'a Path,
    pub(crate) config: &'a Path,
}

impl Compiler<'_> {
    /// The first option of each command.
    pub(crate) fn option(self) -> OsString {
        let mut option = OsString::from("--config=");
        option.push(self.config);
        option
    }
}

/// The header that is read behind precompiled ones.
const UNIT: &str = "sycl/detail/unit.hpp";

/// The options with which a command uses headers, if it can use some and they are there, or can be made now.
///
/// Names of kernels may need the name of the main file, which headers do not have. So `sycl/detail/unit.hpp` is read
/// behind them. There, `__BASE_FILE__` is `<built-in>`, which is mapped to that name: clang takes no headers with one
/// more `-D`.
pub(crate) fn for_command(compiler: Compiler<'_>, arguments: &[OsString]) -> Option<Vec<OsString>> {
    let command = Command::parse(arguments)?;
    let [source] = command.sources.as_slice() else { return None };
    let headers = headers(compiler, &command, source)?;
    let mut main_file = OsString::from("-fmacro-prefix-map=<built-in>=");
    main_file.push(source);
    Some(vec!["-include-pch".into(), headers.into(), "-include".into(), UNIT.into(), main_file])
}

/// The directory of headers.
fn headers(compiler: Compiler<'_>, command: &Command, source: &Path) -> Option<PathBuf> {
    if env::var_os(VARIABLE).is_some_and(|value| value == "off") {
        return None;
    }
    if !source::begins_with_header(source) {
        return None;
    }
    let root = own_directory(sycl_store::environment::directory(VARIABLE, "sycl++")?)?;
    let place = root.join(key(compiler, command)?);
    if let Some(found) = current(&place) {
        return Some(found);
    }
    // The first command of its kind may be the only one.
    if DirBuilder::new().mode(0o700).create(&place).is_ok() {
        return None;
    }
    let lock = File::options().create(true).truncate(false).write(true).open(place.join("lock")).ok()?;
    lock.try_lock().ok()?;
    // Another process may have made them since.
    if let Some(found) = current(&place) {
        return Some(found);
    }
    if upkeep::age(&place.join(make::FAILED)).is_some_and(|age| age < AGAIN) {
        return None;
    }
    upkeep::trim(&root);
    make::make(compiler, &command.options, &place)?;
    current(&place)
}

/// Key by which headers are found: the file that says what has to hold names all the rest.
fn key(compiler: Compiler<'_>, command: &Command) -> Option<String> {
    let mut key = sycl_store::Key::new("sycl++ precompiled headers 1");
    key.add(compiler.clang.canonicalize().ok()?.as_os_str().as_bytes());
    key.add(compiler.config.canonicalize().ok()?.as_os_str().as_bytes());
    key.add_all(command.options.iter().map(|option| option.as_bytes()));
    for name in VARIABLES {
        let value = env::var_os(name);
        key.add_number(usize::from(value.is_some()));
        key.add(value.unwrap_or_default().as_bytes());
    }
    if command.has_relative_paths() || VARIABLES.iter().any(|name| env::var_os(name).is_some()) {
        key.add(env::current_dir().ok()?.as_os_str().as_bytes());
    }
    Some(key.finish().to_hex().as_str()[..32].to_owned())
}

/// The headers of a place, if they are whole and all that they were made of is as it was.
fn current(place: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(place.join("current")).ok()?;
    let (name, facts) = text.split_once('\n')?;
    if !Facts::hold(facts) {
        return None;
    }
    let directory = place.join(name);
    upkeep::mark_used(&directory);
    Some(directory)
}

/// The directory, made if it is missing; `None` if another user could put files into it.
fn own_directory(path: PathBuf) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    DirBuilder::new().recursive(true).mode(0o700).create(&path).ok()?;
    let state = fs::symlink_metadata(&path).ok()?;
    let user = fs::metadata("/proc/self").ok()?.uid();
    (state.is_dir() && state.uid() == user && state.mode() & 0o022 == 0).then_some(path)
}

/// The extension of a file's name.
fn extension(name: &OsStr) -> Option<&str> {
    Path::new(name).extension()?.to_str()
}
