//! Settings of passes from a file: a JSON object that has for each pass by name an object of its parameters.
//!
//! ```json
//! {"aspect-propagation": {"fixed-targets": "intel_gpu_pvc:intel_gpu_dg1", "no-diagnose": true}}
//! ```
//!
//! Values are `true` for flags (`false` leaves them out), text or numbers, arrays for what may be repeated. What a
//! pipeline says counts more. The whole file is checked when it is read, also what it says of passes that do not run
//! ([`registry::read_settings`](crate::registry::read_settings)).

use std::sync::Arc;

use serde_json::Value;

use crate::{
    device_files::DeviceFiles,
    options::{ConfigProblem, Layer, OptionError, json},
};

/// Settings of the passes in a file.
#[derive(Debug, Default)]
pub struct Settings {
    /// By the place of the pass among all.
    sections: Vec<(usize, Layer)>,
    device_files: Arc<DeviceFiles>,
}

impl Settings {
    /// Settings of passes, by their places among all.
    pub(crate) fn new(sections: Vec<(usize, Layer)>) -> Self {
        Self { sections, device_files: Arc::default() }
    }

    /// Device configurations that passes with these settings have read.
    pub(crate) fn device_files(&self) -> &Arc<DeviceFiles> {
        &self.device_files
    }

    /// Settings of a pass in the file.
    pub(crate) fn section(&self, slot: usize) -> Option<&Layer> {
        self.sections.iter().find(|(other, _)| *other == slot).map(|(_, section)| section)
    }
}

/// The names and parameters in a file's text, in its order.
///
/// # Errors
/// Text that is not an object of objects of parameters.
pub(crate) fn parse(text: &str, file: &str) -> Result<Vec<(String, Layer)>, OptionError> {
    let problem = |problem| OptionError::config(file, problem);
    let expected = "an object with a member for each pass to set";
    let object =
        json::parse_object(text).map_err(|error| problem(ConfigProblem::Json { error: error.into(), expected }))?;
    let section = |(name, section)| match section {
        Value::Object(parameters) => Ok((name, json::layer(parameters, file)?)),
        found => Err(problem(ConfigProblem::NoParameters { name, found })),
    };
    object.into_iter().map(section).collect()
}
