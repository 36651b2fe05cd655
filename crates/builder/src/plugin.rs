//! The plugin with the passes: where it is, and whether LLVM can load it.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::environment::Environment;
use super::tools::Tool;
use crate::jobs;

/// The file of the plugin.
pub const FILE: &str = if cfg!(windows) {
    "sycl_passes_plugin.dll"
} else if cfg!(target_vendor = "apple") {
    "libsycl_passes_plugin.dylib"
} else {
    "libsycl_passes_plugin.so"
};

/// Directory of LLVM's plugins in Debian's packages.
pub const DEBIANS_PLUGINS: &str = "/usr/lib/llvm-22/lib";

/// Reasons for the choice of a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The user names it: `--plugin`.
    Option,
    /// A variable names it.
    Variable(&'static str),
    /// It is beside the program.
    Beside,
    /// It is in the library directory next to that of the program.
    Library,
    /// It is where Debian puts plugins.
    Package,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Option => "--plugin",
            Self::Variable(name) => name,
            Self::Beside => "beside this program",
            Self::Library => "../lib of this program",
            Self::Package => "built-in place",
        })
    }
}

/// A plugin, and why it is this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plugin {
    /// Its file.
    pub file: PathBuf,
    /// Reason for the choice of this file.
    pub origin: Origin,
}

/// The plugin of a program if none is named: beside the program, in the library directory next to it, or where
/// Debian puts plugins.
#[must_use]
pub fn find(packager: &Path) -> Option<Plugin> {
    let directory = packager.parent()?;
    let places = [
        (directory.to_owned(), Origin::Beside),
        (directory.join("../lib"), Origin::Library),
        (PathBuf::from(DEBIANS_PLUGINS), Origin::Package),
    ];
    let plugins = places.map(|(place, origin)| Plugin { file: place.join(FILE), origin });
    plugins.into_iter().find(|plugin| plugin.file.is_file())
}

/// Whether a plugin is of the same build as the compiler library that this program would load, by the note in its file.
#[cfg(target_os = "linux")]
pub(super) fn is_of_this_build(plugin: &Path) -> bool {
    use object::read::ReadCache;
    use object::read::elf::{ElfFile64, FileHeader as _, SectionHeader as _};

    const OWNER: &[u8] = b"sycl-passes";
    let Ok(file) = std::fs::File::open(plugin) else { return false };
    let content = ReadCache::new(file);
    let Ok(elf) = ElfFile64::<object::Endianness, _>::parse(&content) else { return false };
    let (endian, data) = (elf.endian(), elf.data());
    let Ok(sections) = elf.elf_header().sections(endian, data) else { return false };
    sections.iter().filter_map(|section| section.notes(endian, data).ok().flatten()).any(|mut notes| {
        std::iter::from_fn(|| notes.next().ok().flatten())
            .any(|note| note.name() == OWNER && note.desc() == sycl_rtc::back_ends::BUILD.as_bytes())
    })
}

/// There is no compiler library elsewhere.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_of_this_build(_: &Path) -> bool {
    false
}

/// Has `opt` load a plugin, as steps of a build do.
///
/// # Errors
/// What `opt` says of it, in one line.
pub fn load(plugin: &Path, opt: &Tool, environment: &Environment) -> Result<(), String> {
    let mut command = Command::new(&opt.path);
    environment.apply(&mut command);
    // An empty module is one.
    let mut load = OsString::from("-load-pass-plugin=");
    load.push(plugin);
    command.arg(load).args(["-passes=verify", "-disable-output", "-"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let ended = jobs::start(|| command.spawn()).and_then(Child::wait_with_output).map_err(|e| e.to_string())?;
    if ended.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&ended.stderr);
    let said = text.lines().map(str::trim).find(|line| !line.is_empty());
    Err(said.map_or_else(|| format!("opt ended with {}", ended.status), str::to_owned))
}
