//! Host objects that register device images with the SYCL runtime when a program starts.
//!
//! Linked into a program or a shared library, an object calls `__sycl_register_lib` before other constructors, and
//! `__sycl_unregister_lib` at the end. Both get a descriptor. The structures are those of libsycl.so.9, "version 3", on
//! a 64-bit little-endian host; `.` is padding:
//!
//! ```text
//! descriptor    u16 version 1, u16 number of images, ...., image *images, void *0, void *0                   32 bytes
//! image         u16 version 3, u8 kind 4, u8 format, ...., char *target, char *compile options, char *link options,
//!               u8 *begin, *end, entry *begin, *end, property_set *begin, *end                               80 bytes
//! property_set  char *name, property *begin, *end                                                            24 bytes
//! property      char *name, void *value, u32 type, ...., u64 size                                            32 bytes
//!               type 1: a 32-bit integer, in `size`, value null; type 2: bytes, with their size in bits before them
//! entry, new    u64 0, u16 version 1, u16 kind 8, u32 0, void *0, char *name, u64 0, u64 0, void *0           56 bytes
//! entry, old    void *0, char *name, u64 0, u32 0, u32 0                                                     32 bytes
//! ```
//! Empty lists are two null pointers. The entries are the symbols of the image: kernels and exported functions. The
//! structures that hold pointers are in one section, images in another, texts and values in a third; registration is
//! two functions of a few instructions each, named in the list of constructors and destructors of the file format.
//!
//! The runtime of LLVM 23 has functions of the same names that take the address and the size of an OffloadBinary
//! instead; `container.rs` makes objects for it.
//!
//! `layout.rs` places everything and `object_file.rs` makes the object. `read.rs` reads descriptors back, also from
//! what linkers make of objects: `host_file.rs` finds out what a file is, `elf.rs` and `pe.rs` follow its pointers.

mod addresses;
mod container;
mod descriptor;
mod elf;
mod host_file;
mod layout;
mod object_file;
mod pe;
mod read;

use std::borrow::Cow;

use descriptor::{
    DESCRIPTOR, DESCRIPTOR_SIZE, DESCRIPTOR_VERSION, ENTRY_KIND, ENTRY_VERSION, IMAGE_KIND, IMAGE_SIZE, IMAGE_VERSION,
    PROPERTY_SIZE, REGISTERED_SECTION, RUNTIME_SECTION, SET_SIZE, TYPE_BYTES, TYPE_U32,
};

pub use container::{write_container, write_section};
pub use descriptor::{EntryLayout, Format, Host, Image, OfTable, WrapError};
pub(crate) use host_file::{
    BUNDLE, aspect_sections, bundled_sections, defined_symbols, is_host_file, of_needed_symbols, offloading_sections,
    offloading_sizes,
};
pub(crate) use read::{HostImage, Images, host_images};
pub use read::{read, read_source};

/// The bytes of an object that registers `images`, read back and compared with them.
///
/// # Errors
/// [`WrapError`] for more than 65535 images, or texts with a zero byte.
pub fn write(images: &[Image<Cow<'_, [u8]>>], host: Host, entries: EntryLayout) -> Result<Vec<u8>, WrapError> {
    let plan = layout::Plan::new(images, entries)?;
    let object = object_file::write(plan, host).map_err(WrapError::Object)?;
    verify(&object, images)?;
    Ok(object)
}

fn verify(object: &[u8], images: &[Image<Cow<'_, [u8]>>]) -> Result<(), WrapError> {
    let differs = |what: &str| WrapError::Differs { what: what.to_owned() };
    let read = read(object).map_err(|e| differs(&e.to_string()))?;
    if read.len() != images.len() {
        return Err(differs("number of images"));
    }
    for (index, (image, read)) in images.iter().zip(&read).enumerate() {
        let same = (&image.target, image.format, &image.compile_options, &image.link_options)
            == (&read.target, read.format, &read.compile_options, &read.link_options)
            && image.entries == read.entries
            && image.properties == read.properties
            && *image.content == object[read.content.start as usize..read.content.end() as usize];
        if !same {
            return Err(differs(&format!("image {index}")));
        }
    }
    Ok(())
}
