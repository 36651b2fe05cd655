//! Passes alone, as `opt` runs those of the plugin.

use std::{
    ffi::c_void,
    panic::{AssertUnwindSafe, catch_unwind},
};

use sycl_passes::registry::{self, Built};
use sycl_rtc::interface::{File, TakeImage, Text};

use crate::shim::{self, Report};
use crate::silence::Silence;

/// `Table::run_passes`.
pub(crate) unsafe extern "C" fn run(
    module: *const File,
    triple: Text,
    pipeline: Text,
    processes: u32,
    data: *mut c_void,
    take: Option<TakeImage>,
) -> bool {
    // SAFETY: the table says that all live during the call.
    let (module, pipeline) = unsafe { (&*module, pipeline.bytes()) };
    let silence = Silence::default();
    // Nothing is shared with what a panic leaves behind.
    let done = catch_unwind(AssertUnwindSafe(|| {
        let passes = parse(std::str::from_utf8(pipeline).ok()?, processes)?;
        run_all(passes, module, triple, take.is_some(), &silence)
    }));
    let Some(bitcode) = done.ok().flatten().filter(|_| silence.is_kept()) else { return false };
    if let Some(take) = take {
        // SAFETY: the function is the caller's, with the data that belongs to it.
        unsafe { take(data, Text::of(&bitcode)) };
    }
    true
}

/// The passes of a pipeline, if all are of this project and take their parameters.
fn parse(pipeline: &str, processes: u32) -> Option<Vec<Built>> {
    let settings = format!(r#"{{"sycl-post-link": {{"jobs": {processes}}}}}"#);
    let settings = registry::read_settings(&settings, "processes").ok()?;
    elements(pipeline).map(|element| registry::build_with(element, Some(&settings))).collect()
}

/// The elements of a pipeline; commas in parameters are theirs.
fn elements(pipeline: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    pipeline.split(move |letter| {
        match letter {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

/// Bitcode of the module afterwards, if it is wanted.
fn run_all(passes: Vec<Built>, module: &File, triple: Text, is_wanted: bool, silence: &Silence) -> Option<Vec<u8>> {
    let report: Report = silence.report();
    let mut module = shim::read_for_passes(module, triple, &report).ok()?;
    for Built { slot, pass } in passes {
        let pass = pass.ok()?;
        let ran = shim::with_passes(&mut module, &report, |editor| {
            registry::run(registry::PASSES[slot].name, &*pass, editor, &mut { silence })
        });
        // What is wrong with the module, `opt` says.
        ran.ok()?.ok()?;
    }
    shim::verify(&mut module, &report).ok()?;
    if is_wanted { shim::bitcode(&mut module, &report).ok() } else { Some(Vec::new()) }
}
