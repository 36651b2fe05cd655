//! Facts about an image, as texts that can be compared.
//!
//! There can be many times as many as the file has bytes, so both images are gone over twice: for the digests of all
//! texts, and for the texts that the other image does not have.

use std::collections::{BTreeMap, BTreeSet};

use sycl_propset::printable::shortened;

use super::{Difference, digest};
use crate::inspect::{ImageReport, numbers};

/// Texts that are listed of a difference, of each image.
const MOST: usize = 1000;
/// Characters of a name; a longer one is cut, and has its digest behind it.
const LONGEST: usize = 500;

/// Calls with what a text is about, and the text.
type Say<'a> = dyn FnMut(&'static str, &str) + 'a;

/// Differences between the reports on two images.
pub(super) fn differences(first: &ImageReport, second: &ImageReport) -> Vec<Difference> {
    let (of_first, of_second) = (digests(first), digests(second));
    let mut all: BTreeMap<&'static str, Difference> = BTreeMap::new();
    for (report, others, is_second) in [(first, &of_second, false), (second, &of_first, true)] {
        let mut seen = BTreeSet::new();
        facts(report, &mut |what, fact| {
            let digest = digest(&[what, fact]);
            if others.binary_search(&digest).is_ok() || !seen.insert(digest) {
                return;
            }
            let empty = || Difference { what, removed: Vec::new(), added: Vec::new(), more: 0 };
            let difference = all.entry(what).or_insert_with(empty);
            let texts = if is_second { &mut difference.added } else { &mut difference.removed };
            if texts.len() < MOST { texts.push(fact.to_owned()) } else { difference.more += 1 }
        });
    }
    all.into_values().collect()
}

/// The digests of all that is said, in order.
fn digests(report: &ImageReport) -> Vec<u128> {
    let mut digests = Vec::new();
    facts(report, &mut |what, fact| digests.push(digest(&[what, fact])));
    digests.sort_unstable();
    digests
}

/// A name, or the start of a long one with its digest.
fn short(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    format!("{} ({:08x})", shortened(name, LONGEST), digest(&[name]) as u32)
}

fn facts(report: &ImageReport, say: &mut Say<'_>) {
    let mut say = |what: &'static str, fact: &str| {
        if !fact.is_empty() {
            say(what, fact);
        }
    };
    for (what, fact) in [
        ("kind", &report.kind),
        ("target", &report.target),
        ("architecture", &report.arch),
        ("compile options", &report.compile_options),
        ("link options", &report.link_options),
    ] {
        say(what, &short(fact));
    }
    say("code", &report.code_size.map(|size| format!("{size} bytes")).unwrap_or_default());
    say("filtered for", &short(report.compile_target.as_deref().unwrap_or_default()));
    report.aspects.iter().for_each(|aspect| say("aspects", &aspect));
    say("sub-group size", &report.required_sub_group_size.map(|size| size.to_string()).unwrap_or_default());
    let extents = report.required_work_group_size.as_deref().unwrap_or_default();
    say("work-group size", &extents.iter().map(u64::to_string).collect::<Vec<_>>().join("x"));
    report.kernels.iter().for_each(|name| say("kernels", &short(name)));
    report.symbols.iter().flat_map(|symbols| symbols.iter()).for_each(|name| say("symbols", &short(&name)));
    report.exported.iter().for_each(|name| say("exported", &short(name)));
    report.imported.iter().for_each(|name| say("imported", &short(name)));
    for (kernel, count, removed) in report.removed_parameters.iter() {
        let removed = removed.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        say("parameters", &format!("{}: {count}, removed: {removed}", short(kernel)));
    }
    for resources in &report.resources {
        say("resources", &format!("{}: {}", short(&resources.kernel), resources.describe()));
    }
    for constant in report.specialization_constants.iter() {
        let name = short(&constant.name);
        for leaf in &constant.leaves {
            let start = leaf.offset as usize;
            let bytes = constant.default.as_deref();
            let bytes = bytes.and_then(|bytes| bytes.get(start..start.checked_add(leaf.size as usize)?));
            let id = leaf.id.map_or("padding".to_owned(), |id| format!("id {id}"));
            let place = format!("{} bytes at {}", leaf.size, constant.offset.saturating_add(leaf.offset.into()));
            let default =
                bytes.map_or("no default".to_owned(), |bytes| format!("default {}", numbers::described(bytes)));
            say("constants", &format!("{name}: {id}, {place}, {default}"));
        }
    }
    for global in report.device_globals.iter() {
        let scope = if global.device_image_scope { ", one in each image" } else { "" };
        say("device globals", &format!("{}: {} bytes{scope}", short(&global.name), global.size));
    }
    for (set, name, value) in report.other_properties.iter() {
        say("properties", &format!("{set}: {name} = {value}"));
    }
    // Where an image is does not matter.
    for (key, value) in report.strings.iter().filter(|(key, _)| key != "abstract module") {
        say("others", &format!("{key}: {value}"));
    }
}
