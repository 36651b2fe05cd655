//! Uses and calls of one instruction.
//!
//! | an instruction | uses the aspects of |
//! | --- | --- |
//! | any | its result's type, its operands' types (those of a call make its signature), its `!sycl_used_aspects` |
//! | `alloca` | the allocated type |
//! | `getelementptr`, also in constants | the source type |
//! | with a global as operand, also in constants | the global's value type; for a function its signature |
//! | a call | the types in its attributes (`byval`, `sret`, `elementtype` and so on), as a function does those in its own |
//!
//! | a call of | may reach |
//! | --- | --- |
//! | a function, through casts and aliases | that function |
//! | an ifunc | its resolver, and what an indirect call of its signature may reach |
//! | anything else | every function of the call's signature whose address is taken anywhere in the module |
//! | anything else, if the call is marked `virtual-call` | what the sets of the calling kernel say (`calls`) |
//! | a function without a body here, or an unknown one | besides, every function that an argument names |
//! | a user's function without a body here | besides, if another argument holds a pointer, every function whose address is taken |
//!
//! The third rule needs no path from the place that takes an address to the call: pointers also travel through memory
//! that another kernel wrote. The last one needs none either: what a pointer is handed to can follow it. Functions of
//! the implementation (reserved names) never call back, and a virtual function in a table is reached by virtual calls.

use super::{
    aspects::Aspects,
    atomics,
    constants::Constants,
    nodes::CallNodes,
    types::{SetId, TypeAspects},
};
use crate::ir::{
    Call, Function, GlobalVariable, Opcode, Type, Value, ValueKind, attribute, metadata, sycl_metadata::MetadataKindIds,
};

/// Whether conversions from and to `double` count as uses of fp64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversions {
    Native,
    Emulated,
}

/// Facts about instructions; duplicates are possible.
#[derive(Default)]
pub(super) struct Found {
    /// Dense numbers of aspects.
    pub(super) aspects: Vec<u32>,
    /// The ones that were written down, as metadata of instructions.
    pub(super) written: Vec<u32>,
    /// Nodes that are called.
    pub(super) calls: Vec<u32>,
    /// Whether a call is marked `virtual-call`.
    pub(super) calls_virtually: bool,
}

impl Found {
    pub(super) fn clear(&mut self) {
        self.aspects.clear();
        self.written.clear();
        self.calls.clear();
        self.calls_virtually = false;
    }
}

/// Whether `double` counts where it is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubles {
    Count,
    /// They are only converted from and to, which is emulated.
    Ignored,
}

/// Reads instructions of one module.
pub(super) struct Scanner<'m> {
    pub(super) types: TypeAspects<'m>,
    pub(super) aspects: Aspects,
    kinds: MetadataKindIds<'m>,
    conversions: Conversions,
    /// Aspect of atomic access to 64 bits.
    atomic64: Option<u32>,
    /// Aspects of each function's signature.
    signatures: Vec<SetId>,
    nodes: CallNodes<'m>,
    constants: Constants<'m>,
}

impl<'m> Scanner<'m> {
    pub(super) fn new(
        functions: &[Function<'m>],
        mut types: TypeAspects<'m>,
        aspects: Aspects,
        kinds: MetadataKindIds<'m>,
        conversions: Conversions,
        atomic64: Option<u32>,
    ) -> Self {
        let signatures = functions.iter().map(|f| types.aspects(f.value_type())).collect();
        let nodes = CallNodes::new(functions);
        Self { types, aspects, kinds, conversions, atomic64, signatures, nodes, constants: Constants::default() }
    }

    /// The edges of the nodes after those of functions.
    pub(super) fn indirect_targets(&mut self, functions: &[Function<'m>]) -> Vec<Vec<u32>> {
        self.nodes.indirect_targets(functions, &mut self.constants)
    }

    /// Aspects that a function uses by its signature, and functions that it calls by its operands (a personality
    /// function).
    pub(super) fn function(&mut self, id: u32, function: Function<'m>, found: &mut Found) {
        let set = self.signatures[id as usize];
        let doubles = self.doubles(true);
        self.add(set, doubles, found);
        for ty in function.attribute_types() {
            self.ty(ty, doubles, found);
        }
        for operand in function.operands() {
            found.calls.extend(self.functions_in(operand));
        }
    }

    /// Notes the functions that a table holds.
    pub(super) fn initializer(&mut self, variable: GlobalVariable<'m>) {
        if let Some(initializer) = variable.initializer() {
            for id in self.functions_in(initializer) {
                self.nodes.note_in_table(id);
            }
        }
    }

    /// Adds what an instruction uses and calls.
    pub(super) fn instruction(&mut self, instruction: Value<'m>, found: &mut Found) -> Result<(), metadata::Error> {
        let opcode = instruction.opcode();
        let doubles = self.doubles(is_conversion(instruction, opcode));
        self.ty(instruction.ty(), doubles, found);
        match opcode {
            Opcode::Alloca => self.ty(instruction.allocated_type(), doubles, found),
            Opcode::GetElementPointer => {
                if let Some(ty) = instruction.gep_source_type() {
                    self.ty(ty, doubles, found);
                }
            }
            _ => {}
        }
        if self.atomic64.is_some() && atomics::is_of_64_bits(instruction, opcode) {
            found.aspects.extend(self.atomic64);
        }
        if let Some(call) = opcode.is_call().then(|| instruction.as_call()).flatten() {
            self.call(call, doubles, found);
        } else {
            for operand in instruction.operands() {
                self.operand(operand, doubles, found);
            }
        }
        if let Some(list) = self.kinds.instruction_aspects(instruction)? {
            let ids = self.aspects.ids(&list);
            found.aspects.extend_from_slice(&ids);
            found.written.extend(ids);
        }
        Ok(())
    }

    fn call(&mut self, call: Call<'m>, doubles: Doubles, found: &mut Found) {
        let written = call.called_value();
        let called = if written.kind() == ValueKind::Function { written } else { written.strip_pointer_casts() };
        let callee = match called.kind() {
            ValueKind::InlineAsm => None,
            ValueKind::Function => self.nodes.function(called),
            ValueKind::Ifunc => {
                found.calls.extend(called.resolver().into_iter().flat_map(|r| self.functions_in(r)));
                found.calls.push(self.nodes.indirect(call.called_type()));
                None
            }
            _ => {
                if call.has_attribute(attribute::VIRTUAL_CALL) {
                    found.calls_virtually = true;
                } else {
                    found.calls.push(self.nodes.indirect(call.called_type()));
                }
                None
            }
        };
        if let Some(callee) = callee {
            found.calls.push(callee);
            self.add(self.signatures[callee as usize], doubles, found);
        }
        for ty in call.attribute_types() {
            self.ty(ty, doubles, found);
        }
        let hands_out = callee.is_none() || called.is_declaration();
        let calls_back = callee.is_some_and(|callee| self.nodes.calls_back(callee));
        let mut arguments = call.operands();
        arguments.next_back(); // what is called comes last
        for operand in arguments {
            self.operand(operand, doubles, found);
            if hands_out && matches!(operand.kind(), ValueKind::Function | ValueKind::Alias | ValueKind::Composite) {
                found.calls.extend(self.functions_in(operand));
            }
            if calls_back && self.leads_on(operand) {
                found.calls.push(self.nodes.called_back());
            }
        }
    }

    /// Whether a value may lead to functions that it does not name.
    fn leads_on(&mut self, value: Value<'m>) -> bool {
        match value.kind() {
            ValueKind::Local => self.constants.holds_pointer(value.ty()),
            ValueKind::Leaf | ValueKind::InlineAsm | ValueKind::Metadata => false,
            _ => self.constants.held(value, &mut self.types, self.nodes.functions()).leads_on,
        }
    }

    /// Whether `double` counts in code that only converts from and to it, or in other code.
    fn doubles(&self, only_converts: bool) -> Doubles {
        match self.conversions {
            Conversions::Emulated if only_converts => Doubles::Ignored,
            Conversions::Emulated | Conversions::Native => Doubles::Count,
        }
    }

    fn ty(&mut self, ty: Type<'m>, doubles: Doubles, found: &mut Found) {
        let set = self.types.aspects(ty);
        self.add(set, doubles, found);
    }

    fn add(&self, set: SetId, doubles: Doubles, found: &mut Found) {
        if set != SetId::EMPTY {
            let ignored = self.types.double().filter(|_| doubles == Doubles::Ignored);
            found.aspects.extend(self.types.set(set).iter().filter(|id| Some(**id) != ignored));
        }
    }

    /// Types of instructions and arguments are counted where they are made.
    fn operand(&mut self, operand: Value<'m>, doubles: Doubles, found: &mut Found) {
        match operand.kind() {
            ValueKind::Local | ValueKind::InlineAsm | ValueKind::Metadata => {}
            ValueKind::Leaf => self.ty(operand.ty(), doubles, found),
            _ => self.constant(operand, doubles, found),
        }
    }

    /// Adds what a global or a constant with operands uses, and notes that the functions in it have their address
    /// taken.
    fn constant(&mut self, constant: Value<'m>, doubles: Doubles, found: &mut Found) {
        let ignored = self.types.double().filter(|_| doubles == Doubles::Ignored);
        let held = self.constants.held(constant, &mut self.types, self.nodes.functions());
        for id in &held.functions {
            self.nodes.note_address(*id);
        }
        found.aspects.extend(held.aspects.iter().filter(|id| Some(**id) != ignored));
    }

    fn functions_in(&mut self, constant: Value<'m>) -> Vec<u32> {
        self.constants.held(constant, &mut self.types, self.nodes.functions()).functions.to_vec()
    }
}

/// Whether an instruction only moves `double`s or converts from and to them, which emulation can do. A call does if
/// its callee is defined here (its instructions speak for themselves) or copies memory.
fn is_conversion(instruction: Value<'_>, opcode: Opcode) -> bool {
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
        Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
            let callee = instruction.as_call().and_then(Call::callee);
            callee.is_some_and(|callee| !callee.is_declaration() || callee.name().starts_with("llvm.mem"))
        }
        Opcode::AtomicReadModifyWrite
        | Opcode::CompareExchange
        | Opcode::PointerCast
        | Opcode::Compare
        | Opcode::Select
        | Opcode::FloatArithmetic
        | Opcode::Jump
        | Opcode::IndirectJump
        | Opcode::VariadicArgument
        | Opcode::Fence
        | Opcode::Other => false,
    }
}
