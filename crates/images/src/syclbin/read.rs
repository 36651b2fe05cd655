//! Reading: tables are checked first, then the properties of one module after another are read.

use std::fmt;

use sycl_propset::{PropertySetRegistry, SetName, Value, text};

use super::{
    ALIGNMENT, ARCH, AbstractModule, HEADER, IrModule, IrType, MAGIC, MODULE, Members, NativeImage, STATE, State,
    Syclbin, TARGET, TYPE, VERSION,
};
use crate::error::{FormatError, FormatProblem};
use crate::source::{Fields, Range, Source, View, check_disjoint};

/// Reads a file that lies in a range of a source, usually the image of an OffloadBinary.
///
/// # Errors
/// [`FormatError`] for the first field that is wrong.
pub fn read(source: &dyn Source, range: Range) -> Result<Syclbin<Range>, FormatError> {
    let reader = Reader::new(source, range)?;
    Ok(Syclbin { state: reader.state()?, modules: reader.modules().collect::<Result<_, _>>()? })
}

const ABSTRACT: &str = "abstract module";
const IR: &str = "IR module";
const NATIVE: &str = "native image";

/// Kinds of ranges of a file; numbers are those of modules of one kind.
#[derive(Debug, Clone, Copy)]
enum Part {
    GlobalMetadata,
    Metadata(&'static str, usize),
    Bytes(&'static str, usize),
    /// Modules of a kind that belong to an abstract module.
    Owned(&'static str, usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GlobalMetadata => f.write_str("global metadata"),
            Self::Metadata(kind, index) => write!(f, "metadata of {kind} {index}"),
            Self::Bytes(kind, index) => write!(f, "bytes of {kind} {index}"),
            Self::Owned(kind, index) => write!(f, "{kind} of {ABSTRACT} {index}"),
        }
    }
}

/// An abstract module as it stands in the file; its ranges were checked.
struct AbstractRow {
    index: usize,
    at: u64,
    metadata: Range,
    ir: Members<u32>,
    native: Members<u32>,
}

impl Members<u32> {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FormatError> {
        Ok(Self { count: fields.u32()?, first: fields.u32()? })
    }

    fn range(self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// An IR module or native image as it stands in the file; its ranges were checked.
struct ModuleRow {
    index: usize,
    at: u64,
    metadata: Range,
    bytes: Range,
}

/// The header of a file: how many rows each table has, and where the rest lies.
struct Header {
    abstracts: u32,
    ir: u32,
    native: u32,
    metadata: Range,
    binaries: Range,
    /// Offset and size of the global metadata, which have not been checked.
    global: (u64, u64),
}

impl Header {
    fn read(view: View<'_>) -> Result<Self, FormatError> {
        let bytes = view.bytes(0, HEADER, "header")?;
        let mut fields = Fields::new(&bytes, view.range.start, "header");
        let unexpected = |at, field: &'static str, found: String, expected: &'static str| {
            view.error(at, field, FormatProblem::Unexpected { found, expected: expected.into() })
        };
        let magic = fields.u32()?;
        if magic != MAGIC {
            return Err(unexpected(0, "magic", format!("{magic:#x}"), "0x53594249"));
        }
        let version = fields.u32()?;
        if version != VERSION {
            return Err(unexpected(4, "version", version.to_string(), "1"));
        }
        let [abstracts, ir, native, _] = [fields.u32()?, fields.u32()?, fields.u32()?, fields.u32()?];
        let [metadata_size, binaries_size] = [fields.u64()?, fields.u64()?];
        let global = (fields.u64()?, fields.u64()?);
        let tables_size = tables_size(abstracts, ir, native);
        let (metadata, binaries) = places(view, tables_size, metadata_size, binaries_size)?;
        Ok(Self { abstracts, ir, native, metadata, binaries, global })
    }

    fn tables_size(&self) -> u64 {
        tables_size(self.abstracts, self.ir, self.native)
    }
}

/// The bytes of all tables; three 32-bit numbers times 32 do not overflow.
fn tables_size(abstracts: u32, ir: u32, native: u32) -> u64 {
    (u64::from(abstracts) + u64::from(ir) + u64::from(native)) * MODULE
}

/// Places of the metadata and the binaries, which follow the tables.
fn places(
    view: View<'_>,
    tables_size: u64,
    metadata_size: u64,
    binaries_size: u64,
) -> Result<(Range, Range), FormatError> {
    let room = view.range.size - HEADER;
    if tables_size > room {
        let problem = FormatProblem::Count { count: tables_size / MODULE, element: MODULE, available: room };
        return Err(view.error(8, "number of modules", problem));
    }
    let outside = |at, field: &'static str, start, size| {
        view.error(at, field, FormatProblem::OutOfRange { start, size, limit: view.range.size })
    };
    let start = HEADER + tables_size;
    let metadata = view.range.part(start, metadata_size);
    let metadata = metadata.ok_or_else(|| outside(0x18, "size of the metadata", start, metadata_size))?;
    let start = (start + metadata_size).next_multiple_of(ALIGNMENT);
    // Without binaries the padding before them may be missing.
    let binaries = view.range.part(start, binaries_size);
    let binaries = binaries.or((binaries_size == 0).then_some(Range { start: view.range.end(), size: 0 }));
    let binaries = binaries.ok_or_else(|| outside(0x20, "size of the binaries", start, binaries_size))?;
    Ok((metadata, binaries))
}

/// A range with the offset of the field that gives it, and what it is: for the check for overlaps.
type Named = (Range, u64, Part);

/// Reads rows of the tables; remembers every range that they name.
struct Tables<'a> {
    view: View<'a>,
    ranges: Vec<Named>,
}

impl Tables<'_> {
    fn abstract_row(&mut self, header: &Header, index: usize, row: &[u8]) -> Result<AbstractRow, FormatError> {
        let at = HEADER + index as u64 * MODULE;
        let mut fields = Fields::new(row, self.view.range.start + at, ABSTRACT);
        let place = (fields.u64()?, fields.u64()?);
        let (ir, native) = (Members::read(&mut fields)?, Members::read(&mut fields)?);
        let metadata = self.part(header.metadata, at, place, Part::Metadata(ABSTRACT, index))?;
        Ok(AbstractRow { index, at, metadata, ir, native })
    }

    /// Row `number` of all tables, which is the IR module or native image `index`.
    fn module_row(
        &mut self,
        header: &Header,
        number: usize,
        what: &'static str,
        index: usize,
        row: &[u8],
    ) -> Result<ModuleRow, FormatError> {
        let at = HEADER + number as u64 * MODULE;
        let mut fields = Fields::new(row, self.view.range.start + at, what);
        let (metadata, bytes) = ((fields.u64()?, fields.u64()?), (fields.u64()?, fields.u64()?));
        let metadata = self.part(header.metadata, at, metadata, Part::Metadata(what, index))?;
        let bytes = self.part(header.binaries, at + 16, bytes, Part::Bytes(what, index))?;
        Ok(ModuleRow { index, at, metadata, bytes })
    }

    /// The part of a range of the file with this offset and size.
    fn part(&mut self, whole: Range, at: u64, (offset, size): (u64, u64), name: Part) -> Result<Range, FormatError> {
        let range = whole.part(offset, size).ok_or_else(|| {
            let problem = FormatProblem::OutOfRange { start: offset, size, limit: whole.size };
            self.view.error(at, name.to_string(), problem)
        })?;
        self.ranges.push((range, self.view.range.start + at, name));
        Ok(range)
    }
}

/// The rows that abstract modules take from the other tables. No row belongs to two of them.
#[derive(Default)]
struct Owners {
    ir: Vec<Named>,
    native: Vec<Named>,
}

impl Owners {
    fn add(&mut self, view: View<'_>, header: &Header, row: &AbstractRow) -> Result<(), FormatError> {
        for (at, what, owners, members, limit) in [
            (row.at + 16, "IR modules", &mut self.ir, row.ir, header.ir),
            (row.at + 24, "native images", &mut self.native, row.native, header.native),
        ] {
            let (start, size) = (u64::from(members.first), u64::from(members.count));
            let name = Part::Owned(what, row.index);
            if start + size > u64::from(limit) {
                let found = format!("{size} {what} from number {start}");
                let expected = format!("numbers below {limit}").into();
                return Err(view.error(at, name.to_string(), FormatProblem::Unexpected { found, expected }));
            }
            owners.push((Range { start, size }, view.range.start + at, name));
        }
        Ok(())
    }
}

/// The tables of a file, checked; the properties of its modules are read one after another.
pub(crate) struct Reader<'a> {
    view: View<'a>,
    global: Range,
    abstracts: Vec<AbstractRow>,
    ir: Vec<ModuleRow>,
    native: Vec<ModuleRow>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(source: &'a dyn Source, range: Range) -> Result<Self, FormatError> {
        let view = View::at(source, range);
        let header = Header::read(view)?;
        let bytes = view.bytes(HEADER, header.tables_size(), "tables")?;
        let mut rows = bytes.chunks_exact(MODULE as usize).enumerate();
        let mut tables = Tables { view, ranges: Vec::new() };
        let global = tables.part(header.metadata, 0x28, header.global, Part::GlobalMetadata)?;
        let mut reader = Self { view, global, abstracts: Vec::new(), ir: Vec::new(), native: Vec::new() };
        let mut owners = Owners::default();
        for (index, row) in rows.by_ref().take(header.abstracts as usize) {
            let row = tables.abstract_row(&header, index, row)?;
            owners.add(view, &header, &row)?;
            reader.abstracts.push(row);
        }
        check_disjoint(owners.ir)?;
        check_disjoint(owners.native)?;
        for (number, row) in rows {
            let is_ir = number < header.abstracts as usize + header.ir as usize;
            let (what, list) = if is_ir { (IR, &mut reader.ir) } else { (NATIVE, &mut reader.native) };
            list.push(tables.module_row(&header, number, what, list.len(), row)?);
        }
        check_disjoint(tables.ranges)?;
        Ok(reader)
    }

    pub(crate) fn state(&self) -> Result<State, FormatError> {
        let global = self.registry(0x28, self.global, Part::GlobalMetadata)?;
        let state = self.number(0x28, &global, &SetName::SyclbinGlobalMetadata, STATE)?;
        State::from_number(state).ok_or_else(|| {
            let (found, expected) = (format!("state {state}"), "0 (input), 1 (object) or 2 (executable)".into());
            self.view.error(0x28, "global metadata", FormatProblem::Unexpected { found, expected })
        })
    }

    /// The abstract modules in order; at any time one of them is in memory.
    pub(crate) fn modules(&self) -> impl Iterator<Item = Result<AbstractModule<Range>, FormatError>> {
        self.abstracts.iter().map(|row| {
            Ok(AbstractModule {
                properties: self.registry(row.at, row.metadata, Part::Metadata(ABSTRACT, row.index))?,
                ir: self.ir[row.ir.range()].iter().map(|row| self.ir_module(row)).collect::<Result<_, _>>()?,
                native: self.native[row.native.range()]
                    .iter()
                    .map(|row| self.native_image(row))
                    .collect::<Result<_, _>>()?,
            })
        })
    }

    fn registry(&self, at: u64, range: Range, part: Part) -> Result<PropertySetRegistry, FormatError> {
        let file = View::whole(self.view.source());
        let bytes = file.bytes(range.start, range.size, "metadata")?;
        text::read(bytes, &part.to_string()).map_err(|e| self.view.error(at, part.to_string(), e.into()))
    }

    fn number(&self, at: u64, registry: &PropertySetRegistry, set: &SetName, key: &str) -> Result<u32, FormatError> {
        registry.get(set).and_then(|set| set.get(key)).and_then(Value::as_u32).ok_or_else(|| {
            let expected = format!("property `{key}` of set `{set}`, an integer").into();
            self.view.error(at, "metadata", FormatProblem::Unexpected { found: "none".to_owned(), expected })
        })
    }

    fn ir_module(&self, row: &ModuleRow) -> Result<IrModule<Range>, FormatError> {
        let registry = self.registry(row.at, row.metadata, Part::Metadata(IR, row.index))?;
        let set = SetName::SyclbinIrModuleMetadata;
        let kind = self.number(row.at, &registry, &set, TYPE)?;
        let kind = IrType::from_number(kind).ok_or_else(|| {
            let (found, expected) = (format!("type {kind}"), "0 (SPIR-V), 1 (PTX) or 2 (AMDGCN)".into());
            self.view.error(row.at, "metadata", FormatProblem::Unexpected { found, expected })
        })?;
        Ok(IrModule { kind, target: text_of(&registry, &set, TARGET), content: row.bytes })
    }

    fn native_image(&self, row: &ModuleRow) -> Result<NativeImage<Range>, FormatError> {
        let registry = self.registry(row.at, row.metadata, Part::Metadata(NATIVE, row.index))?;
        let set = SetName::SyclbinNativeDeviceCodeImageMetadata;
        let (arch, target) = (text_of(&registry, &set, ARCH), text_of(&registry, &set, TARGET));
        Ok(NativeImage { arch, target, content: row.bytes })
    }
}

/// A text of a set; empty if the file does not have it.
fn text_of(registry: &PropertySetRegistry, set: &SetName, key: &str) -> String {
    let value = registry.get(set).and_then(|set| set.get(key)).and_then(Value::as_text);
    value.unwrap_or_default().to_owned()
}
