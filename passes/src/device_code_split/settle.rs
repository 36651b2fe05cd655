//! What an image shows to the outside: linkage, attributes, lists of what is used.

use rustc_hash::FxHashSet;
use sycl_propset::triple::Triple;

use super::{Analysis, Group, Linking, is_device_global};
use crate::ir::{GlobalId, Linkage, Part, Value, kernels::attribute};

impl<'m> Analysis<'m> {
    /// Linkage, attributes and lists of an image.
    pub(super) fn settle(
        &self,
        part: &mut Part<'_, 'm>,
        group: &Group,
        members: &[GlobalId],
        dropped: &FxHashSet<GlobalId>,
    ) {
        let visible: FxHashSet<GlobalId> = group.entry_points.iter().chain(group.called()).copied().collect();
        if self.options.linking == Linking::SelfContained {
            for id in &group.entry_points {
                part.mark(self.global(*id), attribute::ENTRY_POINT);
            }
        }
        // A comdat stays as a whole if one of its members must stay visible; variables always stay.
        let kept_comdats: FxHashSet<String> = members
            .iter()
            .filter(|id| !self.is_function(**id) || visible.contains(id))
            .filter_map(|id| part.comdat(self.global(*id)))
            .collect();
        for id in members.iter().filter(|id| self.is_function(**id)) {
            let value = self.global(*id);
            if value.is_declaration() {
                continue;
            }
            if dropped.contains(id) {
                part.drop_body(value);
                continue;
            }
            if self.virtual_functions.contains(id) {
                part.externalize(value);
                continue;
            }
            // Whoever drops what nothing refers to must not drop what the image is for.
            if visible.contains(id) {
                part.retain(value);
                continue;
            }
            let must_stay = value.has_string_attribute(attribute::REFERENCED_INDIRECTLY)
                || value.linkage() == Linkage::Local
                || part.comdat(value).is_some_and(|name| kept_comdats.contains(&name));
            if !must_stay {
                part.internalize(value);
            }
        }
        self.settle_lists(part, members);
    }

    fn settle_lists(&self, part: &mut Part<'_, 'm>, members: &[GlobalId]) {
        let Some(list) = self.module.global_variable("llvm.compiler.used") else { return };
        let inside: FxHashSet<GlobalId> = members.iter().copied().collect();
        // The SPIR-V translation writes device globals for their own sake and refuses the list's reference to them.
        let is_spir = Triple::is_spir_or_spirv(&self.module.triple());
        let elements: Vec<Value<'m>> = self
            .compiler_used
            .iter()
            .filter(|(target, _)| inside.contains(target))
            .filter(|(target, _)| !(is_spir && is_device_global(self.global(*target))))
            .map(|(_, element)| *element)
            .collect();
        part.add_used_list(c"llvm.compiler.used", &elements, list);
    }
}
