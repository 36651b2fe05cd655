//! Programs of this process. One thread compiles a request, others with the same request wait for it.

use std::{
    collections::HashMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use sycl_store::Hash;

use super::Manifest;
use crate::{error::CompileError, program::Program};

/// Bytes that an entry takes besides its program.
const OVERHEAD: u64 = 512;

type Outcome = Result<Arc<Program>, CompileError>;

/// Result of a compilation, and whether it is kept.
pub(crate) struct Kept {
    pub(crate) outcome: Outcome,
    /// Files that it read, if it may be given out again.
    pub(crate) manifest: Option<Manifest>,
}

#[derive(Debug)]
enum Slot {
    /// A thread compiles it.
    Running,
    Done(Done),
}

#[derive(Debug, Clone)]
struct Done {
    outcome: Outcome,
    manifest: Arc<Manifest>,
    bytes: u64,
    /// The larger, the later it was used.
    used: u64,
}

#[derive(Debug, Default)]
struct Slots {
    slots: HashMap<Hash, Slot>,
    bytes: u64,
    uses: u64,
}

/// Programs by the keys of their requests.
#[derive(Debug)]
pub(crate) struct Memory {
    limit: u64,
    slots: Mutex<Slots>,
    changed: Condvar,
}

impl Memory {
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, slots: Mutex::default(), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The outcome of a request, which `compile` gives if it is not known. Waits for another thread that compiles the
    /// same, until the deadline of the request.
    pub(crate) fn get_or(&self, key: Hash, deadline: Option<Duration>, compile: impl FnOnce() -> Kept) -> Outcome {
        let started = Instant::now();
        loop {
            let mut slots = self.lock();
            let done = match slots.slots.get(&key) {
                None => {
                    slots.slots.insert(key, Slot::Running);
                    drop(slots);
                    return self.run(key, compile);
                }
                Some(Slot::Running) => {
                    match deadline {
                        None => drop(self.changed.wait(slots).unwrap_or_else(PoisonError::into_inner)),
                        Some(limit) => {
                            let left = limit.checked_sub(started.elapsed()).filter(|left| !left.is_zero());
                            let left = left.ok_or(CompileError::TimedOut { limit })?;
                            drop(self.changed.wait_timeout(slots, left).unwrap_or_else(PoisonError::into_inner));
                        }
                    }
                    continue;
                }
                Some(Slot::Done(done)) => done.clone(),
            };
            drop(slots);
            let shown = key.to_hex();
            if done.manifest.holds() {
                log::debug!("program {shown}: this process has it");
                self.use_again(&key);
                return done.outcome;
            }
            log::debug!("program {shown}: files have changed since this process compiled it");
            self.forget(&key, &done.manifest);
        }
    }

    fn run(&self, key: Hash, compile: impl FnOnce() -> Kept) -> Outcome {
        // Whatever happens to this thread, those who wait go on.
        let mut place = Place { memory: self, key, done: None };
        let kept = compile();
        if let Some(manifest) = kept.manifest {
            let bytes = OVERHEAD + size(&kept.outcome);
            place.done = Some(Done { outcome: kept.outcome.clone(), manifest: Arc::new(manifest), bytes, used: 0 });
        }
        kept.outcome
    }

    fn use_again(&self, key: &Hash) {
        let mut slots = self.lock();
        slots.uses += 1;
        let uses = slots.uses;
        if let Some(Slot::Done(done)) = slots.slots.get_mut(key) {
            done.used = uses;
        }
    }

    /// Removes what no longer holds, unless another thread has replaced it.
    fn forget(&self, key: &Hash, manifest: &Arc<Manifest>) {
        let mut slots = self.lock();
        if let Some(Slot::Done(done)) = slots.slots.get(key)
            && Arc::ptr_eq(&done.manifest, manifest)
        {
            slots.remove(key);
        }
    }
}

impl Slots {
    fn remove(&mut self, key: &Hash) {
        if let Some(Slot::Done(done)) = self.slots.remove(key) {
            self.bytes -= done.bytes;
        }
    }

    fn keep(&mut self, key: Hash, mut done: Done, limit: u64) {
        if done.bytes > limit {
            return;
        }
        self.uses += 1;
        done.used = self.uses;
        self.bytes += done.bytes;
        self.slots.insert(key, Slot::Done(done));
        while self.bytes > limit {
            let used = |(key, slot): (&Hash, &Slot)| match slot {
                Slot::Done(done) => Some((done.used, *key)),
                Slot::Running => None,
            };
            let oldest = self.slots.iter().filter_map(used).min_by_key(|(used, _)| *used);
            let Some((_, oldest)) = oldest else { break };
            self.remove(&oldest);
        }
    }
}

/// The slot of a thread that compiles.
struct Place<'a> {
    memory: &'a Memory,
    key: Hash,
    done: Option<Done>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut slots = self.memory.lock();
        slots.remove(&self.key);
        if let Some(done) = self.done.take() {
            slots.keep(self.key, done, self.memory.limit);
        }
        drop(slots);
        self.memory.changed.notify_all();
    }
}

fn size(outcome: &Outcome) -> u64 {
    match outcome {
        Ok(program) => program.size(),
        Err(error) => error.diagnostics().iter().map(|diagnostic| 2 * diagnostic.rendered.len() as u64).sum(),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU32, Ordering},
        thread,
    };

    use super::*;

    fn key(number: u32) -> Hash {
        blake3::hash(&number.to_le_bytes())
    }

    fn program(bytes: usize) -> Kept {
        let program =
            Program { images: Vec::new(), names: Vec::new(), diagnostics: Vec::new(), log: "x".repeat(bytes) };
        Kept { outcome: Ok(Arc::new(program)), manifest: Some(Manifest::default()) }
    }

    fn error(limit: u64, is_kept: bool) -> Kept {
        let manifest = is_kept.then(Manifest::default);
        Kept { outcome: Err(CompileError::Poisoned { limit }), manifest }
    }

    #[test]
    fn a_program_is_compiled_once_and_given_to_all() {
        let (memory, count) = (Memory::new(1 << 20), AtomicU32::new(0));
        let programs: Vec<_> = thread::scope(|scope| {
            let compile = || {
                memory.get_or(key(1), None, || {
                    count.fetch_add(1, Ordering::SeqCst);
                    thread::sleep(Duration::from_millis(20));
                    program(10)
                })
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(compile)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect()
        });
        assert_eq!(count.load(Ordering::SeqCst), 1);
        assert!(programs.iter().all(|program| Arc::ptr_eq(program, &programs[0])));
    }

    #[test]
    fn errors_are_kept_if_they_would_be_the_same_again() {
        let memory = Memory::new(1 << 20);
        for (number, is_kept) in [(1, true), (2, false)] {
            memory.get_or(key(number), None, || error(1, is_kept)).unwrap_err();
            let second = memory.get_or(key(number), None, || error(2, is_kept)).unwrap_err();
            assert_eq!(second, CompileError::Poisoned { limit: if is_kept { 1 } else { 2 } });
        }
    }

    #[test]
    fn a_thread_that_panics_or_fails_leaves_the_request_to_the_next() {
        let memory = Memory::new(1 << 20);
        thread::scope(|scope| {
            let first = scope.spawn(|| {
                memory.get_or(key(1), None, || {
                    thread::sleep(Duration::from_millis(30));
                    panic!("in a compilation");
                })
            });
            thread::sleep(Duration::from_millis(10));
            memory.get_or(key(1), None, || program(10)).unwrap();
            first.join().unwrap_err();
        });
    }

    #[test]
    fn who_waits_keeps_its_own_deadline() {
        let memory = Memory::new(1 << 20);
        thread::scope(|scope| {
            scope.spawn(|| {
                memory.get_or(key(1), None, || {
                    thread::sleep(Duration::from_millis(200));
                    program(10)
                })
            });
            thread::sleep(Duration::from_millis(20));
            let limit = Duration::from_millis(20);
            let error = memory.get_or(key(1), Some(limit), || program(10)).unwrap_err();
            assert_eq!(error, CompileError::TimedOut { limit });
        });
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let one = OVERHEAD + size(&program(1000).outcome);
        let memory = Memory::new(3 * one);
        let is_there = |number: u32| memory.lock().slots.contains_key(&key(number));
        for number in 0..3 {
            memory.get_or(key(number), None, || program(1000)).unwrap();
        }
        memory.get_or(key(0), None, || panic!("it is there")).unwrap();
        memory.get_or(key(3), None, || program(1000)).unwrap();
        assert_eq!([0, 1, 2, 3].map(is_there), [true, false, true, true]);
        memory.get_or(key(4), None, || program(100_000)).unwrap();
        assert_eq!([0, 2, 3, 4].map(is_there), [true, true, true, false], "it would push out all others");
        assert_eq!(memory.lock().bytes, 3 * one);
    }
}
