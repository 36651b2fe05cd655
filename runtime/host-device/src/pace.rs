//! Time that kernels take, going by their last launch.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The longest launch that the thread which submits it runs alone: about what it takes to wake another one.
pub(crate) const SHORT: Duration = Duration::from_micros(5);

/// Time that an item of a kernel took in its last launch, on one thread.
#[derive(Debug, Default)]
pub(crate) struct Pace(AtomicU32);

impl Pace {
    /// Notes a launch. The least time is a nanosecond: 0 says that there was none.
    pub(crate) fn learn(&self, spent: Duration, items: f32) {
        let nanoseconds = (spent.as_nanos() as f32).max(1.0);
        self.0.store((nanoseconds / items.max(1.0)).to_bits(), Ordering::Relaxed);
    }

    /// Time that so many items will take on one thread, if there was a launch.
    pub(crate) fn expected(&self, items: f32) -> Option<Duration> {
        let of_item = f32::from_bits(self.0.load(Ordering::Relaxed));
        (of_item > 0.0).then(|| Duration::try_from_secs_f32(of_item * items * 1e-9).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_of_a_kernel_says_what_a_launch_will_take() {
        let pace = Pace::default();
        assert_eq!(pace.expected(1.0), None);
        pace.learn(Duration::from_micros(2), 1000.0);
        assert!(pace.expected(1000.0).unwrap() < SHORT);
        assert!(pace.expected(1e6).unwrap() > SHORT);
        pace.learn(Duration::ZERO, 1.0);
        assert!(pace.expected(1e30).unwrap() > SHORT);
        pace.learn(Duration::from_secs(1), 1.0);
        assert_eq!(pace.expected(f32::MAX), Some(Duration::MAX));
    }
}
