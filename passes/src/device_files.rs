//! Device configurations from files: read when a pass first needs one, and once for all passes of a host.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use sycl_propset::devices::DeviceConfig;

use crate::options::OptionError;

/// The files that were read.
#[derive(Debug, Default)]
pub struct DeviceFiles(Mutex<BTreeMap<PathBuf, Arc<DeviceConfig>>>);

impl DeviceFiles {
    /// The configuration in a file.
    ///
    /// # Errors
    /// A file that cannot be read, or is not a device configuration.
    pub fn get(&self, file: &Path) -> Result<Arc<DeviceConfig>, OptionError> {
        // A panic while the map is locked leaves it as it was.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(config) = known.get(file) {
            return Ok(Arc::clone(config));
        }
        let config = DeviceConfig::from_file(file).map_err(|error| OptionError::Devices { error: Arc::new(error) })?;
        let config = Arc::new(config);
        known.insert(file.to_owned(), Arc::clone(&config));
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_once() {
        let directory = std::env::temp_dir().join(format!("sycl-passes-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("devices.json");
        let files = DeviceFiles::default();
        let error = files.get(&file).unwrap_err().to_string();
        assert!(error.starts_with("device configuration `") && error.contains("devices.json`: "), "{error}");
        let text = r#"{"schema_version": 1, "targets": []}"#;
        std::fs::write(&file, text).unwrap();
        let first = files.get(&file).unwrap();
        std::fs::remove_dir_all(&directory).unwrap();
        assert!(Arc::ptr_eq(&first, &files.get(&file).unwrap()));
    }
}
