//! Images that several threads make: what is said of them reaches the caller in their order.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use sycl_rtc::interface::Answer;
use sycl_rtc::records::{self, Recorder};

/// An answer that takes what is said of one image after another.
pub(crate) struct Ordered<'a>(Mutex<State<'a>>);

struct State<'a> {
    answer: &'a Answer,
    /// The image whose turn it is; none after one that failed, as nothing is said of those behind it.
    turn: Option<usize>,
    /// Messages of other images meanwhile, and whether these were made.
    waiting: BTreeMap<usize, (Vec<u8>, bool)>,
}

// SAFETY: the functions of an answer may be called on any thread, one at a time, which the mutex sees to.
unsafe impl Send for State<'_> {}

impl<'a> Ordered<'a> {
    /// For the images of an answer, from 0.
    pub(crate) fn new(answer: &'a Answer) -> Self {
        Self(Mutex::new(State { answer, turn: Some(0), waiting: BTreeMap::new() }))
    }

    /// Makes an image, with an answer for what is said of it.
    pub(crate) fn of<T, E>(&self, image: usize, make: impl FnOnce(&Answer) -> Result<T, E>) -> Result<T, E> {
        let mut said = Vec::new();
        let made = make(&Recorder::new(&mut said).answer());
        let State { answer, turn, waiting } = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(image, (said, made.is_ok()));
        while let Some((said, is_made)) = turn.and_then(|image| waiting.remove(&image)) {
            records::replay(&said[..], answer, |_| Ok(())).expect("what was recorded can be read");
            *turn = turn.filter(|_| is_made).map(|image| image + 1);
        }
        made
    }
}
