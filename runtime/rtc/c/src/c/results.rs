//! Programs after they were compiled.
#![allow(unreachable_pub, reason = "the header has what is public")]

use std::{
    ffi::{CStr, c_char, c_void},
    ptr,
};

use super::{
    Origin, Status, answer,
    input::{check_size, give, program, text},
    types::{sycl_rtc_diagnostic, sycl_rtc_image, sycl_rtc_origin, sycl_rtc_program, sycl_rtc_status},
};
use crate::results::{Compiled, Diagnostic};

/// Text that clang printed, and the error, if there is one. Empty if there is nothing to say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_log(
    program: *const sycl_rtc_program,
    text: *mut *const c_char,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        unsafe { give(text, program.results()?.log.as_ptr()) }
    })
}

/// Number of diagnostics. After an error there is at least one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_diagnostic_count(
    program: *const sycl_rtc_program,
    count: *mut usize,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        unsafe { give(count, program.results()?.diagnostics.len()) }
    })
}

/// A diagnostic, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_diagnostic(
    program: *const sycl_rtc_program,
    index: usize,
    diagnostic: *mut sycl_rtc_diagnostic,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        unsafe { check_size(diagnostic)? };
        let found = program.results()?.diagnostics.get(index).ok_or(Status::NotFound)?;
        // SAFETY: what the header asks for.
        unsafe { give(diagnostic, of_diagnostic(found)) }
    })
}

/// A note of a diagnostic, both from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_note(
    program: *const sycl_rtc_program,
    index: usize,
    note: usize,
    diagnostic: *mut sycl_rtc_diagnostic,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        unsafe { check_size(diagnostic)? };
        let explained = program.results()?.diagnostics.get(index).ok_or(Status::NotFound)?;
        let found = explained.notes.get(note).ok_or(Status::NotFound)?;
        // SAFETY: what the header asks for.
        unsafe { give(diagnostic, of_diagnostic(found)) }
    })
}

/// Number of images: one for each target, in the order in which these were added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_image_count(
    program: *const sycl_rtc_program,
    count: *mut usize,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        unsafe { give(count, program.compiled()?.images.len()) }
    })
}

/// An image, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_image(
    program: *const sycl_rtc_program,
    index: usize,
    image: *mut sycl_rtc_image,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        unsafe { check_size(image)? };
        let compiled = program.compiled()?;
        let texts = compiled.images.get(index).ok_or(Status::NotFound)?;
        let found = &compiled.program.images()[index];
        let (bytes, bitcode) = (found.bytes(), found.bitcode());
        let value = sycl_rtc_image {
            size: size_of::<sycl_rtc_image>(),
            target: texts.target.as_ptr(),
            format: texts.format.as_ptr(),
            bytes: texts.ptx.as_deref().unwrap_or(bytes).as_ptr().cast(),
            length: bytes.len(),
            entry_point_count: texts.entry_points.len(),
            properties: texts.properties.as_deref().map_or(ptr::null(), CStr::as_ptr),
            bitcode: bitcode.map_or(ptr::null(), |bitcode| bitcode.as_ptr().cast()),
            bitcode_length: bitcode.map_or(0, <[u8]>::len),
        };
        // SAFETY: what the header asks for.
        unsafe { give(image, value) }
    })
}

/// The name by which hosts look up a kernel of an image, both from 0, in the order of the source.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_entry_point(
    program: *const sycl_rtc_program,
    image: usize,
    index: usize,
    name: *mut *const c_char,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        let image = program.compiled()?.images.get(image).ok_or(Status::NotFound)?;
        let found = image.entry_points.get(index).ok_or(Status::NotFound)?;
        // SAFETY: what the header asks for.
        unsafe { give(name, found.as_ptr()) }
    })
}

/// The mangled name of the function that an expression names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_lowered_name(
    program: *const sycl_rtc_program,
    expression: *const c_char,
    name: *mut *const c_char,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        let expression = unsafe { text(expression)? };
        let found = program.compiled()?.name(&expression)?;
        // SAFETY: what the header asks for.
        unsafe { give(name, found.lowered.as_ptr()) }
    })
}

/// The name by which hosts look up the kernel that an expression names; null if it names a function that is no kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_kernel_name(
    program: *const sycl_rtc_program,
    expression: *const c_char,
    name: *mut *const c_char,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        // SAFETY: what the header asks for.
        let expression = unsafe { text(expression)? };
        let found = program.compiled()?.name(&expression)?;
        // SAFETY: what the header asks for.
        unsafe { give(name, found.entry_point.as_deref().map_or(ptr::null(), CStr::as_ptr)) }
    })
}

/// All images as a SYCLBIN file, which a SYCL runtime loads. There is none if a name has a line break.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_syclbin(
    program: *const sycl_rtc_program,
    bytes: *mut *const c_void,
    length: *mut usize,
) -> sycl_rtc_status {
    // SAFETY: what the header asks for.
    answer(|| unsafe { give_file(program, Compiled::syclbin, bytes, length) })
}

/// All images as an OffloadBinary of version 1, which LLVM's tools read. There is none if a name has a line break.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_offload_binary(
    program: *const sycl_rtc_program,
    bytes: *mut *const c_void,
    length: *mut usize,
) -> sycl_rtc_status {
    // SAFETY: what the header asks for.
    answer(|| unsafe { give_file(program, Compiled::offload_binary, bytes, length) })
}

/// Origin of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_program_origin(
    program: *const sycl_rtc_program,
    origin: *mut sycl_rtc_origin,
) -> sycl_rtc_status {
    answer(|| {
        let program = self::program(program)?;
        let found = Origin::of(program.compiled()?.origin());
        // SAFETY: what the header asks for.
        unsafe { give(origin, found) }
    })
}

/// Gives the bytes of a file of all images, both or none.
///
/// # Safety
/// As for [`give`].
unsafe fn give_file(
    program: *const sycl_rtc_program,
    file: fn(&Compiled) -> Result<&[u8], Status>,
    bytes: *mut *const c_void,
    length: *mut usize,
) -> Result<(), Status> {
    let program = self::program(program)?;
    let file = file(program.compiled()?)?;
    if bytes.is_null() || length.is_null() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: what the caller promises.
    unsafe {
        give(bytes, file.as_ptr().cast())?;
        give(length, file.len())
    }
}

fn of_diagnostic(diagnostic: &Diagnostic) -> sycl_rtc_diagnostic {
    let place = diagnostic.place.as_ref();
    let (begin, end) = place.map(|place| (place.begin, place.end)).unwrap_or_default();
    let optional = |text: Option<&CStr>| text.map_or(ptr::null(), CStr::as_ptr);
    sycl_rtc_diagnostic {
        size: size_of::<sycl_rtc_diagnostic>(),
        severity: diagnostic.severity,
        line: begin.0,
        column: begin.1,
        end_line: end.0,
        end_column: end.1,
        file: optional(place.map(|place| place.file.as_c_str())),
        text: diagnostic.text.as_ptr(),
        option: optional(diagnostic.option.as_deref()),
        rendered: diagnostic.rendered.as_ptr(),
        note_count: diagnostic.notes.len(),
    }
}
