//! Variables whose initializers lead back to them, which back ends that write variables one after another cannot order.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{GlobalVariable, ModuleView, Value, ValueKind};

/// Rings that are looked for: a message does not become better with more.
const MOST_RINGS: usize = 8;

/// The variables of each ring, in the order of the module.
pub(super) fn find(module: ModuleView<'_>) -> Vec<Vec<GlobalVariable<'_>>> {
    let variables: Vec<GlobalVariable<'_>> = module.global_variables().filter(|variable| refers(*variable)).collect();
    if variables.is_empty() {
        return Vec::new();
    }
    let numbers: FxHashMap<Value<'_>, usize> = (0..).zip(&variables).map(|(number, of)| (**of, number)).collect();
    let successors: Vec<Vec<usize>> = variables.iter().map(|variable| referred(*variable, &numbers)).collect();
    let mut predecessors = vec![Vec::new(); variables.len()];
    for (from, targets) in successors.iter().enumerate() {
        targets.iter().for_each(|to| predecessors[*to].push(from));
    }
    let mut is_left = vec![true; variables.len()];
    let mut rings = Vec::new();
    while rings.len() < MOST_RINGS {
        without_ends(&successors, &predecessors, &mut is_left);
        let Some(start) = is_left.iter().position(|is_left| *is_left) else { break };
        let first = of_a_ring(start, &predecessors, &is_left);
        let (ahead, behind) = (reached(first, &successors, &is_left), reached(first, &predecessors, &is_left));
        let ring: Vec<usize> = (0..variables.len()).filter(|number| ahead[*number] && behind[*number]).collect();
        ring.iter().for_each(|number| is_left[*number] = false);
        rings.push(ring.into_iter().map(|number| variables[number]).collect());
    }
    rings
}

/// Whether an initializer can refer to variables at all.
fn refers(variable: GlobalVariable<'_>) -> bool {
    let kind = variable.initializer().map(Value::kind);
    matches!(kind, Some(ValueKind::Variable | ValueKind::Alias | ValueKind::Composite))
}

/// The variables that an initializer refers to, through expressions, aggregates and aliases.
fn referred(variable: GlobalVariable<'_>, numbers: &FxHashMap<Value<'_>, usize>) -> Vec<usize> {
    let mut work: Vec<Value<'_>> = variable.initializer().into_iter().collect();
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(value) = work.pop() {
        match value.kind() {
            ValueKind::Variable | ValueKind::Alias | ValueKind::Composite if !seen.insert(value) => {}
            ValueKind::Variable => found.extend(numbers.get(&value)),
            ValueKind::Alias => work.extend(value.aliasee()),
            ValueKind::Composite => work.extend(value.operands()),
            _ => {}
        }
    }
    found
}

/// Takes away variables that lead nowhere, and those that nothing leads to, one after another.
fn without_ends(successors: &[Vec<usize>], predecessors: &[Vec<usize>], is_left: &mut [bool]) {
    for (ahead, behind) in [(successors, predecessors), (predecessors, successors)] {
        let ways = |ways: &Vec<usize>| ways.iter().filter(|number| is_left[**number]).count();
        let mut open: Vec<usize> = ahead.iter().map(ways).collect();
        let mut work: Vec<usize> = (0..open.len()).filter(|number| is_left[*number] && open[*number] == 0).collect();
        while let Some(number) = work.pop() {
            is_left[number] = false;
            for before in behind[number].iter().filter(|before| is_left[**before]) {
                open[*before] -= 1;
                if open[*before] == 0 {
                    work.push(*before);
                }
            }
        }
    }
}

/// A variable of a ring that leads to this one. Something leads to each that is left.
fn of_a_ring(start: usize, predecessors: &[Vec<usize>], is_left: &[bool]) -> usize {
    let mut is_passed = vec![false; is_left.len()];
    let mut number = start;
    while !std::mem::replace(&mut is_passed[number], true) {
        number = *predecessors[number].iter().find(|before| is_left[**before]).expect("only ends have none");
    }
    number
}

/// The variables that a variable leads to, itself only if it leads back.
fn reached(first: usize, ways: &[Vec<usize>], is_left: &[bool]) -> Vec<bool> {
    let mut is_reached = vec![false; ways.len()];
    let mut work = vec![first];
    while let Some(number) = work.pop() {
        for next in ways[number].iter().filter(|next| is_left[**next]) {
            if !std::mem::replace(&mut is_reached[*next], true) {
                work.push(*next);
            }
        }
    }
    is_reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_before_and_behind_a_ring_are_not_in_it() {
        // 0 -> 1 <-> 2 -> 3 -> 4 <-> 4, and 5 without a way.
        let successors = vec![vec![1], vec![2], vec![1, 3], vec![4], vec![4], vec![]];
        let predecessors = vec![vec![], vec![0, 2], vec![1], vec![2], vec![3, 4], vec![]];
        let mut left = vec![true; 6];
        without_ends(&successors, &predecessors, &mut left);
        assert_eq!(left, [false, true, true, true, true, false]);
        assert_eq!(of_a_ring(3, &predecessors, &left), 2);
        assert_eq!(reached(1, &successors, &left), [false, true, true, true, true, false]);
        assert_eq!(reached(3, &predecessors, &left), [false, true, true, false, false, false]);
    }
}
