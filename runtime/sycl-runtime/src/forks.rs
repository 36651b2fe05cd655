//! Forks: the threads of this runtime stay behind in the parent, and with them the locks that they hold.

use std::sync::atomic::{AtomicU32, Ordering};

static GENERATION: AtomicU32 = AtomicU32::new(0);

/// Number of forks between this process and the first, as far as they are counted.
pub(crate) fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

/// Counts one, in the child.
pub(crate) fn count() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}
