//! Remarks on where each aspect in the list of a function comes from: its own code, its declaration, or a call.

use rustc_hash::FxHashMap;

use super::{
    collect::{Facts, Function},
    diagnose::display_name,
    write::{Needs, Plan},
};
use crate::diagnostic::{Id, Sink};

pub(super) fn remark(facts: &Facts<'_>, needs: &Needs<'_>, plan: &Plan<'_>, sink: &mut dyn Sink) {
    if !sink.follows(Id::RecordedAspect) {
        return;
    }
    let numbers: FxHashMap<_, u32> = (0..).zip(&facts.functions).map(|(n, f)| (f.value, n)).collect();
    for (value, list) in plan.lists() {
        let Some(number) = numbers.get(&value).copied() else { continue };
        let function = &facts.functions[number as usize];
        let is_carried = |aspect: i32| function.carried.iter().flatten().any(|carried| carried.value == aspect);
        for aspect in list.iter().copied().filter(|aspect| !is_carried(*aspect)) {
            sink.decided(Id::RecordedAspect, value, || {
                let (function, name) = (display_name(value), facts.scanner.aspects.name(aspect));
                format!("function `{function}` gets aspect `{name}` {}", reason(facts, needs, number, aspect))
            });
        }
    }
}

fn reason(facts: &Facts<'_>, needs: &Needs<'_>, number: u32, aspect: i32) -> String {
    let function: &Function<'_> = &facts.functions[number as usize];
    let aspect = facts.scanner.aspects.known_id(aspect);
    if facts.used.contains(number, aspect) {
        return "from its own code".to_owned();
    }
    if facts.declared.contains(number, aspect) {
        return "from its declaration".to_owned();
    }
    // What stands for a function as an entry point comes before the function itself.
    let calls = facts.graph.callees(function.node).iter().chain(facts.graph.callees(number));
    let mut callees = calls.copied().filter(|callee| *callee != number && *callee != function.node);
    match callees.find(|callee| needs.used.contains(*callee, aspect) || needs.declared.contains(*callee, aspect)) {
        Some(callee) => match facts.functions.get(callee as usize) {
            Some(callee) => format!("through the call of function `{}`", display_name(callee.value)),
            None => "through an indirect call".to_owned(),
        },
        None => "from what it carried".to_owned(),
    }
}
