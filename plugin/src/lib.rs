//! The plugin: `opt -load-pass-plugin=libsycl_passes_plugin.so -passes=...`, `clang -fpass-plugin=...`.
//!
//! Registration only. The passes, their names and parameters are `sycl_passes::registry`'s.
//!
//! | file | holds |
//! | --- | --- |
//! | `ffi` | the boundary to C++: every `unsafe` of this crate, panics caught |
//! | `registration` | LLVM 19 and later: entry symbol and callbacks, in the shape of the `llvm-plugin` crate |
//! | `version` | refuses to run in another LLVM than the one it was built for |

mod ffi;
#[cfg(not(feature = "llvm16"))]
mod registration;
mod version;

use std::sync::Once;

use ffi::ModulePassManager;
use sycl_passes::registry;

/// Whether a pipeline element was ours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parsed {
    Yes,
    No,
}

/// Process-wide set-up at the first registration (clang registers once for each compilation).
fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        env_logger::Builder::from_env("SYCL_PASSES_LOG").init();
        ffi::remember_panics();
    });
}

/// Adds the pass that a pipeline element names. LLVM may ask twice for one element, so this has no side effects but a
/// message.
fn parse_element(element: &str, manager: &mut ModulePassManager) -> Parsed {
    if element == registry::PRINT {
        manager.add(registry::PASSES.len(), element, Box::new(PrintPasses));
        return Parsed::Yes;
    }
    match registry::build(element) {
        None => Parsed::No,
        Some((info, Ok(pass))) => {
            let slot = registry::PASSES.iter().position(|p| p.name == info.name).unwrap_or_default();
            manager.add(slot, element, pass);
            Parsed::Yes
        }
        Some((_, Err(error))) => {
            ffi::complain(&error.to_string());
            Parsed::No
        }
    }
}

/// `print<sycl-passes>`
struct PrintPasses;

impl registry::Pass for PrintPasses {
    #[expect(clippy::print_stderr, reason = "the pass exists to print")]
    fn run(
        &self,
        _: &mut sycl_passes::ir::Editor<'_>,
        _: &mut dyn sycl_passes::Sink,
    ) -> Result<registry::Changed, registry::PassError> {
        eprint!("{}", registry::help());
        Ok(registry::Changed::No)
    }
}
