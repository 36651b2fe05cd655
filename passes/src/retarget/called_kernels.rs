//! Step 3: kernels that are called get a function of their own for that: targets start kernels, but do not call them.
//! A copy of the body, so that the kernel itself stays as fast as it was. (LLVM 22 refuses calls with the convention of
//! kernels, but not calls of kernels.)

use rustc_hash::FxHashMap;

use super::{Error, check::place_of};
use crate::ir::{Call, Convention, Editor, Function, ModuleView, attribute};

/// Calls of kernels, by kernel, in order of the module.
pub(super) fn find<'m>(
    module: ModuleView<'m>,
    kernels: &[Function<'m>],
) -> Result<Vec<(Function<'m>, Vec<Call<'m>>)>, Error> {
    let numbers: FxHashMap<Function<'m>, usize> =
        (0..).zip(kernels).map(|(number, kernel)| (*kernel, number)).collect();
    let mut calls: Vec<Vec<Call<'m>>> = vec![Vec::new(); kernels.len()];
    for call in module.functions().flat_map(Function::instructions).filter_map(|i| i.as_call()) {
        let callee = call.callee();
        match callee.and_then(|callee| numbers.get(&callee)) {
            Some(number) if callee.is_some_and(|callee| callee.is_declaration()) => {
                return Err(Error::UndefinedKernel { kernel: kernels[*number].name(), place: place_of(*call) });
            }
            Some(number) => calls[*number].push(call),
            None => {}
        }
    }
    Ok(kernels.iter().copied().zip(calls).filter(|(_, calls)| !calls.is_empty()).collect())
}

/// Makes them.
pub(super) fn replace<'m>(editor: &mut Editor<'m>, calls: &[(Function<'m>, Vec<Call<'m>>)]) {
    // Before any body is copied, so that copies call copies.
    let mut bodies = Vec::new();
    for (kernel, calls) in calls {
        let body = editor.function_like(*kernel, kernel.value_type(), &format!("{}.body", kernel.name()));
        for call in calls {
            editor.set_callee(*call, body);
        }
        bodies.push(body);
    }
    for ((kernel, calls), body) in calls.iter().zip(bodies) {
        editor.clone_body(*kernel, body);
        editor.make_internal(*body);
        editor.set_convention(body, calls, Convention::SpirFunction);
        // It is called from this image only.
        editor.remove_string_attribute(body, attribute::MODULE_ID);
    }
}
