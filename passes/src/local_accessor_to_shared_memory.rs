//! Gives kernels of NVPTX and AMDGPU their local memory as offsets: neither CUDA nor HIP can pass pointers to it.
//!
//! The host of such a kernel reserves one block of local memory for a launch, and tells the kernel where in the block each
//! local accessor (in OpenCL: each `__local` argument) starts.
//!
//! | reads  | kernels: calling convention, `!nvvm.annotations`; what is done with their pointers into address space 3 |
//! | writes | such a parameter becomes an `i32`, an offset in bytes into the variable `@<kernel>_shared_mem`, |
//! |        | which is `external addrspace(3) global [0 x i8]`: the block of the launch |
//! | keeps  | names, other parameters, attributes, metadata, debug info and the order of functions; a second run finds no |
//! |        | such parameter and changes nothing |
//!
//! 1. Find the kernels with local parameters; nobody may call them.
//! 2. Find the alignment that each needs of the block ([`Alignments`]).
//! 3. Give each kernel its new signature, and its code the addresses in place of the parameters.
//!
//! The block is aligned to the largest power of two that an access through any of the kernel's local parameters, or the
//! parameter itself, promises: at least 4, at most 128 (`double16`). Where a pointer gets out of sight, it is 128. The
//! offsets that the host chooses must be multiples of what their own accesses need.
//!
//! A parameter that becomes an offset keeps `noundef` and string attributes, and is called `<name>.offset`; the address
//! has its name.
//!
//! Limits: kernel metadata such as `!kernel_arg_addr_space` still describes the parameters of the program.
//!
//! Cost: linear in the functions and in the uses of local pointers, followed into the functions called.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture", "Local memory support".

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use crate::{
    ir::{
        Editor, ModuleView, Opcode, TypeKind, Value,
        gpu::{Architecture, address_space},
        kernels::Kernels,
    },
    stack_slots::{is_marker, slot_loads},
};

/// Why a kernel cannot be changed. The module is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A kernel is called.
    #[error(
        "kernel `{kernel}`, which has pointers to local memory as parameters, is called in function `{caller}`; expected \
         kernels to be entry points only"
    )]
    Called {
        /// The kernel.
        kernel: String,
        /// Where.
        caller: String,
    },
}

/// Alignment that blocks have at least.
const LEAST: u64 = 4;
/// Alignment of the largest type, and where it is not known.
const MOST: u64 = 128;

/// A kernel to change.
struct Plan<'m> {
    kernel: Value<'m>,
    /// Indices of the parameters that become offsets.
    local: Vec<u32>,
    alignment: u64,
}

/// Changes the kernels of a module. True if there were any.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>) -> Result<bool, Error> {
    let plans = plan(editor.view())?;
    for plan in &plans {
        apply(editor, plan);
    }
    Ok(!plans.is_empty())
}

fn plan(module: ModuleView<'_>) -> Result<Vec<Plan<'_>>, Error> {
    if Architecture::of(module).is_none() {
        return Ok(Vec::new());
    }
    let kernels = Kernels::of(module);
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
        plans.push(Plan { kernel, local: local.into_iter().map(|(index, _)| index).collect(), alignment: LEAST });
    }
    let alignments = Alignments::of(parameters);
    for plan in &mut plans {
        let needs = plan.local.iter().map(|index| alignments.needs(plan.kernel, *index));
        plan.alignment = needs.fold(LEAST, u64::max);
    }
    Ok(plans)
}

/// The function that calls a kernel, the smallest name if there are more: uses have no stable order.
fn caller(kernel: Value<'_>) -> Option<String> {
    let mut callers = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work = vec![kernel];
    while let Some(value) = work.pop() {
        for user in value.users() {
            if user.is_instruction() {
                if user.opcode().is_call() && user.called_value() == value {
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
            let address = editor.element_pointer(block_type, block, &[start, new], &name);
            editor.replace_all_uses(old, address);
        } else {
            editor.set_name(new, &name);
            editor.replace_all_uses(old, new);
        }
    }
    editor.replace_function(kernel, new);
}

// --- alignment -------------------------------------------------------------------------------------------------------

/// A parameter through which a local pointer comes into a function.
#[derive(Clone, Copy)]
struct Parameter<'m> {
    function: Value<'m>,
    index: u32,
    value: Value<'m>,
}

/// What a function does with one of its pointers.
#[derive(Default)]
struct Needs {
    /// Of the accesses that are in the function.
    alignment: u64,
    /// Positions in [`Alignments::needs`] of the parameters that the pointer is passed on to.
    passed_to: Vec<usize>,
}

/// The alignments that accesses through local pointers need, by the parameter that they come through.
struct Alignments<'m> {
    needs: IndexMap<(Value<'m>, u32), Needs>,
}

impl<'m> Alignments<'m> {
    /// Follows the given parameters, each function once.
    fn of(mut parameters: Vec<Parameter<'m>>) -> Self {
        let mut needs: IndexMap<(Value<'m>, u32), Needs> = IndexMap::new();
        while let Some(parameter) = parameters.pop() {
            let key = (parameter.function, parameter.index);
            if needs.get(&key).is_some_and(|found| found.alignment != 0) {
                continue;
            }
            let uses = uses(parameter);
            let mut passed_to = Vec::with_capacity(uses.passed_to.len());
            for to in uses.passed_to {
                let entry = needs.entry((to.function, to.index));
                passed_to.push(entry.index());
                entry.or_default();
                parameters.push(to);
            }
            needs.insert(key, Needs { alignment: uses.alignment.max(1), passed_to });
        }
        let own: Vec<u64> = needs.values().map(|n| n.alignment).collect();
        let passed_to: Vec<Vec<usize>> = needs.values().map(|n| n.passed_to.clone()).collect();
        let all = largest_reached(&own, &passed_to);
        for (found, alignment) in needs.values_mut().zip(all) {
            found.alignment = alignment;
        }
        Self { needs }
    }

    fn needs(&self, function: Value<'m>, index: u32) -> u64 {
        self.needs.get(&(function, index)).map_or(MOST, |found| found.alignment)
    }
}

/// For each node of a graph the largest value among those that it reaches, its own included. Values are powers of two up
/// to [`MOST`], so each edge is looked at once: from the largest value down, whoever reaches it is settled.
fn largest_reached(own: &[u64], successors: &[Vec<usize>]) -> Vec<u64> {
    let mut predecessors = vec![Vec::new(); own.len()];
    for (node, next) in successors.iter().enumerate() {
        for successor in next {
            predecessors[*successor].push(node);
        }
    }
    let mut result = vec![0; own.len()];
    let mut alignment = MOST;
    while alignment != 0 {
        let mut work: Vec<usize> = (0..own.len()).filter(|node| own[*node] >= alignment).collect();
        while let Some(node) = work.pop() {
            if result[node] == 0 {
                result[node] = alignment;
                work.extend(&predecessors[node]);
            }
        }
        alignment /= 2;
    }
    result
}

/// What [`uses`] finds.
struct Uses<'m> {
    alignment: u64,
    passed_to: Vec<Parameter<'m>>,
}

/// Follows a pointer through one function.
fn uses(parameter: Parameter<'_>) -> Uses<'_> {
    let declared = parameter.function.parameter_alignment(parameter.index).unwrap_or(1);
    let mut found = Uses { alignment: declared.min(MOST), passed_to: Vec::new() };
    let mut seen = FxHashSet::default();
    let mut work = vec![parameter.value];
    while let Some(pointer) = work.pop() {
        for user in pointer.users() {
            let needed = match user.is_instruction().then(|| user.opcode()) {
                Some(Opcode::Load) => user.access_alignment(),
                Some(Opcode::Store) if user.operand(0) != pointer => user.access_alignment(),
                // Unoptimized code keeps its parameters in stack slots.
                Some(Opcode::Store) => match slot_loads(user.operand(1)) {
                    Some(loads) => {
                        work.extend(loads.into_iter().filter(|load| seen.insert(*load)));
                        1
                    }
                    None => MOST,
                },
                Some(Opcode::AtomicReadModifyWrite | Opcode::CompareExchange)
                    if user.operands().skip(1).all(|operand| operand != pointer) =>
                {
                    user.access_alignment()
                }
                Some(Opcode::GetElementPointer | Opcode::PointerCast | Opcode::Phi | Opcode::Select) => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                    1
                }
                Some(Opcode::Compare) => 1,
                Some(Opcode::Call) => passed(user, pointer, &mut found.passed_to),
                _ => MOST,
            };
            found.alignment = found.alignment.max(needed.min(MOST));
        }
    }
    found
}

/// What a call needs of a pointer that it passes on; the functions that get it are added to `passed_to`.
fn passed<'m>(call: Value<'m>, pointer: Value<'m>, passed_to: &mut Vec<Parameter<'m>>) -> u64 {
    let callee = call.called_value().strip_pointer_casts();
    if !callee.is_function() {
        return MOST;
    }
    let name = callee.name();
    if is_marker(&name) {
        return 1;
    }
    let copies = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix));
    let known = !callee.is_declaration() && call.called_type() == callee.value_type();
    let mut needed = 1;
    // An operand that is no argument belongs to an operand bundle.
    let arguments = call.argument_count();
    if call.operands().filter(|o| *o == pointer).count()
        != call.operands().take(arguments as usize).filter(|o| *o == pointer).count()
    {
        return MOST;
    }
    for (index, argument) in (0..arguments).zip(call.operands()) {
        if argument != pointer {
            continue;
        }
        let declared = call.argument_alignment(index).unwrap_or(1);
        needed = needed.max(declared);
        if known && let Some(value) = callee.parameters().nth(index as usize) {
            passed_to.push(Parameter { function: callee, index, value });
        } else if !copies {
            needed = MOST;
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::largest_reached;

    #[test]
    fn own_value_without_edges() {
        assert_eq!(largest_reached(&[1, 8, 128], &[vec![], vec![], vec![]]), [1, 8, 128]);
    }

    #[test]
    fn a_chain_takes_the_largest() {
        assert_eq!(largest_reached(&[4, 1, 16], &[vec![1], vec![2], vec![]]), [16, 16, 16]);
    }

    #[test]
    fn a_cycle_shares_its_value() {
        assert_eq!(largest_reached(&[1, 2, 8, 1], &[vec![1], vec![2], vec![1], vec![0]]), [8, 8, 8, 8]);
    }

    #[test]
    fn a_diamond_and_a_smaller_branch() {
        assert_eq!(largest_reached(&[1, 2, 4, 1], &[vec![1, 2], vec![3], vec![3], vec![]]), [4, 2, 4, 1]);
    }
}
