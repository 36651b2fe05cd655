//! Lists that functions get, and writing them.

use indexmap::IndexSet;

use super::{
    Excluded,
    aspects::Aspects,
    carried::{self, PROPAGATED},
    collect::{Facts, Function},
    graph::Propagated,
    sets::Sets,
    targets::Targets,
};
use crate::{
    changed::Changed,
    ir::{
        self, Editor, NewNode, NewOperand,
        sycl_metadata::{FixedTarget, kind},
    },
};

/// Changes to the module.
pub(super) struct Plan<'m> {
    /// Functions with their lists.
    used: Vec<(ir::Function<'m>, usize)>,
    /// Aspects, ascending; each list once.
    lists: IndexSet<Vec<i32>>,
    /// Functions with their attribute [`PROPAGATED`].
    propagated: Vec<(ir::Function<'m>, String)>,
    /// Entry points that get [`Plan::targets`].
    entry_points: Vec<ir::Function<'m>>,
    targets: Vec<FixedTarget>,
}

impl<'m> Plan<'m> {
    /// Functions with the aspects that they get.
    pub(super) fn lists(&self) -> impl Iterator<Item = (ir::Function<'m>, &[i32])> {
        self.used.iter().map(|(function, list)| (*function, self.lists[*list].as_slice()))
    }
}

/// Needs of functions, with all that they may call.
pub(super) struct Needs<'a> {
    pub(super) used: &'a Propagated,
    pub(super) declared: &'a Propagated,
    /// fp64, as the only number, where it was written down.
    pub(super) written_fp64: &'a Propagated,
}

/// Compares what functions need with what they carry.
pub(super) fn plan<'m>(facts: &Facts<'m>, needs: &Needs<'_>, excluded: &Excluded, targets: &Targets<'_>) -> Plan<'m> {
    let Needs { used, declared, written_fp64 } = *needs;
    let aspects = &facts.scanner.aspects;
    let mut plan = Plan {
        used: Vec::new(),
        lists: IndexSet::new(),
        propagated: Vec::new(),
        entry_points: Vec::new(),
        targets: targets.written(),
    };
    // The list of the function before, which many share.
    let mut before: Option<(u32, usize)> = None;
    for function in &facts.functions {
        if function.is_entry_point && (!plan.targets.is_empty() || !function.has_fixed_targets) {
            plan.entry_points.push(function.value);
        }
        if function.carried.is_none() && used.is_empty(function.node) && declared.is_empty(function.node) {
            continue;
        }
        if let Some((node, list)) = before
            && function.carried.is_none()
            && used.row(node) == used.row(function.node)
            && declared.row(node) == declared.row(function.node)
            && written_fp64.row(node) == written_fp64.row(function.node)
        {
            plan.used.push((function.value, list));
            continue;
        }
        let values = |set: &Propagated| set.iter(function.node).map(|id| aspects.value(id)).collect::<Vec<_>>();
        let mut list = values(used);
        let is_written = written_fp64.contains(function.node, 0);
        list.retain(|value| !excluded.values.contains(value) && (excluded.unwritten != Some(*value) || is_written));
        list.extend(values(declared));
        list.extend(function.carried.iter().flatten().map(|aspect| aspect.value));
        list.sort_unstable();
        list.dedup();
        if !list.is_empty() && !is_carried(function, &list, aspects) {
            let list = plan.lists.insert_full(list).0;
            plan.used.push((function.value, list));
            before = function.carried.is_none().then_some((function.node, list)).or(before);
        }
    }
    mark(facts, &mut plan);
    plan
}

/// Plans the attributes that show a later run which aspects of the lists are not the functions' own.
fn mark<'m>(facts: &Facts<'m>, plan: &mut Plan<'m>) {
    let had_marks = facts.functions.iter().any(|function| function.propagated.is_some());
    if facts.used == facts.seen && facts.stand_ins.is_empty() && !had_marks {
        return;
    }
    let aspects = &facts.scanner.aspects;
    let empty = Sets::like(&facts.used, facts.graph.len());
    let mut carried = empty.clone();
    let mut written = plan.used.iter().peekable();
    for (node, function) in (0..).zip(&facts.functions) {
        // The plan is in the order of functions.
        let mut insert = |value: i32| carried.insert(node, aspects.known_id(value));
        match written.next_if(|(value, _)| *value == function.value) {
            Some((_, list)) => plan.lists[*list].iter().for_each(|value| insert(*value)),
            None => function.carried.iter().flatten().for_each(|aspect| insert(aspect.value)),
        }
    }
    let lists = carried::Lists {
        seen: &facts.seen,
        declared: &facts.declared,
        carried: &carried,
        propagated: &empty,
        stand_ins: &facts.stand_ins,
    };
    let marks = carried::to_mark(&facts.graph, &facts.components, lists, &facts.used);
    for (node, function) in (0..).zip(&facts.functions) {
        let mut values: Vec<i32> = marks.iter(node).map(|id| aspects.value(id)).collect();
        values.sort_unstable();
        if function.propagated.as_deref().unwrap_or_default() != values {
            let text: Vec<String> = values.iter().map(i32::to_string).collect();
            plan.propagated.push((function.value, text.join(",")));
        }
    }
}

/// Whether the function carries the list, in the form in which it would be written.
fn is_carried(function: &Function<'_>, list: &[i32], aspects: &Aspects) -> bool {
    let Some(carried) = &function.carried else { return false };
    carried.len() == list.len()
        && carried.iter().zip(list).all(|(carried, value)| {
            let name = if aspects.writes_names() { aspects.written_name(*value) } else { None };
            carried.value == *value && carried.name.as_deref() == name
        })
}

/// Changes the module.
pub(super) fn apply<'m>(editor: &mut Editor<'m>, aspects: &Aspects, plan: &Plan<'m>) -> Changed {
    if plan.used.is_empty() && plan.propagated.is_empty() && plan.entry_points.is_empty() {
        return Changed::No;
    }
    for (function, text) in &plan.propagated {
        editor.add_string_attribute(*function, PROPAGATED, text);
    }
    let nodes: Vec<NewNode<'m>> = plan
        .lists
        .iter()
        .map(|list| {
            let name = |value: i32| aspects.written_name(value).filter(|_| aspects.writes_names());
            let operands = list.iter().map(|value| match name(*value) {
                // The bits of the number: negative ones stay negative.
                Some(name) => NewOperand::Named(name, *value as u32),
                None => NewOperand::U32(*value as u32),
            });
            editor.node(&operands.collect::<Vec<_>>())
        })
        .collect();
    editor.attach_all(kind::USED_ASPECTS, plan.used.iter().map(|(function, list)| (*function, nodes[*list])));
    let operands: Vec<NewOperand<'_, 'm>> = plan
        .targets
        .iter()
        .map(|target| match target {
            FixedTarget::Aspect(value) => NewOperand::U32(*value),
            FixedTarget::Name(name) => NewOperand::Text(name),
        })
        .collect();
    let node = editor.node(&operands);
    editor.attach_all(kind::FIXED_TARGETS, plan.entry_points.iter().map(|function| (*function, node)));
    Changed::Yes
}
