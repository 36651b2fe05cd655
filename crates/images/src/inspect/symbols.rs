//! The symbols of an image, as they are stored, so that a list of many short names takes no more than its bytes.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use sycl_propset::symbols;

use crate::error::Error;
use crate::image::symbols_of;
use crate::offload_binary::Strings;

/// Names of kernels and exported functions.
#[derive(Debug, Clone)]
pub struct Symbols(Stored);

#[derive(Debug, Clone)]
enum Stored {
    Names(Vec<String>),
    /// The value among the strings of a container.
    Strings(Strings),
    /// A symbol table that was checked.
    Table(Arc<[u8]>),
}

impl Symbols {
    /// A list of names.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        Self(Stored::Names(names))
    }

    /// Reads them from the strings of an image.
    pub(super) fn of_strings(strings: &Strings) -> Self {
        Self(Stored::Strings(strings.clone()))
    }

    /// Reads them from a symbol table.
    pub(super) fn of_table(text: Vec<u8>, file: &str) -> Result<Self, Error> {
        symbols::names(&text, file).try_for_each(|name| name.map(drop))?;
        Ok(Self(Stored::Table(text.into())))
    }

    /// The names in order.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let names: Box<dyn Iterator<Item = Cow<'_, str>>> = match &self.0 {
            Stored::Names(names) => Box::new(names.iter().map(|name| name.as_str().into())),
            Stored::Strings(strings) => Box::new(symbols_of(strings)),
            Stored::Table(text) => Box::new(symbols::names(text, "").filter_map(Result::ok).map(Into::into)),
        };
        names
    }
}

impl Serialize for Symbols {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
