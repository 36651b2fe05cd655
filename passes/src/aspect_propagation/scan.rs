//! What one instruction uses and calls.
//!
//! | an instruction | uses the aspects of |
//! | --- | --- |
//! | any | its result's type, its operands' types (those of a call make its signature), its `!sycl_used_aspects` |
//! | `alloca` | the allocated type |
//! | `getelementptr`, also in constants | the source type |
//! | with a global as operand, also in constants | the global's value type; for a function its signature |
//!
//! | a call of | may reach |
//! | --- | --- |
//! | a function, through casts and aliases | that function |
//! | an ifunc | its resolver, and what an indirect call of its signature may reach |
//! | anything else | every function of the call's signature whose address is taken anywhere in the module |
//! | anything else, if the call is marked `virtual-call` | what the sets of the calling kernel say (`calls`) |
//! | a function without a body here, or an unknown one | besides, every function that an argument names |
//!
//! The third rule asks for no path from the place that takes an address to the call: pointers also travel through memory
//! that another kernel wrote.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    aspects::Aspects,
    types::{SetId, TypeAspects},
};
use crate::ir::{Opcode, Type, Value, ValueKind, kernels::attribute, metadata};

/// Whether conversions from and to `double` count as uses of fp64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversions {
    Native,
    Emulated,
}

/// What was found in instructions; duplicates are possible.
#[derive(Default)]
pub(super) struct Found {
    /// Dense numbers of aspects.
    pub(super) aspects: Vec<u32>,
    /// Nodes that are called.
    pub(super) calls: Vec<u32>,
    /// Whether a call is marked `virtual-call`.
    pub(super) calls_virtually: bool,
}

impl Found {
    pub(super) fn clear(&mut self) {
        self.aspects.clear();
        self.calls.clear();
        self.calls_virtually = false;
    }
}

/// What a constant with operands holds, through other such constants.
struct Held {
    aspects: Box<[u32]>,
    functions: Box<[u32]>,
}

/// Reads instructions of one module.
pub(super) struct Scanner<'m> {
    pub(super) types: TypeAspects<'m>,
    pub(super) aspects: Aspects,
    kinds: metadata::Kinds<'m>,
    conversions: Conversions,
    functions: FxHashMap<Value<'m>, u32>,
    /// Aspects of each function's signature.
    signatures: Vec<SetId>,
    /// Nodes of indirect calls by signature, after those of functions.
    indirect: FxHashMap<Type<'m>, u32>,
    /// Whether the address of each function is taken.
    address_taken: Vec<bool>,
    held: FxHashMap<Value<'m>, Held>,
}

impl<'m> Scanner<'m> {
    pub(super) fn new(
        functions: &[Value<'m>],
        mut types: TypeAspects<'m>,
        aspects: Aspects,
        kinds: metadata::Kinds<'m>,
        conversions: Conversions,
    ) -> Self {
        let signatures = functions.iter().map(|f| types.aspects(f.value_type())).collect();
        let address_taken = functions
            .iter()
            .map(|f| f.has_attributes() && f.has_string_attribute(attribute::REFERENCED_INDIRECTLY))
            .collect();
        let functions = functions.iter().enumerate().map(|(id, f)| (*f, id as u32)).collect();
        Self {
            types,
            aspects,
            kinds,
            conversions,
            functions,
            signatures,
            indirect: FxHashMap::default(),
            address_taken,
            held: FxHashMap::default(),
        }
    }

    /// The signatures that are called indirectly, in the order of their nodes, each with the functions of that signature
    /// whose address is taken.
    pub(super) fn indirect_targets(&self, functions: &[Value<'m>]) -> Vec<Vec<u32>> {
        let mut targets = vec![Vec::new(); self.indirect.len()];
        for (id, function) in functions.iter().enumerate().filter(|(id, _)| self.address_taken[*id]) {
            if let Some(node) = self.indirect.get(&function.value_type()) {
                targets[*node as usize - functions.len()].push(id as u32);
            }
        }
        targets
    }

    /// What a function uses by its signature and calls by its operands (a personality function).
    pub(super) fn function(&mut self, id: u32, function: Value<'m>, found: &mut Found) {
        let set = self.signatures[id as usize];
        self.add(set, self.conversions == Conversions::Emulated, found);
        for operand in function.operands() {
            found.calls.extend(self.functions_in(operand));
        }
    }

    /// Notes the functions that a table holds.
    pub(super) fn initializer(&mut self, variable: Value<'m>) {
        if let Some(initializer) = variable.initializer() {
            for id in self.functions_in(initializer) {
                self.address_taken[id as usize] = true;
            }
        }
    }

    /// Adds what an instruction uses and calls.
    pub(super) fn instruction(&mut self, instruction: Value<'m>, found: &mut Found) -> Result<(), metadata::Error> {
        let opcode = instruction.opcode();
        let emulated = self.conversions == Conversions::Emulated && self.is_conversion(instruction, opcode);
        self.ty(instruction.ty(), emulated, found);
        match opcode {
            Opcode::Alloca => self.ty(instruction.allocated_type(), emulated, found),
            Opcode::GetElementPointer => {
                if let Some(ty) = instruction.gep_source_type() {
                    self.ty(ty, emulated, found);
                }
            }
            _ => {}
        }
        if opcode.is_call() {
            self.call(instruction, emulated, found);
        } else {
            for operand in instruction.operands() {
                self.operand(operand, emulated, found);
            }
        }
        if let Some(list) = self.kinds.instruction_aspects(instruction)? {
            found.aspects.extend(self.aspects.ids(&list));
        }
        Ok(())
    }

    fn call(&mut self, call: Value<'m>, emulated: bool, found: &mut Found) {
        let written = call.called_value();
        let called = if written.kind() == ValueKind::Function { written } else { written.strip_pointer_casts() };
        let callee = match called.kind() {
            ValueKind::Assembly => None,
            ValueKind::Function => self.functions.get(&called).copied(),
            ValueKind::Ifunc => {
                found.calls.extend(called.resolver().into_iter().flat_map(|r| self.functions_in(r)));
                found.calls.push(self.indirect_node(call.called_type()));
                None
            }
            _ => {
                if call.has_call_attribute(VIRTUAL_CALL) {
                    found.calls_virtually = true;
                } else {
                    found.calls.push(self.indirect_node(call.called_type()));
                }
                None
            }
        };
        if let Some(callee) = callee {
            found.calls.push(callee);
            self.add(self.signatures[callee as usize], emulated, found);
        }
        let hands_out = callee.is_none() || called.is_declaration();
        let mut arguments = call.operands();
        arguments.next_back(); // what is called comes last
        for operand in arguments {
            self.operand(operand, emulated, found);
            if hands_out && matches!(operand.kind(), ValueKind::Function | ValueKind::Alias | ValueKind::Composite) {
                found.calls.extend(self.functions_in(operand));
            }
        }
    }

    fn indirect_node(&mut self, signature: Type<'m>) -> u32 {
        let next = (self.signatures.len() + self.indirect.len()) as u32;
        *self.indirect.entry(signature).or_insert(next)
    }

    fn ty(&mut self, ty: Type<'m>, emulated: bool, found: &mut Found) {
        let set = self.types.aspects(ty);
        self.add(set, emulated, found);
    }

    fn add(&self, set: SetId, emulated: bool, found: &mut Found) {
        if set != SetId::EMPTY {
            let dropped = self.types.double().filter(|_| emulated);
            found.aspects.extend(self.types.set(set).iter().filter(|id| Some(**id) != dropped));
        }
    }

    /// Types of instructions and arguments are counted where they are made.
    fn operand(&mut self, operand: Value<'m>, emulated: bool, found: &mut Found) {
        match operand.kind() {
            ValueKind::Local | ValueKind::Assembly | ValueKind::Metadata => {}
            ValueKind::Leaf => self.ty(operand.ty(), emulated, found),
            _ => self.constant(operand, emulated, found),
        }
    }

    /// Adds what a global or a constant with operands uses, and notes that the functions in it have their address taken.
    fn constant(&mut self, constant: Value<'m>, emulated: bool, found: &mut Found) {
        self.hold(constant);
        if let Some(held) = self.held.get(&constant) {
            for id in &held.functions {
                self.address_taken[*id as usize] = true;
            }
            let dropped = self.types.double().filter(|_| emulated);
            found.aspects.extend(held.aspects.iter().filter(|id| Some(**id) != dropped));
        }
    }

    fn functions_in(&mut self, constant: Value<'m>) -> Vec<u32> {
        self.hold(constant);
        self.held.get(&constant).map(|held| held.functions.to_vec()).unwrap_or_default()
    }

    /// Finds what a constant holds, with an own stack: constants nest as deep as the input says. Globals are not entered,
    /// but aliases are.
    fn hold(&mut self, constant: Value<'m>) {
        if self.held.contains_key(&constant) {
            return;
        }
        let (mut aspects, mut functions) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        let mut work = vec![constant];
        while let Some(next) = work.pop() {
            if let Some(held) = self.held.get(&next) {
                aspects.extend_from_slice(&held.aspects);
                functions.extend_from_slice(&held.functions);
                continue;
            }
            let kind = next.kind();
            let ty = match kind {
                ValueKind::Local | ValueKind::Assembly | ValueKind::Metadata => continue,
                ValueKind::Function | ValueKind::Variable | ValueKind::Alias | ValueKind::Ifunc => next.value_type(),
                ValueKind::BlockAddress | ValueKind::Composite | ValueKind::Leaf => next.ty(),
            };
            if kind != ValueKind::Leaf && !seen.insert(next) {
                continue;
            }
            for ty in [Some(ty), next.gep_source_type()].into_iter().flatten() {
                let set = self.types.aspects(ty);
                aspects.extend_from_slice(self.types.set(set));
            }
            match kind {
                ValueKind::Function => functions.extend(self.functions.get(&next)),
                ValueKind::Alias => work.extend(next.aliasee()),
                ValueKind::Ifunc => work.extend(next.resolver()),
                ValueKind::Composite => work.extend(next.operands()),
                _ => {}
            }
        }
        for list in [&mut aspects, &mut functions] {
            list.sort_unstable();
            list.dedup();
        }
        self.held.insert(constant, Held { aspects: aspects.into(), functions: functions.into() });
    }

    /// Whether an instruction only moves `double`s or converts from and to them, which emulation can do. A call does if
    /// its callee is defined here (its instructions speak for themselves) or copies memory.
    fn is_conversion(&self, instruction: Value<'m>, opcode: Opcode) -> bool {
        match opcode {
            Opcode::Alloca
            | Opcode::GetElementPointer
            | Opcode::Load
            | Opcode::Store
            | Opcode::FloatConversion
            | Opcode::FloatCompare
            | Opcode::Phi
            | Opcode::AggregateAccess
            | Opcode::Return => true,
            Opcode::Call | Opcode::Invoke | Opcode::CallBranch => {
                let called = instruction.called_value().strip_pointer_casts();
                called.is_function() && (!called.is_declaration() || called.name().starts_with("llvm.mem"))
            }
            Opcode::AtomicReadModifyWrite
            | Opcode::CompareExchange
            | Opcode::PointerCast
            | Opcode::Compare
            | Opcode::Select
            | Opcode::Other => false,
        }
    }
}

/// Mark of virtual calls, on the call.
const VIRTUAL_CALL: &str = "virtual-call";
