//! The groups of a launch, and how threads take them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{io, mem};

use crate::arguments::Packed;
use crate::device::Memories;
use crate::error::{Failure, LaunchError};
use crate::image::{Image, Kernel};
use crate::lock::Lock;
use crate::native::{self, Arguments, Block, Function, Group, Stack};
use crate::pace::SHORT;
use crate::pool::{Who, Work};
use crate::range::Sizes;

/// Number of times that each thread comes for groups, if groups take equally long. More balances better, fewer cost
/// less.
const CHUNKS_PER_THREAD: u64 = 16;

/// Bytes of stack and local memory that are kept for later launches, for each thread.
const KEPT: usize = 64 << 20;

/// Memory that a thread needs to run groups.
#[derive(Default)]
pub(crate) struct Memory {
    stack: Option<Stack>,
    local: Option<Block>,
}

impl Memory {
    fn size(&self) -> usize {
        self.stack.as_ref().map_or(0, Stack::size) + self.local.as_ref().map_or(0, Block::size)
    }

    /// Makes sure that there is room for a launch.
    fn reserve(&mut self, launch: &Launch) -> Result<(), LaunchError> {
        let too_large = |what, needed, cause: Option<io::Error>| {
            let kernel = launch.kernel().name.clone();
            LaunchError::Memory { kernel, what, needed, cause }
        };
        if !self.stack.as_ref().is_some_and(|stack| stack.has_room_for(launch.stack_size)) {
            self.stack = None;
            let of_stack = |cause| too_large("stack", launch.stack_size as u128, Some(cause));
            self.stack = Some(Stack::new(launch.stack_size).map_err(of_stack)?);
        }
        let size = launch.packed.local.size;
        if self.local.as_ref().is_none_or(|local| local.size() < size) {
            self.local = None;
            let block = Block::new(size, 128);
            self.local = Some(block.ok_or_else(|| too_large("local memory", size as u128, None))?);
        }
        Ok(())
    }
}

/// A launch that was checked.
pub(crate) struct Launch {
    /// Its number in the image.
    kernel: usize,
    function: Function,
    packed: Packed,
    sizes: Sizes,
    stack_size: usize,
    /// Number of groups that a thread takes at a time.
    chunk: u64,
    next: AtomicU64,
    is_over: AtomicBool,
    /// Nanoseconds that all threads together have spent in groups.
    spent: AtomicU64,
    /// The failure of the first group, of those that have failed.
    failure: Lock<Option<(u64, Box<Failure>)>>,
    memories: Arc<Memories>,
    /// Memory of the thread that launches.
    reserved: Lock<Memory>,
    /// Have to stay while groups run.
    image: Arc<Image>,
    _constants: Option<Arc<Block>>,
}

impl Launch {
    pub(crate) fn new(
        image: &Arc<Image>,
        number: usize,
        sizes: Sizes,
        packed: Packed,
        constants: Option<Arc<Block>>,
        memories: &Arc<Memories>,
        threads: usize,
    ) -> Result<Self, LaunchError> {
        let kernel = image.kernel_at(number);
        let items = u128::from(sizes.items_per_group);
        let needed = u128::from(kernel.stack_size) + u128::from(kernel.stack_per_item) * items;
        let too_large = |_| LaunchError::Memory { kernel: kernel.name.clone(), what: "stack", needed, cause: None };
        Ok(Self {
            kernel: number,
            function: kernel.function,
            packed,
            sizes,
            stack_size: usize::try_from(needed).map_err(too_large)?,
            chunk: (sizes.groups / (threads as u64).saturating_mul(CHUNKS_PER_THREAD)).max(1),
            next: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            spent: AtomicU64::new(0),
            failure: Lock::new(None),
            memories: Arc::clone(memories),
            reserved: Lock::default(),
            image: Arc::clone(image),
            _constants: constants,
        })
    }

    fn kernel(&self) -> &Kernel {
        self.image.kernel_at(self.kernel)
    }

    fn items(&self) -> f32 {
        self.sizes.groups as f32 * self.sizes.items_per_group as f32
    }

    /// Whether launches of the kernel before say that other threads would cost more than they help. ThreadSanitizer
    /// finds races between host and kernels only if these run on other threads.
    pub(crate) fn is_short(&self) -> bool {
        self.kernel().pace.expected(self.items()).is_some_and(|time| time < SHORT) && !native::finds_races()
    }

    /// Number of threads that can have something to do.
    pub(crate) fn shares(&self) -> usize {
        if self.is_short() {
            return 1;
        }
        usize::try_from(self.sizes.groups.div_ceil(self.chunk)).unwrap_or(usize::MAX)
    }

    /// Gets memory for the thread that launches. If there is none, nothing runs.
    pub(crate) fn reserve(&self) -> Result<(), LaunchError> {
        let mut memory = self.memories.take();
        memory.reserve(self)?;
        *self.reserved.lock() = memory;
        Ok(())
    }

    /// Makes failures of its groups come here.
    pub(crate) fn install_handler(&self) {
        self.image.on_failure.install();
    }

    /// Result of the launch.
    pub(crate) fn result(&self) -> Result<(), LaunchError> {
        self.kernel().pace.learn(Duration::from_nanos(self.spent.load(Ordering::Relaxed)), self.items());
        let mut failure = self.failure.lock();
        failure.take().map_or(Ok(()), |(_, failure)| Err(LaunchError::Failed(failure)))
    }

    /// Runs a chunk of groups, and those after it, until none is left or one has failed.
    fn run_groups(&self, memory: &mut Memory) {
        let Memory { stack: Some(stack), local: Some(local) } = memory else { return };
        let local_size = self.packed.local.size;
        let arguments = Arguments::new(&self.packed.slots, &self.packed.values, local);
        let Sizes { group_size: size, group_count, offset, .. } = self.sizes;
        let mut group = Group { id: [0; 3], size, group_count, offset, local_size: local_size as u64 };
        while !self.is_over.load(Ordering::Relaxed) {
            let start = self.next.fetch_add(self.chunk, Ordering::Relaxed);
            if start >= self.sizes.groups {
                break;
            }
            group.id = id_of(start, group_count);
            for index in start..self.sizes.groups.min(start + self.chunk) {
                if self.is_over.load(Ordering::Relaxed) {
                    break;
                }
                self.poison_gaps(local);
                if let Err(failure) = native::run(self.function, &arguments, &group, local, stack) {
                    self.is_over.store(true, Ordering::Relaxed);
                    let mut first = self.failure.lock();
                    if first.as_ref().is_none_or(|(other, _)| index < *other) {
                        *first = Some((index, failure));
                    }
                    break;
                }
                advance(&mut group.id, group_count);
            }
        }
        native::unpoison(local.address(0), local.size());
    }

    /// Makes local memory as a group expects it: gaps that the group before may have poisoned are its own affair.
    fn poison_gaps(&self, local: &Block) {
        if native::has_gaps() {
            native::unpoison(local.address(0), local.size());
            for (start, size) in &self.packed.local.gaps {
                native::poison(local.address(*start), *size);
            }
        }
    }
}

impl Work for Launch {
    fn take_part(&self, who: Who) {
        let mut memory = match who {
            Who::Launcher => mem::take(&mut *self.reserved.lock()),
            Who::Helper => self.memories.take(),
        };
        // A helper that gets no memory leaves its share to the others.
        if memory.reserve(self).is_ok() {
            let start = Instant::now();
            self.run_groups(&mut memory);
            self.spent.fetch_add(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
        if memory.size() <= KEPT {
            self.memories.put_back(memory);
        }
    }
}

/// The group of a number, dimension 0 fastest.
fn id_of(number: u64, count: [u64; 3]) -> [u64; 3] {
    [number % count[0], number / count[0] % count[1], number / count[0] / count[1]]
}

/// The next group.
fn advance(id: &mut [u64; 3], count: [u64; 3]) {
    for dimension in 0..3 {
        id[dimension] += 1;
        if id[dimension] < count[dimension] {
            return;
        }
        id[dimension] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted_dimension_0_fastest() {
        let count = [3, 2, 2];
        let mut id = [0; 3];
        for number in 0..12 {
            assert_eq!(id, id_of(number, count));
            advance(&mut id, count);
        }
        assert_eq!(id_of(11, count), [2, 1, 1]);
    }
}
