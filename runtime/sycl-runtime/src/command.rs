//! A command: from its submission until it has ended.

use std::any::Any;
use std::collections::HashSet;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar};
use std::time::{Duration, Instant};

use sycl_host_device::{Lock, observe, publish};

use crate::buffer::Buffer;
use crate::error::{Error, Failure};
use crate::forks;
use crate::queue::Queue;
use crate::scheduler;

/// Work of a command.
pub(crate) trait Work: Send {
    /// Does it, or hands it to the device and says by what its end is known. What it holds is dropped before the
    /// command counts as ended.
    fn run(self: Box<Self>, start: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure>;

    /// Whether [`Self::run`] only hands it to the device, which keeps it behind what it is told to wait for.
    fn is_issued(&self) -> bool {
        false
    }

    /// Whether it may wait for whatever the program likes.
    fn may_wait(&self) -> bool {
        false
    }

    /// Whether it takes less time than another thread's start.
    fn is_short(&self) -> bool {
        false
    }
}

/// Facts that work needs when it starts.
pub(crate) struct Start<'a> {
    pub(crate) command: &'a Arc<Command>,
    /// Tokens that work starts behind, besides those that its queue has already.
    pub(crate) after: &'a [Arc<dyn Token>],
}

/// Stands for work that was handed to a device.
pub(crate) trait Token: Send + Sync {
    /// Waits for its end.
    fn wait(&self) -> Result<(), Error>;
    fn is_done(&self) -> bool;
    /// Whether the end of any later one of its queue tells its own end and its failure, so that it need not be kept.
    fn is_told_by_later_ones(&self) -> bool {
        false
    }
    /// Whether it is known without asking the device, and without an error.
    fn is_known_to_have_ended(&self) -> bool {
        false
    }
    /// Nanoseconds by [`Queue::now`] at which it started and ended, if it is known.
    fn times(&self) -> Option<[u64; 2]>;
    fn as_any(&self) -> &dyn Any;
}

/// Phases of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Phase {
    /// For other commands.
    Waiting,
    /// Could run.
    Ready,
    Running,
    Complete,
}

impl Phase {
    fn from_number(number: u8) -> Self {
        [Self::Waiting, Self::Ready, Self::Running, Self::Complete][usize::from(number)]
    }
}

/// A command; an event of C's is a counted pointer to one.
pub(crate) struct Command {
    pub(crate) queue: Arc<Queue>,
    /// The queue's number for it.
    pub(crate) number: u64,
    phase: AtomicU8,
    /// Number of commands it still waits for, and one more during its submission.
    pending: AtomicUsize,
    inner: Lock<Inner>,
    is_host_access: bool,
    /// Whether its work is handed to the device.
    is_issued: bool,
    /// Whether its work is with the device.
    is_out: AtomicBool,
    /// Whether something is dropped at its end.
    has_end: bool,
    /// The phase has become `Running` or `Complete`, or the work is with the device.
    changed: Condvar,
    submitted: u64,
    started: AtomicU64,
    ended: AtomicU64,
    /// Number of its process in a chain of forks.
    generation: u32,
    /// References that the program has.
    holders: AtomicUsize,
}

#[derive(Default)]
struct Inner {
    /// None once it has been started, and for accesses of the host.
    work: Option<Box<dyn Work>>,
    /// While its work is with the device.
    token: Option<Arc<dyn Token>>,
    /// Work in other queues of devices that its own, of the same kind, starts behind.
    after: Vec<Arc<dyn Token>>,
    /// A thread waits for its end.
    is_watched: bool,
    /// Is dropped at its end.
    end: Option<Box<dyn Send>>,
    /// Commands that wait for it.
    dependents: Vec<Arc<Command>>,
    /// Commands that it waits for.
    waits_for: Vec<Arc<Command>>,
    /// Whose memory it accesses.
    buffers: Vec<Arc<Buffer>>,
    waiters: usize,
}

impl Command {
    /// A command that waits for its [`Self::submit`], and whose buffers stay until it has ended. Without work it runs
    /// until [`Self::complete`] is called.
    pub(crate) fn new(
        queue: Arc<Queue>,
        number: u64,
        work: Option<Box<dyn Work>>,
        end: Option<Box<dyn Send>>,
        buffers: Vec<Arc<Buffer>>,
    ) -> Arc<Self> {
        let submitted = queue.now();
        Arc::new(Self {
            queue,
            number,
            phase: AtomicU8::new(Phase::Waiting as u8),
            pending: AtomicUsize::new(1),
            is_host_access: work.is_none(),
            is_issued: work.as_ref().is_some_and(|work| work.is_issued()),
            is_out: AtomicBool::new(false),
            has_end: end.is_some(),
            inner: Lock::new(Inner { work, end, buffers, ..Inner::default() }),
            changed: Condvar::new(),
            submitted,
            started: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            generation: forks::generation(),
            holders: AtomicUsize::new(0),
        })
    }

    /// A reference for the program, until it is [`Self::let_go`].
    pub(crate) fn hold(self: Arc<Self>) -> *const Self {
        self.holders.fetch_add(1, Ordering::Relaxed);
        Arc::into_raw(self)
    }

    /// Takes such a reference back.
    pub(crate) fn let_go(self: Arc<Self>) {
        self.holders.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether the program may ask for it.
    pub(crate) fn is_held(&self) -> bool {
        self.holders.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn phase(&self) -> Phase {
        let phase = Phase::from_number(self.phase.load(Ordering::Acquire));
        if phase == Phase::Complete {
            observe(&self.phase);
        }
        phase
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.phase() == Phase::Complete
    }

    /// Nanoseconds since the process's first command at which it was submitted, was started and ended.
    pub(crate) fn times(&self) -> [u64; 3] {
        [self.submitted, self.started.load(Ordering::Acquire), self.ended.load(Ordering::Acquire)]
    }

    /// Commands that it waits for and that have not ended.
    pub(crate) fn waits_for(&self) -> Vec<Arc<Self>> {
        self.inner.lock().waits_for.iter().filter(|command| !command.is_complete()).cloned().collect()
    }

    /// Waits for another command.
    pub(crate) fn wait_for(self: &Arc<Self>, other: &Arc<Self>) {
        let mut theirs = other.inner.lock();
        if other.is_complete() || Arc::ptr_eq(self, other) {
            return;
        }
        let token = theirs.token.clone();
        let is_behind = self.is_issued && token.is_some();
        if !is_behind {
            self.pending.fetch_add(1, Ordering::AcqRel);
            theirs.dependents.push(Arc::clone(self));
        }
        let is_new = !is_behind && token.is_some() && !std::mem::replace(&mut theirs.is_watched, true);
        drop(theirs);
        if is_new {
            scheduler::watch(Arc::clone(other));
        }
        let mut own = self.inner.lock();
        own.waits_for.push(Arc::clone(other));
        own.after.extend(token.filter(|_| is_behind && !self.has_queue_of(other)));
    }

    /// Whether the device keeps both in order by itself.
    fn has_queue_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.queue, &other.queue)
    }

    /// Lets it start as soon as nothing is left that it waits for.
    pub(crate) fn submit(self: &Arc<Self>) {
        if self.is_met() {
            scheduler::make_ready(Arc::clone(self), true);
        }
    }

    /// Whether that was the last thing that it waited for. What is behind it is then behind all of them.
    fn is_met(&self) -> bool {
        publish(&self.pending);
        let is_last = self.pending.fetch_sub(1, Ordering::AcqRel) == 1;
        if is_last {
            observe(&self.pending);
        }
        is_last
    }

    /// Whether it waits for a call rather than for work.
    pub(crate) fn is_host_access(&self) -> bool {
        self.is_host_access
    }

    pub(crate) fn may_wait(&self) -> bool {
        self.inner.lock().work.as_ref().is_some_and(|work| work.may_wait())
    }

    pub(crate) fn is_short(&self) -> bool {
        self.inner.lock().work.as_ref().is_some_and(|work| work.is_short())
    }

    /// Whether any thread may start it: that takes no time.
    pub(crate) fn is_issued(&self) -> bool {
        self.is_issued
    }

    /// Whether its work is with the device.
    pub(crate) fn is_out(&self) -> bool {
        self.is_out.load(Ordering::Acquire)
    }

    /// Makes it ready; the caller sees to its start.
    pub(crate) fn set_ready(&self) {
        self.phase.store(Phase::Ready as u8, Ordering::Release);
    }

    /// Takes it for this thread, unless another one did.
    pub(crate) fn claim(&self) -> bool {
        let (ready, running) = (Phase::Ready as u8, Phase::Running as u8);
        self.phase.compare_exchange(ready, running, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Begins an access of the host, which runs until it is completed.
    pub(crate) fn begin(&self) {
        let _inner = self.inner.lock();
        self.started.store(self.queue.now(), Ordering::Release);
        self.phase.store(Phase::Running as u8, Ordering::Release);
        self.changed.notify_all();
    }

    /// Runs the work of a command that this thread has claimed, and gives those that can run after it.
    pub(crate) fn run(self: &Arc<Self>) -> Vec<Arc<Self>> {
        self.started.store(self.queue.now(), Ordering::Release);
        let mut inner = self.inner.lock();
        let (work, after) = (inner.work.take(), std::mem::take(&mut inner.after));
        drop(inner);
        let Some(work) = work else { return self.complete() };
        match work.run(&Start { command: self, after: &after }) {
            Ok(None) => self.complete(),
            Ok(Some(token)) => self.set_out(&token),
            Err(failure) => {
                self.queue.add_failure(failure);
                self.complete()
            }
        }
    }

    /// Its work is with the device: gives those that can start behind it.
    fn set_out(self: &Arc<Self>, token: &Arc<dyn Token>) -> Vec<Arc<Self>> {
        let mut inner = self.inner.lock();
        inner.token = Some(Arc::clone(token));
        self.is_out.store(true, Ordering::Release);
        let (behind, others) = std::mem::take(&mut inner.dependents).into_iter().partition(|other| other.is_issued);
        inner.dependents = others;
        let is_needed = !inner.dependents.is_empty() || inner.end.is_some();
        let is_new = is_needed && !std::mem::replace(&mut inner.is_watched, true);
        if inner.waiters > 0 {
            self.changed.notify_all();
        }
        drop(inner);
        if is_new {
            scheduler::watch(Arc::clone(self));
        }
        let start = |other: &Arc<Self>| {
            if !other.has_queue_of(self) {
                other.inner.lock().after.push(Arc::clone(token));
            }
            other.is_met()
        };
        Vec::into_iter(behind).filter(start).collect()
    }

    /// Waits for the device, if it has its work; it does not end here.
    pub(crate) fn wait_for_device(&self) {
        let token = self.inner.lock().token.clone();
        if self.generation == forks::generation() {
            // The thread that ends it reports its error.
            let _ = token.map(|token| token.wait());
        }
    }

    /// Whether it has ended, or the device is done with its work.
    pub(crate) fn is_done(&self) -> bool {
        let token = self.inner.lock().token.clone();
        self.is_complete() || token.is_some_and(|token| token.is_done())
    }

    /// Whether it is known that its work has ended, and only the queue still has it, so that its end needs no ceremony.
    pub(crate) fn is_over(this: &mut Arc<Self>) -> bool {
        Self::needs_no_ceremony(this, |token| token.is_known_to_have_ended())
    }

    /// Whether only the queue has it, and any later one of the queue that is with the device stands for it.
    pub(crate) fn is_told_by_later_ones(this: &mut Arc<Self>) -> bool {
        Self::needs_no_ceremony(this, |token| token.is_told_by_later_ones())
    }

    /// Whether only the queue has it, its token is such a one, and nothing else waits for its end.
    fn needs_no_ceremony(this: &mut Arc<Self>, is_such: impl FnOnce(&dyn Token) -> bool) -> bool {
        let Some(command) = Arc::get_mut(this) else { return false };
        let inner = command.inner.get_mut();
        let is_free = !command.has_end && inner.buffers.is_empty() && inner.dependents.is_empty();
        is_free && inner.token.as_deref().is_some_and(is_such)
    }

    /// Ends it if the device is done with its work.
    pub(crate) fn poll(self: &Arc<Self>) {
        let token = self.inner.lock().token.clone();
        if let Some(token) = token.filter(|token| token.is_done()) {
            self.finish(&*token);
        }
    }

    /// Waits for the device, and ends it unless another thread does.
    fn finish(self: &Arc<Self>, token: &dyn Token) {
        if self.generation != forks::generation() {
            return;
        }
        let result = token.wait();
        let mut inner = self.inner.lock();
        if inner.token.take().is_none() {
            while !self.is_complete() && self.generation == forks::generation() {
                inner.waiters += 1;
                inner = inner.wait(&self.changed);
                inner.waiters -= 1;
            }
            return;
        }
        self.is_out.store(false, Ordering::Release);
        drop(inner);
        if let Err(error) = result {
            self.queue.add_failure(error.into());
        }
        let times = token.times();
        for next in self.complete_at(times) {
            scheduler::make_ready(next, false);
        }
    }

    /// Ends it, and gives those that can run after it.
    pub(crate) fn complete(&self) -> Vec<Arc<Self>> {
        self.complete_at(None)
    }

    fn complete_at(&self, times: Option<[u64; 2]>) -> Vec<Arc<Self>> {
        if let Some([started, _]) = times {
            self.started.store(started, Ordering::Release);
        }
        self.ended.store(times.map_or_else(|| self.queue.now(), |[_, ended]| ended), Ordering::Release);
        if self.has_end {
            let end = self.inner.lock().end.take();
            drop(end); // outside of the lock: it calls the program
        }
        self.queue.remove(self);
        let mut inner = self.inner.lock();
        inner.waits_for.clear();
        publish(&self.phase);
        self.phase.store(Phase::Complete as u8, Ordering::Release);
        let dependents = std::mem::take(&mut inner.dependents);
        let buffers = std::mem::take(&mut inner.buffers);
        if inner.waiters > 0 {
            self.changed.notify_all();
        }
        drop(inner);
        buffers.iter().for_each(|buffer| publish(&**buffer));
        drop(buffers); // outside of the lock: each may be the last reference
        dependents.into_iter().filter(|command| command.is_met()).collect()
    }

    /// Waits until it is in this phase or a later one. A command that could run is run here.
    pub(crate) fn wait_until(self: &Arc<Self>, phase: Phase) {
        if phase == Phase::Complete && self.claim() {
            scheduler::run_here(self);
        }
        for _ in 0..if self.is_issued { 0 } else { SPINS } {
            if self.phase() >= phase {
                break;
            }
            std::hint::spin_loop();
        }
        let (mut began, mut has_told) = (None, false);
        let mut inner = self.inner.lock();
        while self.phase() < phase && self.generation == forks::generation() {
            if let Some(token) = inner.token.clone() {
                drop(inner);
                self.finish(&*token);
                return;
            }
            let began = *began.get_or_insert_with(Instant::now);
            inner.waiters += 1;
            inner = if has_told { inner.wait(&self.changed) } else { inner.wait_for(&self.changed, PATIENCE) };
            inner.waiters -= 1;
            if !has_told && began.elapsed() >= PATIENCE {
                has_told = true;
                drop(inner);
                self.tell_of_accessor();
                inner = self.inner.lock();
            }
        }
    }

    /// Says on stderr that a wait is for an accessor of the host, which may be the waiting thread's own: SYCL has no
    /// error for that, and the program would stand still without a word.
    fn tell_of_accessor(self: &Arc<Self>) {
        let mut seen = HashSet::new();
        let mut left = self.waits_for();
        while let Some(command) = left.pop() {
            if !seen.insert(Arc::as_ptr(&command)) {
                continue;
            }
            if command.is_host_access() && command.phase() == Phase::Running {
                let size = command.inner.lock().buffers.first().map_or(0, |buffer| buffer.size);
                let _ = writeln!(
                    std::io::stderr(),
                    "SYCL: a wait has taken {} s: it is for a host_accessor of a buffer of {size} bytes that the program \
                     still has; destroy that accessor before you wait",
                    PATIENCE.as_secs(),
                );
                return;
            }
            left.extend(command.waits_for());
        }
    }
}

/// Time that a wait takes before it is looked into.
const PATIENCE: Duration = Duration::from_secs(5);

/// Number of times that a thread looks before it sleeps: a few microseconds, which a short kernel takes.
const SPINS: usize = 2000;
