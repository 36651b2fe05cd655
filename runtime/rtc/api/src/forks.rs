//! Functions that run when a process is forked: in the child, locks that other threads of the parent held are held for
//! ever.

use std::{
    process,
    sync::atomic::{AtomicU32, AtomicUsize, Ordering},
};

/// Users of what has locks, in this process.
#[derive(Debug)]
pub struct Users {
    running: AtomicUsize,
    /// The process that counts them; 0 at first.
    owner: AtomicU32,
}

/// One of them, until it is dropped.
#[derive(Debug)]
pub struct User(&'static Users);

impl Users {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { running: AtomicUsize::new(0), owner: AtomicU32::new(0) }
    }

    /// One more; `None` in a child that was forked while there were some, which would wait for locks for ever.
    pub fn enter(&'static self) -> Option<User> {
        let (own, owner) = (process::id(), self.owner.load(Ordering::SeqCst));
        if own != owner {
            if owner != 0 && self.running.load(Ordering::SeqCst) != 0 {
                return None;
            }
            self.owner.store(own, Ordering::SeqCst);
        }
        self.running.fetch_add(1, Ordering::SeqCst);
        Some(User(self))
    }
}

impl Default for Users {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for User {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CompileError;

    #[test]
    fn a_child_that_was_forked_among_users_does_not_wait_for_ever() {
        static USERS: Users = Users::new();
        let first = USERS.enter().unwrap();
        assert_eq!((USERS.owner.load(Ordering::SeqCst), USERS.running.load(Ordering::SeqCst)), (process::id(), 1));
        // As a child sees it: another process counted.
        USERS.owner.store(process::id() + 1, Ordering::SeqCst);
        assert!(USERS.enter().is_none());
        assert_eq!(
            CompileError::Forked.to_string(),
            "the process was forked while its parent compiled; expected a compilation in the parent, or after exec"
        );
        // And a child of a process without users.
        drop(first);
        drop(USERS.enter().unwrap());
        assert_eq!((USERS.owner.load(Ordering::SeqCst), USERS.running.load(Ordering::SeqCst)), (process::id(), 0));
    }
}
