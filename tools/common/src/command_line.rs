//! Command lines in the manner of LLVM's tools: names take one or two dashes, values follow `=`, flags may be given
//! `=true` or `=false`.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

/// Action of the program.
#[derive(Debug)]
pub enum Action<A> {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Run with these arguments.
    Run(Box<A>),
}

/// The parts of `-name=value` or `--name=value`.
#[must_use]
pub fn name_and_value(argument: &OsStr) -> (&OsStr, Option<&OsStr>) {
    let bytes = argument.as_bytes();
    let text = &bytes[bytes.iter().take_while(|byte| **byte == b'-').count()..];
    match text.iter().position(|byte| *byte == b'=') {
        Some(at) => (OsStr::from_bytes(&text[..at]), Some(OsStr::from_bytes(&text[at + 1..]))),
        None => (OsStr::from_bytes(text), None),
    }
}

/// Whether a flag with this value is set.
///
/// # Errors
/// The value, if it is neither true nor false.
pub fn is_set(value: Option<&OsStr>) -> Result<bool, String> {
    let text = value.map(|value| value.display().to_string());
    match text.as_deref() {
        None | Some("" | "true" | "TRUE" | "True" | "1") => Ok(true),
        Some("false" | "FALSE" | "False" | "0") => Ok(false),
        Some(value) => Err(value.to_owned()),
    }
}
