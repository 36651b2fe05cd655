//! Messages of a compilation, put together.

use std::{collections::BTreeMap, time::Duration};

use super::{image::CollectedImage, interface::Step, said::Said};
use crate::{
    cache::{DiskFiles, add_file},
    diagnostic::{Diagnostic, Severity},
};

/// Messages of a compilation for a target.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) log: String,
    pub(crate) kernels: Vec<String>,
    /// Functions of name expressions, with their kernels.
    pub(crate) names: Vec<(String, Option<String>)>,
    pub(crate) triple: String,
    /// Name that is not defined, and a kernel that needs it.
    pub(crate) undefined: (String, Option<String>),
    /// The processors that the target has.
    pub(crate) processors: String,
    pub(crate) images: Vec<CollectedImage>,
    /// Files that were found on disk.
    pub(crate) files: DiskFiles,
    times: BTreeMap<Step, Duration>,
}

impl Collected {
    /// Takes a message, but nothing that is for a cache.
    pub(crate) fn take(&mut self, said: Said<'_>) {
        match said {
            Said::Diagnostic(diagnostic) => self.add_diagnostic(diagnostic),
            Said::Log(text) => self.log.push_str(&text),
            Said::Kernel(name) => self.kernels.push(name),
            Said::Name(function, kernel) => self.names.push((function, kernel)),
            Said::Triple(triple) => self.triple = triple,
            Said::Undefined(name, kernel) => self.undefined = (name, kernel),
            Said::Processors(names) => self.processors = names,
            Said::Image { kernels, properties, bitcode, code } => {
                let (bitcode, code) = (bitcode.to_vec(), code.to_vec());
                self.images.push(CollectedImage { kernels, properties, bitcode, code, was_stored: false });
            }
            Said::Time(step, time) => *self.times.entry(step).or_default() += time,
            Said::File(name, file) => add_file(&mut self.files, name.to_vec(), file),
            Said::Preamble(_)
            | Said::KeepPreamble { .. }
            | Said::Module(_)
            | Said::KeepModule { .. }
            | Said::HasImages(_)
            | Said::End(_) => {}
        }
    }

    /// Time of a step; none if it did not run.
    pub(crate) fn time(&self, step: Step) -> Duration {
        self.times.get(&step).copied().unwrap_or_default()
    }

    fn add_diagnostic(&mut self, diagnostic: Diagnostic) {
        self.log.push_str(&diagnostic.rendered);
        match self.diagnostics.last_mut() {
            // One without a place is about the whole.
            Some(explained) if diagnostic.severity == Severity::Note && diagnostic.place.is_some() => {
                explained.notes.push(diagnostic);
            }
            _ => self.diagnostics.push(diagnostic),
        }
    }
}
