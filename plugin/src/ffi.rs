//! The boundary to C++: callbacks that LLVM makes, with panics caught, and the pass manager that they get.
#![expect(unsafe_code, reason = "the boundary to C++")]

use std::{
    any::Any,
    cell::RefCell,
    ffi::{CString, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
};

use inkwell::llvm_sys::prelude::LLVMModuleRef;
use sycl_passes::{
    Severity, Sink,
    ir::{Editor, ModuleView, Value, ffi},
    registry::{self, Changed, Pass},
};

thread_local! { static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) } }

/// Keeps the place of a panic for the message instead of printing it; the plugin has its own copy of the standard
/// library, so nobody else's panics are concerned.
pub(crate) fn remember_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        LAST_PANIC.with(|last| last.replace(place));
    }));
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".to_owned());
    format!("{text} (at {})", LAST_PANIC.with(|last| last.borrow().clone()))
}

/// One line on stderr: a pipeline parsing callback can only say "not mine", not why.
#[expect(clippy::print_stderr, reason = "LLVM gives a plugin no other channel while it parses")]
pub(crate) fn complain(text: &str) {
    eprintln!("sycl-passes: {text}");
}

/// Names our passes to LLVM's instrumentation.
///
/// # Safety
/// `pass_builder` is the `PassBuilder` that LLVM hands to the registration callback.
pub(crate) unsafe fn register_names(pass_builder: *mut c_void) {
    let print = ("PrintSYCLPassesPass", registry::PRINT);
    let names = registry::PASSES.iter().map(|p| (p.class, p.name)).chain([print]);
    for (slot, (class, name)) in names.enumerate() {
        let (class, name) = (CString::new(class).unwrap_or_default(), CString::new(name).unwrap_or_default());
        // SAFETY: NUL-terminated names, copied by LLVM; the slot is checked.
        unsafe {
            assert!((slot as u32) < ffi::sp_pass_slots(), "more passes than slots in the shim");
            ffi::sp_register_pass_name(pass_builder, slot as u32, class.as_ptr(), name.as_ptr());
        }
    }
}

/// LLVM's `ModulePassManager` while a pipeline is parsed.
pub(crate) struct ModulePassManager(*mut c_void);

impl ModulePassManager {
    /// # Safety
    /// `raw` is a live `ModulePassManager`.
    pub(crate) unsafe fn from_raw(raw: *mut c_void) -> Self {
        Self(raw)
    }

    /// Adds a pass. `pipeline` is what `-print-pipeline-passes` prints: the text that it was parsed from.
    pub(crate) fn add(&mut self, slot: usize, pipeline: &str, pass: Box<dyn Pass>) {
        let name = pipeline.split_once('<').map_or(pipeline, |(name, _)| name).to_owned();
        // SAFETY: the data is a boxed `NamedPass`, which `run` and `drop_pass` expect; the text is copied.
        unsafe {
            ffi::sp_add_module_pass(
                self.0,
                slot as u32,
                Box::into_raw(Box::new(NamedPass { name, pass })).cast(),
                drop_pass,
                run,
                pipeline.as_ptr().cast(),
                pipeline.len(),
            );
        }
    }
}

/// A pass with the name that messages call it by.
struct NamedPass {
    name: String,
    pass: Box<dyn Pass>,
}

unsafe extern "C" fn drop_pass(data: *mut c_void) {
    // SAFETY: from `Box::into_raw` in `add`, dropped once.
    drop(unsafe { Box::from_raw(data.cast::<NamedPass>()) });
}

/// Hands diagnostics to LLVM, which shows them as `opt`'s or clang's own.
struct LlvmSink<'a, 'm> {
    module: ModuleView<'m>,
    /// Name of the pass, which is the name of the flag that turns its warnings off.
    pass: &'a str,
}

impl Sink for LlvmSink<'_, '_> {
    fn report(&mut self, severity: Severity, text: &str) {
        self.module.diagnose(severity, text);
    }

    fn report_at(&mut self, severity: Severity, place: Value<'_>, text: &str) {
        self.module.diagnose_at(severity, place, self.pass, text);
    }
}

unsafe extern "C" fn run(data: *mut c_void, module: LLVMModuleRef) -> bool {
    // SAFETY: `data` is the pass of `add`, `module` the module that LLVM runs it on, alive for the call.
    let (NamedPass { name, pass }, view) = unsafe { (&*data.cast::<NamedPass>(), ModuleView::from_raw(module)) };
    let result = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: as above; only this pass changes the module meanwhile.
        let mut editor = unsafe { Editor::from_raw(module) };
        pass.run(&mut editor, &mut LlvmSink { module: view, pass: name })
    }));
    // Errors are reported out here, where nothing is left to clean up: opt ends the process inside.
    match result {
        Ok(Ok(changed)) => changed == Changed::Yes,
        Ok(Err(error)) => {
            view.diagnose(Severity::Error, &error.to_string());
            true
        }
        Err(payload) => {
            view.diagnose(Severity::Error, &format!("internal error in pass {name}: {}", panic_text(&*payload)));
            true
        }
    }
}

/// The pipeline parsing callback, for both ways of registration: panics become a message.
pub(crate) fn parse_guarded(element: &str, manager: *mut c_void) -> bool {
    let parsed = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: LLVM hands the callback a live pass manager.
        super::parse_element(element, &mut unsafe { ModulePassManager::from_raw(manager) })
    }));
    parsed.unwrap_or_else(|payload| {
        complain(&format!("internal error: {}", panic_text(&*payload)));
        super::Parsed::No
    }) == super::Parsed::Yes
}

/// The callbacks at both ends of a pipeline, for both ways of registration: panics become a message.
pub(crate) fn add_guarded(end: super::End, manager: *mut c_void) {
    let added = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: LLVM hands the callback a live pass manager.
        super::add_unasked(end, &mut unsafe { ModulePassManager::from_raw(manager) });
    }));
    if let Err(payload) = added {
        complain(&format!("internal error: {}", panic_text(&*payload)));
    }
}

/// LLVM 16: registration is the `llvm-plugin` crate. It names no passes and makes them optional, so passes are added
/// through our shim; the crate's types hold one raw pointer each and have no accessor for it.
#[cfg(feature = "llvm16")]
mod llvm16 {
    use std::ffi::c_void;

    use llvm_plugin::{ModulePassManager, PassBuilder, PipelineParsing};

    const _: () = assert!(size_of::<PassBuilder>() == size_of::<*mut c_void>());
    const _: () = assert!(size_of::<ModulePassManager>() == size_of::<*mut c_void>());

    fn raw<T>(wrapper: &mut T) -> *mut c_void {
        // SAFETY: `T` is one of the two types above: its only field is a raw pointer, as their sizes say.
        unsafe { std::mem::transmute_copy(wrapper) }
    }

    #[llvm_plugin::plugin(name = "sycl-passes", version = "0.1.0 (LLVM 16)")]
    fn register(builder: &mut PassBuilder) {
        crate::initialize();
        // SAFETY: the pass builder of this callback.
        unsafe { super::register_names(raw(builder)) };
        builder.add_module_pipeline_parsing_callback(|element, manager| {
            if super::parse_guarded(element, raw(manager)) {
                PipelineParsing::Parsed
            } else {
                PipelineParsing::NotParsed
            }
        });
        builder.add_pipeline_start_ep_callback(|manager, _| super::add_guarded(crate::End::Start, raw(manager)));
        builder.add_optimizer_last_ep_callback(|manager, _| super::add_guarded(crate::End::Last, raw(manager)));
    }
}
