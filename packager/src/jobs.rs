//! Work in parallel, within a limit and GNU make's job server.
//!
//! The process itself was started with one token, which any one of its jobs may use; each further one takes a token of the
//! server and gives it back when it ends. So a program and make together keep to make's limit.

mod jobserver;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::time::Duration;

pub use jobserver::{Jobserver, Token};

/// How long the job server is left alone when it had no token.
const POLL: Duration = Duration::from_millis(10);

/// How many jobs run at a time.
#[derive(Debug)]
pub struct Limit {
    /// The most at a time, at least one.
    pub jobs: usize,
    /// Who is asked before a job beyond the first.
    pub jobserver: Option<Jobserver>,
}

impl Limit {
    /// One job at a time.
    #[must_use]
    pub fn one() -> Self {
        Self { jobs: 1, jobserver: None }
    }
}

/// Jobs by number, some of which may have to wait for others.
pub trait Queue {
    /// What a job gives.
    type Outcome: Send;

    /// Whether a job could start now.
    fn is_ready(&self) -> bool;

    /// The job to start; asked for only when one is ready.
    fn take(&mut self) -> usize;

    /// A job has ended; others may be ready by that.
    fn ended(&mut self, job: usize, outcome: Self::Outcome);
}

/// Runs jobs until none is ready and none is running. `work` is called on other threads.
pub fn run<Q: Queue>(queue: &mut Q, limit: &Limit, work: impl Fn(usize) -> Q::Outcome + Sync) {
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut running: BTreeMap<usize, Option<Token<'_>>> = BTreeMap::new();
        loop {
            let mut waits_for_token = false;
            while running.len() < limit.jobs.max(1) && queue.is_ready() {
                let token = match limit.jobserver.as_ref().filter(|_| running.values().any(Option::is_none)) {
                    None => None,
                    Some(server) => match server.try_acquire() {
                        Some(token) => Some(token),
                        None => {
                            waits_for_token = true;
                            break;
                        }
                    },
                };
                let job = queue.take();
                running.insert(job, token);
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || {
                    // The receiver lives as long as this scope, and waits for each job.
                    let outcome = catch_unwind(AssertUnwindSafe(|| work(job)));
                    let _ = sender.send((job, outcome));
                });
            }
            if running.is_empty() {
                break;
            }
            let message = if waits_for_token { receiver.recv_timeout(POLL).ok() } else { receiver.recv().ok() };
            if let Some((job, outcome)) = message {
                running.remove(&job);
                match outcome {
                    Ok(outcome) => queue.ended(job, outcome),
                    Err(panic) => resume_unwind(panic),
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs 0 to 3, of which the last waits for all others.
    #[derive(Default)]
    struct Four {
        started: usize,
        ended: Vec<usize>,
    }

    impl Queue for Four {
        type Outcome = usize;

        fn is_ready(&self) -> bool {
            self.started < 3 || (self.started == 3 && self.ended.len() == 3)
        }

        fn take(&mut self) -> usize {
            self.started += 1;
            self.started - 1
        }

        fn ended(&mut self, job: usize, outcome: usize) {
            assert_eq!(outcome, 10 * job);
            self.ended.push(job);
        }
    }

    #[test]
    fn a_job_waits_until_it_is_ready() {
        let mut queue = Four::default();
        run(&mut queue, &Limit { jobs: 4, jobserver: None }, |job| 10 * job);
        assert_eq!((queue.ended.len(), queue.ended.last()), (4, Some(&3)));
    }

    #[test]
    fn a_panic_of_a_job_is_one_of_the_caller() {
        let mut queue = Four::default();
        let caught = catch_unwind(AssertUnwindSafe(|| run(&mut queue, &Limit::one(), |_| panic!("on purpose"))));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"on purpose"));
    }
}
