//! Errors of the pass.

use sycl_propset::triple::{KNOWN_BACK_ENDS, expected_processor};

/// Reasons why a module cannot become one of a target.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The LLVM is too old.
    #[error("pass `retarget` needs LLVM 22, and this is LLVM {found}")]
    NeedsLlvm22 {
        /// Its major version.
        found: &'static str,
    },
    /// No target is given.
    #[error("pass `retarget` has no target; expected `target=` and {KNOWN_BACK_ENDS}")]
    NoTarget,
    /// The back end does not know the processor.
    #[error("unknown processor `{processor}` of target `{target}`; expected {}", expected_processor(target, processor, known.iter().map(String::as_str)))]
    Processor {
        /// As given.
        processor: String,
        /// The target.
        target: String,
        /// LLVM's list.
        known: Vec<String>,
    },
    /// Device code is not compiled for that host.
    #[error("the host is `{triple}`; expected `x86_64` or `aarch64`")]
    Host {
        /// Its triple.
        triple: String,
    },
    /// LLVM was built without the back end.
    #[error("{reason}; expected a build of LLVM that has it")]
    NoBackEnd {
        /// LLVM's words.
        reason: String,
    },
    /// The module is for something else.
    #[error(
        "the module's triple is `{triple}`; expected generic device code (spir64 or spirv64), or code of `{target}`"
    )]
    OtherTriple {
        /// The module's.
        triple: String,
        /// The target's.
        target: String,
    },
    /// An address space that generic code does not have.
    #[error("address space {space} in {place}; expected one from 0 to {last}")]
    AddressSpace {
        /// Its number.
        space: u32,
        /// Function and instruction.
        place: String,
        /// The last one that there is.
        last: u32,
    },
    /// A scope of one target.
    #[error(
        "scope `{scope}` in {place}; expected SPIR-V's: singlethread, subgroup, workgroup, device, all_svm_devices or none"
    )]
    Scope {
        /// Its name.
        scope: String,
        /// Function and instruction.
        place: String,
    },
    /// A type of one target.
    #[error("a target extension type in {place}; expected types that target `{target}` has")]
    TargetType {
        /// Function and instruction.
        place: String,
        /// The target.
        target: String,
    },
    /// Assembly of one target, in a function.
    #[error("inline assembly in {users}; expected C++, since generic code becomes that of any target")]
    InlineAssembly {
        /// Function and kernels.
        users: String,
    },
    /// Assembly of one target, in the module.
    #[error("the module has assembly of its own; expected code that target `{target}` has")]
    ModuleAssembly {
        /// The target.
        target: String,
    },
    /// Both conventions about the generic space.
    #[error(
        "the generic address space is 4 in {four} and 0 in {zero}; expected one of them in the whole module, or \
         `generic=4` or `generic=0`"
    )]
    MixedConventions {
        /// A place that shows 4.
        four: String,
        /// A place that shows 0.
        zero: String,
    },
    /// An intrinsic that the target has not for its pointers.
    #[error("intrinsic `{name}` in {place}; expected one that takes pointers of target `{target}`")]
    Intrinsic {
        /// Its name.
        name: String,
        /// A function that calls it.
        place: String,
        /// The target.
        target: String,
    },
    /// An instruction that depends on the size of pointers in memory.
    #[error(
        "pointers to local memory are smaller on target `{target}` than in {place}; expected single pointers that are \
         loaded, stored or exchanged without a comparison"
    )]
    SmallPointers {
        /// Function and instruction.
        place: String,
        /// The target.
        target: String,
    },
    /// A kernel gives its caller a value.
    #[error("kernel `{kernel}` returns a value of type `{ty}`; expected `void`")]
    Result {
        /// The kernel.
        kernel: String,
        /// Its result type.
        ty: String,
    },
    /// A kernel without a body that is called.
    #[error("kernel `{kernel}` is called in {place} but not defined; expected a definition")]
    UndefinedKernel {
        /// The kernel.
        kernel: String,
        /// Function and instruction.
        place: String,
    },
    /// A builtin variable outside of functions.
    #[error("builtin variable `{variable}` is used by {user}; expected uses in functions only")]
    BuiltinVariable {
        /// The variable.
        variable: String,
        /// Its user.
        user: String,
    },
    /// A builtin variable of a type that SPIR-V does not have.
    #[error("builtin variable `{variable}` has type `{found}`; expected an integer or a vector of integers")]
    BuiltinVariableType {
        /// The variable.
        variable: String,
        /// Its type.
        found: String,
    },
}
