//! A command: from its submission until it has ended.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar};

use sycl_host_device::Lock;

use crate::buffer::Buffer;
use crate::error::Failure;
use crate::queue::Queue;
use crate::scheduler;

/// What a command does.
pub(crate) trait Work: Send {
    /// Does it. What it holds is dropped before the command counts as ended.
    fn run(self: Box<Self>) -> Result<(), Failure>;

    /// Whether it may wait for whatever the program likes.
    fn may_wait(&self) -> bool {
        false
    }

    /// Whether it takes less time than another thread's start.
    fn is_short(&self) -> bool {
        false
    }
}

/// Where a command is on its way.
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
    /// How many commands it still waits for, and one more during its submission.
    pending: AtomicUsize,
    inner: Lock<Inner>,
    /// The phase has become `Running` or `Complete`.
    changed: Condvar,
    submitted: u64,
    started: AtomicU64,
    ended: AtomicU64,
    /// Which process of a chain of forks it belongs to.
    generation: u32,
}

#[derive(Default)]
struct Inner {
    /// None once it has been started, and for accesses of the host.
    work: Option<Box<dyn Work>>,
    /// Those that wait for it.
    dependents: Vec<Arc<Command>>,
    /// Those that it waits for.
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
        buffers: Vec<Arc<Buffer>>,
    ) -> Arc<Self> {
        let submitted = queue.now();
        Arc::new(Self {
            queue,
            number,
            phase: AtomicU8::new(Phase::Waiting as u8),
            pending: AtomicUsize::new(1),
            inner: Lock::new(Inner { work, buffers, ..Inner::default() }),
            changed: Condvar::new(),
            submitted,
            started: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            generation: scheduler::generation(),
        })
    }

    pub(crate) fn phase(&self) -> Phase {
        Phase::from_number(self.phase.load(Ordering::Acquire))
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.phase() == Phase::Complete
    }

    /// Nanoseconds since the process's first command at which it was submitted, was started and ended.
    pub(crate) fn times(&self) -> [u64; 3] {
        [self.submitted, self.started.load(Ordering::Acquire), self.ended.load(Ordering::Acquire)]
    }

    /// Those that it waits for and that have not ended.
    pub(crate) fn waits_for(&self) -> Vec<Arc<Self>> {
        self.inner.lock().waits_for.iter().filter(|command| !command.is_complete()).cloned().collect()
    }

    /// Waits for another command.
    pub(crate) fn wait_for(self: &Arc<Self>, other: &Arc<Self>) {
        let mut theirs = other.inner.lock();
        if other.is_complete() || Arc::ptr_eq(self, other) {
            return;
        }
        self.pending.fetch_add(1, Ordering::AcqRel);
        theirs.dependents.push(Arc::clone(self));
        drop(theirs);
        self.inner.lock().waits_for.push(Arc::clone(other));
    }

    /// Lets it start as soon as nothing is left that it waits for.
    pub(crate) fn submit(self: &Arc<Self>) {
        if self.is_met() {
            scheduler::make_ready(Arc::clone(self), true);
        }
    }

    /// Whether that was the last thing that it waited for.
    fn is_met(&self) -> bool {
        self.pending.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Whether it waits for a call rather than for work.
    pub(crate) fn is_host_access(&self) -> bool {
        self.inner.lock().work.is_none()
    }

    pub(crate) fn may_wait(&self) -> bool {
        self.inner.lock().work.as_ref().is_some_and(|work| work.may_wait())
    }

    pub(crate) fn is_short(&self) -> bool {
        self.inner.lock().work.as_ref().is_some_and(|work| work.is_short())
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
    pub(crate) fn run(&self) -> Vec<Arc<Self>> {
        self.started.store(self.queue.now(), Ordering::Release);
        let work = self.inner.lock().work.take();
        if let Some(Err(failure)) = work.map(Work::run) {
            self.queue.add_failure(failure);
        }
        self.complete()
    }

    /// Ends it, and gives those that can run after it.
    pub(crate) fn complete(&self) -> Vec<Arc<Self>> {
        self.ended.store(self.queue.now(), Ordering::Release);
        self.queue.remove(self);
        let mut inner = self.inner.lock();
        inner.waits_for.clear();
        self.phase.store(Phase::Complete as u8, Ordering::Release);
        let dependents = std::mem::take(&mut inner.dependents);
        let buffers = std::mem::take(&mut inner.buffers);
        if inner.waiters > 0 {
            self.changed.notify_all();
        }
        drop(inner);
        drop(buffers); // outside of the lock: each may be the last reference
        dependents.into_iter().filter(|command| command.is_met()).collect()
    }

    /// Waits until it is in this phase or a later one. A command that could run is run here.
    pub(crate) fn wait_until(self: &Arc<Self>, phase: Phase) {
        if phase == Phase::Complete && self.claim() {
            scheduler::run_here(self);
            return;
        }
        for _ in 0..SPINS {
            if self.phase() >= phase {
                break;
            }
            std::hint::spin_loop();
        }
        let mut inner = self.inner.lock();
        inner.waiters += 1;
        while self.phase() < phase && self.generation == scheduler::generation() {
            inner = inner.wait(&self.changed);
        }
        inner.waiters -= 1;
    }
}

/// How often a thread looks before it sleeps: a few microseconds, which a short kernel takes.
const SPINS: usize = 2000;
