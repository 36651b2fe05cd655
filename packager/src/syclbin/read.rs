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

/// What a range of a file is; numbers are those of modules of one kind.
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
        let header = view.bytes(0, HEADER, "header")?;
        let mut fields = Fields::new(&header, range.start, "header");
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
        let [abstracts, irs, natives, _] = [fields.u32()?, fields.u32()?, fields.u32()?, fields.u32()?];
        let [metadata_size, binaries_size] = [fields.u64()?, fields.u64()?];
        let [global_offset, global_size] = [fields.u64()?, fields.u64()?];

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
        let global = part(&view, metadata, 0x28, global_offset, global_size, Part::GlobalMetadata, &mut ranges)?;
        let mut reader = Self { view, global, abstracts: Vec::new(), ir: Vec::new(), native: Vec::new() };
        let (mut ir_owners, mut native_owners) = (Vec::new(), Vec::new());
        for (index, row) in rows.by_ref().take(abstracts as usize) {
            let at = HEADER + index as u64 * MODULE;
            let mut fields = Fields::new(row, range.start + at, "abstract module");
            let [offset, size] = [fields.u64()?, fields.u64()?];
            let (ir, native) = (Members::read(&mut fields)?, Members::read(&mut fields)?);
            let metadata = part(&view, metadata, at, offset, size, Part::Metadata(ABSTRACT, index), &mut ranges)?;
            for (at, what, owners, members, limit) in [
                (at + 16, "IR modules", &mut ir_owners, ir, irs),
                (at + 24, "native images", &mut native_owners, native, natives),
            ] {
                let (start, size) = (u64::from(members.first), u64::from(members.count));
                let name = Part::Owned(what, index);
                if start + size > u64::from(limit) {
                    let found = format!("{size} {what} from number {start}");
                    let expected = format!("numbers below {limit}").into();
                    return Err(view.error(at, name.to_string(), FormatProblem::Unexpected { found, expected }));
                }
                owners.push((Range { start, size }, view.range.start + at, name));
            }
            reader.abstracts.push(AbstractRow { index, at, metadata, ir, native });
        }
        for owners in [ir_owners, native_owners] {
            check_disjoint(owners)?;
        }
        for (number, row) in rows {
            let at = HEADER + number as u64 * MODULE;
            let ir = number < abstracts as usize + irs as usize;
            let (what, list) = if ir { (IR, &mut reader.ir) } else { (NATIVE, &mut reader.native) };
            let index = list.len();
            let mut fields = Fields::new(row, range.start + at, what);
            let [offset, size, bytes_offset, bytes_size] = [fields.u64()?, fields.u64()?, fields.u64()?, fields.u64()?];
            let metadata = part(&view, metadata, at, offset, size, Part::Metadata(what, index), &mut ranges)?;
            let bytes =
                part(&view, binaries, at + 16, bytes_offset, bytes_size, Part::Bytes(what, index), &mut ranges)?;
            list.push(ModuleRow { index, at, metadata, bytes });
        }
        check_disjoint(ranges)?;
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
    name: Part,
    ranges: &mut Vec<(Range, u64, Part)>,
) -> Result<Range, FormatError> {
    let range = table.part(offset, size).ok_or_else(|| {
        let problem = FormatProblem::OutOfRange { start: offset, size, limit: table.size };
        view.error(at, name.to_string(), problem)
    })?;
    ranges.push((range, view.range.start + at, name));
    Ok(range)
}
