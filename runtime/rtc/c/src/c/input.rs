//! Objects behind the pointers that C gives.

use std::{
    ffi::{CStr, OsStr, c_char, c_void},
    mem::{MaybeUninit, offset_of},
    os::unix::ffi::OsStrExt,
    path::PathBuf,
    ptr, slice,
    sync::Arc,
};

use super::{
    Status,
    types::{sycl_rtc_compiler, sycl_rtc_diagnostic, sycl_rtc_image, sycl_rtc_program, sycl_rtc_settings},
};
use crate::{
    handles::Handles,
    results::{Compiler, Program},
};

pub(super) static COMPILERS: Handles<Compiler> = Handles::new();
pub(super) static PROGRAMS: Handles<Program> = Handles::new();

/// The pointer that C gets for a handle. Nothing follows it.
pub(super) fn pointer<T>(handle: usize) -> *mut T {
    ptr::without_provenance_mut(handle)
}

pub(super) fn compiler(handle: *const sycl_rtc_compiler) -> Result<Arc<Compiler>, Status> {
    COMPILERS.get(handle.addr()).ok_or(Status::InvalidHandle)
}

pub(super) fn program(handle: *const sycl_rtc_program) -> Result<Arc<Program>, Status> {
    PROGRAMS.get(handle.addr()).ok_or(Status::InvalidHandle)
}

/// A text.
///
/// # Safety
/// The pointer is null or to a terminated string.
pub(super) unsafe fn text(pointer: *const c_char) -> Result<String, Status> {
    if pointer.is_null() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: it is to a terminated string, as the caller says.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map(str::to_owned).map_err(|_| Status::InvalidArgument)
}

/// A path; `None` for a null pointer.
///
/// # Safety
/// As for [`text`].
pub(super) unsafe fn path(pointer: *const c_char) -> Option<PathBuf> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: it is to a terminated string, as the caller says.
    let path = unsafe { CStr::from_ptr(pointer) };
    Some(OsStr::from_bytes(path.to_bytes()).into())
}

/// Bytes.
///
/// # Safety
/// The pointer is null or to so many bytes.
pub(super) unsafe fn bytes(pointer: *const c_void, length: usize) -> Result<Vec<u8>, Status> {
    if length == 0 {
        return Ok(Vec::new());
    }
    if pointer.is_null() || isize::try_from(length).is_err() {
        return Err(Status::InvalidArgument);
    }
    let mut copy = Vec::new();
    // A wrong length is seldom one that there is memory for.
    copy.try_reserve_exact(length).map_err(|_| Status::InvalidArgument)?;
    // SAFETY: there are so many, as the caller says, which is possible, as was just checked.
    copy.extend_from_slice(unsafe { slice::from_raw_parts(pointer.cast::<u8>(), length) });
    Ok(copy)
}

/// Gives a value to C.
///
/// # Safety
/// The pointer is null or to a place for the value.
pub(super) unsafe fn give<T>(place: *mut T, value: T) -> Result<(), Status> {
    if place.is_null() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: it is to such a place, as the caller says. What was there is of C, so that nothing is dropped.
    unsafe { place.write(value) };
    Ok(())
}

/// A structure that begins with its size.
///
/// # Safety
/// As its `repr(C)` says, the field `size` comes first.
pub(super) unsafe trait BeginsWithSize {}

// SAFETY: it does in all of them.
unsafe impl BeginsWithSize for sycl_rtc_diagnostic {}
// SAFETY: it does in all of them.
unsafe impl BeginsWithSize for sycl_rtc_image {}

/// Checks that a structure begins with its size.
///
/// # Safety
/// The pointer is null or to a structure of which at least the first field is there.
pub(super) unsafe fn check_size<T: BeginsWithSize>(structure: *const T) -> Result<(), Status> {
    if structure.is_null() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: the size comes first, and is there, as the caller says.
    let size = unsafe { structure.cast::<usize>().read() };
    if size == size_of::<T>() { Ok(()) } else { Err(Status::InvalidSize) }
}

/// Settings, of which those that came later may be missing.
///
/// # Safety
/// The pointer is null or to settings of which as many bytes are there as their size says, and at least that.
pub(super) unsafe fn settings(given: *const sycl_rtc_settings) -> Result<sycl_rtc_settings, Status> {
    /// Bytes without what came later, and without what came last.
    const OLDER: [usize; 2] = [offset_of!(sycl_rtc_settings, threads), offset_of!(sycl_rtc_settings, cache_wait)];
    if given.is_null() {
        return Err(Status::InvalidArgument);
    }
    // SAFETY: the size comes first, and is there, as the caller says.
    let size = unsafe { given.cast::<usize>().read() };
    if size != size_of::<sycl_rtc_settings>() && !OLDER.contains(&size) {
        return Err(Status::InvalidSize);
    }
    let mut settings = MaybeUninit::<sycl_rtc_settings>::zeroed();
    // SAFETY: so many bytes are there, as the caller says, and there is room for them. All fields are numbers and
    // pointers, for which zero is a value.
    unsafe {
        ptr::copy_nonoverlapping(given.cast::<u8>(), settings.as_mut_ptr().cast::<u8>(), size);
        Ok(settings.assume_init())
    }
}
