//! Work in parallel, within a limit and GNU make's job server.
//!
//! The process itself was started with one token, which any one of its jobs may use; each further one takes a token of the
//! server and gives it back when it ends. So a program and make together keep to make's limit.

mod jobserver;

use std::collections::BTreeMap;
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
                    // The receiver lives as long as this scope.
                    let _ = sender.send((job, work(job)));
                });
            }
            if running.is_empty() {
                break;
            }
            let message = if waits_for_token { receiver.recv_timeout(POLL).ok() } else { receiver.recv().ok() };
            if let Some((job, outcome)) = message {
                running.remove(&job);
                queue.ended(job, outcome);
            }
        }
    });
}
