//! Addresses of the program's memory, and what is done there.

use std::ffi::c_void;
use std::path::Path;
use std::slice;
use std::sync::Arc;

use sycl_host_device::{Address as HostAddress, Argument, Device, Kind, OpenError, Program};

use super::abi;
use crate::command::{Start, Token, Work};
use crate::device::{Copy, Fill, Prefetch};
use crate::error::{Error, Exception, Failure, Status};

/// An address of memory that the program, its kernels and this library share.
#[derive(Debug, Clone, Copy)]
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

    /// An address that a driver gave.
    pub(super) fn of_device(number: u64) -> Self {
        Self(std::ptr::with_exposed_provenance_mut(number as usize))
    }

    /// The address so many bytes behind it, of the same allocation.
    pub(crate) fn moved(&self, bytes: usize) -> Self {
        Self(self.0.wrapping_byte_add(bytes))
    }

    /// The same address.
    pub(crate) fn copied(&self) -> Self {
        Self(self.0)
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

/// Puts bytes into memory that has been allocated for them.
pub(crate) fn write(to: &Address, bytes: &[u8]) {
    // SAFETY: so much memory, which no command knows yet.
    unsafe { to.0.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
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

/// The section with images that are not for the host; empty without one.
pub(super) fn device_section(images: &abi::Images) -> &'static [u8] {
    let (start, end) = (images.device_start.cast::<u8>(), images.device_end.cast::<u8>());
    if start.is_null() || end.addr() <= start.addr() {
        return &[];
    }
    // SAFETY: sycl_rt_add_module: the bounds of a section, which stays until the module is removed, and nothing of the
    // module is used after that.
    unsafe { slice::from_raw_parts(start, end.addr() - start.addr()) }
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

    /// Where a device global of the images is, and its size.
    pub(crate) fn global(program: &Program, id: &str) -> Option<(Address, usize)> {
        let (address, size) = program.global(id)?;
        Some((Address::new(address)?, size))
    }

    /// Reads the images.
    pub(crate) fn open(&self, device: &Device) -> Result<Program, OpenError> {
        // SAFETY: sycl_rt_add_module: the bounds of the section of a module, which stays until the module is removed;
        // the link driver made the images from the module's own device code.
        unsafe { Program::of_section(device, Path::new("this program"), self.start.0, self.end.0) }
    }
}

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
        // SAFETY: sycl_rt_submit: so much memory that nobody else accesses; bytes have no invalid values, but may not
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
