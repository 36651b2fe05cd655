//! `--jobs`, the same for all commands that have it.

use sycl_packager::jobs::{Jobserver, Limit};

use super::failure;

/// The limit that the user and GNU make set; `without` is that of a user who says nothing, where there is no make.
pub(super) fn limit(asked: Option<usize>, without: usize) -> Limit {
    let jobserver = std::env::var("MAKEFLAGS").ok().and_then(|flags| Jobserver::from_makeflags(&flags));
    let hardware = hardware();
    let jobs = match asked {
        Some(jobs) if jobs > hardware => {
            let message = format!("{jobs} jobs asked for; {hardware} are used, as many as the machine runs at once");
            failure::complain(&message);
            hardware
        }
        Some(jobs) => jobs.max(1),
        None if jobserver.is_some() => hardware,
        None => without,
    };
    Limit { jobs, jobserver }
}

/// As many jobs as the machine runs at once.
pub(super) fn hardware() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
