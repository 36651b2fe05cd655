//! Back ends, linkers and passes alone, for programs that otherwise run `llc`, `ld.lld`, `llvm-link`, `opt` and
//! `spirv-val`: the same bytes and the same verdict, without a process for each module.
//!
//! The messages of a back end that fails or warns are left to the program: a caller that wants them runs it. A crash is
//! one of this process, so a caller that has to survive it calls this in a process of its own.

use std::path::{Path, PathBuf};

use crate::{
    compiler_library::{self, Library},
    error::NoCompiler,
};

pub use compiler_library::interface::BUILD;
pub use sycl_propset::triple::Family;

/// The compiler library, of whatever build, that `program` would load.
#[must_use]
pub fn beside(program: &Path) -> Option<PathBuf> {
    compiler_library::beside(program).into_iter().find(|file| file.is_file())
}

/// A module, and what `llc` is told to make of it.
#[derive(Debug, Clone, Copy)]
pub struct Module<'a> {
    /// The name of its file. Objects may have it in them.
    pub name: &'a str,
    /// Bitcode, or LLVM's text.
    pub content: &'a [u8],
    /// `-filetype`, and for the host `-relocation-model=pic`. All but that of SPIR-V is in the module.
    pub back_end: Family,
    /// `--spirv-ext`, without `+`; of SPIR-V alone.
    pub extensions: &'a [&'a str],
    /// `-mcpu`, or nothing; not of SPIR-V.
    pub processor: &'a str,
    /// `-mattr`, or nothing; not of SPIR-V.
    pub features: &'a str,
    /// `-O`, from `0` to `3`; of SPIR-V always `0`.
    pub level: u8,
}

impl<'a> Module<'a> {
    /// A module for SPIR-V of 64 bits.
    #[must_use]
    pub fn spirv(name: &'a str, content: &'a [u8], extensions: &'a [&'a str]) -> Self {
        Self { name, content, back_end: Family::Spirv, extensions, processor: "", features: "", level: b'0' }
    }
}

/// Passes of this project, and how `opt` is told to run them.
#[derive(Debug, Clone, Copy)]
pub struct Passes<'a> {
    /// `-mtriple`, or nothing.
    pub triple: &'a str,
    /// `-passes`.
    pub pipeline: &'a str,
    /// Number of processes that the pass `sycl-post-link` may use. Beyond the first they are forked, so this process
    /// has to have one thread.
    pub processes: u32,
    /// `-o` in the place of `-disable-output`.
    pub gives_module: bool,
}

/// The back ends of a compiler library.
#[derive(Debug, Clone, Copy)]
pub struct BackEnds {
    library: Library,
}

impl BackEnds {
    /// Loads a compiler library, or the one beside the file that holds this code, or in `../lib`.
    ///
    /// # Errors
    /// [`NoCompiler`] if there is none, or one of another build.
    pub fn load(path: Option<&Path>) -> Result<Self, NoCompiler> {
        Library::load(path).map(|library| Self { library })
    }

    /// The version of LLVM, such as `22.1.8`.
    #[must_use]
    pub fn llvm_version(self) -> String {
        self.library.llvm_version()
    }

    /// The version of the validator, as `spirv-val --version` begins.
    #[must_use]
    pub fn validator(self) -> String {
        self.library.validator()
    }

    /// Code that `llc` makes of a module. `None` if it fails, if it has anything to say, and for other code than that
    /// of the back end.
    ///
    /// Runs on this thread, whose stack has to be as large as that of `llc`.
    #[must_use]
    pub fn emit(self, module: &Module<'_>) -> Option<Vec<u8>> {
        self.library.emit(module)
    }

    /// Shared library that `ld.lld -shared` makes of an object, and of another one that it needs unless that is empty.
    /// `None` if it fails, or has anything to say. A damaged object may end the process, as it ends `ld.lld`.
    #[must_use]
    pub fn link(self, object: &[u8], library: &[u8]) -> Option<Vec<u8>> {
        self.library.link(object, library)
    }

    /// Module that `llvm-link` makes of modules, each the name of its file and bitcode or LLVM's text. `None` if it
    /// fails, or has anything to say, and for archives.
    #[must_use]
    pub fn link_modules(self, files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
        self.library.link_modules(files)
    }

    /// Runs passes over a module, the name of its file and bitcode or LLVM's text, as `opt` does with the plugin of
    /// this build ([`BUILD`]): files of passes are written from the working directory. Gives the bitcode that `opt`
    /// makes, or nothing if it is not wanted. `None` if a pass fails, if it has anything to say, and for passes of
    /// LLVM; then there may be files.
    #[must_use]
    pub fn run_passes(self, module: (&str, &[u8]), passes: &Passes<'_>) -> Option<Vec<u8>> {
        self.library.run_passes(module, passes)
    }

    /// Whether `spirv-val` accepts a module, given as words.
    #[must_use]
    pub fn accepts_spirv(self, words: &[u32]) -> bool {
        self.library.accepts_spirv(words)
    }
}
