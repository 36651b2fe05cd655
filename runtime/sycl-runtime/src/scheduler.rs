//! Threads that run commands when they are ready.
//!
//! With one thread for kernels (`SYCL_HOST_THREADS=1`), a command runs on the thread that submits it or that ends the
//! last one that it waited for, and so does one that takes less time than to wake a thread, going by what it took
//! before; host tasks always have threads of their own, since they may wait for the program.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, LazyLock};
use std::thread::Builder;

use sycl_host_device::{Lock, Locked};

use crate::command::{Command, Phase};
use crate::{forks, native};

/// Number of commands that run at once, besides host tasks: one kernel keeps all processors busy, another fills its
/// gaps.
const MAX_RUNNING: usize = 2;

#[derive(Default)]
struct State {
    ready: VecDeque<Arc<Command>>,
    /// Threads that wait for commands.
    idle: usize,
    /// Threads that run commands or look for them.
    busy: usize,
    /// Number of these that run host tasks or wait for devices.
    in_host_tasks: usize,
    /// The process ends: nothing more is started.
    is_closing: bool,
}

#[derive(Default)]
struct Scheduler {
    state: Lock<State>,
    /// There is a command, or the process ends.
    wake: Condvar,
    /// A thread has nothing to do any more.
    quiet: Condvar,
}

static SCHEDULER: LazyLock<Scheduler> = LazyLock::new(|| {
    native::at_exit(close);
    native::at_fork(native::AtFork { before: hold, in_parent: let_go, in_child: start_again });
    Scheduler::default()
});

thread_local! {
    /// The state, while this thread forks.
    static HELD: RefCell<Option<Locked<'static, State>>> = const { RefCell::new(None) };
}

/// Has forks counted from here on.
pub(crate) fn count_forks() {
    LazyLock::force(&SCHEDULER);
}

fn hold() {
    let held = SCHEDULER.state.lock();
    HELD.with_borrow_mut(|place| *place = Some(held));
}

fn let_go() {
    HELD.with_borrow_mut(Option::take);
}

/// In the child of a fork: threads and commands stay behind in the parent.
fn start_again() {
    forks::count();
    HELD.with_borrow_mut(|held| {
        if let Some(mut state) = held.take() {
            // Commands of the parent are not dropped: what they own belongs to its threads.
            std::mem::forget(std::mem::take(&mut *state));
        }
    });
}

/// Starts nothing more, and waits for what runs.
fn close() {
    let mut state = SCHEDULER.state.lock();
    state.is_closing = true;
    SCHEDULER.wake.notify_all();
    while state.busy > state.in_host_tasks {
        state = state.wait(&SCHEDULER.quiet);
    }
}

/// Sees to the start of a command that waits for nothing. `is_submitter`: whether this thread has just submitted it.
pub(crate) fn make_ready(command: Arc<Command>, is_submitter: bool) {
    if command.is_host_access() {
        command.begin();
        return;
    }
    command.set_ready();
    let is_quick = || is_submitter && (command.queue.device().is_serial() || command.is_short());
    if command.is_issued() || !command.may_wait() && is_quick() {
        if command.claim() {
            run_here(&command);
        }
        return;
    }
    push(command);
}

/// Has a thread wait for the end of a command that is with its device.
pub(crate) fn watch(command: Arc<Command>) {
    push(command);
}

fn push(command: Arc<Command>) {
    let mut state = SCHEDULER.state.lock();
    if state.is_closing {
        return;
    }
    state.ready.push_back(command);
    if state.idle > 0 {
        SCHEDULER.wake.notify_one();
    } else if state.busy - state.in_host_tasks < MAX_RUNNING {
        state.busy += 1;
        drop(state);
        let started = Builder::new().name("sycl-runtime".to_owned()).spawn(serve);
        if started.is_err() {
            // A thread that waits for it runs it, or another one does.
            SCHEDULER.state.lock().busy -= 1;
        }
    }
}

/// Runs a command that this thread has claimed, and what can run after it.
pub(crate) fn run_here(command: &Arc<Command>) {
    let is_serial = command.queue.device().is_serial();
    let mut next = VecDeque::from(command.run());
    while let Some(command) = next.pop_front() {
        if command.is_host_access() {
            command.begin();
        } else if command.is_issued() || is_serial && !command.may_wait() {
            command.set_ready();
            if command.claim() {
                next.extend(command.run());
            }
        } else {
            make_ready(command, false);
        }
    }
}

/// Ends an access of the host, and starts what waited for it.
pub(crate) fn end_host_access(access: &Arc<Command>) {
    for command in access.complete() {
        make_ready(command, true);
    }
}

/// Work of a thread.
fn serve() {
    let mut state = SCHEDULER.state.lock();
    loop {
        if state.is_closing {
            break;
        }
        let Some(command) = state.ready.pop_front() else {
            state.idle += 1;
            state.busy -= 1;
            SCHEDULER.quiet.notify_all();
            state = state.wait(&SCHEDULER.wake);
            state.idle -= 1;
            state.busy += 1;
            continue;
        };
        let is_out = command.is_out();
        let may_wait = is_out || command.may_wait();
        if !is_out && !command.claim() {
            continue;
        }
        state.in_host_tasks += usize::from(may_wait);
        drop(state);
        if is_out {
            command.wait_until(Phase::Complete);
        } else {
            run_in_turn(command);
        }
        state = SCHEDULER.state.lock();
        state.in_host_tasks -= usize::from(may_wait);
    }
    state.busy -= 1;
    SCHEDULER.quiet.notify_all();
}

/// Runs a command and then, one after another, the first of those that can run after it; others go to other threads.
fn run_in_turn(command: Arc<Command>) {
    let mut now = Some(command);
    while let Some(command) = now.take() {
        for next in command.run() {
            if now.is_none() && !next.is_host_access() && !next.may_wait() {
                next.set_ready();
                now = next.claim().then_some(next);
            } else {
                make_ready(next, false);
            }
        }
    }
}
