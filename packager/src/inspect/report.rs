//! The report: plain values, and their text.

use std::fmt::Write as _;

use serde::Serialize;
use sycl_propset::device_globals::DeviceGlobals;
use sycl_propset::kernel_params::ParamMask;
use sycl_propset::printable::printable;
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::spec_constants::SpecConstants;
use sycl_propset::{PropertySetRegistry, SetName, aspects};

use super::{FoundImage, Inspected};
use crate::error::Error;
use crate::properties::{describe, hex, names};

/// What is in a file.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The file as named.
    pub file: String,
    /// What it is.
    pub kind: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its images.
    pub images: Vec<ImageReport>,
}

/// An image. Fields without a value are left out of JSON.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ImageReport {
    /// Number in the file, from 0.
    pub index: usize,
    /// What its bytes are.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The file of its bytes, for tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What it is for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// The device's name for its compiler.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arch: String,
    /// Where its bytes start in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// Its size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Options for a compiler at run time.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub compile_options: String,
    /// Options for a linker at run time.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub link_options: String,
    /// Its symbols: kernels and exported functions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<Vec<String>>,
    /// The image whose properties it shares; they are told there only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties_of: Option<usize>,
    /// Its kernels, from the properties.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<String>,
    /// Symbols that other images may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exported: Vec<String>,
    /// Symbols that must come from other images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub imported: Vec<String>,
    /// Names of the aspects that a device must have; numbers of those without a name.
    pub aspects: Vec<String>,
    /// The sub-group size that a device must have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required_sub_group_size: Option<u32>,
    /// The work-group size that a device must take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required_work_group_size: Option<Vec<u64>>,
    /// The target that the image was filtered for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compile_target: Option<String>,
    /// Kernels with removed parameters: their number, and the numbers, from 0, of those removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed_parameters: Vec<(String, usize, Vec<usize>)>,
    /// Specialization constants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub specialization_constants: Vec<ConstantReport>,
    /// Device globals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub device_globals: Vec<DeviceGlobalReport>,
    /// Names and values of the sets that are not told above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_properties: Vec<(String, String, String)>,
    /// Other keys of the container.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strings: Vec<(String, String)>,
}

/// A specialization constant.
#[derive(Debug, Clone, Serialize)]
pub struct ConstantReport {
    /// The symbolic id.
    pub name: String,
    /// Where it is among the default values, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its default value in hexadecimal, if the image tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Its parts.
    pub leaves: Vec<ConstantLeaf>,
}

/// A part of a specialization constant.
#[derive(Debug, Clone, Serialize)]
pub struct ConstantLeaf {
    /// The number in device code (`SpecId`); `None` for padding.
    pub id: Option<u32>,
    /// Where it is in the constant, in bytes.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
}

/// A device global.
#[derive(Debug, Clone, Serialize)]
pub struct DeviceGlobalReport {
    /// The unique id.
    pub name: String,
    /// Its size in bytes.
    pub size: u32,
    /// Whether each image has its own.
    pub device_image_scope: bool,
}

/// Sets whose properties have a place of their own in the report.
const TOLD: [SetName; 8] = [
    SetName::DeviceRequirements,
    SetName::SpecializationConstants,
    SetName::SpecializationConstantsDefaultValues,
    SetName::KernelParamOpt,
    SetName::KernelNames,
    SetName::ExportedSymbols,
    SetName::ImportedSymbols,
    SetName::DeviceGlobals,
];

impl Report {
    /// The report on a file; `file` is its name.
    ///
    /// # Errors
    /// [`Error::Content`] for a property of the wrong type or length, with the number of its image.
    pub fn new(file: &str, inspected: Inspected) -> Result<Self, Error> {
        let Inspected { kind, size, images } = inspected;
        let images = images.into_iter().enumerate().map(|(index, image)| {
            image_report(index, image)
                .map_err(|e| Error::Content { file: file.into(), message: format!("image {index}: {e}") })
        });
        Ok(Self { file: file.to_owned(), kind, size, images: images.collect::<Result<_, _>>()? })
    }

    /// The report for people.
    #[must_use]
    pub fn text(&self) -> String {
        let count = self.images.len();
        let plural = if count == 1 { "" } else { "s" };
        let mut out = format!("{}: {}, {} bytes, {count} image{plural}\n", printable(&self.file), self.kind, self.size);
        for image in &self.images {
            image.write_text(&mut out);
        }
        out
    }
}

fn image_report(index: usize, image: FoundImage) -> Result<ImageReport, sycl_propset::Error> {
    let none = PropertySetRegistry::new();
    let properties = if image.properties_of.is_none() { &*image.properties } else { &none };
    let requirements = DeviceRequirements::from_registry(properties)?;
    let constants = SpecConstants::from_registry(properties)?;
    let globals = properties.get(&SetName::DeviceGlobals).map(DeviceGlobals::from_set).transpose()?;
    let names = |set: &SetName| names(properties, set).map(str::to_owned).collect::<Vec<_>>();
    let removed = ParamMask::from_registry(properties)?.into_iter().filter_map(|(kernel, mask)| {
        let removed: Vec<usize> = (0..mask.omitted.len()).filter(|&position| mask.omitted[position]).collect();
        (!removed.is_empty()).then_some((kernel, mask.omitted.len(), removed))
    });
    let other_sets = properties.iter().filter(|(name, _)| !TOLD.contains(name));
    let others = other_sets.flat_map(|(name, set)| {
        set.iter().map(|(property, value)| (name.to_string(), property.to_owned(), describe(value)))
    });
    Ok(ImageReport {
        index,
        aspects: requirements.aspects.iter().map(|aspect| aspects::display_name(*aspect)).collect(),
        required_sub_group_size: requirements.reqd_sub_group_size,
        required_work_group_size: requirements.reqd_work_group_size,
        compile_target: requirements.compile_target,
        kernels: names(&SetName::KernelNames),
        exported: names(&SetName::ExportedSymbols),
        imported: names(&SetName::ImportedSymbols),
        removed_parameters: removed.collect(),
        specialization_constants: constant_reports(&constants),
        device_globals: globals.map(global_reports).unwrap_or_default(),
        other_properties: others.collect(),
        kind: image.kind,
        target: image.target,
        arch: image.arch,
        offset: image.range.filter(|_| image.file.is_none()).map(|range| range.start),
        size: image.range.map(|range| range.size),
        file: image.file,
        compile_options: image.compile_options,
        link_options: image.link_options,
        symbols: image.symbols,
        properties_of: image.properties_of,
        strings: image.strings,
    })
}

fn constant_reports(constants: &SpecConstants) -> Vec<ConstantReport> {
    let report = |placement: sycl_propset::spec_constants::Placement<'_>| {
        let end = placement.offset.checked_add(placement.extent);
        let default = constants.defaults.as_deref().zip(end).and_then(|(blob, end)| {
            blob.get(usize::try_from(placement.offset).ok()?..usize::try_from(end).ok()?).map(hex)
        });
        let leaves = placement.descriptors.iter().map(|leaf| ConstantLeaf {
            id: (!leaf.is_padding()).then_some(leaf.id),
            offset: leaf.offset,
            size: leaf.size,
        });
        ConstantReport {
            name: placement.name.to_owned(),
            offset: placement.offset,
            size: placement.extent,
            default,
            leaves: leaves.collect(),
        }
    };
    constants.layout().map(report).collect()
}

fn global_reports(globals: DeviceGlobals) -> Vec<DeviceGlobalReport> {
    let globals = globals.globals.into_iter();
    let report = |(name, global): (_, sycl_propset::device_globals::DeviceGlobal)| DeviceGlobalReport {
        name,
        size: global.size,
        device_image_scope: global.device_image_scope,
    };
    globals.map(report).collect()
}

impl ImageReport {
    fn write_text(&self, out: &mut String) {
        let mut head = format!("\nimage {}", self.index);
        let mut add = |text: String| head.push_str(&text);
        if !self.kind.is_empty() {
            add(format!(": {}", self.kind));
        }
        if !self.target.is_empty() {
            add(format!(" for {}", printable(&self.target)));
        }
        if !self.arch.is_empty() {
            add(format!(" ({})", printable(&self.arch)));
        }
        if let Some(size) = self.size {
            add(format!(", {size} bytes"));
        }
        if let Some(offset) = self.offset {
            add(format!(" at {offset:#x}"));
        }
        if let Some(file) = &self.file {
            add(format!(" in {}", printable(file)));
        }
        out.push_str(&head);
        out.push('\n');
        let mut line = |label: &str, value: &str| {
            if !value.is_empty() {
                let _ = writeln!(out, "  {label:<18} {}", printable(value)); // writing to a String cannot fail
            }
        };
        line("kernels", &self.kernels.join(" "));
        // Symbols usually repeat the kernels; they are told where they do not.
        if let Some(symbols) = self.symbols.as_ref().filter(|symbols| **symbols != self.kernels) {
            line("symbols", if symbols.is_empty() { "none" } else { "" });
            line("symbols", &symbols.join(" "));
        }
        line("exported", &self.exported.join(" "));
        line("imported", &self.imported.join(" "));
        match self.properties_of {
            Some(index) => line("properties", &format!("those of image {index}")),
            None if self.aspects.is_empty() => line("aspects", "none"),
            None => line("aspects", &self.aspects.join(" ")),
        }
        line("sub-group size", &self.required_sub_group_size.map(|size| size.to_string()).unwrap_or_default());
        let extents = self.required_work_group_size.as_deref().unwrap_or_default();
        line("work-group size", &extents.iter().map(u64::to_string).collect::<Vec<_>>().join("x"));
        line("filtered for", self.compile_target.as_deref().unwrap_or_default());
        line("compile options", &self.compile_options);
        line("link options", &self.link_options);
        for (kernel, count, removed) in &self.removed_parameters {
            let removed = removed.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
            line("parameters", &format!("{kernel}: {count}, removed: {removed}"));
        }
        for global in &self.device_globals {
            let scope = if global.device_image_scope { ", one in each image" } else { "" };
            line("device global", &format!("{}: {} bytes{scope}", global.name, global.size));
        }
        for (set, name, value) in &self.other_properties {
            line("property", &format!("{set}: {name} = {value}"));
        }
        for (key, value) in &self.strings {
            line(&printable(key), value);
        }
        self.write_constants(out);
    }

    fn write_constants(&self, out: &mut String) {
        if self.specialization_constants.is_empty() {
            return;
        }
        let mut rows = vec![["constant", "id", "offset", "size", "default", "integer", "float"].map(str::to_owned)];
        for constant in &self.specialization_constants {
            for (index, leaf) in constant.leaves.iter().enumerate() {
                let (start, end) = (leaf.offset as usize * 2, (leaf.offset as usize + leaf.size as usize) * 2);
                let default = constant.default.as_deref().and_then(|digits| digits.get(start..end));
                // Padding has no value.
                let bytes = default.filter(|_| leaf.id.is_some()).and_then(bytes_of).unwrap_or_default();
                rows.push([
                    if index == 0 { printable(&constant.name).into_owned() } else { String::new() },
                    leaf.id.map_or_else(|| "padding".to_owned(), |id| id.to_string()),
                    constant.offset.saturating_add(leaf.offset.into()).to_string(),
                    leaf.size.to_string(),
                    default.unwrap_or("-").to_owned(),
                    integer(&bytes),
                    float(&bytes),
                ]);
            }
        }
        let mut widths = [0; 7];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for [name, id, offset, size, default, integer, float] in &rows {
            let [a, b, c, d, e, f, g] = widths;
            let line =
                format!("  {name:<a$}  {id:>b$}  {offset:>c$}  {size:>d$}  {default:<e$}  {integer:>f$}  {float:>g$}");
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
}

fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    (0..digits.len() / 2).map(|at| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()).collect()
}

/// A value as a signed integer, which the type that it has in the program may not be.
fn integer(bytes: &[u8]) -> String {
    match *bytes {
        [a] => i8::from_le_bytes([a]).to_string(),
        [a, b] => i16::from_le_bytes([a, b]).to_string(),
        [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).to_string(),
        [a, b, c, d, e, f, g, h] => i64::from_le_bytes([a, b, c, d, e, f, g, h]).to_string(),
        _ => String::new(),
    }
}

/// A value as a floating-point number of its size.
fn float(bytes: &[u8]) -> String {
    match *bytes {
        [a, b, c, d] => format!("{:?}", f32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => format!("{:?}", f64::from_le_bytes([a, b, c, d, e, f, g, h])),
        _ => String::new(),
    }
}
