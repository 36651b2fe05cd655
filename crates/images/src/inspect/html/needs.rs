//! Requirements of images: each combination has a letter and a colour.

use indexmap::IndexSet;

use super::super::overview::{Overview, Shown};
use super::page::Page;

/// Colours that there are; further combinations use them again, with other letters.
const COLOURS: [&str; 8] = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];
/// The same for what is drawn.
const SHADES: [&str; 8] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"];
/// Aspects that are named of a combination.
const MOST_ASPECTS: usize = 40;

/// All combinations, in the order of the images.
pub(super) struct Needs(IndexSet<String>);

impl Needs {
    pub(super) fn collect(files: &[Overview]) -> Self {
        let images =
            files.iter().flat_map(|file| file.images.iter().map(move |image| text(file.with_properties(image))));
        Self(images.collect())
    }

    /// The number of what an image requires.
    pub(super) fn number(&self, file: &Overview, image: &Shown) -> usize {
        self.0.get_index_of(&text(file.with_properties(image))).unwrap_or_default()
    }

    /// The numbers and words of those that a file has.
    pub(super) fn of_file<'a>(&'a self, file: &Overview) -> Vec<(usize, &'a str)> {
        let mut numbers: Vec<usize> = file.images.iter().map(|image| self.number(file, image)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|number| (number, self.words(number))).collect()
    }

    pub(super) fn words(&self, number: usize) -> &str {
        self.0.get_index(number).map_or("", String::as_str)
    }

    pub(super) fn shade(number: usize) -> &'static str {
        SHADES[number % SHADES.len()]
    }
}

/// The letter of a combination on its colour; its words are its title.
pub(super) fn tag(page: &mut Page, needs: &Needs, number: usize) {
    page.raw("<span class=\"tag ").raw(COLOURS[number % COLOURS.len()]).raw("\" title=\"");
    page.text(needs.words(number)).raw("\">").text(&letter(number)).raw("</span>");
}

/// A to Z, then A1 to Z1, and so on.
fn letter(number: usize) -> String {
    let letter = char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// Requirements of an image beside its target, in words.
fn text(image: &Shown) -> String {
    let report = &image.report;
    if report.is_bare {
        return "unknown: there are no properties".to_owned();
    }
    let mut parts: Vec<String> = report.aspects.iter().take(MOST_ASPECTS).collect();
    if let Some(more) = report.aspects.iter().count().checked_sub(MOST_ASPECTS).filter(|more| *more > 0) {
        parts.push(format!("{more} more aspects"));
    }
    parts.extend(report.required_sub_group_size.map(|size| format!("sub-groups of {size}")));
    parts.extend(
        report.required_work_group_size.as_deref().filter(|sizes| !sizes.is_empty()).map(|sizes| {
            format!("work-groups of {}", sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" x "))
        }),
    );
    if parts.is_empty() { "nothing special".to_owned() } else { parts.join(", ") }
}
