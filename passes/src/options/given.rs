//! Parameters of a pass as they are given: by JSON files, and by the pipeline, which has the last word.

use serde_json::{Map, Value};

use super::{Form, OptionError, Parameter, apply, parameters};
use crate::settings::Section;

/// What is given for one pass.
#[derive(Clone, Copy, Default)]
pub struct Given<'a> {
    /// What the settings say.
    pub settings: Option<&'a Section>,
    /// What stands between `<` and `>`.
    pub text: &'a str,
}

impl Given<'_> {
    /// All names.
    pub fn names(&self) -> Vec<&str> {
        let settings = self.settings.into_iter().flat_map(|section| section.parameters.keys().map(String::as_str));
        settings.chain(parameters(self.text).map(|(name, _)| name)).collect()
    }

    /// Sets the parameters.
    ///
    /// # Errors
    /// The first parameter that the table does not take.
    pub fn apply<T>(&self, pass: &str, table: &[Parameter<T>], options: &mut T) -> Result<(), OptionError> {
        if let Some(section) = self.settings {
            apply_object(pass, table, &section.parameters, &section.file, |_, name, value| {
                apply(pass, table, options, name, value)
            })?;
        }
        apply_text(pass, table, options, self.text)
    }

    /// The options that are given.
    ///
    /// # Errors
    /// As for [`Given::apply`].
    pub fn parse<T: Default>(&self, pass: &str, table: &[Parameter<T>]) -> Result<T, OptionError> {
        let mut options = T::default();
        self.apply(pass, table, &mut options)?;
        Ok(options)
    }
}

/// Applies parameters as they stand between `<` and `>`.
///
/// # Errors
/// The first parameter that the table does not take.
pub fn apply_text<T>(pass: &str, table: &[Parameter<T>], options: &mut T, text: &str) -> Result<(), OptionError> {
    let mut chosen = Chosen::default();
    parameters(text).try_for_each(|(name, value)| {
        apply(pass, table, options, name, value)?;
        chosen.add(pass, table, name)
    })
}

/// Gives each parameter of a JSON object, with its value, to `set`: `true` for flags, text or numbers for values, arrays for
/// what may be repeated.
pub(super) fn apply_object<T>(
    pass: &str,
    table: &[Parameter<T>],
    object: &Map<String, Value>,
    file: &str,
    mut set: impl FnMut(&[Parameter<T>], &str, Option<&str>) -> Result<(), OptionError>,
) -> Result<(), OptionError> {
    let in_file = |error: OptionError| OptionError::File { file: file.to_owned(), problem: Box::new(error) };
    let mut chosen = Chosen::default();
    for (name, value) in object {
        let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let parameter = table.iter().find(|parameter| parameter.name == name);
        if values.is_empty() && parameter.is_none() {
            set(table, name, None).map_err(in_file)?; // says that the name is unknown
        }
        for value in values {
            let applied = match value {
                Value::Bool(false) if parameter.is_some_and(Parameter::is_flag) => continue,
                // Also says what is wrong with the name, or that it wants a value.
                Value::Bool(_) => set(table, name, None),
                Value::String(text) => set(table, name, Some(text)),
                Value::Number(number) => set(table, name, Some(&number.to_string())),
                other => {
                    let problem = format!("'{name}' is {other}; expected true, false, a number or text");
                    return Err(OptionError::Config { file: file.to_owned(), problem });
                }
            };
            applied.and_then(|()| chosen.add(pass, table, name)).map_err(in_file)?;
        }
    }
    Ok(())
}

/// Which of several flags that exclude each other was given, in one place.
#[derive(Default)]
struct Chosen(Vec<&'static str>);

impl Chosen {
    fn add<T>(&mut self, pass: &str, table: &[Parameter<T>], name: &str) -> Result<(), OptionError> {
        let Some(parameter) = table.iter().find(|parameter| parameter.name == name) else { return Ok(()) };
        if let Form::OneOf(names) = parameter.form {
            if let Some(other) = self.0.iter().find(|other| **other != name && names.contains(other)) {
                return Err(OptionError::Excluded {
                    parameters: [(*other).to_owned(), name.to_owned()],
                    pass: pass.to_owned(),
                });
            }
            self.0.push(parameter.name);
        }
        Ok(())
    }
}
