//! The C++ of `cpp/`, as Rust values.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Once;

use sycl_passes::ir::{Editor, OwnedModule};
use sycl_rtc::Severity;
use sycl_rtc::diagnostic::{self, Place};
use sycl_rtc::interface::{Array, File, Text};

use crate::devices::Device;

/// Failures of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Errors were reported.
    Reported,
    /// LLVM gave up in the middle of its work, which was reported as a fatal error.
    Abandoned,
}

/// `sp_diagnostic`. Lines and columns count from 1; 0 is unknown.
#[repr(C)]
pub(crate) struct Diagnostic {
    severity: u32,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    file: Text,
    text: Text,
    option: Text,
    rendered: Text,
    function: Text,
}

impl Diagnostic {
    /// The diagnostic, copied.
    ///
    /// # Safety
    /// Its texts still exist.
    pub(crate) unsafe fn copy(&self) -> diagnostic::Diagnostic {
        // SAFETY: the caller says so.
        let text = |text: Text| String::from_utf8_lossy(unsafe { text.bytes() }).into_owned();
        let optional = |value: Text| Some(text(value)).filter(|value| !value.is_empty());
        let end = (self.end_line > 0).then_some((self.end_line, self.end_column));
        let severity = Severity::of(self.severity).unwrap_or(Severity::Fatal);
        let mut copied = diagnostic::Diagnostic::plain(severity, &text(self.text));
        copied.place =
            optional(self.file).filter(|_| self.line > 0).map(|file| Place::new(file, self.line, self.column, end));
        copied.option = optional(self.option);
        copied.rendered = text(self.rendered);
        copied.function = optional(self.function);
        copied
    }
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
    /// Result of [`precompile`], or nothing.
    pub(crate) precompiled: Text,
    pub(crate) file: Option<unsafe extern "C" fn(*mut c_void, Text, u32, Text)>,
    pub(crate) file_data: *mut c_void,
    /// Whether the module of a hash is known.
    pub(crate) find: Option<unsafe extern "C" fn(*mut c_void, Text) -> bool>,
    pub(crate) find_data: *mut c_void,
    pub(crate) exactness: Exactness,
}

/// `sp_exactness`: what the hash of a source is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub(crate) enum Exactness {
    /// The tokens.
    Tokens,
    /// And their files, lines and columns.
    Places,
    /// And all texts, comments included.
    Texts,
}

/// `sp_processor`.
#[repr(C)]
pub(crate) struct Processor {
    name: Text,
    features: Text,
    level: c_char,
}

/// `LLVMModuleRef`.
type RawModule = *mut c_void;

const DONE: u32 = 0;
const FAILED: u32 = 1;

unsafe extern "C" {
    fn sp_rtc_initialize();
    fn sp_rtc_llvm_version() -> *const c_char;
    fn sp_rtc_front_end(source: *const Source, report: *const Report, result: *mut RawModule) -> u32;
    fn sp_rtc_precompile(
        source: *const Source,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_read(name: Text, content: Text, report: *const Report, result: *mut RawModule) -> u32;
    fn sp_rtc_read_for_passes(file: *const File, triple: Text, report: *const Report, result: *mut RawModule) -> u32;
    fn sp_rtc_restore(name: Text, content: Text, report: *const Report, result: *mut RawModule) -> u32;
    fn sp_rtc_has_places(module: RawModule) -> bool;
    fn sp_rtc_kernels(module: RawModule, data: *mut c_void, take: unsafe extern "C" fn(*mut c_void, Text));
    fn sp_rtc_verify(module: RawModule, report: *const Report) -> u32;
    fn sp_rtc_bitcode(
        module: RawModule,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_emit_spirv(
        module: RawModule,
        extensions: *const Text,
        extension_count: usize,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_optimize(module: RawModule, level: c_char, report: *const Report) -> u32;
    fn sp_rtc_listen(module: RawModule, report: *const Report) -> *mut c_void;
    fn sp_rtc_unlisten(listener: *mut c_void) -> bool;
    fn sp_rtc_optimize_for(
        module: RawModule,
        processor: *const Processor,
        pipeline: Text,
        report: *const Report,
    ) -> u32;
    fn sp_rtc_emit(
        module: RawModule,
        processor: *const Processor,
        is_object: bool,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_emit_read(
        module: RawModule,
        processor: *const Processor,
        is_object: bool,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_link_modules(
        files: *const File,
        count: usize,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
    fn sp_rtc_link(
        object: Text,
        library: Text,
        report: *const Report,
        data: *mut c_void,
        take: unsafe extern "C" fn(*mut c_void, Text),
    ) -> u32;
}

/// Prepares LLVM, once.
pub(crate) fn initialize() {
    static ONCE: Once = Once::new();
    // SAFETY: called once, before any other function: all callers of those come here first.
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

/// A module that a function of C++ has given.
fn made(outcome: u32, module: RawModule) -> Result<OwnedModule, Failure> {
    // SAFETY: C++ has made it in a context of its own, and has forgotten both.
    check(outcome).map(|()| unsafe { OwnedModule::adopt(module.cast()) })
}

/// Module that the front end makes of a source; none if its caller has found the module.
pub(crate) fn compile(source: &Source, report: &Report) -> Result<Option<OwnedModule>, Failure> {
    let mut module = std::ptr::null_mut();
    // SAFETY: both live during the call, with all that they refer to.
    let outcome = unsafe { sp_rtc_front_end(source, report, &raw mut module) };
    check(outcome)?;
    if module.is_null() { Ok(None) } else { made(outcome, module).map(Some) }
}

/// Result of the front end for headers, for sources that begin with them.
pub(crate) fn precompile(source: &Source, report: &Report) -> Result<Vec<u8>, Failure> {
    let mut outcome = DONE;
    // SAFETY: source and report live during the call; `append` gets the vector of `collect`.
    let bytes = collect(|data| outcome = unsafe { sp_rtc_precompile(source, report, data, append) });
    check(outcome).map(|()| bytes.concat())
}

/// The module of bitcode or text.
pub(crate) fn read(name: Text, content: Text, report: &Report) -> Result<OwnedModule, Failure> {
    let mut module = std::ptr::null_mut();
    // SAFETY: all live during the call.
    let outcome = unsafe { sp_rtc_read(name, content, report, &raw mut module) };
    made(outcome, module)
}

/// Reads bitcode or text as `opt -mtriple` does; the triple may be empty.
pub(crate) fn read_for_passes(file: &File, triple: Text, report: &Report) -> Result<OwnedModule, Failure> {
    let mut module = std::ptr::null_mut();
    // SAFETY: all live during the call.
    let outcome = unsafe { sp_rtc_read_for_passes(file, triple, report, &raw mut module) };
    made(outcome, module)
}

/// The module of a front end of which [`bitcode`] has made this. It is as the front end has made it.
pub(crate) fn restore(name: Text, content: Text, report: &Report) -> Result<OwnedModule, Failure> {
    let mut module = std::ptr::null_mut();
    // SAFETY: all live during the call.
    let outcome = unsafe { sp_rtc_restore(name, content, report, &raw mut module) };
    made(outcome, module)
}

/// Whether a module of the front end depends on where its tokens stand, though they do not ask for it.
pub(crate) fn has_places(module: &mut OwnedModule) -> bool {
    // SAFETY: the module lives during the call.
    unsafe { sp_rtc_has_places(module.raw().cast()) }
}

/// The names of the kernels that a module defines.
pub(crate) fn kernels(module: &mut OwnedModule) -> Vec<Vec<u8>> {
    // SAFETY: the module lives during the call; `append` gets the vector of `collect`.
    collect(|data| unsafe { sp_rtc_kernels(module.raw().cast(), data, append) })
}

/// Checks a module.
pub(crate) fn verify(module: &mut OwnedModule, report: &Report) -> Result<(), Failure> {
    // SAFETY: both live during the call.
    check(unsafe { sp_rtc_verify(module.raw().cast(), report) })
}

/// Bitcode of a module, of which back ends make the same.
pub(crate) fn bitcode(module: &mut OwnedModule, report: &Report) -> Result<Vec<u8>, Failure> {
    let mut outcome = DONE;
    // SAFETY: the module and the report live during the call; `append` gets the vector of `collect`.
    let bytes = collect(|data| outcome = unsafe { sp_rtc_bitcode(module.raw().cast(), report, data, append) });
    check(outcome).map(|()| bytes.concat())
}

/// Optimizes; the level is `0` to `3` or `s`.
pub(crate) fn optimize(mut module: OwnedModule, level: u8, report: &Report) -> Result<OwnedModule, Failure> {
    // SAFETY: nothing else has the module; the report lives during the call.
    let outcome = unsafe { sp_rtc_optimize(module.raw().cast(), level.cast_signed(), report) };
    keep(outcome, module)
}

/// SPIR-V of a module.
pub(crate) fn emit_spirv(mut module: OwnedModule, extensions: &[Text], report: &Report) -> Result<Vec<u8>, Failure> {
    let mut outcome = DONE;
    let bytes = collect(|data| {
        let (names, count) = (extensions.as_ptr(), extensions.len());
        // SAFETY: nothing else has the module; `append` gets the vector of `collect`; all else lives during the call.
        outcome = unsafe { sp_rtc_emit_spirv(module.raw().cast(), names, count, report, data, append) };
    });
    keep(outcome, module).map(|_| bytes.concat())
}

/// Runs passes over a module, and reports what LLVM says meanwhile.
pub(crate) fn with_passes<T>(
    module: &mut OwnedModule,
    report: &Report,
    work: impl FnOnce(&mut Editor<'_>) -> T,
) -> Result<T, Failure> {
    // SAFETY: the listener is taken away before the module or the report goes.
    let listener = unsafe { sp_rtc_listen(module.raw().cast(), report) };
    let done = work(&mut module.editor());
    // SAFETY: it has just been made.
    let has_errors = unsafe { sp_rtc_unlisten(listener) };
    if has_errors { Err(Failure::Reported) } else { Ok(done) }
}

impl Processor {
    /// A processor with features, and the level of the back end; the texts have to live as long.
    pub(crate) fn of(name: &[u8], features: &[u8], level: u8) -> Self {
        Self { name: Text::of(name), features: Text::of(features), level: level.cast_signed() }
    }

    /// Target of `device`; it has to live as long.
    fn of_device(device: &Device) -> Self {
        Self::of(device.processor().as_bytes(), device.features().as_bytes(), device.level())
    }
}

/// Optimizes for a device.
pub(crate) fn optimize_for(mut module: OwnedModule, device: &Device, report: &Report) -> Result<OwnedModule, Failure> {
    let (processor, pipeline) = (Processor::of_device(device), device.pipeline());
    // SAFETY: nothing else has the module; all else lives during the call.
    let outcome = unsafe {
        sp_rtc_optimize_for(module.raw().cast(), &raw const processor, Text::of(pipeline.as_bytes()), report)
    };
    keep(outcome, module)
}

/// PTX or a shared library of a module.
pub(crate) fn emit(mut module: OwnedModule, device: &Device, report: &Report) -> Result<Vec<u8>, Failure> {
    let processor = Processor::of_device(device);
    let mut outcome = DONE;
    let bytes = collect(|data| {
        let (raw, processor) = (module.raw().cast(), &raw const processor);
        // SAFETY: nothing else has the module; `append` gets the vector of `collect`; all else lives during the call.
        outcome = unsafe { sp_rtc_emit(raw, processor, device.is_linked(), report, data, append) };
    });
    keep(outcome, module)?;
    let object = bytes.concat();
    if !device.is_linked() {
        return Ok(object);
    }
    let needed = device.needed();
    link(Text::of(&object), Text::of(&needed), report)
}

/// The shared object of an object, which needs a library unless that is empty.
pub(crate) fn link(object: Text, needed: Text, report: &Report) -> Result<Vec<u8>, Failure> {
    let mut outcome = DONE;
    // SAFETY: `append` gets the vector of `collect`; all else lives during the call.
    let bytes = collect(|data| outcome = unsafe { sp_rtc_link(object, needed, report, data, append) });
    check(outcome).map(|()| bytes.concat())
}

/// Bitcode of modules that are linked to one.
pub(crate) fn link_modules(files: &[File], report: &Report) -> Result<Vec<u8>, Failure> {
    let mut outcome = DONE;
    // SAFETY: `append` gets the vector of `collect`; all else lives during the call.
    let bytes = collect(|data| {
        outcome = unsafe { sp_rtc_link_modules(files.as_ptr(), files.len(), report, data, append) };
    });
    check(outcome).map(|()| bytes.concat())
}

/// PTX or an object of a module that [`read`] has given, and that nothing has changed.
pub(crate) fn emit_read(
    mut module: OwnedModule,
    processor: &Processor,
    is_object: bool,
    report: &Report,
) -> Result<Vec<u8>, Failure> {
    let mut outcome = DONE;
    let bytes = collect(|data| {
        let raw = module.raw().cast();
        // SAFETY: nothing else has the module; `append` gets the vector of `collect`; all else lives during the call.
        outcome = unsafe { sp_rtc_emit_read(raw, processor, is_object, report, data, append) };
    });
    keep(outcome, module).map(|_| bytes.concat())
}

/// The module after a function of C++ has changed it; leaked if LLVM gave up in the middle of that.
fn keep(outcome: u32, module: OwnedModule) -> Result<OwnedModule, Failure> {
    let checked = check(outcome);
    if checked == Err(Failure::Abandoned) {
        std::mem::forget(module);
        return Err(Failure::Abandoned);
    }
    checked.map(|()| module)
}
