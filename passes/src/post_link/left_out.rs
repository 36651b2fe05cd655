//! Images and entry points that are left out, because the device configuration says that a target lacks what they need:
//! images of the table of a target, entry points where all images are for one target.
//!
//! Source: DPC++'s design document "Optional kernel features", "Changes to the post-link tool". DPC++'s tool leaves
//! images out silently; here a note names the kernels, which a program then cannot find.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use sycl_propset::demangle::display_name;
use sycl_propset::devices::{LEFT_OUT, Target};

use crate::{
    device_code_split::{Analysis, Group, Unit},
    diagnostic::{Id, Severity, Sink},
    ir::{GlobalId, IntrinsicCalls, ModuleView},
    properties::{self, Constants, Content},
};

/// An image that is not in the table of a target.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct LeftOut {
    /// The target, as the options name it.
    pub(super) target: String,
    /// Needs that it lacks.
    pub(super) lacking: Vec<String>,
    /// Entry points of the image, mangled.
    pub(super) symbols: Vec<String>,
}

/// Takes the entry points that a target cannot run out of their images, and images without others away. If the target
/// can run none of them, all stay, so that the reader of the images learns what is lacking.
pub(super) fn take_out(analysis: &Analysis<'_>, units: &mut Vec<Unit>, target: &Target) -> Vec<LeftOut> {
    let lacking = |group: &Group| {
        let image = analysis.image(group, IntrinsicCalls::Ignored);
        properties::needs(&Content { analysis, image: &image, constants: Constants::AsTheyWere }).lacking(target)
    };
    // What is lacking, and the entry points that need it.
    let mut left_out: IndexMap<Vec<String>, Vec<GlobalId>> = IndexMap::new();
    // Halves have ESIMD code, which is not for such a target.
    let groups = units.iter().filter_map(|unit| if let Unit::Whole(group) = unit { Some(group) } else { None });
    for group in groups.filter(|group| !lacking(group).is_empty()) {
        for id in &group.entry_points {
            let mut alone = group.clone();
            alone.entry_points = vec![*id];
            let lacking = lacking(&alone);
            if !lacking.is_empty() {
                left_out.entry(lacking).or_default().push(*id);
            }
        }
    }
    let gone: FxHashSet<GlobalId> = left_out.values().flatten().copied().collect();
    if units.iter().flat_map(Unit::groups).flat_map(|group| &group.entry_points).all(|id| gone.contains(id)) {
        return Vec::new();
    }
    for unit in units.iter_mut() {
        if let Unit::Whole(group) = unit {
            group.entry_points.retain(|id| !gone.contains(id));
        }
    }
    units.retain(|unit| unit.groups().any(|group| !group.entry_points.is_empty()));
    let symbols = |ids: Vec<GlobalId>| ids.into_iter().map(|id| analysis.global(id).name()).collect();
    let of = |(lacking, ids)| LeftOut { target: target.name.clone(), lacking, symbols: symbols(ids) };
    left_out.into_iter().map(of).collect()
}

/// Most entry points that a note names; of the rest it gives the number.
const NAMED: usize = 10;

/// Names the kernels that are left out, once for each target.
pub(super) fn report(left_out: &[LeftOut], module: ModuleView<'_>, sink: &mut dyn Sink) {
    // An image and its copy with default values are left out together, and tables may share a target.
    let distinct: IndexSet<&LeftOut> = left_out.iter().collect();
    for image in distinct {
        let named = image.symbols.iter().take(NAMED).map(|symbol| format!("`{}`", display_name(symbol)));
        let mut names: Vec<String> = named.collect();
        if image.symbols.len() > NAMED {
            names.push(format!("{} more", image.symbols.len() - NAMED));
        }
        let subject = if names.is_empty() { "an image without entry points".to_owned() } else { listed(&names) };
        let verb = if names.len() > 1 { "are" } else { "is" };
        let target = &image.target;
        let text = format!("{subject} {verb} {LEFT_OUT} `{target}`, which lacks {}", listed(&image.lacking));
        sink.report(Severity::Note, &text);
        for symbol in &image.symbols {
            let Some(function) = module.function(symbol) else { continue };
            sink.decided(Id::ImageLeftOut, function, || {
                let (name, lacking) = (display_name(symbol), listed(&image.lacking));
                format!("entry point `{name}` is in no image for target `{target}`, which lacks {lacking}")
            });
        }
    }
}

/// `a, b and c`
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
