//! The files on disk that a header was made of.

use std::{
    ffi::{OsStr, c_void},
    fs,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
};

use sycl_rtc::interface::Text;

/// What is under a name: device, inode, bytes, and when it was written to.
type State = Option<(u64, u64, u64, i64, i64)>;

/// A name that was looked for.
struct Find {
    name: Vec<u8>,
    found: u32,
    hash: Vec<u8>,
    state: State,
}

/// All of a header.
#[derive(Default)]
pub(super) struct Finds(Vec<Find>);

fn state(name: &[u8]) -> State {
    let at = fs::metadata(OsStr::from_bytes(name)).ok()?;
    Some((at.dev(), at.ino(), at.size(), at.mtime(), at.mtime_nsec()))
}

/// Adds one, as [`sycl_rtc::interface::Answer::file`]. A name is looked for before it is read, so a file that changes
/// meanwhile is not current.
pub(super) unsafe extern "C" fn take(data: *mut c_void, name: Text, found: u32, hash: Text) {
    // SAFETY: the data are the finds of whoever passed this function; the texts live during the call.
    let (finds, name, hash) = unsafe { (&mut *data.cast::<Finds>(), name.bytes(), hash.bytes()) };
    finds.0.push(Find { name: name.to_vec(), found, hash: hash.to_vec(), state: state(name) });
}

impl Finds {
    /// Whether everything is as it was.
    pub(super) fn are_current(&self) -> bool {
        self.0.iter().all(|find| state(&find.name) == find.state)
    }

    /// Whether a header of this name was read or looked for.
    pub(super) fn have(&self, name: &[u8]) -> bool {
        self.0.iter().any(|find| find.name.strip_suffix(name).is_some_and(|rest| rest.ends_with(b"/")))
    }

    pub(super) fn report(&self, take: impl Fn(Text, u32, Text)) {
        self.0.iter().for_each(|find| take(Text::of(&find.name), find.found, Text::of(&find.hash)));
    }
}
