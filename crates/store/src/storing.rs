//! Whether a store stores anything: after a failure it does not, and says so once.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether anything is stored. By default it is.
#[derive(Debug, Default)]
pub(crate) struct Storing(Mutex<State>);

#[derive(Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Works,
    /// It failed; not reported yet.
    Failed(String),
    Stopped,
}

impl Storing {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn works(&self) -> bool {
        *self.state() == State::Works
    }

    /// Stores nothing more, for a reason that is reported unless there is an earlier one.
    pub(crate) fn give_up(&self, error: &io::Error) {
        let mut state = self.state();
        if *state == State::Works {
            *state = State::Failed(error.to_string());
        }
    }

    /// Stores nothing more, and reports nothing.
    pub(crate) fn stop(&self) {
        *self.state() = State::Stopped;
    }

    /// Reason why nothing more is stored, once, if there is one.
    pub(crate) fn trouble(&self) -> Option<String> {
        let mut state = self.state();
        if *state == State::Works {
            return None;
        }
        match std::mem::replace(&mut *state, State::Stopped) {
            State::Failed(why) => Some(why),
            State::Works | State::Stopped => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_reported_once() {
        let storing = Storing::default();
        assert!(storing.works() && storing.trouble().is_none());
        storing.give_up(&io::Error::other("first"));
        storing.give_up(&io::Error::other("second"));
        assert!(!storing.works());
        assert_eq!((storing.trouble().as_deref(), storing.trouble()), (Some("first"), None));
        assert!(!storing.works());
    }

    #[test]
    fn a_store_that_was_stopped_reports_nothing() {
        let storing = Storing::default();
        storing.stop();
        storing.give_up(&io::Error::other("late"));
        assert_eq!((storing.works(), storing.trouble()), (false, None));
    }
}
