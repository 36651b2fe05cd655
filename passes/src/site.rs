//! Where a front end says something of a function: for messages.

use std::fmt;

use sycl_propset::demangle::display_name;

use crate::ir::Function;

/// A place in a function, or the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The function, as its source spells it.
    pub function: String,
    /// `file:line` or `file:line:column`, where that is known.
    pub location: Option<String>,
}

impl Site {
    /// That of a function, in any form that a location has.
    pub(crate) fn new(function: Function<'_>, location: Option<String>) -> Self {
        Self { function: display_name(&function.name()), location }
    }

    /// The start of a message: the location, as compilers write it.
    pub(crate) fn start(&self) -> String {
        self.location.as_ref().map_or_else(String::new, |location| format!("{location}: "))
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function `{}`", self.function)?;
        self.location.as_ref().map_or(Ok(()), |location| write!(f, " ({location})"))
    }
}
