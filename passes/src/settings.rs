//! Settings of passes from a file: a JSON object that has for each pass by name an object of its parameters.
//!
//! ```json
//! {"aspect-propagation": {"fixed-targets": "intel_gpu_pvc:intel_gpu_dg1", "no-diagnose": true}}
//! ```
//!
//! Values are `true` for flags (`false` leaves them out), text or numbers, arrays for what may be repeated. They come
//! before the parameters that a pipeline names, so those have the last word. The whole file is checked when it is read,
//! also what it says of passes that do not run.

use std::{fmt, sync::Arc};

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

use crate::{
    device_files::DeviceFiles,
    options::{Given, OptionError},
    registry,
};

/// The content of such a file.
#[derive(Debug)]
pub struct Settings {
    /// By the place of the pass in [`registry::PASSES`].
    sections: Vec<(usize, Section)>,
    device_files: Arc<DeviceFiles>,
}

/// What the file says of one pass.
#[derive(Debug)]
pub struct Section {
    /// The file.
    pub(crate) file: String,
    pub(crate) parameters: Map<String, Value>,
}

impl Settings {
    /// Parses a file's text.
    ///
    /// # Errors
    /// Text that is no such object, names something that is no pass, a pass or parameter twice, or gives a pass what it does
    /// not take.
    pub fn parse(text: &str, file: &str) -> Result<Self, OptionError> {
        let problem = |problem: String| OptionError::Config { file: file.to_owned(), problem };
        let object = parse_object(text)
            .map_err(|e| problem(format!("{e}; expected an object with a member for each pass to set")))?;
        let mut sections: Vec<(usize, Section)> = Vec::new();
        for (name, section) in object {
            let Some(slot) = registry::slot(&name) else {
                let names: Vec<&str> = registry::PASSES.iter().map(|info| info.name).collect();
                return Err(problem(format!("'{name}' is no pass; expected one of: {}", names.join(", "))));
            };
            let info = &registry::PASSES[slot];
            let parameters = match section {
                Value::Object(parameters) => parameters,
                other => return Err(problem(format!("'{name}' is {other}; expected an object of parameters"))),
            };
            if sections.iter().any(|(other, _)| *other == slot) {
                let alias = info.alias.unwrap_or(info.name);
                return Err(problem(format!("'{}' and '{alias}' are one pass; expected one of them", info.name)));
            }
            let section = Section { file: file.to_owned(), parameters };
            (info.check)(&Given { settings: Some(&section), text: "" })?;
            sections.push((slot, section));
        }
        Ok(Self { sections, device_files: Arc::default() })
    }

    /// Device configurations that passes with these settings have read.
    pub(crate) fn device_files(&self) -> &Arc<DeviceFiles> {
        &self.device_files
    }

    /// What the file says of the pass in this place of [`registry::PASSES`].
    pub fn section(&self, slot: usize) -> Option<&Section> {
        self.sections.iter().find(|(other, _)| *other == slot).map(|(_, section)| section)
    }
}

/// Parses an object of which no member, at any depth, occurs twice: the last one would win without a word.
pub(crate) fn parse_object(text: &str) -> Result<Map<String, Value>, serde_json::Error> {
    serde_json::from_str::<Object>(text).map(|object| object.0)
}

struct Object(Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Tree).and_then(|tree| match tree {
            Value::Object(object) => Ok(Self(object)),
            _ => Err(D::Error::custom("no object")),
        })
    }
}

/// Any JSON.
struct Any(Value);

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree).map(Self)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Any(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format!("'{name}' occurs twice")));
            }
            let Any(value) = members.next_value()?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Result<crate::aspect_propagation::Options, String> {
        let slot = registry::slot("aspect-propagation").ok_or("no such pass")?;
        let settings = Settings::parse(text, "s.json").map_err(|e| e.to_string())?;
        let given = Given { settings: settings.section(slot), text: "" };
        given.parse("aspect-propagation", crate::options::ASPECT_PROPAGATION).map_err(|e| e.to_string())
    }

    #[test]
    fn sections_are_parameters() {
        let text = r#"{"aspect-propagation": {"exclude": ["fp64", "a:b"], "no-diagnose": true, "pre-opt": false}}"#;
        let parsed = options(text).expect("settings");
        assert_eq!(parsed.exclude, ["fp64", "a", "b"]);
        assert!(parsed.is_silent && !parsed.excludes_fp64);
        assert_eq!(options(r#"{"spec-constants": {"emulation": true}}"#).map(|o| o.is_silent), Ok(false));
        let alias = options(r#"{"sycl-propagate-aspects-usage": {"exclude": "x;y"}}"#);
        assert_eq!(alias.map(|o| o.exclude), Ok(vec!["x;y".to_owned()]));
    }

    #[test]
    fn faults_name_file_and_item() {
        for (text, fault) in [
            (r#"{"aspects": {}}"#, "'aspects' is no pass; expected one of: spec-constants, aspect-propagation, "),
            (r#"{"aspect-propagation": 1}"#, "'aspect-propagation' is 1; expected an object of parameters"),
            (
                r#"{"aspect-propagation": {"exclude": null}}"#,
                "'exclude' is null; expected true, false, a number or text",
            ),
            (r#"{"aspect-propagation": {"exclud": "x"}}"#, "unknown parameter 'exclud=x' of pass 'aspect-propagation'"),
            (r#"{"aspect-propagation": {"exclud": false}}"#, "unknown parameter 'exclud' of pass 'aspect-propagation'"),
            (
                r#"{"global-offset": {"disable": "yes"}}"#,
                "parameter 'disable' of pass 'global-offset' has the value 'yes'",
            ),
            (
                r#"{"sycl-post-link": {"split": "both"}}"#,
                "parameter 'split' of pass 'sycl-post-link' has the value 'both'",
            ),
            (r#"{"global-offset": {}, "globaloffset": {}}"#, "'global-offset' and 'globaloffset' are one pass"),
            (r#"{"globaloffset": {}, "global-offset": {}}"#, "'global-offset' and 'globaloffset' are one pass"),
            (r#"{"global-offset": {}, "global-offset": {}}"#, "'global-offset' occurs twice at line 1 column 37"),
            (r#"{"global-offset": {"disable": true, "disable": false}}"#, "'disable' occurs twice"),
            (
                r#"{"aspect-propagation": {"pre-opt": true, "post-opt": true}}"#,
                "parameters 'pre-opt' and 'post-opt' of pass 'aspect-propagation' exclude each other",
            ),
            ("[]", "invalid type: sequence"),
        ] {
            let error = options(text).unwrap_err();
            assert!(error.starts_with("configuration file 's.json': ") && error.contains(fault), "{error}");
        }
    }
}
