//! Writes what LLVM's back end for SPIR-V gets wrong in a way that it gets right.
//!
//! | reads  | constants, names of functions that only the module knows, vectors of `i1` that are taken for integers, |
//! |        | broadcasts in work-groups |
//! | writes | zeros for parts of constants that have no value; other names for functions; arithmetic for such integers; |
//! |        | reductions |
//! | keeps  | entry points, functions and variables that others know by name; all of a module for another target; |
//! |        | running it again changes nothing |
//!
//! * The back end ends with "unable to translate instruction" where a part of a constant is a struct or an array
//!   without a value (`undef`, `poison`), as the padding of bit fields is. Such a part becomes zero, but for the
//!   default of a specialization constant: there it tells padding from leaves, and the back end never sees it.
//! * What a pointer points to the back end takes from the mangled name of the function that has it as a parameter. A
//!   function with `double *` needs a device with `double` then, whatever it does, and one with a vector of five
//!   gives an image that no device takes. A function that only the module knows gets `sycl.` in front of its name.
//! * The back end ends with "unable to legalize instruction" where a vector of `i1` is taken for an integer, as LLVM
//!   does for "any" and "all" elements of vectors (`masks`). The integer is computed from the elements.
//! * A broadcast in a work-group becomes a reduction (`broadcast`): a device gives some items the value of another.
//! * With `local-memory-argument`, the local memory that a launch asks for is the last argument of each kernel that
//!   reaches it (`local_memory`). Without, it is a variable of 16 KiB: other projects' runtimes pass no such argument.
//!   With it, roundings to `bfloat16` become arithmetic, too (`bfloat16`); other runtimes look what a device has.
//!
//! Cost: linear in the module.
//!
//! Limits: the name of a function that other modules use (`SYCL_EXTERNAL`, a virtual function) stays, with what the
//! back end takes from it. With `only-kernels` no other module uses a function but virtual ones.
//!
//! Source: what `llc` of LLVM 22 refuses, and for broadcasts Intel's OpenCL device for processors (2026.2.0).

#[cfg(feature = "llvm22")]
mod bfloat16;
#[cfg(feature = "llvm22")]
mod broadcast;
#[cfg(feature = "llvm22")]
mod local_memory;
mod masks;

use rustc_hash::FxHashSet;
use sycl_propset::{
    demangle::OF_MODULE,
    triple::{Family, Triple},
};

use crate::{
    changed::Changed,
    ir::{
        Editor, Function, Linkage, ModuleView, Type, TypeKind, Value, ValueKind, attribute, kernels::Kernels,
        names::is_builtin_name,
    },
    spec_constants::is_intrinsic,
};

/// Options of the pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The local memory that a launch asks for is the last argument of a kernel, and not a variable of a fixed size.
    pub has_local_memory_argument: bool,
    /// The module is a whole program, of which others know only the kernels.
    pub only_kernels_are_known: bool,
}

/// Runs the pass.
pub fn run(editor: &mut Editor<'_>, options: Options) -> Changed {
    let family = Triple::parse(&editor.view().triple()).and_then(|triple| triple.family());
    if family != Some(Family::Spirv) {
        return Changed::No;
    }
    let mut changed = complete_constants(editor);
    changed |= rename(editor, options.only_kernels_are_known);
    changed |= masks::lower(editor);
    // Other LLVMs have no back end that this would be for.
    #[cfg(feature = "llvm22")]
    {
        changed |= broadcast::lower(editor);
    }
    #[cfg(feature = "llvm22")]
    if options.has_local_memory_argument {
        changed |= bfloat16::lower(editor);
        changed |= local_memory::to_argument(editor);
    }
    #[cfg(not(feature = "llvm22"))]
    let _ = options;
    changed
}

fn complete_constants(editor: &mut Editor<'_>) -> Changed {
    let (module, mut changed) = (editor.view(), Changed::No);
    let defaults = defaults_of_constants(module);
    for variable in module.global_variables().filter(|variable| !defaults.contains(&**variable)) {
        if let Some(complete) = variable.initializer().and_then(|value| completed(editor, value)) {
            editor.set_initializer(variable, complete);
            changed = Changed::Yes;
        }
    }
    for function in module.functions() {
        for instruction in function.instructions() {
            for (index, operand) in (0..).zip(instruction.operands()) {
                if let Some(complete) = completed(editor, operand) {
                    editor.set_operand(instruction, index, complete);
                    changed = Changed::Yes;
                }
            }
        }
    }
    changed
}

/// The variables that calls for specialization constants name.
fn defaults_of_constants(module: ModuleView<'_>) -> FxHashSet<Value<'_>> {
    let mut defaults = FxHashSet::default();
    if !module.functions().any(is_intrinsic) {
        return defaults;
    }
    let instructions = module.functions().flat_map(|function| function.instructions());
    for call in instructions.filter_map(|instruction| instruction.as_call()) {
        if call.callee().is_some_and(is_intrinsic) {
            defaults.extend(call.arguments().map(Value::strip_pointer_casts));
        }
    }
    defaults
}

/// A struct or array with zeros in the place of structs and arrays without a value; nothing if it has none of them.
fn completed<'m>(editor: &Editor<'m>, constant: Value<'m>) -> Option<Value<'m>> {
    if constant.kind() != ValueKind::Composite || !is_aggregate(constant.ty()) {
        return None;
    }
    let mut is_complete = true;
    let mut part = |part: Value<'m>| {
        let other = if part.is_undef() && is_aggregate(part.ty()) {
            Some(editor.null(part.ty()))
        } else {
            completed(editor, part)
        };
        is_complete &= other.is_none();
        other.unwrap_or(part)
    };
    let parts: Vec<Value<'m>> = constant.operands().map(&mut part).collect();
    if is_complete { None } else { editor.composite(constant.ty(), &parts) }
}

fn is_aggregate(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Struct | TypeKind::Array)
}

fn rename(editor: &mut Editor<'_>, only_kernels_are_known: bool) -> Changed {
    let (module, mut changed) = (editor.view(), Changed::No);
    let kernels = Kernels::find(module);
    let is_sycl = |function| kernels.contains(function) && function.has_string_attribute(attribute::MODULE_ID);
    let known = if only_kernels_are_known {
        Known::Kernels
    } else if module.functions().any(is_sycl) {
        Known::Marked
    } else {
        Known::ByLinkage
    };
    for function in module.functions().filter(|function| !kernels.contains(*function)) {
        let name = function.name();
        if is_known_here_only(function, known)
            && name.starts_with("_Z")
            && !is_builtin_name(&name)
            && has_pointer(function)
        {
            editor.set_name(*function, &format!("{OF_MODULE}{name}"));
            changed = Changed::Yes;
        }
    }
    changed
}

/// Functions that others know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The kernels.
    Kernels,
    /// The ones that SYCL's attributes mark, whatever their linkage: the split makes the rest internal to images.
    Marked,
    /// The ones that are not local to the module.
    ByLinkage,
}

fn is_known_here_only(function: Function<'_>, known: Known) -> bool {
    let is_internal = match function.linkage() {
        Linkage::Local => true,
        Linkage::External => known != Known::ByLinkage,
        Linkage::Discardable => function.is_linkonce_odr(),
    };
    let is_marked = |name: &&str| function.has_string_attribute(name);
    is_internal
        && !function.is_declaration()
        && (known == Known::Kernels || !is_marked(&attribute::MODULE_ID))
        && ![attribute::INDIRECTLY_CALLABLE, attribute::REFERENCED_INDIRECTLY].iter().any(is_marked)
}

fn has_pointer(function: Function<'_>) -> bool {
    function.parameters().any(|parameter| matches!(parameter.ty().kind(), TypeKind::Pointer(_)))
}
