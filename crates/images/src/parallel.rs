//! Work on many items by several threads, with the results in the order of the items.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Results of `work` for items and their indices, in their order, up to the first one that `ends` holds for, such as an
/// error.
///
/// This thread works, and one more for each helper: the way in which it is started, and something that it keeps until
/// it ends, such as a token of a job server. Where a thread cannot be started, those that there are do the work.
///
/// Items are begun in their order, and none after a result that `ends` holds for. So all in front of that one are done,
/// and the results do not depend on the threads.
///
/// # Panics
/// If `work` does, with its panic.
pub fn map_in_order<I: IntoIterator<IntoIter: Send>, T: Send, H: Send>(
    items: I,
    helpers: impl IntoIterator<Item = (thread::Builder, H)>,
    work: impl Fn(usize, I::Item) -> T + Sync,
    ends: impl Fn(&T) -> bool + Sync,
) -> Vec<T> {
    let (queue, is_over) = (Mutex::new(items.into_iter().enumerate()), AtomicBool::new(false));
    let take = || {
        let mut done = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            // A statement of its own: the lock is not held during the work.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, item)) = next else { break };
            let result = work(index, item);
            is_over.fetch_or(ends(&result), Ordering::Relaxed);
            done.push((index, result));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let mut threads = Vec::new();
        for (builder, kept) in helpers {
            let help = || {
                let _kept = kept;
                take()
            };
            let Ok(thread) = builder.spawn_scoped(scope, help) else { break };
            threads.push(thread);
        }
        let mut done = take();
        for thread in threads {
            done.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    let count = done.iter().position(|(_, result)| ends(result)).map_or(done.len(), |last| last + 1);
    done.into_iter().take(count).map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;

    use super::*;

    fn helpers(count: usize) -> impl Iterator<Item = (thread::Builder, ())> {
        (0..count).map(|_| (thread::Builder::new(), ()))
    }

    #[test]
    fn results_are_in_order_up_to_the_first_that_ends_them() {
        for count in [0, 1, 6, 99] {
            let double = map_in_order(vec![3; 50], helpers(count), |index, item| index * item, |_| false);
            assert_eq!(double, (0..50).map(|index| 3 * index).collect::<Vec<_>>());
            let until = map_in_order(0..50, helpers(count), |_, item| item, |item| item % 20 == 13);
            assert_eq!(until, (0..=13).collect::<Vec<_>>());
            assert!(map_in_order(0..0, helpers(count), |_, item| item, |_| true).is_empty());
        }
    }

    #[test]
    fn helpers_work_and_keep_what_they_got() {
        struct Token<'a>(&'a Mutex<usize>);

        impl Drop for Token<'_> {
            fn drop(&mut self) {
                *self.0.lock().unwrap() += 1;
            }
        }

        let (dropped, all_are_here) = (Mutex::new(0), Barrier::new(3));
        let tokens = (0..2).map(|_| (thread::Builder::new(), Token(&dropped)));
        let work = |_, _| {
            let before = *dropped.lock().unwrap();
            all_are_here.wait();
            (thread::current().id(), before)
        };
        let found: HashSet<_> = map_in_order(0..3, tokens, work, |_| false).into_iter().collect();
        assert!(found.len() == 3 && found.iter().all(|(_, dropped)| *dropped == 0));
        assert_eq!(dropped.into_inner().unwrap(), 2);
    }

    #[test]
    fn without_threads_this_one_does_all() {
        // No machine has room for such a stack.
        let helpers = (0..3).map(|_| (thread::Builder::new().stack_size(1 << 60), ()));
        let ids = map_in_order(0..5, helpers, |_, _| thread::current().id(), |_| false);
        assert_eq!(ids, [thread::current().id(); 5]);
    }

    #[test]
    fn a_panic_of_the_work_is_one_of_the_caller() {
        for count in [0, 2] {
            let work = |_, item| assert_ne!(item, 5, "on purpose");
            let all = || map_in_order(0..9, helpers(count), work, |()| false);
            assert!(catch_unwind(AssertUnwindSafe(all)).is_err());
        }
    }
}
