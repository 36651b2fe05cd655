//! Images in parallel: worker `w` of `n` makes those of the groups `w`, `w + n`, `w + 2n` and so on, the first worker in this
//! process, the others in forked ones. What is written does not depend on who writes it.

use serde::{Deserialize, Serialize};

use super::{
    Error, checks,
    image::{Produced, Shared},
    spec_constant_calls,
};
use crate::{
    device_code_split::{Analysis, Group, Half},
    ir::{GlobalId, Requests},
    process::Worker,
    spec_constants::Calls,
};

/// What a worker in another process has done.
#[derive(Serialize, Deserialize)]
struct Report {
    /// Index of each group, and what came of it.
    produced: Vec<(usize, Produced)>,
    /// The group that failed, in words; the worker stopped there.
    failed: Option<(usize, String)>,
}

/// Produces the images of all groups, in their order.
pub(super) fn produce(
    shared: &Shared<'_>,
    analysis: &mut Analysis<'_>,
    groups: &[Group],
) -> Result<Vec<Produced>, Error> {
    let calls = spec_constant_calls(analysis.module(), shared.options)?;
    let numbers = numbers(shared, analysis, groups);
    let count = shared.options.jobs.max(1).min(groups.len());
    // Every worker is waited for, and what it wrote taken over, before the first error ends the run.
    let mut produced: Vec<(usize, Produced)> = Vec::with_capacity(groups.len());
    let mut failed: Option<(usize, Error)> = None;
    let mut fail = |index: usize, error: Error| {
        if failed.as_ref().is_none_or(|(first, _)| index < *first) {
            failed = Some((index, error));
        }
    };
    let mut workers = Vec::new();
    for index in 1..count {
        let work = || report(work(shared, analysis, calls.as_ref(), groups, &numbers, (index, count)));
        match Worker::start(work) {
            Ok(worker) => workers.push(worker),
            Err(error) => {
                fail(usize::MAX, Error::Worker(error.to_string()));
                break;
            }
        }
    }
    // All were started, or all is lost.
    if workers.len() + 1 == count {
        let own = work(shared, analysis, calls.as_ref(), groups, &numbers, (0, count));
        produced.extend(own.produced);
        if let Some((index, error)) = own.failed {
            fail(index, error);
        }
    }
    for worker in workers {
        match worker.join().and_then(|bytes| serde_json::from_slice::<Report>(&bytes).map_err(|e| e.to_string())) {
            Ok(report) => {
                produced.extend(report.produced);
                if let Some((index, words)) = report.failed {
                    fail(index, Error::Image(words));
                }
            }
            Err(words) => fail(usize::MAX, Error::Worker(words)),
        }
    }
    if let Some((_, error)) = failed {
        return Err(error);
    }
    produced.sort_by_key(|(index, _)| *index);
    Ok(produced.into_iter().map(|(_, produced)| produced).collect())
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

/// The share of one worker.
struct Share {
    produced: Vec<(usize, Produced)>,
    failed: Option<(usize, Error)>,
}

fn work<'m>(
    shared: &Shared<'_>,
    analysis: &mut Analysis<'m>,
    calls: Option<&Calls<'m>>,
    groups: &[Group],
    numbers: &[usize],
    (worker, workers): (usize, usize),
) -> Share {
    let requests = |analysis: &Analysis<'m>, members: &[GlobalId]| match calls {
        Some(calls) if shared.options.lowers_in_parts() && calls.can_lower_in_part(analysis.functions_of(members)) => {
            Requests::Lowered
        }
        _ => Requests::Followed,
    };
    let mut produced = Vec::new();
    let mine = groups.iter().enumerate().skip(worker).step_by(workers);
    let failed = analysis.split(mine, requests, |analysis, mut image| {
        let number = image.number;
        let half = &groups[number].half;
        // SYCL entry points can be what calls ESIMD functions: they are checked against both.
        let other_entry_points = match half {
            Half::Esimd { .. } => groups[number + 1].entry_points.as_slice(),
            Half::Whole | Half::Sycl => &[],
        };
        let callers = [image.entry_points, other_entry_points].concat();
        let mismatches = checks::mismatches(analysis, image.members, &callers);
        match shared.produce(analysis, &mut image, calls, (numbers[number], *half != Half::Whole)) {
            Ok(mut one) => {
                one.mismatches = mismatches;
                produced.push((number, one));
                Ok(())
            }
            Err(error) => Err((number, error)),
        }
    });
    Share { produced, failed: failed.err() }
}

fn report(share: Share) -> Vec<u8> {
    let failed = share.failed.map(|(index, error)| (index, error.to_string()));
    let report = Report { produced: share.produced, failed };
    let bytes = serde_json::to_vec(&report).unwrap_or_default();
    // The files are the parent's from here on.
    for (_, one) in report.produced {
        one.files.keep();
    }
    bytes
}
