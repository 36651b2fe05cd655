//! The C++ of `cpp/`, as Rust values.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Once;

use sycl_rtc::interface::{Array, Diagnostic, File, Text};

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Errors were reported.
    Reported,
    /// LLVM gave up in the middle of its work, which was reported as a fatal error.
    Abandoned,
}

/// `sp_report`.
#[repr(C)]
pub(crate) struct Report {
    pub(crate) data: *mut c_void,
    pub(crate) diagnostic: unsafe extern "C" fn(*mut c_void, *const Diagnostic),
    pub(crate) log: unsafe extern "C" fn(*mut c_void, Text),
}

/// `sp_source`.
#[repr(C)]
pub(crate) struct Source {
    pub(crate) name: Text,
    pub(crate) content: Text,
    pub(crate) files: Array<File>,
    pub(crate) directories: Array<Text>,
    pub(crate) arguments: Array<Text>,
    pub(crate) file: Option<unsafe extern "C" fn(*mut c_void, Text, u32, Text)>,
    pub(crate) file_data: *mut c_void,
}

#[repr(C)]
struct RawUnit {
    _opaque: [u8; 0],
}

const DONE: u32 = 0;
const FAILED: u32 = 1;

unsafe extern "C" {
    fn sp_rtc_initialize();
    fn sp_rtc_llvm_version() -> *const c_char;
    fn sp_rtc_front_end(source: *const Source, report: *const Report, result: *mut *mut RawUnit) -> u32;
    fn sp_rtc_read(name: Text, content: Text, report: *const Report, result: *mut *mut RawUnit) -> u32;
    fn sp_rtc_triple(unit: *const RawUnit) -> Text;
    fn sp_rtc_kernels(unit: *const RawUnit, data: *mut c_void, take: unsafe extern "C" fn(*mut c_void, Text));
    fn sp_rtc_verify(unit: *const RawUnit, report: *const Report) -> u32;
    fn sp_rtc_bitcode(
        unit: *const RawUnit,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_emit_spirv(
        unit: *mut RawUnit,
        extensions: *const Text,
        extension_count: usize,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_free(unit: *mut RawUnit);
}

/// Prepares LLVM, once.
pub(crate) fn initialize() {
    static ONCE: Once = Once::new();
    // SAFETY: called once, before any other function, since whoever calls those comes here first.
    ONCE.call_once(|| unsafe { sp_rtc_initialize() });
}

/// The version of LLVM.
pub(crate) fn llvm_version() -> &'static str {
    // SAFETY: a literal of C++.
    unsafe { CStr::from_ptr(sp_rtc_llvm_version()) }.to_str().expect("versions are ASCII")
}

fn check(outcome: u32) -> Result<(), Failure> {
    match outcome {
        DONE => Ok(()),
        FAILED => Err(Failure::Reported),
        _ => Err(Failure::Abandoned),
    }
}

unsafe extern "C" fn append(data: *mut c_void, text: Text) {
    // SAFETY: `collect` passes the vector, and nothing else refers to it meanwhile; the text lives during the call.
    unsafe { (*data.cast::<Vec<Vec<u8>>>()).push(text.bytes().to_vec()) }
}

fn collect(call: impl FnOnce(*mut c_void)) -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    call((&raw mut texts).cast());
    texts
}

/// A module and its context.
pub(crate) struct Unit(*mut RawUnit);

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: the pointer is one that C++ made, and this is its only owner.
        unsafe { sp_rtc_free(self.0) }
    }
}

impl Unit {
    /// What the front end makes of a source.
    pub(crate) fn compile(source: &Source, report: &Report) -> Result<Self, Failure> {
        let mut unit = std::ptr::null_mut();
        // SAFETY: both live during the call, with all that they refer to.
        check(unsafe { sp_rtc_front_end(source, report, &raw mut unit) }).map(|()| Self(unit))
    }

    /// The module of bitcode or text.
    pub(crate) fn read(name: Text, content: Text, report: &Report) -> Result<Self, Failure> {
        let mut unit = std::ptr::null_mut();
        // SAFETY: all live during the call.
        check(unsafe { sp_rtc_read(name, content, report, &raw mut unit) }).map(|()| Self(unit))
    }

    pub(crate) fn triple(&self) -> Vec<u8> {
        // SAFETY: the module has the text as long as the call to it lasts; it is copied at once.
        unsafe { sp_rtc_triple(self.0).bytes() }.to_vec()
    }

    pub(crate) fn kernels(&self) -> Vec<Vec<u8>> {
        // SAFETY: `append` gets the vector of `collect`.
        collect(|data| unsafe { sp_rtc_kernels(self.0, data, append) })
    }

    pub(crate) fn verify(&self, report: &Report) -> Result<(), Failure> {
        // SAFETY: the report lives during the call.
        check(unsafe { sp_rtc_verify(self.0, report) })
    }

    pub(crate) fn bitcode(&self, report: &Report) -> Result<Vec<u8>, Failure> {
        let mut outcome = DONE;
        // SAFETY: `append` gets the vector of `collect`.
        let bytes = collect(|data| outcome = unsafe { sp_rtc_bitcode(self.0, report, data, append) });
        check(outcome).map(|()| bytes.concat())
    }

    pub(crate) fn emit_spirv(&mut self, extensions: &[Text], report: &Report) -> Result<Vec<u8>, Failure> {
        let (unit, mut outcome) = (self.0, DONE);
        let bytes = collect(|data| {
            // SAFETY: `append` gets the vector of `collect`; all else lives during the call.
            outcome = unsafe { sp_rtc_emit_spirv(unit, extensions.as_ptr(), extensions.len(), report, data, append) };
        });
        check(outcome).map(|()| bytes.concat())
    }

    /// Leaves the module to itself: LLVM was changing it when it gave up.
    pub(crate) fn leak(self) {
        std::mem::forget(self);
    }
}
