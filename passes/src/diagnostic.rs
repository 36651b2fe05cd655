//! What users should know: severity and text, handed to a sink that the host supplies.

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
}

impl Sink for Vec<(Severity, String)> {
    fn report(&mut self, severity: Severity, text: &str) {
        self.push((severity, text.to_owned()));
    }
}
