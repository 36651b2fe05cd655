//! The plugin: `opt -load-pass-plugin=libsycl_passes_plugin.so -passes=...`, `clang -fpass-plugin=...`.
//!
//! Registration only. The passes, their names and parameters are `sycl_passes::registry`'s.
//!
//! | file | holds |
//! | --- | --- |
//! | `registration`, `llvm16` | the entry symbol: LLVM 19 and later, and the `llvm-plugin` crate's for LLVM 16 |
//! | `ffi` | the boundary to C++: callbacks, each with panics caught |
//! | `sink` | warnings and remarks as LLVM's |
//! | `unasked` | what runs in the pipelines of clang and of a link with LTO |
//! | `settings` | `SYCL_PASSES_CONFIG` |
//! | `note` | which build it is, for programs that read its file |
//! | `version` | refuses to run in another LLVM than the one it was built for |

mod ffi;
#[cfg(feature = "llvm16")]
mod llvm16;
mod note;
#[cfg(not(feature = "llvm16"))]
mod registration;
mod settings;
mod sink;
mod unasked;
mod version;

use std::{cell::RefCell, io::Write, sync::Once};

use ffi::{ModulePassManager, guarded};
use sycl_passes::{
    Sink,
    ir::Editor,
    registry::{self, Built, Changed, Pass, PassError},
};

/// Whether a pipeline element was ours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parsed {
    Yes,
    No,
}

/// Process-wide set-up, when the plugin is loaded. Everything that threads share is written here.
fn initialize() {
    static ONCE: Once = Once::new();
    // One by one: what fails leaves the rest in order, and the `Once` usable.
    ONCE.call_once(|| {
        guarded((), ffi::remember_panics);
        guarded((), || {
            // Fails only if there is a logger, which cannot be: the plugin has its own copy of the facade.
            let _ = env_logger::Builder::from_env("SYCL_PASSES_LOG").try_init();
        });
        guarded((), || {
            let filter = std::env::var("SYCL_PASSES_LOG").unwrap_or_default();
            if let Some(problem) = registry::problem_of_log_filter(&filter) {
                ffi::complain(&problem);
            }
        });
        guarded((), settings::read);
        guarded((), ffi::initialize_shim);
    });
}

/// Adds the pass that a pipeline element names. LLVM may ask twice for one element, so this has no side effects but a
/// message.
fn parse_element(element: &str, manager: &mut ModulePassManager) -> Parsed {
    let parsed = parse_module_pass(element, manager);
    if parsed == Parsed::No {
        REFUSED.with(|refused| element.clone_into(&mut refused.borrow_mut()));
    }
    parsed
}

thread_local! {
    /// The last element that was not a pass of modules, which LLVM goes on to look for among all other passes.
    static REFUSED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Says how a pass of ours is written that LLVM looks for where the passes of functions are.
fn hint_at_module_pass(element: &str) {
    if REFUSED.with(|refused| *refused.borrow() != element)
        && let Some(problem) = registry::problem_of_place(element)
    {
        ffi::complain(&problem);
    }
}

fn parse_module_pass(element: &str, manager: &mut ModulePassManager) -> Parsed {
    if element == registry::PRINT {
        manager.add(ffi::PRINT_SLOT, registry::PRINT, element, Box::new(PrintPasses));
        return Parsed::Yes;
    }
    let settings = match settings::get() {
        Ok(settings) => settings,
        Err(error) => {
            if registry::slot(element.split('<').next().unwrap_or(element)).is_some() {
                ffi::complain(&error.to_string());
            }
            return Parsed::No;
        }
    };
    match registry::build_with(element, settings) {
        None => {
            if let Some(problem) = registry::problem_of(element) {
                ffi::complain(&problem);
            }
            Parsed::No
        }
        Some(Built { slot, pass }) => match pass {
            Ok(pass) => {
                manager.add(slot, registry::PASSES[slot].name, element, pass);
                Parsed::Yes
            }
            Err(error) => {
                ffi::complain(&error.to_string());
                Parsed::No
            }
        },
    }
}

/// `print<sycl-passes>`
struct PrintPasses;

impl Pass for PrintPasses {
    fn run(&self, _: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        // If it cannot be written, there is no reader.
        let _ = write!(std::io::stderr(), "{}", registry::help());
        Ok(Changed::No)
    }
}
