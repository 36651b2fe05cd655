//! Host objects without their SYCL device code.

use std::path::Path;

use super::{EmbeddedError, Section, Thin, sections};
use crate::error::Error;
use crate::offload_binary::OffloadKind;
use crate::source::{Budget, Memory, View};
use crate::wrap;

/// An object or archive without its SYCL device code, which a linker wrapper would link once more; `name` is what
/// errors call it.
///
/// It keeps its size, so that archives keep their layout: containers for others move to the start
/// of their section, whose size in the table of sections becomes less.
///
/// # Errors
/// As for [`find`](super::find); [`EmbeddedError::Shared`].
pub fn without_sycl(name: &Path, mut content: Vec<u8>) -> Result<Vec<u8>, Error> {
    let mut rests = Vec::new();
    sections(name, &Memory(&content), Thin::Refused, &mut |section| {
        rests.push((section.range, rest_of(&section)?));
        Ok(())
    })?;
    for (range, Rest { mut bytes, size_field }) in rests {
        let size = (bytes.len() as u64).to_le_bytes();
        bytes.resize(range.size as usize, 0);
        content[range.start as usize..range.end() as usize].copy_from_slice(&bytes);
        content[size_field as usize..size_field as usize + size.len()].copy_from_slice(&size);
    }
    Ok(content)
}

/// Rest of a section.
struct Rest {
    bytes: Vec<u8>,
    /// Place of the section's size in the file.
    size_field: u64,
}

/// A section without its SYCL device code.
fn rest_of(section: &Section<'_>) -> Result<Rest, Error> {
    let failed = |source| section.failed(source);
    let shared = || Error::content(section.place, EmbeddedError::Shared);
    let sizes = wrap::offloading_sizes(View::at(section.source, section.object)).map_err(failed)?;
    let field = sizes.and_then(|sizes| sizes.into_iter().find(|(range, _)| *range == section.range));
    let (_, size_field) = field.ok_or_else(shared)?;
    let mut bytes = Vec::new();
    for binary in section.binaries(&mut Budget::for_file(section.range.size))? {
        match binary.entries.iter().filter(|entry| entry.offload_kind == OffloadKind::SYCL).count() {
            0 => {
                let view = View::at(section.source, binary.range);
                bytes.extend(view.bytes(0, binary.range.size, "binary").map_err(failed)?);
            }
            all if all == binary.entries.len() => {}
            _ => return Err(shared()),
        }
    }
    Ok(Rest { bytes, size_field })
}
