//! The device libraries for bfloat16: if an image needs one of their functions, both follow the images of the program,
//! and the runtime links the one that suits the device.

use std::{borrow::Cow, path::PathBuf};

use sycl_propset::{PropertySetRegistry, SetName, requirements::DeviceRequirements};

use super::{Error, image::Image};
use crate::{
    ir::{CallingConvention, OwnedModule, ReadError},
    options::DeviceLibraries,
    properties::Needs,
};

/// File, and value of the property `bfloat16`.
const LIBRARIES: [(&str, u32); 2] = [("libsycl-fallback-bfloat16.bc", 0), ("libsycl-native-bfloat16.bc", 1)];

/// Reasons why a library cannot be used. Its text has the text of its cause, which is not its `source` as well.
#[derive(Debug, thiserror::Error)]
pub enum DeviceLibraryError {
    /// It cannot be read.
    #[error("{0}")]
    Read(std::io::Error),
    /// It is not a module.
    #[error("{0}")]
    Content(ReadError),
}

/// The libraries as images, numbered from `first`. Their code is as it was given, or text.
pub(super) fn images(libraries: &DeviceLibraries, first: usize, text: bool) -> Result<[Image; 2], Error> {
    let [fallback, native] = LIBRARIES;
    Ok([image(libraries, fallback, first, text)?, image(libraries, native, first + 1, text)?])
}

fn image(libraries: &DeviceLibraries, (file, value): (&str, u32), number: usize, text: bool) -> Result<Image, Error> {
    let (path, bytes) = match libraries {
        DeviceLibraries::Directory(directory) => {
            let path = directory.join(file);
            (path.clone(), std::fs::read(path).map(Cow::Owned))
        }
        DeviceLibraries::Bytes { fallback, .. } if value == 0 => (PathBuf::from(file), Ok(Cow::Borrowed(&**fallback))),
        DeviceLibraries::Bytes { native, .. } => (PathBuf::from(file), Ok(Cow::Borrowed(&**native))),
    };
    let failed = |problem| Error::DeviceLibrary { path: path.clone(), problem };
    let bytes = bytes.map_err(|error| failed(DeviceLibraryError::Read(error)))?;
    let library = OwnedModule::read(&bytes, file).map_err(|error| failed(DeviceLibraryError::Content(error)))?;
    let functions = library
        .view()
        .functions()
        .filter(|f| !f.is_declaration() && f.calling_convention() == CallingConvention::SpirFunction);
    let exported: Vec<String> = functions.map(|f| f.name()).filter(|name| name.starts_with("__devicelib_")).collect();
    let mut properties = PropertySetRegistry::new();
    properties.insert(SetName::DeviceRequirements, DeviceRequirements::default().to_set());
    for name in &exported {
        properties.set_mut(SetName::ExportedSymbols).insert(name.as_str(), 1u32);
    }
    properties.set_mut(SetName::DevicelibMetadata).insert("bfloat16", value);
    Ok(Image {
        code: if text { library.view().print().into_bytes() } else { bytes.into_owned() },
        entry_points: exported,
        properties,
        is_esimd: false,
        number,
        has_other_half: false,
        // The runtime picks the one that suits the device: no target does without them.
        needs: Needs::default(),
    })
}
