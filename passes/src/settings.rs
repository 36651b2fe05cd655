//! Settings of passes from a file: a JSON object that has for each pass by name an object of its parameters.
//!
//! ```json
//! {"aspect-propagation": {"fixed-targets": "intel_gpu_pvc:intel_gpu_dg1", "no-diagnose": true}}
//! ```
//!
//! Values are `true` for flags (`false` leaves them out), text or numbers, arrays for what may be repeated. They come
//! before the parameters that a pipeline names, so those have the last word.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{
    device_files::DeviceFiles,
    options::OptionError,
    registry::{self, PassInfo},
};

/// The content of such a file.
#[derive(Clone, Debug)]
pub struct Settings {
    file: String,
    sections: Map<String, Value>,
    device_files: Arc<DeviceFiles>,
}

impl Settings {
    /// Parses a file's text.
    ///
    /// # Errors
    /// Text that is no such object, or names something that is no pass.
    pub fn parse(text: &str, file: &str) -> Result<Self, OptionError> {
        let problem = |problem: String| OptionError::Config { file: file.to_owned(), problem };
        let sections: Map<String, Value> = serde_json::from_str(text)
            .map_err(|e| problem(format!("{e}; expected an object with a member for each pass to set")))?;
        for name in sections.keys() {
            if registry::find(name).is_none() {
                let names: Vec<&str> = registry::PASSES.iter().map(|info| info.name).collect();
                return Err(problem(format!("'{name}' is no pass; expected one of: {}", names.join(", "))));
            }
        }
        Ok(Self { file: file.to_owned(), sections, device_files: Arc::default() })
    }

    /// Device configurations that passes with these settings have read.
    pub(crate) fn device_files(&self) -> &Arc<DeviceFiles> {
        &self.device_files
    }

    /// The parameters of a pass, as they stand between `<` and `>` of a pipeline.
    ///
    /// # Errors
    /// A section that is no object of parameters.
    pub fn parameters(&self, info: &PassInfo) -> Result<String, OptionError> {
        let section = [Some(info.name), info.alias].into_iter().flatten().find_map(|name| self.sections.get(name));
        let Some(section) = section else { return Ok(String::new()) };
        let problem = |problem: String| OptionError::Config { file: self.file.clone(), problem };
        let Value::Object(section) = section else {
            return Err(problem(format!("'{}' is {section}; expected an object of parameters", info.name)));
        };
        let mut parameters = Vec::new();
        for (name, value) in section {
            for value in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
                match value {
                    Value::Bool(true) => parameters.push(name.clone()),
                    Value::Bool(false) => {}
                    Value::String(text) if !text.contains(';') => parameters.push(format!("{name}={text}")),
                    Value::Number(number) => parameters.push(format!("{name}={number}")),
                    other => {
                        let expected = "true, a number or text without ';'";
                        return Err(problem(format!("'{name}' of '{}' is {other}; expected {expected}", info.name)));
                    }
                }
            }
        }
        Ok(parameters.join(";"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(text: &str) -> Result<String, String> {
        let info = registry::find("aspect-propagation").ok_or("no such pass")?;
        Settings::parse(text, "s.json").and_then(|s| s.parameters(info)).map_err(|e| e.to_string())
    }

    #[test]
    fn sections_become_parameters() {
        let text = r#"{"aspect-propagation": {"exclude": ["fp64", "a:b"], "no-diagnose": true, "pre-opt": false}}"#;
        assert_eq!(parameters(text).as_deref(), Ok("exclude=fp64;exclude=a:b;no-diagnose"));
        assert_eq!(parameters(r#"{"spec-constants": {"emulation": true}}"#).as_deref(), Ok(""));
        assert_eq!(parameters(r#"{"sycl-propagate-aspects-usage": {"exclude": "x"}}"#).as_deref(), Ok("exclude=x"));
    }

    #[test]
    fn faults_name_file_and_item() {
        for (text, fault) in [
            (r#"{"aspects": {}}"#, "'aspects' is no pass; expected one of: spec-constants, aspect-propagation, "),
            (r#"{"aspect-propagation": 1}"#, "'aspect-propagation' is 1; expected an object of parameters"),
            (
                r#"{"aspect-propagation": {"exclude": null}}"#,
                "'exclude' of 'aspect-propagation' is null; expected true",
            ),
            ("[]", "invalid type: sequence"),
        ] {
            let error = parameters(text).unwrap_err();
            assert!(error.starts_with("configuration file 's.json': ") && error.contains(fault), "{error}");
        }
    }
}
