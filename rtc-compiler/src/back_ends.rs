//! The back end of SPIR-V alone, and the validator of SPIR-V-Tools.
//!
//! Both answer only yes or no: what they would say is for the programs that they stand for.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use sycl_rtc::interface::{Diagnostic, Module, TakeImage, Text};

use crate::pipeline::DEVICE_TRIPLES;
use crate::shim::{self, Report};

/// `Table::emit_spirv`.
pub(crate) unsafe extern "C" fn emit_spirv(module: *const Module, data: *mut c_void, take: TakeImage) -> bool {
    // SAFETY: the table says that the module lives during the call.
    let module = unsafe { &*module };
    // Nothing is shared with what a panic leaves behind.
    match catch_unwind(AssertUnwindSafe(|| emit(module))) {
        Ok(Some(image)) => {
            // SAFETY: the function is the caller's, with the data that belongs to it.
            unsafe { take(data, Text::of(&image)) };
            true
        }
        _ => false,
    }
}

fn emit(module: &Module) -> Option<Vec<u8>> {
    let has_spoken = Cell::new(false);
    let report = Report { data: (&raw const has_spoken).cast_mut().cast(), diagnostic: heard, log: heard_log };
    let mut read = shim::read(Text::of(b"module"), module.content, &report).ok()?;
    let triple = read.view().triple();
    if !DEVICE_TRIPLES.iter().any(|known| triple.starts_with(known)) {
        return None;
    }
    shim::verify(&mut read, &report).ok()?;
    // SAFETY: the table says that the extensions live during the call.
    let image = shim::emit_spirv(read, unsafe { module.extensions.elements() }, &report).ok()?;
    (!has_spoken.get()).then_some(image)
}

unsafe extern "C" fn heard(data: *mut c_void, _: *const Diagnostic) {
    // SAFETY: `data` is the cell of `emit`, which outlives the report.
    unsafe { (*data.cast::<Cell<bool>>()).set(true) }
}

unsafe extern "C" fn heard_log(data: *mut c_void, _: Text) {
    // SAFETY: as above.
    unsafe { (*data.cast::<Cell<bool>>()).set(true) }
}

// Of `spirv-tools/libspirv.h`.
unsafe extern "C" {
    fn spvSoftwareVersionDetailsString() -> *const c_char;
    fn spvParseTargetEnv(name: *const c_char, environment: *mut c_int) -> bool;
    fn spvContextCreate(environment: c_int) -> *mut c_void;
    fn spvContextDestroy(context: *mut c_void);
    fn spvValidatorOptionsCreate() -> *mut c_void;
    fn spvValidatorOptionsDestroy(options: *mut c_void);
    fn spvValidatorOptionsSetFriendlyNames(options: *mut c_void, value: bool);
    fn spvValidateWithOptions(
        context: *mut c_void,
        options: *mut c_void,
        binary: *const Binary,
        diagnostic: *mut *mut c_void,
    ) -> c_int;
}

/// `spv_const_binary_t`.
#[repr(C)]
struct Binary {
    words: *const u32,
    count: usize,
}

/// The version that `spirv-val` would print.
pub(crate) fn validator() -> &'static str {
    // SAFETY: a text of the library that lives as long as it.
    unsafe { CStr::from_ptr(spvSoftwareVersionDetailsString()) }.to_str().expect("versions are ASCII")
}

/// `Table::accepts_spirv`.
pub(crate) unsafe extern "C" fn accepts_spirv(module: Text) -> bool {
    /// What `spirv-val` validates for, unless it is told otherwise.
    const ENVIRONMENT: &CStr = c"spv1.6";
    const SUCCESS: c_int = 0;
    // SAFETY: the table says that the bytes live during the call.
    let bytes = unsafe { module.bytes() };
    // SAFETY: all values are words.
    let ([], words, []) = (unsafe { bytes.align_to::<u32>() }) else { return false };
    let mut environment = 0;
    // SAFETY: the name is terminated, and there is room for the number.
    if !unsafe { spvParseTargetEnv(ENVIRONMENT.as_ptr(), &raw mut environment) } {
        return false;
    }
    let binary = Binary { words: words.as_ptr(), count: words.len() };
    // SAFETY: the words live during the call; without room for a diagnostic, the validator makes none.
    unsafe {
        let (context, options) = (spvContextCreate(environment), spvValidatorOptionsCreate());
        // For messages, which nobody reads.
        spvValidatorOptionsSetFriendlyNames(options, false);
        let outcome = spvValidateWithOptions(context, options, &raw const binary, ptr::null_mut());
        spvValidatorOptionsDestroy(options);
        spvContextDestroy(context);
        outcome == SUCCESS
    }
}
