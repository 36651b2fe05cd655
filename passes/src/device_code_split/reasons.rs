//! Remarks that say why each function of an image is in it.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_propset::demangle::display_name;

use super::{Analysis, Image, SplitMode};
use crate::{
    diagnostic::{Id, Sink},
    ir::{GlobalId, attribute},
};

impl Analysis<'_> {
    /// Remarks on the functions whose bodies are in an image.
    pub(crate) fn remark_members(&self, image: &Image<'_>, mode: SplitMode, sink: &mut dyn Sink) {
        if !sink.follows(Id::ImageMember) {
            return;
        }
        let needed_by = self.needed_by_whom(image);
        let entry_points: FxHashSet<GlobalId> = image.entry_points().iter().copied().collect();
        for id in image.members.iter().copied().filter(|id| self.is_function(*id)) {
            let function = self.global(id);
            if function.is_declaration() || image.deleted_bodies.contains(&id) {
                continue;
            }
            sink.decided(Id::ImageMember, function, || {
                let name = display_name(&function.name());
                let why = match needed_by.get(&id) {
                    _ if entry_points.contains(&id) => self.why_here(id, mode),
                    Some(user) => format!("`{}` needs it", display_name(&self.global(*user).name())),
                    None => "code of another image of this number calls it".to_owned(),
                };
                format!("function `{name}` is in it: {why}")
            });
        }
    }

    fn why_here(&self, entry_point: GlobalId, mode: SplitMode) -> String {
        match mode {
            SplitMode::None => "it is an entry point, and all share one image".to_owned(),
            SplitMode::Kernel => "it is an entry point, and each has an image of its own".to_owned(),
            SplitMode::Features => "it is an entry point that needs the same features as others".to_owned(),
            SplitMode::Auto | SplitMode::Source => {
                let unit = self
                    .function(entry_point)
                    .and_then(|f| f.string_attribute(attribute::MODULE_ID))
                    .unwrap_or_default();
                format!("it is an entry point of unit `{unit}` that needs the same features as others in it")
            }
        }
    }

    /// For each member that is not an entry point, one of those that need it: the nearest to an entry point, the first
    /// of several.
    fn needed_by_whom(&self, image: &Image<'_>) -> FxHashMap<GlobalId, GlobalId> {
        let mut needed_by = FxHashMap::default();
        let mut seen: FxHashSet<GlobalId> = image.entry_points().iter().copied().collect();
        let mut work: VecDeque<GlobalId> = image.entry_points().iter().copied().collect();
        // Variables that are in every image come last.
        let mut others = self.kept_variables.iter().copied().filter(|id| image.has(*id));
        while let Some(id) = work.pop_front().or_else(|| others.find(|id| seen.insert(*id))) {
            if image.deleted_bodies.contains(&id) {
                continue;
            }
            for target in self.dependencies.direct(id).iter().copied() {
                if image.has(target) && seen.insert(target) {
                    needed_by.insert(target, id);
                    work.push_back(target);
                }
            }
        }
        needed_by
    }
}
