//! The plugin: `opt -load-pass-plugin=libsycl_passes_plugin.so -passes=...`, `clang -fpass-plugin=...`.
//!
//! Registration only. The passes, their names and parameters are `sycl_passes::registry`'s.
//!
//! | file | holds |
//! | --- | --- |
//! | `ffi` | the boundary to C++: every `unsafe` of this crate, panics caught |
//! | `registration` | LLVM 19 and later: entry symbol and callbacks, in the shape of the `llvm-plugin` crate |
//! | `settings` | `SYCL_PASSES_CONFIG` |
//! | `version` | refuses to run in another LLVM than the one it was built for |

mod ffi;
#[cfg(not(feature = "llvm16"))]
mod registration;
mod settings;
mod version;

use std::sync::Once;

use ffi::ModulePassManager;
use sycl_passes::{
    Sink,
    ir::Editor,
    options::OptionError,
    registry::{self, Changed, Pass, PassError},
};

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
        settings::read();
    });
}

/// Adds the pass that a pipeline element names. LLVM may ask twice for one element, so this has no side effects but a
/// message.
fn parse_element(element: &str, manager: &mut ModulePassManager) -> Parsed {
    if element == registry::PRINT {
        manager.add(registry::PASSES.len(), element, Box::new(PrintPasses));
        return Parsed::Yes;
    }
    let settings = match settings::get() {
        Ok(settings) => settings,
        Err(error) if registry::find(element.split('<').next().unwrap_or_default()).is_some() => {
            ffi::complain(&error.to_string());
            return Parsed::No;
        }
        Err(_) => return Parsed::No,
    };
    match registry::build_with(element, settings) {
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

/// Which end of a pipeline that LLVM builds by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Before everything else.
    Start,
    /// After the last optimization.
    Last,
}

/// Adds what runs unasked on device modules, in clang at every level: aspects are propagated before and after
/// optimization.
fn add_unasked(end: End, manager: &mut ModulePassManager) {
    let element = match end {
        End::Start => "aspect-propagation<pre-opt>",
        End::Last => "aspect-propagation<post-opt>",
    };
    let built = settings::get().map(|settings| registry::build_with(element, settings));
    let (name, pass) = match built {
        Ok(Some((info, Ok(pass)))) => (info.name, pass),
        Ok(None) => return,
        // Said once, when there is a module to say it of.
        Err(_) | Ok(Some((_, Err(_)))) if end == End::Last => return,
        Err(error) | Ok(Some((_, Err(error)))) => ("aspect-propagation", Box::new(Refused(error)) as Box<dyn Pass>),
    };
    let slot = registry::PASSES.iter().position(|p| p.name == name).unwrap_or_default();
    manager.add(slot, element, Box::new(OnDeviceModules(pass)));
}

/// Runs a pass on device code only.
struct OnDeviceModules(Box<dyn Pass>);

impl Pass for OnDeviceModules {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        if editor.view().is_device_module() { self.0.run(editor, sink) } else { Ok(Changed::No) }
    }
}

/// Stands for a pass whose settings cannot be used.
struct Refused(OptionError);

impl Pass for Refused {
    fn run(&self, _: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Err(self.0.clone().into())
    }
}

/// `print<sycl-passes>`
struct PrintPasses;

impl Pass for PrintPasses {
    #[expect(clippy::print_stderr, reason = "the pass exists to print")]
    fn run(&self, _: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        eprint!("{}", registry::help());
        Ok(Changed::No)
    }
}
