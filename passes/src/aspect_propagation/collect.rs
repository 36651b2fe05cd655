//! Everything that the module says about aspects, without changing it.
//!
//! Nodes of the call graph are the functions in module order, then one node for each signature that is called
//! indirectly, one for what functions without a body may call back, then one for each entry point whose virtual calls
//! no attribute restricts ([`virtual_calls`](super::virtual_calls)).

use rustc_hash::FxHashMap;

use super::{
    Error, Options,
    aspects::{Aspects, FP64},
    carried::{self, PROPAGATED},
    components::Components,
    graph::CallGraph,
    scan::{Conversions, Found, Scanner},
    sets::Sets,
    types::TypeAspects,
    virtual_calls::VirtualFunctions,
};
use crate::ir::{
    self, ModuleView, attribute,
    kernels::{EntryPoints, Kernels},
    sycl_metadata::{Aspect, MetadataKindIds},
};

/// Attribute of functions whose source restricts them to aspects, as a property.
pub(super) const DEVICE_HAS: &str = "sycl-device-has";

/// Ways in which a function declares its aspects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `[[sycl::device_has]]`, as `!sycl_declared_aspects`.
    Attribute,
    /// The property `device_has`, as the attribute `sycl-device-has`.
    Property,
}

/// One function.
pub(super) struct Function<'m> {
    pub(super) value: ir::Function<'m>,
    pub(super) is_entry_point: bool,
    /// `!sycl_used_aspects` as written; none if the function has no such metadata.
    pub(super) carried: Option<Vec<Aspect>>,
    /// The ones that another run has marked as not its own.
    pub(super) propagated: Option<Vec<i32>>,
    /// Dense numbers of the aspects that it declares, and how.
    pub(super) declared: Option<(Form, Vec<u32>)>,
    pub(super) has_fixed_targets: bool,
    pub(super) required_work_group_size: Vec<u64>,
    pub(super) required_sub_group_size: Option<u32>,
    /// The node that stands for the function as an entry point; mostly its own.
    pub(super) node: u32,
}

/// Result of [`collect`].
pub(super) struct Facts<'m> {
    pub(super) functions: Vec<Function<'m>>,
    pub(super) graph: CallGraph,
    pub(super) components: Components,
    /// Aspects that each node uses by itself: what is seen in its code, and what was written down for it.
    pub(super) used: Sets,
    pub(super) seen: Sets,
    /// Aspects that each node declares.
    pub(super) declared: Sets,
    /// fp64, as the only number, of the nodes for which it was written down.
    pub(super) written_fp64: Sets,
    /// The nodes that stand for entry points, where those are not their own.
    pub(super) stand_ins: FxHashMap<u32, u32>,
    /// Reads instructions again, for the places of uses.
    pub(super) scanner: Scanner<'m>,
}

/// Reads the module.
pub(super) fn collect<'m>(module: ModuleView<'m>, options: &Options) -> Result<Facts<'m>, Error> {
    let mut aspects = Aspects::read(module)?;
    let implied = aspects.implied(options.uses_builtin_aspects);
    let types = TypeAspects::read(module, &mut aspects, implied)?;
    let atomic64 = implied.atomic64.map(|value| aspects.id(value));
    let values: Vec<ir::Function<'m>> = module.functions().collect();
    let kinds = MetadataKindIds::new(module);
    let conversions = if options.emulates_conversions { Conversions::Emulated } else { Conversions::Native };
    let mut scanner = Scanner::new(&values, types, aspects, kinds, conversions, atomic64);
    let mut code = read_functions(module, &mut scanner, kinds, &values)?;
    // Tables of LLVM's own (llvm.used and the like) call nothing.
    for variable in module.global_variables().filter(|v| !v.name().starts_with("llvm.")) {
        scanner.initializer(variable);
    }
    for targets in scanner.indirect_targets(&values) {
        code.calls.push(targets);
    }
    let (mut graph, mut first) = (code.calls, Vec::new());
    if code.may_be_virtual {
        let virtual_functions = VirtualFunctions::collect(&code.functions);
        graph = virtual_functions.connect(&graph, &mut code.functions, &code.calls_virtually);
        first.extend(virtual_functions.all());
    }
    let components = Components::find(&graph, first);

    let functions = code.functions;
    let sets = || Sets::new(graph.len(), scanner.aspects.len());
    let (mut seen, mut declared, mut carried, mut propagated) = (sets(), sets(), sets(), sets());
    let mut written_fp64 = Sets::new(graph.len(), 1);
    let fp64 = scanner.aspects.find(FP64).ok().flatten();
    for (node, function) in (0..).zip(&functions) {
        code.seen[node as usize].iter().for_each(|id| seen.insert(node, *id));
        function.declared.iter().flat_map(|(_, ids)| ids).for_each(|id| declared.insert(node, *id));
        for aspect in function.carried.iter().flatten() {
            let id = scanner.aspects.known_id(aspect.value);
            carried.insert(node, id);
            if function.propagated.iter().flatten().any(|value| *value == aspect.value) {
                propagated.insert(node, id);
            }
        }
        let mut written = function.carried.iter().flatten().map(|aspect| aspect.value);
        if written.any(|value| Some(value) == fp64)
            || code.written[node as usize].iter().any(|value| Some(*value) == fp64)
        {
            written_fp64.insert(node, 0);
        }
    }
    let nodes = (0..).zip(&functions).map(|(node, function)| (node, function.node));
    let stand_ins: FxHashMap<u32, u32> = nodes.filter(|(node, stand_in)| node != stand_in).collect();
    let lists = carried::Lists {
        seen: &seen,
        declared: &declared,
        carried: &carried,
        propagated: &propagated,
        stand_ins: &stand_ins,
    };
    let used = carried::own(&graph, &components, lists);
    Ok(Facts { functions, graph, components, used, seen, declared, written_fp64, stand_ins, scanner })
}

/// Facts read from functions and their instructions, by function.
struct Code<'m> {
    functions: Vec<Function<'m>>,
    /// Dense numbers of aspects that the code uses.
    seen: Vec<Vec<u32>>,
    /// Aspects that instructions carry as metadata.
    written: Vec<Vec<i32>>,
    calls: CallGraph,
    calls_virtually: Vec<bool>,
    /// Whether a function is `indirectly-callable`.
    may_be_virtual: bool,
}

fn read_functions<'m>(
    module: ModuleView<'m>,
    scanner: &mut Scanner<'m>,
    kinds: MetadataKindIds<'m>,
    values: &[ir::Function<'m>],
) -> Result<Code<'m>, Error> {
    let kernels = Kernels::find(module);
    let mut code = Code {
        functions: Vec::with_capacity(values.len()),
        seen: Vec::with_capacity(values.len()),
        written: vec![Vec::new(); values.len()],
        calls: CallGraph::default(),
        calls_virtually: vec![false; values.len()],
        may_be_virtual: false,
    };
    let mut found = Found::default();
    let mut marks = Marks::default();
    for (id, value) in values.iter().enumerate() {
        let features = kinds.features(*value)?;
        found.clear();
        scanner.function(id as u32, *value, &mut found);
        // Instructions that only compute with types without aspects are passed over.
        let mut last = None;
        while let Some(instruction) = scanner.types.plain.next_special(*value, last) {
            scanner.instruction(instruction, &mut found)?;
            last = Some(instruction);
        }
        marks.retain_first(&mut found.aspects);
        code.seen.push(found.aspects.clone());
        marks.retain_first(&mut found.calls);
        code.calls.push(found.calls.iter().copied());
        code.calls_virtually[id] = found.calls_virtually;
        code.written[id] = found.written.iter().map(|id| scanner.aspects.value(*id)).collect();
        let has_attributes = value.has_attributes();
        code.may_be_virtual |= has_attributes && value.has_string_attribute(attribute::INDIRECTLY_CALLABLE);
        // Gives them their dense numbers.
        features.used.iter().for_each(|list| drop(scanner.aspects.ids(list)));
        let declared = match &features.declared {
            Some(list) => Some((Form::Attribute, scanner.aspects.ids(list))),
            None if has_attributes => numbers(*value, DEVICE_HAS)?
                .map(|list| (Form::Property, list.into_iter().map(|value| scanner.aspects.id(value)).collect())),
            None => None,
        };
        let propagated = if has_attributes { numbers(*value, PROPAGATED)? } else { None };
        code.functions.push(Function {
            value: *value,
            is_entry_point: kernels.is_entry_point(*value, EntryPoints::KernelsAndExternalFunctions),
            carried: features.used,
            propagated,
            declared,
            has_fixed_targets: features.has_fixed_targets,
            required_work_group_size: features.required_work_group_size,
            required_sub_group_size: features.required_sub_group_size,
            node: id as u32,
        });
    }
    Ok(code)
}

/// Aspects in an attribute: numbers separated by commas.
fn numbers(function: ir::Function<'_>, attribute: &'static str) -> Result<Option<Vec<i32>>, Error> {
    let Some(text) = function.string_attribute(attribute) else { return Ok(None) };
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(|item| {
        let error = |_| Error::Numbers { attribute, function: function.name(), item: item.to_owned() };
        item.parse().map_err(error)
    });
    items.collect::<Result<_, _>>().map(Some)
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
