//! Step 2: the alignments that accesses through local pointers promise.

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use crate::{
    ir::{Call, Editor, Function, Opcode, TypeKind, Value},
    pointer_flow::{Event, follow, is_assumption, is_marker, slot_loads},
};

/// Alignment of the largest type, and where it is not known. Hosts place local arguments at multiples of no more.
const MOST: u64 = 128;

/// A parameter through which a local pointer comes into a function.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'m> {
    pub(super) function: Function<'m>,
    pub(super) index: u32,
    pub(super) value: Value<'m>,
}

/// Needs of a function for one of its pointers.
#[derive(Default)]
struct Needs {
    /// Alignment of the accesses that are in the function.
    alignment: u64,
    /// Positions in [`Alignments::needs`] of the parameters that the pointer is passed on to.
    passed_to: Vec<usize>,
}

/// The alignments that accesses through local pointers need, by the parameter that they come through.
pub(super) struct Alignments<'m> {
    needs: IndexMap<(Function<'m>, u32), Needs>,
}

impl<'m> Alignments<'m> {
    /// Follows the given parameters, each function once.
    pub(super) fn find(mut parameters: Vec<Parameter<'m>>) -> Self {
        let mut needs: IndexMap<(Function<'m>, u32), Needs> = IndexMap::new();
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

    pub(super) fn needs(&self, function: Function<'m>, index: u32) -> u64 {
        self.needs.get(&(function, index)).map_or(MOST, |found| found.alignment)
    }
}

/// For each node of a graph the largest value among those that it reaches, its own included. Values are powers of two
/// up to [`MOST`], so each edge is looked at once: from the largest value down, nodes that reach it are settled.
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

/// Result of [`uses`].
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
                Some(Opcode::Call) => user.as_call().map_or(MOST, |call| passed(call, pointer, &mut found.passed_to)),
                _ => MOST,
            };
            found.alignment = found.alignment.max(needed.min(MOST));
        }
    }
    found
}

/// Needs of a call for a pointer that it passes on; the functions that get it are added to `passed_to`.
fn passed<'m>(call: Call<'m>, pointer: Value<'m>, passed_to: &mut Vec<Parameter<'m>>) -> u64 {
    let Some(callee) = call.callee() else { return MOST };
    let name = callee.name();
    if is_marker(&name) {
        return 1;
    }
    let copies = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix));
    let known = !callee.is_declaration() && call.called_type() == callee.value_type();
    let mut needed = 1;
    // An operand that is not an argument belongs to an operand bundle.
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

/// Lowers what is promised of local pointers to what blocks and hosts keep: accesses, parameters and arguments may
/// claim no alignment above [`MOST`].
pub(super) fn lower_promises<'m>(editor: &mut Editor<'m>, pointers: impl IntoIterator<Item = Value<'m>>) {
    let mut places = Vec::new();
    let Ok(()) = follow::<std::convert::Infallible>(pointers, |event| {
        if let Event::Use(user, value) = event {
            places.push((user, value));
        }
        Ok(())
    });
    for (user, value) in places {
        match user.opcode() {
            Opcode::Load | Opcode::Store | Opcode::AtomicReadModifyWrite | Opcode::CompareExchange => {
                let index = u32::from(user.opcode() == Opcode::Store);
                if user.operand(index) == value && user.access_alignment() > MOST {
                    editor.set_alignment(user, MOST);
                }
            }
            _ => {
                if let Some(call) = user.as_call() {
                    lower_arguments(editor, call, value);
                }
            }
        }
    }
}

fn lower_arguments<'m>(editor: &mut Editor<'m>, call: Call<'m>, value: Value<'m>) {
    let arguments = call.argument_count();
    let callee = call.called_value().as_function();
    for (index, operand) in (0..).zip(call.operands()) {
        if operand != value {
            continue;
        }
        if index < arguments {
            if call.argument_alignment(index).is_some_and(|alignment| alignment > MOST) {
                editor.set_argument_alignment(call, index, MOST);
            }
            if let Some(callee) = callee
                && callee.parameter_alignment(index).is_some_and(|alignment| alignment > MOST)
            {
                editor.add_parameter_attribute(callee, index, "align", MOST);
            }
        } else if is_assumption(call) {
            // `"align"(ptr, i64)`; of the other bundles with a pointer and a number less may be said too.
            let number = call.operand(index + 1);
            let lower = if number.is_constant() { MOST } else { 1 };
            if matches!(number.ty().kind(), TypeKind::Integer(_))
                && number.as_unsigned().is_none_or(|n| n > MOST)
                && let Some(lower) = editor.scalar(number.ty(), &lower.to_le_bytes())
            {
                editor.set_operand(*call, index + 1, lower);
            }
        }
    }
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
