//! What can go wrong, in the words that SYCL's and OpenCL's runtimes have for the same mistake.
//!
//! Texts of DPC++'s runtime stay as they are, so they are sentences and not in the form of the other messages.

mod failure;
mod launch;
mod open;

use std::{fmt, io};

pub use failure::Failure;
pub use launch::LaunchError;
pub use open::{OpenError, Processor, TableError};

/// Why there is no device.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The environment asks for something else than a number of threads.
    #[error("`SYCL_HOST_THREADS` is `{found}`; expected a number from 1 to {most}")]
    Threads {
        /// What it is.
        found: String,
        /// The greatest number.
        most: usize,
    },
    /// The system makes no more threads.
    #[error("cannot start a thread: {0}")]
    Start(io::Error),
}

/// Three numbers in the order of OpenCL, as messages of SYCL show them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent(pub [u64; 3]);

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "{{{x}, {y}, {z}}}")
    }
}
