//! Queues: the order of their commands, and what went wrong in them.

use std::any::Any;
use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use smallvec::SmallVec;
use sycl_host_device::{Lock, Locked};

use crate::command::{Command, Phase};
use crate::device::Device;
use crate::error::{Error, Failure};

/// Properties that a queue is created with.
#[derive(Clone, Copy, Default)]
pub(crate) struct Traits {
    pub(crate) is_in_order: bool,
    pub(crate) has_times: bool,
    /// Failures are written to stderr when they happen: the program may compute with what a failed kernel left, and
    /// end because of that, long before it asks for them.
    pub(crate) says_failures: bool,
}

/// A queue.
pub(crate) struct Queue {
    device: &'static Device,
    traits: Traits,
    /// Stream of its device.
    stream: Option<Box<dyn Any + Send + Sync>>,
    /// Number of the last command; given while the state is locked.
    last: AtomicU64,
    state: Lock<State>,
}

/// Commands of a queue after which those that its device is done with are looked for, if the program does not wait.
const SWEPT: usize = 64;

/// Commands that have not ended.
#[derive(Default)]
pub(crate) struct State {
    /// All of them, in the order of their numbers.
    open: VecDeque<Arc<Command>>,
    /// Number of the command that later ones wait for in a queue that has no order otherwise.
    barrier: Option<u64>,
    failures: Vec<Failure>,
    /// The last failure that was written to stderr.
    said: String,
}

impl State {
    /// The last command, if it has not ended.
    pub(crate) fn last(&self) -> Option<&Arc<Command>> {
        self.open.back()
    }

    /// All commands that have not ended, in order.
    pub(crate) fn open(&self) -> Vec<Arc<Command>> {
        self.open.iter().cloned().collect()
    }

    /// The last barrier, if it has not ended.
    pub(crate) fn barrier(&self) -> Option<Arc<Command>> {
        self.open.get(self.place(self.barrier?)?).cloned()
    }

    /// Place of the command of a number.
    fn place(&self, number: u64) -> Option<usize> {
        // Most that end are the oldest.
        let is_first = self.open.front().is_some_and(|first| first.number == number);
        if is_first { Some(0) } else { self.open.binary_search_by_key(&number, |command| command.number).ok() }
    }

    pub(crate) fn add(&mut self, command: &Arc<Command>, is_barrier: bool) {
        self.open.push_back(Arc::clone(command));
        if is_barrier {
            self.barrier = Some(command.number);
        }
    }
}

impl Queue {
    pub(crate) fn new(device: &'static Device, traits: Traits) -> Result<Arc<Self>, Error> {
        Ok(Self::with(device, traits, device.back_end().open_queue(traits.has_times)?))
    }

    /// A queue whose commands go to a stream of the program's.
    pub(crate) fn adopt(device: &'static Device, traits: Traits, stream: usize) -> Result<Arc<Self>, Error> {
        Ok(Self::with(device, traits, Some(device.back_end().adopt_queue(stream)?)))
    }

    fn with(device: &'static Device, traits: Traits, stream: Option<Box<dyn Any + Send + Sync>>) -> Arc<Self> {
        Arc::new(Self { device, traits, stream, last: AtomicU64::new(0), state: Lock::new(State::default()) })
    }

    /// The address of the stream in its driver.
    pub(crate) fn native(&self) -> Result<usize, Error> {
        self.device.back_end().native_queue(self.stream.as_deref())
    }

    pub(crate) fn is_in_order(&self) -> bool {
        self.traits.is_in_order
    }

    pub(crate) fn has_times(&self) -> bool {
        self.traits.has_times
    }

    /// Stream of its device.
    pub(crate) fn stream<T: 'static>(&self) -> Option<&T> {
        self.stream.as_ref()?.downcast_ref()
    }

    /// Ends commands that the device is done with, oldest first, so that a program that never waits keeps few.
    pub(crate) fn sweep(&self) {
        let is_time = self.last.load(Ordering::Relaxed).is_multiple_of(SWEPT as u64 / 2);
        if self.stream.is_none() || !is_time || self.state.lock().open.len() < SWEPT {
            return;
        }
        // To ask a device takes as long as a launch. It answers for all before one in a stream.
        let mut count = SWEPT;
        let last = loop {
            let command = self.state.lock().open.get(count - 1).cloned();
            match command {
                Some(command) if command.is_done() => break command.number,
                _ if count == 1 => return,
                _ => count /= 2,
            }
        };
        self.forget(last);
        loop {
            let command = self.state.lock().open.front().filter(|first| first.number <= last).cloned();
            let Some(command) = command else { return };
            command.poll();
            if !command.is_complete() {
                return;
            }
        }
    }

    /// Forgets the command before one, if that stands for it: what is kept is as good as nothing, and what a launch
    /// allocates is still in the processor's cache.
    pub(crate) fn forget_before(&self, command: &Command) {
        if self.stream.is_none() || !command.is_out() {
            return;
        }
        let mut state = self.state.lock();
        let Some(place) = state.place(command.number).and_then(|place| place.checked_sub(1)) else { return };
        // Work of the host that follows a barrier asks for it.
        let is_barrier = |before: &Command| state.barrier == Some(before.number);
        let forgotten = if is_barrier(&state.open[place]) || !Command::is_told_by_later_ones(&mut state.open[place]) {
            None
        } else {
            state.open.remove(place)
        };
        drop(state);
        drop(forgotten); // outside of the lock
    }

    /// Forgets the first commands up to a number, as long as nothing else has them.
    fn forget(&self, last: u64) {
        let mut forgotten: SmallVec<[Arc<Command>; SWEPT]> = SmallVec::new();
        let mut state = self.state.lock();
        while let Some(first) = state.open.pop_front_if(|first| first.number <= last && Command::is_over(first)) {
            forgotten.push(first);
        }
        drop(state);
        drop(forgotten); // outside of the lock
    }

    pub(crate) fn device(&self) -> &'static Device {
        self.device
    }

    /// Nanoseconds since the first call.
    pub(crate) fn clock() -> u64 {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// The time by [`Self::clock`], or 0 if the queue keeps no times.
    pub(crate) fn now(&self) -> u64 {
        if self.traits.has_times { Self::clock() } else { 0 }
    }

    pub(crate) fn state(&self) -> Locked<'_, State> {
        self.state.lock()
    }

    /// The number of the next command.
    pub(crate) fn next_number(&self, _locked: &State) -> u64 {
        let number = self.last.load(Ordering::Relaxed) + 1;
        self.last.store(number, Ordering::Relaxed);
        number
    }

    /// Forgets a command that ends.
    pub(crate) fn remove(&self, command: &Command) {
        let mut state = self.state.lock();
        let removed = state.place(command.number).and_then(|place| state.open.remove(place));
        drop(state);
        drop(removed); // outside of the lock
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.state.lock().open.is_empty()
    }

    /// Waits for all commands that it has now.
    pub(crate) fn wait(&self) {
        // In an in-order queue, too, from the first one on: this thread runs what no other one has begun, and has a
        // processor to itself, which a thread that it has woken may not have yet.
        let open = self.state.lock().open();
        // With the last one of a stream, the others are known to have ended without another question.
        if let Some(last) = open.last().filter(|_| self.stream.is_some()) {
            last.wait_for_device();
        }
        for command in open {
            command.wait_until(Phase::Complete);
        }
    }

    pub(crate) fn add_failure(&self, failure: Failure) {
        log::error!("{}", failure.error);
        let mut state = self.state.lock();
        // A program that launches a kernel a thousand times hears of it once.
        let text = failure.error.to_string();
        if self.traits.says_failures && state.said != text {
            let _ = writeln!(std::io::stderr(), "SYCL: an asynchronous error that no handler took: {text}");
            state.said = text;
        }
        state.failures.push(failure);
    }

    pub(crate) fn take_failures(&self) -> Vec<Failure> {
        std::mem::take(&mut self.state.lock().failures)
    }
}
