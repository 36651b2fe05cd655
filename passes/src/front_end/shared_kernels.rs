//! Kernels that several translation units define: those of headers, and those that have one name by mistake.
//!
//! Clang 22 gives kernels external linkage also where their source is an inline function, so that modules which include
//! the same header cannot be linked. Before linking, kernels become `weak_odr`, as those of DPC++ are, and named
//! metadata says what their bodies are like. After linking, it says which bodies the linker took for the same.
//!
//! ```text
//! !sycl_passes.kernels = !{!{!"kernel", !"source file", !"hash of the body", !"a function that it calls", ...}, ...}
//! ```

use std::collections::BTreeSet;

use super::error::Error;
use crate::{
    changed::Changed,
    ir::{
        Call, Editor, Function, Linkage, ModuleView, NewOperand, attribute,
        kernels::Kernels,
        metadata::{Node, Operand},
        names::is_user_name,
    },
};

/// The named metadata.
const KERNELS: &str = "sycl_passes.kernels";

/// Facts of a translation unit about a kernel.
struct Definition {
    kernel: String,
    source: String,
    hash: String,
    /// Functions that it calls.
    calls: BTreeSet<String>,
}

/// Lets other translation units define the same kernels.
pub(super) fn share(editor: &mut Editor<'_>) -> Changed {
    let module = editor.view();
    let kernels = Kernels::find(module);
    let source = module.source_file();
    let known: BTreeSet<String> =
        module.named_metadata(KERNELS).into_iter().filter_map(definition).map(|known| known.kernel).collect();
    let mut changed = Changed::No;
    for kernel in module.functions().filter(|function| kernels.defines(*function)) {
        let Ok(name) = String::from_utf8(kernel.name_bytes()) else { continue };
        // Those that a front end lets others define are compared, too.
        let is_strong = kernel.is_strong_definition();
        if known.contains(&name) || !is_strong && !kernel.is_weak_odr() && !kernel.is_linkonce_odr() {
            continue;
        }
        let hash = format!("{:016x}", kernel.structural_hash());
        let calls = calls(kernel);
        let mut operands = vec![NewOperand::Text(&name), NewOperand::Text(&source), NewOperand::Text(&hash)];
        operands.extend(calls.iter().map(|callee| NewOperand::Text(callee)));
        editor.add_named_metadata(KERNELS, &operands);
        if is_strong {
            editor.make_weak_odr(kernel);
        }
        changed = Changed::Yes;
    }
    changed
}

/// Names of the functions that others may define and a kernel calls.
fn calls(kernel: Function<'_>) -> BTreeSet<String> {
    let callees = kernel.instructions().filter_map(|instruction| instruction.as_call().and_then(Call::callee));
    let others = callees.filter(|callee| callee.linkage() != Linkage::Local);
    others.map(|callee| callee.name()).filter(|name| is_user_name(name)).collect()
}

/// Checks a linked module.
///
/// # Errors
/// [`Error::DifferentKernels`] for the first kernel whose bodies differ other than by what the optimizer of one
/// translation unit sees and that of the other does not: the bodies of functions that they call.
pub(super) fn check(module: ModuleView<'_>) -> Result<(), Error> {
    let mut known: indexmap::IndexMap<String, Definition> = indexmap::IndexMap::new();
    for definition in module.named_metadata(KERNELS).into_iter().filter_map(definition) {
        let Some(first) = known.get(&definition.kernel) else {
            known.insert(definition.kernel.clone(), definition);
            continue;
        };
        if first.hash != definition.hash && !is_inlining(module, first, &definition) {
            return Err(Error::DifferentKernels {
                kernel: sycl_propset::demangle::display_name(&definition.kernel),
                first: first.source.clone(),
                second: definition.source,
            });
        }
    }
    Ok(())
}

/// Whether the bodies can differ because one translation unit defines what the other only calls.
fn is_inlining(module: ModuleView<'_>, first: &Definition, second: &Definition) -> bool {
    let is_of = |name: &String, source: &String| {
        module
            .function(name)
            .is_some_and(|function| function.string_attribute(attribute::MODULE_ID).as_ref() == Some(source))
    };
    let mut only_first = first.calls.difference(&second.calls);
    let mut only_second = second.calls.difference(&first.calls);
    only_first.any(|name| is_of(name, &second.source)) || only_second.any(|name| is_of(name, &first.source))
}

/// Reads a node. Malformed ones are not ours.
fn definition(node: Node<'_>) -> Option<Definition> {
    let mut texts = node.operands().into_iter().map(|operand| match operand {
        Operand::Text(text) => Some(text),
        _ => None,
    });
    let (kernel, source, hash) = (texts.next()??, texts.next()??, texts.next()??);
    Some(Definition { kernel, source, hash, calls: texts.collect::<Option<_>>()? })
}

/// Removes the metadata.
pub(super) fn forget(editor: &mut Editor<'_>) -> Changed {
    let is_there = !editor.view().named_metadata(KERNELS).is_empty();
    if is_there {
        editor.erase_named_metadata(KERNELS);
    }
    Changed::from(is_there)
}
