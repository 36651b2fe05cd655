//! `--jobs`, the same for all commands that have it.

use sycl_builder::jobs::{Jobserver, Limit};

/// Reads a number of jobs.
pub(super) fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected a number from 1".to_owned())
}

/// The limit that the user and GNU make set; `without` is the default if neither sets one.
pub(super) fn limit(asked: Option<usize>, without: usize) -> Limit {
    let jobserver = std::env::var("MAKEFLAGS").ok().and_then(|flags| Jobserver::from_makeflags(&flags));
    let jobs = match asked {
        Some(jobs) => jobs,
        None if jobserver.is_some() => hardware(),
        None => without,
    };
    Limit { jobs, jobserver }
}

/// The number of hardware threads.
pub(super) fn hardware() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
