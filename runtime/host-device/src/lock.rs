//! Locks, and values that are made once, whose order ThreadSanitizer sees, too: Rust's library is not instrumented.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::native::{observe, publish};

/// Held for a few instructions at a time, in which nothing panics; so there is no poison.
#[derive(Default)]
pub struct Lock<T>(Mutex<T>);

impl<T> Lock<T> {
    /// A lock that no thread holds.
    pub const fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Waits until no other thread holds it.
    pub fn lock(&self) -> Locked<'_, T> {
        let guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        observe(&*guard);
        Locked(Some(guard))
    }

    /// The value, which only its owner has.
    pub fn get_mut(&mut self) -> &mut T {
        let value = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        observe(&*value);
        value
    }
}

/// A lock that is held.
pub struct Locked<'a, T>(Option<MutexGuard<'a, T>>);

impl<'a, T> Locked<'a, T> {
    fn leave(mut self, wait: impl FnOnce(MutexGuard<'a, T>) -> MutexGuard<'a, T>) -> Self {
        publish(&*self);
        self.0 = self.0.take().map(wait);
        observe(&*self);
        self
    }

    /// Lets others have the lock until they notify.
    #[must_use]
    pub fn wait(self, condition: &Condvar) -> Self {
        self.leave(|guard| condition.wait(guard).unwrap_or_else(PoisonError::into_inner))
    }

    /// The same, for so long at most.
    #[must_use]
    pub fn wait_for(self, condition: &Condvar, most: Duration) -> Self {
        self.leave(|guard| condition.wait_timeout(guard, most).unwrap_or_else(PoisonError::into_inner).0)
    }
}

impl<T> Deref for Locked<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("only `wait` takes the guard, and puts it back")
    }
}

impl<T> DerefMut for Locked<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().expect("only `wait` takes the guard, and puts it back")
    }
}

impl<T> Drop for Locked<'_, T> {
    fn drop(&mut self) {
        publish(&**self);
    }
}

/// A value that is made on first use, by one thread. It does not move any more once that is published.
#[derive(Default)]
pub struct Once<T> {
    value: OnceLock<Box<T>>,
    making: Lock<()>,
}

impl<T> Once<T> {
    /// Not made yet.
    pub const fn new() -> Self {
        Self { value: OnceLock::new(), making: Lock::new(()) }
    }

    /// The value, if it was made.
    pub fn get(&self) -> Option<&T> {
        let value = self.value.get()?;
        observe(self);
        Some(value)
    }

    /// The value; makes it if no thread has.
    ///
    /// # Errors
    /// It cannot be made; the next call tries again.
    pub fn get_or_try_init<E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        let value = if let Some(value) = self.value.get() {
            value
        } else {
            let _held = self.making.lock();
            if let Some(value) = self.value.get() {
                value
            } else {
                let made = Box::new(make()?);
                publish(self);
                self.value.get_or_init(|| made)
            }
        };
        observe(self);
        Ok(value)
    }
}
