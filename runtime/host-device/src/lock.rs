//! A lock whose order ThreadSanitizer sees, too: Rust's library is not instrumented.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

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
}

/// A lock that is held.
pub struct Locked<'a, T>(Option<MutexGuard<'a, T>>);

impl<T> Locked<'_, T> {
    /// Lets others have the lock until they notify.
    #[must_use]
    pub fn wait(mut self, condition: &Condvar) -> Self {
        publish(&*self);
        let guard = self.0.take().map(|guard| condition.wait(guard).unwrap_or_else(PoisonError::into_inner));
        self.0 = guard;
        observe(&*self);
        self
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
