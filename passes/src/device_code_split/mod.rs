//! Splits a linked device module into images, each with what its entry points need and nothing else.
//!
//! | reads  | calling conventions, `sycl-module-id`, and the feature attributes and metadata of entry points |
//! | writes | one part per group of entry points, handed to the caller one at a time |
//! | keeps  | the source module: it is as before when the split is over |
//!
//! 1. Find entry points and group them ([`groups`]).
//!    ([`esimd`]: halves of them.)
//! 2. Find which globals each global needs, once ([`Dependencies`]).
//! 3. For each group, move the closure of its entry points into a part, together with every variable that must not be
//!    dropped; give everything but entry points internal linkage; hand the part over; move everything back.
//!
//! Cost: one walk over the module, then what the parts hold. The source is not cloned (see [`Part`]).
//!
//! Metadata keeps nothing: what only metadata refers to is not in an image, and the metadata does without it, as after
//! LLVM's removal of dead globals. An image where that happens is finished on a copy ([`Part::unfinished`]).
//!
//! Limits: a part can be written, not transformed.
//!
//! Source: DPC++'s design documents "Optional kernel features" and "Compiler and runtime architecture".

mod esimd;
mod groups;
mod members;
mod named_metadata;
mod reasons;
mod settle;

use std::{cell::OnceCell, collections::BTreeMap};

use rustc_hash::{FxHashMap, FxHashSet};

pub use esimd::{CodeKind, Esimd, Half};
pub use groups::Group;
use named_metadata::NamedMetadata;
pub(crate) use named_metadata::RegisteredKernels;

use crate::ir::{
    Dependencies, GlobalId, Linkage, ModuleView, Mover, Part, Requests, Value,
    kernels::{EntryPoints, Kernels, attribute},
    metadata::{self, FunctionFacts, Kinds},
};

/// How entry points are grouped into images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitMode {
    /// What suits most programs: by translation unit and features.
    #[default]
    Auto,
    /// By translation unit and features.
    Source,
    /// One image an entry point.
    Kernel,
    /// One image.
    None,
}

impl SplitMode {
    /// Spellings, in the order of help texts.
    pub const NAMES: [(&'static str, SplitMode); 4] = [
        ("auto", SplitMode::Auto),
        ("source", SplitMode::Source),
        ("kernel", SplitMode::Kernel),
        ("none", SplitMode::None),
    ];
}

/// A function with what its metadata says.
pub(crate) struct Function<'m> {
    pub(crate) id: GlobalId,
    pub(crate) value: Value<'m>,
    pub(crate) facts: FunctionFacts,
    /// Why `facts` is empty, if the metadata has another form. That is nobody's business unless an image has the function.
    malformed: Option<metadata::Error>,
}

/// What the split of a module needs to know, found once.
pub struct Analysis<'m> {
    module: ModuleView<'m>,
    kernels: Kernels<'m>,
    dependencies: Dependencies<'m>,
    /// Functions in module order; index = number, since functions come first.
    functions: Vec<Function<'m>>,
    options: SplitOptions,
    /// Virtual functions with a body: only the image that owns them has it.
    virtual_functions: FxHashSet<GlobalId>,
    /// Definitions that other images import instead of holding them ([`Linking::BetweenImages`]).
    importable: FxHashSet<GlobalId>,
    /// ESIMD functions with a body.
    esimd: FxHashSet<GlobalId>,
    /// Variables that go into every image.
    kept_variables: Vec<GlobalId>,
    /// Globals that go into no image: lists that LLVM makes anew.
    lists: FxHashSet<GlobalId>,
    /// Targets of `llvm.compiler.used` with their elements there.
    compiler_used: Vec<(GlobalId, Value<'m>)>,
    /// Every alias.
    aliases: FxHashSet<GlobalId>,
    /// Aliases that others can see, each with what it stands for in the end.
    visible_aliases: Vec<(GlobalId, GlobalId)>,
    /// What aliases stand for in the end; an alias needs a definition, so the bodies of functions among it stay.
    aliased: FxHashSet<GlobalId>,
    named_metadata: NamedMetadata<'m>,
    /// Functions by name, made when first asked for.
    function_names: OnceCell<FxHashMap<String, GlobalId>>,
    /// Names of aspects, from the pairs in metadata.
    aspect_names: BTreeMap<i64, String>,
}

/// One image while it is in hand.
pub struct Image<'i, 'p, 'm> {
    /// The image's content.
    pub part: &'i mut Part<'p, 'm>,
    /// Number of the image, from 0.
    pub number: usize,
    /// Everything in the image, in order.
    pub members: &'i [GlobalId],
    /// Its entry points, in module order.
    pub entry_points: &'i [GlobalId],
    /// Which code is in it.
    pub code: CodeKind,
    /// Functions whose bodies are elsewhere: those of the members that the module defines are declarations here.
    pub dropped: &'i FxHashSet<GlobalId>,
    /// Whether functions of the image ask for specialization constants, and whether the part holds what only these calls
    /// refer to ([`Requests::Followed`]).
    pub requests: Option<Requests>,
}

/// Whether images may depend on each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linking {
    /// Each image holds all that it needs.
    #[default]
    SelfContained,
    /// SYCL_EXTERNAL functions of other images are imported when the images are loaded.
    BetweenImages,
}

/// What an image holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitOptions {
    /// What an entry point is.
    pub entry_points: EntryPoints,
    /// Whether images may depend on each other.
    pub linking: Linking,
    /// Whether ESIMD code goes into images of its own.
    pub esimd: Esimd,
    /// Whether calls that ask for specialization constants will be lowered.
    pub spec_constants: SpecConstants,
}

/// Whether specialization constants are lowered after the split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpecConstants {
    /// They stay; a call that asks for one is like any other.
    #[default]
    Kept,
    /// They will be lowered; what only such calls refer to is told apart.
    Lowered,
}

impl<'m> Analysis<'m> {
    /// Looks at a module.
    pub fn of(module: ModuleView<'m>, options: SplitOptions) -> Self {
        let lowers = options.spec_constants == SpecConstants::Lowered;
        let mut dependencies = Dependencies::of(module, |f| lowers && crate::spec_constants::is_request(f));
        let kinds = Kinds::new(module);
        let id = |value: Value<'m>| dependencies.id(value);
        let functions: Vec<Function<'m>> = module
            .functions()
            .filter_map(|value| Some((id(value)?, value)))
            .map(|(id, value)| match kinds.facts(value) {
                Ok(facts) => Function { id, value, facts, malformed: None },
                Err(error) => Function { id, value, facts: FunctionFacts::default(), malformed: Some(error) },
            })
            .collect();
        let virtual_functions = functions.iter().filter(|f| is_virtual(f)).map(|f| f.id).collect();
        let is_esimd = |f: &&Function<'m>| f.facts.explicit_simd && !f.value.is_declaration();
        let esimd = functions.iter().filter(is_esimd).map(|f| f.id).collect();
        let kernels = Kernels::of(module);
        let is_imported = |f: &&Function<'m>| {
            options.linking == Linking::BetweenImages && !f.value.is_declaration() && kernels.is_importable(f.value)
        };
        let importable = functions.iter().filter(is_imported).map(|f| f.id).collect();

        let lists: FxHashSet<GlobalId> = ["llvm.used", "llvm.compiler.used"]
            .into_iter()
            .filter_map(|name| module.global_variable(name).and_then(id))
            .collect();
        let compiler_used: Vec<(GlobalId, Value<'m>)> = module
            .global_variable("llvm.compiler.used")
            .and_then(Value::initializer)
            .into_iter()
            .flat_map(Value::operands)
            .filter_map(|element| Some((id(element.strip_pointer_casts_to_name())?, element)))
            .collect();
        let kept_variables = module
            .global_variables()
            .filter(|v| !v.is_declaration() && v.linkage() == Linkage::External)
            .filter_map(id)
            .filter(|v| !lists.contains(v))
            .chain(compiler_used.iter().map(|(target, _)| *target))
            .collect();
        let aliases: FxHashSet<GlobalId> = module.aliases().filter_map(id).collect();
        // LLVM allows no cycles.
        let target = |mut alias: GlobalId| loop {
            let aliasee = dependencies.direct(alias).first().copied()?;
            if !aliases.contains(&aliasee) {
                return Some(aliasee);
            }
            alias = aliasee;
        };
        let aliased = aliases.iter().filter_map(|alias| target(*alias)).collect();
        let visible_aliases = module
            .aliases()
            .filter(|alias| alias.linkage() == Linkage::External)
            .filter_map(id)
            .filter_map(|alias| Some((alias, target(alias)?)))
            .collect();
        let aspect_names =
            functions.iter().flat_map(|f| &f.facts.aspect_names).map(|(value, name)| (*value, name.clone())).collect();
        let named_metadata = NamedMetadata::of(module, &mut dependencies);
        Self {
            module,
            kernels,
            functions,
            options,
            virtual_functions,
            importable,
            esimd,
            aliases,
            visible_aliases,
            aliased,
            named_metadata,
            function_names: OnceCell::new(),
            aspect_names,
            kept_variables,
            lists,
            compiler_used,
            dependencies,
        }
    }

    /// The module that was looked at.
    pub fn module(&self) -> ModuleView<'m> {
        self.module
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
    pub fn functions_of(&self, members: &[GlobalId]) -> impl Iterator<Item = Value<'m>> {
        members.iter().filter(|id| self.is_function(**id)).map(|id| self.global(*id))
    }

    /// What the metadata of a function says.
    pub fn facts(&self, id: GlobalId) -> Option<&FunctionFacts> {
        self.functions.get(id.index()).filter(|f| f.id == id).map(|f| &f.facts)
    }

    /// Groups of entry points, in the order of their images. There is always at least one; it is empty for a module
    /// without entry points. With [`Esimd::Apart`] a group can be half an image; the halves follow each other.
    pub fn groups(&mut self, mode: SplitMode) -> Vec<Group> {
        let is_entry = |f: &&Function<'m>| self.kernels.is_entry_point(f.value, self.options.entry_points);
        let entries: Vec<&Function<'m>> = self.functions.iter().filter(is_entry).collect();
        let groups = groups::groups(&entries, mode);
        match self.options.esimd {
            Esimd::Together => groups,
            Esimd::Apart => self.halves(groups),
        }
    }

    /// Everything that is in the image of any of the groups, bodies that are dropped included.
    pub(crate) fn needed_anywhere(&mut self, groups: &[Group]) -> Vec<GlobalId> {
        let entries = groups.iter().flat_map(|group| group.entry_points.iter().chain(group.called()));
        let roots: Vec<GlobalId> = entries.chain(&self.kept_variables).copied().collect();
        self.dependencies.closure(roots, Requests::Followed, |_| false)
    }

    /// What is wrong with a function's metadata.
    pub(crate) fn malformed(&self, id: GlobalId) -> Option<&metadata::Error> {
        self.functions.get(id.index()).and_then(|function| function.malformed.as_ref())
    }

    /// Functions that the image of a group imports though the module defines them.
    pub(crate) fn imports(&mut self, group: &Group) -> Vec<GlobalId> {
        if self.importable.is_empty() {
            return Vec::new();
        }
        let dropped = self.dropped(group);
        let mut members = self.members(group, &dropped, Requests::Followed);
        members.retain(|id| self.importable.contains(id) && dropped.contains(id));
        members
    }

    /// Makes one part for each group, given with its number, and hands it to `consume`. Where an image asks for
    /// specialization constants, `requests` decides from its members whether the part gets what only these calls refer to.
    /// Stops at the first error; the module is whole again afterwards in any case.
    ///
    /// # Errors
    /// Those of `consume`.
    pub fn split<'g, E>(
        &mut self,
        groups: impl IntoIterator<Item = (usize, &'g Group)>,
        requests: impl Fn(&Self, &[GlobalId]) -> Requests,
        mut consume: impl FnMut(&Self, Image<'_, '_, 'm>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut mover = Mover::new(self.module);
        mover.prepare_drops(self.droppable().into_iter().map(|id| self.global(id)));
        let identifier = self.module.identifier();
        for (number, group) in groups {
            let dropped = self.dropped(group);
            let mut members = self.members(group, &dropped, Requests::Lowered);
            let mut asked = None;
            if self.has_requests(&members, &dropped) {
                let how = requests(self, &members);
                if how == Requests::Followed {
                    members = self.members(group, &dropped, Requests::Followed);
                }
                asked = Some(how);
            }
            let code = self.code_kind(group, &members, &dropped);
            let absent = self.dependencies.absent_in_metadata(&members, |id| dropped.contains(&id));
            let globals: Vec<Value<'m>> = members.iter().map(|id| self.global(*id)).collect();
            let mut part = mover.part(globals.iter().copied(), &identifier);
            self.settle(&mut part, group, &members, &dropped);
            self.named_metadata.add_to(&mut part, self, &members);
            part.add_compile_units();
            part.hide_from_metadata(&absent);
            consume(
                self,
                Image {
                    part: &mut part,
                    number,
                    members: &members,
                    entry_points: &group.entry_points,
                    code,
                    dropped: &dropped,
                    requests: asked,
                },
            )?;
        }
        Ok(())
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

    fn is_function(&self, id: GlobalId) -> bool {
        id.index() < self.functions.len()
    }
}

fn is_virtual(function: &Function<'_>) -> bool {
    !function.value.is_declaration() && function.value.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
}

/// Whether a function is virtual, with a body in this image or not.
pub(crate) fn was_virtual(function: Value<'_>) -> bool {
    function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
}

/// Whether a variable is a device global that another image may define: front ends put no attributes on declarations, but
/// its type is the class `device_global`.
pub(crate) fn is_declared_device_global(variable: Value<'_>) -> bool {
    variable.is_global_variable()
        && variable.is_declaration()
        && (is_device_global(variable)
            || variable.value_type().struct_name().is_some_and(|name| name.contains("device_global")))
}

/// Whether a variable is a device global (SYCL extension `sycl_ext_oneapi_device_global`).
pub(crate) fn is_device_global(variable: Value<'_>) -> bool {
    variable.is_global_variable() && variable.variable_attribute(attribute::DEVICE_GLOBAL_SIZE).is_some()
}
