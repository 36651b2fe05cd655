//! Objects by numbers that C holds.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The next handle. One count for all kinds, so that a handle of one kind is never one of another; 0 is the null
/// pointer.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// Live objects of a kind.
pub(crate) struct Handles<T>(RwLock<BTreeMap<usize, Arc<T>>>);

impl<T> Handles<T> {
    pub(crate) const fn new() -> Self {
        Self(RwLock::new(BTreeMap::new()))
    }

    /// A handle for an object.
    pub(crate) fn add(&self, object: T) -> usize {
        let handle = NEXT.fetch_add(1, Ordering::Relaxed);
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(handle, Arc::new(object));
        handle
    }

    /// The object of a handle. It stays until the handle is removed and nothing uses the object any more.
    pub(crate) fn get(&self, handle: usize) -> Option<Arc<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&handle).cloned()
    }

    /// Ends a handle; gives the object, if it was live.
    pub(crate) fn remove(&self, handle: usize) -> Option<Arc<T>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&handle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_of_one_object_only() {
        let (names, numbers) = (Handles::new(), Handles::new());
        let name = names.add("a");
        let number = numbers.add(1);
        assert_eq!(names.get(name).as_deref(), Some(&"a"));
        assert_eq!((names.get(number), names.get(0)), (None, None));
        let used = names.get(name).unwrap();
        assert!(names.remove(name).is_some() && names.remove(name).is_none());
        assert_eq!((names.get(name), *used), (None, "a"));
        assert_ne!(names.add("b"), name);
    }
}
