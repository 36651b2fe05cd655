//! A comparison for people.

use std::fmt::Write as _;

use sycl_propset::printable::{printable, shortened};

use super::{Change, Comparison, ImageName, Side, Target, by_name};
use crate::inspect::{Count, Naming, label};

/// Characters of a name or value, and kernels of an image, that are shown.
const LONGEST: usize = 4096;
const MOST_KERNELS: usize = 4;
/// Targets of a kernel that are named.
const MOST_TARGETS: usize = 20;

/// The comparison as text.
#[must_use]
pub fn text(comparison: &Comparison, naming: Naming) -> String {
    let mut out = String::new();
    for (sign, side) in [('-', &comparison.first), ('+', &comparison.second)] {
        let Side { file, kind, size, totals } = side;
        let images = totals.count.images;
        let plural = if images == 1 { "" } else { "s" };
        push(&mut out, &format!("{sign} {}: {kind}, {size} bytes, {images} image{plural}\n", printable(file)));
    }
    if comparison.same {
        out.push_str("no differences\n");
        return out;
    }
    table(&mut out, comparison);
    let kernels = &comparison.kernels;
    if !kernels.removed.is_empty() || !kernels.added.is_empty() {
        out.push_str("\nkernels\n");
        for (sign, kernels) in [('-', &kernels.removed), ('+', &kernels.added)] {
            for (name, targets) in by_name(kernels) {
                push(&mut out, &format!("  {sign} {} for {}\n", naming.show(name, LONGEST), all(&targets)));
            }
        }
        for (sign, more) in [('-', kernels.more_removed), ('+', kernels.more_added)].into_iter().filter(|(_, n)| *n > 0)
        {
            push(&mut out, &format!("  {sign} {more} more\n"));
        }
    }
    let images = &comparison.images;
    if !images.removed.is_empty() || !images.added.is_empty() || !images.changed.is_empty() {
        out.push_str("\nimages\n");
        images.removed.iter().for_each(|image| out.push_str(&image_line('-', image, naming)));
        images.added.iter().for_each(|image| out.push_str(&image_line('+', image, naming)));
        images.changed.iter().for_each(|change| change_lines(&mut out, change, naming));
    }
    out
}

fn push(out: &mut String, text: &str) {
    let _ = out.write_str(text); // writing to a String cannot fail
}

/// A row for each target.
fn table(out: &mut String, comparison: &Comparison) {
    let titles = ["target", "images", "kernels", "bytes"].map(str::to_owned);
    let row = |name: String, first: &Count, second: &Count| {
        [
            name,
            counts(first.images as u64, second.images as u64),
            counts(first.kernels as u64, second.kernels as u64),
            sizes(first.bytes, second.bytes, ""),
        ]
    };
    let mut rows = vec![titles];
    rows.extend(comparison.targets.iter().map(|counts| row(target(&counts.target), &counts.first, &counts.second)));
    if comparison.targets.len() > 1 {
        rows.push(row("all".to_owned(), &comparison.first.totals.count, &comparison.second.totals.count));
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let [a, b, c] = [0, 1, 2].map(width);
    for [target, images, kernels, bytes] in &rows {
        push(out, &format!("  {target:<a$}  {images:<b$}  {kernels:<c$}  {bytes}\n"));
    }
}

/// A target, with the device's name for its compiler.
pub(super) fn target(target: &Target) -> String {
    shortened(&label(&target.target, &target.arch), LONGEST)
}

/// All that a kernel is for.
pub(super) fn all(targets: &[&Target]) -> String {
    let names: Vec<String> = targets.iter().take(MOST_TARGETS).map(|one| target(one)).collect();
    let more = targets.len().checked_sub(MOST_TARGETS).filter(|more| *more > 0);
    names.join(", ") + &more.map(|more| format!(" and {more} more")).unwrap_or_default()
}

/// A count in both files.
pub(super) fn counts(first: u64, second: u64) -> String {
    if first == second { first.to_string() } else { format!("{first} -> {second}") }
}

/// Bytes in both files, what follows the number, and by how much they grew.
pub(super) fn sizes(first: u64, second: u64, unit: &str) -> String {
    if first == second {
        return format!("{first}{unit}");
    }
    format!("{first} -> {second}{unit} ({})", growth(first, second, |bytes| bytes.to_string()))
}

/// By how much bytes grew: the difference, as `show` writes it, and, in tenths, how many per cent of the first that is.
pub(super) fn growth(first: u64, second: u64, show: impl Fn(u64) -> String) -> String {
    let sign = if second < first { '-' } else { '+' };
    let (bytes, difference) = (first.abs_diff(second), show(first.abs_diff(second)));
    if first == 0 {
        return format!("{sign}{difference}");
    }
    let tenths = (u128::from(bytes) * 1000 + u128::from(first) / 2) / u128::from(first);
    format!("{sign}{difference}, {sign}{}.{} %", tenths / 10, tenths % 10)
}

fn image_line(sign: char, image: &ImageName, naming: Naming) -> String {
    let size = image.size.map(|size| format!(", {size} bytes")).unwrap_or_default();
    let index = image.index;
    format!(
        "  {sign} image {index}: {} for {}{size}{}\n",
        printable(&image.kind),
        target(&image.target),
        names(image, naming)
    )
}

/// The first kernels of an image.
fn names(image: &ImageName, naming: Naming) -> String {
    if image.kernels.is_empty() {
        return String::new();
    }
    let names: Vec<String> = image.kernels.iter().take(MOST_KERNELS).map(|name| naming.show(name, LONGEST)).collect();
    let more = image.kernel_count.checked_sub(MOST_KERNELS).filter(|more| *more > 0);
    let more = more.map(|more| format!(" and {more} more")).unwrap_or_default();
    format!(": {}{more}", names.join(", "))
}

fn change_lines(out: &mut String, change: &Change, naming: Naming) {
    let Change { first, second, content, differences } = change;
    let index = counts(first.index as u64, second.index as u64);
    let (kind, target) = (printable(&second.kind), target(&second.target));
    let size = match (first.size, second.size) {
        (Some(first), Some(second)) => format!(", {}", sizes(first, second, " bytes")),
        _ => String::new(),
    };
    push(out, &format!("  ~ image {index}: {kind} for {target}{size}{}\n", names(second, naming)));
    if *content && first.size == second.size {
        out.push_str("      content          differs\n");
    }
    for difference in differences {
        let removed = difference.removed.iter().map(|fact| ('-', fact));
        let lines = removed.chain(difference.added.iter().map(|fact| ('+', fact)));
        for (number, (sign, fact)) in lines.enumerate() {
            let what = if number == 0 { difference.what } else { "" };
            push(out, &format!("      {what:<16} {sign} {}\n", shown(difference.what, fact, naming)));
        }
        if difference.more > 0 {
            push(out, &format!("      {:<16} and {} more\n", "", difference.more));
        }
    }
}

/// Text of a fact about an image; names as in the source.
pub(super) fn shown(what: &str, fact: &str, naming: Naming) -> String {
    match what {
        "kernels" | "symbols" | "exported" | "imported" => naming.show(fact, LONGEST),
        _ => shortened(fact, LONGEST),
    }
}
