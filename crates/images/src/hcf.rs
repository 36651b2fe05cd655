//! HCF containers, in which AdaptiveCpp keeps the device code of a translation unit ("Heterogeneous container
//! format").
//!
//! A file is a text of nested nodes, then a marker, then the blobs of all nodes one after another:
//!
//! ```text
//! object-id = 17
//! {.images
//!   {.llvm-ir.global
//!     format = llvm-ir
//!     {.__binary
//!       start = 0
//!       size = 1234
//!     }.__binary
//!     {.exported-symbols
//!       {._Z1fi
//!       }._Z1fi
//!     }.exported-symbols
//!   }.llvm-ir.global
//! }.images
//! __acpp_hcf_binary_appendix
//! ```
//!
//! Lists are nodes without content. Nothing is escaped, and there is neither a version nor a checksum. Releases of
//! AdaptiveCpp before 2025 write another marker, `__hipsycl_hcf_binary_appendix`.
//!
//! | module | concept |
//! |---|---|
//! | `tree` | the text as a tree of nodes |
//! | `content` | images and kernels |
//! | `resolve` | which images of several files belong together |
//! | `write` | containers as bytes |
//! | `error` | what can be wrong |

mod content;
mod error;
mod resolve;
#[cfg(test)]
mod tests;
mod tree;
mod write;

use std::path::Path;

use crate::error::{Error, FormatError};
use crate::source::{Range, Source, View};

pub use content::{Hcf, Image, Kernel, Parameter, ParameterKind};
pub use error::{HcfError, Problem};
pub use resolve::{ImageId, Needed, Unresolved, needed};
pub use write::{Generic, Unwritable, object_id, write};

/// The name of the image that holds bitcode for every target.
pub const GENERIC: &str = "llvm-ir.global";

/// Markers between text and blobs.
const MARKERS: [&str; 2] = ["__acpp_hcf_binary_appendix", "__hipsycl_hcf_binary_appendix"];
/// Bytes of the longer one, but one.
const OVERLAP: u64 = 28;

/// Whether a file that starts like this is an HCF container: its first line opens a node, or is one of the two values
/// that such files begin with.
#[must_use]
pub fn is_hcf(start: &[u8]) -> bool {
    let line = start.trim_ascii_start();
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let key = line.split(|byte| *byte == b'=').next().unwrap_or_default();
    line.starts_with(tree::OPEN.as_bytes())
        || (key.len() < line.len() && [&b"object-id"[..], b"generator"].contains(&key.trim_ascii()))
}

/// Reads a container; `file` is what errors call it. Blobs are not read.
///
/// # Errors
/// [`Error::Read`]; an [`HcfError`] with the line of what is wrong.
pub fn read(file: &Path, source: &dyn Source) -> Result<Hcf, Error> {
    let refuse = |error: HcfError| Error::content(file, error);
    let (text, appendix) =
        divide(source).map_err(|source| Error::Format { file: file.to_owned(), source })?.map_err(refuse)?;
    let root = tree::parse(&text).map_err(refuse)?;
    Hcf::from_tree(&root, appendix).map_err(refuse)
}

/// The text before the marker, and where the blobs are.
fn divide(source: &dyn Source) -> Result<Result<(String, Range), HcfError>, FormatError> {
    let view = View::whole(source);
    let mut found = None;
    view.each_block(1, OVERLAP, "text", |offset, block| {
        if found.is_none() {
            let first = MARKERS.iter().filter_map(|marker| Some((find(block, marker.as_bytes())?, marker.len()))).min();
            found = first.map(|(at, size)| (offset + at as u64, size as u64));
        }
        Ok(())
    })?;
    let Some((end, marker)) = found else { return Ok(Err(HcfError::NoAppendix)) };
    let text = view.bytes(0, end, "text")?;
    let blobs = Range { start: end + marker, size: source.size() - end - marker };
    Ok(match String::from_utf8(text) {
        Ok(text) => Ok((text, blobs)),
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(HcfError::At { line, problem: Problem::NotUtf8 })
        }
    })
}

fn find(block: &[u8], text: &[u8]) -> Option<usize> {
    block.windows(text.len()).position(|window| window == text)
}
