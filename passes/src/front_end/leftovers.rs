//! Step 5: removes markers and annotations, and what was there for their sake alone: texts, declarations, and helpers
//! of a header that do nothing else.

use rustc_hash::FxHashSet;

use super::{annotations::Annotations, markers::Markers};
use crate::{
    changed::Changed,
    ir::{Call, Editor, Function, Linkage, Opcode, Value, kernels::Kernels, sycl_metadata::MetadataKindIds},
    uses::Uses,
};

/// Removes all that is left of facts.
pub(super) fn remove<'m>(
    editor: &mut Editor<'m>,
    markers: &Markers<'m>,
    annotations: Option<&Annotations<'m>>,
) -> Changed {
    let module = editor.view();
    let kinds = MetadataKindIds::new(module);
    let mut helpers = Helpers { kernels: Kernels::find(module), kinds, candidates: Vec::new() };
    for call in &markers.calls {
        helpers.candidates.push(call.parent_function());
        remove_call(editor, *call);
    }
    if let Some(annotations) = annotations {
        editor.replace_elements(annotations.list, &annotations.kept);
    }
    helpers.remove(editor);
    for function in &markers.functions {
        editor.erase_if_unused(**function);
    }
    let parts = annotations.iter().flat_map(|annotations| &annotations.parts);
    for text in markers.names.iter().chain(parts).filter(|text| text.linkage() == Linkage::Local) {
        editor.erase_if_unused(*text);
    }
    Changed::from(!markers.functions.is_empty() || annotations.is_some())
}

/// Removes a call whose result nothing uses, and what only computed its arguments.
fn remove_call<'m>(editor: &mut Editor<'m>, call: Call<'m>) {
    let call = if call.is_invoke() { editor.invoke_to_call(call) } else { call };
    let mut dead: Vec<Value<'m>> = call.arguments().filter(|argument| argument.is_instruction()).collect();
    editor.erase_instruction(*call);
    while let Some(value) = dead.pop() {
        let is_plain = matches!(value.opcode(), Opcode::PointerCast | Opcode::Alloca);
        // One that comes up twice is in no block any more, but that was asked already.
        if is_plain && value.is_unused() && !value.is_metadata_target() {
            dead.extend(value.operands().filter(|operand| operand.is_instruction()));
            editor.erase_instruction(value);
        }
    }
}

/// Functions that may be empty now.
struct Helpers<'m> {
    kernels: Kernels<'m>,
    kinds: MetadataKindIds<'m>,
    candidates: Vec<Function<'m>>,
}

impl<'m> Helpers<'m> {
    fn remove(&mut self, editor: &mut Editor<'m>) {
        let mut removed = FxHashSet::default();
        while let Some(helper) = self.candidates.pop() {
            if removed.contains(&helper) || !self.is_empty(helper) {
                continue;
            }
            for call in Uses::find(helper).calls.into_iter().filter(|call| call.is_unused()) {
                self.candidates.push(call.parent_function());
                remove_call(editor, call);
            }
            if editor.erase_function_if_unused(helper) {
                removed.insert(helper);
            }
        }
    }

    /// Whether calling a function does nothing, and no other module can mean another body by its name. One that uses
    /// aspects stays, since they reach kernels by calls.
    fn is_empty(&self, function: Function<'m>) -> bool {
        let is_own = function.linkage() == Linkage::Local || function.is_linkonce_odr();
        is_own && !self.kinds.uses_aspects(function) && !self.kernels.contains(function) && {
            let mut instructions = function.instructions();
            instructions.all(|instruction| does_nothing(instruction)) && function.block_count() == 1
        }
    }
}

/// Whether an instruction has no effect outside of its function.
fn does_nothing(instruction: Value<'_>) -> bool {
    match instruction.opcode() {
        Opcode::PointerCast | Opcode::Alloca => true,
        // Of a parameter, as code without optimization does.
        Opcode::Store => instruction.operand(1).strip_pointer_casts().is_alloca(),
        Opcode::Return => instruction.operands().next().is_none(),
        Opcode::Call => {
            instruction.as_call().and_then(Call::callee).is_some_and(|callee| callee.name().starts_with("llvm.dbg."))
        }
        _ => false,
    }
}
