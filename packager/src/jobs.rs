//! Work in parallel, within a limit and GNU make's job server.
//!
//! The process itself was started with one token, which any one of its jobs may use; each further one takes a token of
//! the server and gives it back when it ends. So a program and make together keep to make's limit.
//!
//! Each job has a thread. Where the system gives no more of them, jobs run one after the other on the caller's.

mod jobserver;

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::output::temporary::unless_ending;

pub use jobserver::{Jobserver, Token};

/// How long the job server is left alone when it had no token.
const POLL: Duration = Duration::from_millis(10);

/// How many jobs run at a time.
#[derive(Debug)]
pub struct Limit {
    /// The most at a time, at least one.
    pub jobs: usize,
    /// Where a job beyond the first gets its token.
    pub jobserver: Option<Jobserver>,
}

impl Limit {
    /// One job at a time.
    #[must_use]
    pub fn one() -> Self {
        Self { jobs: 1, jobserver: None }
    }
}

/// Starts a process, and does not wait for it. Where the system gives no more of them, it is tried again for some
/// seconds: others end.
///
/// # Errors
/// Those of `start`.
pub fn start<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    const ATTEMPTS: usize = 500;
    // A signal that ends this process ends the programs that there are, so that none may come after.
    let mut start = || unless_ending(&mut start);
    for _ in 1..ATTEMPTS {
        match start() {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => thread::sleep(POLL),
            done => return done,
        }
    }
    start()
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

/// Runs jobs until none is ready and none is running. `work` is called on other threads, if there can be any.
pub fn run<Q: Queue>(queue: &mut Q, limit: &Limit, work: impl Fn(usize) -> Q::Outcome + Sync) {
    run_on(queue, limit, work, thread::Builder::new);
}

/// As [`run`], with threads of a builder.
fn run_on<Q: Queue>(
    queue: &mut Q,
    limit: &Limit,
    work: impl Fn(usize) -> Q::Outcome + Sync,
    builder: impl Fn() -> thread::Builder,
) {
    thread::scope(|scope| {
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
                let (sender, work) = (&sender, &work);
                let act = move |sender: mpsc::Sender<_>| {
                    // The receiver lives as long as this scope, and waits for each job.
                    let outcome = catch_unwind(AssertUnwindSafe(|| work(job)));
                    let _ = sender.send((job, outcome));
                };
                let to_thread = sender.clone();
                if builder().spawn_scoped(scope, move || act(to_thread)).is_err() {
                    act(sender.clone());
                    break;
                }
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

    /// A builder that makes threads only as long as there are tries; then it asks for a stack that no machine has room
    /// for.
    fn failing(tries: usize) -> impl Fn() -> thread::Builder {
        let left = std::cell::Cell::new(tries);
        move || match left.get() {
            0 => thread::Builder::new().stack_size(1 << 60),
            count => {
                left.set(count - 1);
                thread::Builder::new()
            }
        }
    }

    #[test]
    fn without_threads_jobs_run_all_the_same() {
        for tries in 0..4 {
            let mut queue = Four::default();
            run_on(&mut queue, &Limit { jobs: 4, jobserver: None }, |job| 10 * job, failing(tries));
            assert_eq!((queue.ended.len(), queue.ended.last()), (4, Some(&3)), "{tries}");
            let here = || {
                let work = |_| panic!("on purpose");
                run_on(&mut Four::default(), &Limit { jobs: 4, jobserver: None }, work, failing(tries));
            };
            assert!(catch_unwind(AssertUnwindSafe(here)).is_err(), "{tries}");
        }
    }

    #[test]
    fn a_process_is_started_when_there_is_room() {
        let mut left = 3;
        let mut tries = |kind: io::ErrorKind| {
            start(|| {
                left -= 1;
                if left == 0 { Ok(left) } else { Err(kind.into()) }
            })
        };
        assert_eq!(tries(io::ErrorKind::WouldBlock).unwrap(), 0);
        assert_eq!(tries(io::ErrorKind::NotFound).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_panic_of_a_job_is_one_of_the_caller() {
        let mut queue = Four::default();
        let caught = catch_unwind(AssertUnwindSafe(|| run(&mut queue, &Limit::one(), |_| panic!("on purpose"))));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"on purpose"));
    }
}
