//! More processes for the post-link step of a large module.
//!
//! The images are the same, so neither the command nor its key says how many: the settings of the passes do. A `jobs`
//! of the user's has priority.

use std::io::Write as _;
use std::path::Path;

use super::super::action::{Action, StepKind};
use crate::jobs::{Limit, Token};

/// Bytes of a module for which another process is worth its start.
const BYTES_OF_A_HELPER: usize = 64 << 10;

/// The variable that names the settings of the passes.
pub(super) const PASSES_CONFIG: &str = "SYCL_PASSES_CONFIG";

/// Processes beside the one of a step, which may run as long as this lives.
pub(super) struct Helpers<'a> {
    count: usize,
    _tokens: Vec<Token<'a>>,
}

impl<'a> Helpers<'a> {
    /// As many as are worth it, within the limit, of which `running` steps are part, this one among them.
    pub(super) fn acquire(action: &Action, work: &Path, limit: &'a Limit, running: usize) -> Self {
        let most = Self::most(action, work).min(limit.jobs.saturating_sub(running));
        let mut tokens = Vec::new();
        if let Some(server) = &limit.jobserver {
            tokens.extend((0..most).map_while(|_| server.try_acquire()));
        }
        let count = if limit.jobserver.is_some() { tokens.len() } else { most };
        Self { count, _tokens: tokens }
    }

    fn most(action: &Action, work: &Path) -> usize {
        // Elsewhere the passes do not fork.
        if action.title.kind != StepKind::PostLink || cfg!(not(target_os = "linux")) {
            return 0;
        }
        let module = action.inputs.last().map(|input| work.join(input.path()));
        let size = module.and_then(|module| module.metadata().ok()).map_or(0, |metadata| metadata.len());
        usize::try_from(size).unwrap_or(usize::MAX) / BYTES_OF_A_HELPER
    }

    /// Number of processes of the step, its own among them.
    pub(super) fn processes(&self) -> usize {
        1 + self.count
    }

    /// The settings of the passes that tell the program of the step, if there is anything to tell. It reads them when
    /// it starts.
    pub(super) fn settings(&self, work: &Path) -> Option<tempfile::NamedTempFile> {
        let mut settings = (self.count > 0).then(|| tempfile::NamedTempFile::new_in(work))?.ok()?;
        write!(settings, r#"{{"sycl-post-link":{{"jobs":{}}}}}"#, self.processes()).ok()?;
        Some(settings)
    }
}
