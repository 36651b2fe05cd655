//! Instructions and calls.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMAttributeFunctionIndex, LLVMOpcode,
    core::{
        LLVMGetAlignment, LLVMGetAllocatedType, LLVMGetBasicBlockParent, LLVMGetCallSiteEnumAttribute,
        LLVMGetCallSiteStringAttribute, LLVMGetCalledFunctionType, LLVMGetCalledValue, LLVMGetConstOpcode,
        LLVMGetEnumAttributeAtIndex, LLVMGetEnumAttributeValue, LLVMGetFirstInstruction, LLVMGetGEPSourceElementType,
        LLVMGetInstructionOpcode, LLVMGetInstructionParent, LLVMGetNextBasicBlock, LLVMGetNextInstruction,
        LLVMGetNumArgOperands, LLVMGetOrdering, LLVMGetParamParent, LLVMGetTypeAttributeValue, LLVMHasMetadata,
        LLVMIsAArgument, LLVMIsAConstantExpr,
    },
    prelude::LLVMValueRef,
};

use super::{Value, enum_attribute};
use crate::ir::{ffi, metadata::Node, types::Type};

/// Opcodes of instructions, as far as the passes tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcode {
    /// `call`
    Call,
    /// `invoke`
    Invoke,
    /// `callbr`
    CallBranch,
    /// `load`
    Load,
    /// `store`
    Store,
    /// `atomicrmw`
    AtomicReadModifyWrite,
    /// `cmpxchg`
    CompareExchange,
    /// `alloca`
    Alloca,
    /// `getelementptr`
    GetElementPointer,
    /// `bitcast`, `addrspacecast`
    PointerCast,
    /// Conversions from and to floating point: `fpext`, `fptrunc`, `sitofp`, `uitofp`, `fptosi`, `fptoui`.
    FloatConversion,
    /// `icmp`
    Compare,
    /// `fcmp`
    FloatCompare,
    /// `phi`
    Phi,
    /// `select`
    Select,
    /// `extractvalue`, `insertvalue`
    AggregateAccess,
    /// `ret`
    Return,
    /// `br`, `switch`, `indirectbr`
    Jump,
    /// Any other.
    Other,
}

impl Opcode {
    /// Whether instructions of this opcode call a function.
    pub fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Invoke | Opcode::CallBranch)
    }
}

impl<'m> Value<'m> {
    /// The function that holds an instruction.
    pub fn parent_function(self) -> Value<'m> {
        assert!(self.is_instruction() && !self.is_erased(), "an instruction in a block");
        // SAFETY: an instruction that is in a function.
        unsafe { Value::from_raw(LLVMGetBasicBlockParent(LLVMGetInstructionParent(self.raw))) }
    }

    /// Opcode of an instruction.
    pub fn opcode(self) -> Opcode {
        debug_assert!(self.is_instruction());
        // SAFETY: asked of an instruction.
        match unsafe { LLVMGetInstructionOpcode(self.raw) } {
            LLVMOpcode::LLVMCall => Opcode::Call,
            LLVMOpcode::LLVMInvoke => Opcode::Invoke,
            LLVMOpcode::LLVMCallBr => Opcode::CallBranch,
            LLVMOpcode::LLVMLoad => Opcode::Load,
            LLVMOpcode::LLVMStore => Opcode::Store,
            LLVMOpcode::LLVMAtomicRMW => Opcode::AtomicReadModifyWrite,
            LLVMOpcode::LLVMAtomicCmpXchg => Opcode::CompareExchange,
            LLVMOpcode::LLVMAlloca => Opcode::Alloca,
            LLVMOpcode::LLVMGetElementPtr => Opcode::GetElementPointer,
            LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => Opcode::PointerCast,
            LLVMOpcode::LLVMFPExt
            | LLVMOpcode::LLVMFPTrunc
            | LLVMOpcode::LLVMSIToFP
            | LLVMOpcode::LLVMUIToFP
            | LLVMOpcode::LLVMFPToSI
            | LLVMOpcode::LLVMFPToUI => Opcode::FloatConversion,
            LLVMOpcode::LLVMICmp => Opcode::Compare,
            LLVMOpcode::LLVMFCmp => Opcode::FloatCompare,
            LLVMOpcode::LLVMPHI => Opcode::Phi,
            LLVMOpcode::LLVMSelect => Opcode::Select,
            LLVMOpcode::LLVMExtractValue | LLVMOpcode::LLVMInsertValue => Opcode::AggregateAccess,
            LLVMOpcode::LLVMRet => Opcode::Return,
            LLVMOpcode::LLVMBr | LLVMOpcode::LLVMSwitch | LLVMOpcode::LLVMIndirectBr => Opcode::Jump,
            _ => Opcode::Other,
        }
    }

    /// The type that a `getelementptr` computes with; none for anything else. Instructions and constant expressions.
    pub fn gep_source_type(self) -> Option<Type<'m>> {
        // SAFETY: the opcode is asked of what has one, the type of a `getelementptr`.
        unsafe {
            let is_gep = if self.is_instruction() {
                LLVMGetInstructionOpcode(self.raw) == LLVMOpcode::LLVMGetElementPtr
            } else {
                !LLVMIsAConstantExpr(self.raw).is_null()
                    && LLVMGetConstOpcode(self.raw) == LLVMOpcode::LLVMGetElementPtr
            };
            is_gep.then(|| Type::from_raw(LLVMGetGEPSourceElementType(self.raw)))
        }
    }

    /// The node of a metadata kind that is attached to an instruction.
    pub(in crate::ir) fn attached_node(self, kind: u32) -> Option<Node<'m>> {
        debug_assert!(self.is_instruction());
        // SAFETY: asked of an instruction; null if there is none.
        unsafe {
            let node = ffi::sp_instruction_node(self.raw, kind);
            (!node.is_null()).then(|| Node::from_raw(node))
        }
    }

    /// Whether a call itself, not what it calls, has a string attribute.
    pub fn has_call_attribute(self, name: &str) -> bool {
        // SAFETY: asked of a call; the name is given with its length.
        unsafe {
            !LLVMGetCallSiteStringAttribute(
                self.raw,
                LLVMAttributeFunctionIndex,
                name.as_ptr().cast(),
                name.len() as u32,
            )
            .is_null()
        }
    }

    /// What a call or invoke calls, as written (a function, or an expression for indirect calls).
    pub fn called_value(self) -> Value<'m> {
        debug_assert!(self.opcode().is_call());
        // SAFETY: asked of a call.
        unsafe { Value::from_raw(LLVMGetCalledValue(self.raw)) }
    }

    /// Signature that a call or invoke uses.
    pub fn called_type(self) -> Type<'m> {
        // SAFETY: asked of a call.
        unsafe { Type::from_raw(LLVMGetCalledFunctionType(self.raw)) }
    }

    /// Number of arguments of a call.
    pub fn argument_count(self) -> u32 {
        debug_assert!(self.opcode().is_call());
        // SAFETY: asked of a call.
        unsafe { LLVMGetNumArgOperands(self.raw) }
    }

    /// The struct that a call returns through its first argument (`sret`), from the call's or the callee's attributes.
    pub fn struct_return_type(self) -> Option<Type<'m>> {
        let kind = enum_attribute("sret");
        let callee = self.called_value();
        // SAFETY: index 1 is the first parameter; a null attribute is tested for.
        unsafe {
            let mut attribute = LLVMGetCallSiteEnumAttribute(self.raw, 1, kind);
            if attribute.is_null() && callee.is_function() {
                attribute = LLVMGetEnumAttributeAtIndex(callee.raw, 1, kind);
            }
            (!attribute.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Alignment that a load, store or atomic instruction promises, in bytes.
    pub fn access_alignment(self) -> u64 {
        debug_assert!(matches!(
            self.opcode(),
            Opcode::Load | Opcode::Store | Opcode::AtomicReadModifyWrite | Opcode::CompareExchange
        ));
        // SAFETY: asked of an instruction that has an alignment.
        u64::from(unsafe { LLVMGetAlignment(self.raw) })
    }

    /// Whether a call keeps no copy of argument `index`, a pointer, beyond what it returns.
    pub fn does_not_capture(self, index: u32) -> bool {
        debug_assert!(index < self.argument_count());
        // SAFETY: asked of a call; the index is in range.
        unsafe { ffi::sp_does_not_capture(self.raw, index) }
    }

    /// `align` of argument `index` of a call, from its own attributes or its callee's.
    pub fn argument_alignment(self, index: u32) -> Option<u64> {
        debug_assert!(self.is_call() || self.is_invoke());
        let kind = enum_attribute("align");
        let callee = self.called_value();
        // SAFETY: attribute index 1 is the first argument; null attributes are tested for.
        unsafe {
            let mut attribute = LLVMGetCallSiteEnumAttribute(self.raw, index + 1, kind);
            if attribute.is_null() && callee.is_function() {
                attribute = LLVMGetEnumAttributeAtIndex(callee.raw, index + 1, kind);
            }
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }

    /// Function and index of a parameter.
    pub fn as_parameter(self) -> Option<(Value<'m>, u32)> {
        // SAFETY: asked of an argument.
        let function = unsafe {
            if LLVMIsAArgument(self.raw).is_null() {
                return None;
            }
            Value::from_raw(LLVMGetParamParent(self.raw))
        };
        let index = function.parameters().position(|p| p == self)?;
        Some((function, index as u32))
    }

    /// `align` of parameter `index` of a function.
    pub fn parameter_alignment(self, index: u32) -> Option<u64> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function; a null attribute is tested for.
        unsafe {
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw, index + 1, enum_attribute("align"));
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }

    /// What an alloca allocates one of.
    pub fn allocated_type(self) -> Type<'m> {
        debug_assert!(self.is_alloca());
        // SAFETY: asked of an alloca.
        unsafe { Type::from_raw(LLVMGetAllocatedType(self.raw)) }
    }

    /// The type of the value that an atomic instruction reads or writes; none for every other instruction.
    pub fn atomic_type(self) -> Option<Type<'m>> {
        // SAFETY: asked of a load or store, which have an ordering.
        let is_atomic = || unsafe { LLVMGetOrdering(self.raw) != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic };
        match self.opcode() {
            Opcode::Load if is_atomic() => Some(self.ty()),
            Opcode::Store if is_atomic() => Some(self.operand(0).ty()),
            Opcode::AtomicReadModifyWrite | Opcode::CompareExchange => Some(self.operand(1).ty()),
            _ => None,
        }
    }

    /// Whether an instruction has metadata other than a debug location.
    pub fn has_metadata(self) -> bool {
        debug_assert!(self.is_instruction());
        // SAFETY: asked of an instruction.
        unsafe { LLVMHasMetadata(self.raw) != 0 }
    }

    /// `file:line:column` of an instruction or function that has debug info.
    pub fn location(self) -> Option<String> {
        let mut text = [0u8; 1024];
        // SAFETY: the shim writes at most `text.len()` bytes.
        let length = unsafe { ffi::sp_location(self.raw, text.as_mut_ptr().cast(), text.len()) };
        (length != 0).then(|| String::from_utf8_lossy(&text[..length]).into_owned())
    }
}

/// Instructions of a function, in order. The next one is found before the current one is handed out, so the current one
/// may be erased.
pub struct Instructions<'m> {
    pub(super) block: inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
    pub(super) instruction: LLVMValueRef,
    pub(super) marker: PhantomData<&'m ()>,
}

impl<'m> Iterator for Instructions<'m> {
    type Item = Value<'m>;

    fn next(&mut self) -> Option<Value<'m>> {
        // SAFETY: blocks and instructions of a live function.
        unsafe {
            while self.instruction.is_null() {
                if self.block.is_null() {
                    return None;
                }
                self.block = LLVMGetNextBasicBlock(self.block);
                if self.block.is_null() {
                    return None;
                }
                self.instruction = LLVMGetFirstInstruction(self.block);
            }
            let current = Value::from_raw(self.instruction);
            self.instruction = LLVMGetNextInstruction(self.instruction);
            Some(current)
        }
    }
}

/// Types that a walk over instructions need not look at.
pub struct PlainTypes<'m> {
    raw: *mut std::ffi::c_void,
    marker: PhantomData<&'m ()>,
}

impl<'m> PlainTypes<'m> {
    /// No types.
    pub fn new() -> Self {
        // SAFETY: freed in `drop`.
        Self { raw: unsafe { ffi::sp_plain_types_new() }, marker: PhantomData }
    }

    /// Adds a type.
    pub fn insert(&mut self, ty: Type<'m>) {
        // SAFETY: made in `new`; a live type.
        unsafe { ffi::sp_plain_types_add(self.raw, ty.raw) }
    }

    /// The first instruction of a function, after `after` if there is one, that is no mere computation with plain types: a
    /// call, an atomic one, one with metadata, one that refers to a global or to a constant with operands, one of another type.
    pub fn next_special(&self, function: Value<'m>, after: Option<Value<'m>>) -> Option<Value<'m>> {
        debug_assert!(function.is_function());
        let after = after.map_or(std::ptr::null_mut(), |instruction| instruction.raw);
        // SAFETY: a live function and an instruction of it, or null.
        unsafe { Value::from_nullable(ffi::sp_next_special_instruction(self.raw, function.raw, after)) }
    }
}

impl Default for PlainTypes<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for PlainTypes<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed once.
        unsafe { ffi::sp_plain_types_free(self.raw) }
    }
}
