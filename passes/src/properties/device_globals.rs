//! Device globals: their identities, sizes and scope.

use rustc_hash::FxHashSet;
use sycl_propset::device_globals::{DeviceGlobal, DeviceGlobals};

use super::{Content, Error};
use crate::ir::{GlobalVariable, attribute};

/// Whether each image has an instance of its own.
pub(super) fn has_image_scope(global: GlobalVariable<'_>) -> bool {
    global.string_attribute(attribute::DEVICE_IMAGE_SCOPE).is_some_and(|value| value != "false")
}

/// The identity of a variable.
pub(super) fn unique_id(global: GlobalVariable<'_>) -> Result<String, Error> {
    global.string_attribute(attribute::UNIQUE_ID).ok_or_else(|| Error::NoUniqueId { name: global.name() })
}

/// The set of device globals.
pub(super) fn device_globals(content: &Content<'_, '_>) -> Result<DeviceGlobals, Error> {
    let mut globals = DeviceGlobals::default();
    for global in content.device_globals() {
        let text = global.string_attribute(attribute::DEVICE_GLOBAL_SIZE).expect("what makes it a device global");
        let size = text.parse().map_err(|_| Error::Size {
            attribute: attribute::DEVICE_GLOBAL_SIZE,
            name: global.name(),
            found: text.clone(),
        })?;
        globals.globals.insert(unique_id(global)?, DeviceGlobal { size, device_image_scope: has_image_scope(global) });
    }
    Ok(globals)
}

/// A device global with image scope is one variable per image, so only one image may use it.
pub(crate) fn check_image_scope(uses: &[Vec<GlobalVariable<'_>>]) -> Result<(), Error> {
    let mut seen = FxHashSet::default();
    for global in uses.iter().flatten() {
        if has_image_scope(*global) && !seen.insert(*global) {
            return Err(Error::ImageScope { name: global.name() });
        }
    }
    Ok(())
}
