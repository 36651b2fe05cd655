//! References of constants, instructions and metadata.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::LLVMValueRef;
use rustc_hash::{FxHashMap, FxHashSet};

use super::GlobalId;
use crate::ir::{
    ffi,
    module::NamedOperand,
    types::Type,
    value::{Call, Function, Opcode, Value, ValueKind},
};

type Ids<'m> = FxHashMap<Value<'m>, GlobalId>;

/// Globals that constants refer to, remembered for constants with operands.
#[derive(Default)]
pub(super) struct Constants<'m> {
    known: FxHashMap<Value<'m>, Box<[GlobalId]>>,
}

impl<'m> Constants<'m> {
    /// Adds the globals that a constant reaches without passing through another global: itself, if it is one.
    pub(super) fn globals(&mut self, constant: Value<'m>, ids: &Ids<'m>, found: &mut Vec<GlobalId>) {
        if let Some(id) = ids.get(&constant) {
            found.push(*id);
            return;
        }
        if !constant.is_constant() || constant.operands().next().is_none() {
            return;
        }
        if let Some(known) = self.known.get(&constant) {
            found.extend_from_slice(known);
            return;
        }
        // An own stack instead of recursion: constants nest as deep as the input says.
        let mut mine = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work: Vec<Value<'m>> = vec![constant];
        while let Some(next) = work.pop() {
            if let Some(id) = ids.get(&next) {
                mine.push(*id);
            } else if let Some(function) = next.function_of_block() {
                // All that the address of a block refers to, from LLVM 22 on.
                mine.extend(ids.get(&*function));
            } else if let Some(known) = self.known.get(&next) {
                mine.extend_from_slice(known);
            } else if next.is_constant() && seen.insert(next) {
                work.extend(next.operands());
            }
        }
        mine.sort_unstable();
        mine.dedup();
        found.extend_from_slice(&mine);
        self.known.insert(constant, mine.into());
    }
}

/// Constants that metadata of globals refers to, each once, in a stable order. Plain data is left out.
pub(super) fn in_metadata<'m>(globals: &[Value<'m>]) -> Vec<Value<'m>> {
    let mut raw: Vec<LLVMValueRef> = globals.iter().map(|g| g.raw).collect();
    // SAFETY: live globals; `collect` runs during the call.
    constants(|data| unsafe { ffi::sp_constants_in_metadata(raw.as_mut_ptr(), raw.len(), data, collect) })
}

/// The same for an operand of named metadata.
pub(super) fn in_node<'m>(operand: &NamedOperand<'m>) -> Vec<Value<'m>> {
    // SAFETY: the node lives for all of `'m`, by the contract of `Node::from_raw`; `collect` runs during the call.
    constants(|data| unsafe { ffi::sp_constants_in_node(operand.node.raw(), data, collect) })
}

/// Constants in metadata of a global that is invalid without them.
fn in_required_metadata<'m>(global: Value<'m>) -> Vec<Value<'m>> {
    // SAFETY: the global lives for all of `'m`, by the contract of `Value::from_raw`; `collect` runs during the call.
    constants(|data| unsafe { ffi::sp_constants_in_required_metadata(global.raw, data, collect) })
}

fn constants<'m>(find: impl FnOnce(*mut c_void)) -> Vec<Value<'m>> {
    let mut found: Vec<Value<'m>> = Vec::new();
    find((&raw mut found).cast());
    found
}

/// # Safety
/// `data` is the vector of [`constants`], which is alive for the call; `value` is a live value.
unsafe extern "C" fn collect(data: *mut c_void, value: LLVMValueRef) {
    // SAFETY: by the contract.
    unsafe { (*data.cast::<Vec<Value<'_>>>()).push(Value::from_raw(value)) }
}

/// Finds the edges of one global after another.
pub(super) struct Walk<'a, 'm> {
    ids: &'a Ids<'m>,
    indirect: &'a FxHashMap<Type<'m>, Vec<GlobalId>>,
    /// The intrinsics.
    called: FxHashSet<Function<'m>>,
    constants: Constants<'m>,
}

pub(super) struct Direct {
    pub(super) references: Box<[GlobalId]>,
    /// Globals that only calls of intrinsics refer to; none if there is no such call.
    pub(super) intrinsic_calls: Option<Box<[GlobalId]>>,
}

impl<'a, 'm> Walk<'a, 'm> {
    pub(super) fn new(
        ids: &'a Ids<'m>,
        indirect: &'a FxHashMap<Type<'m>, Vec<GlobalId>>,
        called: FxHashSet<Function<'m>>,
    ) -> Self {
        Self { ids, indirect, called, constants: Constants::default() }
    }

    pub(super) fn direct(&mut self, global: Value<'m>) -> Direct {
        let mut found = Vec::new();
        let mut intrinsic_calls = None;
        // Initializer, aliasee, resolver, personality, prefix and prologue are operands of the global.
        for operand in global.operands().chain(in_required_metadata(global)) {
            self.constants.globals(operand, self.ids, &mut found);
        }
        if let Some(function) = global.as_function() {
            for instruction in function.instructions() {
                let is_intrinsic = !self.called.is_empty()
                    && instruction.as_call().and_then(Call::callee).is_some_and(|callee| self.called.contains(&callee));
                let into = if is_intrinsic { intrinsic_calls.get_or_insert_with(Vec::new) } else { &mut found };
                for operand in instruction.operands() {
                    if operand.is_constant() {
                        self.constants.globals(operand, self.ids, into);
                    }
                }
                if !self.indirect.is_empty()
                    && let Some(call) = instruction.as_call().filter(|call| is_indirect(*call))
                    && let Some(candidates) = self.indirect.get(&call.called_type())
                {
                    found.extend(candidates);
                }
            }
        }
        let boxed = |mut ids: Vec<GlobalId>| -> Box<[GlobalId]> {
            ids.sort_unstable();
            ids.dedup();
            ids.into()
        };
        Direct { references: boxed(found), intrinsic_calls: intrinsic_calls.map(boxed) }
    }
}

/// Whether a call goes through a pointer. One of an ifunc reaches what its resolver refers to.
fn is_indirect(call: Call<'_>) -> bool {
    let called = call.called_value().strip_pointer_casts();
    call.opcode() != Opcode::CallBr
        && !matches!(called.kind(), ValueKind::Function | ValueKind::InlineAsm | ValueKind::Ifunc)
}
