//! Host objects that register images as the runtime of LLVM 23 takes them: an OffloadBinary with all images, and two
//! functions that pass its address and size. There are no other structures; the runtime reads the container.
//!
//! The runtime of `<sycl/sycl.hpp>` takes the same container from a section of the program, whose bounds the headers
//! ask the linker for, so that no function is called.

use object::write::Object;
use object::{BinaryFormat, Endianness, SectionFlags, SectionKind, elf};

use super::layout::IMAGE_ALIGNMENT;
use super::object_file::{Registered, local, mark_stack, register};
use super::{Host, REGISTERED_SECTION, WrapError};
use crate::offload_binary::ALIGNMENT;

/// The bytes of an object that registers the images of a container.
///
/// # Errors
/// [`WrapError::Object`].
pub fn write_container(container: &[u8], host: Host) -> Result<Vec<u8>, WrapError> {
    let (format, architecture) = host.format();
    let mut object = Object::new(format, architecture, Endianness::Little);
    let section = object.add_section(Vec::new(), REGISTERED_SECTION.to_vec(), SectionKind::ReadOnlyData);
    let size = container.len() as u64;
    let symbol = local(".sycl_offloading.binary", section, 0, size, object::SymbolKind::Data);
    let symbol = object.add_symbol(symbol);
    object.set_section_data(section, container, IMAGE_ALIGNMENT);
    register(&mut object, host, Registered { symbol, size: Some(size) }).map_err(WrapError::Object)?;
    object.write().map_err(WrapError::Object)
}

/// The section of a program with images that are not for the host: OffloadBinaries, one after another, each at a
/// multiple of 8. Zeros between them are a linker's padding.
const SECTION: &[u8] = b"sycl_device_images";

/// The bytes of an object that has a container in the section `sycl_device_images`.
///
/// # Errors
/// [`WrapError::Object`].
pub fn write_section(container: &[u8], host: Host) -> Result<Vec<u8>, WrapError> {
    let (format, architecture) = host.format();
    let mut object = Object::new(format, architecture, Endianness::Little);
    let section = object.add_section(Vec::new(), SECTION.to_vec(), SectionKind::ReadOnlyData);
    if format == BinaryFormat::Elf {
        // Nothing refers to it but by its bounds, which lld does not take for a reference.
        let sh_flags = elf::SHF_ALLOC | elf::SHF_GNU_RETAIN;
        *object.section_flags_mut(section) = SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags };
    }
    object.set_section_data(section, container, ALIGNMENT);
    mark_stack(&mut object, host);
    object.write().map_err(WrapError::Object)
}
