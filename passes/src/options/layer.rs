//! Parameters as they are given in one place, and which of several places counts.

use std::path::Path;

use super::{ConfigProblem, Form, KnownNames, OptionError, Parameter, ParameterValue, json};

/// One name with what is given for it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name, which need not be known.
    pub name: String,
    /// Given values; several where that is repeated.
    pub values: Vec<ParameterValue>,
}

/// The parameters that are given in one place.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// The file that they are in; none for a pipeline or a command line.
    pub(super) file: Option<String>,
    pub(super) entries: Vec<Entry>,
}

impl Layer {
    /// Parameters as they stand between `<` and `>`.
    pub fn of_text(text: &str) -> Self {
        let given = outermost(text).into_iter().map(str::trim).filter(|parameter| !parameter.is_empty());
        let entry = |(name, value): (&str, ParameterValue)| Entry { name: name.to_owned(), values: vec![value] };
        let entries = given.map(|parameter| match parameter.split_once('=') {
            Some((name, value)) => (name, ParameterValue::Text(value.into())),
            None => (parameter, ParameterValue::Flag(true)),
        });
        Self { file: None, entries: entries.map(entry).collect() }
    }

    /// Parameters of a command line.
    pub fn of_entries(entries: Vec<Entry>) -> Self {
        Self { file: None, entries }
    }

    /// Reads a file of parameters.
    ///
    /// # Errors
    /// A file that cannot be read, or is not an object of parameters.
    pub fn of_file(file: &Path) -> Result<Self, OptionError> {
        let name = file.display().to_string();
        let problem = |problem| OptionError::config(&name, problem);
        let text = std::fs::read_to_string(file).map_err(|error| problem(ConfigProblem::Read(error.into())))?;
        let expected = "an object of parameters";
        let object = json::parse_object(&text)
            .map_err(|error| problem(ConfigProblem::Json { error: error.into(), expected }))?;
        if object.contains_key("config") {
            return Err(problem(ConfigProblem::Nested));
        }
        json::layer(object, &name)
    }

    /// The file that the parameters are in.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name)
    }

    /// Sets the parameters. One that a more specific layer (`over`) sets as well is skipped unless its values add up;
    /// it is still checked.
    ///
    /// # Errors
    /// The first parameter that the table does not take.
    pub(super) fn apply<T: Default>(
        &self,
        pass: &str,
        table: &[Parameter<T>],
        options: &mut T,
        over: &[&Layer],
    ) -> Result<(), OptionError> {
        let mut unused = T::default();
        let mut chosen = Chosen::default();
        let mut apply = |entry: &Entry| {
            let parameter = find(pass, table, entry)?;
            let counts = parameter.adds_up() || !over.iter().any(|layer| layer.has(&entry.name));
            for value in &entry.values {
                let set = parameter.set(if counts { options } else { &mut unused }, &entry.name, value);
                set.map_err(|problem| OptionError::Value {
                    parameter: parameter.name,
                    pass: pass.to_owned(),
                    problem,
                })?;
                if *value != ParameterValue::Flag(false) {
                    chosen.add(pass, parameter)?;
                }
            }
            Ok(())
        };
        self.entries.iter().try_for_each(&mut apply).map_err(|error: OptionError| match &self.file {
            Some(file) => error.in_file(file),
            None => error,
        })
    }
}

/// The parts between those `;` that are not inside of `<` and `>`: a value may be a pipeline.
fn outermost(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (at, character) in text.char_indices() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn find<'t, T>(pass: &str, table: &'t [Parameter<T>], entry: &Entry) -> Result<&'t Parameter<T>, OptionError> {
    table.iter().find(|parameter| parameter.is_called(&entry.name)).ok_or_else(|| OptionError::Unknown {
        parameter: match entry.values.first() {
            Some(ParameterValue::Text(text)) => format!("{}={}", entry.name, text.display()),
            Some(ParameterValue::Number(number)) => format!("{}={number}", entry.name),
            _ => entry.name.clone(),
        },
        pass: pass.to_owned(),
        known: KnownNames(table.iter().map(|parameter| parameter.name).collect()),
    })
}

/// Given flag of several that exclude each other, in one place.
#[derive(Default)]
struct Chosen(Vec<&'static str>);

impl Chosen {
    fn add<T>(&mut self, pass: &str, parameter: &Parameter<T>) -> Result<(), OptionError> {
        if let Form::OneOf(names, _) = parameter.form {
            if let Some(other) = self.0.iter().find(|other| **other != parameter.name && names.contains(other)) {
                return Err(OptionError::Excluded { parameters: [other, parameter.name], pass: pass.to_owned() });
            }
            self.0.push(parameter.name);
        }
        Ok(())
    }
}

/// Values for one pass.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Values in the settings.
    pub settings: Option<Layer>,
    /// Values in the pipeline or on the command line.
    pub explicit: Layer,
}

impl Given {
    /// The options that are given.
    ///
    /// # Errors
    /// The first parameter that the table does not take.
    pub fn parse<T: Default>(&self, pass: &str, table: &[Parameter<T>]) -> Result<T, OptionError> {
        let mut options = T::default();
        if let Some(settings) = &self.settings {
            settings.apply(pass, table, &mut options, &[&self.explicit])?;
        }
        self.explicit.apply(pass, table, &mut options, &[])?;
        Ok(options)
    }
}
