//! A handle to a value of any kind.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    LLVMValueKind,
    core::{
        LLVMGetFirstUse, LLVMGetGlobalParent, LLVMGetInstructionParent, LLVMGetNextUse, LLVMGetNumOperands,
        LLVMGetOperand, LLVMGetUser, LLVMGetValueKind, LLVMGetValueName2, LLVMIsAAllocaInst, LLVMIsACallInst,
        LLVMIsAFunction, LLVMIsAGlobalAlias, LLVMIsAGlobalValue, LLVMIsAGlobalVariable, LLVMIsAInstruction,
        LLVMIsAInvokeInst, LLVMIsALoadInst, LLVMIsAStoreInst, LLVMIsConstant, LLVMPrintValueToString, LLVMTypeOf,
    },
    prelude::LLVMValueRef,
};

use crate::ir::{
    ffi,
    text::{copy_bytes, copy_text, take_message},
    types::Type,
};

/// A value of a module: global, function, instruction, argument or constant.
///
/// Equality and hashing are by identity. The order of hash maps over values is not stable: never iterate one into
/// output.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    pub(in crate::ir) raw: LLVMValueRef,
    pub(in crate::ir) marker: PhantomData<&'m ()>,
}

/// Kinds of values, as far as walks over operands ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// An instruction, argument or basic block: a value inside of a function.
    Local,
    /// A function.
    Function,
    /// A global variable.
    Variable,
    /// An alias.
    Alias,
    /// An ifunc.
    Ifunc,
    /// The address of a basic block.
    BlockAddress,
    /// A constant that is made of others: an expression, an aggregate.
    Composite,
    /// A constant that is made of nothing: a number, null, undef.
    Leaf,
    /// Inline assembly.
    InlineAsm,
    /// Metadata as an operand.
    Metadata,
}

impl<'m> Value<'m> {
    /// # Safety
    /// `raw` is a value of a module, or of its context, that lives as long as `'m`.
    pub(in crate::ir) unsafe fn from_raw(raw: LLVMValueRef) -> Self {
        debug_assert!(!raw.is_null());
        Self { raw, marker: PhantomData }
    }

    /// # Safety
    /// As for [`Value::from_raw`], or `raw` is null.
    pub(in crate::ir) unsafe fn from_nullable(raw: LLVMValueRef) -> Option<Self> {
        // SAFETY: by the contract.
        (!raw.is_null()).then(|| unsafe { Self::from_raw(raw) })
    }

    // --- any value ---------------------------------------------------------------------------------------------------

    /// Name without sigil; empty for unnamed values. Bytes that are not UTF-8 are replaced.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`; LLVM sets the length of the
        // name it returns.
        unsafe { copy_text(LLVMGetValueName2(self.raw, &mut length), length) }
    }

    /// Name as LLVM has it: any bytes.
    pub fn name_bytes(self) -> Vec<u8> {
        let mut length = 0;
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`; LLVM sets the length of the
        // name it returns.
        unsafe { copy_bytes(LLVMGetValueName2(self.raw, &mut length), length) }
    }

    /// The value's type.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { Type::from_raw(LLVMTypeOf(self.raw)) }
    }

    /// The value for a message: a global by its name, everything else as LLVM prints the beginning of it.
    pub fn describe(self) -> String {
        const LONGEST: usize = 200;
        if self.is_global() {
            return format!("`{}`", self.name());
        }
        let text = self.print();
        match text.trim().char_indices().nth(LONGEST) {
            Some((end, _)) => format!("`{}...`", &text.trim()[..end]),
            None => format!("`{}`", text.trim()),
        }
    }

    /// The value as LLVM prints it.
    pub fn print(self) -> String {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`; the message is ours.
        unsafe { take_message(LLVMPrintValueToString(self.raw)) }
    }

    /// Operands in order. Operands that are absent (null) are left out.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = Value<'m>> {
        // SAFETY: asked of a user; the indices are in range.
        let count = unsafe { LLVMGetNumOperands(self.raw) }.max(0) as u32;
        (0..count).filter_map(move |i| unsafe { Value::from_nullable(LLVMGetOperand(self.raw, i)) })
    }

    /// Operand `index`.
    ///
    /// # Panics
    /// The value has no such operand.
    pub fn operand(self, index: u32) -> Value<'m> {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`; the index is in range; null
        // where the operand is absent.
        let operand = unsafe {
            let is_there = (index as i32) < LLVMGetNumOperands(self.raw);
            if is_there { Value::from_nullable(LLVMGetOperand(self.raw, index)) } else { None }
        };
        operand.unwrap_or_else(|| panic!("no operand {index}: {}", self.print()))
    }

    /// Users, once per use, in LLVM's order of uses (which is not stable: sort before it matters). They are all found
    /// first: a caller that goes through them may change the users.
    pub fn users(self) -> impl Iterator<Item = Value<'m>> {
        let mut users = Vec::new();
        // SAFETY: uses of a live value, which do not change meanwhile.
        unsafe {
            let mut next = LLVMGetFirstUse(self.raw);
            while !next.is_null() {
                users.push(Value::from_raw(LLVMGetUser(next)));
                next = LLVMGetNextUse(next);
            }
        }
        users.into_iter()
    }

    /// Whether nothing uses the value.
    pub fn is_unused(self) -> bool {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { LLVMGetFirstUse(self.raw).is_null() }
    }

    /// Whether an instruction or global is in no block or module any more.
    pub(in crate::ir) fn is_erased(self) -> bool {
        // SAFETY: asked of what each is for.
        unsafe {
            self.is_instruction() && LLVMGetInstructionParent(self.raw).is_null()
                || self.is_global() && LLVMGetGlobalParent(self.raw).is_null()
        }
    }

    /// Whether metadata (debug info, named metadata, attachments) refers to the value.
    pub fn is_metadata_target(self) -> bool {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { ffi::sp_used_by_metadata(self.raw) }
    }

    // --- what it is --------------------------------------------------------------------------------------------------

    /// Whether it is a function, variable, alias or ifunc.
    pub fn is_global(self) -> bool {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`, here and in the next queries.
        unsafe { !LLVMIsAGlobalValue(self.raw).is_null() }
    }
    /// Whether it is a function.
    pub fn is_function(self) -> bool {
        unsafe { !LLVMIsAFunction(self.raw).is_null() }
    }
    /// Whether it is a global variable.
    pub fn is_global_variable(self) -> bool {
        unsafe { !LLVMIsAGlobalVariable(self.raw).is_null() }
    }
    /// Kind of the value.
    pub fn kind(self) -> ValueKind {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`.
        match unsafe { LLVMGetValueKind(self.raw) } {
            LLVMValueKind::LLVMArgumentValueKind
            | LLVMValueKind::LLVMBasicBlockValueKind
            | LLVMValueKind::LLVMInstructionValueKind => ValueKind::Local,
            LLVMValueKind::LLVMFunctionValueKind => ValueKind::Function,
            LLVMValueKind::LLVMGlobalVariableValueKind => ValueKind::Variable,
            LLVMValueKind::LLVMGlobalAliasValueKind => ValueKind::Alias,
            LLVMValueKind::LLVMGlobalIFuncValueKind => ValueKind::Ifunc,
            LLVMValueKind::LLVMBlockAddressValueKind => ValueKind::BlockAddress,
            LLVMValueKind::LLVMInlineAsmValueKind => ValueKind::InlineAsm,
            LLVMValueKind::LLVMMetadataAsValueValueKind => ValueKind::Metadata,
            // SAFETY: a constant; leaves have no operands.
            _ if unsafe { LLVMGetNumOperands(self.raw) } > 0 => ValueKind::Composite,
            _ => ValueKind::Leaf,
        }
    }

    /// Whether it is a global alias.
    pub fn is_alias(self) -> bool {
        unsafe { !LLVMIsAGlobalAlias(self.raw).is_null() }
    }
    /// Whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        unsafe { !LLVMIsAInstruction(self.raw).is_null() }
    }
    /// Whether it is a call (not an invoke).
    pub fn is_call(self) -> bool {
        unsafe { !LLVMIsACallInst(self.raw).is_null() }
    }
    /// Whether it is an invoke.
    pub fn is_invoke(self) -> bool {
        unsafe { !LLVMIsAInvokeInst(self.raw).is_null() }
    }
    /// Whether it is a load.
    pub fn is_load(self) -> bool {
        unsafe { !LLVMIsALoadInst(self.raw).is_null() }
    }
    /// Whether it is a store.
    pub fn is_store(self) -> bool {
        unsafe { !LLVMIsAStoreInst(self.raw).is_null() }
    }
    /// Whether it is an alloca.
    pub fn is_alloca(self) -> bool {
        unsafe { !LLVMIsAAllocaInst(self.raw).is_null() }
    }
    /// Whether it is a constant (globals are).
    pub fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.raw) != 0 }
    }
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_global() { write!(f, "@{}", self.name()) } else { f.write_str(self.print().trim()) }
    }
}
