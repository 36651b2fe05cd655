//! Whether anything is said, for what answers only yes or no: words are for the programs that it stands for.

use std::cell::Cell;
use std::ffi::c_void;

use sycl_passes::{Severity, Sink};
use sycl_rtc::interface::Text;

use crate::shim::{Diagnostic, Report};

/// Broken by the first word.
#[derive(Debug, Default)]
pub(crate) struct Silence {
    is_broken: Cell<bool>,
}

impl Silence {
    /// Receiver of words. Not to be used longer than this lives.
    pub(crate) fn report(&self) -> Report {
        Report { data: (&raw const self.is_broken).cast_mut().cast(), diagnostic: heard, log: heard_log }
    }

    /// Whether nothing has been said.
    pub(crate) fn is_kept(&self) -> bool {
        !self.is_broken.get()
    }
}

impl Sink for &Silence {
    fn report(&mut self, _: Severity, _: &str) {
        self.is_broken.set(true);
    }
}

unsafe extern "C" fn heard(data: *mut c_void, _: *const Diagnostic) {
    // SAFETY: `data` is the cell of a silence, which outlives the report.
    unsafe { (*data.cast::<Cell<bool>>()).set(true) }
}

unsafe extern "C" fn heard_log(data: *mut c_void, _: Text) {
    // SAFETY: `data` is the cell of a silence, which outlives the report.
    unsafe { (*data.cast::<Cell<bool>>()).set(true) }
}
