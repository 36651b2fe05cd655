//! Runs of a build, and reports of them.

use std::path::Path;
use std::time::Instant;

use super::action::Title;
use super::back_ends::BackEnds;
use super::cache::Cache;
use crate::jobs::Limit;

/// Settings of a run, which the result of a build does not depend on.
pub struct Settings<'a> {
    /// Results of earlier builds.
    pub cache: &'a Cache,
    /// Limit on steps at a time.
    pub limit: &'a Limit,
    /// A directory for all files on the way, if they are to be kept.
    pub keep: Option<&'a Path>,
    /// Whether it is reported why steps ran.
    pub explain: bool,
    /// Back ends that do steps in place of programs.
    pub back_ends: &'a BackEnds,
}

/// Callback for events: on whichever thread, but one event at a time.
pub type Report<'a> = dyn FnMut(Event<'_>) + Send + 'a;

/// Events while a build runs.
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
        /// Its output.
        text: &'a str,
    },
    /// A step has run; only if this is asked for.
    Ran {
        /// The command.
        command: &'a str,
        /// Directory that it ran in.
        directory: &'a Path,
    },
    /// A program has ended well.
    Timed {
        /// The step.
        title: &'a Title,
        /// The program.
        tool: &'static str,
        /// When it ended.
        end: Instant,
        /// Its duration.
        seconds: f64,
    },
    /// Reasons why steps ran, a line at a time; only if this is asked for.
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
