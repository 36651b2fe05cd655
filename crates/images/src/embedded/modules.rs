//! Device code that lies in files as it is: bitcode in archives, in OffloadBinary containers, and in what
//! `clang-offload-bundler` makes, bundles and host objects.
//!
//! A bundle starts with `__CLANG_OFFLOAD_BUNDLE__` and the number of its entries; each has the offset, size and
//! length of its name, 64 bits each, and its name, such as `sycl-spir64-unknown-unknown`. In host objects, code is
//! in sections whose names are the same words, `__CLANG_OFFLOAD_BUNDLE__sycl-spir64-unknown-unknown`.

use std::path::{Path, PathBuf};

use sycl_propset::triple::Triple;

use super::start;
use crate::archive::{self, Archive, Member, MemberContent, is_archive};
use crate::bitcode;
use crate::error::{Error, FormatError, FormatProblem};
use crate::offload_binary::{self, ImageKind, OffloadKind};
use crate::source::{Budget, FileSource, Memory, Range, Source, View};
use crate::wrap;

/// The kind of bundled code that the host is.
const HOST: &str = "host-";

/// Names of entries that are read, and the entries of a bundle.
const LONGEST_NAME: u64 = 1 << 12;
const MOST_ENTRIES: u64 = 1 << 12;

/// A module of device code in a file.
#[derive(Debug)]
pub struct DeviceModule {
    /// Its name in messages, e.g. `liba.a(b.bc)`.
    pub place: PathBuf,
    /// The file that it is in.
    pub file: PathBuf,
    /// Its triple.
    pub triple: Option<String>,
    /// The bitcode.
    pub content: Vec<u8>,
}

/// The modules of an archive, a container, a bundle or a host object; `None` of any other file.
///
/// # Errors
/// [`Error::Read`], [`Error::Format`].
pub fn modules(file: &Path) -> Result<Option<Vec<DeviceModule>>, Error> {
    if !file.is_file() {
        return Ok(None);
    }
    let source = FileSource::open(file)?;
    let whole = Range { start: 0, size: source.size() };
    let mut found = Vec::new();
    if !is_archive(&start(&source, file, whole)?) {
        // Bitcode alone is an input as it is.
        let is_one = !is_bitcode(&source, whole) && read(file, file, &source, whole, &mut found)?;
        return Ok(is_one.then_some(found));
    }
    for Member { place, content, .. } in Archive::read(file, View::whole(&source))?.members {
        match content {
            MemberContent::Range(range) => read(&place, file, &source, range, &mut found)?,
            MemberContent::File(path) => {
                archive::check_member(&path)?;
                let source = FileSource::open(&path)?;
                let whole = Range { start: 0, size: source.size() };
                read(&place, &path, &source, whole, &mut found)?
            }
        };
    }
    Ok(Some(found))
}

/// Adds the modules of what is no archive; `false` if it is something else.
fn read(
    place: &Path,
    file: &Path,
    source: &dyn Source,
    range: Range,
    found: &mut Vec<DeviceModule>,
) -> Result<bool, Error> {
    let view = View::at(source, range);
    let failed = |source| Error::Format { file: place.to_owned(), source };
    let start = view.bytes(0, range.size.min(wrap::BUNDLE.len() as u64), "start").map_err(failed)?;
    let ranges = if is_bitcode(source, range) {
        vec![range]
    } else if offload_binary::is_offload_binary(&start) {
        let binaries = offload_binary::read_within(source, range, &mut Budget::for_file(range.size)).map_err(failed)?;
        let entries = binaries.into_iter().flat_map(|binary| binary.entries);
        let is_code =
            |kind, offload| kind == ImageKind::BITCODE && matches!(offload, OffloadKind::SYCL | OffloadKind::NONE);
        entries.filter(|entry| is_code(entry.image_kind, entry.offload_kind)).map(|entry| entry.image).collect()
    } else if start == wrap::BUNDLE {
        bundled(view).map_err(failed)?
    } else if wrap::is_host_file(&start) {
        wrap::bundled_sections(view).map_err(failed)?
    } else {
        return Ok(false);
    };
    for range in ranges {
        let content = View::at(source, range).bytes(0, range.size, "device code").map_err(failed)?;
        // Empty sections, and what is not bitcode, are those of other tools.
        if !is_bitcode(&Memory(&content), Range { start: 0, size: range.size }) {
            continue;
        }
        let triple = bitcode::triple(place, &Memory(&content))?;
        if triple.as_deref().is_none_or(Triple::is_device) {
            found.push(DeviceModule { place: place.to_owned(), file: file.to_owned(), triple, content });
        }
    }
    Ok(true)
}

fn is_bitcode(source: &dyn Source, range: Range) -> bool {
    let start = View::at(source, range).bytes(0, range.size.min(super::START), "start");
    start.is_ok_and(|start| ImageKind::detect(&start) == ImageKind::BITCODE)
}

/// The code of a bundle that is not for the host.
fn bundled(view: View<'_>) -> Result<Vec<Range>, FormatError> {
    let number = |offset: u64| Ok::<_, FormatError>(u64::from_le_bytes(view.array(offset, "bundle")?));
    let mut at = wrap::BUNDLE.len() as u64;
    let count = number(at)?;
    at += 8;
    let mut ranges = Vec::new();
    for _ in 0..count.min(MOST_ENTRIES) {
        let (start, size, length) = (number(at)?, number(at + 8)?, number(at + 16)?);
        let name = view.bytes(at + 24, length.min(LONGEST_NAME), "name of a bundled file")?;
        at = at.saturating_add(24).saturating_add(length);
        if !name.starts_with(HOST.as_bytes()) {
            let problem = FormatProblem::OutOfRange { start, size, limit: view.range.size };
            ranges.push(view.range.part(start, size).ok_or_else(|| view.error(at, "bundled file", problem))?);
        }
    }
    Ok(ranges)
}
