//! Images in parallel: worker `w` of `n` makes those of the groups `w`, `w + n`, `w + 2n` and so on, the first worker in this
//! process, the others in forked ones. What is written does not depend on who writes it, nor does the error of a run that
//! fails: that of the first group, made again here if it was another process's.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

use serde::{Deserialize, Serialize};
use sycl_output::{Files, WriteError};

use super::{
    Error, checks,
    image::{Produced, Shared},
    report::Name,
    spec_constant_calls,
};
use crate::{
    device_code_split::{Analysis, Group, Half},
    diagnostic::{Severity, Sink},
    ir::{GlobalId, Requests},
    process::{Worker, check_alone},
    spec_constants::Calls,
};

/// Indices of groups, and what came of each.
type Made = Vec<(usize, Produced)>;

/// What a worker in another process has done.
#[derive(Serialize, Deserialize)]
struct Report {
    produced: Made,
    /// The group that failed; the worker stopped there.
    failed: Option<(usize, Failure)>,
}

/// An error of another process.
#[derive(Serialize, Deserialize)]
enum Failure {
    /// A file that could not be written: its name, the system's number for the cause, the cause in words.
    Write(Name, Option<i32>, String),
    /// Another one, in words.
    Other(String),
    /// A broken invariant.
    Panic,
}

/// Produces the images of all groups, in their order.
pub(super) fn produce(
    shared: &Shared<'_>,
    analysis: &mut Analysis<'_>,
    groups: &[Group],
    sink: &mut dyn Sink,
) -> Result<Vec<Produced>, Error> {
    let calls = spec_constant_calls(analysis.module(), shared.options);
    let numbers = numbers(shared, analysis, groups);
    let job = Job { shared, calls: &calls, groups, numbers: &numbers };
    let count = workers(shared.options.jobs, groups.len(), sink);
    let mut run = Run { produced: Vec::with_capacity(groups.len()), failed: None };
    let mut started = Vec::new();
    for worker in 1..count {
        match Worker::start(|| job.report(analysis, (worker..groups.len()).step_by(count))) {
            Ok(process) => started.push((worker, process)),
            Err(error) => {
                run.fail(usize::MAX, Cause::Here(Error::Worker(error.to_string())));
                break;
            }
        }
    }
    // All were started, or all is lost.
    if run.failed.is_none() {
        let (produced, failed) = job.work(analysis, (0..groups.len()).step_by(count));
        run.produced.extend(produced);
        if let Some((index, error)) = failed {
            run.fail(index, Cause::Here(error));
        }
    }
    // Every worker is waited for, and what it wrote taken over, before the first error ends the run.
    for (worker, process) in started {
        let report =
            process.join().and_then(|bytes| serde_json::from_slice::<Report>(&bytes).map_err(|e| e.to_string()));
        match report {
            Ok(report) => {
                run.produced.extend(report.produced);
                if let Some((index, failure)) = report.failed {
                    run.fail(index, Cause::Elsewhere(failure));
                }
            }
            Err(words) => {
                let indices = (worker..groups.len()).step_by(count);
                Files::remove_remains(indices.flat_map(|index| shared.files_of(numbers[index])));
                run.fail(usize::MAX, Cause::Here(Error::Worker(words)));
            }
        }
    }
    match run.failed {
        None => {
            run.produced.sort_by_key(|(index, _)| *index);
            Ok(run.produced.into_iter().map(|(_, produced)| produced).collect())
        }
        Some((_, Cause::Here(error))) => Err(error),
        Some((index, Cause::Elsewhere(failure))) => {
            // Files of the run are gone before the group is made once more.
            drop(run.produced);
            Err(job.error_of(analysis, index, failure))
        }
    }
}

/// What all workers have come to.
struct Run {
    produced: Made,
    /// The failure of the first group that failed.
    failed: Option<(usize, Cause)>,
}

enum Cause {
    Here(Error),
    Elsewhere(Failure),
}

impl Run {
    fn fail(&mut self, index: usize, cause: Cause) {
        if self.failed.as_ref().is_none_or(|(first, _)| index < *first) {
            self.failed = Some((index, cause));
        }
    }
}

/// How many workers there are.
fn workers(jobs: usize, groups: usize, sink: &mut dyn Sink) -> usize {
    let count = jobs.max(1).min(groups.max(1));
    if count == 1 {
        return 1;
    }
    let Err(threads) = check_alone() else { return count };
    let has = threads.map_or("whose threads cannot be counted".to_owned(), |threads| format!("with {threads} threads"));
    sink.report(
        Severity::Warning,
        &format!("'jobs={jobs}' has no effect in a process {has}; expected one thread, which forking needs"),
    );
    1
}

/// Numbers of the images. Halves share one; copies with defaults take the next, where they are asked for.
fn numbers(shared: &Shared<'_>, analysis: &mut Analysis<'_>, groups: &[Group]) -> Vec<usize> {
    let mut next = 0;
    let mut numbers = Vec::with_capacity(groups.len());
    for image in groups.chunk_by(|_, second| second.half == Half::Sycl) {
        numbers.extend(image.iter().map(|_| next));
        let has_copies =
            shared.options.default_spec_constant_images && image.iter().any(|group| analysis.asks_for_constants(group));
        next += if has_copies { 2 } else { 1 };
    }
    numbers
}

/// What workers work on.
struct Job<'a, 'm> {
    shared: &'a Shared<'a>,
    calls: &'a Calls<'m>,
    groups: &'a [Group],
    numbers: &'a [usize],
}

impl<'m> Job<'_, 'm> {
    /// Makes the images of some groups, up to the first that fails.
    fn work(
        &self,
        analysis: &mut Analysis<'m>,
        indices: impl Iterator<Item = usize>,
    ) -> (Made, Option<(usize, Error)>) {
        let requests = |analysis: &Analysis<'m>, members: &[GlobalId]| {
            let in_part = self.shared.options.lowers_in_parts();
            if in_part && self.calls.can_lower_in_part(analysis.functions_of(members)) {
                Requests::Lowered
            } else {
                Requests::Followed
            }
        };
        let mut produced = Vec::new();
        let groups = indices.map(|index| (index, &self.groups[index]));
        let failed = analysis.split(groups, requests, |analysis, mut image| {
            let index = image.number;
            let half = &self.groups[index].half;
            // SYCL entry points can be what calls ESIMD functions: they are checked against both.
            let other = self.groups.get(index + 1).filter(|next| next.half == Half::Sycl);
            let other_entry_points = match (half, other) {
                (Half::Esimd { .. }, Some(other)) => other.entry_points.as_slice(),
                _ => &[],
            };
            let callers = [image.entry_points, other_entry_points].concat();
            let mismatches = checks::mismatches(analysis, &image, &callers);
            let name = (self.numbers[index], *half != Half::Whole);
            match self.shared.produce(analysis, &mut image, self.calls, name) {
                Ok(mut one) => {
                    one.mismatches = mismatches;
                    produced.push((index, one));
                    Ok(())
                }
                Err(error) => Err((index, error)),
            }
        });
        (produced, failed.err())
    }

    /// Works in a process of its own.
    fn report(&self, analysis: &mut Analysis<'m>, indices: impl Iterator<Item = usize>) -> Vec<u8> {
        let current = Cell::new(0);
        let work = || self.work(analysis, indices.inspect(|index| current.set(*index)));
        let report = match catch_unwind(AssertUnwindSafe(work)) {
            Ok((produced, failed)) => {
                Report { produced, failed: failed.map(|(index, error)| (index, Failure::from(error))) }
            }
            Err(_) => Report { produced: Vec::new(), failed: Some((current.get(), Failure::Panic)) },
        };
        let bytes = serde_json::to_vec(&report).unwrap_or_default();
        // The files are the parent's from here on; a report that it cannot read is one of a worker that failed.
        for (_, one) in report.produced {
            one.files.keep();
        }
        bytes
    }

    /// The error of a group that failed in another process, as this one would have met it.
    fn error_of(&self, analysis: &mut Analysis<'m>, index: usize, failure: Failure) -> Error {
        let words = match failure {
            Failure::Write(name, number, words) => {
                let cause = match number {
                    Some(number) => std::io::Error::from_raw_os_error(number),
                    None => std::io::Error::other(words),
                };
                return WriteError { path: name.0, cause }.into();
            }
            Failure::Other(words) => words,
            Failure::Panic => "internal error in a worker process".to_owned(),
        };
        // A panic goes on to whoever runs the pass.
        let (_, failed) = self.work(analysis, std::iter::once(index));
        failed.map_or(Error::Worker(words), |(_, error)| error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Write(WriteError { path, cause }) => {
                Self::Write(Name(path), cause.raw_os_error(), cause.to_string())
            }
            other => Self::Other(other.to_string()),
        }
    }
}
