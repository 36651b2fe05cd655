//! Errors, in the words that SYCL's and OpenCL's runtimes have for the same mistake.
//!
//! Texts of DPC++'s runtime stay as they are, so they are sentences and not in the form of the other messages.

mod failure;
mod launch;
mod open;

use std::{fmt, io};

pub use failure::Failure;
pub use launch::LaunchError;
pub use open::{OpenError, Processor, TableError};

/// Reasons why there is no device.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The environment asks for something else than a number of threads.
    #[error("`SYCL_HOST_THREADS` is `{found}`; expected a number from 1 to {most}")]
    Threads {
        /// The given text.
        found: String,
        /// The greatest number.
        most: usize,
    },
    /// The system makes no more threads.
    #[error("cannot start a thread: {0}")]
    Start(io::Error),
}

/// A number for each dimension, as messages show them: three in the order of OpenCL, unless
/// [`Extent::in_the_order_of_sycl`] says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    numbers: [u64; 3],
    count: usize,
}

impl Extent {
    /// An extent of three numbers, dimension 0 fastest.
    #[must_use]
    pub fn new(numbers: [u64; 3]) -> Self {
        Self { numbers, count: 3 }
    }

    /// As they are shown.
    #[must_use]
    pub fn numbers(&self) -> &[u64] {
        &self.numbers[..self.count]
    }

    /// The first numbers, the last of them first: in SYCL the last dimension is the fastest.
    #[must_use]
    pub fn in_the_order_of_sycl(mut self, dimensions: usize) -> Self {
        self.count = dimensions.min(3);
        self.numbers[..self.count].reverse();
        self
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (place, number) in self.numbers().iter().enumerate() {
            write!(f, "{}{number}", if place == 0 { "" } else { ", " })?;
        }
        f.write_str("}")
    }
}
