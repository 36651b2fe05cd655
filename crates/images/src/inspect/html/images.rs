//! Sizes of images, and a table of them.

use std::cmp::Reverse;

use indexmap::IndexMap;

use super::super::overview::Shown;
use super::super::totals::label;
use super::needs::{Needs, tag};
use super::page::LONGEST;
use super::{Column, MOST_ITEMS, Section, grouped};
use crate::check::Fit;

/// The width of a bar.
const WIDTH: u64 = 1000;
/// Images that are drawn each by itself.
const MOST_DRAWN: usize = 600;
/// Images up to which there are gaps between them; the parts of more are too narrow.
const MOST_WITH_GAPS: usize = 60;
/// Kernels of an image that are named in its row.
const MOST_NAMED: usize = 6;

impl Section<'_> {
    /// For each target a bar of its images.
    pub(super) fn sizes(&mut self) {
        self.heading("sizes", "Sizes");
        self.page.raw(
            "<p class=\"note\">A bar is a target, a part of it an image, the largest first; colours are those of the \
             letters below.</p>\n",
        );
        let mut targets: IndexMap<(&str, &str), Vec<&Shown>> = IndexMap::new();
        for image in &self.file.images {
            let report = &image.report;
            let target = if report.target.is_empty() { &report.kind } else { &report.target };
            targets.entry((target, &report.arch)).or_default().push(image);
        }
        targets.values_mut().for_each(|images| sort_by_size(images));
        let largest = targets.values().map(|images| bytes(images)).max().unwrap_or_default();
        for ((target, arch), images) in targets {
            self.bar(target, arch, &images, largest);
        }
    }

    fn bar(&mut self, target: &str, arch: &str, images: &[&Shown], largest: u64) {
        let all = bytes(images);
        self.page.raw("<figure>\n<figcaption><strong>").short(&label(target, arch), LONGEST);
        self.page.raw("</strong><span>").plural(images.len() as u64, "image").raw(", ").plural(all, "byte");
        self.page.raw("</span></figcaption>\n");
        if all > 0 {
            self.page.raw("<svg class=\"bar").raw(if images.len() > MOST_WITH_GAPS { " narrow" } else { "" });
            self.page.raw("\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"");
            self.page.raw("Sizes of ").plural(images.len() as u64, "image").raw("; the table below has them, too\">\n");
            let (drawn, rest) = images.split_at(images.len().min(MOST_DRAWN));
            let mut before = 0;
            for image in drawn {
                let size = image.report.bytes().unwrap_or_default();
                self.page.raw("<a href=\"#");
                self.id_of(image.report.index);
                self.page.raw("\" tabindex=\"-1\">");
                self.part(before, size, largest, Needs::shade(self.needs.number(self.file, image)));
                self.page.raw("<title>image ").digits(image.report.index as u64).raw(": ").plural(size, "byte");
                for (index, name) in image.report.names().take(MOST_NAMED).enumerate() {
                    self.page.raw(if index > 0 { ", " } else { ": " }).bare_name(&name);
                }
                self.page.raw("</title></rect></a>\n");
                before += size;
            }
            if !rest.is_empty() {
                self.part(before, bytes(rest), largest, "s0");
                self.page.raw("<title>").plural(rest.len() as u64, "more image").raw("</title></rect>\n");
            }
            self.page.raw("</svg>\n");
        }
        self.page.raw("</figure>\n");
    }

    /// A part of a bar, up to what is in it.
    fn part(&mut self, before: u64, size: u64, largest: u64, shade: &'static str) {
        // In tenths; a size of a file times this stays far below the limit of 128 bits.
        let scaled = |bytes: u64| (u128::from(bytes) * u128::from(WIDTH * 10) / u128::from(largest.max(1))) as u64;
        let (start, end) = (scaled(before), scaled(before.saturating_add(size)));
        self.page.raw("<rect class=\"").raw(shade).raw("\" x=\"").tenths(start).raw("\" width=\"").tenths(end - start);
        self.page.raw("\" height=\"10\">");
    }

    /// A row for each image.
    pub(super) fn images(&mut self) {
        self.heading("images", "Images");
        let mut columns =
            vec![Column::number("Image"), Column::text("Kind and target"), Column::number("Bytes"), Column::text("")];
        columns.push(Column::text("Kernels"));
        columns.extend(self.devices.iter().map(|device| Column::text(format!("Runs on {device}"))));
        columns.push(Column::text("Where"));
        self.page.table("Images", "", &columns);
        let mut images: Vec<&Shown> = self.file.images.iter().collect();
        sort_by_size(&mut images);
        for image in images {
            self.image(image);
        }
        self.page.end_table();
        self.page.left_out(self.file.totals.count.images - self.file.images.len(), "image");
    }

    fn image(&mut self, image: &Shown) {
        let report = &image.report;
        self.page.raw("<tr id=\"");
        self.id_of(report.index);
        self.page.raw("\"><th scope=\"row\" class=\"number\">").digits(report.index as u64).raw("</th><td>");
        self.page.short(&report.kind, LONGEST);
        if !report.target.is_empty() {
            self.page.raw(" for ").short(&label(&report.target, &report.arch), LONGEST);
        }
        self.page.raw("</td><td class=\"number\">");
        if let Some(size) = report.bytes() {
            self.page.count(size);
        }
        self.page.raw("</td><td>");
        tag(self.page, self.needs, self.needs.number(self.file, image));
        self.page.raw("</td><td class=\"wide\">");
        self.kernels_of(image);
        if let Some(reason) = self.times.and_then(|times| times.reason_for_empty(report)) {
            self.page.raw("<br><span class=\"no\">empty</span> ").short(reason, LONGEST * 5);
        }
        let holder = self.file.with_properties(image);
        for fit in &holder.fits {
            self.page.raw("</td><td>");
            self.fit(fit.as_ref());
        }
        self.page.raw("</td><td class=\"place\">");
        self.place(image);
        self.page.raw("</td></tr>\n");
    }

    fn kernels_of(&mut self, image: &Shown) {
        let report = &image.report;
        if let Some(other) = report.properties_of {
            self.page.raw("those of image ").digits(other as u64);
            return;
        }
        for (index, name) in report.names().take(MOST_NAMED).enumerate() {
            self.page.raw(if index > 0 { "<br>" } else { "" }).name(&name);
        }
        if let Some(more) = report.kernel_count().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
            self.page.raw("<br>and ").count(more as u64).raw(" more");
        }
    }

    /// Whether a device runs an image.
    fn fit(&mut self, fit: Option<&Fit>) {
        match fit {
            None => self.page.raw("<span class=\"if\">unknown</span>"),
            Some(Fit::Fits) => self.page.raw("<span class=\"yes\">yes</span>"),
            Some(Fit::Depends(on)) => {
                let more = on.len().checked_sub(MOST_ITEMS).filter(|more| *more > 0);
                let more = more.map(|more| format!(", and {} more", grouped(more as u64))).unwrap_or_default();
                let on = on.iter().take(MOST_ITEMS).cloned().collect::<Vec<_>>().join(", ");
                self.page.raw("<span class=\"if\">if it has ").short(&on, LONGEST * 5).text(&more).raw("</span>")
            }
            Some(Fit::Refused(reason)) => self.page.raw("<span class=\"no\">no</span> ").short(reason, LONGEST * 5),
        };
    }

    fn place(&mut self, image: &Shown) {
        let report = &image.report;
        if let Some(offset) = report.offset {
            self.page.raw("at ").text(&format!("{offset:#x}"));
        }
        if let Some(member) = &report.member {
            self.page.raw(" in member ").short(member, LONGEST);
        }
        if let Some(file) = &report.file {
            self.page.raw(" in ").short(file, LONGEST);
        }
    }
}

/// Puts the largest images first, and those of one size in the order of the file.
fn sort_by_size(images: &mut [&Shown]) {
    images.sort_by_key(|image| Reverse(image.report.bytes()));
}

/// The bytes of images together.
fn bytes(images: &[&Shown]) -> u64 {
    images.iter().fold(0, |all, image| all.saturating_add(image.report.bytes().unwrap_or_default()))
}
