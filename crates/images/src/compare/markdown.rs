//! A comparison as Markdown, for a comment on a pull request.

use sycl_propset::printable::printable;

use super::text::{all, counts, growth, sizes, target};
use super::{Comparison, ImageName, by_name};
use crate::inspect::Naming;

/// Characters of a name, kernels of an image, and lines of a list, that are shown.
const LONGEST: usize = 200;
const MOST_KERNELS: usize = 4;
const MOST_LINES: usize = 50;

/// The comparison as Markdown.
#[must_use]
pub fn markdown(comparison: &Comparison, naming: Naming) -> String {
    let (first, second) = (&comparison.first, &comparison.second);
    let mut out = format!("**Device images** of {} and {}: ", code(&first.file), code(&second.file));
    if comparison.same {
        return out + "no differences\n";
    }
    out += &format!("{} bytes\n\n", sizes(first.totals.count.bytes, second.totals.count.bytes, ""));
    out += "| target | images | kernels | bytes |\n|---|---|---|---|\n";
    for row in &comparison.targets {
        let (first, second) = (&row.first, &row.second);
        let images = counts(first.images as u64, second.images as u64);
        let kernels = counts(first.kernels as u64, second.kernels as u64);
        let bytes = sizes(first.bytes, second.bytes, "");
        // Of a code span, tables still split at bars.
        let name = code(&target(&row.target)).replace('|', "\\|");
        out += &format!("| {name} | {images} | {kernels} | {bytes} |\n");
    }
    let kernels = &comparison.kernels;
    for (title, kernels, more) in [
        ("Kernels added", &kernels.added, kernels.more_added),
        ("Kernels removed", &kernels.removed, kernels.more_removed),
    ] {
        let names = by_name(kernels);
        let lines = names
            .iter()
            .map(|(name, targets)| format!("{} for {}", code(&naming.show(name, LONGEST)), code(&all(targets))));
        list(&mut out, title, &lines.collect::<Vec<_>>(), more);
    }
    let images = &comparison.images;
    list(&mut out, "Images added", &lines(&images.added, naming), 0);
    list(&mut out, "Images removed", &lines(&images.removed, naming), 0);
    let changed = images.changed.iter().map(|change| {
        let grown = match (change.first.size, change.second.size) {
            (Some(first), Some(second)) if first != second => growth(first, second, |bytes| bytes.to_string()),
            _ if change.content => "other content".to_owned(),
            _ => "other properties".to_owned(),
        };
        format!("{}: {grown}", line(&change.second, naming))
    });
    list(&mut out, "Images changed", &changed.collect::<Vec<_>>(), 0);
    out
}

/// A list that opens when it is clicked on, without its lines if there are none.
fn list(out: &mut String, title: &str, lines: &[String], more: usize) {
    let all = lines.len() + more;
    if all == 0 {
        return;
    }
    out.push_str(&format!("\n<details><summary>{title}: {all}</summary>\n\n"));
    for line in lines.iter().take(MOST_LINES) {
        out.push_str(&format!("* {line}\n"));
    }
    if all > MOST_LINES {
        out.push_str(&format!("* and {} more\n", all - lines.len().min(MOST_LINES)));
    }
    out.push_str("\n</details>\n");
}

fn lines(images: &[ImageName], naming: Naming) -> Vec<String> {
    images.iter().map(|image| line(image, naming)).collect()
}

fn line(image: &ImageName, naming: Naming) -> String {
    let names: Vec<String> =
        image.kernels.iter().take(MOST_KERNELS).map(|name| code(&naming.show(name, LONGEST))).collect();
    let more = image.kernel_count.checked_sub(MOST_KERNELS).filter(|more| *more > 0);
    let more = more.map(|more| format!(" and {more} more")).unwrap_or_default();
    format!("{}: {}{more}", code(&target(&image.target)), names.join(", "))
}

/// Text as it stands: nothing in it is markup.
fn code(text: &str) -> String {
    format!("`{}`", printable(text).replace('`', "'"))
}
