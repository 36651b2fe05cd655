//! Reasons why kernels cannot be made.

use std::fmt;

use sycl_propset::demangle::display_name;

use super::property::Property;
use crate::{ir::Function, site::Site};

/// Reasons why kernels cannot be made. The module is unchanged then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The module's pointers are not known.
    #[error(
        "the module has free function kernels, and its triple is `{triple}`; expected one of SPIR, SPIR-V, NVPTX or AMDGPU"
    )]
    UnknownTriple {
        /// The module's.
        triple: String,
    },
    /// Something else is annotated.
    #[error("the annotation `sycl-free-function` is on {item}; expected a function")]
    NotAFunction {
        /// The item, as LLVM prints it.
        item: String,
    },
    /// The arguments cannot be read.
    #[error(
        "{}the annotation `sycl-free-function` of function `{}` has {found} as arguments; expected the name of a property, \
         and numbers of 32 bits",
        site.start(), site.function
    )]
    Arguments {
        /// The function.
        site: Site,
        /// The arguments, as LLVM prints them.
        found: String,
    },
    /// A name that no property has.
    #[error("{}unknown property `{name}` of function `{}`; expected one of: {}", site.start(), site.function, known.join(", "))]
    Unknown {
        /// The function.
        site: Site,
        /// The name.
        name: String,
        /// The names of all properties.
        known: Vec<&'static str>,
    },
    /// The numbers of a property are wrong.
    #[error("{}property `{property}` of function `{}` is given {numbers:?}; expected {expected}", site.start(), site.function)]
    Numbers {
        /// The function.
        site: Site,
        /// The name of the property.
        property: &'static str,
        /// Its numbers.
        numbers: Vec<u32>,
        /// Expectation, in words.
        expected: &'static str,
    },
    /// Two properties exclude each other.
    #[error("{}function `{}` has the properties `{first}` and `{second}`; expected one of them", site.start(), site.function)]
    Contradiction {
        /// The function.
        site: Site,
        /// The one of the earlier annotation.
        first: Box<Property>,
        /// The other.
        second: Box<Property>,
    },
    /// A property of kernels on another function.
    #[error(
        "{}function `{}` has the property `{property}` and is not a kernel; expected `nd_range_kernel` or \
         `single_task_kernel` beside it",
        site.start(), site.function
    )]
    NotAKernel {
        /// The function.
        site: Site,
        /// The property.
        property: Property,
    },
    /// The function returns something.
    #[error("free function kernel `{function}` returns `{found}`; expected `void`")]
    Result {
        /// The function.
        function: String,
        /// The type.
        found: String,
    },
    /// The function takes any number of arguments.
    #[error("free function kernel `{function}` is variadic; expected a fixed number of parameters")]
    Variadic {
        /// The function.
        function: String,
    },
    /// A parameter that no launcher can set.
    #[error("parameter {number} of free function kernel `{function}` is {found}; expected {expected}")]
    Parameter {
        /// The function.
        function: String,
        /// From 1, without parameters that clang removed because they are empty.
        number: usize,
        /// The obstacle.
        found: Obstacle,
        /// Expectation.
        expected: &'static str,
    },
    /// The name of the kernel belongs to something else.
    #[error(
        "the kernel of function `{function}` would be called `{kernel}`, which is taken; expected another name for either"
    )]
    NameTaken {
        /// The name, mangled.
        kernel: String,
        /// The function.
        function: String,
    },
}

/// Kinds of parameters that no launcher can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// An object that the caller makes and the function destroys.
    Temporary,
    /// A pointer to the stack of the caller.
    Private,
    /// A struct with pointers to local memory that is not a local accessor.
    LocalInStruct,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Temporary => "an object that is not trivially copyable",
            Self::Private => "a pointer to private memory",
            Self::LocalInStruct => "a struct with a pointer to local memory among its members",
        })
    }
}

/// A function as messages show it.
pub(super) fn shown(function: Function<'_>) -> String {
    display_name(&function.name())
}
