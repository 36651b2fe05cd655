//! The order of steps: each starts when those that write what it reads have ended.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::action::{Action, File};
use super::{Done, Ended, Failed, Fault, Outcome, StepOutcome, Work};
use crate::jobs::Queue;
use sycl_images::error::Error;

/// Steps that wait, are ready, run or have ended.
pub(super) struct Steps<'a> {
    actions: &'a [Action],
    ready: BTreeSet<usize>,
    /// For each step that waits, for how many others.
    waiting: BTreeMap<usize, usize>,
    /// For each step those that read what it writes.
    readers: Vec<Vec<usize>>,
    finished: usize,
    /// Time that programs took so far, in seconds.
    worked: f64,
    /// Number of steps that ran.
    run: u32,
    pub(super) outcome: Outcome,
    pub(super) broken: Option<Error>,
    report: &'a mut (dyn FnMut(Ended<'_>) + Send),
}

impl<'a> Steps<'a> {
    pub(super) fn new(actions: &'a [Action], report: &'a mut (dyn FnMut(Ended<'_>) + Send)) -> Self {
        let writers: HashMap<&str, usize> = actions
            .iter()
            .enumerate()
            .flat_map(|(index, action)| action.output_files().iter().map(move |file| (file.as_str(), index)))
            .collect();
        let mut readers = vec![Vec::new(); actions.len()];
        let mut waiting = BTreeMap::new();
        let mut ready = BTreeSet::new();
        for (index, action) in actions.iter().enumerate() {
            let needed: BTreeSet<usize> = action
                .inputs
                .iter()
                .filter_map(|file| match file {
                    File::Work(name) => writers.get(name.as_str()).copied(),
                    File::Outside(_) => None,
                })
                .collect();
            for writer in &needed {
                readers[*writer].push(index);
            }
            if needed.is_empty() {
                ready.insert(index);
            } else {
                waiting.insert(index, needed.len());
            }
        }
        let outcome = Outcome { steps: vec![StepOutcome::NotMade; actions.len()], ..Outcome::default() };
        Self { actions, ready, waiting, readers, finished: 0, worked: 0.0, run: 0, outcome, broken: None, report }
    }
}

impl Queue for Steps<'_> {
    type Outcome = Result<Done, Fault>;

    fn is_ready(&self) -> bool {
        !self.ready.is_empty() && self.broken.is_none()
    }

    /// The first one in the order of the plan.
    fn take(&mut self) -> usize {
        self.ready.pop_first().expect("a step is taken only when one is ready")
    }

    fn ended(&mut self, index: usize, outcome: Self::Outcome) {
        self.finished += 1;
        match outcome {
            Ok(done) => {
                let ran = done.work.as_ref().map(|work| (work.ended, work.seconds));
                self.outcome.steps[index] = match done.work {
                    None => StepOutcome::Stored,
                    Some(Work { seconds, added, .. }) => {
                        self.outcome.added += added;
                        *self.outcome.seconds.entry(self.actions[index].tool).or_default() += seconds;
                        self.worked += seconds;
                        self.run += 1;
                        StepOutcome::Run
                    }
                };
                for reader in std::mem::take(&mut self.readers[index]) {
                    let left = self.waiting.get_mut(&reader).map(|count| {
                        *count -= 1;
                        *count
                    });
                    if left == Some(0) {
                        self.waiting.remove(&reader);
                        self.ready.insert(reader);
                    }
                }
                (self.report)(Ended {
                    step: index,
                    action: &self.actions[index],
                    said: &done.result.said,
                    ran,
                    finished: self.finished,
                    total: self.actions.len(),
                    mean_seconds: (self.run > 0).then(|| self.worked / f64::from(self.run)),
                });
            }
            Err(Fault::Program(failure)) => self.outcome.failures.push(Failed { step: index, failure }),
            Err(Fault::Own(error)) => self.broken = self.broken.take().or(Some(error)),
        }
    }
}
