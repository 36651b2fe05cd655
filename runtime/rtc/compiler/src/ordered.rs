//! Images that several threads make: what is said of them reaches the caller in their order.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use sycl_rtc::interface::{Answer, Text};

/// An answer that takes what is said of one image after another.
pub(crate) struct Ordered<'a>(Mutex<State<'a>>);

struct State<'a> {
    answer: &'a Answer,
    /// The image whose turn it is; none after one that failed, as nothing is said of those behind it.
    turn: Option<usize>,
    /// Messages of other images meanwhile, and whether these were made.
    waiting: BTreeMap<usize, (Vec<Vec<u8>>, bool)>,
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
        let mut said: Vec<Vec<u8>> = Vec::new();
        let made = make(&Answer { data: (&raw mut said).cast(), say: wait });
        let State { answer, turn, waiting } = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(image, (said, made.is_ok()));
        while let Some((said, is_made)) = turn.and_then(|image| waiting.remove(&image)) {
            for said in said {
                // SAFETY: the function is the caller's, with the data that belongs to it; the bytes live during the
                // call.
                unsafe { (answer.say)(answer.data, Text::of(&said)) };
            }
            *turn = turn.filter(|_| is_made).map(|image| image + 1);
        }
        made
    }
}

/// `Answer::say` of an image, for which nothing is asked.
unsafe extern "C" fn wait(data: *mut c_void, said: Text) -> Text {
    // SAFETY: the data are the messages of `of`, which nothing else touches meanwhile; the bytes live during the call.
    unsafe { (*data.cast::<Vec<Vec<u8>>>()).push(said.bytes().to_vec()) };
    Text::of(b"")
}
