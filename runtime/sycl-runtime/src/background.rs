//! Work that no command waits for, on one thread that there is as long as there is some.

use std::collections::VecDeque;
use std::sync::{Condvar, Once};
use std::thread::Builder;

use sycl_host_device::Lock;

use crate::{native, scheduler};

type Work = Box<dyn FnOnce() + Send>;

struct State {
    waiting: VecDeque<Work>,
    has_thread: bool,
    /// The process ends: nothing more is started.
    is_closing: bool,
}

static STATE: Lock<State> = Lock::new(State { waiting: VecDeque::new(), has_thread: false, is_closing: false });
/// The thread has ended.
static QUIET: Condvar = Condvar::new();

/// Has work done later, or never if the process ends before. Does nothing in a child of a fork, where the thread is not.
pub(crate) fn start(work: Work) {
    if scheduler::generation() != 0 {
        return;
    }
    // Libraries that the work needs are loaded by now: their destructors run after this.
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| native::at_exit(close));
    let mut state = STATE.lock();
    if state.is_closing {
        return;
    }
    state.waiting.push_back(work);
    if !state.has_thread {
        state.has_thread = Builder::new().name("sycl-background".to_owned()).spawn(serve).is_ok();
    }
}

/// Starts nothing more, and waits for what runs.
fn close() {
    let mut state = STATE.lock();
    state.is_closing = true;
    let waiting = std::mem::take(&mut state.waiting);
    while state.has_thread {
        state = state.wait(&QUIET);
    }
    drop(state);
    drop(waiting);
}

fn serve() {
    let mut state = STATE.lock();
    while let Some(work) = state.waiting.pop_front() {
        drop(state);
        work();
        state = STATE.lock();
    }
    state.has_thread = false;
    QUIET.notify_all();
}
