//! Tables of what properties say: what is the same in several images has one row.

use indexmap::IndexMap;

use super::super::overview::Overview;
use super::super::{ConstantReport, ImageReport, KernelResources, label, numbers};
use super::functions::FUNCTIONS;
use super::page::LONGEST;
use super::{Column, MOST_ITEMS, MOST_ROWS, Section};

/// Parts of a constant that are shown.
const MOST_PARTS: usize = 64;

/// Facts in images, and the numbers of the images that have them.
type Rows<T> = IndexMap<T, Vec<usize>>;

/// Rows, and how many more there are.
struct Gathered<T> {
    rows: Rows<T>,
    left_out: usize,
}

impl<T: std::hash::Hash + Eq> Gathered<T> {
    /// Results of `items` for each image.
    fn collect(file: &Overview, items: impl Fn(&ImageReport) -> Vec<T>) -> Self {
        let (mut rows, mut left_out) = (Rows::new(), 0);
        for image in &file.images {
            for item in items(&image.report) {
                let is_full = rows.len() >= MOST_ROWS;
                match rows.get_mut(&item) {
                    Some(images) => push(images, image.report.index),
                    None if is_full => left_out += 1,
                    None => drop(rows.insert(item, vec![image.report.index])),
                }
            }
        }
        Self { rows, left_out }
    }
}

fn push(images: &mut Vec<usize>, image: usize) {
    if images.last() != Some(&image) {
        images.push(image);
    }
}

/// A constant without where it is: name, default value, and number, offset and size of each part.
type Constant = (String, Option<Vec<u8>>, Vec<(Option<u32>, u32, u32)>);

fn constant(constant: ConstantReport) -> Constant {
    let leaves = constant.leaves.into_iter().map(|leaf| (leaf.id, leaf.offset, leaf.size)).collect();
    (constant.name, constant.default, leaves)
}

impl Section<'_> {
    /// The chapters that there are, for the contents.
    pub(super) fn chapters_of_properties(&self) -> Vec<(&'static str, &'static str)> {
        let any = |has: fn(&ImageReport) -> bool| self.file.images.iter().any(|image| has(&image.report));
        let chapters = [
            (any(|image| !image.resources.is_empty()), "resources", RESOURCES),
            (any(|image| !image.specialization_constants.is_empty()), "constants", CONSTANTS),
            (any(|image| !image.removed_parameters.is_empty()), "removed", REMOVED),
            (any(|image| !image.imported.is_empty() || !image.exported.is_empty()), "symbols", SYMBOLS),
            (self.file.images.iter().any(|image| !image.functions.is_empty()), "functions", FUNCTIONS),
            (any(|image| !image.device_globals.is_empty()), "globals", GLOBALS),
            (any(|image| !image.other_properties.is_empty()), "others", OTHERS),
        ];
        chapters.into_iter().filter(|(is_there, ..)| *is_there).map(|(_, id, title)| (id, title)).collect()
    }

    pub(super) fn properties(&mut self) {
        for (id, title) in self.chapters_of_properties() {
            self.heading(id, title);
            match id {
                "resources" => self.resources(),
                "constants" => self.constants(),
                "removed" => self.removed(),
                "symbols" => self.symbols(),
                "functions" => self.functions(),
                "globals" => self.globals(),
                _ => self.others(),
            }
        }
    }

    /// A row for each kernel of each processor, with the numbers of a work-item or a work-group.
    fn resources(&mut self) {
        let gathered = Gathered::collect(self.file, |image| {
            let target = label(&image.target, &image.arch);
            image.resources.iter().map(|resources| (resources.clone(), target.clone())).collect()
        });
        let numbers = ["Registers", "Scalar", "Spilled", "Local bytes", "Private bytes"].map(Column::number);
        let columns = ["Kernel", "Target"].map(Column::text).into_iter().chain(numbers);
        self.page.table(RESOURCES, "", &columns.chain([Column::text("In images")]).collect::<Vec<_>>());
        for ((resources, target), images) in &gathered.rows {
            let KernelResources { kernel, registers, scalar_registers, spills, local_bytes, private_bytes } = resources;
            self.page.raw("<tr><th scope=\"row\">").name(kernel).raw("</th><td>").short(target, LONGEST).raw("</td>");
            let numbers = [Some(*registers), *scalar_registers, *spills, Some(*local_bytes), Some(*private_bytes)];
            for number in numbers {
                self.page.raw("<td class=\"number\">");
                if let Some(number) = number {
                    self.page.count(number);
                }
                self.page.raw("</td>");
            }
            self.page.raw("<td>");
            self.links(images);
            self.page.raw("</td></tr>\n");
        }
        self.page.end_table().left_out(gathered.left_out, "kernel");
    }

    fn constants(&mut self) {
        let gathered =
            Gathered::collect(self.file, |image| image.specialization_constants.iter().map(constant).collect());
        let titles = ["Id", "Offset", "Size", "Default", "Integer", "Float"].map(Column::number);
        let columns = [Column::text("Constant")].into_iter().chain(titles).chain([Column::text("In images")]);
        self.page.table(CONSTANTS, "", &columns.collect::<Vec<_>>());
        for ((name, default, parts), images) in &gathered.rows {
            for (index, (id, offset, size)) in parts.iter().take(MOST_PARTS).enumerate() {
                let start = *offset as usize;
                let bytes = default.as_deref().and_then(|bytes| bytes.get(start..start.checked_add(*size as usize)?));
                let number = bytes.filter(|_| id.is_some()).unwrap_or_default();
                self.page.raw("<tr><th scope=\"row\">");
                if index == 0 {
                    self.page.name(name)
                } else {
                    self.page.raw("<span class=\"note\">same</span>")
                };
                self.page.raw("</th>");
                let id = id.map_or("padding".to_owned(), |id| id.to_string());
                let default = bytes.map_or("-".to_owned(), numbers::hexadecimal);
                let (offset, size) = (offset.to_string(), size.to_string());
                for cell in [id, offset, size] {
                    self.page.raw("<td class=\"number\">").text(&cell).raw("</td>");
                }
                self.page.raw("<td class=\"number bytes\"><code>").text(&default).raw("</code></td>");
                for cell in [numbers::integer(number), numbers::float(number)] {
                    self.page.raw("<td class=\"number\">").text(&cell).raw("</td>");
                }
                self.page.raw("<td>");
                self.links(if index == 0 { images } else { &[] });
                self.page.raw("</td></tr>\n");
            }
            if let Some(more) = parts.len().checked_sub(MOST_PARTS).filter(|more| *more > 0) {
                self.page.raw("<tr><td colspan=\"8\">and ").plural(more as u64, "more part").raw("</td></tr>\n");
            }
        }
        self.page.end_table().left_out(gathered.left_out, "constant");
    }

    fn removed(&mut self) {
        let gathered = Gathered::collect(self.file, |image| {
            let rows =
                image.removed_parameters.iter().map(|(kernel, count, removed)| (kernel.to_owned(), count, removed));
            rows.collect()
        });
        let columns = [
            Column::text("Kernel"),
            Column::number("Parameters"),
            Column::text("Removed, from 0"),
            Column::text("In images"),
        ];
        self.page.table(REMOVED, "", &columns);
        for ((kernel, count, removed), images) in &gathered.rows {
            self.page
                .raw("<tr><th scope=\"row\">")
                .name(kernel)
                .raw("</th><td class=\"number\">")
                .count(*count)
                .raw("</td><td>");
            let numbers: Vec<String> = removed.iter().take(MOST_ITEMS).map(usize::to_string).collect();
            self.page.text(&numbers.join(", "));
            if let Some(more) = removed.len().checked_sub(MOST_ITEMS).filter(|more| *more > 0) {
                self.page.raw(", and ").count(more as u64).raw(" more");
            }
            self.end_row(images);
        }
        self.page.end_table().left_out(gathered.left_out, "kernel");
    }

    fn symbols(&mut self) {
        let exported = Gathered::collect(self.file, |image| image.exported.iter().map(str::to_owned).collect());
        let imported = Gathered::collect(self.file, |image| image.imported.iter().map(str::to_owned).collect());
        let left_out = exported.left_out + imported.left_out;
        let mut rows: IndexMap<&str, [&[usize]; 2]> = IndexMap::new();
        for (side, gathered) in [&exported, &imported].into_iter().enumerate() {
            gathered.rows.iter().for_each(|(name, images)| rows.entry(name).or_default()[side] = images);
        }
        self.page.table(SYMBOLS, "", &["Symbol", "Exported by images", "Imported by images"].map(Column::text));
        for (name, [exporters, importers]) in rows {
            self.page.raw("<tr><th scope=\"row\">").name(name).raw("</th><td>");
            self.links(exporters);
            if exporters.is_empty() {
                self.page.raw("<span class=\"no\">none</span>");
            }
            self.end_row(importers);
        }
        self.page.end_table().left_out(left_out, "symbol");
    }

    fn globals(&mut self) {
        let gathered = Gathered::collect(self.file, |image| {
            let rows = image.device_globals.iter().map(|global| (global.name, global.size, global.device_image_scope));
            rows.collect()
        });
        let columns = [Column::text("Name"), Column::number("Bytes"), Column::text("Scope"), Column::text("In images")];
        self.page.table(GLOBALS, "", &columns);
        for ((name, size, is_of_image), images) in &gathered.rows {
            self.page.raw("<tr><th scope=\"row\">").name(name).raw("</th><td class=\"number\">").count((*size).into());
            self.page.raw("</td><td>").raw(if *is_of_image { "one in each image" } else { "one on each device" });
            self.end_row(images);
        }
        self.page.end_table().left_out(gathered.left_out, "device global");
    }

    fn others(&mut self) {
        let gathered = Gathered::collect(self.file, |image| image.other_properties.iter().collect());
        self.page.table(OTHERS, "", &["Set", "Property", "Value", "In images"].map(Column::text));
        for ((set, name, value), images) in &gathered.rows {
            self.page.raw("<tr><td>").short(set, LONGEST).raw("</td><th scope=\"row\">").name(name);
            self.page.raw("</th><td><code>").short(value, LONGEST).raw("</code>");
            self.end_row(images);
        }
        self.page.end_table().left_out(gathered.left_out, "row");
    }

    /// The last cell of a row: the images.
    fn end_row(&mut self, images: &[usize]) {
        self.page.raw("</td><td>");
        self.links(images);
        self.page.raw("</td></tr>\n");
    }
}

const RESOURCES: &str = "Registers and memory";
const CONSTANTS: &str = "Specialization constants";
const REMOVED: &str = "Removed parameters";
const SYMBOLS: &str = "Symbols between images";
const GLOBALS: &str = "Device globals";
const OTHERS: &str = "Other properties";
