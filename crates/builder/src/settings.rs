//! How a build runs, and what is reported of it.

use std::path::Path;

use super::action::Title;
use super::back_ends::BackEnds;
use super::cache::Cache;
use crate::jobs::Limit;

/// How a build runs, which its result does not depend on.
pub struct Settings<'a> {
    /// Results of earlier builds.
    pub cache: &'a Cache,
    /// How many steps at a time.
    pub limit: &'a Limit,
    /// A directory for all files on the way, if they are to be kept.
    pub keep: Option<&'a Path>,
    /// Whether it is reported why steps ran.
    pub explain: bool,
    /// What does steps in place of programs.
    pub back_ends: &'a BackEnds,
}

/// Who hears what happens: on whichever thread, but one event at a time.
pub type Report<'a> = dyn FnMut(Event<'_>) + Send + 'a;

/// What is reported while a build runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// The build continues, but not exactly as requested.
    Warning(&'a str),
    /// The build starts again; discard what was reported so far.
    Again,
    /// A program ended well and wrote something to standard error.
    Message {
        /// The step.
        title: &'a Title,
        /// What it wrote.
        text: &'a str,
    },
    /// A step has run; only if this is asked for.
    Ran {
        /// The command.
        command: &'a str,
        /// Where it ran.
        directory: &'a Path,
    },
    /// Why steps ran, a line at a time; only if this is asked for.
    Explained(&'a str),
    /// A step has ended.
    Progress {
        /// Images that are finished.
        finished: usize,
        /// All images; 0 until they are counted.
        images: usize,
        /// Estimate of the seconds left; `None` before the first step has run.
        seconds_left: Option<f64>,
    },
}
