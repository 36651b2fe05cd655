//! Work in parallel, within a limit and GNU make's job server.
//!
//! The process itself was started with one token, which any one of its jobs may use; each further one takes a token of
//! the server and gives it back when it ends. So a program and make together keep to make's limit.
//!
//! Jobs run on other threads, one for each that runs at a time. Where the system gives no more of them, jobs run one
//! after the other on the caller's.

mod jobserver;

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

pub use jobserver::{Jobserver, Token};
use sycl_images::parallel::map_in_order;
pub use sycl_images::process::start;

/// Time for which the job server is left alone when it had no token.
const POLL: Duration = Duration::from_millis(10);

/// Limit on jobs at a time.
#[derive(Debug)]
pub struct Limit {
    /// The most at a time, at least one.
    pub jobs: usize,
    /// Source of the tokens of jobs beyond the first.
    pub jobserver: Option<Jobserver>,
}

impl Limit {
    /// One job at a time.
    #[must_use]
    pub fn one() -> Self {
        Self { jobs: 1, jobserver: None }
    }

    /// Whether work may run on more threads without a token: only if more than one job is allowed, and no job server
    /// counts them.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.jobs > 1 && self.jobserver.is_none()
    }
}

/// Jobs by number, some of which may have to wait for others.
pub trait Queue {
    /// Result of a job.
    type Outcome: Send;

    /// Whether a job could start now.
    fn is_ready(&self) -> bool;

    /// The job to start; asked for only when one is ready.
    fn take(&mut self) -> usize;

    /// A job has ended; others may be ready by that.
    fn ended(&mut self, job: usize, outcome: Self::Outcome);
}

/// Runs jobs until none is ready and none is running. `work` is called on other threads, if there can be any.
pub fn run<Q: Queue + Send>(queue: &mut Q, limit: &Limit, work: impl Fn(usize) -> Q::Outcome + Sync) {
    run_on(queue, limit, 0, work, thread::Builder::new);
}

/// As [`run`], for jobs that are not all work: each passes through one of the limit's [`Places`] for that. So that no
/// place is empty while jobs prepare themselves, clean up or wake up, one waits for each place, and one more, if the
/// limit [has room](Limit::has_room).
pub fn run_with_places<Q: Queue + Send>(
    queue: &mut Q,
    limit: &Limit,
    work: impl Fn(usize, &Places) -> Q::Outcome + Sync,
) {
    let more = if limit.has_room() { limit.jobs.saturating_add(1) } else { 0 };
    let places = Places { empty: Mutex::new(limit.jobs.max(1)), left: Condvar::new() };
    run_on(queue, limit, more, |job| work(job, &places), thread::Builder::new);
}

/// Places for jobs: as many run at a time as there are places.
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
///
/// A thread that has ended a job takes the next one itself. The caller's thread only starts threads, and wakes up for
/// what they cannot do: where more jobs could run than do, and when none is left.
fn run_on<Q: Queue + Send>(
    queue: &mut Q,
    limit: &Limit,
    more: usize,
    work: impl Fn(usize) -> Q::Outcome + Sync,
    builder: impl Fn() -> thread::Builder,
) {
    let most = limit.jobs.max(1).saturating_add(more);
    let shared = Shared {
        state: Mutex::new(State {
            queue,
            running: 0,
            has_own: true,
            lacks_token: false,
            given: VecDeque::new(),
            idle: 0,
            is_over: false,
            panic: None,
        }),
        is_given: Condvar::new(),
        is_stuck: Condvar::new(),
        most,
        server: limit.jobserver.as_ref(),
    };
    thread::scope(|scope| {
        let mut state = shared.state();
        loop {
            while let Some(job) = shared.next(&mut state) {
                let is_new = state.idle == state.given.len();
                let is_here = is_new && builder().spawn_scoped(scope, || shared.serve(&work)).is_err();
                if is_here {
                    state = shared.perform(state, job, &work);
                    continue;
                }
                state.idle += usize::from(is_new);
                state.given.push_back(job);
                shared.is_given.notify_one();
            }
            if state.running == 0 {
                break;
            }
            state = match state.lacks_token {
                true => shared.is_stuck.wait_timeout(state, POLL).map_or_else(|e| e.into_inner().0, |(state, _)| state),
                false => shared.is_stuck.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
        state.is_over = true;
        shared.is_given.notify_all();
    });
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(panic) = state.panic {
        resume_unwind(panic);
    }
}

/// A job that runs, or will as soon as a thread sees it: its token, if it has one of the server.
type Job<'a> = (usize, Option<Token<'a>>);

/// Data that threads do jobs with.
struct Shared<'a, Q> {
    state: Mutex<State<'a, Q>>,
    /// There is a job for a thread that has none, or nothing more will come.
    is_given: Condvar,
    /// The caller's thread has something to do.
    is_stuck: Condvar,
    /// Jobs at a time.
    most: usize,
    server: Option<&'a Jobserver>,
}

struct State<'a, Q> {
    queue: &'a mut Q,
    /// Jobs that run, or are given to a thread.
    running: usize,
    /// None of them runs with the token that the process was started with.
    has_own: bool,
    /// One more could run, if the server had a token for it.
    lacks_token: bool,
    /// For threads without a job, in the order of the queue.
    given: VecDeque<Job<'a>>,
    /// Threads that wait for a job, or have not seen yet that one is given to them.
    idle: usize,
    is_over: bool,
    /// A job's. No other starts then.
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a, Q: Queue> Shared<'a, Q> {
    fn state(&self) -> MutexGuard<'_, State<'a, Q>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job that may run now.
    fn next(&self, state: &mut State<'a, Q>) -> Option<Job<'a>> {
        state.lacks_token = false;
        if state.panic.is_some() || state.running >= self.most || !state.queue.is_ready() {
            return None;
        }
        let token = match self.server {
            Some(server) if !std::mem::take(&mut state.has_own) => {
                let token = server.try_acquire();
                state.lacks_token = token.is_none();
                Some(token?)
            }
            _ => None,
        };
        state.running += 1;
        Some((state.queue.take(), token))
    }

    /// Runs a job.
    fn perform<'s>(
        &'s self,
        state: MutexGuard<'s, State<'a, Q>>,
        (job, token): Job<'a>,
        work: &impl Fn(usize) -> Q::Outcome,
    ) -> MutexGuard<'s, State<'a, Q>> {
        drop(state);
        let outcome = catch_unwind(AssertUnwindSafe(|| work(job)));
        let mut state = self.state();
        state.has_own |= token.is_none();
        drop(token);
        state.running -= 1;
        let ended = outcome.and_then(|outcome| catch_unwind(AssertUnwindSafe(|| state.queue.ended(job, outcome))));
        if let Err(panic) = ended {
            state.panic.get_or_insert(panic);
        }
        state
    }

    /// Runs jobs, one after the other, until there will be none.
    fn serve(&self, work: &impl Fn(usize) -> Q::Outcome) {
        let mut state = self.state();
        loop {
            state.idle -= 1;
            while let Some(job) = state.given.pop_front() {
                state = self.perform(state, job, work);
                while let Some(job) = self.next(&mut state) {
                    state = self.perform(state, job, work);
                }
            }
            if state.is_over {
                return;
            }
            if state.running == 0 || (state.queue.is_ready() && state.running < self.most) {
                self.is_stuck.notify_one();
            }
            state.idle += 1;
            state = self.is_given.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Results of `work` for each number below `count`, in their order. Other threads help within the limit, of which
/// `running` jobs are part, this one among them; each does about `share` numbers or more.
pub fn map<T: Send>(
    limit: &Limit,
    running: usize,
    count: usize,
    share: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let helpers = limit.jobs.saturating_sub(running).min((count / share.max(1)).saturating_sub(1));
    let tokens = (0..helpers).map_while(|_| match &limit.jobserver {
        None => Some(None),
        Some(server) => server.try_acquire().map(Some),
    });
    let helpers = tokens.map(|token| (thread::Builder::new(), token));
    map_in_order(0..count, helpers, |number, _| work(number), |_| false)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

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
    #[cfg(target_os = "linux")]
    fn jobs_beyond_the_first_have_tokens_which_are_given_back() {
        use std::io::{Read as _, Write as _};
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let mut pipe = std::fs::File::options().read(true).write(true).open(&path).unwrap();
        let server = || Jobserver::from_makeflags(&format!("--jobserver-auth=fifo:{}", path.display()));
        let most_at_a_time = |more: &(dyn Fn() + Sync)| {
            let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut queue = Four::default();
            run(&mut queue, &Limit { jobs: 4, jobserver: server() }, |job| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                if job == 0 {
                    more();
                }
                thread::sleep(10 * POLL);
                now.fetch_sub(1, Ordering::SeqCst);
                10 * job
            });
            assert_eq!((queue.ended.len(), queue.ended.last()), (4, Some(&3)));
            most.into_inner()
        };
        assert_eq!(most_at_a_time(&|| ()), 1);
        // One that comes while a job runs is seen.
        let give = || (&pipe).write_all(b"+").unwrap();
        assert_eq!(most_at_a_time(&give), 2);
        assert_eq!(most_at_a_time(&|| ()), 2);
        let mut token = [0];
        pipe.read_exact(&mut token).unwrap();
        assert_eq!(token, *b"+");
        assert!(server().unwrap().try_acquire().is_none());
    }

    /// So many jobs, of which each makes up to two others ready.
    struct Tree {
        ready: Vec<usize>,
        next: usize,
        count: usize,
        ended: Vec<usize>,
    }

    impl Queue for Tree {
        type Outcome = ();

        fn is_ready(&self) -> bool {
            !self.ready.is_empty()
        }

        fn take(&mut self) -> usize {
            self.ready.remove(0)
        }

        fn ended(&mut self, job: usize, (): ()) {
            self.ended.push(job);
            let end = (self.next + job % 3).max(if self.ready.is_empty() { self.next + 1 } else { 0 }).min(self.count);
            self.ready.extend(self.next..end);
            self.next = end.max(self.next);
        }
    }

    #[test]
    fn each_job_runs_once_whichever_threads_there_are() {
        for round in 0..500 {
            let (count, jobs, more) = (1 + round % 97, 1 + round % 7, round % 3);
            let mut queue = Tree { ready: vec![0], next: 1, count, ended: Vec::new() };
            let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let work = |job| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                if job % 5 == 0 {
                    thread::sleep(Duration::from_micros(30));
                }
                now.fetch_sub(1, Ordering::SeqCst);
            };
            run_on(&mut queue, &Limit { jobs, jobserver: None }, more, work, failing(round % 9));
            queue.ended.sort_unstable();
            assert_eq!(queue.ended, (0..count).collect::<Vec<_>>());
            assert!(most.into_inner() <= jobs + more);
        }
    }

    #[test]
    fn after_a_panic_no_other_job_starts() {
        let mut queue = Four::default();
        let caught = catch_unwind(AssertUnwindSafe(|| {
            run(&mut queue, &Limit::one(), |job| if job == 1 { panic!("on purpose") } else { 10 * job });
        }));
        assert_eq!((caught.unwrap_err().downcast_ref(), queue.started), (Some(&"on purpose"), 2));
    }

    #[test]
    fn a_panic_of_the_queue_is_one_of_the_caller() {
        let mut queue = Four::default();
        // Each job is to give ten times its number.
        let caught = catch_unwind(AssertUnwindSafe(|| run(&mut queue, &Limit::one(), |job| job + 1)));
        assert!(caught.is_err() && queue.ended.is_empty());
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
    fn a_panic_of_a_job_is_one_of_the_caller() {
        let mut queue = Four::default();
        let caught = catch_unwind(AssertUnwindSafe(|| run(&mut queue, &Limit::one(), |_| panic!("on purpose"))));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"on purpose"));
    }
}
