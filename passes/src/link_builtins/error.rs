//! Errors of the pass: libraries that cannot be used, and what a module lacks in the end.

use std::fmt;

use crate::{ir::ReadError, users::Users};

/// Reasons why the module is not complete.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The plugin is built for an older LLVM.
    #[error("`link-builtins` needs LLVM 22; this is LLVM {major}", major = crate::LLVM_MAJOR)]
    OldLlvm,
    /// The module is for nothing that has a library.
    #[error(
        "the module's triple is `{triple}`; expected one of nvptx64, amdgcn, spirv64 or a host, as `retarget` writes it"
    )]
    NotRetargeted {
        /// The module's triple.
        triple: String,
    },
    /// A library cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Something is undefined.
    #[error("{0}")]
    Undefined(Missing),
}

/// A library that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("library `{file}`: {problem}")]
pub struct LibraryError {
    /// The file, or the library's own name.
    pub file: String,
    /// The mistake.
    pub problem: LibraryProblem,
}

/// Mistakes in a library.
#[derive(Debug, thiserror::Error)]
pub enum LibraryProblem {
    /// It cannot be read from its file.
    #[error("{0}")]
    File(std::io::Error),
    /// No bitcode, or that of a newer LLVM.
    #[error("{0}; expected bitcode or text of LLVM {major} or older", major = crate::LLVM_MAJOR)]
    Unreadable(ReadError),
    /// For something else.
    #[error("its triple is `{found}`; expected one of `{expected}`, as the module's `{module}`")]
    OtherTarget {
        /// The library's triple.
        found: String,
        /// The architecture.
        expected: String,
        /// The module's triple.
        module: String,
    },
    /// A program, not a library.
    #[error("it defines the kernel `{kernel}`; expected functions only")]
    Kernel {
        /// Name of the kernel, mangled.
        kernel: String,
    },
    /// A function that cannot be called as the module calls it.
    #[error("it defines `{function}` with the type `{found}`; expected `{expected}`, as the module calls it")]
    OtherType {
        /// Name of the function, mangled.
        function: String,
        /// Its type in the library.
        found: String,
        /// Its type in the module.
        expected: String,
    },
    /// The linker failed.
    #[error("{0}")]
    Link(ReadError),
}

/// The package of Debian with libclc.
const PACKAGE: &str = "libclc-22";

/// Everything that a module lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Functions and variables without a definition.
    pub undefined: Vec<Use>,
    /// Functions that libclc would define.
    pub math: Vec<Use>,
    /// Whether libclc is switched off; else it is not installed.
    pub is_libclc_off: bool,
    /// Operations that the target does not have.
    pub refused: Vec<Refused>,
    /// Built-in functions with types that the table does not have.
    pub other_types: Vec<OtherTypes>,
}

/// Something undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Its name as in the source.
    pub name: String,
    /// The place of its first use, where there is debug info.
    pub place: Option<String>,
    /// Its users.
    pub users: Users,
}

/// An operation that the target does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The operation.
    pub operation: String,
    /// Reason why the target has none.
    pub why: &'static str,
    /// The target's name.
    pub target: &'static str,
    /// The functions that call it, as in the source.
    pub functions: Vec<String>,
    /// The place of its first call, where there is debug info.
    pub place: Option<String>,
    /// Its users.
    pub users: Users,
}

/// A built-in function with other types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTypes {
    /// Its name, mangled.
    pub name: String,
    /// Its type.
    pub found: String,
    /// Existing ones.
    pub allowed: Vec<String>,
    /// Its users.
    pub users: Users,
}

/// Functions that compilers call for parts of C++ that devices do not have: how the names begin, and what to say.
const OF_THE_LANGUAGE: &[(&[&str], &str)] = &[
    (
        &["operator new", "operator delete", "__cxa_throw_bad_array_new_length", "std::__throw_bad_alloc"],
        "devices do not allocate; expected memory that the host allocates, local memory, or an array of fixed size",
    ),
    (
        &["std::__throw_", "std::terminate", "__cxa_allocate_exception", "__cxa_begin_catch", "__clang_call_terminate"],
        "devices do not have exceptions; expected code that cannot throw, such as `[]` instead of `at`",
    ),
    (
        &["__dynamic_cast", "__cxa_bad_", "typeinfo for ", "vtable for __cxxabiv1::"],
        "devices do not have types at run time; expected code without `dynamic_cast` and `typeid`",
    ),
];

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is undefined{}, {}", self.name, at(&self.place), self.users)
    }
}

/// A place behind what it is about.
fn at(place: &Option<String>) -> String {
    place.as_ref().map_or_else(String::new, |place| format!(" ({place})"))
}

impl Missing {
    /// Whether the module has everything.
    pub fn is_empty(&self) -> bool {
        self.undefined.is_empty() && self.math.is_empty() && self.refused.is_empty() && self.other_types.is_empty()
    }

    /// Sentences of the message.
    fn sentences(&self) -> Vec<String> {
        let all = |uses: &[&Use]| uses.iter().map(|one| one.to_string()).collect::<Vec<_>>().join("; ");
        let mut sentences = Vec::new();
        for refused in &self.refused {
            sentences.push(format!(
                "target `{}` does not have `{}` ({}), called in function `{}`{}, {}; expected a target that has it",
                refused.target,
                refused.operation,
                refused.why,
                refused.functions.join("`, `"),
                at(&refused.place),
                refused.users
            ));
        }
        for other in &self.other_types {
            sentences.push(format!(
                "built-in function `{}` has the type `{}`, {}; expected {}",
                other.name,
                other.found,
                other.users,
                listed(&other.allowed, "or")
            ));
        }
        if !self.math.is_empty() {
            let reason = if self.is_libclc_off {
                format!("libclc, which has it, is off; expected `libclc=auto` and package `{}`", PACKAGE)
            } else {
                format!("libclc has it; expected package `{}`, or its file as `libclc`", PACKAGE)
            };
            sentences.push(format!("{}: {reason}", all(&self.math.iter().collect::<Vec<_>>())));
        }
        let mut unexplained = Vec::new();
        for one in &self.undefined {
            match OF_THE_LANGUAGE.iter().find(|(names, _)| names.iter().any(|name| one.name.starts_with(name))) {
                Some((_, why)) => sentences.push(format!("{one}: {why}")),
                None => unexplained.push(one),
            }
        }
        match unexplained.as_slice() {
            [] => {}
            [one] => sentences.push(format!(
                "{one}; expected a definition, `SYCL_EXTERNAL` if it is in another file, or a --device-lib that has one"
            )),
            many => sentences.push(format!(
                "{}; expected definitions, `SYCL_EXTERNAL` if they are in another file, or a --device-lib that has them",
                all(many)
            )),
        }
        sentences
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentences().join("\n"))
    }
}

/// Words as a list with commas and, before the last one, a conjunction.
pub(super) fn listed(words: &[String], conjunction: &str) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} {conjunction} {last}", before.join(", ")),
        _ => words.concat(),
    }
}
