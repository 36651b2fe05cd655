//! Step 5: what a target's own front end writes besides types: visibility and attributes.

use sycl_propset::triple::Family;

use super::target::Target;
use crate::ir::{Editor, Function, TypeKind, Value, attribute};

/// Attributes that speak of another target's processors.
const OF_ANOTHER_TARGET: [&str; 3] = ["target-cpu", "target-features", "tune-cpu"];

/// Space of local memory in generic code.
const LOCAL: TypeKind = TypeKind::Pointer(3);

/// The parameters of each kernel that point to local memory, while types still say so.
pub(super) fn local_parameters(kernels: &[Function<'_>]) -> Vec<Vec<u32>> {
    let of_kernel = |kernel: &Function<'_>| {
        (0..).zip(kernel.parameters()).filter(|(_, p)| p.ty().kind() == LOCAL).map(|(index, _)| index).collect()
    };
    kernels.iter().map(of_kernel).collect()
}

pub(super) fn finish<'m>(editor: &mut Editor<'m>, target: &Target, kernels: &[Function<'m>], local: &[Vec<u32>]) {
    let module = editor.view();
    for function in module.functions().filter(|function| function.has_attributes()) {
        for name in OF_ANOTHER_TARGET.into_iter().filter(|name| function.has_string_attribute(name)) {
            editor.remove_string_attribute(function, name);
        }
    }
    match target.family() {
        // Images are shared objects: a kernel's descriptor refers to its code, which may not be replaced.
        Family::Amdgpu => {
            let kernels = kernels.iter().copied().map(Value::from);
            let variables = module.global_variables().map(Value::from);
            let functions = module.functions().map(Value::from);
            for global in kernels.chain(functions).chain(variables) {
                editor.protect_if_exported(global);
            }
        }
        // Nothing else says there what a kernel is, and what its pointers point to.
        Family::Host => {
            for (kernel, local) in kernels.iter().zip(local) {
                editor.add_string_attribute(*kernel, attribute::KERNEL, "");
                for index in local {
                    editor.add_parameter_string_attribute(
                        *kernel,
                        *index,
                        attribute::ARGUMENT,
                        attribute::LOCAL_ARGUMENT,
                    );
                }
            }
        }
        Family::Nvptx | Family::Spirv => {}
    }
}
