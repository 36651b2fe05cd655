//! Addresses of the program's memory, and what is done there.

use std::ffi::c_void;
use std::path::Path;
use std::slice;

use sycl_host_device::{Address as HostAddress, Argument, Device, Kind, OpenError, Program};

use super::abi;
use crate::command::Work;
use crate::error::{Error, Exception, Failure, Status};

/// An address of memory that the program, its kernels and this library share.
#[derive(Debug)]
pub(crate) struct Address(*mut c_void);

// SAFETY: an address; the functions that access memory say what has to be true of it.
unsafe impl Send for Address {}
// SAFETY: as above.
unsafe impl Sync for Address {}

impl Address {
    /// None for null.
    pub(super) fn new(pointer: *mut c_void) -> Option<Self> {
        (!pointer.is_null()).then_some(Self(pointer))
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0
    }

    pub(crate) fn number(&self) -> usize {
        self.0.expose_provenance()
    }
}

/// Much memory is in large pages, where the system has them: kernels walk through it in all orders.
const LARGE_PAGE: usize = 2 << 20;

/// Allocates memory; none if there is not as much. The alignment is a power of two.
pub(crate) fn allocate(size: usize, alignment: usize) -> Option<Address> {
    let is_large = size >= 4 * LARGE_PAGE;
    let alignment = if is_large { alignment.max(LARGE_PAGE) } else { alignment };
    let mut memory = std::ptr::null_mut();
    // Not a byte more than asked for: AddressSanitizer and Valgrind find accesses behind it.
    // SAFETY: the alignment is a power of two, and that of a pointer at least.
    if unsafe { libc::posix_memalign(&raw mut memory, alignment.max(align_of::<usize>()), size) } != 0 {
        return None;
    }
    if is_large {
        // SAFETY: pages of the allocation; a hint, so its result does not matter.
        unsafe { libc::madvise(memory, size, libc::MADV_HUGEPAGE) };
    }
    Address::new(memory)
}

/// Frees memory of [`allocate`].
pub(crate) fn free(address: &Address) {
    // SAFETY: callers keep who owns what: `memory::free` by its table, a buffer by its count of references.
    unsafe { libc::free(address.0) };
}

/// Copies memory to other memory.
pub(crate) fn copy(from: &Address, to: &Address, size: usize) {
    // SAFETY: so much memory at both: that of a buffer, and that of its caller (sycl_rt_buffer_create).
    unsafe { to.0.cast::<u8>().copy_from_nonoverlapping(from.0.cast(), size) };
}

/// An argument as a kernel takes it: addresses are told apart from values.
pub(crate) fn argument(bytes: &[u8], kind: Option<Kind>) -> Argument<'_> {
    match (kind, <[u8; size_of::<usize>()]>::try_from(bytes)) {
        (Some(Kind::Pointer), Ok(number)) => {
            let pointer: *mut c_void = std::ptr::with_exposed_provenance_mut(usize::from_ne_bytes(number));
            // SAFETY: sycl_rt_launch: what addresses of arguments refer to is there until the kernel has run.
            Argument::Address(unsafe { HostAddress::new(pointer) })
        }
        _ => Argument::Value(bytes),
    }
}

/// The section with images for the host of a program or library that is loaded.
pub(crate) struct HostImages {
    start: Address,
    end: Address,
}

impl HostImages {
    /// None without a section.
    pub(super) fn new(images: &abi::Images) -> Option<Self> {
        let start = Address::new(images.host_start.cast_mut())?;
        let end = Address::new(images.host_end.cast_mut())?;
        (start.number() < end.number()).then_some(Self { start, end })
    }

    /// The names of the kernels of all images, in order, also of those that this processor cannot run.
    pub(crate) fn kernel_names(&self) -> Result<Vec<String>, OpenError> {
        // SAFETY: as in `open`.
        unsafe { Program::names_in_section(Path::new("this program"), self.start.0, self.end.0) }
    }

    /// Reads the images.
    pub(crate) fn open(&self, device: &Device) -> Result<Program, OpenError> {
        // SAFETY: sycl_rt_add_module: the bounds of the section of a module, which stays until the module is removed;
        // the link driver made the images from the module's own device code.
        unsafe { Program::of_section(device, Path::new("this program"), self.start.0, self.end.0) }
    }
}

/// Copies rows of memory.
pub(super) struct CopyWork(pub(super) abi::Copy);

// SAFETY: sycl_rt_submit: the memory is there until the command has ended.
unsafe impl Send for CopyWork {}

impl CopyWork {
    /// Checks that sizes are possible, and addresses are there.
    pub(super) fn new(copy: &abi::Copy) -> Result<Self, Error> {
        let end =
            |pitch: u64| pitch.checked_mul(copy.rows.saturating_sub(1)).and_then(|start| start.checked_add(copy.size));
        let fits = |pitch| end(pitch).is_some_and(|end| isize::try_from(end).is_ok());
        let is_empty = copy.size == 0 || copy.rows == 0;
        if !is_empty && (copy.to.is_null() || copy.from.is_null()) {
            return Err(Error::invalid("found a null pointer to copy to or from; expected an address"));
        }
        let fits_all = fits(copy.to_pitch) && fits(copy.from_pitch);
        if !is_empty && !fits_all {
            let text =
                format!("found {} rows of {} bytes to copy; expected no more than memory has", copy.rows, copy.size);
            return Err(Error::invalid(text));
        }
        let overlaps = copy.rows > 1 && (copy.to_pitch < copy.size || copy.from_pitch < copy.size);
        if overlaps {
            return Err(Error::invalid(format!(
                "found rows of {} bytes that overlap; expected a pitch as long",
                copy.size
            )));
        }
        Ok(Self(*copy))
    }
}

/// Bytes that are copied or written in less time than it takes to wake a thread.
const SHORT: u64 = 16 << 10;

impl Work for CopyWork {
    fn is_short(&self) -> bool {
        self.0.size.saturating_mul(self.0.rows) <= SHORT
    }

    fn run(self: Box<Self>) -> Result<(), Failure> {
        let abi::Copy { to, from, size, rows, to_pitch, from_pitch } = self.0;
        for row in 0..if size == 0 { 0 } else { rows } {
            let (to_offset, from_offset) = ((row * to_pitch) as usize, (row * from_pitch) as usize);
            // SAFETY: sycl_rt_submit: so much memory at both places, in the bounds that `new` checked; it may overlap.
            unsafe { to.byte_add(to_offset).cast::<u8>().copy_from(from.byte_add(from_offset).cast(), size as usize) };
        }
        Ok(())
    }
}

/// Repeats a pattern in memory.
pub(super) struct FillWork {
    to: *mut c_void,
    pattern: Vec<u8>,
    size: usize,
}

// SAFETY: sycl_rt_submit: the memory is there until the command has ended.
unsafe impl Send for FillWork {}

impl FillWork {
    pub(super) fn new(fill: &abi::Fill, pattern: &[u8]) -> Result<Self, Error> {
        let size = fill.pattern_size.checked_mul(fill.count).and_then(|size| usize::try_from(size).ok());
        let size = size.filter(|size| isize::try_from(*size).is_ok()).ok_or_else(|| {
            let text = format!(
                "found {} elements of {} bytes to fill; expected no more than memory has",
                fill.count, fill.pattern_size
            );
            Error::invalid(text)
        })?;
        if size > 0 && fill.to.is_null() {
            return Err(Error::invalid("found a null pointer to fill; expected an address"));
        }
        // A pattern of equal bytes is one byte, which the system writes fastest.
        let pattern = match pattern.first() {
            Some(first) if pattern.iter().all(|byte| byte == first) => vec![*first],
            _ => pattern.to_vec(),
        };
        Ok(Self { to: fill.to, pattern, size })
    }
}

impl Work for FillWork {
    fn is_short(&self) -> bool {
        self.size as u64 <= SHORT
    }

    fn run(self: Box<Self>) -> Result<(), Failure> {
        let Self { to, pattern, size } = *self;
        if size == 0 {
            return Ok(());
        }
        // SAFETY: sycl_rt_submit: so much memory that nobody else accesses; bytes have no invalid values, but may not
        // be initialized, so the memory is only written before it is read.
        unsafe {
            if let [byte] = pattern[..] {
                to.cast::<u8>().write_bytes(byte, size);
                return Ok(());
            }
            to.cast::<u8>().copy_from_nonoverlapping(pattern.as_ptr(), pattern.len());
            let mut done = pattern.len();
            while done < size {
                let more = done.min(size - done);
                to.byte_add(done).cast::<u8>().copy_from_nonoverlapping(to.cast(), more);
                done += more;
            }
        }
        Ok(())
    }
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
    fn run(self: Box<Self>) -> Result<(), Failure> {
        let Some(call) = self.0.call else { return Ok(()) };
        let mut failure = abi::Failure { status: 0, text: std::ptr::null(), exception: std::ptr::null_mut() };
        // SAFETY: sycl_rt_host_task: the function takes its data and a failure.
        let status = unsafe { call(self.0.data, &raw mut failure) };
        if status == 0 {
            return Ok(());
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

/// A command after which a function of the program is called.
pub(super) struct WithEnd {
    work: Option<Box<dyn Work>>,
    ended: unsafe extern "C" fn(*mut c_void),
    data: *mut c_void,
}

// SAFETY: sycl_rt_command: the function is called on a thread of the runtime.
unsafe impl Send for WithEnd {}

impl WithEnd {
    pub(super) fn new(work: Box<dyn Work>, ended: unsafe extern "C" fn(*mut c_void), data: *mut c_void) -> Self {
        Self { work: Some(work), ended, data }
    }
}

impl Work for WithEnd {
    fn run(mut self: Box<Self>) -> Result<(), Failure> {
        self.work.take().map_or(Ok(()), Work::run)
    }

    fn may_wait(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.may_wait())
    }

    fn is_short(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.is_short())
    }
}

impl Drop for WithEnd {
    fn drop(&mut self) {
        self.work = None;
        // SAFETY: sycl_rt_command: called once, with its data.
        unsafe { (self.ended)(self.data) };
    }
}

/// Elements of the caller's.
///
/// # Safety
/// Null, or so many elements that live as long as the result.
pub(super) unsafe fn elements<'a, T>(pointer: *const T, count: u64, what: &str) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    let possible = usize::try_from(count)
        .ok()
        .filter(|count| count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok()));
    let Some(count) = possible else {
        return Err(Error::invalid(format!("{what}: found {count} elements; expected no more than memory has")));
    };
    if pointer.is_null() {
        return Err(Error::invalid(format!("{what}: found a null pointer; expected an address")));
    }
    // SAFETY: as the caller says.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}
