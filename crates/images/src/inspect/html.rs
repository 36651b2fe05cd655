//! The images of files as one page that needs nothing else: no scripts, no network.
//!
//! A page has at most a number of rows in each table, so that its size is bounded, whatever the files have; the lines
//! beneath the tables count what is left out.

mod functions;
mod images;
mod kernels;
mod needs;
mod page;
mod properties;
mod times;

use super::Naming;
use super::overview::Overview;
use super::times::BuildTimes;
use needs::Needs;

pub(crate) use page::{Column, Page, grouped};

/// Images of a file that a page has at most.
pub const MOST_IMAGES: usize = 1000;
/// Rows of a table, and items in a cell, that are shown.
pub(crate) const MOST_ROWS: usize = 2000;
const MOST_ITEMS: usize = 20;

/// The page on these files; `devices` are the names of those that the answers in it are about, `times` those of the
/// build that made the files.
#[must_use]
pub fn page(files: &[Overview], devices: &[String], naming: Naming, times: Option<&BuildTimes>) -> String {
    let title = match files {
        [only] => format!("Device images of {}", only.file),
        several => format!("Device images of {} files", several.len()),
    };
    let mut page = Page::new(&title, naming);
    page.raw("<header>\n<h1>").short(&title, page::LONGEST).raw("</h1>\n");
    if let [only] = files {
        page.raw("<p class=\"lede\">");
        what(&mut page, only);
        page.raw("</p>\n");
    }
    page.raw("</header>\n<main>\n");
    let needs = Needs::collect(files);
    for (number, file) in files.iter().enumerate() {
        Section { page: &mut page, number, file, devices, needs: &needs, is_only: files.len() == 1, times }.write();
    }
    if let Some(times) = times {
        times::write(&mut page, times);
    }
    page.raw("</main>\n<footer><p>Made by sycl-packager ").raw(env!("CARGO_PKG_VERSION")).raw(".</p></footer>\n");
    page.finish()
}

/// Writes a line about a file.
fn what(page: &mut Page, file: &Overview) {
    page.short(&file.summary.kind, page::LONGEST).raw(", ").count(file.summary.size).raw(" bytes");
}

/// Section of a page about one file.
struct Section<'a> {
    page: &'a mut Page,
    number: usize,
    file: &'a Overview,
    devices: &'a [String],
    needs: &'a Needs,
    is_only: bool,
    times: Option<&'a BuildTimes>,
}

impl Section<'_> {
    fn write(mut self) {
        self.page.raw("<section id=\"f").digits(self.number as u64).raw("\">\n");
        if !self.is_only {
            self.page.raw("<h2 class=\"file\">").short(&self.file.file, page::LONGEST).raw("</h2>\n<p class=\"lede\">");
            what(self.page, self.file);
            self.page.raw("</p>\n");
        }
        self.facts();
        if self.file.images.is_empty() {
            let is_filtered = self.file.summary.images > 0;
            self.page.raw(if is_filtered {
                "<p>No image has such a kernel.</p>\n"
            } else {
                "<p>There are no images.</p>\n"
            });
        } else {
            self.contents();
            self.sizes();
            self.kernels();
            self.images();
            self.properties();
        }
        self.page.raw("</section>\n");
    }

    /// The totals.
    fn facts(&mut self) {
        let totals = &self.file.totals;
        self.page.raw("<dl class=\"facts\">\n<div><dt>Images</dt><dd>").count(totals.count.images as u64);
        if totals.count.images < self.file.summary.images {
            self.page.raw(" <small>of ").count(self.file.summary.images as u64).raw("</small>");
        }
        self.page.raw("</dd></div>\n<div><dt>Kernels</dt><dd>").count(totals.count.kernels as u64);
        self.page.raw("</dd></div>\n<div><dt>Device code</dt><dd>").count(totals.count.bytes);
        self.page.raw(" <small>bytes</small></dd></div>\n<div><dt>Targets</dt><dd>").count(totals.targets.len() as u64);
        self.page.raw(if totals.other_targets.is_some() { " <small>and more</small>" } else { "" });
        self.page.raw("</dd></div>\n</dl>\n");
    }

    fn contents(&mut self) {
        self.page.raw("<nav aria-label=\"Contents\"><ul>\n");
        let chapters = [("sizes", "Sizes"), ("kernels", "Kernels and what they require"), ("images", "Images")];
        for (id, title) in chapters.into_iter().chain(self.chapters_of_properties()) {
            self.page
                .raw("<li><a href=\"#")
                .raw(id)
                .digits(self.number as u64)
                .raw("\">")
                .raw(title)
                .raw("</a></li>\n");
        }
        if self.times.is_some() {
            self.page.raw("<li><a href=\"#build\">Times of the build</a></li>\n");
        }
        self.page.raw("</ul></nav>\n");
    }

    /// A heading that the contents lead to.
    fn heading(&mut self, id: &'static str, title: &'static str) {
        self.page.raw("<h2 id=\"").raw(id).digits(self.number as u64).raw("\">").raw(title).raw("</h2>\n");
    }

    /// The id of an image on the page.
    fn id_of(&mut self, image: usize) {
        self.page.raw("i").digits(self.number as u64).raw("-").digits(image as u64);
    }

    /// Numbers of images, which lead to their rows.
    fn links(&mut self, images: &[usize]) {
        for (index, image) in images.iter().take(MOST_ITEMS).enumerate() {
            self.page.raw(if index > 0 { ", <a href=\"#" } else { "<a href=\"#" });
            self.id_of(*image);
            self.page.raw("\">").digits(*image as u64).raw("</a>");
        }
        if let Some(more) = images.len().checked_sub(MOST_ITEMS).filter(|more| *more > 0) {
            self.page.raw(", and ").count(more as u64).raw(" more");
        }
    }
}
