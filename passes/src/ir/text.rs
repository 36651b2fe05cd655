//! Texts from LLVM.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::{CStr, c_char, c_void};

use inkwell::llvm_sys::core::LLVMDisposeMessage;

/// Takes a message that LLVM allocated.
///
/// # Safety
/// `message` was returned by a C API function that says to dispose it.
pub(super) unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: a NUL-terminated string that we own now.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Bytes as LLVM prints them in a name: `\FF` for what is not a printable ASCII character.
pub fn escaped(name: &[u8]) -> String {
    let one = |byte: &u8| match byte {
        b'\\' | b'"' => format!("\\{byte:02X}"),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\{byte:02X}"),
    };
    name.iter().map(one).collect()
}

/// Copies a string that LLVM gave as pointer and length.
///
/// # Safety
/// `data` points to `length` readable bytes, or is null.
pub(super) unsafe fn copy_text(data: *const c_char, length: usize) -> String {
    // SAFETY: by the contract above.
    match String::from_utf8(unsafe { copy_bytes(data, length) }) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

/// A [`TakeTextFn`](super::ffi::TakeTextFn) that puts the text into a string.
///
/// # Safety
/// `data` is a `String` that nothing else refers to during the call; a text as for [`copy_text`].
pub(super) unsafe extern "C" fn take_text(data: *mut c_void, text: *const c_char, length: usize) {
    // SAFETY: by the contract above.
    unsafe { *data.cast::<String>() = copy_text(text, length) }
}

/// A [`TakeTextFn`](super::ffi::TakeTextFn) that puts bytes into a vector.
///
/// # Safety
/// `data` is a `Vec<u8>` that nothing else refers to during the call; bytes as for [`copy_bytes`].
pub(super) unsafe extern "C" fn take_bytes(data: *mut c_void, bytes: *const c_char, length: usize) {
    // SAFETY: by the contract above.
    unsafe { *data.cast::<Vec<u8>>() = copy_bytes(bytes, length) }
}

/// Copies bytes that LLVM gave as pointer and length.
///
/// # Safety
/// As for [`copy_text`].
pub(super) unsafe fn copy_bytes(data: *const c_char, length: usize) -> Vec<u8> {
    if data.is_null() {
        return Vec::new();
    }
    // SAFETY: by the contract above.
    unsafe { std::slice::from_raw_parts(data.cast(), length) }.to_vec()
}
