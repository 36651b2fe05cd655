//! Content of the image of a group.

use rustc_hash::FxHashSet;

use super::{Analysis, CodeKind, Group, device_global};
use crate::ir::{GlobalId, GlobalVariable, IntrinsicCalls, ModuleSlicer, Part};

/// Content of an image.
pub struct Image<'g> {
    pub(super) group: &'g Group,
    /// Everything in the image, in order.
    pub members: Vec<GlobalId>,
    /// Functions whose bodies are elsewhere: those of the members that the module defines are declarations here.
    pub deleted_bodies: FxHashSet<GlobalId>,
    /// Kind of its code.
    pub code: CodeKind,
}

impl Image<'_> {
    /// Its entry points, in module order.
    pub fn entry_points(&self) -> &[GlobalId] {
        &self.group.entry_points
    }

    pub(super) fn has(&self, id: GlobalId) -> bool {
        self.members.binary_search(&id).is_ok()
    }
}

impl<'m> Analysis<'m> {
    /// Content of the image of a group. `calls` says whether the calls of specialization constant intrinsics are in it
    /// with all that only they refer to.
    pub fn image<'g>(&self, group: &'g Group, calls: IntrinsicCalls) -> Image<'g> {
        let deleted_bodies = self.deleted_bodies(group);
        let members = self.members(group, &deleted_bodies, calls);
        let code = self.code_kind(group, &members, &deleted_bodies);
        Image { group, members, deleted_bodies, code }
    }

    /// Moves an image into a part, with the linkage and the metadata that it has as a module of its own.
    pub fn part<'p>(&self, image: &Image<'_>, slicer: &'p mut ModuleSlicer<'_, 'm>) -> Part<'p, 'm> {
        let absent = self.dependencies.absent_in_metadata(&image.members, |id| image.deleted_bodies.contains(&id));
        let mut part = slicer.part(image.members.iter().map(|id| self.global(*id)), &self.identifier);
        self.set_linkage(&mut part, image);
        self.named_metadata.add_to(&mut part, self, &image.members);
        part.add_compile_units();
        part.hide_from_metadata(&absent);
        part
    }

    /// Everything that goes into the image of a group, sorted.
    pub(super) fn members(
        &self,
        group: &Group,
        deleted_bodies: &FxHashSet<GlobalId>,
        calls: IntrinsicCalls,
    ) -> Vec<GlobalId> {
        let roots = group.entry_points.iter().chain(group.called()).chain(&self.kept_variables).copied();
        // A function whose body is elsewhere is in the image as a declaration; what its body needs is not.
        let mut members = self.closure(roots, calls, |id| deleted_bodies.contains(&id));
        members.retain(|id| !self.used_lists.variables.contains(id));
        self.add_aliases(members)
    }

    /// Functions whose bodies are not in the image of a group: virtual functions that it does not own, what it imports,
    /// and ESIMD functions in the other half.
    pub(super) fn deleted_bodies(&self, group: &Group) -> FxHashSet<GlobalId> {
        // A virtual function that is an entry point is in the image of its group only: images that use several sets
        // link them all, and one function may be defined once.
        let is_entry = |id: &GlobalId| group.entry_points.binary_search(id).is_ok();
        let virtual_functions = self.virtual_functions.iter().filter(|id| {
            !is_entry(id)
                && (!group.owns_virtual_functions
                    || self.function(**id).is_some_and(|f| self.kernels.is_entry_point(f, self.options.entry_points)))
        });
        let imported = self.importable.iter().filter(|id| !is_entry(id));
        let other_half = self.esimd.iter().filter(|id| self.is_in_other_half(group, **id));
        let deleted = virtual_functions.chain(imported).chain(other_half);
        deleted.filter(|id| !self.aliases.targets.contains(id)).copied().collect()
    }

    /// Functions whose bodies are not in every image that has them, sorted.
    pub(super) fn deletable_bodies(&self) -> Vec<GlobalId> {
        let all = [&self.virtual_functions, &self.importable, &self.esimd].into_iter().flatten();
        let mut deletable: Vec<GlobalId> = all.filter(|id| !self.aliases.targets.contains(id)).copied().collect();
        deletable.sort_unstable();
        deletable.dedup();
        deletable
    }

    /// An alias that must not be dropped goes with what it stands for, and with the aliases between the two.
    fn add_aliases(&self, members: Vec<GlobalId>) -> Vec<GlobalId> {
        let is_inside = |target: &GlobalId| members.binary_search(target).is_ok();
        let visible = self.aliases.visible.iter();
        let wanted: Vec<GlobalId> = visible.filter(|(_, target)| is_inside(target)).map(|(alias, _)| *alias).collect();
        if wanted.is_empty() {
            return members;
        }
        // What they stand for in the end is there already.
        let mut all = self.closure(wanted, IntrinsicCalls::Ignored, |id| !self.aliases.all.contains(&id));
        all.extend(members);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether functions whose bodies are in the image call specialization constant intrinsics.
    pub(crate) fn calls_spec_constants(&self, image: &Image<'_>) -> bool {
        let calls = |id: &GlobalId| self.dependencies.calls_intrinsics(*id) && !image.deleted_bodies.contains(id);
        image.members.iter().any(calls)
    }

    /// Functions that the image of a group imports though the module defines them.
    pub(crate) fn imports(&self, group: &Group) -> Vec<GlobalId> {
        if self.importable.is_empty() {
            return Vec::new();
        }
        let deleted = self.deleted_bodies(group);
        let mut members = self.members(group, &deleted, IntrinsicCalls::Followed);
        members.retain(|id| self.importable.contains(id) && deleted.contains(id));
        members
    }

    /// Globals that an entry point of a group needs, itself included; not what is needed in the other half of the
    /// image.
    pub(crate) fn needed_by(&self, entry_point: GlobalId, group: &Group) -> Vec<GlobalId> {
        self.reached([entry_point], group)
    }

    /// Device globals that the entry points of a group need.
    pub(crate) fn reached_device_globals(&self, group: &Group) -> Vec<GlobalVariable<'m>> {
        let reached = self.reached(group.entry_points.iter().chain(group.called()).copied(), group);
        reached.into_iter().filter_map(|id| device_global(self.global(id))).collect()
    }

    fn reached(&self, roots: impl IntoIterator<Item = GlobalId>, group: &Group) -> Vec<GlobalId> {
        self.closure(roots, IntrinsicCalls::Followed, |id| self.is_in_other_half(group, id))
    }
}
