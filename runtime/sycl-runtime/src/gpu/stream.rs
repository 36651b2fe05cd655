//! The commands of a queue in a stream of the driver, and how their ends are known.
//!
//! An event for each command would cost as much as its launch, on the processor and between two kernels on the GPU. So
//! events are recorded where an end is asked for, and stand for all commands before them. A command whose event the
//! program holds gets one before the next command follows, which may run until the program does something after that
//! event. Some more are recorded, so that the ends of old commands are known while new ones follow.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use smallvec::SmallVec;
use sycl_host_device::{Lock, Locked};

use super::images::Loaded;
use crate::command::Command;
use crate::native::gpu::{Event, Gpu, Refusal, Stream};

/// Commands from one event to the next, if none is asked for.
const MOST_WITHOUT: u64 = 32;

/// Kernels that an error names at most.
const MOST_NAMED: usize = 8;

/// A stream and its commands, which are numbered from 1 in their order.
pub(super) struct Commands {
    gpu: &'static Gpu,
    pub(super) stream: Stream,
    state: Lock<State>,
    /// A command that has ended, as those before it have: to ask the driver takes as long as a launch.
    done: AtomicU64,
    /// Events without times that were used: the driver takes longer to make one than to launch.
    unused: Lock<Vec<Event>>,
}

/// Facts about a stream; locked while a command is added, so that numbers are in the order of the stream.
#[derive(Default)]
pub(super) struct State {
    last: u64,
    /// The last command.
    command: Weak<Command>,
    /// Events after commands that may not have ended, in order.
    ends: VecDeque<End>,
    /// The last kernels of which launches may not have ended.
    kernels: SmallVec<[Arc<Loaded>; MOST_NAMED]>,
}

#[derive(Clone)]
struct End {
    number: u64,
    event: Arc<Event>,
    has_time: bool,
}

impl Commands {
    pub(super) fn new(gpu: &'static Gpu) -> Result<Self, Refusal> {
        Ok(Self::on_stream(gpu, gpu.stream()?))
    }

    pub(super) fn on_stream(gpu: &'static Gpu, stream: Stream) -> Self {
        Self { gpu, stream, state: Lock::default(), done: AtomicU64::new(0), unused: Lock::default() }
    }

    /// Begins a command, which may be the launch of a kernel. No other one is added until it is [`Self::added`]. The
    /// caller has entered the GPU.
    pub(super) fn begin(
        &self,
        command: &Arc<Command>,
        kernel: Option<Arc<Loaded>>,
    ) -> Result<Locked<'_, State>, Refusal> {
        let mut state = self.state.lock();
        if let Some(kernel) = kernel.filter(|new| !state.kernels.iter().any(|other| Arc::ptr_eq(new, other))) {
            if state.kernels.len() == MOST_NAMED {
                state.kernels.remove(0);
            }
            state.kernels.push(kernel);
        }
        let is_held = state.command.upgrade().is_some_and(|last| last.is_held());
        let from = state.ends.back().map_or_else(|| self.done(), |end| end.number);
        let without = state.last - from;
        if is_held && without > 0 || without >= MOST_WITHOUT {
            self.record(&mut state)?;
        }
        state.command = Arc::downgrade(command);
        Ok(state)
    }

    /// Gives the command that was begun its number. `timed` is an event that was recorded after it.
    pub(super) fn added(&self, mut state: Locked<'_, State>, timed: Option<Arc<Event>>) -> u64 {
        state.last += 1;
        let number = state.last;
        if let Some(event) = timed {
            state.ends.push_back(End { number, event, has_time: true });
        }
        number
    }

    /// An event after a command, for other streams; none if it has ended.
    pub(super) fn end(&self, number: u64) -> Result<Option<Arc<Event>>, Refusal> {
        let end = if self.is_known(number) { None } else { Some(self.end_of(number)?) };
        Ok(end.map(|end| end.event))
    }

    /// Waits for the end of a command. An error is that of any command on the GPU.
    pub(super) fn wait(&self, number: u64) -> Result<(), Refusal> {
        if self.is_known(number) {
            return Ok(());
        }
        let state = self.state.lock();
        let last = state.last;
        let is_marked = state.ends.back().is_some_and(|end| end.number >= number);
        drop(state);
        if is_marked {
            let end = self.end_of(number)?;
            end.event.wait()?;
            self.have_ended(end.number);
        } else {
            self.gpu.enter()?;
            self.stream.wait()?;
            self.have_ended(last);
        }
        Ok(())
    }

    /// Whether a command has ended; none after an error, after which none does.
    pub(super) fn has_ended(&self, number: u64) -> Option<bool> {
        if self.is_known(number) {
            return Some(true);
        }
        let end = self.end_of(number).ok()?;
        let answer = end.event.has_happened();
        if answer == Some(true) {
            self.have_ended(end.number);
        }
        answer
    }

    /// The commands that may have failed, in words.
    pub(super) fn suspects(&self) -> String {
        let state = self.state.lock();
        let names: Vec<String> = state.kernels.iter().map(|one| format!("`{}`", one.name)).collect();
        match &*names {
            [] => "a command".to_owned(),
            [name] => format!("kernel {name}"),
            names => format!("one of the kernels {}", names.join(", ")),
        }
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Acquire)
    }

    /// Whether a command is known to have ended.
    pub(super) fn is_known(&self, number: u64) -> bool {
        number <= self.done()
    }

    /// The first event that is after a command.
    fn end_of(&self, number: u64) -> Result<End, Refusal> {
        self.gpu.enter()?;
        let mut state = self.state.lock();
        let place = state.ends.partition_point(|end| end.number < number);
        if place == state.ends.len() {
            self.record(&mut state)?;
        }
        Ok(state.ends[place].clone())
    }

    fn record(&self, state: &mut State) -> Result<(), Refusal> {
        let unused = self.unused.lock().pop();
        let event = unused.map_or_else(|| self.gpu.event(false), Ok)?;
        self.stream.record(&event)?;
        state.ends.push_back(End { number: state.last, event: Arc::new(event), has_time: false });
        Ok(())
    }

    fn have_ended(&self, number: u64) {
        self.done.fetch_max(number, Ordering::AcqRel);
        let mut state = self.state.lock();
        let count = state.ends.partition_point(|end| end.number <= number);
        let ended: Vec<End> = state.ends.drain(..count).collect();
        let kernels = if number == state.last { std::mem::take(&mut state.kernels) } else { SmallVec::new() };
        drop(state);
        drop(kernels); // outside of the lock: each may be the last reference
        // What another thread still asks is dropped there.
        let of_no_use = ended.into_iter().filter(|end| !end.has_time).filter_map(|end| Arc::into_inner(end.event));
        self.unused.lock().extend(of_no_use);
    }
}
