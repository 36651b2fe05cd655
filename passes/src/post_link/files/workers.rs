//! Images in parallel: worker `w` of `n` makes those of the plans `w`, `w + n`, `w + 2n` and so on, the first worker in
//! this process, the others in forked ones. What is written does not depend on which process writes it. If images fail,
//! the error is that of the first plan; if it failed in another process, its image is made again in this one.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

use serde::{Deserialize, Serialize};
use sycl_output::{Files, WriteError};

use super::{
    report::FileName,
    writer::{Writer, Written},
};
use crate::{
    diagnostic::{Severity, Sink},
    ir::{Editor, ModuleSlicer},
    post_link::{
        Error,
        maker::{Findings, ImageMaker},
        plan::ImagePlan,
    },
    process::{Worker, WorkerError, check_alone},
};

/// The place of an image among the plans, which is not its number: halves share one, and copies have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct PlanIndex(usize);

impl PlanIndex {
    /// Behind all others.
    const END: Self = Self(usize::MAX);
}

/// Everything that came of one plan.
#[derive(Serialize, Deserialize)]
pub(super) struct Produced {
    pub(super) findings: Findings,
    pub(super) written: Written,
}

/// Results of plans.
type Made = Vec<(PlanIndex, Produced)>;

/// Report of a worker in another process.
#[derive(Serialize, Deserialize)]
struct Report {
    produced: Made,
    /// The plan that failed; the worker stopped there.
    failed: Option<(PlanIndex, Failure)>,
}

/// An error of another process.
#[derive(Serialize, Deserialize)]
enum Failure {
    /// A file that could not be written: its name, the system's number for the cause, the cause in words.
    Write(FileName, Option<i32>, String),
    /// Another one, in words.
    Other(String),
    /// A broken invariant.
    Panic,
}

/// Makes and writes all images, in the order of the plans.
pub(super) fn make<'m>(
    maker: &ImageMaker<'_, 'm>,
    writer: &Writer<'_>,
    plans: &[ImagePlan<'_>],
    editor: &mut Editor<'m>,
    sink: &mut dyn Sink,
) -> Result<Vec<Produced>, Error> {
    let job = Job { maker, writer, plans };
    let count = workers(writer.options.files.jobs, plans.len(), sink);
    let share = |worker: usize| (worker..plans.len()).step_by(count).map(PlanIndex);
    let mut run = Run { produced: Vec::with_capacity(plans.len()), failed: None };
    let mut started = Vec::new();
    for worker in 1..count {
        match Worker::start(|| job.report(editor, share(worker))) {
            Ok(process) => started.push((worker, process)),
            Err(error) => {
                run.fail(PlanIndex::END, Cause::Here(error.into()));
                break;
            }
        }
    }
    // All were started, or all is lost.
    if run.failed.is_none() {
        let (produced, failed) = job.work(editor, share(0));
        run.produced.extend(produced);
        if let Some((index, error)) = failed {
            run.fail(index, Cause::Here(error));
        }
    }
    // Every worker is waited for, and what it wrote taken over, before the first error ends the run.
    for (worker, process) in started {
        let report = process
            .join()
            .and_then(|bytes| serde_json::from_slice::<Report>(&bytes).map_err(|error| WorkerError::Report { error }));
        match report {
            Ok(report) => {
                run.produced.extend(report.produced);
                if let Some((index, failure)) = report.failed {
                    run.fail(index, Cause::Elsewhere(failure));
                }
            }
            Err(error) => {
                Files::remove_remains(share(worker).flat_map(|index| writer.files_of(plans[index.0].number)));
                run.fail(PlanIndex::END, Cause::Here(error.into()));
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
            // Files of the run are gone before the image is made once more.
            drop(run.produced);
            Err(job.error_of(editor, index, failure))
        }
    }
}

/// Results of all workers.
struct Run {
    produced: Made,
    /// The failure of the first plan that failed.
    failed: Option<(PlanIndex, Cause)>,
}

enum Cause {
    Here(Error),
    Elsewhere(Failure),
}

impl Run {
    fn fail(&mut self, index: PlanIndex, cause: Cause) {
        if self.failed.as_ref().is_none_or(|(first, _)| index < *first) {
            self.failed = Some((index, cause));
        }
    }
}

/// Number of workers.
fn workers(jobs: usize, plans: usize, sink: &mut dyn Sink) -> usize {
    let count = jobs.max(1).min(plans.max(1));
    if count == 1 {
        return 1;
    }
    let Err(threads) = check_alone() else { return count };
    let has = threads.map_or("whose threads cannot be counted".to_owned(), |threads| format!("with {threads} threads"));
    sink.report(
        Severity::Warning,
        &format!("`jobs={jobs}` has no effect in a process {has}; expected one thread, which forking needs"),
    );
    1
}

/// Work of workers.
struct Job<'a, 'm> {
    maker: &'a ImageMaker<'a, 'm>,
    writer: &'a Writer<'a>,
    plans: &'a [ImagePlan<'a>],
}

impl<'m> Job<'_, 'm> {
    /// Makes some images, up to the first that fails.
    fn work(
        &self,
        editor: &mut Editor<'m>,
        indices: impl Iterator<Item = PlanIndex>,
    ) -> (Made, Option<(PlanIndex, Error)>) {
        let mut slicer = self.maker.analysis.slicer(editor);
        let mut produced = Vec::new();
        for index in indices {
            match self.produce(&self.plans[index.0], &mut slicer) {
                Ok(one) => produced.push((index, one)),
                Err(error) => return (produced, Some((index, error))),
            }
        }
        (produced, None)
    }

    /// Makes an image and writes it.
    fn produce(&self, plan: &ImagePlan<'_>, slicer: &mut ModuleSlicer<'_, 'm>) -> Result<Produced, Error> {
        let mut written = self.writer.nothing();
        let findings = self.maker.make(plan, slicer, &mut |image| self.writer.write(&image, &mut written))?;
        Ok(Produced { findings, written })
    }

    /// Works in a process of its own.
    fn report(&self, editor: &mut Editor<'m>, indices: impl Iterator<Item = PlanIndex>) -> Vec<u8> {
        let current = Cell::new(PlanIndex(0));
        let work = || self.work(editor, indices.inspect(|index| current.set(*index)));
        let report = match catch_unwind(AssertUnwindSafe(work)) {
            Ok((produced, failed)) => {
                Report { produced, failed: failed.map(|(index, error)| (index, Failure::from(error))) }
            }
            Err(_) => Report { produced: Vec::new(), failed: Some((current.get(), Failure::Panic)) },
        };
        let bytes = serde_json::to_vec(&report).expect("reports hold texts, numbers and lists of them");
        // The files are the parent's from here on; a report that it cannot read is one of a worker that failed.
        for (_, one) in report.produced {
            one.written.files.keep();
        }
        bytes
    }

    /// The error of an image that failed in another process, as this one would have met it.
    fn error_of(&self, editor: &mut Editor<'m>, index: PlanIndex, failure: Failure) -> Error {
        let error = match failure {
            Failure::Write(name, number, words) => {
                let cause = match number {
                    Some(number) => std::io::Error::from_raw_os_error(number),
                    None => std::io::Error::other(words),
                };
                return WriteError { path: name.0, cause }.into();
            }
            Failure::Other(words) => WorkerError::OnlyThere { words },
            Failure::Panic => WorkerError::Panic,
        };
        // A panic goes on to the caller of the pass.
        let (_, failed) = self.work(editor, std::iter::once(index));
        failed.map_or(error.into(), |(_, error)| error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Write(WriteError { path, cause }) => {
                Self::Write(FileName(path), cause.raw_os_error(), cause.to_string())
            }
            other => Self::Other(other.to_string()),
        }
    }
}
