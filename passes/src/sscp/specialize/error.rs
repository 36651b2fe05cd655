//! Reasons why kernels cannot be specialized.

use crate::{ir::metadata, sscp::literal::Expected};

/// Reasons why kernels cannot be specialized. The module is unchanged then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// No kernel has the name.
    #[error("`{name}` is not a kernel of the module; expected {}", listed(known))]
    Kernel {
        /// The given name.
        name: String,
        /// The kernels.
        known: Vec<String>,
    },
    /// Several kernels have the name.
    #[error("`{name}` names the kernels {}; expected the symbol of one of them", listed(kernels))]
    Ambiguous {
        /// The given name.
        name: String,
        /// Their symbols.
        kernels: Vec<String>,
    },
    /// The kernel has no such argument.
    #[error("kernel `{kernel}` has no argument `{argument}`; expected {}", listed(known))]
    Argument {
        /// The kernel.
        kernel: String,
        /// The given argument.
        argument: String,
        /// Numbers of arguments with names of parameters.
        known: Vec<String>,
    },
    /// The argument does not hold the value.
    #[error("argument `{place}` of type {ty} is set to `{value}`; expected {expected}")]
    Value {
        /// Kernel and argument.
        place: String,
        /// The type of the argument.
        ty: String,
        /// The given value.
        value: String,
        /// Expectation of the type.
        expected: Expected,
    },
    /// The argument has fewer bytes.
    #[error("argument `{place}` has {size} bytes, and {count} are given from byte {offset}; expected bytes of it")]
    Bytes {
        /// Kernel and argument.
        place: String,
        /// The first given byte.
        offset: usize,
        /// Number of given bytes.
        count: usize,
        /// Size of the argument.
        size: usize,
    },
    /// The LLVM is too old.
    #[error("parameters `bytes` and `constants` of pass `sscp-specialize` need LLVM 22, and this is LLVM {}", env!("SYCL_PASSES_LLVM_MAJOR"))]
    OldLlvm,
    /// The argument points to nothing.
    #[error("`{parameter}` is given for argument `{place}` of type {ty}; expected a pointer")]
    NoPointer {
        /// The parameter of the pass.
        parameter: &'static str,
        /// Kernel and argument.
        place: String,
        /// The type of the argument.
        ty: String,
    },
    /// A kernel requires another size.
    #[error("kernel `{kernel}` {found}, and the group size is {given}; expected sizes that agree")]
    GroupSize {
        /// The kernel.
        kernel: String,
        /// Requirement, in words.
        found: String,
        /// The given text.
        given: String,
    },
    /// A kernel that loses arguments is called.
    #[error("kernel `{kernel}` is called in function `{caller}`; expected kernels to be entry points only")]
    Called {
        /// The kernel.
        kernel: String,
        /// The function that calls it.
        caller: String,
    },
    /// The mask is of another function.
    #[error(
        "`!sycl_kernel_omit_args` of kernel `{kernel}` leaves {left} arguments, and the kernel has {found}; expected as \
         many"
    )]
    Mask {
        /// The kernel.
        kernel: String,
        /// By the mask.
        left: usize,
        /// By the signature.
        found: usize,
    },
    /// Metadata of a kernel is malformed.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
}

/// Names for a message, not more than a user reads.
fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match names.len() {
        0 => "a module that has some".to_owned(),
        count if count > MOST => format!("{}, or one of {} others", shown.join(", "), count - MOST),
        _ => shown.join(", "),
    }
}
