//! Callers of functions, and origin of their buffers.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    ir::{
        Function, Linkage, ModuleView, Opcode, TypeKind, Value, attribute,
        kernels::{EntryPoints, Kernels},
    },
    pointer_flow::calls,
    spec_constants::decode::Call,
    uses::SignatureUses,
};

/// The function that an instruction calls in plain sight.
pub(super) fn direct_callee(instruction: Value<'_>) -> Option<Function<'_>> {
    let call = instruction.as_call().filter(|call| call.is_call())?;
    call.callee().filter(|callee| calls(call, *callee))
}

/// Uses of the functions of a module, as far as that was asked.
pub(super) struct Search<'m> {
    kernels: Kernels<'m>,
    uses: FxHashMap<Function<'m>, SignatureUses<'m>>,
}

impl<'m> Search<'m> {
    pub(super) fn new(module: ModuleView<'m>) -> Self {
        Self { kernels: Kernels::find(module), uses: FxHashMap::default() }
    }

    /// Looks for the uses of a function. The other queries are asked of functions that this was called for.
    fn look_at(&mut self, function: Function<'m>) {
        self.uses.entry(function).or_insert_with(|| SignatureUses::find(function));
    }

    pub(super) fn is_kernel(&self, function: Function<'m>) -> bool {
        self.kernels.contains(function)
    }

    /// The functions with direct calls, one for each call, in no stable order.
    pub(super) fn callers(&self, function: Function<'m>) -> impl Iterator<Item = Function<'m>> {
        self.uses[&function].calls.iter().map(|call| call.parent_function())
    }

    /// Reason why a function cannot get a parameter, if there is one.
    pub(super) fn is_fixed(&self, function: Function<'m>) -> Option<&'static str> {
        if function.value_type().is_variadic() {
            Some("takes variable arguments")
        } else if function.has_block_address() {
            Some("has a block whose address is used")
        } else if self.is_kernel(function) && !self.uses[&function].calls.is_empty() {
            Some("is called")
        } else {
            None
        }
    }

    /// Callers of a function, other than the direct calls of the module.
    pub(super) fn unseen_callers(&self, function: Function<'m>) -> Option<&'static str> {
        let uses = &self.uses[&function];
        if function.linkage() == Linkage::External
            || !uses.lists.is_empty()
            || self.kernels.is_entry_point(function, EntryPoints::KernelsAndExternalFunctions)
        {
            Some("other modules that call it")
        } else if self.has_indirect_calls(function) {
            Some("calls through its address, an alias or `invoke`")
        } else {
            None
        }
    }

    /// Whether a function can be called in this module other than by a call of it.
    pub(super) fn has_indirect_calls(&self, function: Function<'m>) -> bool {
        let uses = &self.uses[&function];
        uses.address
            || uses.alias
            || uses.invoke.is_some()
            || function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
    }

    /// Whether a function is needed as it is.
    pub(super) fn stays(&self, function: Function<'m>) -> bool {
        function.is_available_externally() || self.unseen_callers(function).is_some()
    }

    /// Whether the buffer of a call is a pointer that comes from no parameter of a kernel or of a function with callers
    /// out of sight. What is no pointer is refused elsewhere.
    pub(super) fn lacks_buffer(&mut self, call: &Call<'m>) -> bool {
        let mut seen = FxHashSet::default();
        let is_pointer = |value: &Value<'m>| matches!(value.ty().kind(), TypeKind::Pointer(_));
        let buffer = call.instruction.operand(call.buffer_index());
        if !is_pointer(&buffer) {
            return false;
        }
        let mut work = vec![buffer];
        while let Some(value) = work.pop() {
            let value = value.strip_pointer_casts();
            if !seen.insert(value) {
                continue;
            }
            if let Some((function, index)) = value.as_parameter() {
                self.look_at(function);
                if self.is_kernel(function) || self.unseen_callers(function).is_some() {
                    return false;
                }
                work.extend(self.uses[&function].calls.iter().map(|call| call.operand(index)));
            }
            match value.opcode() {
                Opcode::GetElementPointer => work.push(value.operand(0)),
                Opcode::Phi | Opcode::Select => {
                    work.extend(value.operands().filter(is_pointer));
                }
                _ => {}
            }
        }
        true
    }

    /// Notes a call for every function that reaches it and has none noted yet.
    pub(super) fn spread<'c>(&mut self, call: &'c Call<'m>, noted: &mut FxHashMap<Function<'m>, &'c Call<'m>>) {
        let mut work = vec![call.instruction.parent_function()];
        while let Some(function) = work.pop() {
            if let std::collections::hash_map::Entry::Vacant(entry) = noted.entry(function) {
                entry.insert(call);
                self.look_at(function);
                work.extend(self.callers(function));
            }
        }
    }
}
