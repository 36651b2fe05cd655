//! Interface of an image: linkage, attributes, lists of what is used.

use rustc_hash::FxHashSet;
use sycl_propset::triple::Triple;

use super::{Analysis, Image, ImageDependencies, device_global};
use crate::ir::{GlobalId, Linkage, Part, Value, attribute};

impl<'m> Analysis<'m> {
    /// Sets linkage, attributes and lists of an image.
    pub(super) fn set_linkage(&self, part: &mut Part<'_, 'm>, image: &Image<'_>) {
        let (group, members) = (image.group, &image.members);
        let visible: FxHashSet<GlobalId> = group.entry_points.iter().chain(group.called()).copied().collect();
        if self.options.image_dependencies == ImageDependencies::NotAllowed {
            for id in &group.entry_points {
                if let Some(function) = self.function(*id) {
                    part.mark(function, attribute::ENTRY_POINT);
                }
            }
        }
        // A comdat stays as a whole if one of its members must stay visible; variables always stay.
        let kept_comdats: FxHashSet<String> = members
            .iter()
            .filter(|id| !self.is_function(**id) || visible.contains(id))
            .filter_map(|id| part.comdat(self.global(*id)))
            .collect();
        for id in members {
            let Some(function) = self.function(*id).filter(|function| !function.is_declaration()) else { continue };
            let value = *function;
            if image.deleted_bodies.contains(id) {
                part.delete_body(function);
                continue;
            }
            if self.virtual_functions.contains(id) {
                part.externalize(value);
                continue;
            }
            // A tool that drops unreferenced globals must not drop those that the image exists for.
            if visible.contains(id) {
                part.retain(value);
                continue;
            }
            let must_stay = function.has_string_attribute(attribute::REFERENCED_INDIRECTLY)
                || value.linkage() == Linkage::Local
                || part.comdat(value).is_some_and(|name| kept_comdats.contains(&name));
            if !must_stay {
                part.internalize(value);
            }
        }
        self.add_used_lists(part, image);
    }

    fn add_used_lists(&self, part: &mut Part<'_, 'm>, image: &Image<'_>) {
        if let Some(list) = self.used_lists.used {
            let elements: Vec<Value<'m>> = self.used_lists.coverage.iter().map(|(_, element)| *element).collect();
            part.add_used_list(c"llvm.used", &elements, list);
        }
        let Some(list) = self.used_lists.by_compiler else { return };
        // The SPIR-V translation writes device globals for their own sake and refuses the list's reference to them.
        let is_spir = Triple::is_spir_or_spirv(self.triple());
        let elements: Vec<Value<'m>> = self
            .used_lists
            .elements
            .iter()
            .filter(|(target, _)| image.has(*target))
            .filter(|(target, _)| !(is_spir && device_global(self.global(*target)).is_some()))
            .map(|(_, element)| *element)
            .collect();
        part.add_used_list(c"llvm.compiler.used", &elements, list);
    }
}
