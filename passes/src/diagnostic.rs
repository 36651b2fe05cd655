//! What users should know: severity, text and place, handed to a sink that the host supplies.

use crate::ir::Value;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The run fails.
    Error,
    /// The user's program deserves a look.
    Warning,
    /// Belongs to the diagnostic before it.
    Note,
}

/// Takes diagnostics. The plugin hands them to LLVM, programs print them, tests collect them.
pub trait Sink {
    /// Reports one diagnostic.
    fn report(&mut self, severity: Severity, text: &str);

    /// Reports one diagnostic about an instruction or function. A sink that does not show places otherwise has them at
    /// the start of the text, where there is debug info.
    fn report_at(&mut self, severity: Severity, place: Value<'_>, text: &str) {
        match place.location() {
            Some(location) => self.report(severity, &format!("{location}: {text}")),
            None => self.report(severity, text),
        }
    }
}

impl Sink for Vec<(Severity, String)> {
    fn report(&mut self, severity: Severity, text: &str) {
        self.push((severity, text.to_owned()));
    }
}
