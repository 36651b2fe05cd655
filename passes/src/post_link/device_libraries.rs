//! The device libraries for bfloat16: if an image needs one of their functions, both go into the table as further
//! images, and the runtime links the one that suits the device.

use std::path::Path;

use sycl_propset::{PropertySetRegistry, SetName, requirements::DeviceRequirements};

use super::{
    Error,
    image::Produced,
    names::ImageName,
    row::{RowContent, RowWriter},
};
use crate::ir::{CallingConvention, OwnedModule, ReadError};

/// File, and value of the property `bfloat16`.
const LIBRARIES: [(&str, u32); 2] = [("libsycl-fallback-bfloat16.bc", 0), ("libsycl-native-bfloat16.bc", 1)];

/// Why a library cannot be used. Its text has the text of its cause, which is not its `source` as well.
#[derive(Debug, thiserror::Error)]
pub enum DeviceLibraryError {
    /// It cannot be read.
    #[error("{0}")]
    Read(std::io::Error),
    /// It is not a module.
    #[error("{0}")]
    Content(ReadError),
}

/// Appends the libraries behind the images of the program.
pub(super) fn append(rows: &RowWriter<'_>, directory: &Path, produced: &mut Vec<Produced>) -> Result<(), Error> {
    if !produced.iter().any(|image| image.uses_bfloat16_library) {
        return Ok(());
    }
    let first = produced.iter().flat_map(|image| &image.rows).map(|row| row.number + 1).max().unwrap_or(0);
    for (number, (file, value)) in (first..).zip(LIBRARIES) {
        let path = directory.join(file);
        let failed = |problem| Error::DeviceLibrary { path: path.clone(), problem };
        let bytes = std::fs::read(&path).map_err(|error| failed(DeviceLibraryError::Read(error)))?;
        let library = OwnedModule::read(&bytes, file).map_err(|error| failed(DeviceLibraryError::Content(error)))?;
        let functions = library
            .view()
            .functions()
            .filter(|f| !f.is_declaration() && f.calling_convention() == CallingConvention::SpirFunction);
        let exported: Vec<String> =
            functions.map(|f| f.name()).filter(|name| name.starts_with("__devicelib_")).collect();
        let mut registry = PropertySetRegistry::new();
        registry.insert(SetName::DeviceRequirements, DeviceRequirements::default().to_set());
        for name in &exported {
            registry.set_mut(SetName::ExportedSymbols).insert(name.as_str(), 1u32);
        }
        registry.set_mut(SetName::DevicelibMetadata).insert("bfloat16", value);
        let text = rows.options.text.then(|| library.view().print());
        let content = RowContent {
            name: ImageName { number, is_esimd: false, has_other_half: false },
            ir: text.as_deref().map_or(&bytes, str::as_bytes),
            registry: &registry,
            symbols: &exported,
        };
        let mut image = rows.nothing();
        // The runtime picks the one that suits the device: no target does without them.
        rows.write(&content, |_| Vec::new(), &mut image)?;
        produced.push(image);
    }
    Ok(())
}
