//! Writing: the rows of the tables and the metadata are collected first, then everything is laid out.

use std::borrow::Cow;

use sycl_propset::{PropertySet, PropertySetRegistry, SetName, Value, text};

use super::{ALIGNMENT, ARCH, AbstractModule, MAGIC, Members, STATE, Syclbin, SyclbinError, TARGET, TYPE, VERSION};
use crate::error::Error;
use crate::offload_binary::Content;

/// The bytes of a file, in parts.
///
/// # Errors
/// As for [`wrap`](super::wrap).
pub fn write<'a>(file: &Syclbin<Content<'a>>) -> Result<Vec<Content<'a>>, Error> {
    let mut tables = Tables::default();
    let state = PropertySet::from_iter([(STATE, Value::U32(file.state as u32))]);
    let global = tables.metadata.push_set(SetName::SyclbinGlobalMetadata, state)?;
    for module in &file.modules {
        tables.push(module)?;
    }
    tables.lay_out(&global)
}

/// Offset and size of metadata among all metadata, or of bytes among all binaries.
struct Placed {
    offset: u64,
    size: u64,
}

/// An abstract module as it is written to its table.
struct AbstractRow {
    properties: Placed,
    ir: Members<usize>,
    native: Members<usize>,
}

/// An IR module or native image as it is written to its table.
struct ModuleRow {
    metadata: Placed,
    bytes: Placed,
}

/// The metadata under construction.
#[derive(Default)]
struct Metadata(String);

impl Metadata {
    fn push(&mut self, registry: &PropertySetRegistry) -> Result<Placed, Error> {
        let written = text::write(registry)?;
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

/// The binaries under construction, aligned.
#[derive(Default)]
struct Binaries<'a> {
    parts: Vec<Content<'a>>,
    size: u64,
}

impl<'a> Binaries<'a> {
    fn push(&mut self, content: &Content<'a>) -> Result<Placed, Error> {
        let offset = self.size.next_multiple_of(ALIGNMENT);
        let gap = (offset - self.size) as usize; // less than the alignment
        if gap > 0 {
            self.parts.push(Content::Bytes(vec![0; gap].into()));
        }
        let placed = Placed { offset, size: content.size()? };
        self.size = placed.offset + placed.size;
        self.parts.push(content.clone());
        Ok(placed)
    }
}

/// The tables, with what their rows refer to.
#[derive(Default)]
struct Tables<'a> {
    metadata: Metadata,
    binaries: Binaries<'a>,
    abstracts: Vec<AbstractRow>,
    ir: Vec<ModuleRow>,
    native: Vec<ModuleRow>,
}

impl<'a> Tables<'a> {
    fn push(&mut self, module: &AbstractModule<Content<'a>>) -> Result<(), Error> {
        self.abstracts.push(AbstractRow {
            properties: self.metadata.push(&module.properties)?,
            ir: Members { count: module.ir.len(), first: self.ir.len() },
            native: Members { count: module.native.len(), first: self.native.len() },
        });
        for ir in &module.ir {
            let set = PropertySet::from_iter([(TYPE, Value::U32(ir.kind as u32)), (TARGET, Value::text(&ir.target))]);
            let metadata = self.metadata.push_set(SetName::SyclbinIrModuleMetadata, set)?;
            self.ir.push(ModuleRow { metadata, bytes: self.binaries.push(&ir.content)? });
        }
        for native in &module.native {
            let set =
                PropertySet::from_iter([(ARCH, Value::text(&native.arch)), (TARGET, Value::text(&native.target))]);
            let metadata = self.metadata.push_set(SetName::SyclbinNativeDeviceCodeImageMetadata, set)?;
            self.native.push(ModuleRow { metadata, bytes: self.binaries.push(&native.content)? });
        }
        Ok(())
    }

    fn lay_out(self, global: &Placed) -> Result<Vec<Content<'a>>, Error> {
        let Self { metadata: Metadata(metadata), binaries, abstracts, ir, native } = self;
        let mut out = Vec::new();
        for word in [MAGIC, VERSION, count(abstracts.len())?, count(ir.len())?, count(native.len())?, 0] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        for word in [metadata.len() as u64, binaries.size, global.offset, global.size] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        for AbstractRow { properties, ir, native } in abstracts {
            out.extend_from_slice(&properties.offset.to_le_bytes());
            out.extend_from_slice(&properties.size.to_le_bytes());
            for number in [ir.count, ir.first, native.count, native.first] {
                out.extend_from_slice(&count(number)?.to_le_bytes());
            }
        }
        for ModuleRow { metadata, bytes } in ir.iter().chain(&native) {
            for word in [metadata.offset, metadata.size, bytes.offset, bytes.size] {
                out.extend_from_slice(&word.to_le_bytes());
            }
        }
        out.extend_from_slice(metadata.as_bytes());
        out.resize(out.len().next_multiple_of(ALIGNMENT as usize), 0);
        let mut parts = vec![Content::Bytes(Cow::Owned(out))];
        parts.extend(binaries.parts);
        Ok(parts)
    }
}

fn count(number: usize) -> Result<u32, SyclbinError> {
    u32::try_from(number).map_err(|_| SyclbinError::TooManyModules)
}
