//! Reasons why constants cannot be set.

use std::{io, path::PathBuf, sync::Arc};

use crate::sscp::literal;

/// Reasons why constants cannot be set. The module is unchanged then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// Nothing has the name.
    #[error(
        "`{name}` is neither an IR constant nor a specialization constant of the module; expected {}",
        known(nearest.as_deref())
    )]
    Unknown {
        /// The given name.
        name: String,
        /// The nearest name that something has.
        nearest: Option<String>,
    },
    /// Several things have the name.
    #[error("`{name}` means {}; expected the symbol or symbolic id of one of them", meanings.join(" and "))]
    Ambiguous {
        /// The given name.
        name: String,
        /// Its meanings, in words.
        meanings: Vec<String>,
    },
    /// The type does not hold the value.
    #[error("constant `{name}` of type {ty} is set to `{value}`; expected {expected}")]
    Value {
        /// The given name.
        name: String,
        /// The type of the constant.
        ty: String,
        /// The given value.
        value: String,
        /// Expectation of the type.
        expected: literal::Expected,
    },
    /// Constants have no value.
    #[error(
        "{} without a value: {}; expected `set=NAME=VALUE` for each, or `unset=keep` or `unset=zero`",
        if constants.len() == 1 { "an IR constant" } else { "IR constants" },
        constants.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )]
    Unset {
        /// All of them, in module order.
        constants: Vec<Missing>,
    },
    /// A file of values cannot be read.
    #[error("file of constants `{}`: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// The cause.
        #[source]
        source: Arc<io::Error>,
    },
    /// A line of such a file is something else.
    #[error("file of constants `{}`, line {line}: found `{found}`; expected `NAME=VALUE`, or a comment after `#`", file.display())]
    Line {
        /// Its path.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The given text.
        found: String,
    },
}

fn known(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || "a name that `llvm-to-backend --list-constants` prints, or the parameter `list` of the pass".to_owned(),
        |name| format!("`{name}`, perhaps"),
    )
}

/// A constant without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name in the source, or its symbol.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// Its type.
    pub ty: String,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, symbol, ty } = self;
        if name == symbol { write!(f, "`{name}` ({ty})") } else { write!(f, "`{name}` ({ty}, symbol `{symbol}`)") }
    }
}
