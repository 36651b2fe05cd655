//! The properties of an image as text: from a file, or what is known without one.

use std::fs;

use sycl_propset::{PropertySetRegistry, SetName, kernel_params::ParamMask, spec_constants::SpecConstants, text};

use super::{Error, Known, Options, Properties, kernels::Kernel};
use crate::llvm_to_backend::DeadArguments;

/// The text that the table points to.
pub(super) fn text(options: &Options, kernels: &[Kernel<'_>]) -> Result<Vec<u8>, Error> {
    let file = match &options.properties {
        None => return Ok(known(&options.known, kernels).into_bytes()),
        Some(Properties::Text(text)) => return Ok(text.clone().into_bytes()),
        Some(Properties::File(file)) => file,
    };
    let content = fs::read(file).map_err(|cause| Error::Read { file: file.clone(), cause })?;
    // A launcher would find out otherwise.
    text::read(&content, &file.display().to_string()).map_err(|cause| Error::Properties { cause })?;
    Ok(content)
}

fn known(known: &Known, kernels: &[Kernel<'_>]) -> String {
    let mut registry = PropertySetRegistry::new();
    let mut constants = SpecConstants::default();
    for constant in &known.constants {
        constants.constants.insert(constant.name.clone(), constant.descriptors.clone());
        constants.defaults.get_or_insert_default().extend_from_slice(&constant.default);
    }
    constants.write_to(&mut registry);
    for DeadArguments { kernel, omitted } in &known.omitted_arguments {
        let mask = ParamMask { omitted: omitted.clone() };
        registry.set_mut(SetName::KernelParamOpt).insert(kernel.clone(), mask);
    }
    for kernel in kernels {
        registry.set_mut(SetName::KernelNames).insert(kernel.name.clone(), 1u32);
    }
    text::write(&registry).unwrap_or_default()
}
