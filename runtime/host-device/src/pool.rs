//! Threads that share the groups of launches with the threads that launch.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar};
use std::thread::{Builder, JoinHandle};

use crate::lock::Lock;

/// Something that several threads do together. Each calls it once, and it returns when nothing is left to take.
pub(crate) trait Work: Send + Sync {
    fn take_part(&self, who: Who);
}

/// Threads that take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// The thread that launches: it does everything if no other thread helps.
    Launcher,
    /// A thread of the pool.
    Helper,
}

/// Work that is offered to the pool.
struct Offer {
    number: u64,
    work: Arc<dyn Work>,
    /// Number of threads that may still join; 0 once the work is over.
    seats: usize,
    /// Number of threads that take part.
    active: usize,
    /// A thread that takes part has panicked.
    panic: Option<Box<dyn Any + Send>>,
}

#[derive(Default)]
struct State {
    offers: Vec<Offer>,
    last_number: u64,
    is_closing: bool,
}

#[derive(Default)]
struct Shared {
    state: Lock<State>,
    /// There is work, or the pool closes.
    wake: Condvar,
    /// A thread has left the work.
    left: Condvar,
}

impl State {
    /// Place of an offer. It stays until its launch withdraws it, which waits for all that take part.
    fn index(&self, number: u64) -> usize {
        self.offers.iter().position(|offer| offer.number == number).expect("an offer stays until it is withdrawn")
    }
}

/// The threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// A pool of so many threads besides those that launch.
    pub(crate) fn new(helpers: usize) -> io::Result<Self> {
        let mut pool = Self { shared: Arc::default(), helpers: Vec::new() };
        for number in 1..=helpers {
            let shared = Arc::clone(&pool.shared);
            let builder = Builder::new().name(format!("sycl-host-{number}"));
            pool.helpers.push(builder.spawn(move || help(&shared))?);
        }
        Ok(pool)
    }

    /// Does work on this thread and up to `others` of the pool, and returns when all have ended.
    pub(crate) fn run(&self, work: &Arc<dyn Work>, others: usize) {
        let seats = others.min(self.helpers.len());
        if seats == 0 {
            work.take_part(Who::Launcher);
            return;
        }
        let mut state = self.shared.state.lock();
        state.last_number += 1;
        let number = state.last_number;
        state.offers.push(Offer { number, work: Arc::clone(work), seats, active: 0, panic: None });
        drop(state);
        for _ in 0..seats {
            self.shared.wake.notify_one();
        }
        let own = catch_unwind(AssertUnwindSafe(|| work.take_part(Who::Launcher)));
        let mut state = self.shared.state.lock();
        let mut index = state.index(number);
        state.offers[index].seats = 0;
        while state.offers[index].active > 0 {
            state = state.wait(&self.shared.left);
            index = state.index(number);
        }
        let of_helper = state.offers.remove(index).panic;
        drop(state);
        if let Some(panic) = own.err().or(of_helper) {
            resume_unwind(panic);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.state.lock().is_closing = true;
        self.shared.wake.notify_all();
        for helper in self.helpers.drain(..) {
            let _ = helper.join(); // panics of work are kept apart
        }
    }
}

/// Work of a thread of the pool.
fn help(shared: &Shared) {
    let mut state = shared.state.lock();
    while !state.is_closing {
        let Some(offer) = state.offers.iter_mut().find(|offer| offer.seats > 0) else {
            state = state.wait(&shared.wake);
            continue;
        };
        offer.seats -= 1;
        offer.active += 1;
        let (number, work) = (offer.number, Arc::clone(&offer.work));
        drop(state);
        let result = catch_unwind(AssertUnwindSafe(|| work.take_part(Who::Helper)));
        // Before the launch goes on, so that what it refers to ends there and not here.
        drop(work);
        state = shared.state.lock();
        let index = state.index(number);
        let offer = &mut state.offers[index];
        offer.active -= 1;
        offer.panic = offer.panic.take().or(result.err());
        if offer.active == 0 {
            shared.left.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Takes numbers until there are none left; panics at one of them.
    struct Count {
        next: AtomicUsize,
        sum: AtomicUsize,
        panic_at: usize,
    }

    impl Work for Count {
        fn take_part(&self, _: Who) {
            loop {
                let number = self.next.fetch_add(1, Ordering::Relaxed);
                assert!(number != self.panic_at, "a panic of the work");
                if number >= 1000 {
                    return;
                }
                self.sum.fetch_add(number, Ordering::Relaxed);
            }
        }
    }

    fn count(panic_at: usize) -> Arc<Count> {
        Arc::new(Count { next: AtomicUsize::new(0), sum: AtomicUsize::new(0), panic_at })
    }

    #[test]
    fn work_is_done_once_by_any_number_of_threads() {
        for helpers in [0, 1, 7] {
            let pool = Pool::new(helpers).unwrap();
            for _ in 0..100 {
                let work = count(usize::MAX);
                let shared: Arc<dyn Work> = work.clone();
                pool.run(&shared, 3);
                assert_eq!(work.sum.load(Ordering::Relaxed), 999 * 1000 / 2);
            }
            assert!(pool.shared.state.lock().offers.is_empty());
        }
    }

    #[test]
    fn several_threads_may_launch_at_once() {
        let pool = Pool::new(2).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let work = count(usize::MAX);
                        let shared: Arc<dyn Work> = work.clone();
                        pool.run(&shared, 2);
                        assert_eq!(work.sum.load(Ordering::Relaxed), 999 * 1000 / 2);
                    }
                });
            }
        });
    }

    #[test]
    fn a_panic_reaches_the_launch_and_the_pool_goes_on() {
        let pool = Pool::new(2).unwrap();
        for panic_at in [0, 500] {
            let work: Arc<dyn Work> = count(panic_at);
            assert!(catch_unwind(AssertUnwindSafe(|| pool.run(&work, 2))).is_err());
        }
        let work = count(usize::MAX);
        let shared: Arc<dyn Work> = work.clone();
        pool.run(&shared, 2);
        assert_eq!(work.sum.load(Ordering::Relaxed), 999 * 1000 / 2);
    }
}
