//! Images of a module: as `sycl-packager build` has `sycl-post-link` make them.

use sycl_passes::{
    ir::{ModuleView, attribute},
    options::ImageOptions,
};
use sycl_propset::{
    devices::Target,
    words::{SpecConstantMode, SplitMode},
};
use sycl_rtc::interface::{Form, Job};

/// Whether a module is the code of a SYCL source, of which more is known than its kernels.
pub(crate) fn is_sycl(job: &Job, module: ModuleView<'_>) -> bool {
    match job.form {
        Form::Sycl => true,
        Form::OpenCl => false,
        Form::Bitcode => {
            job.split != SplitMode::None
                || module.functions().any(|function| function.has_string_attribute(attribute::MODULE_ID))
        }
    }
}

/// The options of the split, with what is known of the device.
pub(crate) fn options(job: &Job, is_host: bool, known: Option<&Target>) -> ImageOptions {
    let is_sycl = job.form == Form::Sycl;
    ImageOptions {
        split: job.split,
        spec_constants: Some(match job.spec_constants {
            // Clang gives free functions no buffer, so their kernels get one here. Launchers of images for the host
            // learn from the image what arguments there are.
            SpecConstantMode::Emulation if is_sycl || is_host => SpecConstantMode::HostEmulation,
            given => given,
        }),
        emit_param_info: true,
        emit_program_metadata: true,
        emit_kernel_names: true,
        emit_exported_symbols: true,
        emit_imported_symbols: true,
        emit_aspect_names: true,
        device_globals: true,
        // Of a source nothing else is linked with the program, so what no kernel calls is of no use.
        only_kernels_are_entry_points: job.form != Form::Bitcode,
        // The built-in functions of OpenCL C are linked into images, which finds those that there are not.
        suppress_undefined_function_warnings: job.form == Form::OpenCl,
        // The host device has the numbers of the built-in table.
        built_in_aspects: is_host,
        target: known.cloned(),
        ..ImageOptions::default()
    }
}
