//! Parameters and their values.

use std::{
    ffi::{OsStr, OsString},
    num::NonZeroUsize,
    path::PathBuf,
};

use super::{Expected, Output, ValueError};

/// Value of a parameter, wherever it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterValue {
    /// The name alone, or `true`; `false` leaves a flag out.
    Flag(bool),
    /// Bytes, as names of files are.
    Text(OsString),
    /// A number that is not written as text.
    Number(serde_json::Number),
    /// A table, whose target and file the place has its own separator for.
    Output(Output),
}

impl ParameterValue {
    /// Text, or a number as text. None for the name alone.
    fn text(&self) -> Option<OsString> {
        match self {
            Self::Flag(_) => None,
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string().into()),
            Self::Output(output) => Some(output.path.clone().into()),
        }
    }
}

/// Form of a parameter, and what takes its value. The words are what help and messages call the value.
pub enum Form<T: 'static> {
    /// `name`
    Flag(fn(&mut T)),
    /// `name`, a flag that excludes the others of these
    OneOf(&'static [&'static str], fn(&mut T)),
    /// `name=<one of these>`, of which the position is taken
    Choice(&'static [&'static str], fn(&mut T, usize)),
    /// `name=<text>`
    Text(&'static str, fn(&mut T, &str) -> Result<(), ValueError>),
    /// `name=<text>`; what is given in several places adds up
    Texts(&'static str, fn(&mut T, &str) -> Result<(), ValueError>),
    /// `<key>:<key>=<text>`: a parameter whose name has a colon is a key of the user's. What is given adds up.
    Keyed(&'static str, fn(&mut T, &str, &str) -> Result<(), ValueError>),
    /// `name=<element>:<element>`; what is given in several places adds up
    List(&'static str, fn(&mut T, Vec<String>)),
    /// `name=<number from 1>`
    Number(&'static str, fn(&mut T, NonZeroUsize)),
    /// `name=<path>`
    Path(&'static str, fn(&mut T, PathBuf)),
    /// `name=<path>`; what is given in several places adds up
    Paths(&'static str, fn(&mut T, PathBuf)),
    /// `name=<target>:<path>`; what is given in several places adds up
    Output(&'static str, fn(&mut T, Output)),
}

/// One parameter of a pass.
pub struct Parameter<T: 'static> {
    /// Name as written.
    pub name: &'static str,
    /// Its form.
    pub form: Form<T>,
    /// One sentence.
    pub summary: &'static str,
}

impl<T> Parameter<T> {
    /// Whether it takes no value.
    pub fn is_flag(&self) -> bool {
        matches!(self.form, Form::Flag(_) | Form::OneOf(..))
    }

    /// Whether what is given in several places adds up. Of others the most specific place counts.
    pub fn adds_up(&self) -> bool {
        matches!(self.form, Form::Texts(..) | Form::Keyed(..) | Form::List(..) | Form::Paths(..) | Form::Output(..))
    }

    /// The parameter as help shows it.
    pub fn usage(&self) -> String {
        match self.form {
            Form::Flag(_) | Form::OneOf(..) => self.name.to_owned(),
            Form::Choice(names, _) => format!("{}={}", self.name, names.join("|")),
            Form::Text(words, _)
            | Form::Texts(words, _)
            | Form::Keyed(words, _)
            | Form::List(words, _)
            | Form::Number(words, _)
            | Form::Path(words, _)
            | Form::Paths(words, _)
            | Form::Output(words, _) => format!("{}=<{words}>", self.name),
        }
    }

    fn expected(&self) -> Expected {
        match self.form {
            Form::Flag(_) | Form::OneOf(..) => Expected::NoValue,
            Form::Choice(names, _) => Expected::OneOf(names),
            Form::Text(words, _)
            | Form::Texts(words, _)
            | Form::Keyed(words, _)
            | Form::List(words, _)
            | Form::Number(words, _)
            | Form::Path(words, _)
            | Form::Paths(words, _)
            | Form::Output(words, _) => Expected::Words(words),
        }
    }

    /// Whether it is given under this name.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name == name || matches!(self.form, Form::Keyed(..)) && name.contains(':')
    }

    /// Sets the parameter, given under a name: the one way from a value to options.
    ///
    /// # Errors
    /// It does not take the value.
    pub fn set(&self, options: &mut T, name: &str, value: &ParameterValue) -> Result<(), ValueError> {
        let expected = self.expected();
        if let (Form::Flag(set) | Form::OneOf(_, set), ParameterValue::Flag(is_set)) = (&self.form, value) {
            if *is_set {
                set(options);
            }
            return Ok(());
        }
        if let (Form::Output(_, set), ParameterValue::Output(output)) = (&self.form, value) {
            set(options, output.clone());
            return Ok(());
        }
        let bytes = value.text().ok_or(ValueError::Missing { expected })?;
        let wrong = || ValueError::Wrong { found: bytes.display().to_string(), expected };
        let text = || bytes.to_str().ok_or_else(|| ValueError::NotText { found: bytes.clone(), expected });
        match &self.form {
            Form::Flag(_) | Form::OneOf(..) => return Err(wrong()),
            Form::Choice(names, set) => {
                let text = text()?;
                set(options, names.iter().position(|name| *name == text).ok_or_else(wrong)?);
            }
            _ if bytes.is_empty() => return Err(wrong()),
            Form::Text(_, set) | Form::Texts(_, set) => set(options, text()?)?,
            Form::Keyed(_, set) => set(options, name, text()?)?,
            Form::List(_, set) => set(options, elements(text()?)),
            Form::Number(_, set) => set(options, text()?.parse().map_err(|_| wrong())?),
            Form::Path(_, set) | Form::Paths(_, set) => set(options, PathBuf::from(&bytes)),
            Form::Output(_, set) => set(options, Output::parse(OsStr::new(&bytes), b':').ok_or_else(wrong)?),
        }
        Ok(())
    }
}

/// Elements of a list.
fn elements(text: &str) -> Vec<String> {
    text.split(':').map(str::trim).filter(|element| !element.is_empty()).map(str::to_owned).collect()
}

/// The names of a table of choices.
pub(super) const fn names<T: Copy, const N: usize>(table: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = table[at].0;
        at += 1;
    }
    names
}
