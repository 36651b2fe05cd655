//! Mathematics of `float` that a program lets be approximated: calls with the flag `afn`, which `-ffast-math` and
//! `-fapprox-func` set, become those of the functions of SYCL's namespace `native`, for which GPUs have instructions.
//! DPC++ does so with `-ffast-math`; CUDA's `-use_fast_math` takes the same instructions.
//!
//! Source: LLVM Language Reference, "Fast-Math Flags"; SYCL 2020, section 4.17.6.

use super::resolve::{Meaning, intrinsic};
use crate::{
    builtins::table::{Binding, Bound, Family, Row, Scalar, Type},
    changed::Changed,
    ir::{Call, Editor, Function, Value},
};

/// Functions that have such a form. `pow` has none: it takes negative numbers.
const APPROXIMATED: [&str; 10] = ["cos", "exp", "exp2", "exp10", "log", "log2", "log10", "powr", "sin", "tan"];

pub(super) fn run(editor: &mut Editor<'_>, target: Family) -> Changed {
    if !matches!(target, Family::Nvptx | Family::Amdgpu) {
        return Changed::No;
    }
    let mut changed = Changed::No;
    let functions: Vec<Function<'_>> = editor.view().functions().filter(|function| function.is_declaration()).collect();
    for function in functions {
        let Some(name) = approximation(function, target) else { continue };
        let is_meant = |call: &Call<'_>| call.called_value() == *function && call.may_be_approximated();
        let calls: Vec<Call<'_>> = function.users().filter_map(Value::as_call).filter(is_meant).collect();
        if calls.is_empty() {
            continue;
        }
        let to = match editor.view().function(&name) {
            Some(known) if known.value_type() == function.value_type() => known,
            Some(_) => continue,
            None => {
                let declared = editor.declare_function(&name, function.value_type());
                editor.take_calling_convention(declared, function);
                declared
            }
        };
        calls.into_iter().for_each(|call| editor.set_callee(call, to));
        editor.erase_if_unused(*function);
        changed = Changed::Yes;
    }
    changed
}

/// The mangled name of the approximation of a function, if it has one.
fn approximation(function: Function<'_>, target: Family) -> Option<String> {
    let (row, binding) = meaning(function, target)?;
    let operation = row.operation.strip_prefix("ocl_").filter(|name| APPROXIMATED.contains(name))?;
    if !matches!(*binding.variables, [Bound::Type(Type { scalar: Scalar::F32, .. })]) {
        return None;
    }
    let base = format!("__spirv_ocl_native_{operation}");
    let count = row.parameters.len();
    let parameters = match binding.lanes {
        1 => "f".repeat(count),
        lanes => format!("Dv{lanes}_f{}", "S_".repeat(count - 1)),
    };
    Some(format!("_Z{}{base}{parameters}", base.len()))
}

fn meaning(function: Function<'_>, target: Family) -> Option<(&'static Row, Binding)> {
    intrinsic(function, target).or_else(|| match Meaning::resolve(function, target) {
        Meaning::Builtin { row, binding } => Some((row, binding)),
        _ => None,
    })
}
