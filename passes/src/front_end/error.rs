//! Reasons why facts cannot be taken over.

use std::fmt;

use crate::{Forbidden, ir::metadata, site::Site};

/// Reasons why facts cannot be taken over. The module is unchanged then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The marker has a body.
    #[error("`{marker}` has a body; expected a declaration, which stands for facts and is removed")]
    Defined {
        /// The name of the marker, demangled.
        marker: String,
    },
    /// The marker's address is used.
    #[error("{}`{marker}` is used in function `{}` other than by a call; expected calls only", site.start(), site.function)]
    NotACall {
        /// The name of the marker, demangled.
        marker: String,
        /// The function with the other use, and the place of the use.
        site: Site,
    },
    /// A constant has the marker's address.
    #[error("`{marker}` is used in the {kind} `{global}`; expected calls only")]
    InConstant {
        /// The name of the marker, demangled.
        marker: String,
        /// Kind of the global: a variable, an alias or an ifunc.
        kind: &'static str,
        /// Name of the global.
        global: String,
    },
    /// The call gives no name.
    #[error(
        "{}the name of a fact in function `{}` is {found}; expected a constant string in UTF-8 that ends with a zero byte",
        site.start(), site.function
    )]
    Name {
        /// The call of the marker.
        site: Site,
        /// The operand in the place of the name, as LLVM prints it.
        found: String,
    },
    /// A name that no fact has.
    #[error("{}unknown fact `{name}` in function `{}`; expected one of: {}", site.start(), site.function, known.join(", "))]
    Unknown {
        /// The call of the marker.
        site: Site,
        /// The name that the call gives.
        name: String,
        /// The names of all facts.
        known: Vec<&'static str>,
    },
    /// Too many operands, or too few.
    #[error("{}fact `{fact}` in function `{}` has {}; expected {expected}", site.start(), site.function, count(*found))]
    Count {
        /// The call of the marker.
        site: Site,
        /// The name of the fact.
        fact: &'static str,
        /// The number of operands behind the name.
        found: usize,
        /// The number that the fact takes, in words.
        expected: &'static str,
    },
    /// An operand that is not a number of the kind that the fact takes.
    #[error(
        "{}operand {operand} of fact `{fact}` in function `{}` is {found}; expected {expected}",
        site.start(), site.function
    )]
    Operand {
        /// The call of the marker.
        site: Site,
        /// The name of the fact.
        fact: &'static str,
        /// Number of the operand, counted from 1.
        operand: usize,
        /// The operand, as LLVM prints it.
        found: String,
        /// The operands that the fact takes, in words.
        expected: &'static str,
    },
    /// A name or number that no aspect has.
    #[error(
        "{}operand {operand} of fact `{fact}` in function `{}` is {found}, which is no aspect in {table}; expected one \
         that it has, or a table that has it as parameter `aspects`",
        site.start(), site.function
    )]
    UnknownAspect {
        /// The call of the marker.
        site: Site,
        /// The name of the fact.
        fact: &'static str,
        /// Number of the operand, counted from 1.
        operand: usize,
        /// The number, or the name in backticks.
        found: Box<str>,
        /// The table without it, in words: a file or the built-in table.
        table: Box<str>,
    },
    /// An aspect whose number metadata cannot hold.
    #[error("aspect `{name}` in {table} has the number {value}; expected at most {}", i32::MAX)]
    AspectNumber {
        /// Name of the aspect.
        name: String,
        /// Its number.
        value: u32,
        /// The table that has it, in words: a file or the built-in table.
        table: String,
    },
    /// An annotation about something other than a function.
    #[error("annotation \"{text}\" is about {item}; expected a function")]
    NotAFunction {
        /// The text of the annotation.
        text: String,
        /// Its subject, in words.
        item: String,
    },
    /// Two facts that cannot both hold.
    #[error("kernel or `sycl_external` function `{owner}` has {first} and {second}; expected facts that agree")]
    Contradiction {
        /// The function that both hold for.
        owner: String,
        /// One fact, and where it is from.
        first: Box<Origin>,
        /// The other fact, and where it is from.
        second: Box<Origin>,
    },
    /// Two translation units mean different kernels by one name.
    #[error(
        "kernel `{kernel}` has different bodies in `{first}` and `{second}`; expected one definition, or the same in both"
    )]
    DifferentKernels {
        /// The demangled name of the kernel.
        kernel: String,
        /// The source file of the first definition.
        first: String,
        /// The source file of a definition with another body.
        second: String,
    },
    /// A call asks for local memory, but not with a size.
    #[error(
        "{}`group_local_memory` has a size that is not constant in function `{}`; expected calls of the header's \
         functions only",
        site.start(), site.function
    )]
    LocalMemorySize {
        /// Its place.
        site: Box<Site>,
    },
    /// A function asks for local memory, and several calls of it would get the same.
    #[error(
        "{}function `{}` calls `group_local_memory`, and is called {users}, so that its calls would share the memory; \
         expected a function that is inlined (`[[gnu::always_inline]]`, or optimization), or the call in the kernel",
        site.start(), site.function
    )]
    LocalMemoryShared {
        /// Place of the question.
        site: Box<Site>,
        /// Its callers.
        users: String,
    },
    /// Device code refers to what only the host has.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// Malformed metadata.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
}

/// A fact with where it is from: for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The fact, as `name(numbers)`.
    pub fact: String,
    /// Place where it is written; none for metadata of the function itself.
    pub site: Option<Site>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.site {
            Some(site) => write!(f, "`{}` from {site}", self.fact),
            None => write!(f, "`{}` from its metadata", self.fact),
        }
    }
}

fn count(operands: usize) -> String {
    match operands {
        1 => "1 operand".to_owned(),
        other => format!("{other} operands"),
    }
}
