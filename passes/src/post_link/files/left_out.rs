//! Images that are left out of a target's table, because the device configuration says that the target lacks what they
//! need.
//!
//! Source: DPC++'s design document "Optional kernel features", "Changes to the post-link tool". DPC++'s tool leaves
//! images out silently; here a note names the kernels, which a program then cannot find.

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};
use sycl_propset::demangle::display_name;
use sycl_propset::devices::LEFT_OUT;

use crate::{
    diagnostic::{Id, Severity, Sink},
    ir::ModuleView,
};

/// An image that is not in the table of a target.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct LeftOut {
    /// The target, as the options name it.
    pub(super) target: String,
    /// What it lacks.
    pub(super) lacking: Vec<String>,
    /// Entry points of the image, mangled.
    pub(super) symbols: Vec<String>,
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
