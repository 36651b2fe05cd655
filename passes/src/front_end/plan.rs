//! Step 4: what functions get, compared with what they carry. Changes nothing.

use rustc_hash::FxHashSet;

use super::{
    Options,
    aspects::{KnownAspects, NewTable},
    error::{Error, Origin},
    facts::{Fact, Size, Statement},
    has_module_ids,
    reach::{Owned, Reach, contradiction, origin},
    virtual_functions,
};
use crate::{
    changed::Changed,
    device_rules::{self, When},
    ir::{
        Editor, Function, Linkage, ModuleView, NewOperand, attribute,
        kernels::Kernels,
        names::is_user_name,
        sycl_metadata::{FeatureMetadata, FunctionMetadata, MetadataKindIds, kind},
    },
};

/// A metadata node to attach.
enum Node {
    Numbers(Vec<u32>),
    /// Pairs of name and number, or numbers alone where names are not known.
    Aspects(Vec<(u32, Option<String>)>),
}

/// Changes to the functions of a module.
#[derive(Default)]
pub(super) struct Plan<'m> {
    nodes: Vec<(Function<'m>, &'static str, Node)>,
    attributes: Vec<(Function<'m>, &'static str, String)>,
    table: Option<NewTable>,
}

/// Functions that facts about kernels hold for, and those that belong to a translation unit.
pub(super) struct Owners<'m> {
    kernels: Kernels<'m>,
    /// The front end says itself which functions others can call: by the attribute that holds their translation unit.
    has_module_ids: bool,
    /// Functions that are there for the host's tables of virtual functions alone.
    of_host: FxHashSet<Function<'m>>,
}

impl<'m> Owners<'m> {
    pub(super) fn for_module(module: ModuleView<'m>) -> Self {
        let kernels = Kernels::find(module);
        let has_module_ids = has_module_ids(module);
        let of_host = if has_module_ids { FxHashSet::default() } else { virtual_functions::of_host(module) };
        Self { kernels, has_module_ids, of_host }
    }

    /// Whether a function is a kernel, or one that other translation units can call (`sycl_external`). Clang 22 does
    /// not mark the latter. Its other functions are `internal` or `linkonce_odr`, unless the program gives them
    /// external linkage: then others can call them, too, but for those that the host's virtual functions bring.
    pub(super) fn contains(&self, function: Function<'m>) -> bool {
        if function.is_declaration() {
            return false;
        }
        self.kernels.contains(function)
            || match self.has_module_ids {
                true => function.has_string_attribute(attribute::MODULE_ID),
                false => {
                    function.linkage() == Linkage::External
                        && is_user_name(&function.name())
                        && !self.of_host.contains(&function)
                }
            }
    }
}

/// Compares what is stated with what functions carry.
pub(super) fn plan<'m>(
    module: ModuleView<'m>,
    statements: &[Statement<'m>],
    aspects: &KnownAspects<'_>,
    options: &Options,
) -> Result<Plan<'m>, Error> {
    let (owners, kinds) = (Owners::for_module(module), MetadataKindIds::new(module));
    let when = if options.keeps_linkage { When::BeforeOptimization } else { When::AfterOptimization };
    device_rules::check_unit(module, |function| owners.contains(function), when)?;
    let reach = Reach::compute(statements);
    let source = module.source_file();
    let mut planner = Planner { plan: Plan::default(), kinds, aspects };
    for function in module.functions().filter(|function| owners.contains(*function)) {
        planner.owned(function, &reach.owned(function)?)?;
        let mut attribute = |name: &'static str, value: &str| {
            if !function.has_string_attribute(name) {
                planner.plan.attributes.push((function, name, value.to_owned()));
            }
        };
        attribute(attribute::MODULE_ID, &source);
        if let Some(level) = options.opt_level {
            attribute(attribute::OPT_LEVEL, &level.to_string());
        }
    }
    planner.used(statements)?;
    if aspects.renumbers() {
        planner.renumbered(module)?;
    }
    planner.plan.table = aspects.table_for(module)?;
    Ok(planner.plan)
}

struct Planner<'a, 'm> {
    plan: Plan<'m>,
    kinds: MetadataKindIds<'m>,
    aspects: &'a KnownAspects<'a>,
}

impl<'m> Planner<'_, 'm> {
    /// Facts that hold for a function as a whole.
    fn owned(&mut self, function: Function<'m>, owned: &Owned<'_, 'm>) -> Result<(), Error> {
        if owned.is_empty() {
            return Ok(());
        }
        let carried = self.kinds.facts(function)?;
        let mut numbers = |kind, numbers: &[u32]| {
            self.plan.nodes.push((function, kind, Node::Numbers(numbers.to_vec())));
        };
        if let Some((size, statement)) = owned.required_work_group_size {
            let is_there = agrees(
                function,
                (size, statement),
                "reqd_work_group_size",
                &carried.required_work_group_size,
                carried.work_group_dimensions,
            )?;
            if !is_there {
                numbers(kind::REQUIRED_WORK_GROUP_SIZE, &size.in_metadata());
            }
            if !is_there || carried.work_group_dimensions.is_none() {
                numbers(kind::WORK_GROUP_DIMENSIONS, &[size.dimensions()]);
            }
        }
        if let Some((size, statement)) = owned.max_work_group_size {
            let carried = &carried.max_work_group_size;
            if !agrees(function, (size, statement), "max_work_group_size", carried, None)? {
                numbers(kind::MAX_WORK_GROUP_SIZE, &size.in_metadata());
            }
        }
        if let Some((size, statement)) = owned.required_sub_group_size {
            if let Some(name) = self.kinds.named_sub_group_size(function) {
                let fact = format!("reqd_sub_group_size({name})");
                return Err(contradiction(function, origin(statement), Origin { fact, site: None }));
            }
            match carried.required_sub_group_size.filter(|carried| *carried != 0) {
                None => numbers(kind::REQUIRED_SUB_GROUP_SIZE, &[size]),
                Some(carried) if carried == size => {}
                Some(carried) => {
                    let fact = Fact::RequiredSubGroupSize(carried).to_string();
                    return Err(contradiction(function, origin(statement), Origin { fact, site: None }));
                }
            }
        }
        if let Some(declared) = &owned.device_has {
            let carried = self.kinds.features(function)?.declared;
            if let Some(list) = self.aspects.joined(carried, declared) {
                self.plan.nodes.push((function, kind::DECLARED_ASPECTS, Node::Aspects(list)));
            }
        }
        check_bounds(function, owned, &carried)
    }

    /// `uses_aspects`, which is about the function that it stands in.
    fn used(&mut self, statements: &[Statement<'m>]) -> Result<(), Error> {
        let mut lists: indexmap::IndexMap<Function<'m>, Vec<u32>> = indexmap::IndexMap::new();
        for statement in statements {
            if let Fact::UsesAspects(aspects) = &statement.fact {
                lists.entry(statement.function).or_default().extend(aspects);
            }
        }
        for (function, mut list) in lists {
            list.sort_unstable();
            list.dedup();
            let carried = self.kinds.features(function)?.used;
            if let Some(list) = self.aspects.joined(carried, &list) {
                self.plan.nodes.push((function, kind::USED_ASPECTS, Node::Aspects(list)));
            }
        }
        Ok(())
    }

    /// Lists of functions for which nothing is stated, whose aspects have other numbers in the table. Those of
    /// instructions are of front ends that know the runtime.
    fn renumbered(&mut self, module: ModuleView<'m>) -> Result<(), Error> {
        let planned: FxHashSet<_> = self.plan.nodes.iter().map(|(function, kind, _)| (*function, *kind)).collect();
        for function in module.functions() {
            let FeatureMetadata { declared, used, .. } = self.kinds.features(function)?;
            for (kind, carried) in [(kind::DECLARED_ASPECTS, declared), (kind::USED_ASPECTS, used)] {
                let stays = carried.is_none() || planned.contains(&(function, kind));
                if let Some(list) = Some(carried).filter(|_| !stays).and_then(|list| self.aspects.joined(list, &[])) {
                    self.plan.nodes.push((function, kind, Node::Aspects(list)));
                }
            }
        }
        Ok(())
    }
}

/// Whether metadata says a size already.
fn agrees<'m>(
    function: Function<'m>,
    (size, statement): (&Size, &Statement<'m>),
    name: &str,
    carried: &[u64],
    dimensions: Option<u32>,
) -> Result<bool, Error> {
    let Some(there) = three(carried) else { return Ok(false) };
    let stated = size.in_metadata().map(u64::from);
    if carried.len() <= 3 && there == stated && dimensions.is_none_or(|dimensions| dimensions == size.dimensions()) {
        return Ok(true);
    }
    let shown = dimensions.map_or(carried.len(), |dimensions| carried.len().min(dimensions as usize));
    let numbers: Vec<String> = carried[..shown].iter().rev().map(u64::to_string).collect();
    let fact = format!("{name}({})", numbers.join(", "));
    Err(contradiction(function, origin(statement), Origin { fact, site: None }))
}

/// Three dimensions of a size in metadata; none where the first is zero, which is how front ends write no size.
fn three(carried: &[u64]) -> Option<[u64; 3]> {
    let mut sizes = [1; 3];
    sizes.iter_mut().zip(carried).for_each(|(place, size)| *place = *size);
    carried.first().is_some_and(|first| *first != 0).then_some(sizes)
}

/// A required size that is above the maximum, where one of them is in metadata.
fn check_bounds<'m>(function: Function<'m>, owned: &Owned<'_, 'm>, carried: &FunctionMetadata) -> Result<(), Error> {
    let above = |required: [u64; 3], most: [u64; 3]| required.iter().zip(most).any(|(size, most)| *size > most);
    let shown = |name: &str, sizes: &[u64]| {
        let numbers: Vec<String> = sizes.iter().rev().map(u64::to_string).collect();
        Origin { fact: format!("{name}({})", numbers.join(", ")), site: None }
    };
    if let (Some((required, statement)), Some(most)) =
        (owned.required_work_group_size, three(&carried.max_work_group_size))
        && above(required.in_metadata().map(u64::from), most)
    {
        let most = shown("max_work_group_size", &carried.max_work_group_size);
        return Err(contradiction(function, origin(statement), most));
    }
    if let (Some(required), Some((most, statement))) =
        (three(&carried.required_work_group_size), owned.max_work_group_size)
        && above(required, most.in_metadata().map(u64::from))
    {
        let required = shown("reqd_work_group_size", &carried.required_work_group_size);
        return Err(contradiction(function, required, origin(statement)));
    }
    Ok(())
}

impl<'m> Plan<'m> {
    /// Changes the module.
    pub(super) fn apply(&self, editor: &mut Editor<'m>) -> Changed {
        for (function, kind, node) in &self.nodes {
            let operands: Vec<NewOperand<'_, 'm>> = match node {
                Node::Numbers(numbers) => numbers.iter().map(|number| NewOperand::U32(*number)).collect(),
                Node::Aspects(list) => list
                    .iter()
                    .map(|(value, name)| match name {
                        Some(name) => NewOperand::Named(name, *value),
                        None => NewOperand::U32(*value),
                    })
                    .collect(),
            };
            let node = editor.node(&operands);
            editor.attach_all(kind, std::iter::once((*function, node)));
        }
        for (function, name, value) in &self.attributes {
            editor.add_string_attribute(*function, name, value);
        }
        let mut changed = Changed::from(!self.nodes.is_empty() || !self.attributes.is_empty());
        if let Some(table) = &self.table {
            changed |= table.write(editor);
        }
        changed
    }
}
