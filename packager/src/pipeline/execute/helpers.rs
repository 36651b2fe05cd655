//! More processes for the post-link step of a large module.
//!
//! The images are the same, so neither the command nor its key says how many: the settings of the passes do. A `jobs`
//! of the user's has priority.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use super::super::action::{Action, StepKind};
use crate::jobs::{Limit, Token};

/// Bytes of a module for which another process is worth its start.
const BYTES_OF_A_HELPER: usize = 64 << 10;

/// The variable that names the settings of the passes.
const PASSES_CONFIG: &str = "SYCL_PASSES_CONFIG";

/// Processes beside the one of a step, which may run as long as this lives.
pub(super) struct Helpers<'a> {
    /// The settings of the passes.
    settings: tempfile::NamedTempFile,
    _tokens: Vec<Token<'a>>,
}

impl<'a> Helpers<'a> {
    /// As many as are worth it, within the limit, of which `running` steps are part, this one among them.
    pub(super) fn of(action: &Action, work: &Path, limit: &'a Limit, running: usize) -> Option<Self> {
        // Elsewhere the passes do not fork.
        if action.title.kind != StepKind::PostLink || cfg!(not(target_os = "linux")) {
            return None;
        }
        let module = work.join(action.inputs.last()?.path());
        let size = usize::try_from(module.metadata().ok()?.len()).unwrap_or(usize::MAX);
        let most = limit.jobs.saturating_sub(running).min(size / BYTES_OF_A_HELPER);
        let mut tokens = Vec::new();
        if let Some(server) = &limit.jobserver {
            tokens.extend((0..most).map_while(|_| server.try_acquire()));
        }
        let count = if limit.jobserver.is_some() { tokens.len() } else { most };
        if count == 0 {
            return None;
        }
        let mut settings = tempfile::NamedTempFile::new_in(work).ok()?;
        write!(settings, r#"{{"sycl-post-link":{{"jobs":{}}}}}"#, 1 + count).ok()?;
        Some(Self { settings, _tokens: tokens })
    }

    /// Tells the program of the step.
    pub(super) fn apply(&self, command: &mut Command) {
        command.env(PASSES_CONFIG, self.settings.path());
    }
}
