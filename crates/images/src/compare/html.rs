//! A comparison as a page for browsers, as those of `inspect`.

use super::text::{all, growth, shown, target};
use super::{Change, Comparison, ImageName, Side, by_name};
use crate::inspect::Naming;
use crate::inspect::html::{Column, MOST_ROWS, Page, grouped};

/// Characters of a text, kernels in a cell, and facts about an image, that are shown.
const LONGEST: usize = 200;
const MOST_KERNELS: usize = 6;
const MOST_FACTS: usize = 40;

/// The page.
#[must_use]
pub fn page(comparison: &Comparison, naming: Naming) -> String {
    let mut page = Page::new(&format!("{} and {}", comparison.first.file, comparison.second.file), naming);
    page.raw("<header>\n<h1>").short(&comparison.first.file, LONGEST).raw(" and ");
    page.short(&comparison.second.file, LONGEST).raw("</h1>\n<p class=\"lede\">");
    page.raw(if comparison.same { "Their images do not differ." } else { "How their images differ." });
    page.raw("</p>\n</header>\n<main>\n");
    files(&mut page, comparison);
    if !comparison.same {
        targets(&mut page, comparison);
        kernels(&mut page, comparison);
        images(&mut page, comparison);
        changes(&mut page, &comparison.images.changed, naming);
    }
    page.raw("</main>\n<footer><p>Made by sycl-packager ").raw(env!("CARGO_PKG_VERSION")).raw(".</p></footer>\n");
    page.finish()
}

fn files(page: &mut Page, comparison: &Comparison) {
    page.raw("<h2>Files</h2>\n");
    let numbers = ["Bytes", "Images", "Kernels", "Bytes of device code"].map(Column::number);
    let columns: Vec<Column> = ["", "File", "Kind"].map(Column::text).into_iter().chain(numbers).collect();
    page.table("Files", "", &columns);
    for (name, side) in [("first", &comparison.first), ("second", &comparison.second)] {
        let Side { file, kind, size, totals } = side;
        page.raw("<tr><td>").raw(name).raw("</td><th scope=\"row\">").short(file, LONGEST).raw("</th><td>");
        page.short(kind, LONGEST);
        for count in [*size, totals.count.images as u64, totals.count.kernels as u64, totals.count.bytes] {
            page.raw("</td><td class=\"number\">").count(count);
        }
        page.raw("</td></tr>\n");
    }
    page.end_table();
}

fn targets(page: &mut Page, comparison: &Comparison) {
    page.raw("<h2>Targets</h2>\n");
    let numbers = ["Images", "Kernels", "Bytes of device code"].map(Column::number);
    page.table("Targets", "", &[Column::text("Target")].into_iter().chain(numbers).collect::<Vec<_>>());
    for counts in comparison.targets.iter().take(MOST_ROWS) {
        page.raw("<tr><th scope=\"row\">").short(&target(&counts.target), LONGEST).raw("</th>");
        let (first, second) = (counts.first, counts.second);
        for (first, second) in [(first.images, second.images), (first.kernels, second.kernels)] {
            page.raw("<td class=\"number\">").count(first as u64);
            if first != second {
                page.raw(" → ").count(second as u64);
            }
            page.raw("</td>");
        }
        page.raw("<td class=\"number\">");
        sizes(page, first.bytes, second.bytes);
        page.raw("</td></tr>\n");
    }
    page.end_table().left_out(comparison.targets.len().saturating_sub(MOST_ROWS), "target");
}

/// Bytes in both files, and by how much they grew.
fn sizes(page: &mut Page, first: u64, second: u64) {
    page.count(first);
    if first != second {
        page.raw(" → ").count(second).raw(if second > first {
            " <span class=\"grown\">"
        } else {
            " <span class=\"shrunk\">"
        });
        page.text(&growth(first, second, grouped)).raw("</span>");
    }
}

fn kernels(page: &mut Page, comparison: &Comparison) {
    let kernels = &comparison.kernels;
    if kernels.added.is_empty() && kernels.removed.is_empty() {
        return;
    }
    page.raw("<h2>Kernels</h2>\n").table("Kernels", "", &["", "Kernel", "Targets"].map(Column::text));
    let sides = [(false, &kernels.removed), (true, &kernels.added)];
    let lines: Vec<_> = sides
        .into_iter()
        .flat_map(|(is_added, kernels)| {
            by_name(kernels).into_iter().map(move |(name, targets)| (is_added, name, targets))
        })
        .collect();
    let left_out = lines.len().saturating_sub(MOST_ROWS) + kernels.more_added + kernels.more_removed;
    for (is_added, name, targets) in lines.into_iter().take(MOST_ROWS) {
        sign(page, is_added);
        page.raw("</td><th scope=\"row\">").name(name).raw("</th><td>");
        page.short(&all(&targets), LONGEST * 5).raw("</td></tr>\n");
    }
    page.end_table().left_out(left_out, "kernel");
}

/// Calls `row` with as many items as there is room for.
fn rows<T>(items: &[T], left: &mut usize, mut row: impl FnMut(&T)) {
    for item in items.iter().take(*left) {
        row(item);
        *left -= 1;
    }
}

/// The first cell of a row.
fn sign(page: &mut Page, is_added: bool) {
    page.raw("<tr><td>").raw(if is_added {
        "<span class=\"yes\">added</span>"
    } else {
        "<span class=\"no\">removed</span>"
    });
}

fn images(page: &mut Page, comparison: &Comparison) {
    let images = &comparison.images;
    if images.added.is_empty() && images.removed.is_empty() {
        return;
    }
    page.raw("<h2>Images of one file only</h2>\n");
    let columns = [
        Column::text(""),
        Column::number("Image"),
        Column::text("Kind and target"),
        Column::number("Bytes"),
        Column::text("Kernels"),
    ];
    page.table("Images of one file only", "", &columns);
    let mut left = MOST_ROWS;
    rows(&images.removed, &mut left, |image| image_row(page, false, image));
    rows(&images.added, &mut left, |image| image_row(page, true, image));
    page.end_table().left_out((images.added.len() + images.removed.len()).saturating_sub(MOST_ROWS), "image");
}

fn image_row(page: &mut Page, is_added: bool, image: &ImageName) {
    sign(page, is_added);
    page.raw("</td><th scope=\"row\" class=\"number\">").digits(image.index as u64).raw("</th><td>");
    kind(page, image);
    page.raw("</td><td class=\"number\">");
    if let Some(size) = image.size {
        page.count(size);
    }
    page.raw("</td><td class=\"wide\">");
    names(page, image);
    page.raw("</td></tr>\n");
}

fn kind(page: &mut Page, image: &ImageName) {
    page.short(&image.kind, LONGEST).raw(" for ").short(&target(&image.target), LONGEST);
}

fn names(page: &mut Page, image: &ImageName) {
    for (index, name) in image.kernels.iter().take(MOST_KERNELS).enumerate() {
        page.raw(if index > 0 { "<br>" } else { "" }).name(name);
    }
    if let Some(more) = image.kernel_count.checked_sub(MOST_KERNELS).filter(|more| *more > 0) {
        page.raw("<br>and ").count(more as u64).raw(" more");
    }
}

fn changes(page: &mut Page, changes: &[Change], naming: Naming) {
    if changes.is_empty() {
        return;
    }
    page.raw("<h2>Changed images</h2>\n");
    let columns = [
        Column::number("Image"),
        Column::text("Kind and target"),
        Column::text("Kernels"),
        Column::number("Bytes"),
        Column::text("What differs"),
    ];
    page.table("Changed images", "", &columns);
    for change in changes.iter().take(MOST_ROWS) {
        let Change { first, second, .. } = change;
        page.raw("<tr><th scope=\"row\" class=\"number\">").digits(first.index as u64);
        if first.index != second.index {
            page.raw(" → ").digits(second.index as u64);
        }
        page.raw("</th><td>");
        kind(page, second);
        page.raw("</td><td class=\"wide\">");
        names(page, second);
        page.raw("</td><td class=\"number\">");
        if let (Some(first), Some(second)) = (first.size, second.size) {
            sizes(page, first, second);
        }
        page.raw("</td><td class=\"wide\">");
        facts(page, change, naming);
        page.raw("</td></tr>\n");
    }
    page.end_table().left_out(changes.len().saturating_sub(MOST_ROWS), "image");
}

/// Writes the differences in an image.
fn facts(page: &mut Page, change: &Change, naming: Naming) {
    page.raw("<ul class=\"plain\">");
    if change.content {
        page.raw("<li>content</li>");
    }
    let lines = change.differences.iter().flat_map(|difference| {
        let removed = difference.removed.iter().map(|fact| (false, fact));
        let facts = removed.chain(difference.added.iter().map(|fact| (true, fact)));
        facts.map(move |(is_added, fact)| (difference.what, is_added, fact))
    });
    let more: usize = change.differences.iter().map(|difference| difference.more).sum();
    let count = lines.clone().count() + more;
    for (what, is_added, fact) in lines.take(MOST_FACTS) {
        page.raw("<li>").raw(what).raw(if is_added { " <span class=\"yes\">+ " } else { " <span class=\"no\">− " });
        page.short(&shown(what, fact, naming), LONGEST).raw("</span></li>");
    }
    if let Some(more) = count.checked_sub(MOST_FACTS).filter(|more| *more > 0) {
        page.raw("<li>and ").count(more as u64).raw(" more</li>");
    }
    page.raw("</ul>");
}
