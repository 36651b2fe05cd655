//! The report on an image: plain values for programs; `text.rs` makes text of them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Write as _};

use data_encoding::HEXLOWER;
use serde::{Serialize, Serializer};
use serde_json::ser::{CompactFormatter, Formatter};
use sycl_propset::SetName;
use sycl_propset::device_globals::DeviceGlobals;
use sycl_propset::devices::DeviceConfig;
use sycl_propset::printable::{escape_json, printable};
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::spec_constants::{Descriptor, SpecConstants};

use super::lists::{Aspects, Constants, Globals, Names, OtherProperties, OtherStrings, RemovedParameters};
use super::naming::{KernelFilter, Naming};
use super::totals::{Count, Totals};
use super::{FoundImage, KernelResources, Summary, Symbols};
use crate::error::Error;
use crate::image::MalformedImage;

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// For people.
    #[default]
    Text,
    /// A JSON object on one line.
    Json,
}

/// Content of a report, and its form.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// For whom it is.
    pub form: Form,
    /// Way to show names to people; JSON has them as the file does.
    pub naming: Naming,
    /// Show images with one of these kernels only, and of their kernels only these.
    pub kernel: Option<KernelFilter>,
    /// Show the totals only.
    pub only_totals: bool,
}

impl From<Form> for Request {
    fn from(form: Form) -> Self {
        Self { form, ..Self::default() }
    }
}

/// The format of a report in JSON; another number when it changes so that older readers would misread it.
const FORMAT: u64 = 1;

/// An image. Fields without a value are left out of JSON.
#[derive(Debug, Clone, Serialize)]
pub struct ImageReport {
    /// Number in the file, from 0.
    pub index: usize,
    /// Kind of its bytes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The file of its bytes, for tables and thin archives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The member of an archive that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// Its target.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// The device's name for its compiler.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arch: String,
    /// Start of its bytes in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// Its size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Bytes of code that are elsewhere: of an image for the host, `size` is that of its table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_size: Option<u64>,
    /// Options for a compiler at run time.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub compile_options: String,
    /// Options for a linker at run time.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub link_options: String,
    /// Its symbols: kernels and exported functions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<Symbols>,
    /// The image whose properties it shares; they are reported there only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties_of: Option<usize>,
    /// Its kernels, from the properties.
    #[serde(skip_serializing_if = "Names::is_empty")]
    pub kernels: Names,
    /// Symbols that other images may use.
    #[serde(skip_serializing_if = "Names::is_empty")]
    pub exported: Names,
    /// Symbols that must come from other images.
    #[serde(skip_serializing_if = "Names::is_empty")]
    pub imported: Names,
    /// Whether it is device code by itself, so that nothing says what it requires.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_bare: bool,
    /// Names of the aspects that a device must have; numbers of those without a name.
    pub aspects: Aspects,
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
    #[serde(skip_serializing_if = "RemovedParameters::is_empty")]
    pub removed_parameters: RemovedParameters,
    /// Registers and memory of its kernels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<KernelResources>,
    /// Specialization constants.
    #[serde(skip_serializing_if = "Constants::is_empty")]
    pub specialization_constants: Constants,
    /// Device globals.
    #[serde(skip_serializing_if = "Globals::is_empty")]
    pub device_globals: Globals,
    /// Names and values of all other sets.
    #[serde(skip_serializing_if = "OtherProperties::is_empty")]
    pub other_properties: OtherProperties,
    /// Other keys of the container.
    #[serde(skip_serializing_if = "OtherStrings::is_empty")]
    pub strings: OtherStrings,
}

/// A specialization constant.
#[derive(Debug, Clone, Serialize)]
pub struct ConstantReport {
    /// The symbolic id.
    pub name: String,
    /// Its place among the default values, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its default value, if the image has one; in hexadecimal in JSON.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_hexadecimal")]
    pub default: Option<Vec<u8>>,
    /// Its parts.
    pub leaves: Vec<ConstantLeaf>,
}

fn in_hexadecimal<S: Serializer>(bytes: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
    bytes.as_deref().map(|bytes| HEXLOWER.encode(bytes)).serialize(serializer)
}

/// A part of a specialization constant.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ConstantLeaf {
    /// The number in device code (`SpecId`); `None` for padding.
    pub id: Option<u32>,
    /// Its place in the constant, in bytes.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
}

impl From<&Descriptor> for ConstantLeaf {
    fn from(leaf: &Descriptor) -> Self {
        Self { id: (!leaf.is_padding()).then_some(leaf.id), offset: leaf.offset, size: leaf.size }
    }
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

impl ImageReport {
    /// The names of its kernels; of its symbols if nothing says what is a kernel.
    pub fn names(&self) -> Box<dyn Iterator<Item = Cow<'_, str>> + '_> {
        match &self.symbols {
            Some(symbols) if self.kernels.is_empty() => Box::new(symbols.iter()),
            _ => Box::new(self.kernels.iter().map(Cow::from)),
        }
    }

    /// Number of [`ImageReport::names`].
    #[must_use]
    pub fn kernel_count(&self) -> usize {
        self.names().count()
    }

    /// Bytes of its code, as far as that is known; else its size.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.code_size.or(self.size)
    }

    /// The image in totals.
    pub(crate) fn count(&self) -> Count {
        Count { images: 1, kernels: self.kernel_count(), bytes: self.bytes().unwrap_or_default() }
    }

    /// The report on an image, of that number in its file.
    ///
    /// # Errors
    /// [`sycl_propset::Error`] for a property of the wrong type or length.
    pub fn new(index: usize, mut image: FoundImage) -> Result<Self, sycl_propset::Error> {
        let properties = if image.properties_of.is_none() { image.properties } else { Default::default() };
        let requirements = DeviceRequirements::from_registry(&properties)?;
        let arch = if image.arch.is_empty() { processor(&requirements) } else { image.arch };
        let globals = properties.get(&SetName::DeviceGlobals).map(DeviceGlobals::from_set).transpose()?;
        let kernels = Names::new(&properties, SetName::KernelNames);
        // Beside kernels, code objects have forms of them that runtimes choose themselves.
        let named: BTreeSet<&str> = kernels.iter().collect();
        image.resources.retain(|resources| named.is_empty() || named.contains(&*resources.kernel));
        drop(named);
        Ok(Self {
            index,
            is_bare: image.is_bare,
            required_sub_group_size: requirements.reqd_sub_group_size,
            required_work_group_size: requirements.reqd_work_group_size.clone(),
            compile_target: requirements.compile_target.clone(),
            aspects: Aspects(requirements),
            kernels,
            exported: Names::new(&properties, SetName::ExportedSymbols),
            imported: Names::new(&properties, SetName::ImportedSymbols),
            removed_parameters: RemovedParameters::new(&properties)?,
            specialization_constants: Constants(SpecConstants::from_registry(&properties)?),
            device_globals: Globals(globals.unwrap_or_default()),
            other_properties: OtherProperties::new(&properties),
            kind: image.kind,
            target: image.target,
            arch,
            offset: image.range.filter(|_| image.file.is_none()).map(|range| range.start),
            size: image.range.map(|range| range.size),
            code_size: image.code_size,
            resources: image.resources,
            file: image.file.map(|file| file.display().to_string()),
            member: image.member,
            compile_options: image.compile_options,
            link_options: image.link_options,
            symbols: image.symbols,
            properties_of: image.properties_of,
            strings: image.strings,
        })
    }
}

/// The processor that an image was made for, by the target that it names; empty for one that is not known.
fn processor(requirements: &DeviceRequirements) -> String {
    let target = requirements.compile_target.as_deref().and_then(|name| DeviceConfig::builtin().target(name));
    target.and_then(|target| target.arch.clone()).unwrap_or_default()
}

/// Writes the reports on the images of a file, one after another.
pub(super) struct Writer<'a> {
    file: &'a str,
    request: &'a Request,
    /// Images that there are, and that are shown.
    images: usize,
    shown: Totals,
    out: &'a mut dyn io::Write,
}

impl<'a> Writer<'a> {
    pub(super) fn new(file: &'a str, request: &'a Request, out: &'a mut dyn io::Write) -> Self {
        Self { file, request, images: 0, shown: Totals::default(), out }
    }

    pub(super) fn write(&mut self, image: FoundImage) -> Result<(), Error> {
        let index = self.images;
        self.images += 1;
        let report = ImageReport::new(index, image)
            .map_err(|source| Error::content(self.file, MalformedImage { index, source }))?;
        if !self.request.kernel.as_ref().is_none_or(|kernel| report.names().any(|name| kernel.matches(&name))) {
            return Ok(());
        }
        let is_first = self.shown.count.images == 0;
        self.shown.add(&report);
        if self.request.only_totals {
            return Ok(());
        }
        let written = match self.request.form {
            Form::Text => report.write_text(self.request, self.out),
            Form::Json => self.write_json(&report, is_first),
        };
        written.map_err(|source| Error::Write { file: "the report".into(), source })
    }

    fn write_json(&mut self, report: &ImageReport, is_first: bool) -> io::Result<()> {
        if !is_first {
            self.out.write_all(b",")?;
        }
        let mut out = io::BufWriter::with_capacity(1 << 14, &mut *self.out);
        report.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Escaping))?;
        out.flush()
    }

    /// Texts before the images and after them, and the number of those that were shown.
    pub(super) fn frame(self, summary: &Summary) -> (String, &'static str, usize) {
        let Self { file, request, shown, .. } = self;
        let Summary { kind, size, images } = summary;
        match request.form {
            Form::Text => {
                let plural = if *images == 1 { "" } else { "s" };
                let chosen = match request.kernel {
                    Some(_) => format!(", {} shown", shown.count.images),
                    None => String::new(),
                };
                let title = format!("{}: {kind}, {size} bytes, {images} image{plural}{chosen}\n", printable(file));
                let mut head = title.into_bytes();
                if shown.count.images > 1 || request.only_totals {
                    shown.write_text(&mut head).expect("a vector takes everything");
                }
                (String::from_utf8(head).expect("it was made of text"), "", shown.count.images)
            }
            Form::Json => {
                let text = |value: &serde_json::Value| escape_json(&value.to_string());
                let totals = serde_json::to_value(&shown).expect("counts and texts have a form in JSON");
                let (file, kind, totals) = (text(&file.into()), text(&kind.as_str().into()), text(&totals));
                let head = format!(
                    "{{\"format\":{FORMAT},\"file\":{file},\"kind\":{kind},\"size\":{size},\"totals\":{totals}"
                );
                let (images, tail) = if request.only_totals { ("", "}\n") } else { (",\"images\":[", "]}\n") };
                (head + images, tail, shown.count.images)
            }
        }
    }
}

/// JSON on one line, in which characters that could steer a terminal are escaped.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: io::Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        // A piece at a time: escapes take more room than what they stand for.
        let mut rest = fragment;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(rest.floor_char_boundary(1 << 12).max(1));
            CompactFormatter.write_string_fragment(out, &escape_json(piece))?;
            rest = after;
        }
        Ok(())
    }
}
