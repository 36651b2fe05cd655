//! Everything that the module says about aspects, without changing it.
//!
//! Nodes of the call graph are the functions in module order, then one node for each signature that is called
//! indirectly, then one for each entry point whose virtual calls no attribute restricts.
//!
//! Virtual calls (DPC++'s "virtual functions" extension): a function with the attribute `calls-indirectly="A,B"` may call
//! every function that is `indirectly-callable` in one of these sets, if a call marked `virtual-call` is reachable from
//! it; merely making an object is no call. An entry point that reaches such a call without the attribute may call the
//! functions of all sets. In a module without any marked call, from a front end that does not mark them, the attribute
//! alone counts.

use std::collections::BTreeMap;

use super::{
    Error, Options,
    aspects::Aspects,
    graph::{CallGraph, Components, Sets, propagate},
    scan::{Conversions, Found, Scanner},
    types::TypeAspects,
};
use crate::ir::{
    ModuleView, Value,
    kernels::{EntryPoints, Kernels, attribute},
    metadata::{Aspect, Kinds},
};

/// Attribute of functions whose source restricts them to aspects, as a property.
pub(super) const DEVICE_HAS: &str = "sycl-device-has";

/// How a function declares its aspects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `[[sycl::device_has]]`, as `!sycl_declared_aspects`.
    Attribute,
    /// The property `device_has`, as the attribute `sycl-device-has`.
    Property,
}

/// One function.
pub(super) struct Function<'m> {
    pub(super) value: Value<'m>,
    pub(super) is_entry_point: bool,
    /// `!sycl_used_aspects` as written; none if the function has no such metadata.
    pub(super) carried: Option<Vec<Aspect>>,
    /// Dense numbers of the aspects that it declares, and how.
    pub(super) declared: Option<(Form, Vec<u32>)>,
    pub(super) has_fixed_targets: bool,
    pub(super) required_work_group_size: Vec<u64>,
    pub(super) required_sub_group_size: Option<u32>,
    /// The node that stands for the function as an entry point; mostly its own.
    pub(super) node: u32,
}

/// What [`collect`] found.
pub(super) struct Facts<'m> {
    pub(super) functions: Vec<Function<'m>>,
    pub(super) graph: CallGraph,
    pub(super) components: Components,
    /// Aspects that each node uses by itself.
    pub(super) used: Sets,
    /// Aspects that each node declares.
    pub(super) declared: Sets,
    /// Reads instructions again, for the places of uses.
    pub(super) scanner: Scanner<'m>,
}

/// Reads the module.
pub(super) fn collect<'m>(module: ModuleView<'m>, options: &Options) -> Result<Facts<'m>, Error> {
    let mut aspects = Aspects::of(module)?;
    let types = TypeAspects::of(module, &mut aspects)?;
    let values: Vec<Value<'m>> = module.functions().collect();
    let kinds = Kinds::new(module);
    let kernels = Kernels::of(module);
    let conversions = if options.emulates_conversions { Conversions::Emulated } else { Conversions::Native };
    let mut scanner = Scanner::new(&values, types, aspects, kinds, conversions);

    let mut functions = Vec::with_capacity(values.len());
    let mut direct: Vec<Vec<u32>> = Vec::with_capacity(values.len());
    let mut calls = CallGraph::default();
    let mut calls_virtually = vec![false; values.len()];
    let mut found = Found::default();
    let mut seen = Marks::default();
    let mut may_be_virtual = false;
    for (id, value) in values.iter().enumerate() {
        let features = kinds.features(*value)?;
        found.clear();
        scanner.function(id as u32, *value, &mut found);
        found.aspects.extend(features.used.iter().flat_map(|list| scanner.aspects.ids(list)));
        // Instructions that only compute with types without aspects are passed over.
        let mut last = None;
        while let Some(instruction) = scanner.types.plain.next_special(*value, last) {
            scanner.instruction(instruction, &mut found)?;
            last = Some(instruction);
        }
        seen.retain_first(&mut found.aspects);
        direct.push(found.aspects.clone());
        seen.retain_first(&mut found.calls);
        calls.push(found.calls.iter().copied());
        calls_virtually[id] = found.calls_virtually;
        let has_attributes = value.has_attributes();
        may_be_virtual |= has_attributes && value.has_string_attribute(attribute::INDIRECTLY_CALLABLE);
        let declared = match &features.declared {
            Some(list) => Some((Form::Attribute, scanner.aspects.ids(list))),
            None if has_attributes => device_has(*value, &mut scanner.aspects)?,
            None => None,
        };
        functions.push(Function {
            value: *value,
            is_entry_point: kernels.is_entry_point(*value, EntryPoints::KernelsAndExternalFunctions),
            carried: features.used,
            declared,
            has_fixed_targets: features.has_fixed_targets,
            required_work_group_size: features.required_work_group_size,
            required_sub_group_size: features.required_sub_group_size,
            node: id as u32,
        });
    }
    // Tables of LLVM's own (llvm.used and the like) call nothing.
    for variable in module.global_variables().filter(|v| !v.name().starts_with("llvm.")) {
        scanner.initializer(variable);
    }
    for targets in scanner.indirect_targets(&values) {
        calls.push(targets);
    }
    let graph = if may_be_virtual { add_virtual_calls(&calls, &mut functions, &calls_virtually) } else { calls };

    let mut used = Sets::new(graph.len(), scanner.aspects.len());
    let mut declared = Sets::new(graph.len(), scanner.aspects.len());
    for (node, function) in functions.iter().enumerate() {
        direct[node].iter().for_each(|id| used.insert(node as u32, *id));
        function.declared.iter().flat_map(|(_, ids)| ids).for_each(|id| declared.insert(node as u32, *id));
    }
    let components = Components::of(&graph);
    Ok(Facts { functions, graph, components, used, declared, scanner })
}

/// Aspects in the attribute `sycl-device-has`: numbers separated by commas.
fn device_has(function: Value<'_>, aspects: &mut Aspects) -> Result<Option<(Form, Vec<u32>)>, Error> {
    let Some(text) = function.string_attribute(DEVICE_HAS) else { return Ok(None) };
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(|item| {
        item.parse()
            .map(|value| aspects.id(value))
            .map_err(|_| Error::DeviceHas { function: function.name(), item: item.to_owned() })
    });
    Ok(Some((Form::Property, items.collect::<Result<_, _>>()?)))
}

/// The graph with the edges of virtual calls and the nodes that they need.
fn add_virtual_calls(calls: &CallGraph, functions: &mut [Function<'_>], calls_virtually: &[bool]) -> CallGraph {
    // Ordered: chains in messages follow these lists.
    let mut members: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (id, function) in functions.iter().enumerate() {
        if let Some(sets) = function.value.string_attribute(attribute::INDIRECTLY_CALLABLE) {
            for set in set_names(&sets) {
                members.entry(set.to_owned()).or_default().push(id as u32);
            }
        }
    }
    let mut marked = Sets::new(calls.len(), 1);
    let marks = calls_virtually.iter().enumerate().filter(|(_, marked)| **marked);
    marks.for_each(|(node, _)| marked.insert(node as u32, 0));
    let any_marked = calls_virtually.contains(&true);
    let reaches_call = propagate(calls, &Components::of(calls), &marked);

    let mut graph = CallGraph::default();
    let mut unrestricted = Vec::new();
    for node in 0..calls.len() as u32 {
        let mut callees = calls.callees(node).to_vec();
        if let Some(function) = functions.get(node as usize)
            && (!any_marked || reaches_call.contains(node, 0))
        {
            match function.value.string_attribute(attribute::CALLS_INDIRECTLY) {
                Some(sets) => callees.extend(set_names(&sets).filter_map(|set| members.get(set)).flatten()),
                None if any_marked
                    && function.is_entry_point
                    && !function.value.has_string_attribute(attribute::INDIRECTLY_CALLABLE) =>
                {
                    unrestricted.push(node);
                }
                None => {}
            }
        }
        graph.push(callees);
    }
    // Not an edge of the function itself: who calls it may be restricted.
    for node in unrestricted {
        functions[node as usize].node = graph.len() as u32;
        graph.push(std::iter::once(node).chain(members.values().flatten().copied()));
    }
    graph
}

fn set_names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// Removes repetitions from short lists of small numbers, without hashing.
#[derive(Default)]
struct Marks {
    last: Vec<u32>,
    round: u32,
}

impl Marks {
    /// Keeps the first of each number.
    fn retain_first(&mut self, list: &mut Vec<u32>) {
        self.round += 1;
        list.retain(|number| {
            let at = *number as usize;
            if self.last.len() <= at {
                self.last.resize(at + 1, 0);
            }
            std::mem::replace(&mut self.last[at], self.round) != self.round
        });
    }
}
