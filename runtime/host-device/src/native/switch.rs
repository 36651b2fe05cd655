//! The way to another stack and back.
//!
//! [`enter`] saves what a function has to preserve and calls `entry` on another stack; the call ends when `entry`
//! returns, or when code below it calls [`leave`], from however deep. Frames in between are forgotten: nothing runs
//! their destructors, so they may only be frames of image code, which has none, and of `call.rs`.

use std::arch::naked_asm;
use std::ffi::c_void;

/// Function that runs on the other stack.
pub(super) type Entry = unsafe extern "C" fn(*const c_void);

/// Calls `entry(context)` on the stack that begins at `top`, and returns 0 if it returned and 1 if it was left.
/// `saved` is set to what [`leave`] takes.
///
/// # Safety
/// `top` is the end of a stack that nothing else uses, aligned to 16, with room for `entry`.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
pub(super) unsafe extern "C" fn enter(
    saved: *mut *mut c_void,
    top: *mut c_void,
    entry: Entry,
    context: *const c_void,
) -> u64 {
    // The frame: 48 bytes below rbp, of which the last eight hold both registers of floating-point control.
    naked_asm!(
        ".cfi_startproc",
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "mov rbp, rsp",
        ".cfi_def_cfa_register rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        ".cfi_offset rbx, -24",
        ".cfi_offset r12, -32",
        ".cfi_offset r13, -40",
        ".cfi_offset r14, -48",
        ".cfi_offset r15, -56",
        "sub rsp, 8",
        "stmxcsr [rsp]",
        "fnstcw [rsp + 4]",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "mov rdi, rcx",
        "call rdx",
        "lea rsp, [rbp - 48]",
        "xor eax, eax",
        "ldmxcsr [rsp]",
        "fldcw [rsp + 4]",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        ".cfi_def_cfa rsp, 8",
        "ret",
        ".cfi_endproc",
    )
}

/// Ends the call of [`enter`] that set `saved`.
///
/// # Safety
/// That call runs, on this thread.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
pub(super) unsafe extern "C" fn leave(saved: *mut c_void) -> ! {
    naked_asm!(
        "mov rsp, rdi",
        "mov eax, 1",
        "cld",
        "ldmxcsr [rsp]",
        "fldcw [rsp + 4]",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// As on x86-64.
///
/// # Safety
/// As on x86-64.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
pub(super) unsafe extern "C" fn enter(
    saved: *mut *mut c_void,
    top: *mut c_void,
    entry: Entry,
    context: *const c_void,
) -> u64 {
    naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-176]!",
        ".cfi_def_cfa_offset 176",
        ".cfi_offset x29, -176",
        ".cfi_offset x30, -168",
        "mov x29, sp",
        ".cfi_def_cfa x29, 176",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        ".cfi_offset x19, -160",
        ".cfi_offset x20, -152",
        ".cfi_offset x21, -144",
        ".cfi_offset x22, -136",
        ".cfi_offset x23, -128",
        ".cfi_offset x24, -120",
        ".cfi_offset x25, -112",
        ".cfi_offset x26, -104",
        ".cfi_offset x27, -96",
        ".cfi_offset x28, -88",
        "mrs x9, fpcr",
        "str x9, [sp, #160]",
        "mov x9, sp",
        "str x9, [x0]",
        "mov sp, x1",
        "mov x0, x3",
        "blr x2",
        "mov sp, x29",
        "mov x0, #0",
        "ldr x9, [sp, #160]",
        "msr fpcr, x9",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #176",
        ".cfi_def_cfa sp, 0",
        "ret",
        ".cfi_endproc",
    )
}

/// As on x86-64.
///
/// # Safety
/// As on x86-64.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
pub(super) unsafe extern "C" fn leave(saved: *mut c_void) -> ! {
    naked_asm!(
        "mov sp, x0",
        "mov x0, #1",
        "ldr x9, [sp, #160]",
        "msr fpcr, x9",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #176",
        "ret",
    )
}
