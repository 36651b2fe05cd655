//! Facts for AddressSanitizer and ThreadSanitizer, if one of them is in the process: which bytes of local memory are
//! gaps between arguments, that groups run on stacks of their own, and what the pool of threads orders.

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::OnceLock;

use super::library::symbol_of_process;

type Region = unsafe extern "C" fn(*const c_void, usize);

/// Functions of AddressSanitizer's runtime.
struct Address {
    poison: Region,
    unpoison: Region,
    start_switch: unsafe extern "C" fn(*mut *mut c_void, *const c_void, usize),
    finish_switch: unsafe extern "C" fn(*mut c_void, *mut *const c_void, *mut usize),
}

/// Functions of ThreadSanitizer's runtime.
struct Thread {
    current: unsafe extern "C" fn() -> *mut c_void,
    create: unsafe extern "C" fn(u32) -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    switch: unsafe extern "C" fn(*mut c_void, u32),
    acquire: unsafe extern "C" fn(*const c_char),
    release: unsafe extern "C" fn(*const c_char),
}

/// A function of a runtime under its C name.
macro_rules! function {
    ($name:literal) => {{
        let name: &CStr = $name;
        // SAFETY: the runtimes of compiler-rt and GCC define functions of these names with these types.
        symbol_of_process(name).map(|address| unsafe { std::mem::transmute(address) })
    }};
}

fn address() -> Option<&'static Address> {
    static FOUND: OnceLock<Option<Address>> = OnceLock::new();
    let find = || {
        Some(Address {
            poison: function!(c"__asan_poison_memory_region")?,
            unpoison: function!(c"__asan_unpoison_memory_region")?,
            start_switch: function!(c"__sanitizer_start_switch_fiber")?,
            finish_switch: function!(c"__sanitizer_finish_switch_fiber")?,
        })
    };
    FOUND.get_or_init(find).as_ref()
}

fn thread() -> Option<&'static Thread> {
    static FOUND: OnceLock<Option<Thread>> = OnceLock::new();
    let find = || {
        Some(Thread {
            current: function!(c"__tsan_get_current_fiber")?,
            create: function!(c"__tsan_create_fiber")?,
            destroy: function!(c"__tsan_destroy_fiber")?,
            switch: function!(c"__tsan_switch_to_fiber")?,
            acquire: function!(c"__tsan_acquire")?,
            release: function!(c"__tsan_release")?,
        })
    };
    FOUND.get_or_init(find).as_ref()
}

/// Whether accesses of two threads without an order between them are found.
pub(crate) fn finds_races() -> bool {
    thread().is_some()
}

/// Whether gaps between arguments in local memory are found when they are accessed.
pub(crate) fn has_gaps() -> bool {
    address().is_some()
}

/// Makes accesses to these bytes mistakes.
pub(crate) fn poison(start: *const c_void, size: usize) {
    if let Some(functions) = address() {
        // SAFETY: marks memory; the caller owns it and unpoisons it before its next owner does.
        unsafe { (functions.poison)(start, size) };
    }
}

/// Allows accesses to these bytes.
pub(crate) fn unpoison(start: *const c_void, size: usize) {
    if let Some(functions) = address() {
        // SAFETY: marks memory that the caller owns.
        unsafe { (functions.unpoison)(start, size) };
    }
}

/// Lets what this thread has done so far happen before whatever a thread does after [`observe`] of the same place.
/// Locks say so already, but ThreadSanitizer does not see Rust's.
pub fn publish<T>(place: &T) {
    if let Some(functions) = thread() {
        // SAFETY: the address is a key.
        unsafe { (functions.release)(ptr::from_ref(place).cast()) };
    }
}

/// See [`publish`].
pub fn observe<T>(place: &T) {
    if let Some(functions) = thread() {
        // SAFETY: the address is a key.
        unsafe { (functions.acquire)(ptr::from_ref(place).cast()) };
    }
}

/// A stack, as the sanitizers know it.
pub(super) struct Fiber {
    /// AddressSanitizer's copy of frames.
    fake_stack: *mut c_void,
    /// ThreadSanitizer's state; null if there is none.
    fiber: *mut c_void,
}

impl Fiber {
    pub(super) fn new() -> Self {
        // SAFETY: makes a state of its own.
        let fiber = thread().map_or(ptr::null_mut(), |functions| unsafe { (functions.create)(0) });
        Self { fake_stack: ptr::null_mut(), fiber }
    }

    /// The stack's code is abandoned where it is, or the stack ends.
    pub(super) fn end(&mut self) {
        self.fake_stack = ptr::null_mut();
        if let Some(functions) = thread()
            && !self.fiber.is_null()
        {
            // SAFETY: made in `new`, and nothing runs on it.
            unsafe { (functions.destroy)(self.fiber) };
            self.fiber = ptr::null_mut();
        }
    }
}

/// A way from a thread's stack to a [`Fiber`] and back.
pub(super) struct Crossing {
    fake_stack: *mut c_void,
    bottom: *const c_void,
    size: usize,
    fiber: *mut c_void,
}

impl Crossing {
    /// On the thread's stack, before it is left for one of these bounds.
    pub(super) fn depart(to: &Fiber, bottom: *const c_void, size: usize) -> Self {
        let mut crossing = Self { fake_stack: ptr::null_mut(), bottom: ptr::null(), size: 0, fiber: ptr::null_mut() };
        // SAFETY: the calls that the runtimes ask for here, with the bounds of a live stack.
        unsafe {
            if let Some(functions) = address() {
                (functions.start_switch)(&raw mut crossing.fake_stack, bottom, size);
            }
            if let Some(functions) = thread() {
                crossing.fiber = (functions.current)();
                (functions.switch)(to.fiber, 0);
            }
        }
        crossing
    }

    /// On the other stack, first.
    pub(super) fn arrive(&mut self, at: &Fiber) {
        if let Some(functions) = address() {
            // SAFETY: follows `depart`.
            unsafe { (functions.finish_switch)(at.fake_stack, &raw mut self.bottom, &raw mut self.size) };
        }
    }

    /// On the other stack, last. `is_final`: its frames will not be used again.
    pub(super) fn turn_back(&self, from: &mut Fiber, is_final: bool) {
        // SAFETY: follows `arrive`, whose bounds are those of the thread's stack.
        unsafe {
            if let Some(functions) = address() {
                let keep = if is_final { ptr::null_mut() } else { &raw mut from.fake_stack };
                (functions.start_switch)(keep, self.bottom, self.size);
            }
            if let Some(functions) = thread() {
                (functions.switch)(self.fiber, 0);
            }
        }
    }

    /// On the thread's stack again.
    pub(super) fn return_home(&self) {
        if let Some(functions) = address() {
            // SAFETY: follows `turn_back`.
            unsafe { (functions.finish_switch)(self.fake_stack, ptr::null_mut(), ptr::null_mut()) };
        }
    }
}
