//! Runs a group on a stack of its own, and leaves it when it fails.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_void};
use std::io::Write;
use std::ptr;

use super::sanitizer::{self, Crossing, Fiber};
use super::{Block, Stack, abi, switch};
use crate::error::{Extent, Failure};

/// Place of the value of an argument.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Slot {
    /// At this offset of the launch's block of values.
    Value(usize),
    /// It is the address at this offset of the group's local memory.
    Local(usize),
}

/// Pointers to the values of arguments, as one worker passes them.
pub(crate) struct Arguments {
    pointers: Vec<*const c_void>,
    /// Addresses that local arguments point to.
    _addresses: Box<[*mut c_void]>,
}

impl Arguments {
    /// Refers to both blocks, which have to stay as long as groups are run with this.
    pub(crate) fn new(slots: &[Slot], values: &Block, local: &Block) -> Self {
        let address = |slot: &Slot| match slot {
            Slot::Value(_) => ptr::null_mut(),
            Slot::Local(offset) => local.address(*offset),
        };
        let addresses: Box<[*mut c_void]> = slots.iter().map(address).collect();
        let pointer = |(slot, address): (&Slot, &*mut c_void)| match slot {
            Slot::Value(offset) => values.address(*offset).cast_const(),
            Slot::Local(_) => ptr::from_ref(address).cast(),
        };
        let pointers = slots.iter().zip(&addresses).map(pointer).collect();
        Self { pointers, _addresses: addresses }
    }
}

/// A group that runs on this thread.
struct Running<'a> {
    function: abi::Function,
    arguments: *const *const c_void,
    group: &'a abi::Group,
    local: *mut c_void,
    fiber: *mut Fiber,
    crossing: RefCell<Crossing>,
    /// Value that [`switch::leave`] takes.
    saved: *mut c_void,
    failure: RefCell<Option<Box<Failure>>>,
}

thread_local! {
    /// The group that runs on this thread, for the handler of failures.
    static RUNNING: Cell<*const Running<'static>> = const { Cell::new(ptr::null()) };
}

/// Runs a group of a kernel.
///
/// The arguments are those that the kernel's table lists, the block is as large as the header says, and the stack has
/// the room that the table asks for: `launch.rs` and `arguments.rs` see to all of that. Everything else is promised by
/// the caller of `Program::open`.
pub(crate) fn run(
    function: abi::Function,
    arguments: &Arguments,
    group: &abi::Group,
    local: &Block,
    stack: &mut Stack,
) -> Result<(), Box<Failure>> {
    let (top, bottom, size) = (stack.top(), stack.bottom(), stack.usable());
    let mut running = Running {
        function,
        arguments: arguments.pointers.as_ptr(),
        group,
        local: local.address(0),
        fiber: &raw mut stack.fiber,
        crossing: RefCell::new(Crossing::depart(&stack.fiber, bottom, size)),
        saved: ptr::null_mut(),
        failure: RefCell::new(None),
    };
    let saved = &raw mut running.saved;
    let running = &raw const running;
    let outer = RUNNING.replace(running.cast());
    // SAFETY: the stack is borrowed for this call and has room; `running` outlives it.
    let was_left = unsafe { switch::enter(saved, top, on_stack, running.cast()) } != 0;
    RUNNING.set(outer);
    // SAFETY: nothing else refers to it any more.
    let running = unsafe { &*running };
    running.crossing.borrow().return_home();
    if was_left {
        // Frames that were left behind have poisoned parts of the stack.
        sanitizer::unpoison(bottom, size);
        stack.fiber.end();
        stack.fiber = Fiber::new();
    }
    running.failure.take().map_or(Ok(()), Err)
}

/// The first function on the group's stack.
///
/// # Safety
/// `context` is the [`Running`] of [`run`].
unsafe extern "C" fn on_stack(context: *const c_void) {
    // SAFETY: as the caller says.
    let running = unsafe { &*context.cast::<Running<'_>>() };
    // SAFETY: `run` has the stack mutably, and nothing else uses its fiber meanwhile.
    let fiber = unsafe { &mut *running.fiber };
    running.crossing.borrow_mut().arrive(fiber);
    // SAFETY: see `run`.
    unsafe { (running.function)(running.arguments, running.group, running.local) };
    running.crossing.borrow().turn_back(fiber, false);
}

/// Function that images call when a group cannot go on.
///
/// # Safety
/// The failure is as the header describes it.
pub(super) unsafe extern "C" fn on_failure(failure: *const abi::Failure) -> ! {
    // SAFETY: as the caller says. What this makes is dropped when it returns, before the frame is left.
    let saved = unsafe { keep(failure) };
    // SAFETY: the call of `enter` runs, further up on this thread; between there and here are `on_stack`, which has
    // nothing to drop while it calls the image, and frames of the image.
    unsafe { switch::leave(saved) }
}

/// Stores a failure with the group that runs, and returns what leaves it.
///
/// # Safety
/// The failure is as the header describes it.
unsafe fn keep(failure: *const abi::Failure) -> *mut c_void {
    // SAFETY: as the caller says.
    let failure = unsafe { describe(&*failure) };
    let running = RUNNING.get();
    if running.is_null() {
        // Another launcher runs the image, whose handler was replaced by a launch here. As images do without a handler:
        let _ = writeln!(std::io::stderr(), "{failure}");
        std::process::abort();
    }
    // SAFETY: set by `run`, which waits for us; its fields are cells, or not changed.
    let running = unsafe { &*running };
    running.failure.replace(Some(Box::new(failure)));
    // SAFETY: `run` has the stack mutably, and `on_stack`, which is called, does not use its fiber meanwhile.
    running.crossing.borrow().turn_back(unsafe { &mut *running.fiber }, true);
    running.saved
}

/// # Safety
/// The texts are strings or null.
unsafe fn describe(failure: &abi::Failure) -> Failure {
    // SAFETY: as the caller says.
    let text = |pointer: *const c_char| {
        (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
    };
    let kernel = text(failure.kernel).unwrap_or_default();
    let (global_id, group_id) = (Extent::new(failure.global_id), Extent::new(failure.group_id));
    if failure.kind == abi::ASSERTION {
        return Failure::Assertion {
            kernel,
            expression: text(failure.message).unwrap_or_default(),
            file: text(failure.file),
            line: failure.line,
            function: text(failure.function),
            global_id,
            group_id,
        };
    }
    let (waiting, ended) = (failure.waiting, failure.ended);
    Failure::Barrier { kernel, global_id, group_id, waiting, ended, places: text(failure.message) }
}
