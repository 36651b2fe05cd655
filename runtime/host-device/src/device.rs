//! The device, and its threads.

use std::env;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use sycl_propset::devices::{DeviceConfig, Target};
use sycl_propset::runtime;

use crate::error::DeviceError;
use crate::launch::Memory;
use crate::lock::Lock;
use crate::pool::Pool;
use crate::processor;

/// Number of threads that run groups; all of the process's processors if it is not set.
const THREADS: &str = "SYCL_HOST_THREADS";
const MAX_THREADS: usize = 4096;

/// Bytes of local memory of a group: about what a processor keeps near a core.
const LOCAL_MEMORY_SIZE: u64 = 1 << 20;

/// The host. A copy is the same device.
#[derive(Clone)]
pub struct Device(Arc<Inner>);

struct Inner {
    facts: runtime::Device,
    target: &'static Target,
    name: String,
    threads: usize,
    pool: Pool,
    memories: Arc<Memories>,
}

impl Device {
    /// The host with as many threads as `SYCL_HOST_THREADS` says, or as the process has processors. With 1, groups run
    /// in order on the thread that launches.
    ///
    /// # Errors
    /// [`DeviceError`] for a number that is not one, or if the system makes no threads.
    pub fn open() -> Result<Self, DeviceError> {
        let threads = match env::var_os(THREADS) {
            None => available_parallelism().unwrap_or(NonZeroUsize::MIN),
            Some(text) => {
                let found = text.to_string_lossy().into_owned();
                let number = found.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_THREADS);
                number.ok_or(DeviceError::Threads { found, most: MAX_THREADS })?
            }
        };
        Self::with_threads(threads)
    }

    /// The host with so many threads.
    ///
    /// # Errors
    /// [`DeviceError::Start`] if the system makes no threads.
    pub fn with_threads(threads: NonZeroUsize) -> Result<Self, DeviceError> {
        let target = DeviceConfig::builtin().target("host").expect("config/devices.json has the target `host`");
        let facts = runtime::Device {
            aspects: target.aspect_values().collect(),
            sub_group_sizes: target.sub_group_sizes.clone(),
            max_work_group_size: target.max_work_group_size.expect("config/devices.json has it for `host`"),
            // What processor images are for stands in their tables, which is checked when they are opened.
            target: Some(target.name.clone()),
        };
        let (threads, name) = (threads.get(), processor::name());
        let pool = Pool::new(threads - 1).map_err(DeviceError::Start)?;
        let memories = Arc::new(Memories { free: Lock::default(), most: threads });
        Ok(Self(Arc::new(Inner { facts, target, name, threads, pool, memories })))
    }

    /// The name of the processor.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Number of threads that run groups, the one that launches among them.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.threads
    }

    /// Facts that images are checked against: aspects by number, sub-group sizes, the largest work-group.
    #[must_use]
    pub fn facts(&self) -> &runtime::Device {
        &self.0.facts
    }

    /// Names of the aspects that it has.
    #[must_use]
    pub fn aspects(&self) -> &'static [String] {
        &self.0.target.aspects
    }

    /// Bytes of local memory that a group may have in variables and arguments.
    #[must_use]
    pub fn local_memory_size(&self) -> u64 {
        LOCAL_MEMORY_SIZE
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn memories(&self) -> &Arc<Memories> {
        &self.0.memories
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("name", &self.name()).field("threads", &self.threads()).finish_non_exhaustive()
    }
}

/// Stacks and local memory that threads do not need at the moment.
pub(crate) struct Memories {
    free: Lock<Vec<Memory>>,
    most: usize,
}

impl Memories {
    /// The memory that was put back last, or an empty one.
    pub(crate) fn take(&self) -> Memory {
        self.free.lock().pop().unwrap_or_default()
    }

    pub(crate) fn put_back(&self, memory: Memory) {
        let mut free = self.free.lock();
        if free.len() < self.most {
            free.push(memory);
        }
    }
}
