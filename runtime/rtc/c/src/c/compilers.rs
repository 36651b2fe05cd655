//! Compilers.
#![allow(unreachable_pub, reason = "the header has what is public")]

use std::{
    ffi::{CStr, c_char},
    num::NonZeroUsize,
    os::fd::BorrowedFd,
    ptr,
    sync::Arc,
    time::Duration,
};

use sycl_rtc::{CachePlace, CacheSettings, Isolation, Settings};

use super::{
    Status, answer,
    input::{self, COMPILERS, compiler, give, path, pointer},
    types::{sycl_rtc_cache, sycl_rtc_compiler, sycl_rtc_isolation, sycl_rtc_settings, sycl_rtc_status},
};
use crate::results::Compiler;

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero bytes"),
    };
    VERSION.as_ptr()
}

/// Meaning of a number of sycl_rtc_status, in a few words.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_status_text(status: i32) -> *const c_char {
    Status::text(status).as_ptr()
}

/// Makes a compiler; null settings are the defaults. The compiler library is loaded by the first compilation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_compiler_create(
    settings: *const sycl_rtc_settings,
    compiler: *mut *mut sycl_rtc_compiler,
) -> sycl_rtc_status {
    answer(|| {
        // SAFETY: what the header asks for.
        unsafe {
            give(compiler, ptr::null_mut())?;
            let handle = COMPILERS.add(Compiler::new(read(settings)?));
            give(compiler, pointer(handle))
        }
    })
}

/// Ends a compiler. Its programs stay.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_compiler_destroy(compiler: *mut sycl_rtc_compiler) -> sycl_rtc_status {
    answer(|| COMPILERS.remove(compiler.addr()).map(drop).ok_or(Status::InvalidHandle))
}

/// Reason why programs are not kept on disk although the settings ask for it; null if there is no such reason. The text
/// lives as long as the compiler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sycl_rtc_compiler_cache_trouble(
    compiler: *const sycl_rtc_compiler,
    text: *mut *const c_char,
) -> sycl_rtc_status {
    answer(|| {
        let compiler = self::compiler(compiler)?;
        // SAFETY: what the header asks for.
        unsafe { give(text, compiler.cache_trouble().map_or(ptr::null(), CStr::as_ptr)) }
    })
}

/// # Safety
/// As the header says: null, or settings of which at least the size is there, with texts and a descriptor as it says.
unsafe fn read(settings: *const sycl_rtc_settings) -> Result<Settings, Status> {
    let mut read = Settings::default();
    if settings.is_null() {
        return Ok(read);
    }
    // SAFETY: the size is there; when it is right, so is the rest.
    let given = unsafe { input::settings(settings)? };
    // SAFETY: texts are terminated.
    read.compiler = unsafe { path(given.compiler) };
    if given.fatal_errors != 0 {
        read.fatal_errors = given.fatal_errors;
    }
    read.isolation = match given.isolation {
        n if n == sycl_rtc_isolation::None as u32 => Isolation::None,
        n if n == sycl_rtc_isolation::Fork as u32 => Isolation::Fork,
        _ => return Err(Status::InvalidArgument),
    };
    if let Some(threads) = usize::try_from(given.threads).ok().and_then(NonZeroUsize::new) {
        read.threads = threads;
    }
    // SAFETY: as for all of the settings.
    read.cache = unsafe { cache(&given)? };
    if let Some(cache) = &mut read.cache {
        cache.memory = if given.cache_memory == 0 { cache.memory } else { given.cache_memory };
        cache.disk = if given.cache_disk == 0 { cache.disk } else { given.cache_disk };
        cache.waits = (given.cache_wait != 0).then(|| Duration::from_millis(given.cache_wait));
        // SAFETY: texts are terminated.
        cache.shipped = unsafe { path(given.cache_shipped) };
    }
    Ok(read)
}

/// # Safety
/// The directory is null or a terminated text, and the descriptor is negative or stays as it is during the call.
unsafe fn cache(given: &sycl_rtc_settings) -> Result<Option<CacheSettings>, Status> {
    let mut cache = CacheSettings::default();
    match given.cache {
        n if n == sycl_rtc_cache::None as u32 => return Ok(None),
        n if n == sycl_rtc_cache::Environment as u32 => return Ok(CacheSettings::from_env()),
        n if n == sycl_rtc_cache::Process as u32 => {}
        n if n == sycl_rtc_cache::Directory as u32 => {
            // SAFETY: as the caller says.
            let directory = unsafe { path(given.cache_directory) }.ok_or(Status::InvalidArgument)?;
            cache.place = Some(CachePlace::Directory(directory));
        }
        n if n == sycl_rtc_cache::Descriptor as u32 && given.cache_descriptor >= 0 => {
            // SAFETY: it is not negative, and is borrowed during this call only; the system refuses one that is closed.
            let borrowed = unsafe { BorrowedFd::borrow_raw(given.cache_descriptor) };
            let own = borrowed.try_clone_to_owned().map_err(|_| Status::InvalidArgument)?;
            cache.place = Some(CachePlace::Descriptor(Arc::new(own)));
        }
        _ => return Err(Status::InvalidArgument),
    }
    Ok(Some(cache))
}
