//! Work in parallel, within a limit and GNU make's job server.
//!
//! The process itself was started with one token, which any one of its jobs may use; each further one takes a token of
//! the server and gives it back when it ends. So a program and make together keep to make's limit.
//!
//! Jobs run on other threads, one for each that runs at a time. Where the system gives no more of them, jobs run one
//! after the other on the caller's.

mod jobserver;

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
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

    /// Whether there may be something beside a job for which nobody is asked: not with one job at a time, and not if a
    /// server has a say in it.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.jobs > 1 && self.jobserver.is_none()
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
    run_on(queue, limit, 0, work, thread::Builder::new);
}

/// As [`run`], for jobs that are not all work: each passes through one of the limit's [`Places`] for that. So that no
/// place is empty while jobs prepare themselves, clean up or wake up, one waits for each place, and one more, if the
/// limit [has room](Limit::has_room).
pub fn run_with_places<Q: Queue>(queue: &mut Q, limit: &Limit, work: impl Fn(usize, &Places) -> Q::Outcome + Sync) {
    let more = if limit.has_room() { limit.jobs.saturating_add(1) } else { 0 };
    let places = Places { empty: Mutex::new(limit.jobs.max(1)), left: Condvar::new() };
    run_on(queue, limit, more, |job| work(job, &places), thread::Builder::new);
}

/// Where work is done: as many at a time as there are places.
#[derive(Debug)]
pub struct Places {
    empty: Mutex<usize>,
    left: Condvar,
}

impl Places {
    /// A place, once one is empty. Dropped, it is empty again.
    fn wait(&self) -> impl Drop + use<'_> {
        struct Place<'a>(&'a Places);

        impl Drop for Place<'_> {
            fn drop(&mut self) {
                *self.0.empty() += 1;
                self.0.left.notify_one();
            }
        }

        let empty = self.left.wait_while(self.empty(), |empty| *empty == 0);
        *empty.unwrap_or_else(PoisonError::into_inner) -= 1;
        Place(self)
    }

    fn empty(&self) -> MutexGuard<'_, usize> {
        self.empty.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does some work in a place.
    pub fn work<T>(&self, work: impl FnOnce() -> T) -> T {
        let _place = self.wait();
        work()
    }
}

/// As [`run`], with so many more jobs at a time, and threads of a builder.
fn run_on<Q: Queue>(
    queue: &mut Q,
    limit: &Limit,
    more: usize,
    work: impl Fn(usize) -> Q::Outcome + Sync,
    builder: impl Fn() -> thread::Builder,
) {
    /// What runs: its token, and where its thread waits for the next job.
    type Running<'a> = (Option<Token<'a>>, Option<mpsc::Sender<usize>>);
    let work = |job| catch_unwind(AssertUnwindSafe(|| work(job)));
    thread::scope(|scope| {
        // A message cannot fail: each side waits for the other.
        let (sender, receiver) = mpsc::channel();
        let mut running: BTreeMap<usize, Running<'_>> = BTreeMap::new();
        let mut idle: Vec<mpsc::Sender<usize>> = Vec::new();
        loop {
            let mut waits_for_token = false;
            while running.len() < limit.jobs.max(1).saturating_add(more) && queue.is_ready() {
                let has_own = || running.values().any(|(token, _)| token.is_none());
                let token = match limit.jobserver.as_ref().filter(|_| has_own()) {
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
                let thread = idle.pop().or_else(|| {
                    let (thread, jobs) = mpsc::channel();
                    let (sender, work) = (sender.clone(), &work);
                    let serve = move || jobs.into_iter().for_each(|job| drop(sender.send((job, work(job)))));
                    builder().spawn_scoped(scope, serve).ok().map(|_| thread)
                });
                match &thread {
                    Some(thread) => drop(thread.send(job)),
                    None => drop(sender.send((job, work(job)))),
                }
                let is_here = thread.is_none();
                running.insert(job, (token, thread));
                if is_here {
                    break;
                }
            }
            if running.is_empty() {
                break;
            }
            let message = if waits_for_token { receiver.recv_timeout(POLL).ok() } else { receiver.recv().ok() };
            if let Some((job, outcome)) = message {
                let (token, thread) = running.remove(&job).expect("only what runs ends");
                drop(token);
                idle.extend(thread);
                match outcome {
                    Ok(outcome) => queue.ended(job, outcome),
                    Err(panic) => resume_unwind(panic),
                }
            }
        }
    });
}

/// What `work` gives for each number below `count`, in their order. Other threads help within the limit, of which
/// `running` jobs are part, this one among them; each does about `share` numbers or more.
pub fn map<T: Send>(
    limit: &Limit,
    running: usize,
    count: usize,
    share: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let helpers = limit.jobs.saturating_sub(running).min((count / share.max(1)).saturating_sub(1));
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, work(number)));
        }
    };
    let mut done = thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..helpers {
            let token = match &limit.jobserver {
                None => None,
                Some(server) => match server.try_acquire() {
                    Some(token) => Some(token),
                    None => break,
                },
            };
            let help = || {
                let _token = token;
                take()
            };
            let Ok(thread) = thread::Builder::new().spawn_scoped(scope, help) else { break };
            threads.push(thread);
        }
        let mut done = take();
        for thread in threads {
            done.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
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
            run_on(&mut queue, &Limit { jobs: 4, jobserver: None }, 0, |job| 10 * job, failing(tries));
            assert_eq!((queue.ended.len(), queue.ended.last()), (4, Some(&3)), "{tries}");
            let here = || {
                let work = |_| panic!("on purpose");
                run_on(&mut Four::default(), &Limit { jobs: 4, jobserver: None }, 0, work, failing(tries));
            };
            assert!(catch_unwind(AssertUnwindSafe(here)).is_err(), "{tries}");
        }
    }

    #[test]
    fn results_are_in_order_however_many_threads_help() {
        for (jobs, share) in [(1, 1), (4, 1), (4, 30), (4, 1000), (200, 0)] {
            let limit = Limit { jobs, jobserver: None };
            assert_eq!(map(&limit, 1, 100, share, |number| 3 * number), (0..100).map(|n| 3 * n).collect::<Vec<_>>());
        }
        assert!(map(&Limit::one(), 1, 0, 1, |number| number).is_empty());
        let fails = || map(&Limit { jobs: 3, jobserver: None }, 1, 9, 1, |number| assert_ne!(number, 5, "on purpose"));
        assert!(catch_unwind(AssertUnwindSafe(fails)).is_err());
    }

    #[test]
    fn a_thread_does_one_job_after_the_other() {
        let threads = Mutex::new(std::collections::HashSet::new());
        let mut queue = Four::default();
        run(&mut queue, &Limit::one(), |job| {
            threads.lock().unwrap().insert(thread::current().id());
            10 * job
        });
        assert_eq!((queue.ended.len(), threads.into_inner().unwrap().len()), (4, 1));
    }

    #[test]
    fn there_are_more_jobs_than_places_but_not_more_work() {
        let (all_are_here, at_work) = (std::sync::Barrier::new(3), AtomicUsize::new(0));
        let mut queue = Four::default();
        run_with_places(&mut queue, &Limit { jobs: 2, jobserver: None }, |job, places| {
            if job < 3 {
                all_are_here.wait();
            }
            places.work(|| {
                assert!(at_work.fetch_add(1, Ordering::SeqCst) < 2);
                thread::sleep(Duration::from_millis(1));
                at_work.fetch_sub(1, Ordering::SeqCst);
                10 * job
            })
        });
        assert_eq!(queue.ended.len(), 4);
    }

    #[test]
    fn one_job_at_a_time_is_alone() {
        let here = AtomicUsize::new(0);
        let mut queue = Four::default();
        run_with_places(&mut queue, &Limit::one(), |job, places| {
            assert_eq!(here.fetch_add(1, Ordering::SeqCst), 0);
            let done = places.work(|| 10 * job);
            here.fetch_sub(1, Ordering::SeqCst);
            done
        });
        assert_eq!(queue.ended, [0, 1, 2, 3]);
    }

    #[test]
    fn a_place_is_empty_again_after_a_panic() {
        let mut queue = Four::default();
        let caught = catch_unwind(AssertUnwindSafe(|| {
            run_with_places(&mut queue, &Limit::one(), |_, places| {
                let first = catch_unwind(AssertUnwindSafe(|| places.work(|| panic!("in a place"))));
                assert!(first.is_err());
                places.work(|| panic!("on purpose"))
            });
        }));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"on purpose"));
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
