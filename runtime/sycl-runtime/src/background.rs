//! Work that no command waits for, on a thread of its own.

use std::collections::VecDeque;
use std::sync::{Condvar, Once};
use std::thread::Builder;
use std::time::{Duration, Instant};

use sycl_host_device::Lock;

use crate::{forks, native, scheduler};

/// Time that the end of the process leaves to work that it need not wait for.
const GRACE: Duration = Duration::from_millis(300);

type Work = Box<dyn FnOnce() + Send>;

/// Activity of the thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Activity {
    None,
    Work,
    /// Work within [`with_driver`].
    Driver,
}

struct State {
    waiting: VecDeque<Work>,
    has_thread: bool,
    activity: Activity,
    /// The process ends: nothing more is started.
    is_closing: bool,
}

static STATE: Lock<State> =
    Lock::new(State { waiting: VecDeque::new(), has_thread: false, activity: Activity::None, is_closing: false });
/// There is work.
static WAKE: Condvar = Condvar::new();
/// The activity is another one.
static CHANGED: Condvar = Condvar::new();

/// Has work done later, or never if the process ends before. Does nothing in a child of a fork, where there is no such
/// thread.
pub(crate) fn start(work: Work) {
    scheduler::count_forks();
    if forks::generation() != 0 {
        return;
    }
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| native::at_exit(close));
    let mut state = STATE.lock();
    if state.is_closing {
        return;
    }
    state.waiting.push_back(work);
    WAKE.notify_one();
    if !state.has_thread {
        state.has_thread = Builder::new().name("sycl-background".to_owned()).spawn(serve).is_ok();
    }
}

/// Has the end of the process wait for this thread before libraries end that are loaded by now.
pub(crate) fn end_before_libraries() {
    native::at_exit(close);
}

/// Does a part of the work that uses a driver, unless the process ends. The end of the process waits for it: drivers
/// end with the process, too.
pub(crate) fn with_driver<T>(act: impl FnOnce() -> T) -> Option<T> {
    let mut state = STATE.lock();
    if state.is_closing {
        return None;
    }
    state.activity = Activity::Driver;
    drop(state);
    let result = act();
    STATE.lock().activity = Activity::Work;
    CHANGED.notify_all();
    Some(result)
}

/// Starts nothing more, and waits for what uses a driver. Other work has a little time, and is given up then.
fn close() {
    // The child of a fork has no such thread, whatever the thread was doing and had locked.
    if forks::generation() != 0 {
        return;
    }
    let end = Instant::now() + GRACE;
    let mut state = STATE.lock();
    state.is_closing = true;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match state.activity {
            Activity::Driver => state = state.wait(&CHANGED),
            Activity::Work if !left.is_zero() => state = state.wait_for(&CHANGED, left),
            Activity::Work | Activity::None => break,
        }
    }
}

/// The thread does not end: with it, drivers would clear away what is its own, while the process ends.
fn serve() {
    let mut state = STATE.lock();
    loop {
        let Some(work) = state.waiting.pop_front().filter(|_| !state.is_closing) else {
            state = state.wait(&WAKE);
            continue;
        };
        state.activity = Activity::Work;
        drop(state);
        work();
        state = STATE.lock();
        state.activity = Activity::None;
        CHANGED.notify_all();
    }
}
