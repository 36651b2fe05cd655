//! Kernels by image, and what these require.

use indexmap::IndexMap;

use super::super::{overview::Shown, totals};
use super::needs::tag;
use super::{Column, MOST_ROWS, Section};

/// Images up to which each has a column of its own.
const MOST_COLUMNS: usize = 40;

/// Characters of a target above its columns.
const LONGEST_LABEL: usize = 40;

/// Kernels, and the positions of the images that have them.
type Kernels = IndexMap<String, Vec<usize>>;

impl Section<'_> {
    pub(super) fn kernels(&mut self) {
        self.heading("kernels", "Kernels and what they require");
        self.legend();
        let mut kernels = Kernels::new();
        let mut left_out = 0;
        for (position, image) in self.file.images.iter().enumerate() {
            // Forms of one module have the kernels of the one with the properties.
            for name in self.file.with_properties(image).report.names() {
                let is_full = kernels.len() >= MOST_ROWS;
                match kernels.get_mut(&*name) {
                    Some(images) => images.push(position),
                    None if is_full => left_out += 1,
                    None => drop(kernels.insert(name.into_owned(), vec![position])),
                }
            }
        }
        if kernels.is_empty() {
            self.page.raw("<p>No image says which kernels it has.</p>\n");
        } else if self.file.images.len() <= MOST_COLUMNS {
            self.matrix(&kernels);
        } else {
            self.list(&kernels);
        }
        self.page.left_out(left_out, "kernel");
    }

    /// Writes the meaning of the letters.
    fn legend(&mut self) {
        let columns = [Column::text(""), Column::text("Requires of a device"), Column::number("Images")];
        self.page.table("What the letters mean", "", &columns);
        let (file, needs) = (self.file, self.needs);
        for (number, words) in needs.of_file(file) {
            let count = file.images.iter().filter(|image| needs.number(file, image) == number).count();
            self.page.raw("<tr><td>");
            tag(self.page, needs, number);
            self.page.raw("</td><th scope=\"row\">").text(words).raw("</th><td class=\"number\">");
            self.page.count(count as u64).raw("</td></tr>\n");
        }
        self.page.end_table();
    }

    /// A row for each kernel, a column for each image; above the columns are the targets.
    fn matrix(&mut self, kernels: &Kernels) {
        self.page.raw("<p class=\"note\">A column is an image; a letter says that the kernel is in it.</p>\n");
        self.page.open_table("Kernels by image", "matrix").raw("<tr><th scope=\"col\" rowspan=\"2\">Kernel</th>");
        let images = &self.file.images;
        for group in images.chunk_by(|a, b| label(a) == label(b)) {
            self.page.raw("<th scope=\"colgroup\" class=\"group\" colspan=\"").digits(group.len() as u64).raw("\">");
            self.page.short(&label(&group[0]), LONGEST_LABEL).raw("</th>");
        }
        self.page.raw("</tr>\n<tr>");
        for image in images {
            self.page.raw("<th scope=\"col\"><a href=\"#");
            self.id_of(image.report.index);
            self.page.raw("\">").digits(image.report.index as u64).raw("</a></th>");
        }
        self.page.raw("</tr></thead>\n<tbody>\n");
        let file = self.file;
        for (kernel, images) in kernels {
            self.page.raw("<tr><th scope=\"row\">").name(kernel).raw("</th>");
            let mut rest = &images[..];
            for (position, image) in file.images.iter().enumerate() {
                self.page.raw("<td>");
                if rest.first() == Some(&position) {
                    tag(self.page, self.needs, self.needs.number(file, image));
                    rest = &rest[rest.iter().take_while(|other| **other == position).count()..];
                }
                self.page.raw("</td>");
            }
            self.page.raw("</tr>\n");
        }
        self.page.end_table();
    }

    /// A row for each kernel, with the images that it is in.
    fn list(&mut self, kernels: &Kernels) {
        let columns = [Column::text("Kernel"), Column::text("Requires"), Column::text("In images")];
        self.page.table("Kernels and their images", "", &columns);
        let file = self.file;
        for (kernel, images) in kernels {
            self.page.raw("<tr><th scope=\"row\">").name(kernel).raw("</th><td>");
            let mut numbers: Vec<usize> =
                images.iter().map(|position| self.needs.number(file, &file.images[*position])).collect();
            numbers.sort_unstable();
            numbers.dedup();
            for number in numbers.into_iter().take(super::MOST_ITEMS) {
                tag(self.page, self.needs, number);
                self.page.raw(" ");
            }
            self.page.raw("</td><td>");
            let indices: Vec<usize> = images.iter().map(|position| file.images[*position].report.index).collect();
            self.links(&indices);
            self.page.raw("</td></tr>\n");
        }
        self.page.end_table();
    }
}

/// Target of an image, as far as that is known.
fn label(image: &Shown) -> String {
    let report = &image.report;
    if report.target.is_empty() { report.kind.to_string() } else { totals::label(&report.target, &report.arch) }
}
