//! Facts about a module before it is split: found once, as numbers and handles of globals, which stay valid while some
//! of the globals are in a part. It holds no view of the module, because a view would lack those globals.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Esimd, Group, ImageDependencies, RegisteredKernels, SpecConstantCalls, SplitMode, SplitOptions, Unit, coverage,
    device_global, groups, named_metadata::NamedMetadata,
};
use crate::{
    ir::{
        self, Dependencies, Editor, GlobalId, GlobalVariable, IntrinsicCalls, Linkage, Marks, ModuleSlicer, ModuleView,
        Value, attribute,
        kernels::Kernels,
        metadata,
        sycl_metadata::{FunctionMetadata, MetadataKindIds, known_aspects},
    },
    spec_constants,
};

/// A function with what its metadata says.
pub(crate) struct Function<'m> {
    pub(crate) id: GlobalId,
    pub(crate) value: ir::Function<'m>,
    pub(crate) facts: FunctionMetadata,
    /// Mistake in metadata of another form: `facts` is empty then. That does not matter unless an image has the
    /// function.
    malformed: Option<metadata::Error>,
}

/// Facts that the split of a module needs, found once.
pub struct Analysis<'m> {
    /// The module's identifier.
    pub(super) identifier: String,
    triple: String,
    pub(super) kernels: Kernels<'m>,
    pub(super) dependencies: Dependencies<'m>,
    /// For closures over `dependencies`.
    pub(super) marks: RefCell<Marks>,
    /// Functions in module order; index = number, since functions come first.
    functions: Vec<Function<'m>>,
    pub(super) options: SplitOptions,
    /// Virtual functions with a body: only the image that owns them has it.
    pub(super) virtual_functions: FxHashSet<GlobalId>,
    /// Definitions that other images import instead of holding them ([`ImageDependencies::Allowed`]).
    pub(super) importable: FxHashSet<GlobalId>,
    /// ESIMD functions with a body.
    pub(super) esimd: FxHashSet<GlobalId>,
    /// Variables that go into every image.
    pub(super) kept_variables: Vec<GlobalId>,
    pub(super) used_lists: UsedLists<'m>,
    pub(super) aliases: Aliases,
    pub(super) named_metadata: NamedMetadata<'m>,
    /// Functions by name, made when first asked for.
    function_names: OnceCell<FxHashMap<String, GlobalId>>,
    /// Names of aspects, from the pairs in metadata.
    aspect_names: BTreeMap<i64, String>,
}

/// `llvm.used` and `llvm.compiler.used`. They go into no image: each gets a list of its own.
pub(super) struct UsedLists<'m> {
    pub(super) variables: FxHashSet<GlobalId>,
    /// `llvm.compiler.used`.
    pub(super) by_compiler: Option<GlobalVariable<'m>>,
    /// Targets of `llvm.compiler.used` with their elements there. Device globals among them keep nothing alive: front
    /// ends list each with internal linkage for the sake of optimizers before the split, and a copy in an image that
    /// does not use it would be a second variable of that identity.
    pub(super) elements: Vec<(GlobalId, Value<'m>)>,
    /// `llvm.used`.
    pub(super) used: Option<GlobalVariable<'m>>,
    /// Its part that says what counters of coverage belong to, with its elements there.
    pub(super) coverage: Vec<(GlobalId, Value<'m>)>,
}

impl<'m> UsedLists<'m> {
    fn find(module: ModuleView<'m>, dependencies: &Dependencies<'m>) -> Self {
        let names = ["llvm.used", "llvm.compiler.used"].into_iter();
        let variables =
            names.filter_map(|name| module.global_variable(name)).filter_map(|v| dependencies.id(v)).collect();
        let by_compiler = module.global_variable("llvm.compiler.used");
        let elements = by_compiler
            .and_then(GlobalVariable::initializer)
            .into_iter()
            .flat_map(Value::operands)
            .filter_map(|element| Some((dependencies.id(element.strip_pointer_casts_to_name())?, element)))
            .collect();
        let used = module.global_variable("llvm.used");
        let list = used.and_then(GlobalVariable::initializer);
        let coverage = list.map(|list| coverage::mapping(module, dependencies, list)).unwrap_or_default();
        Self { variables, by_compiler, elements, used, coverage }
    }
}

/// The aliases of a module.
pub(super) struct Aliases {
    pub(super) all: FxHashSet<GlobalId>,
    /// The ones that others can see, each with what it stands for in the end.
    pub(super) visible: Vec<(GlobalId, GlobalId)>,
    /// Targets of aliases in the end; an alias needs a definition, so the bodies of functions among it stay.
    pub(super) targets: FxHashSet<GlobalId>,
}

impl Aliases {
    fn find<'m>(module: ModuleView<'m>, dependencies: &Dependencies<'m>) -> Self {
        let id = |alias: Value<'m>| dependencies.id(alias);
        let all: FxHashSet<GlobalId> = module.aliases().filter_map(id).collect();
        // LLVM allows no cycles.
        let target = |mut alias: GlobalId| loop {
            let aliasee = dependencies.direct(alias).first().copied()?;
            if !all.contains(&aliasee) {
                return Some(aliasee);
            }
            alias = aliasee;
        };
        let targets = all.iter().filter_map(|alias| target(*alias)).collect();
        let visible = module
            .aliases()
            .filter(|alias| alias.linkage() == Linkage::External)
            .filter_map(id)
            .filter_map(|alias| Some((alias, target(alias)?)))
            .collect();
        Self { all, visible, targets }
    }
}

fn functions_of<'m>(module: ModuleView<'m>, dependencies: &Dependencies<'m>) -> Vec<Function<'m>> {
    let kinds = MetadataKindIds::new(module);
    let function = |value| {
        let id = dependencies.id(value)?;
        Some(match kinds.facts(value) {
            Ok(facts) => Function { id, value, facts, malformed: None },
            Err(error) => Function { id, value, facts: FunctionMetadata::default(), malformed: Some(error) },
        })
    };
    module.functions().filter_map(function).collect()
}

impl<'m> Analysis<'m> {
    /// Looks at a module.
    pub fn for_module(module: ModuleView<'m>, options: SplitOptions) -> Self {
        let lowers = options.spec_constants == SpecConstantCalls::Lowered;
        let dependencies = Dependencies::find(module, |f| lowers && spec_constants::is_intrinsic(f));
        let functions = functions_of(module, &dependencies);
        let kernels = Kernels::find(module);
        let those =
            |wanted: &dyn Fn(&Function<'m>) -> bool| functions.iter().filter(|f| wanted(f)).map(|f| f.id).collect();
        let is_imported = |f: &Function<'m>| {
            options.image_dependencies == ImageDependencies::Allowed
                && !f.value.is_declaration()
                && kernels.is_importable(f.value)
        };
        let used_lists = UsedLists::find(module, &dependencies);
        let listed =
            used_lists.elements.iter().filter(|(target, _)| device_global(dependencies.global(*target)).is_none());
        let kept_variables = module
            .global_variables()
            .filter(|v| !v.is_declaration() && v.linkage() == Linkage::External)
            .filter_map(|v| dependencies.id(v))
            .filter(|v| !used_lists.variables.contains(v))
            .chain(listed.chain(&used_lists.coverage).map(|(target, _)| *target))
            .collect();
        // Those beside numbers count more than the module's table, which names what passes inferred.
        let listed = known_aspects(module).unwrap_or_default().into_iter().map(|(name, value)| (value.into(), name));
        let mut aspect_names: BTreeMap<i64, String> = listed.collect();
        aspect_names.extend(functions.iter().flat_map(|f| &f.facts.aspect_names).cloned());
        Self {
            identifier: module.identifier(),
            triple: module.triple(),
            virtual_functions: those(&is_virtual),
            importable: those(&is_imported),
            esimd: those(&|f| f.facts.explicit_simd && !f.value.is_declaration()),
            kernels,
            options,
            kept_variables,
            used_lists,
            aliases: Aliases::find(module, &dependencies),
            named_metadata: NamedMetadata::read(module, &dependencies),
            function_names: OnceCell::new(),
            aspect_names,
            functions,
            dependencies,
            marks: RefCell::default(),
        }
    }

    /// The module's identifier.
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// The module's target triple.
    pub fn triple(&self) -> &str {
        &self.triple
    }

    /// The kernels of the module.
    pub fn kernels(&self) -> &Kernels<'m> {
        &self.kernels
    }

    /// The global of a number.
    pub fn global(&self, id: GlobalId) -> Value<'m> {
        self.dependencies.global(id)
    }

    /// The functions among some globals, in module order.
    pub fn functions_of(&self, members: &[GlobalId]) -> impl Iterator<Item = ir::Function<'m>> {
        members.iter().filter_map(|id| self.function(*id))
    }

    /// The function of a number, if it is one.
    pub fn function(&self, id: GlobalId) -> Option<ir::Function<'m>> {
        self.global(id).as_function()
    }

    /// All globals of the module.
    pub(crate) fn globals(&self) -> impl Iterator<Item = Value<'m>> {
        self.dependencies.globals().iter().copied()
    }

    /// Facts in the metadata of a function.
    pub fn facts(&self, id: GlobalId) -> Option<&FunctionMetadata> {
        self.functions.get(id.index()).filter(|f| f.id == id).map(|f| &f.facts)
    }

    /// Groups that get a number of their own, in the order of the numbers. There is always at least one image; it is
    /// empty for a module without entry points.
    pub fn units(&self, mode: SplitMode) -> Vec<Unit> {
        let is_entry = |f: &&Function<'m>| self.kernels.is_entry_point(f.value, self.options.entry_points);
        let entries: Vec<&Function<'m>> = self.functions.iter().filter(is_entry).collect();
        let groups = groups::groups(&entries, mode).into_iter();
        match self.options.esimd {
            Esimd::Together => groups.map(Unit::Whole).collect(),
            Esimd::Apart => groups.map(|group| self.split_esimd(group)).collect(),
        }
    }

    /// Starts to take images out of the module that was looked at.
    pub fn slicer<'s>(&self, editor: &'s mut Editor<'m>) -> ModuleSlicer<'s, 'm> {
        let mut slicer = ModuleSlicer::new(editor);
        slicer.prepare_deletions(self.deletable_bodies().into_iter().filter_map(|id| self.function(id)));
        slicer
    }

    /// Everything that is in the image of any of the groups, whether its body is there or not.
    pub(crate) fn needed_anywhere<'g>(&self, groups: impl Iterator<Item = &'g Group>) -> Vec<GlobalId> {
        let entries = groups.flat_map(|group| group.entry_points.iter().chain(group.called()));
        self.closure(entries.chain(&self.kept_variables).copied(), IntrinsicCalls::Followed, |_| false)
    }

    /// The roots and everything they need, sorted; see [`Dependencies::closure`].
    pub(super) fn closure(
        &self,
        roots: impl IntoIterator<Item = GlobalId>,
        calls: IntrinsicCalls,
        cut: impl Fn(GlobalId) -> bool,
    ) -> Vec<GlobalId> {
        self.dependencies.closure(roots, calls, cut, &mut self.marks.borrow_mut())
    }

    /// Mistake in a function's metadata.
    pub(crate) fn malformed(&self, id: GlobalId) -> Option<&metadata::Error> {
        self.functions.get(id.index()).and_then(|function| function.malformed.as_ref())
    }

    /// Kernels by their registered names.
    pub(crate) fn registered_kernels(&self) -> &RegisteredKernels<'m> {
        self.named_metadata.registered()
    }

    /// Name of an aspect as the module says it; else as aspects are known to be called.
    pub(crate) fn aspect_name(&self, aspect: i64) -> Option<String> {
        self.aspect_names.get(&aspect).cloned().or_else(|| {
            let known = sycl_propset::aspects::by_value(u32::try_from(aspect).ok()?)?;
            Some(known.name.clone())
        })
    }

    /// The function of this name.
    pub(crate) fn module_function(&self, name: &str) -> Option<GlobalId> {
        // Not by the module's symbol table: while an image is in hand, the function may be in that.
        let names = || self.functions.iter().map(|f| (f.value.name(), f.id)).collect();
        self.function_names.get_or_init(names).get(name).copied()
    }

    /// Whether a function needs another one.
    pub(crate) fn reaches(&self, from: GlobalId, to: GlobalId) -> bool {
        self.dependencies.reaches(from, to)
    }

    pub(super) fn is_function(&self, id: GlobalId) -> bool {
        id.index() < self.functions.len()
    }
}

fn is_virtual(function: &Function<'_>) -> bool {
    !function.value.is_declaration() && function.value.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
}
