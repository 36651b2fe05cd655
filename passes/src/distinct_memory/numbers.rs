//! Places of the numbers that kernels read from their arguments, for launchers that specialize kernels.

use std::collections::BTreeMap;

use super::{
    accesses::{Pointer, Search},
    variants::{self, is_made},
};
use crate::{
    changed::Changed,
    global_offset,
    ir::{Editor, Function, TypeKind, Value},
};

/// Suffix of the name of the list of a kernel's numbers.
const LIST_SUFFIX: &str = "_numbers";

/// Numbers that a launch compares at most.
const NUMBERS: usize = 32;

/// Bytes of the largest number, a vector of four elements.
const LARGEST: u64 = 32;

/// Gives kernels their lists.
pub(super) fn list<'m>(editor: &mut Editor<'m>, kernels: &[Function<'m>]) -> Changed {
    let module = editor.view();
    let mut changed = Changed::No;
    for &kernel in kernels {
        let name = kernel.name();
        let list = format!("{name}{LIST_SUFFIX}");
        let is_made = [global_offset::SUFFIX, variants::SUFFIX].iter().any(|suffix| is_made(module, &name, suffix));
        if is_made || module.is_name_taken(&list) {
            continue;
        }
        let numbers = numbers(editor, kernel);
        if !numbers.is_empty() && numbers.len() <= NUMBERS {
            let words = numbers.into_iter().flat_map(|(at, size)| [at.parameter, at.offset, size]);
            variants::export_list(editor, &list, words);
            changed = Changed::Yes;
        }
    }
    changed
}

/// The numbers that a kernel loads from objects that it does not write to, and their sizes.
fn numbers<'m>(editor: &Editor<'m>, kernel: Function<'m>) -> BTreeMap<Pointer, u32> {
    let search = Search::new(editor, kernel);
    let layout = editor.view().data_layout();
    let mut numbers = BTreeMap::new();
    let is_number = |load: &Value<'m>| load.is_load() && !matches!(load.ty().kind(), TypeKind::Pointer(_));
    for load in kernel.instructions().filter(is_number) {
        let Some(size) = layout.store_size(load.ty()).filter(|size| *size <= LARGEST) else { continue };
        let Some(at) = search.pointer(load).filter(|at| kernel.only_reads(at.parameter)) else { continue };
        let known: &mut u32 = numbers.entry(at).or_default();
        *known = (*known).max(size as u32);
    }
    numbers
}
