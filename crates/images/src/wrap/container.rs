//! Host objects that register images as the runtime of LLVM 23 takes them: an OffloadBinary with all images, and two
//! functions that pass its address and size. There are no other structures; the runtime reads the container.

use object::Endianness;
use object::SectionKind;
use object::write::Object;

use super::layout::IMAGE_ALIGNMENT;
use super::object_file::{Registered, local, register};
use super::{Host, REGISTERED_SECTION, WrapError};

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
