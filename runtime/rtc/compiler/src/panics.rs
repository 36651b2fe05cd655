//! Panics, which are faults of ours: a program that compiles with the library hears of them by an error, and nothing is
//! printed.

use std::sync::{Mutex, PoisonError};

static LAST: Mutex<String> = Mutex::new(String::new());

/// Keeps the words of panics instead of printing them. The library has its own copy of the standard library, so those
/// of the program stay what they are.
pub(crate) fn remember() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("unknown cause");
        let place = info.location().map(|place| format!(" ({place})")).unwrap_or_default();
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = format!("{text}{place}");
    }));
}

/// The words of the last panic, in one line.
pub(crate) fn last() -> String {
    let words = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    words.lines().collect::<Vec<_>>().join(" ")
}
