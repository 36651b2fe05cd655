//! The text of a report.

use std::borrow::Cow;
use std::io::{self, Write};

use sycl_propset::printable::shortened;

use super::naming::Naming;
use super::numbers::{float, hexadecimal, integer};
use super::report::{ImageReport, Request};
use super::totals::label;

/// Characters of a name or value that are shown.
const LONGEST: usize = 4096;
/// Characters that a column of the table of constants is filled up to at most; longer cells stick out.
const WIDEST: usize = 200;

/// A row of the table of specialization constants.
type Row<'a> = [Cow<'a, str>; 7];

impl ImageReport {
    /// Writes the report for people.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&self, request: &Request, out: &mut dyn Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 14, out);
        self.write_head(&mut out)?;
        line(&mut out, "code", &self.code_size.map(|size| format!("{size} bytes")).unwrap_or_default())?;
        self.write_symbols(request, &mut out)?;
        for resources in self.resources.iter().filter(|resources| is_shown(request, &resources.kernel)) {
            let kernel = request.naming.show(&resources.kernel, LONGEST);
            line(&mut out, "resources", &format!("{kernel}: {}", resources.describe()))?;
        }
        self.write_requirements(&mut out)?;
        self.write_removed(request, &mut out)?;
        self.write_properties(&mut out)?;
        self.write_constants(&mut out)?;
        out.flush()
    }

    fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "\nimage {}", self.index)?;
        if !self.kind.is_empty() {
            write!(out, ": {}", self.kind)?;
        }
        if !self.target.is_empty() {
            write!(out, " for {}", clean(&label(&self.target, &self.arch)))?;
        } else if !self.arch.is_empty() {
            write!(out, " ({})", clean(&self.arch))?;
        }
        if let Some(size) = self.size {
            write!(out, ", {size} bytes")?;
        }
        if let Some(offset) = self.offset {
            write!(out, " at {offset:#x}")?;
        }
        if let Some(member) = &self.member {
            write!(out, " in member {}", clean(member))?;
        }
        if let Some(file) = &self.file {
            write!(out, " in {}", clean(file))?;
        }
        writeln!(out)
    }

    fn write_symbols(&self, request: &Request, out: &mut impl Write) -> io::Result<()> {
        names(out, request, "kernels", &mut self.kernels.iter().map(Cow::from))?;
        // Symbols usually repeat the kernels; they are shown where they do not.
        if let Some(symbols) = self.symbols.as_ref().filter(|symbols| !symbols.iter().eq(self.kernels.iter())) {
            if symbols.iter().next().is_none() {
                line(out, "symbols", "none")?;
            }
            names(out, request, "symbols", &mut symbols.iter())?;
        }
        let all = Request { kernel: None, ..request.clone() };
        names(out, &all, "exported", &mut self.exported.iter().map(Cow::from))?;
        names(out, &all, "imported", &mut self.imported.iter().map(Cow::from))
    }

    fn write_requirements(&self, out: &mut impl Write) -> io::Result<()> {
        match self.properties_of {
            Some(index) => line(out, "properties", &format!("those of image {index}"))?,
            None if self.is_bare => line(out, "requirements", "unknown: the image has no properties")?,
            None if self.aspects.is_empty() => line(out, "aspects", "none")?,
            None => list(out, "aspects", self.aspects.iter())?,
        }
        line(out, "sub-group size", &self.required_sub_group_size.map(|size| size.to_string()).unwrap_or_default())?;
        let extents = self.required_work_group_size.as_deref().unwrap_or_default();
        line(out, "work-group size", &extents.iter().map(u64::to_string).collect::<Vec<_>>().join("x"))?;
        line(out, "filtered for", self.compile_target.as_deref().unwrap_or_default())?;
        line(out, "compile options", &self.compile_options)?;
        line(out, "link options", &self.link_options)
    }

    fn write_removed(&self, request: &Request, out: &mut impl Write) -> io::Result<()> {
        for (kernel, count, removed) in self.removed_parameters.iter().filter(|(kernel, ..)| is_shown(request, kernel))
        {
            let removed = removed.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
            let kernel = request.naming.show(kernel, LONGEST);
            line(out, "parameters", &format!("{kernel}: {count}, removed: {removed}"))?;
        }
        Ok(())
    }

    fn write_properties(&self, out: &mut impl Write) -> io::Result<()> {
        for global in self.device_globals.iter() {
            let scope = if global.device_image_scope { ", one in each image" } else { "" };
            let name = shortened(&global.name, LONGEST);
            line(out, "device global", &format!("{name}: {} bytes{scope}", global.size))?;
        }
        for (set, name, value) in self.other_properties.iter() {
            line(out, "property", &format!("{set}: {name} = {value}"))?;
        }
        for (key, value) in self.strings.iter() {
            line(out, &key, &value)?;
        }
        Ok(())
    }

    fn write_constants(&self, out: &mut impl Write) -> io::Result<()> {
        if self.specialization_constants.is_empty() {
            return Ok(());
        }
        // The rows are made twice: once for their widths, which takes less than keeping them.
        let mut widths = [0; 7];
        self.each_row(|row| {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().min(WIDEST).max(*width);
            }
            Ok(())
        })?;
        self.each_row(|[name, id, offset, size, default, integer, float]| {
            let [a, b, c, d, e, f, g] = widths;
            let line =
                format!("  {name:<a$}  {id:>b$}  {offset:>c$}  {size:>d$}  {default:<e$}  {integer:>f$}  {float:>g$}");
            writeln!(out, "{}", line.trim_end())
        })
    }

    /// Calls `row` with each row of the table of constants.
    fn each_row(&self, mut row: impl FnMut(&Row<'_>) -> io::Result<()>) -> io::Result<()> {
        row(&["constant", "id", "offset", "size", "default", "integer", "float"].map(Cow::from))?;
        for (constant, default) in self.specialization_constants.placed() {
            let name = shortened(constant.name, LONGEST);
            for (index, leaf) in constant.descriptors.iter().enumerate() {
                let start = leaf.offset as usize;
                let value = default.and_then(|bytes| bytes.get(start..start.checked_add(leaf.size as usize)?));
                // Padding has no value.
                let number = value.filter(|_| !leaf.is_padding()).unwrap_or_default();
                row(&[
                    if index == 0 { Cow::from(&name) } else { "".into() },
                    if leaf.is_padding() { "padding".into() } else { leaf.id.to_string().into() },
                    constant.offset.saturating_add(leaf.offset.into()).to_string().into(),
                    leaf.size.to_string().into(),
                    value.map_or(Cow::from("-"), |bytes| hexadecimal(bytes).into()),
                    integer(number).into(),
                    float(number).into(),
                ])?;
            }
        }
        Ok(())
    }
}

/// A line of a label and a value, unless that is empty.
fn line(out: &mut impl Write, label: &str, value: &str) -> io::Result<()> {
    if value.is_empty() { Ok(()) } else { writeln!(out, "  {:<18} {}", clean(label), clean(value)) }
}

/// A line of a label and values, unless there are none.
fn list<T: AsRef<str>>(out: &mut impl Write, label: &str, values: impl Iterator<Item = T>) -> io::Result<()> {
    let mut values = values.peekable();
    if values.peek().is_none() {
        return Ok(());
    }
    write!(out, "  {label:<18}")?;
    for value in values {
        write!(out, " {}", shortened(value.as_ref(), LONGEST))?;
    }
    writeln!(out)
}

/// Whether a kernel is to be shown.
fn is_shown(request: &Request, kernel: &str) -> bool {
    request.kernel.as_ref().is_none_or(|filter| filter.matches(kernel))
}

/// The kernels or symbols that are to be shown: on one line or, as in the source, where there may be blanks in a name,
/// one to a line.
fn names(
    out: &mut impl Write,
    request: &Request,
    label: &str,
    names: &mut dyn Iterator<Item = Cow<'_, str>>,
) -> io::Result<()> {
    let mut left_out = 0_usize;
    let mut is_first = true;
    for name in names {
        if !is_shown(request, &name) {
            left_out += 1;
            continue;
        }
        match (request.naming, is_first) {
            (_, true) => write!(out, "  {label:<18} ")?,
            (Naming::Mangled, false) => write!(out, " ")?,
            (Naming::Demangled, false) => write!(out, "\n  {:18} ", "")?,
        }
        is_first = false;
        out.write_all(request.naming.show(&name, LONGEST).as_bytes())?;
    }
    match (is_first, left_out) {
        (true, _) => Ok(()),
        (false, 0) => writeln!(out),
        (false, count) => writeln!(out, " (and {count} others)"),
    }
}

/// Text of the file as it can be shown. What has a line of its own was cut before.
fn clean(text: &str) -> Cow<'_, str> {
    sycl_propset::printable::printable(text)
}
