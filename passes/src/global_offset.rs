//! Gives kernels of NVPTX and AMDGPU the global offset of SYCL and OpenCL, which neither CUDA nor HIP can pass.
//!
//! Device code asks for the offset through a trigger that the device library leaves undefined. A kernel that reaches
//! one stays as it is for launches without an offset, and gets a clone for the others.
//!
//! | reads  | calls of the triggers: `llvm.nvvm.implicit.offset` (NVPTX), `llvm.amdgcn.implicit.offset` and |
//! |        | `llvm.amdgpu.implicit.offset` (AMDGPU), each a pointer to three `i32`; `_Z27__spirv_BuiltInGlobalOffseti` |
//! |        | (both), which takes a dimension and returns one offset; `!nvvm.annotations` |
//! | writes | `F_with_offset` right after every function F that reaches a trigger, with one more parameter at the end |
//! | keeps  | all else; no trigger is left, so running it again changes nothing |
//!
//! 1. Find the triggers, and the functions that reach one through calls ([`reach`]).
//! 2. Make the clones; in each, calls go to clones and triggers become the parameter ([`clone`]).
//! 3. In what is left, offsets are zero ([`fold`]); erase the triggers.
//!
//! With `disable`, step 2 is skipped.
//!
//! | function | parameter |
//! | --- | --- |
//! | kernel, NVPTX | `ptr byval([3 x i32]) align 4` |
//! | kernel, AMDGPU | `ptr byref([3 x i32]) align 4`, copied from constant memory (address space 4) to the stack |
//! | other function | `ptr align 4 dereferenceable(12)`, on AMDGPU into address space 5 |
//!
//! The runtime launches `K_with_offset` for an offset that is not zero, and K otherwise; a kernel without a clone has
//! no use for the offset. `!kernel_arg_*` and `!sycl_kernel_omit_args` describe the parameters of the program: the
//! clone's are those of the original, which does not count the last one.
//!
//! Attributes of a clone stay those of its original, except that it reads memory through an argument, also where the
//! original was known to read none. A `tail` call promises not to touch the stack of its caller, so in kernels, whose
//! offset is there, the calls that pass it on lose the word.
//!
//! A clone has the linkage of its original. No other module defines the clone of a function that is
//! `available_externally`, so that one is internal. Clones that others can name have the documented name or there is an
//! error; an internal one takes another name if something has that one.
//!
//! Limits: calls through pointers reach the original, which has no offset: there is a warning. An alias stands for the
//! function that it names. Back ends know no alias of kernels, so none gets a clone. The zeros that a function without
//! offset points to are on its stack on AMDGPU: the pointer must not outlive the function (see
//! [`crate::pointer_flow`]), unless it is a kernel.
//!
//! Cost: linear in the calls of the triggers, in the functions that reach one, and in the module's annotations.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture", "Global offset support".

mod clone;
mod fold;
mod reach;

use crate::{
    changed::Changed,
    diagnostic::{Id, Sink},
    ir::{Editor, gpu::Architecture, kernels::Kernels},
};

/// Suffix of the name of a function's clone.
pub(crate) const SUFFIX: &str = "_with_offset";

/// Treatment of the offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Kernels that ask for it get a clone.
    #[default]
    Enable,
    /// It is zero everywhere.
    Disable,
}

/// Reasons why the offset cannot be passed. The module is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The declaration is not the one that is documented.
    #[error("`{trigger}` has the type {found}; expected {expected}")]
    TriggerType {
        /// The trigger.
        trigger: String,
        /// Its type.
        found: String,
        /// Expectation.
        expected: String,
    },
    /// The trigger is used otherwise.
    #[error("`{trigger}` is used in {place} other than by a call; expected calls only")]
    NotACall {
        /// Name of the function that stands for the offset.
        trigger: String,
        /// The instruction's function, or what else holds the use, in words.
        place: String,
    },
    /// A function that has to pass the offset on is invoked.
    #[error(
        "function `{function}`, which needs the global offset, is invoked in function `{caller}`; expected calls only"
    )]
    Invoked {
        /// Name of the function that is invoked.
        function: String,
        /// Name of the function with the invoke.
        caller: String,
    },
    /// A function with variable arguments cannot get one more.
    #[error(
        "function `{function}` needs the global offset and takes variable arguments; expected a fixed number of them"
    )]
    Variadic {
        /// Name of the function, mangled.
        function: String,
    },
    /// A kernel is called.
    #[error("kernel `{kernel}` is called in function `{caller}`; expected kernels to be entry points only")]
    CalledKernel {
        /// Name of the kernel, mangled.
        kernel: String,
        /// Name of the function with the call.
        caller: String,
    },
    /// The runtime could not find the clone by its name.
    #[error("function `{function}` needs a clone called `{name}`, which the module has already; expected no such name")]
    NameTaken {
        /// Name of the function, mangled.
        function: String,
        /// The name of its clone.
        name: String,
    },
    /// The pointer to the offset outlives the function's stack.
    #[error(
        "function `{function}` {how} the pointer of `{trigger}`; expected it to be used inside {}",
        if function == owner { "the function".to_owned() } else { format!("function `{owner}`, which asks for it") }
    )]
    Escapes {
        /// The function that lets it out.
        function: String,
        /// The trigger.
        trigger: String,
        /// Its use.
        how: &'static str,
        /// The function that calls the trigger.
        owner: String,
    },
    /// Blocks of a clone are not those of the original.
    #[error(
        "function `{function}` needs the global offset, and the address of one of its blocks is a constant; expected no \
         such address, because a copy of the function has other blocks"
    )]
    BlockAddress {
        /// Name of the function, mangled.
        function: String,
    },
}

/// Passes the global offset in all of a module.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, mode: Mode, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let module = editor.view();
    let Some(architecture) = Architecture::from_module(module) else { return Ok(Changed::No) };
    let triggers = reach::triggers(module, architecture)?;
    if triggers.is_empty() {
        return Ok(Changed::No);
    }
    let kernels = Kernels::find(module);
    let plan = match mode {
        Mode::Enable => reach::plan(module, &kernels, &triggers)?,
        Mode::Disable => reach::Plan::default(),
    };
    let folds = fold::plan(architecture, &kernels, &triggers)?;
    for function in &plan.address_taken {
        sink.warn(
            Id::OffsetThroughAddress,
            **function,
            &format!(
                "the address of function `{}`, which needs the global offset, is used: calls through it see no offset",
                function.name()
            ),
        );
    }
    for function in &plan.functions {
        sink.decided(Id::OffsetClone, *function, || {
            let (kind, name) = (if plan.kernels.contains(function) { "kernel" } else { "function" }, function.name());
            format!(
                "{kind} `{name}` asks for the global offset: `{}` takes it as a parameter",
                reach::clone_name(&name)
            )
        });
    }
    clone::clone(editor, architecture, &plan, &triggers);
    fold::fold(editor, architecture, &folds);
    for trigger in triggers {
        editor.erase_if_unused(*trigger.function);
    }
    Ok(Changed::Yes)
}
