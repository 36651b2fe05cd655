//! Messages of the compiler about a program.

use std::iter;

use serde::{Deserialize, Serialize};

/// Severity of a message. The compiler library gives its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u32)]
pub enum Severity {
    /// An explanation of another diagnostic.
    Note,
    /// Work that the compiler did, for those who asked.
    Remark,
    /// A likely mistake.
    Warning,
    /// A mistake.
    Error,
    /// An error after which the compiler did not go on.
    Fatal,
}

impl Severity {
    /// Clang's word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Remark => "remark",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Fatal => "fatal error",
        }
    }
}

/// A diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its place, unless it is about the whole.
    pub place: Option<Place>,
    /// The mistake, in one line.
    pub text: String,
    /// The name of the warning, which `-Wno-` and the name turn off.
    pub option: Option<String>,
    /// Explanations, in their order.
    pub notes: Vec<Diagnostic>,
    /// The text that clang prints for it, with the line of the source, without that of the notes.
    pub rendered: String,
    /// The function that a back end complains about, as the module names it.
    pub function: Option<String>,
}

/// A place in a source. Lines and columns count from 1, columns in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Place {
    /// The file, as the request or `#line` names it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The line and column behind what is meant, if that is known.
    pub end: Option<(u32, u32)>,
}

impl Place {
    /// A place, of which `end` is the line and column behind what is meant.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(file: String, line: u32, column: u32, end: Option<(u32, u32)>) -> Self {
        Self { file, line, column, end }
    }
}

impl Diagnostic {
    /// An error that is about the whole.
    pub(crate) fn error(text: &str) -> Self {
        Self::plain(Severity::Error, text)
    }

    /// One that is about the whole.
    #[doc(hidden)]
    #[must_use]
    pub fn plain(severity: Severity, text: &str) -> Self {
        Self {
            severity,
            place: None,
            text: text.to_owned(),
            option: None,
            notes: Vec::new(),
            rendered: format!("{}: {text}\n", severity.name()),
            function: None,
        }
    }

    /// It and its notes.
    pub(crate) fn with_notes(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(&self.notes)
    }

    /// Whether there is no image because of it.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        matches!(self.severity, Severity::Error | Severity::Fatal)
    }
}
