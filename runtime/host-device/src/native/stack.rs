//! Stacks on which groups run.

use std::ffi::c_void;
use std::{io, ptr};

use super::sanitizer::Fiber;
use super::valgrind;

/// Size of a stack besides what an image asks for: for functions of the C library (`printf`, mathematics), the dynamic
/// loader, and the handler of failures.
const RESERVE: usize = 256 << 10;

/// A stack that grows downwards to a page that faults.
pub(crate) struct Stack {
    base: *mut c_void,
    /// With the page that faults.
    size: usize,
    guard: usize,
    pub(super) fiber: Fiber,
    /// Valgrind's number.
    number: usize,
}

// SAFETY: the memory is this value's alone.
unsafe impl Send for Stack {}

impl Stack {
    /// A stack for code that needs so many bytes. Pages are the system's until they are used.
    pub(crate) fn new(needed: usize) -> io::Result<Self> {
        // SAFETY: asks for a number.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(1 << 16);
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let usable = needed.checked_add(RESERVE).and_then(|size| size.checked_next_multiple_of(page));
        let size = usable.and_then(|size| size.checked_add(page)).ok_or_else(too_large)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: new memory at an address that the system chooses.
        let base = unsafe { libc::mmap(ptr::null_mut(), size, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let mut stack = Self { base, size, guard: page, fiber: Fiber::new(), number: 0 };
        // SAFETY: the first page of the memory above.
        if unsafe { libc::mprotect(base, page, libc::PROT_NONE) } != 0 {
            return Err(io::Error::last_os_error());
        }
        stack.number = valgrind::add_stack(stack.bottom(), stack.top());
        Ok(stack)
    }

    /// Whether it has room for code that needs so many bytes.
    pub(crate) fn has_room_for(&self, needed: usize) -> bool {
        needed.checked_add(RESERVE).is_some_and(|needed| needed <= self.usable())
    }

    /// Bytes of address space.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Bytes without the page that faults.
    pub(super) fn usable(&self) -> usize {
        self.size - self.guard
    }

    /// The lowest address that code may use.
    pub(super) fn bottom(&self) -> *mut c_void {
        self.base.wrapping_byte_add(self.guard)
    }

    /// First address: aligned as both conventions ask.
    pub(super) fn top(&self) -> *mut c_void {
        self.base.wrapping_byte_add(self.size)
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        self.fiber.end();
        valgrind::remove_stack(self.number);
        super::sanitizer::unpoison(self.bottom(), self.usable());
        // SAFETY: mapped in `new`, unmapped once; nothing runs on it, since running borrows it.
        unsafe { libc::munmap(self.base, self.size) };
    }
}
