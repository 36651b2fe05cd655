//! Reasons why specialization constants cannot be lowered.

use super::{MAX_SIZE, MAX_TOTAL, METADATA};

/// Reasons why constants cannot be lowered. The module is unchanged then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The function's address is used.
    #[error("`{callee}` is used in {place} other than by a call; expected calls only{holder}")]
    NotACall {
        /// The function whose address is used.
        callee: String,
        /// The function that uses it, or "a constant".
        place: String,
        /// The global that holds the constant, in words; empty for a function.
        holder: String,
    },
    /// A call does not have the documented form.
    #[error("call of `{callee}` in function `{function}` has {found}; expected {expected}")]
    Malformed {
        /// The function called.
        callee: String,
        /// The function that calls.
        function: String,
        /// The given text.
        found: String,
        /// Expectation.
        expected: &'static str,
    },
    /// The default is unknown.
    #[error(
        "default of specialization constant `{constant}` in function `{function}` is {found}; expected a variable with \
         an initializer"
    )]
    Default {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// The given text.
        found: String,
    },
    /// The default contains something that has no bytes.
    #[error(
        "default of specialization constant `{constant}` in function `{function}` contains {found}; expected integers \
         and floating-point numbers of at most 64 bits"
    )]
    Content {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// The element.
        found: String,
    },
    /// The value asked for is larger than its default.
    #[error(
        "specialization constant `{constant}` in function `{function}` is used as {ty} of {size} bytes; expected at most \
         the {default_size} bytes of its default"
    )]
    TooLarge {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// Type asked for.
        ty: String,
        /// Its size.
        size: u64,
        /// Size of the default.
        default_size: u64,
    },
    /// The value asked for uses some bytes of a number in its default and not the others.
    #[error(
        "specialization constant `{constant}` in function `{function}` is used as {ty}, which uses a part of the number \
         of {size} bytes at offset {offset} of its default; expected whole numbers"
    )]
    Cut {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// Type asked for.
        ty: String,
        /// Bytes of the number.
        size: u64,
        /// Its offset in the default.
        offset: u64,
    },
    /// The constant has more numbers than is worth an id each.
    #[error(
        "specialization constant `{constant}` in function `{function}` has type {ty}, which is made of {parts} numbers, \
         arrays and structs; expected at most {limit}{hint}"
    )]
    Parts {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// The type.
        ty: String,
        /// Number of its parts.
        parts: u64,
        /// The most that are taken.
        limit: u64,
        /// Advice what takes more, if anything does.
        hint: &'static str,
    },
    /// The constants together are larger than what a runtime passes.
    #[error(
        "specialization constant `{constant}` in function `{function}` makes the constants of the image more than {MAX_TOTAL} \
         bytes; expected at most so many"
    )]
    Total {
        /// The first symbolic id that is too much.
        constant: String,
        /// The function that uses the constant.
        function: String,
    },
    /// The emulation mode has nothing to load from.
    #[error(
        "specialization constant `{constant}` in function `{function}` is to be read from the buffer {found}; expected a \
         pointer"
    )]
    Buffer {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// The argument.
        found: String,
    },
    /// Private memory whose size is a constant (SYCL extension `sycl_ext_oneapi_private_alloca`).
    #[error(
        "`{callee}` in function `{function}` allocates private memory by {constant}, which is not supported; expected memory \
         of a size that is known when compiling"
    )]
    PrivateAlloca {
        /// The intrinsic.
        callee: String,
        /// The function that calls it.
        function: String,
        /// The constant, in words.
        constant: String,
    },
    /// No runtime passes values of this size.
    #[error(
        "default of specialization constant `{constant}` in function `{function}` has {size} bytes; expected at most \
         {MAX_SIZE}"
    )]
    Huge {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// Size of the default.
        size: u64,
    },
    /// Two uses of one constant do not agree.
    #[error(
        "specialization constant `{constant}` in function `{function}` has {found}; expected {expected} as in its first \
         use"
    )]
    Conflict {
        /// Symbolic id.
        constant: String,
        /// The function of the later use.
        function: String,
        /// The later use's type.
        found: String,
        /// The first use's type.
        expected: String,
    },
    /// SPIR-V has no constant of this type.
    #[error(
        "specialization constant `{constant}` in function `{function}` has type {ty}, which no native specialization \
         constant can have; expected integers of 1, 8, 16, 32 or 64 bits, half, bfloat, float or double (the emulation \
         mode takes the others)"
    )]
    Unsupported {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
        /// The type.
        ty: String,
    },
    /// Constants were lowered before, and there are new calls.
    #[error(
        "the module has `!{METADATA}` and calls that ask for constants; expected one or the other (link before lowering); \
         the first call is for `{constant}` in function `{function}`"
    )]
    Mixed {
        /// Symbolic id.
        constant: String,
        /// The function that uses the constant.
        function: String,
    },
}
