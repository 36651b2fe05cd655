//! Memory of a program's commands, and what C gives for them.

use std::ffi::c_void;
use std::sync::Arc;

use super::abi;
use super::memory::Address;
use crate::command::{Start, Token, Work};
use crate::device::{Copy, Fill, Prefetch};
use crate::error::{Error, Exception, Failure, Status};

/// A copy as C gives it, if sizes are possible and addresses are there.
pub(super) fn copy_of(copy: &abi::Copy) -> Result<Copy, Error> {
    let is_empty = copy.size == 0 || copy.rows == 0;
    if is_empty {
        return Ok(Copy::of_bytes(Address(copy.to), Address(copy.from.cast_mut()), 0));
    }
    if copy.to.is_null() || copy.from.is_null() {
        return Err(Error::invalid("found a null pointer to copy to or from; expected an address"));
    }
    let end = |pitch: u64| pitch.checked_mul(copy.rows - 1).and_then(|start| start.checked_add(copy.size));
    let fits = |pitch| end(pitch).is_some_and(|end| isize::try_from(end).is_ok());
    if !fits(copy.to_pitch) || !fits(copy.from_pitch) {
        let (rows, size) = (copy.rows, copy.size);
        return Err(Error::invalid(format!(
            "found {rows} rows of {size} bytes to copy; expected no more than memory has"
        )));
    }
    if copy.rows > 1 && (copy.to_pitch < copy.size || copy.from_pitch < copy.size) {
        let text = format!("found rows of {} bytes that overlap; expected a pitch as long", copy.size);
        return Err(Error::invalid(text));
    }
    let [size, rows, to_pitch, from_pitch] =
        [copy.size, copy.rows, copy.to_pitch, copy.from_pitch].map(|number| number as usize);
    Ok(Copy { to: Address(copy.to), from: Address(copy.from.cast_mut()), size, rows, to_pitch, from_pitch })
}

/// Bytes that are copied or written in less time than it takes to wake a thread.
const SHORT: usize = 16 << 10;

impl Work for Copy {
    fn is_short(&self) -> bool {
        self.size.saturating_mul(self.rows) <= SHORT
    }

    fn run(self: Box<Self>, _: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure> {
        let Self { to, from, size, rows, to_pitch, from_pitch } = *self;
        for row in 0..if size == 0 { 0 } else { rows } {
            // SAFETY: sycl_rt_submit: so much memory at both places, in the bounds that `copy_of` checked; it may
            // overlap.
            unsafe {
                let (to, from) = (to.0.byte_add(row * to_pitch), from.0.byte_add(row * from_pitch));
                to.cast::<u8>().copy_from(from.cast(), size);
            }
        }
        Ok(None)
    }
}

/// A fill as C gives it, if it has a possible size and an address.
pub(super) fn fill_of(fill: &abi::Fill, pattern: &[u8]) -> Result<Fill, Error> {
    let size = fill.pattern_size.checked_mul(fill.count).filter(|size| isize::try_from(*size).is_ok());
    let Some(size) = size else {
        let (count, size) = (fill.count, fill.pattern_size);
        let text = format!("found {count} elements of {size} bytes to fill; expected no more than memory has");
        return Err(Error::invalid(text));
    };
    if size > 0 && fill.to.is_null() {
        return Err(Error::invalid("found a null pointer to fill; expected an address"));
    }
    // A pattern of equal bytes is one byte, which the system writes fastest.
    let (pattern, count) = match pattern.first() {
        Some(first) if pattern.iter().all(|byte| byte == first) => (vec![*first], size),
        _ => (pattern.to_vec(), fill.count),
    };
    Ok(Fill { to: Address(fill.to), pattern, count: count as usize })
}

impl Work for Fill {
    fn is_short(&self) -> bool {
        self.pattern.len() * self.count <= SHORT
    }

    fn run(self: Box<Self>, _: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure> {
        let Self { to: Address(to), pattern, count } = *self;
        let size = pattern.len() * count;
        if size == 0 {
            return Ok(None);
        }
        // SAFETY: sycl_rt_submit: so much memory that nothing else accesses; bytes have no invalid values, but may not
        // be initialized, so the memory is only written before it is read.
        unsafe {
            if let [byte] = pattern[..] {
                to.cast::<u8>().write_bytes(byte, size);
                return Ok(None);
            }
            to.cast::<u8>().copy_from_nonoverlapping(pattern.as_ptr(), pattern.len());
            let mut done = pattern.len();
            while done < size {
                let more = done.min(size - done);
                to.byte_add(done).cast::<u8>().copy_from_nonoverlapping(to.cast(), more);
                done += more;
            }
        }
        Ok(None)
    }
}

/// A prefetch as C gives it.
pub(super) fn prefetch_of(prefetch: &abi::Prefetch) -> Prefetch {
    Prefetch { memory: Address(prefetch.memory.cast_mut()), size: usize::try_from(prefetch.size).unwrap_or(0) }
}

/// A function of the program. From its construction on the task is this object's: it drops it.
pub(super) struct HostTaskWork(abi::HostTask);

// SAFETY: sycl_rt_host_task: it runs on a thread of the runtime.
unsafe impl Send for HostTaskWork {}

impl HostTaskWork {
    pub(super) fn new(task: &abi::HostTask) -> Result<Self, Error> {
        if task.call.is_none() {
            return Err(Error::invalid("found a host task without a function; expected one"));
        }
        Ok(Self(*task))
    }
}

impl Work for HostTaskWork {
    fn run(self: Box<Self>, _: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure> {
        let Some(call) = self.0.call else { return Ok(None) };
        let mut failure = abi::Failure { status: 0, text: std::ptr::null(), exception: std::ptr::null_mut() };
        // SAFETY: sycl_rt_host_task: the function takes its data and a failure.
        let status = unsafe { call(self.0.data, &raw mut failure) };
        if status == 0 {
            return Ok(None);
        }
        let text = if failure.text.is_null() {
            "a host task failed".to_owned()
        } else {
            // SAFETY: sycl_rt_host_task: a string, until the task is dropped.
            unsafe { std::ffi::CStr::from_ptr(failure.text) }.to_string_lossy().into_owned()
        };
        let exception = (!failure.exception.is_null()).then(|| Exception(failure.exception.expose_provenance()));
        Err(Failure { error: Error::new(Status::Runtime, text), exception })
    }

    fn may_wait(&self) -> bool {
        true
    }
}

impl Drop for HostTaskWork {
    fn drop(&mut self) {
        if let Some(drop) = self.0.drop {
            // SAFETY: sycl_rt_host_task: called once.
            unsafe { drop(self.0.data) };
        }
    }
}

/// A function of the program that is called when a command has ended: when this is dropped.
pub(super) struct End {
    ended: unsafe extern "C" fn(*mut c_void),
    data: *mut c_void,
}

// SAFETY: sycl_rt_command: the function is called on a thread of the runtime.
unsafe impl Send for End {}

impl End {
    pub(super) fn new(ended: unsafe extern "C" fn(*mut c_void), data: *mut c_void) -> Self {
        Self { ended, data }
    }
}

impl Drop for End {
    fn drop(&mut self) {
        // SAFETY: sycl_rt_command: called once, with its data.
        unsafe { (self.ended)(self.data) };
    }
}
