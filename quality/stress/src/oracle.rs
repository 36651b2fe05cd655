//! Content that an image must have, and may have, by the generator's notes.

use rustc_hash::FxHashSet;

use crate::generate::{Kind, Linkage, Module};

/// Numbers of globals in [`Module::globals`].
pub(crate) struct Expected {
    pub(crate) must: FxHashSet<usize>,
    pub(crate) may: FxHashSet<usize>,
}

/// For the image with these entry points.
pub(crate) fn expected(module: &Module, entry_points: &[String]) -> Expected {
    let is_kept = |index: &usize| {
        let global = &module.globals[*index];
        // Variables that a linker could not leave out go into every image, and so does what a list names.
        module.listed.contains(index)
            || (global.is_variable()
                && global.is_definition()
                && matches!(global.linkage, Linkage::External | Linkage::Weak | Linkage::WeakOdr))
    };
    let all = 0..module.globals.len();
    let entries: Vec<usize> = all.clone().filter(|i| entry_points.contains(&module.globals[*i].name)).collect();
    let kept: Vec<usize> = all.clone().filter(is_kept).collect();
    let strict: Vec<usize> = entries
        .iter()
        .copied()
        .chain(kept.iter().copied().filter(|i| {
            let global = &module.globals[*i];
            global.is_variable() && global.linkage == Linkage::External
        }))
        .collect();
    let must = closure(module, &strict, |index| &module.edges[index].hard, &[]);
    let loose: Vec<usize> = entries.iter().chain(&kept).copied().collect();
    let mut may = closure(module, &loose, |index| &module.edges[index].hard, &[|i, m| &m.edges[i].soft]);
    // An alias that others can see goes with what it stands for, and so does whatever shares a comdat.
    loop {
        let before = may.len();
        let more: Vec<usize> = all
            .clone()
            .filter(|i| !may.contains(i))
            .filter(|i| match module.globals[*i].kind {
                Kind::Alias { of, .. } => may.contains(&of),
                _ => false,
            })
            .collect();
        may.extend(more);
        let roots: Vec<usize> = may.iter().copied().collect();
        may = closure(module, &roots, |index| &module.edges[index].hard, &[|i, m| &m.edges[i].soft]);
        if may.len() == before {
            break;
        }
    }
    Expected { must, may }
}

type More = fn(usize, &Module) -> &[usize];

fn closure<'m>(
    module: &'m Module,
    roots: &[usize],
    edges: impl Fn(usize) -> &'m Vec<usize>,
    more: &[More],
) -> FxHashSet<usize> {
    let mut seen = FxHashSet::default();
    let mut work = roots.to_vec();
    while let Some(next) = work.pop() {
        if seen.insert(next) {
            work.extend(edges(next));
            for further in more {
                work.extend(further(next, module));
            }
        }
    }
    seen
}
