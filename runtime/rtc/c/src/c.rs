//! The functions and structures of `sycl_rtc.h`, whose texts are the comments here.
//!
//! | module | concept |
//! |---|---|
//! | `types` | structures and numbers |
//! | `input` | what is behind the pointers that C gives |
//! | `compilers`, `programs`, `results` | the functions |
#![expect(unsafe_code, reason = "C gives pointers; each use says what is promised of them")]
#![allow(clippy::missing_safety_doc, reason = "the header says it, once, at its top")]

mod compilers;
mod input;
mod programs;
mod results;
mod types;

use std::{
    panic::{AssertUnwindSafe, catch_unwind, set_hook},
    sync::Once,
};

use sycl_rtc::forks::{User, Users};
pub(crate) use types::sycl_rtc_status as Status;
pub(crate) use types::{sycl_rtc_origin as Origin, sycl_rtc_severity as Severity};

/// Calls that may hold a lock.
static CALLS: Users = Users::new();

/// Begins one.
fn enter() -> Result<User, Status> {
    static SILENT: Once = Once::new();
    let call = CALLS.enter().ok_or(Status::Forked)?;
    // The library has its own copy of the standard library, so panics of the program are printed as ever.
    if !cfg!(test) {
        SILENT.call_once(|| set_hook(Box::new(|_| {})));
    }
    Ok(call)
}

/// The status of a short call.
fn answer(act: impl FnOnce() -> Result<(), Status>) -> Status {
    caught(|| {
        let _call = enter()?;
        act()
    })
}

/// Turns a result into what C gets. A panic, which would be a fault of ours, does not reach C.
fn caught(act: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(())) => Status::Success,
        Ok(Err(status)) => status,
        Err(_) => Status::Internal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(answer(|| panic!("a fault of ours")), Status::Internal);
        assert_eq!(answer(|| Err(Status::NotFound)), Status::NotFound);
        assert_eq!(answer(|| Ok(())), Status::Success);
    }
}
