//! Code objects of AMD's GPUs: what their metadata says of kernels, which the driver does not tell.

use object::Endianness;
use object::read::elf::ElfFile64;
use sycl_propset::amd_metadata::{decode, list, notes, number, text};

/// Sizes in bytes of the arguments that a kernel takes from its launch, in order. None if the code object does not say
/// it.
pub(super) fn parameter_sizes(code: &[u8], kernel: &str) -> Option<Vec<usize>> {
    let file = ElfFile64::<Endianness>::parse(code).ok()?;
    let metadata = decode(notes(&file, code).next()?)?;
    let found = list(&metadata, "amdhsa.kernels")?.iter().find(|found| text(found, ".name") == Some(kernel))?;
    // A kernel without arguments has no list of them. The driver itself gives those that are hidden.
    let arguments = list(found, ".args").unwrap_or_default();
    let given = arguments
        .iter()
        .filter(|argument| text(argument, ".value_kind").is_some_and(|kind| !kind.starts_with("hidden_")));
    given.map(|argument| number(argument, ".size").map(|size| size as usize)).collect()
}
