//! Stack memory whose size is known at run time, which PTX has since version 7.3, for `sm_52` and later. LLVM's version
//! for processors before `sm_87` is lower, and it takes the version of a module from its command line alone, so the
//! program that emits the module has to ask for it.

use std::ops::Range;

use crate::{
    changed::Changed,
    ir::{Editor, Function, ModuleView, Opcode},
};

/// The processors that have such memory, but for which LLVM's version of PTX does not.
const PROCESSORS: Range<u32> = 52..87;

/// The version of PTX, as a feature.
const FEATURE: &str = "+ptx73";

/// The attribute for features of a function.
const FEATURES: &str = "target-features";

/// Writes to functions what version they need.
pub(super) fn mark(editor: &mut Editor<'_>, processor: u32) -> Changed {
    if !PROCESSORS.contains(&processor) {
        return Changed::No;
    }
    let functions: Vec<Function<'_>> = editor.view().functions().filter(|function| is_dynamic(*function)).collect();
    let mut changed = Changed::No;
    for function in functions.into_iter().filter(|function| !has_feature(*function)) {
        let before = function.string_attribute(FEATURES).filter(|before| !before.is_empty());
        let features = before.map_or_else(|| FEATURE.to_owned(), |before| format!("{before},{FEATURE}"));
        editor.add_string_attribute(function, FEATURES, &features);
        changed = Changed::Yes;
    }
    changed
}

/// Features that code for NVPTX needs besides those of its target, as `-mattr` takes them.
pub fn needed_features(module: ModuleView<'_>) -> Option<&'static str> {
    module.functions().any(has_feature).then_some(FEATURE)
}

fn has_feature(function: Function<'_>) -> bool {
    function.string_attribute(FEATURES).is_some_and(|features| features.split(',').any(|feature| feature == FEATURE))
}

/// Whether a function has stack memory of another size, or in another block, than LLVM reserves when it starts.
fn is_dynamic(function: Function<'_>) -> bool {
    let is_stack_pointer =
        |name: &str| ["llvm.stacksave", "llvm.stackrestore"].iter().any(|known| name.starts_with(known));
    function.blocks().enumerate().any(|(number, block)| {
        block.instructions().any(|instruction| match instruction.opcode() {
            Opcode::Alloca => number != 0 || !instruction.operand(0).is_constant(),
            Opcode::Call => {
                let callee = instruction.as_call().and_then(|call| call.callee());
                callee.is_some_and(|callee| callee.is_declaration() && is_stack_pointer(&callee.name()))
            }
            _ => false,
        })
    })
}
