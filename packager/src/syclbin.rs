//! SYCLBIN files, version 1, as Intel's SYCL runtime loads them with `get_kernel_bundle(context, devices, path)`.
//!
//! A file holds abstract modules: one device image each, with its properties, in one or more forms (IR modules for a
//! run-time compiler, native images). It is wrapped as the only image, of kind 7, of an OffloadBinary; that is not part
//! of the layout below and [`wrap`] adds it. Little endian:
//!
//! ```text
//! header    0x00 u32 0x53594249   u32 version 1   u32 abstract modules   u32 IR modules   u32 native images   u32 0
//!           0x18 u64 size of the metadata   u64 size of the binaries   u64 offset, u64 size of the global metadata
//! abstract  u64 offset, u64 size of the metadata   u32 IR modules, u32 first   u32 native images, u32 first
//! IR        u64 offset, u64 size of the metadata   u64 offset, u64 size of the bytes
//! native    as IR
//! ```
//! The tables follow each other in this order; then the metadata, padded to 8, and the binaries. Offsets of metadata
//! count from the start of the metadata, those of bytes from the start of the binaries. Metadata is property sets in
//! their text form: `SYCLBIN/global metadata` with `state`, `SYCLBIN/ir module metadata` with `type` and `target`,
//! `SYCLBIN/native device code image metadata` with `arch` and `target`; for an abstract module the sets of its image.

use std::borrow::Cow;
use std::fmt;

use sycl_propset::{PropertySet, PropertySetRegistry, SetName, Value, text};

use crate::error::{Error, FormatError, FormatProblem};
use crate::offload_binary::{Content, Image, ImageKind, OffloadKind};
use crate::source::{Fields, Range, Source, View, check_disjoint};

/// The first word of a file.
pub const MAGIC: u32 = 0x5359_4249;
/// The version that is written and read.
pub const VERSION: u32 = 1;

const HEADER: u64 = 56;
const MODULE: u64 = 32;
const ALIGNMENT: u64 = 8;

const STATE: &str = "state";
const TYPE: &str = "type";
const TARGET: &str = "target";
const ARCH: &str = "arch";

/// The state of the kernel bundles that a runtime makes of a file (SYCL 2020 4.11); it must be the one asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// Not compiled yet.
    #[default]
    Input,
    /// Compiled, not linked.
    Object,
    /// Ready to run.
    Executable,
}

impl State {
    fn from_number(number: u32) -> Option<Self> {
        [Self::Input, Self::Object, Self::Executable].into_iter().find(|state| *state as u32 == number)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Object => "object",
            Self::Executable => "executable",
        })
    }
}

/// The language of an IR module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IrType {
    /// SPIR-V.
    #[default]
    Spirv,
    /// PTX.
    Ptx,
    /// AMD GCN.
    Amdgcn,
}

impl IrType {
    fn from_number(number: u32) -> Option<Self> {
        [Self::Spirv, Self::Ptx, Self::Amdgcn].into_iter().find(|kind| *kind as u32 == number)
    }
}

impl fmt::Display for IrType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spirv => "SPIR-V",
            Self::Ptx => "PTX",
            Self::Amdgcn => "AMDGCN",
        })
    }
}

/// A file; `C` is how it has the bytes of its modules: [`Content`] to write, [`Range`] when read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Syclbin<C> {
    /// The state of its kernel bundles.
    pub state: State,
    /// Its abstract modules.
    pub modules: Vec<AbstractModule<C>>,
}

/// One device image in its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbstractModule<C> {
    /// The properties of the image.
    pub properties: PropertySetRegistry,
    /// Forms that a compiler at run time takes.
    pub ir: Vec<IrModule<C>>,
    /// Forms that a device takes.
    pub native: Vec<NativeImage<C>>,
}

/// A form that a compiler at run time takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IrModule<C> {
    /// Its language.
    pub kind: IrType,
    /// The triple it was made for, e.g. `spir64-unknown-unknown`.
    pub target: String,
    /// The bytes.
    pub content: C,
}

/// A form that a device takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeImage<C> {
    /// The device's name for its compiler.
    pub arch: String,
    /// The triple it was made for.
    pub target: String,
    /// The bytes.
    pub content: C,
}

/// The image of an OffloadBinary that holds a file.
///
/// # Errors
/// [`Error::Input`] for properties that the text form cannot hold or too many modules, [`Error::Read`].
pub fn wrap<'a>(file: &Syclbin<Content<'a>>) -> Result<Image<'a>, Error> {
    Ok(Image {
        image_kind: Some(ImageKind::SYCLBIN),
        offload_kind: OffloadKind::SYCL,
        flags: 0,
        strings: Vec::new(),
        content: Content::Parts(write(file)?),
    })
}

/// Bytes and where they are in their table.
struct Placed {
    offset: u64,
    size: u64,
}

/// The metadata under construction.
#[derive(Default)]
struct Metadata(String);

impl Metadata {
    fn push(&mut self, registry: &PropertySetRegistry) -> Result<Placed, Error> {
        let written = text::write(registry).map_err(|e| Error::Input(e.to_string()))?;
        let offset = self.0.len() as u64;
        self.0.push_str(&written);
        Ok(Placed { offset, size: written.len() as u64 })
    }

    fn push_set(&mut self, name: SetName, set: PropertySet) -> Result<Placed, Error> {
        let mut registry = PropertySetRegistry::new();
        registry.insert(name, set);
        self.push(&registry)
    }
}

/// The bytes of a file, in parts.
///
/// # Errors
/// As for [`wrap`].
pub fn write<'a>(file: &Syclbin<Content<'a>>) -> Result<Vec<Content<'a>>, Error> {
    let mut metadata = Metadata::default();
    let mut binaries = Vec::new();
    let mut binaries_size = 0u64;
    let mut abstracts = Vec::new();
    let (mut ir_rows, mut native_rows) = (Vec::new(), Vec::new());
    let mut place = |content: &Content<'a>| -> Result<Placed, Error> {
        let gap = binaries_size.next_multiple_of(ALIGNMENT) - binaries_size;
        if gap > 0 {
            binaries.push(Content::Bytes(vec![0; gap as usize].into()));
        }
        let placed = Placed { offset: binaries_size + gap, size: content.size()? };
        binaries_size = placed.offset + placed.size;
        binaries.push(content.clone());
        Ok(placed)
    };

    let global = metadata
        .push_set(SetName::SyclbinGlobalMetadata, PropertySet::from_iter([(STATE, Value::U32(file.state as u32))]))?;
    for module in &file.modules {
        let properties = metadata.push(&module.properties)?;
        abstracts.push((properties, module.ir.len(), ir_rows.len(), module.native.len(), native_rows.len()));
        for ir in &module.ir {
            let set = PropertySet::from_iter([(TYPE, Value::U32(ir.kind as u32)), (TARGET, Value::text(&ir.target))]);
            ir_rows.push((metadata.push_set(SetName::SyclbinIrModuleMetadata, set)?, place(&ir.content)?));
        }
        for native in &module.native {
            let set =
                PropertySet::from_iter([(ARCH, Value::text(&native.arch)), (TARGET, Value::text(&native.target))]);
            let placed = metadata.push_set(SetName::SyclbinNativeDeviceCodeImageMetadata, set)?;
            native_rows.push((placed, place(&native.content)?));
        }
    }

    let mut out = Vec::new();
    for word in [MAGIC, VERSION, count(abstracts.len())?, count(ir_rows.len())?, count(native_rows.len())?, 0] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for word in [metadata.0.len() as u64, binaries_size, global.offset, global.size] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for (placed, irs, first_ir, natives, first_native) in abstracts {
        out.extend_from_slice(&placed.offset.to_le_bytes());
        out.extend_from_slice(&placed.size.to_le_bytes());
        for number in [irs, first_ir, natives, first_native] {
            out.extend_from_slice(&count(number)?.to_le_bytes());
        }
    }
    for (placed, bytes) in ir_rows.iter().chain(&native_rows) {
        for word in [placed.offset, placed.size, bytes.offset, bytes.size] {
            out.extend_from_slice(&word.to_le_bytes());
        }
    }
    out.extend_from_slice(metadata.0.as_bytes());
    out.resize(out.len().next_multiple_of(ALIGNMENT as usize), 0);
    let mut parts = vec![Content::Bytes(Cow::Owned(out))];
    parts.append(&mut binaries);
    Ok(parts)
}

fn count(number: usize) -> Result<u32, Error> {
    u32::try_from(number).map_err(|_| Error::Input("more than 4294967295 modules".to_owned()))
}

/// Whether bytes start like a SYCLBIN file without the OffloadBinary around it.
#[must_use]
pub fn is_syclbin(start: &[u8]) -> bool {
    start.starts_with(&MAGIC.to_le_bytes())
}

/// Reads a file that lies in a range of a source, usually the image of an OffloadBinary.
///
/// # Errors
/// [`FormatError`] for the first field that is wrong.
pub fn read(source: &dyn Source, range: Range) -> Result<Syclbin<Range>, FormatError> {
    let reader = Reader::new(View::at(source, range))?;
    let global = reader.registry(0x28, reader.global, || "global metadata".to_owned())?;
    let state = reader.number(0x28, &global, &SetName::SyclbinGlobalMetadata, STATE)?;
    let state = State::from_number(state).ok_or_else(|| {
        let (found, expected) = (format!("state {state}"), "0 (input), 1 (object) or 2 (executable)".into());
        reader.view.error(0x28, "global metadata", FormatProblem::Unexpected { found, expected })
    })?;
    let mut modules = Vec::with_capacity(reader.abstracts.len());
    for row in &reader.abstracts {
        let (ir, native) = (row.ir(), row.native());
        modules.push(AbstractModule {
            properties: reader
                .registry(row.at, row.metadata, || format!("metadata of abstract module {}", row.index))?,
            ir: reader.ir[ir].iter().map(|row| reader.ir_module(row)).collect::<Result<_, _>>()?,
            native: reader.native[native].iter().map(|row| reader.native_image(row)).collect::<Result<_, _>>()?,
        });
    }
    Ok(Syclbin { state, modules })
}

/// An abstract module as it stands in the file; its ranges were checked.
struct AbstractRow {
    index: usize,
    at: u64,
    metadata: Range,
    ir: (u32, u32),
    native: (u32, u32),
}

impl AbstractRow {
    fn ir(&self) -> std::ops::Range<usize> {
        self.ir.1 as usize..self.ir.1 as usize + self.ir.0 as usize
    }

    fn native(&self) -> std::ops::Range<usize> {
        self.native.1 as usize..self.native.1 as usize + self.native.0 as usize
    }
}

/// An IR module or native image as it stands in the file; its ranges were checked.
struct ModuleRow {
    index: usize,
    at: u64,
    metadata: Range,
    bytes: Range,
}

struct Reader<'a> {
    view: View<'a>,
    global: Range,
    abstracts: Vec<AbstractRow>,
    ir: Vec<ModuleRow>,
    native: Vec<ModuleRow>,
}

impl<'a> Reader<'a> {
    fn new(view: View<'a>) -> Result<Self, FormatError> {
        let header = view.bytes(0, HEADER, "header")?;
        let mut fields = Fields(&header);
        let unexpected = |at, field: &'static str, found: String, expected: &'static str| {
            view.error(at, field, FormatProblem::Unexpected { found, expected: expected.into() })
        };
        let magic = fields.u32();
        if magic != MAGIC {
            return Err(unexpected(0, "magic", format!("{magic:#x}"), "0x53594249"));
        }
        let version = fields.u32();
        if version != VERSION {
            return Err(unexpected(4, "version", version.to_string(), "1"));
        }
        let [abstracts, irs, natives, _] = [fields.u32(), fields.u32(), fields.u32(), fields.u32()];
        let [metadata_size, binaries_size] = [fields.u64(), fields.u64()];
        let [global_offset, global_size] = [fields.u64(), fields.u64()];

        let total = u64::from(abstracts) + u64::from(irs) + u64::from(natives);
        let tables_size = total * MODULE; // three 32-bit numbers times 32
        if tables_size > view.range.size - HEADER {
            let problem = FormatProblem::Count { count: total, element: MODULE, available: view.range.size - HEADER };
            return Err(view.error(8, "number of modules", problem));
        }
        let metadata_offset = HEADER + tables_size;
        let outside = |at, field: &'static str, start, size| {
            view.error(at, field, FormatProblem::OutOfRange { start, size, limit: view.range.size })
        };
        let metadata = view.range.part(metadata_offset, metadata_size);
        let metadata = metadata.ok_or_else(|| outside(0x18, "size of the metadata", metadata_offset, metadata_size))?;
        let binaries_offset = (metadata_offset + metadata_size).next_multiple_of(ALIGNMENT);
        // Without binaries the padding before them may be missing.
        let binaries = view.range.part(binaries_offset, binaries_size);
        let binaries = binaries.or((binaries_size == 0).then_some(Range { start: view.range.end(), size: 0 }));
        let binaries = binaries.ok_or_else(|| outside(0x20, "size of the binaries", binaries_offset, binaries_size))?;

        let tables = view.bytes(HEADER, tables_size, "tables")?;
        let mut rows = tables.chunks_exact(MODULE as usize).enumerate();
        let mut ranges = Vec::new();
        let global =
            part(&view, metadata, 0x28, global_offset, global_size, || "global metadata".to_owned(), &mut ranges)?;
        let mut reader = Self { view, global, abstracts: Vec::new(), ir: Vec::new(), native: Vec::new() };
        let (mut ir_owners, mut native_owners) = (Vec::new(), Vec::new());
        for (index, row) in rows.by_ref().take(abstracts as usize) {
            let at = HEADER + index as u64 * MODULE;
            let mut fields = Fields(row);
            let [offset, size] = [fields.u64(), fields.u64()];
            let [ir_count, ir_first, native_count, native_first] =
                [fields.u32(), fields.u32(), fields.u32(), fields.u32()];
            let name = || format!("metadata of abstract module {index}");
            let metadata = part(&view, metadata, at, offset, size, name, &mut ranges)?;
            for (at, what, owners, count, first, limit) in [
                (at + 16, "IR modules", &mut ir_owners, ir_count, ir_first, irs),
                (at + 24, "native images", &mut native_owners, native_count, native_first, natives),
            ] {
                let (start, size) = (u64::from(first), u64::from(count));
                let name = format!("{what} of abstract module {index}");
                if start + size > u64::from(limit) {
                    let found = format!("{size} {what} from number {start}");
                    let expected = format!("numbers below {limit}").into();
                    return Err(view.error(at, name, FormatProblem::Unexpected { found, expected }));
                }
                owners.push((Range { start, size }, view.range.start + at, name));
            }
            let (ir, native) = ((ir_count, ir_first), (native_count, native_first));
            reader.abstracts.push(AbstractRow { index, at, metadata, ir, native });
        }
        for owners in [ir_owners, native_owners] {
            check_disjoint(owners)?;
        }
        for (number, row) in rows {
            let at = HEADER + number as u64 * MODULE;
            let ir = number < abstracts as usize + irs as usize;
            let (what, list) = if ir { ("IR module", &mut reader.ir) } else { ("native image", &mut reader.native) };
            let index = list.len();
            let mut fields = Fields(row);
            let [offset, size, bytes_offset, bytes_size] = [fields.u64(), fields.u64(), fields.u64(), fields.u64()];
            let name = || format!("metadata of {what} {index}");
            let metadata = part(&view, metadata, at, offset, size, name, &mut ranges)?;
            let name = || format!("bytes of {what} {index}");
            let bytes = part(&view, binaries, at + 16, bytes_offset, bytes_size, name, &mut ranges)?;
            list.push(ModuleRow { index, at, metadata, bytes });
        }
        check_disjoint(ranges)?;
        Ok(reader)
    }

    fn registry(&self, at: u64, range: Range, name: impl Fn() -> String) -> Result<PropertySetRegistry, FormatError> {
        let file = View::whole(self.view.source());
        let bytes = file.bytes(range.start, range.size, "metadata")?;
        text::read(bytes, &name()).map_err(|e| self.view.error(at, name(), e.into()))
    }

    fn number(&self, at: u64, registry: &PropertySetRegistry, set: &SetName, key: &str) -> Result<u32, FormatError> {
        registry.get(set).and_then(|set| set.get(key)).and_then(Value::as_u32).ok_or_else(|| {
            let expected = format!("property `{key}` of set `{set}`, an integer").into();
            self.view.error(at, "metadata", FormatProblem::Unexpected { found: "none".to_owned(), expected })
        })
    }

    fn ir_module(&self, row: &ModuleRow) -> Result<IrModule<Range>, FormatError> {
        let registry = self.registry(row.at, row.metadata, || format!("metadata of IR module {}", row.index))?;
        let set = SetName::SyclbinIrModuleMetadata;
        let kind = self.number(row.at, &registry, &set, TYPE)?;
        let kind = IrType::from_number(kind).ok_or_else(|| {
            let (found, expected) = (format!("type {kind}"), "0 (SPIR-V), 1 (PTX) or 2 (AMDGCN)".into());
            self.view.error(row.at, "metadata", FormatProblem::Unexpected { found, expected })
        })?;
        Ok(IrModule { kind, target: text_of(&registry, &set, TARGET), content: row.bytes })
    }

    fn native_image(&self, row: &ModuleRow) -> Result<NativeImage<Range>, FormatError> {
        let registry = self.registry(row.at, row.metadata, || format!("metadata of native image {}", row.index))?;
        let set = SetName::SyclbinNativeDeviceCodeImageMetadata;
        let (arch, target) = (text_of(&registry, &set, ARCH), text_of(&registry, &set, TARGET));
        Ok(NativeImage { arch, target, content: row.bytes })
    }
}

fn text_of(registry: &PropertySetRegistry, set: &SetName, key: &str) -> String {
    let value = registry.get(set).and_then(|set| set.get(key)).and_then(Value::as_text);
    value.unwrap_or_default().to_owned()
}

/// A checked part of a table of the file, remembered for the check for overlaps.
fn part(
    view: &View<'_>,
    table: Range,
    at: u64,
    offset: u64,
    size: u64,
    name: impl Fn() -> String,
    ranges: &mut Vec<(Range, u64, String)>,
) -> Result<Range, FormatError> {
    let range = table
        .part(offset, size)
        .ok_or_else(|| view.error(at, name(), FormatProblem::OutOfRange { start: offset, size, limit: table.size }))?;
    ranges.push((range, view.range.start + at, name()));
    Ok(range)
}
