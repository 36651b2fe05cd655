//! Stacks of groups, as Valgrind has to know them: it takes each change to a stack that it does not know for a mistake.
//!
//! A request is instructions that do nothing on a processor, and that Valgrind recognizes.

use std::arch::asm;
use std::ffi::c_void;

const STACK_REGISTER: usize = 0x1501;
const STACK_DEREGISTER: usize = 0x1502;

/// Makes a stack known, from its lowest address to the end, and returns its number; 0 without Valgrind.
pub(super) fn add_stack(bottom: *const c_void, end: *const c_void) -> usize {
    request([STACK_REGISTER, bottom.addr(), end.addr(), 0, 0, 0])
}

/// The stack of this number ends.
pub(super) fn remove_stack(number: usize) {
    request([STACK_DEREGISTER, number, 0, 0, 0, 0]);
}

#[cfg(target_arch = "x86_64")]
fn request(arguments: [usize; 6]) -> usize {
    let mut answer = 0;
    // SAFETY: the rotations add up to twice the width of the register.
    unsafe {
        asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") answer,
            options(nostack),
        );
    }
    answer
}

#[cfg(target_arch = "aarch64")]
fn request(arguments: [usize; 6]) -> usize {
    let mut answer = 0;
    // SAFETY: as on x86-64.
    unsafe {
        asm!(
            "ror x12, x12, #3",
            "ror x12, x12, #13",
            "ror x12, x12, #51",
            "ror x12, x12, #61",
            "orr x10, x10, x10",
            in("x4") arguments.as_ptr(),
            inout("x3") answer,
            options(nostack),
        );
    }
    answer
}
