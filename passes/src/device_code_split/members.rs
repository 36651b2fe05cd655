//! What goes into the image of a group.

use rustc_hash::FxHashSet;

use super::{Analysis, Group, Half, is_device_global};
use crate::ir::{GlobalId, Requests, Value};

impl<'m> Analysis<'m> {
    /// Everything that goes into the image of a group, sorted.
    pub(super) fn members(
        &mut self,
        group: &Group,
        dropped: &FxHashSet<GlobalId>,
        requests: Requests,
    ) -> Vec<GlobalId> {
        let roots: Vec<GlobalId> =
            group.entry_points.iter().chain(group.called()).chain(&self.kept_variables).copied().collect();
        // A function whose body is elsewhere is in the image as a declaration; what its body needs is not.
        let mut members = self.dependencies.closure(roots, requests, |id| dropped.contains(&id));
        members.retain(|id| !self.lists.contains(id));
        self.add_aliases(members)
    }

    /// Functions whose bodies are not in the image of a group: virtual functions that it does not own, what it imports, and
    /// ESIMD functions in the other half.
    pub(super) fn dropped(&self, group: &Group) -> FxHashSet<GlobalId> {
        // A virtual function that is an entry point is in the image of its group only: images that use several sets link
        // them all, and one function may be defined once.
        let is_entry = |id: &GlobalId| group.entry_points.binary_search(id).is_ok();
        let virtual_functions = self.virtual_functions.iter().filter(|id| {
            !is_entry(id)
                && (!group.owns_virtual_functions
                    || self.kernels.is_entry_point(self.global(**id), self.options.entry_points))
        });
        let imported = self.importable.iter().filter(|id| !is_entry(id));
        let other_half = (group.half == Half::Sycl).then_some(&self.esimd).into_iter().flatten();
        virtual_functions.chain(imported).chain(other_half).filter(|id| !self.aliased.contains(id)).copied().collect()
    }

    /// Functions whose bodies are not in every image that has them, sorted.
    pub(super) fn droppable(&self) -> Vec<GlobalId> {
        let all = [&self.virtual_functions, &self.importable, &self.esimd].into_iter().flatten();
        let mut droppable: Vec<GlobalId> = all.filter(|id| !self.aliased.contains(id)).copied().collect();
        droppable.sort_unstable();
        droppable.dedup();
        droppable
    }

    /// An alias that must not be dropped goes with what it stands for, and with the aliases between the two.
    fn add_aliases(&mut self, members: Vec<GlobalId>) -> Vec<GlobalId> {
        let inside: FxHashSet<GlobalId> = members.iter().copied().collect();
        let wanted: Vec<GlobalId> = self
            .visible_aliases
            .iter()
            .filter(|(_, target)| inside.contains(target))
            .map(|(alias, _)| *alias)
            .collect();
        if wanted.is_empty() {
            return members;
        }
        // What they stand for in the end is there already.
        let aliases = &self.aliases;
        let mut all = self.dependencies.closure(wanted, Requests::Lowered, |id| !aliases.contains(&id));
        all.extend(members);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether functions in the image of a group ask for specialization constants.
    pub(crate) fn asks_for_constants(&mut self, group: &Group) -> bool {
        let dropped = self.dropped(group);
        let members = self.members(group, &dropped, Requests::Lowered);
        self.has_requests(&members, &dropped)
    }

    /// Whether functions whose bodies are in the image ask for constants.
    pub(super) fn has_requests(&self, members: &[GlobalId], dropped: &FxHashSet<GlobalId>) -> bool {
        members.iter().any(|id| self.dependencies.has_requests(*id) && !dropped.contains(id))
    }

    /// What an entry point of a group needs, itself included; not what is needed in the other half of the image.
    pub(crate) fn needed_by(&mut self, entry_point: GlobalId, group: &Group) -> Vec<GlobalId> {
        self.reached([entry_point], group)
    }

    /// Device globals that the entry points of a group need.
    pub(crate) fn reached_device_globals(&mut self, group: &Group) -> Vec<Value<'m>> {
        let reached = self.reached(group.entry_points.iter().chain(group.called()).copied(), group);
        reached.into_iter().map(|id| self.global(id)).filter(|g| is_device_global(*g)).collect()
    }

    fn reached(&mut self, roots: impl IntoIterator<Item = GlobalId>, group: &Group) -> Vec<GlobalId> {
        // As `is_in_other_half`, which would borrow all of this.
        let (esimd, aliased, is_half) = (&self.esimd, &self.aliased, group.half == Half::Sycl);
        let cut = |id| is_half && esimd.contains(&id) && !aliased.contains(&id);
        self.dependencies.closure(roots, Requests::Followed, cut)
    }
}
