//! The copies of kernels, and what launches read of them.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{
    accesses::{Accesses, Pointer, loads_of},
    ids,
};
use crate::{
    changed::Changed,
    global_offset,
    ir::{ByValOrByRef, Editor, Function, ModuleView, Value, gpu::NVVM_ANNOTATIONS},
};

/// Suffix of the name of a kernel's variant.
pub(super) const SUFFIX: &str = "_distinct";

/// Suffix of the name of the list of a kernel's pointers.
const LIST_SUFFIX: &str = "_distinct_pointers";

/// Pointers of a kernel that a launch compares at most.
const POINTERS: usize = 16;

/// Bytes that a GPU accesses at once. Launches compare the pointers of a variant with it.
const ALIGNMENT: u64 = 16;

/// Gives kernels their variants.
pub(super) fn add<'m>(editor: &mut Editor<'m>, kernels: &[Function<'m>]) -> Changed {
    let module = editor.view();
    let mut changed = Changed::No;
    for &kernel in kernels {
        let name = kernel.name();
        if is_made(module, &name, SUFFIX) || module.is_name_taken(&format!("{name}{SUFFIX}")) {
            continue;
        }
        let Some(accesses) = Accesses::find(editor, kernel) else { continue };
        let loads = accesses.invariant_loads();
        if loads.is_empty() && !ids::are_wide(kernel) {
            continue;
        }
        if accesses.writes_nothing() {
            loads.iter().for_each(|load| editor.make_invariant(*load));
            changed |= Changed::from(!loads.is_empty());
        } else if accesses.pointers().len() <= POINTERS && !is_made(module, &name, global_offset::SUFFIX) {
            add_variant(editor, kernel, &accesses);
            changed = Changed::Yes;
        }
    }
    changed
}

/// Whether a kernel was made of another one of the module.
pub(super) fn is_made(module: ModuleView<'_>, name: &str, suffix: &str) -> bool {
    name.strip_suffix(suffix).is_some_and(|original| module.is_name_taken(original))
}

fn add_variant<'m>(editor: &mut Editor<'m>, kernel: Function<'m>, accesses: &Accesses<'m>) {
    let name = kernel.name();
    let variant = editor.function_like(kernel, kernel.value_type(), &format!("{name}{SUFFIX}"));
    editor.clone_body(kernel, variant);
    editor.finish_clone(variant);
    editor.copy_annotations(NVVM_ANNOTATIONS, &FxHashMap::from_iter([(kernel, variant)]));
    let copied = Accesses::find(editor, variant).expect("a copy does what its original does");
    for load in copied.invariant_loads() {
        editor.make_invariant(load);
    }
    ids::narrow(editor, variant);
    align(editor, variant, &copied.pointers());
    let words = accesses.pointers().into_iter().flat_map(|pointer| {
        let is_written = accesses.written.contains(&pointer);
        [2 * pointer.parameter + u32::from(is_written), pointer.offset]
    });
    export_list(editor, &format!("{name}{LIST_SUFFIX}"), words);
}

/// Adds a variable of 32-bit numbers for launchers.
pub(super) fn export_list(editor: &mut Editor<'_>, name: &str, words: impl Iterator<Item = u32>) {
    let numbers: Vec<Value<'_>> = words.map(|word| editor.i32(word)).collect();
    let ty = editor.array_type(editor.integer_type(32), numbers.len() as u64);
    let list = editor.composite(ty, &numbers).expect("numbers of one type");
    let list = editor.define_variable(name, list, 4);
    editor.export(*list);
}

/// Says that the pointers are multiples of [`ALIGNMENT`].
fn align<'m>(editor: &mut Editor<'m>, variant: Function<'m>, pointers: &BTreeSet<Pointer>) {
    for load in loads_of(editor, variant, pointers) {
        editor.align_loaded_pointer(load, ALIGNMENT);
    }
    let is_parameter = |pointer: &&Pointer| variant.passed_object(pointer.parameter, ByValOrByRef::ByValue).is_none();
    for Pointer { parameter, .. } in pointers.iter().filter(is_parameter) {
        if variant.parameter_alignment(*parameter).is_none_or(|known| known < ALIGNMENT) {
            editor.align_parameter(variant, *parameter, ALIGNMENT);
        }
    }
}
