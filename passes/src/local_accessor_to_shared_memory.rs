//! Gives kernels of NVPTX and AMDGPU their local memory as offsets: neither CUDA nor HIP can pass pointers to it.
//!
//! The host of such a kernel reserves one block of local memory for a launch, and passes the kernel where in the block
//! each local accessor (in OpenCL: each `__local` argument) starts.
//!
//! | reads  | kernels: calling convention, `!nvvm.annotations`; what is done with their pointers into address space 3 |
//! | writes | such a parameter becomes an `i32`, an offset in bytes into the variable `@<kernel>_shared_mem`, |
//! |        | which is `external addrspace(3) global [0 x i8]`: the block of the launch |
//! | keeps  | names, other parameters, attributes, metadata, debug info and the order of functions; a second run finds no |
//! |        | such parameter and changes nothing |
//!
//! 1. Find the kernels with local parameters; nothing may call them.
//! 2. Find the alignment that each needs of the block ([`Alignments`]).
//! 3. Give each kernel its new signature, and its code the addresses in place of the parameters.
//!
//! The block is aligned to the largest power of two that an access through any of the kernel's local parameters, or the
//! parameter itself, promises: at least 4, at most 128 (`double16`). Where a pointer gets out of sight, it is 128. The
//! offsets that the host chooses must be multiples of what their own accesses need, of 128 at most. Accesses, arguments
//! and parameters that promise more are lowered to 128, as far as the pointer is in sight: neither hosts nor devices
//! give it.
//!
//! A parameter that becomes an offset keeps `noundef`, `inreg` (AMDGPU loads the first such arguments of a kernel in
//! advance) and string attributes, and is called `<name>.offset`; the address has its name.
//!
//! Limits: kernel metadata such as `!kernel_arg_addr_space` still describes the parameters of the program.
//!
//! Cost: linear in the functions and in the uses of local pointers, followed into the functions called.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture", "Local memory support".

mod alignment;

use rustc_hash::FxHashSet;

use self::alignment::{Alignments, Parameter, lower_promises};

use crate::{
    changed::Changed,
    diagnostic::{Id, Sink},
    ir::{
        Editor, Function, ModuleView, TypeKind, Value,
        gpu::{Architecture, address_space},
        kernels::Kernels,
    },
};

/// Reasons why a kernel cannot be changed. The module is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A kernel is called.
    #[error(
        "kernel `{kernel}`, which has pointers to local memory as parameters, is called in function `{caller}`; expected \
         kernels to be entry points only"
    )]
    Called {
        /// Name of the kernel, mangled.
        kernel: String,
        /// Name of the function with the call.
        caller: String,
    },
}

/// Alignment that blocks have at least.
const LEAST: u64 = 4;

/// A kernel to change.
struct Plan<'m> {
    kernel: Function<'m>,
    /// Indices of the parameters that become offsets.
    local: Vec<u32>,
    alignment: u64,
    /// The one of them that the alignment comes from.
    largest: Option<u32>,
}

impl Plan<'_> {
    fn describe(&self) -> String {
        let (name, alignment) = (self.kernel.name(), self.alignment);
        let parameter = self.largest.and_then(|index| Some((index, self.kernel.parameters().nth(index as usize)?)));
        let why = match parameter.map(|(index, parameter)| (index, parameter.name())) {
            None => "the least".to_owned(),
            Some((index, name)) if name.is_empty() => format!("because of what parameter {index} is used for"),
            Some((_, name)) => format!("because of what parameter `{name}` is used for"),
        };
        format!("the block of local memory of kernel `{name}` has the alignment {alignment}, {why}")
    }
}

/// Changes the kernels of a module. True if there were any.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run<'m>(editor: &mut Editor<'m>, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let plans = plan(editor.view())?;
    let local = |plan: &Plan<'m>| {
        let parameters = plan.kernel.parameters();
        (0..)
            .zip(parameters)
            .filter(|(index, _)| plan.local.contains(index))
            .map(|(_, value)| value)
            .collect::<Vec<_>>()
    };
    lower_promises(editor, plans.iter().flat_map(local).collect::<Vec<_>>());
    for plan in &plans {
        sink.decided(Id::LocalMemoryBlock, plan.kernel, || plan.describe());
        apply(editor, plan);
    }
    Ok(Changed::from(!plans.is_empty()))
}

fn plan(module: ModuleView<'_>) -> Result<Vec<Plan<'_>>, Error> {
    if Architecture::from_module(module).is_none() {
        return Ok(Vec::new());
    }
    let kernels = Kernels::find(module);
    let is_local = |parameter: &Value<'_>| parameter.ty().kind() == TypeKind::Pointer(address_space::LOCAL);
    let mut plans = Vec::new();
    let mut parameters = Vec::new();
    for kernel in module.functions().filter(|f| kernels.defines(*f)) {
        let local: Vec<(u32, Value<'_>)> = (0..).zip(kernel.parameters()).filter(|(_, p)| is_local(p)).collect();
        if local.is_empty() {
            continue;
        }
        if let Some(caller) = caller(kernel) {
            return Err(Error::Called { kernel: kernel.name(), caller });
        }
        parameters.extend(local.iter().map(|(index, value)| Parameter {
            function: kernel,
            index: *index,
            value: *value,
        }));
        plans.push(Plan {
            kernel,
            local: local.into_iter().map(|(index, _)| index).collect(),
            alignment: LEAST,
            largest: None,
        });
    }
    let alignments = Alignments::find(parameters);
    for plan in &mut plans {
        for index in &plan.local {
            let needed = alignments.needs(plan.kernel, *index);
            if needed > plan.alignment {
                (plan.alignment, plan.largest) = (needed, Some(*index));
            }
        }
    }
    Ok(plans)
}

/// The function that calls a kernel, the smallest name if there are more: uses have no stable order.
fn caller(kernel: Function<'_>) -> Option<String> {
    let mut callers = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work = vec![*kernel];
    while let Some(value) = work.pop() {
        for user in value.users() {
            if user.is_instruction() {
                if user.as_call().is_some_and(|call| call.called_value() == value) {
                    callers.push(user.parent_function().name());
                }
            } else if (!user.is_global() || user.is_alias()) && seen.insert(user) {
                work.push(user);
            }
        }
    }
    callers.into_iter().min()
}

fn apply<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>) {
    let kernel = plan.kernel;
    let i32 = editor.integer_type(32);
    let block_type = editor.array_type(editor.integer_type(8), 0);
    let name = format!("{}_shared_mem", kernel.name());
    let block = editor.declare_variable(&name, block_type, address_space::LOCAL, plan.alignment);

    let mut types = kernel.value_type().parameters();
    for index in &plan.local {
        types[*index as usize] = i32;
    }
    let ty = editor.function_type(kernel.value_type().result(), &types);
    let new = editor.function_like(kernel, ty, "");
    for index in &plan.local {
        editor.drop_typed_attributes(new, *index);
    }
    editor.move_body(kernel, new);
    editor.position_at_entry(new);
    let pairs: Vec<(Value<'m>, Value<'m>)> = kernel.parameters().zip(new.parameters()).collect();
    for (index, (old, new)) in (0..).zip(pairs) {
        let name = old.name();
        editor.set_name(old, "");
        if plan.local.contains(&index) {
            if !name.is_empty() {
                editor.set_name(new, &format!("{name}.offset"));
            }
            let start = editor.i32(0);
            let address = editor.build_gep(block_type, *block, &[start, new], &name);
            editor.replace_all_uses(old, address);
        } else {
            editor.set_name(new, &name);
            editor.replace_all_uses(old, new);
        }
    }
    editor.replace_function(kernel, new);
}
