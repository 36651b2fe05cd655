//! Places where a front end says something of a function: for messages.

use std::fmt;

use sycl_propset::demangle::display_name;

use crate::ir::{Function, Value};

/// A place in a function, or the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The function, as its source spells it.
    pub function: String,
    /// `file:line` or `file:line:column`, where that is known.
    pub location: Option<String>,
}

impl Site {
    /// Place of a function, in any form that a location has.
    pub(crate) fn new(function: Function<'_>, location: Option<String>) -> Self {
        Self { function: display_name(&function.name()), location }
    }

    /// The start of a message: the location, as compilers write it.
    pub(crate) fn start(&self) -> String {
        self.location.as_ref().map_or_else(String::new, |location| format!("{location}: "))
    }
}

/// The first of the instructions that use a value, by their places; none without debug info.
pub(crate) fn first_use<'m>(value: impl Into<Value<'m>>) -> Option<Value<'m>> {
    let in_order = |user: &Value<'m>| {
        let location = user.location()?;
        let mut parts = location.rsplitn(3, ':');
        let mut number = || parts.next().and_then(|part| part.parse::<u32>().ok());
        let (column, line) = (number(), number());
        Some((parts.next().map(str::to_owned), line, column))
    };
    let users = value.into().users().filter(|user| user.is_instruction());
    users.filter_map(|user| Some((in_order(&user)?, user))).min_by(|(a, _), (b, _)| a.cmp(b)).map(|(_, user)| user)
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function `{}`", self.function)?;
        self.location.as_ref().map_or(Ok(()), |location| write!(f, " ({location})"))
    }
}
