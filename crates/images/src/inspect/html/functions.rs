//! Functions beside kernels: how many images have a copy, and why.

use indexmap::IndexMap;

use super::super::functions::Function;
use super::{Column, MOST_ROWS, Section};

/// The chapter.
pub(super) const FUNCTIONS: &str = "Functions that images share, and why they have them";

/// A function in all images that have it.
struct Row<'a> {
    bytes: u64,
    images: Vec<usize>,
    /// As it is in the first of the images.
    first: &'a Function,
}

impl Section<'_> {
    /// A row for each function, those first that most images have.
    pub(super) fn functions(&mut self) {
        let file = self.file;
        let (mut rows, mut left_out) = (IndexMap::<&str, Row<'_>>::new(), 0);
        for image in &file.images {
            for function in &image.functions {
                let is_full = rows.len() >= MOST_ROWS;
                match rows.get_mut(&*function.name) {
                    Some(row) => {
                        row.bytes = row.bytes.saturating_add(function.bytes);
                        if row.images.last() != Some(&image.report.index) {
                            row.images.push(image.report.index);
                        }
                    }
                    None if is_full => left_out += 1,
                    None => {
                        let images = vec![image.report.index];
                        rows.insert(&function.name, Row { bytes: function.bytes, images, first: function });
                    }
                }
            }
        }
        rows.sort_by(|a, first, b, second| second.images.len().cmp(&first.images.len()).then(a.cmp(b)));
        self.page.raw("<p class=\"note\">Of SPIR-V images that name their functions, without kernels.</p>\n");
        let columns = [
            Column::text("Function"),
            Column::number("Images"),
            Column::number("Bytes in all"),
            Column::text("Called by, in the first of them"),
            Column::text("In images"),
        ];
        self.page.table(FUNCTIONS, "", &columns);
        for (name, row) in &rows {
            self.page.raw("<tr><th scope=\"row\">").name(name).raw("</th><td class=\"number\">");
            self.page.count(row.images.len() as u64).raw("</td><td class=\"number\">").count(row.bytes);
            self.page.raw("</td><td class=\"wide\">");
            self.callers(row.first);
            self.page.raw("</td><td>");
            self.links(&row.images);
            self.page.raw("</td></tr>\n");
        }
        self.page.end_table().left_out(left_out, "function");
    }

    /// The calls from a kernel to a function, the nearest first.
    fn callers(&mut self, function: &Function) {
        if function.callers.is_empty() {
            self.page.raw("no kernel; it is exported, or its address is taken");
        }
        for (index, caller) in function.callers.iter().enumerate() {
            self.page.raw(if index > 0 { ", by " } else { "" }).name(caller);
        }
        if let Some((between, kernel)) = &function.more {
            self.page.raw(", by ");
            if *between > 0 {
                self.page.count(*between as u64).raw(" more and ");
            }
            self.page.name(kernel);
        }
    }
}
