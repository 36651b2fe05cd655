//! Warns of a module whose types use aspects, but that does not say which: nothing is recorded of them.
//!
//! OpenCL C has no aspects, and a module without kernels may be a library for any language.

use super::{Error, Options, collect::collect, diagnose::display_name};
use crate::{
    diagnostic::{Id, Sink},
    ir::{ModuleView, kernels::Kernels, sycl_metadata::kind},
};

/// The version of the language, which OpenCL C has in named metadata.
const OPENCL_VERSION: &str = "opencl.ocl.version";

/// Warns once of the first function that uses an aspect which is not recorded.
pub(super) fn warn(module: ModuleView<'_>, options: &Options, sink: &mut dyn Sink) -> Result<(), Error> {
    let kernels = Kernels::find(module);
    if options.uses_builtin_aspects
        || !module.is_device_module()
        || !module.named_metadata(kind::ASPECTS).is_empty()
        || !module.named_metadata(OPENCL_VERSION).is_empty()
        || !module.functions().any(|function| kernels.defines(function))
    {
        return Ok(());
    }
    let with = |uses_builtin_aspects| collect(module, &Options { uses_builtin_aspects, ..options.clone() });
    let known = with(true)?;
    let used = |node| known.seen.iter(node).map(|id| known.scanner.aspects.value(id)).collect::<Vec<i32>>();
    let nodes = || (0..).zip(&known.functions).filter(|(_, function)| !function.value.is_declaration());
    if nodes().all(|(node, _)| known.seen.is_empty(node)) {
        return Ok(());
    }
    let recorded = with(false)?;
    for (node, function) in nodes() {
        let is_recorded = |value: &i32| recorded.seen.iter(node).any(|id| recorded.scanner.aspects.value(id) == *value);
        if let Some(aspect) = used(node).into_iter().find(|value| !is_recorded(value)) {
            let text = format!(
                "function `{}` uses aspect `{}`, which is not recorded, because the module has no `!sycl_aspects`; \
                 expected that, or the parameter `builtin-aspects`",
                display_name(function.value),
                known.scanner.aspects.name(aspect)
            );
            sink.warn(Id::MissingAspectTable, *function.value, &text);
            return Ok(());
        }
    }
    Ok(())
}
