//! The boundary to C++: what LLVM calls, with panics caught, and the pass manager that it hands out.
#![expect(unsafe_code, reason = "the boundary to C++")]

use std::{
    any::Any,
    borrow::Cow,
    cell::RefCell,
    ffi::{c_char, c_int, c_uint, c_void},
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use inkwell::llvm_sys::prelude::LLVMModuleRef;
use sycl_passes::{
    Severity,
    ir::{
        Editor, ModuleView,
        ffi::{self, PassName},
    },
    registry::{self, Changed, Pass},
};

use crate::{
    sink::LlvmSink,
    unasked::{Point, Unasked},
};

thread_local! { static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) } }

/// Keeps the place of a panic for the message instead of printing it; the plugin has its own copy of the standard
/// library, so it sees no panics of others.
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

/// One line on stderr: a pipeline parsing callback can only say "not mine", not why. A host whose stderr cannot be
/// written goes on.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "sycl-passes: {text}");
}

/// Runs what C++ calls. A panic becomes a message and the result `otherwise`: nothing unwinds into C++, which would end
/// the host.
pub(crate) fn guarded<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        complain(&format!("internal error: {}", panic_text(&*payload)));
        otherwise
    })
}

/// LLVM's names of our passes; the place of a name is the slot of its pass. A constant, so that no thread writes what
/// another one reads.
static NAMES: [PassName; registry::PASSES.len() + 1] = {
    let mut names = [PassName::new("PrintSYCLPassesPass", registry::PRINT); registry::PASSES.len() + 1];
    let mut slot = 0;
    while slot < registry::PASSES.len() {
        names[slot] = PassName::new(registry::PASSES[slot].class, registry::PASSES[slot].name);
        slot += 1;
    }
    names
};
const _: () = assert!(registry::PASSES.len() < ffi::PASS_SLOTS, "more passes than slots in the shim");

/// The slot of the pass that lists passes.
pub(crate) const PRINT_SLOT: usize = registry::PASSES.len();

/// Writes what the shim shares between threads. Runs once, before anything is registered.
pub(crate) fn initialize_shim() {
    // SAFETY: constants with their number; the caller runs this once.
    unsafe { ffi::sp_initialize(NAMES.as_ptr(), NAMES.len()) }
}

/// Registers names, the parsing of pipelines and what runs unasked, unless that is done: the host may name the plugin
/// twice, and then everything still happens once.
///
/// # Safety
/// `pass_builder` is the `PassBuilder` that LLVM hands to the registration callback.
pub(crate) unsafe fn register(pass_builder: *mut c_void) {
    // SAFETY: the pass builder of the contract, names and text with their lengths; LLVM calls `parse` and `add` with
    // the data given here, and drops it with `drop_shared` once.
    unsafe {
        if ffi::sp_takes_pipeline(pass_builder, registry::PRINT.as_ptr().cast(), registry::PRINT.len()) {
            return;
        }
        ffi::sp_register_pass_names(pass_builder, NAMES.as_ptr(), NAMES.len());
        ffi::sp_on_module_pipeline_parsing(pass_builder, std::ptr::null_mut(), no_data, parse);
        ffi::sp_on_inner_unknown_pass(pass_builder, tell);
        let shared = Arc::new(Unasked::default());
        for (number, _) in Point::ALL.iter().enumerate() {
            let data = Arc::into_raw(Arc::clone(&shared)).cast_mut().cast();
            ffi::sp_on_extension_point(pass_builder, number as c_int, data, drop_shared, add);
        }
    }
}

unsafe extern "C" fn no_data(_: *mut c_void) {}

unsafe extern "C" fn drop_shared(data: *mut c_void) {
    // SAFETY: from `Arc::into_raw` in `register`, dropped once.
    guarded((), || drop(unsafe { Arc::from_raw(data.cast_const().cast::<Unasked>()) }));
}

/// The name of a pass that LLVM looks for.
///
/// # Safety
/// LLVM gives the text with its length.
unsafe fn name<'a>(text: *const c_char, length: usize) -> Cow<'a, str> {
    // LLVM's empty strings may be null, which a slice must not be.
    let bytes = match length {
        0 => &[],
        // SAFETY: the text of the contract.
        _ => unsafe { std::slice::from_raw_parts(text.cast(), length) },
    };
    String::from_utf8_lossy(bytes)
}

unsafe extern "C" fn parse(_: *mut c_void, text: *const c_char, length: usize, manager: *mut c_void) -> bool {
    guarded(super::Parsed::No, || {
        // SAFETY: LLVM hands the callback a name and a live pass manager.
        let (name, mut manager) = unsafe { (name(text, length), ModulePassManager::from_raw(manager)) };
        super::parse_element(&name, &mut manager)
    }) == super::Parsed::Yes
}

unsafe extern "C" fn tell(text: *const c_char, length: usize) {
    // SAFETY: LLVM hands the callback a name.
    guarded((), || super::hint_at_module_pass(&unsafe { name(text, length) }));
}

unsafe extern "C" fn add(data: *mut c_void, point: c_int, level: c_uint, manager: *mut c_void) {
    guarded((), || {
        let Some(point) = usize::try_from(point).ok().and_then(|point| Point::ALL.get(point)) else { return };
        // SAFETY: `data` is the `Unasked` of `register`, which LLVM keeps until `drop_shared`.
        let shared = unsafe {
            let data = data.cast_const().cast::<Unasked>();
            Arc::increment_strong_count(data);
            Arc::from_raw(data)
        };
        // SAFETY: LLVM hands the callback a live pass manager.
        shared.add(*point, level, &mut unsafe { ModulePassManager::from_raw(manager) });
    });
}

/// LLVM's `ModulePassManager` while a pipeline is made.
pub(crate) struct ModulePassManager(*mut c_void);

impl ModulePassManager {
    /// # Safety
    /// `raw` is a live `ModulePassManager`.
    pub(crate) unsafe fn from_raw(raw: *mut c_void) -> Self {
        Self(raw)
    }

    /// Adds a pass. `name` is what messages and flags call it; `pipeline` is what `-print-pipeline-passes` prints: the
    /// text that it was parsed from.
    pub(crate) fn add(&mut self, slot: usize, name: &'static str, pipeline: &str, pass: Box<dyn Pass>) {
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

/// A pass with the name that messages and flags call it by.
struct NamedPass {
    name: &'static str,
    pass: Box<dyn Pass>,
}

unsafe extern "C" fn drop_pass(data: *mut c_void) {
    // SAFETY: from `Box::into_raw` in `add`, dropped once.
    guarded((), || drop(unsafe { Box::from_raw(data.cast::<NamedPass>()) }));
}

unsafe extern "C" fn run(data: *mut c_void, module: LLVMModuleRef) -> bool {
    // SAFETY: `data` is the pass of `add`, alive for the call.
    let NamedPass { name, pass } = unsafe { &*data.cast::<NamedPass>() };
    let result = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the module that LLVM runs the pass on; only this pass uses it meanwhile.
        let (mut editor, module) = unsafe { (Editor::from_raw(module), ModuleView::from_raw(module)) };
        registry::run(name, &**pass, &mut editor, &mut LlvmSink::new(module, name))
    }));
    let error = match result {
        Ok(Ok(changed)) => return changed == Changed::Yes,
        Ok(Err(error)) => error.to_string(),
        Err(payload) => format!("internal error in pass {name}: {}", panic_text(&*payload)),
    };
    // Reported out here, where nothing is left to clean up: opt ends the process inside.
    // SAFETY: the module that LLVM runs the pass on; only this pass uses it meanwhile.
    guarded((), || unsafe { ModuleView::from_raw(module) }.diagnose(Severity::Error, &error));
    true
}
