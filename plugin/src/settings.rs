//! Settings from the file that the environment variable `SYCL_PASSES_CONFIG` names, read once when the plugin is
//! loaded. The only other variable is the logger's, `SYCL_PASSES_LOG`.

use std::sync::OnceLock;

use sycl_passes::{
    options::{ConfigProblem, OptionError},
    registry,
    settings::Settings,
};

static SETTINGS: OnceLock<Result<Option<Settings>, OptionError>> = OnceLock::new();

/// Reads the file, if there is one.
pub(crate) fn read() {
    SETTINGS.get_or_init(|| {
        let Some(file) = std::env::var_os("SYCL_PASSES_CONFIG").filter(|file| !file.is_empty()) else {
            return Ok(None);
        };
        let name = file.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file)
            .map_err(|error| OptionError::config(&name, ConfigProblem::Read(error.into())))?;
        registry::read_settings(&text, &name).map(Some)
    });
}

/// Settings of the file; none without a file.
pub(crate) fn get() -> Result<Option<&'static Settings>, OptionError> {
    match SETTINGS.get() {
        Some(Ok(settings)) => Ok(settings.as_ref()),
        Some(Err(error)) => Err(error.clone()),
        None => Ok(None),
    }
}
