//! What is said about an image, as texts that can be compared.

use std::collections::{BTreeMap, BTreeSet};

use super::Difference;
use crate::inspect::{ImageReport, numbers};

/// What is said about an image, by what it is about.
type Facts = BTreeMap<&'static str, BTreeSet<String>>;

/// What the reports on two images say differently.
pub(super) fn differences(first: &ImageReport, second: &ImageReport) -> Vec<Difference> {
    let (mut first, mut second) = (facts(first), facts(second));
    let all: BTreeSet<&'static str> = first.keys().chain(second.keys()).copied().collect();
    let all = all.into_iter().map(|what| {
        let (first, second) = (first.remove(what).unwrap_or_default(), second.remove(what).unwrap_or_default());
        let only_in = |one: &BTreeSet<String>, other: &BTreeSet<String>| one.difference(other).cloned().collect();
        Difference { what, removed: only_in(&first, &second), added: only_in(&second, &first) }
    });
    all.filter(|difference| !difference.removed.is_empty() || !difference.added.is_empty()).collect()
}

fn facts(report: &ImageReport) -> Facts {
    let mut facts = Facts::new();
    let mut say = |what: &'static str, fact: String| {
        if !fact.is_empty() {
            facts.entry(what).or_default().insert(fact);
        }
    };
    for (what, fact) in [
        ("kind", &report.kind),
        ("target", &report.target),
        ("architecture", &report.arch),
        ("compile options", &report.compile_options),
        ("link options", &report.link_options),
    ] {
        say(what, fact.clone());
    }
    say("filtered for", report.compile_target.clone().unwrap_or_default());
    report.aspects.iter().for_each(|aspect| say("aspects", aspect));
    say("sub-group size", report.required_sub_group_size.map(|size| size.to_string()).unwrap_or_default());
    let extents = report.required_work_group_size.as_deref().unwrap_or_default();
    say("work-group size", extents.iter().map(u64::to_string).collect::<Vec<_>>().join("x"));
    report.kernels.iter().for_each(|name| say("kernels", name.to_owned()));
    report.symbols.iter().flat_map(|symbols| symbols.iter()).for_each(|name| say("symbols", name.into_owned()));
    report.exported.iter().for_each(|name| say("exported", name.to_owned()));
    report.imported.iter().for_each(|name| say("imported", name.to_owned()));
    for (kernel, count, removed) in report.removed_parameters.iter() {
        let removed = removed.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        say("parameters", format!("{kernel}: {count}, removed: {removed}"));
    }
    for constant in report.specialization_constants.iter() {
        for leaf in &constant.leaves {
            let start = leaf.offset as usize;
            let bytes = constant.default.as_deref();
            let bytes = bytes.and_then(|bytes| bytes.get(start..start.checked_add(leaf.size as usize)?));
            let id = leaf.id.map_or("padding".to_owned(), |id| format!("id {id}"));
            let place = format!("{} bytes at {}", leaf.size, constant.offset.saturating_add(leaf.offset.into()));
            let default =
                bytes.map_or("no default".to_owned(), |bytes| format!("default {}", numbers::described(bytes)));
            say("constants", format!("{}: {id}, {place}, {default}", constant.name));
        }
    }
    for global in report.device_globals.iter() {
        let scope = if global.device_image_scope { ", one in each image" } else { "" };
        say("device globals", format!("{}: {} bytes{scope}", global.name, global.size));
    }
    for (set, name, value) in report.other_properties.iter() {
        say("properties", format!("{set}: {name} = {value}"));
    }
    // Where an image is does not matter.
    for (key, value) in report.strings.iter().filter(|(key, _)| key != "abstract module") {
        say("others", format!("{key}: {value}"));
    }
    facts
}
