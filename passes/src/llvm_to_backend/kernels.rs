//! Kernels on their way: those that a container names, and arguments that died.

use sycl_propset::triple::Triple;

use crate::ir::{
    Editor, ModuleView, NoBackEnd, data_layout, kernels::Kernels, metadata, sycl_metadata::MetadataKindIds,
};

/// Reasons why functions cannot become kernels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdoptError {
    /// The module does not define it.
    #[error("the module does not define the function `{0}`; expected each kernel that the file lists")]
    NoKernel(String),
    /// This LLVM has no back end for SPIR-V.
    #[error(transparent)]
    NoBackEnd(#[from] NoBackEnd),
}

/// Triple of SPIR-V, for code that was compiled as if for the host.
const GENERIC: &str = "spir64-unknown-unknown";
/// Whose layout that is: LLVM has no back end for SPIR.
const SPIRV: &str = "spirv64-unknown-unknown";

/// Makes kernels of functions that a container says are kernels. AdaptiveCpp compiles device code with the triple of
/// the host and the host's calling conventions; such a module becomes one for SPIR-V, with generic pointers in space
/// 0.
///
/// # Errors
/// See [`AdoptError`]; the module is unchanged by a name that it does not define.
pub fn adopt_kernels(editor: &mut Editor<'_>, names: &[String]) -> Result<(), AdoptError> {
    let module = editor.view();
    let mut functions = Vec::new();
    for name in names {
        let function = module.function(name).filter(|function| !function.is_declaration());
        functions.push(function.ok_or_else(|| AdoptError::NoKernel(name.clone()))?);
    }
    if !Triple::is_device(&module.triple()) {
        editor.set_target(GENERIC, &data_layout(SPIRV)?);
    }
    // Those of a device: annotations count for a host only.
    let kernels = Kernels::find(module);
    for function in functions {
        if !kernels.contains(function) {
            editor.make_kernel(function, None);
        }
    }
    Ok(())
}

/// The arguments that a kernel lost, or would have lost, in the order of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadArguments {
    /// The kernel.
    pub kernel: String,
    /// For each argument of the source, whether the kernel no longer takes it.
    pub omitted: Vec<bool>,
}

/// The kernels that lost arguments, in the order of the module.
///
/// # Errors
/// Malformed metadata.
pub fn dead_arguments(module: ModuleView<'_>) -> Result<Vec<DeadArguments>, metadata::Error> {
    let (kinds, kernels) = (MetadataKindIds::new(module), Kernels::find(module));
    let mut found = Vec::new();
    for function in module.functions().filter(|function| kernels.defines(*function)) {
        let omitted = kinds.facts(function)?.omitted_arguments;
        if omitted.contains(&true) {
            found.push(DeadArguments { kernel: function.name(), omitted });
        }
    }
    Ok(found)
}
