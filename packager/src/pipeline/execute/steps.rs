//! The order of steps: each starts when those that write what it reads have ended.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::action::{Action, File};
use super::{Done, Ended, Failed, Fault, Outcome};
use crate::error::Error;
use crate::jobs::Queue;

/// Steps that wait, are ready, run or have ended.
pub(super) struct Steps<'a> {
    actions: &'a [Action],
    ready: BTreeSet<usize>,
    /// For each step that waits, for how many others.
    waiting: BTreeMap<usize, usize>,
    /// For each step those that read what it writes.
    readers: Vec<Vec<usize>>,
    finished: usize,
    worked: (f64, usize),
    pub(super) outcome: Outcome,
    pub(super) broken: Option<Error>,
    report: &'a mut dyn FnMut(Ended<'_>),
}

impl<'a> Steps<'a> {
    pub(super) fn new(actions: &'a [Action], report: &'a mut dyn FnMut(Ended<'_>)) -> Self {
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
        let outcome = Outcome { is_stored: vec![None; actions.len()], ..Outcome::default() };
        Self { actions, ready, waiting, readers, finished: 0, worked: (0.0, 0), outcome, broken: None, report }
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
                self.outcome.is_stored[index] = Some(done.is_stored);
                if !done.is_stored {
                    self.outcome.added += done.added;
                    *self.outcome.seconds.entry(self.actions[index].tool).or_default() += done.seconds;
                    self.worked = (self.worked.0 + done.seconds, self.worked.1 + 1);
                }
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
                    number: index,
                    action: &self.actions[index],
                    is_stored: done.is_stored,
                    messages: &done.result.messages,
                    finished: self.finished,
                    total: self.actions.len(),
                    worked: self.worked,
                });
            }
            Err(Fault::Program { cause, words, is_io }) => {
                self.outcome.failures.push(Failed { action: index, cause, words, is_io });
            }
            Err(Fault::Own(error)) => self.broken = self.broken.take().or(Some(error)),
        }
    }
}
