//! Host objects that register images as the runtime of LLVM 23 takes them: an OffloadBinary with all images, and two
//! functions that pass its address and size. There are no other structures; the runtime reads the container.
//!
//! The runtime of `<sycl/sycl.hpp>` takes the same container from a section of the program, whose bounds the headers
//! ask the linker for, so that no function is called.

use std::collections::BTreeSet;

use object::write::{Object, Relocation, Symbol};
use object::{BinaryFormat, Endianness, SectionFlags, SectionKind, SymbolKind, elf};
use sycl_propset::SetName;

use super::layout::IMAGE_ALIGNMENT;
use super::object_file::{ADDRESS, Registered, local, mark_stack, register, undefined};
use super::{Host, REGISTERED_SECTION, RUNTIME_SECTION, WrapError};
use crate::image::properties_of;
use crate::offload_binary::{self, ALIGNMENT};
use crate::source::Memory;

/// The bytes of an object that registers the images of a container.
///
/// # Errors
/// [`WrapError::Object`].
pub fn write_container(container: &[u8], host: Host) -> Result<Vec<u8>, WrapError> {
    let (format, architecture) = host.format();
    let mut object = Object::new(format, architecture, Endianness::Little);
    let section = object.add_section(Vec::new(), REGISTERED_SECTION.to_vec(), SectionKind::ReadOnlyData);
    let size = container.len() as u64;
    let symbol = local(".sycl_offloading.binary", section, 0, size, SymbolKind::Data);
    let symbol = object.add_symbol(symbol);
    object.set_section_data(section, container, IMAGE_ALIGNMENT);
    register(&mut object, host, Registered { symbol, size: Some(size) }).map_err(WrapError::Object)?;
    object.write().map_err(WrapError::Object)
}

/// Section of a program with the device globals of its images: an array of the address of the program's object, which
/// is 0 if it has none, and that of the identity in images, a string of C's (`sycl_rt_global_object` in
/// `sycl_runtime.h`).
const GLOBALS_SECTION: &[u8] = b"sycl_device_globals";

/// The identities of device globals that the program knows by the symbol of their objects, which is the identity. Those
/// that a unit has for itself have a dot in it; the program knows these by their place.
fn globals_of(container: &[u8]) -> Result<BTreeSet<String>, WrapError> {
    let wrong = |what: String| WrapError::Differs { what };
    let mut known = BTreeSet::new();
    let binaries = offload_binary::read(&Memory(container)).map_err(|error| wrong(error.to_string()))?;
    for entry in binaries.iter().flat_map(|binary| &binary.entries) {
        let properties = properties_of(&entry.strings, "image").map_err(|error| wrong(error.to_string()))?;
        let set = properties.get(&SetName::DeviceGlobals);
        let ids = set.into_iter().flat_map(|set| set.iter().map(|(id, _)| id)).filter(|id| !id.contains('.'));
        known.extend(ids.map(str::to_owned));
    }
    Ok(known)
}

fn add_globals(object: &mut Object<'_>, ids: &BTreeSet<String>) -> Result<(), object::write::Error> {
    if ids.is_empty() {
        return Ok(());
    }
    let names = object.add_section(Vec::new(), b".rodata.sycl_device_globals".to_vec(), SectionKind::ReadOnlyData);
    let section = object.add_section(Vec::new(), GLOBALS_SECTION.to_vec(), SectionKind::ReadOnlyDataWithRel);
    let sh_flags = elf::SHF_ALLOC | elf::SHF_WRITE | elf::SHF_GNU_RETAIN;
    *object.section_flags_mut(section) = SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags };
    let names_symbol = object.section_symbol(names);
    for id in ids {
        let name = object.append_section_data(names, &[id.as_bytes(), b"\0"].concat(), 1);
        let program_object = object.add_symbol(Symbol { weak: true, ..undefined(id, SymbolKind::Data) });
        let entry = object.append_section_data(section, &[0; 16], 8);
        for (offset, symbol, addend) in [(entry, program_object, 0), (entry + 8, names_symbol, name as i64)] {
            object.add_relocation(section, Relocation { offset, symbol, addend, flags: ADDRESS })?;
        }
    }
    Ok(())
}

/// The bytes of an object that has a container in the section `sycl_device_images`, and what the program has of the
/// device globals of its images in `sycl_device_globals`.
///
/// # Errors
/// [`WrapError::Object`], and [`WrapError::Differs`] for a container that cannot be read.
pub fn write_section(container: &[u8], host: Host) -> Result<Vec<u8>, WrapError> {
    let (format, architecture) = host.format();
    let mut object = Object::new(format, architecture, Endianness::Little);
    let section = object.add_section(Vec::new(), RUNTIME_SECTION.to_vec(), SectionKind::ReadOnlyData);
    if format == BinaryFormat::Elf {
        // Nothing refers to it but by its bounds, which lld does not take for a reference.
        let sh_flags = elf::SHF_ALLOC | elf::SHF_GNU_RETAIN;
        *object.section_flags_mut(section) = SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags };
    }
    object.set_section_data(section, container, ALIGNMENT);
    if format == BinaryFormat::Elf {
        add_globals(&mut object, &globals_of(container)?).map_err(WrapError::Object)?;
    }
    mark_stack(&mut object, host);
    object.write().map_err(WrapError::Object)
}
