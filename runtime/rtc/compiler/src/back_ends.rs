//! Back ends and the linkers alone, and the validator of SPIR-V-Tools.
//!
//! All answer only yes or no: what they would say is for the programs that they stand for.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use sycl_passes::ir::{self, OwnedModule};
use sycl_propset::triple::Family;
use sycl_rtc::interface::{Array, File, Module, TakeImage, Text};

use crate::pipeline::is_generic;
use crate::shim::{self, Failure, Report};
use crate::silence::Silence;

/// `Table::emit`.
pub(crate) unsafe extern "C" fn emit(module: *const Module, data: *mut c_void, take: TakeImage) -> bool {
    // SAFETY: the table says that the module lives during the call.
    let module = unsafe { &*module };
    // SAFETY: the function is the caller's, with the data that belongs to it.
    unsafe { give(|report| image(module, report), data, take) }
}

/// `Table::link`.
pub(crate) unsafe extern "C" fn link(object: Text, library: Text, data: *mut c_void, take: TakeImage) -> bool {
    // SAFETY: the function is the caller's, with the data that belongs to it.
    unsafe { give(|report| shim::link(object, library, report).ok(), data, take) }
}

/// `Table::link_modules`.
pub(crate) unsafe extern "C" fn link_modules(files: Array<File>, data: *mut c_void, take: TakeImage) -> bool {
    // SAFETY: the table says that the files live during the call; the function is the caller's, with its data.
    unsafe {
        let files = files.elements();
        give(|report| shim::link_modules(files, report).ok(), data, take)
    }
}

/// Gives what is made in silence.
///
/// # Safety
/// `take` takes `data`.
unsafe fn give(make: impl FnOnce(&Report) -> Option<Vec<u8>>, data: *mut c_void, take: TakeImage) -> bool {
    let silence = Silence::default();
    let report = silence.report();
    // Nothing is shared with what a panic leaves behind.
    let Ok(Some(image)) = catch_unwind(AssertUnwindSafe(|| make(&report))) else { return false };
    if !silence.is_kept() {
        return false;
    }
    // SAFETY: the caller says so.
    unsafe { take(data, Text::of(&image)) };
    true
}

fn image(module: &Module, report: &Report) -> Option<Vec<u8>> {
    let mut read = shim::read(module.name, module.content, report).ok()?;
    if !takes(module.back_end, &read.view().triple()) {
        return None;
    }
    shim::verify(&mut read, report).ok()?;
    let image = if module.back_end == Family::Spirv {
        // SAFETY: the table says that the extensions live during the call.
        shim::emit_spirv(read, unsafe { module.extensions.elements() }, report)
    } else {
        emit_read(read, module, report)
    };
    image.ok()
}

/// Whether a back end is for modules of a triple.
fn takes(back_end: Family, triple: &str) -> bool {
    let is_of = |architectures: &[&str]| architectures.iter().any(|known| triple.starts_with(known));
    match back_end {
        Family::Spirv => is_generic(triple),
        Family::Nvptx => is_of(&["nvptx64-", "nvptx-"]),
        Family::Amdgpu => is_of(&["amdgcn-"]),
        Family::Host => triple.split_once('-').is_some_and(|(first, _)| first == std::env::consts::ARCH),
    }
}

/// Code that a back end with processors makes of a module that has just been read.
fn emit_read(read: OwnedModule, module: &Module, report: &Report) -> Result<Vec<u8>, Failure> {
    // SAFETY: the table says that the texts live during the call.
    let (processor, features) = unsafe { (module.processor.bytes(), module.features.bytes()) };
    let native = (module.back_end == Family::Host && processor == ir::NATIVE.as_bytes()).then(|| ir::model(ir::NATIVE));
    let (processor, features) = match &native {
        Some((processor, features)) => (processor.as_bytes(), features.as_bytes()),
        None => (processor, features),
    };
    let processor = shim::Processor::of(processor, features, module.level);
    shim::emit_read(read, &processor, module.back_end != Family::Nvptx, report)
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
    /// Environment that `spirv-val` validates for, unless it is told otherwise.
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
        // For messages, which are not read.
        spvValidatorOptionsSetFriendlyNames(options, false);
        let outcome = spvValidateWithOptions(context, options, &raw const binary, ptr::null_mut());
        spvValidatorOptionsDestroy(options);
        spvContextDestroy(context);
        outcome == SUCCESS
    }
}
