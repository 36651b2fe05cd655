//! Back ends alone, for programs that otherwise run `llc` and `spirv-val`: the same bytes and the same verdict, without
//! a process for each module.
//!
//! What a back end says when it fails or warns is left to the program: whoever wants to know runs it. A crash is one of
//! this process, so a caller that has to survive it calls this in a process of its own.

use std::path::{Path, PathBuf};

use crate::{
    compiler_library::{self, Library},
    error::NoCompiler,
};

/// The compiler library, of whatever build, that `program` would load.
#[must_use]
pub fn beside(program: &Path) -> Option<PathBuf> {
    compiler_library::beside(program).into_iter().find(|file| file.is_file())
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

    /// What `llc -O0` makes of bitcode, or of LLVM's text, for `spirv64`, with extensions without `+`. `None` if it
    /// fails, if it has anything to say, and for other device code.
    ///
    /// Runs on this thread, whose stack has to be as large as that of `llc`.
    #[must_use]
    pub fn spirv(self, module: &[u8], extensions: &[&str]) -> Option<Vec<u8>> {
        self.library.emit_spirv(module, extensions)
    }

    /// Whether `spirv-val` accepts a module, given as words.
    #[must_use]
    pub fn accepts_spirv(self, words: &[u32]) -> bool {
        self.library.accepts_spirv(words)
    }
}
