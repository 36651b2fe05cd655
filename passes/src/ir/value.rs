//! Values: globals, functions, instructions and constants, read only.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{ffi::CStr, marker::PhantomData};

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMLinkage, LLVMOpcode, LLVMValueKind,
    core::{
        LLVMAliasGetAliasee, LLVMConstBitCast, LLVMConstIntGetSExtValue, LLVMConstIntGetZExtValue,
        LLVMCountBasicBlocks, LLVMCountParams, LLVMDisposeMessage, LLVMGetAggregateElement, LLVMGetAlignment,
        LLVMGetAllocatedType, LLVMGetAsString, LLVMGetAttributeCountAtIndex, LLVMGetBasicBlockParent,
        LLVMGetCallSiteEnumAttribute, LLVMGetCallSiteStringAttribute, LLVMGetCalledFunctionType, LLVMGetCalledValue,
        LLVMGetConstOpcode, LLVMGetEnumAttributeAtIndex, LLVMGetEnumAttributeKindForName, LLVMGetEnumAttributeValue,
        LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetFirstUse, LLVMGetFunctionCallConv,
        LLVMGetGEPSourceElementType, LLVMGetGlobalIFuncResolver, LLVMGetInitializer, LLVMGetInstructionOpcode,
        LLVMGetInstructionParent, LLVMGetLinkage, LLVMGetMetadata, LLVMGetNextBasicBlock, LLVMGetNextInstruction,
        LLVMGetNextUse, LLVMGetNumArgOperands, LLVMGetNumOperands, LLVMGetOperand, LLVMGetParam, LLVMGetParamParent,
        LLVMGetSection, LLVMGetStringAttributeAtIndex, LLVMGetStringAttributeValue, LLVMGetTypeAttributeValue,
        LLVMGetTypeContext, LLVMGetUser, LLVMGetValueKind, LLVMGetValueName2, LLVMGlobalGetValueType, LLVMHasMetadata,
        LLVMIntTypeInContext, LLVMIsAAllocaInst, LLVMIsAArgument, LLVMIsACallInst, LLVMIsAConstantDataArray,
        LLVMIsAConstantExpr, LLVMIsAConstantInt, LLVMIsAFunction, LLVMIsAGlobalAlias, LLVMIsAGlobalValue,
        LLVMIsAGlobalVariable, LLVMIsAInstruction, LLVMIsAInvokeInst, LLVMIsALoadInst, LLVMIsAStoreInst,
        LLVMIsConstant, LLVMIsConstantString, LLVMIsDeclaration, LLVMIsNull, LLVMIsUndef, LLVMPrintValueToString,
        LLVMTypeOf,
    },
    prelude::{LLVMAttributeRef, LLVMValueRef},
};

use super::{
    ffi,
    types::{Type, TypeKind},
};

/// A value of a module: global, function, instruction, argument or constant.
///
/// Equality and hashing are by identity. The order of hash maps over values is not stable: never iterate one into output.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    pub(super) marker: PhantomData<&'m ()>,
}

/// Calling conventions that the passes know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallingConvention {
    /// `spir_kernel`
    SpirKernel,
    /// `ptx_kernel`
    PtxKernel,
    /// `amdgpu_kernel`
    AmdgpuKernel,
    /// `spir_func`
    SpirFunction,
    /// Any other, by LLVM's number.
    Other(u32),
}

/// What a value is, as far as walks over operands ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// An instruction, argument or basic block: a value of the function at hand.
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
    Assembly,
    /// Metadata as an operand.
    Metadata,
}

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
    /// Any other.
    Other,
}

impl Opcode {
    /// Whether instructions of this opcode call a function.
    pub fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Invoke | Opcode::CallBranch)
    }
}

/// Linkage, as far as the passes tell kinds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// `internal` or `private`: nobody outside can refer to it.
    Local,
    /// Kept by linkers even when unused: `external`, `weak`, `common`, `appending` and so on.
    External,
    /// `linkonce`, `linkonce_odr`, `available_externally`: may be dropped when unused.
    Discardable,
}

/// Takes a message that LLVM allocated.
///
/// # Safety
/// `message` was returned by a C API function that says to dispose it.
pub(super) unsafe fn take_message(message: *mut std::ffi::c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: a NUL-terminated string that we own now.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Copies a string that LLVM gave as pointer and length.
///
/// # Safety
/// `data` points to `length` readable bytes, or is null.
pub(super) unsafe fn copy_text(data: *const std::ffi::c_char, length: usize) -> String {
    if data.is_null() {
        return String::new();
    }
    // SAFETY: by the contract above.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(data.cast(), length) }).into_owned()
}

impl<'m> Value<'m> {
    pub(super) fn new(raw: LLVMValueRef) -> Self {
        debug_assert!(!raw.is_null());
        Self { raw, marker: PhantomData }
    }

    pub(super) fn from_nullable(raw: LLVMValueRef) -> Option<Self> {
        (!raw.is_null()).then(|| Self::new(raw))
    }

    // --- any value ---------------------------------------------------------------------------------------------------

    /// Name without sigil; empty for unnamed values. Bytes that are not UTF-8 are replaced.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: a live value; LLVM sets the length of the name it returns.
        unsafe { copy_text(LLVMGetValueName2(self.raw, &mut length), length) }
    }

    /// The value's type.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: a live value.
        Type::new(unsafe { LLVMTypeOf(self.raw) })
    }

    /// The value for a message: a global by its name, everything else as LLVM prints it.
    pub fn describe(self) -> String {
        if self.is_global() { format!("`{}`", self.name()) } else { format!("`{}`", self.print().trim()) }
    }

    /// The value as LLVM prints it.
    pub fn print(self) -> String {
        // SAFETY: a live value; the message is ours.
        unsafe { take_message(LLVMPrintValueToString(self.raw)) }
    }

    /// Operands in order. Operands that are absent (null) are left out.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = Value<'m>> {
        // SAFETY: asked of a user; the indices are in range.
        let count = unsafe { LLVMGetNumOperands(self.raw) }.max(0) as u32;
        (0..count).filter_map(move |i| Value::from_nullable(unsafe { LLVMGetOperand(self.raw, i) }))
    }

    /// Operand `index`.
    pub fn operand(self, index: u32) -> Value<'m> {
        // SAFETY: the caller knows the kind of the value; the assertion keeps the index in range.
        unsafe {
            assert!((index as i32) < LLVMGetNumOperands(self.raw), "operand {index} of {}", self.print());
            Value::new(LLVMGetOperand(self.raw, index))
        }
    }

    /// Users, once per use, in LLVM's order of uses (which is not stable: sort before it matters).
    pub fn users(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: uses of a live value; the list is not changed while the iterator is in use by the callers in this crate.
        let mut next = unsafe { LLVMGetFirstUse(self.raw) };
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            // SAFETY: `next` is a live use.
            unsafe {
                let user = Value::new(LLVMGetUser(next));
                next = LLVMGetNextUse(next);
                Some(user)
            }
        })
    }

    /// Whether nothing uses the value.
    pub fn is_unused(self) -> bool {
        self.users().next().is_none()
    }

    /// Whether metadata (debug info, named metadata, attachments) refers to the value.
    pub fn is_metadata_target(self) -> bool {
        // SAFETY: a live value.
        unsafe { ffi::sp_used_by_metadata(self.raw) }
    }

    // --- what it is --------------------------------------------------------------------------------------------------

    /// Whether it is a function, variable, alias or ifunc.
    pub fn is_global(self) -> bool {
        // SAFETY: a live value, here and in the next queries.
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
    /// What it is.
    pub fn kind(self) -> ValueKind {
        // SAFETY: a live value.
        match unsafe { LLVMGetValueKind(self.raw) } {
            LLVMValueKind::LLVMArgumentValueKind
            | LLVMValueKind::LLVMBasicBlockValueKind
            | LLVMValueKind::LLVMInstructionValueKind => ValueKind::Local,
            LLVMValueKind::LLVMFunctionValueKind => ValueKind::Function,
            LLVMValueKind::LLVMGlobalVariableValueKind => ValueKind::Variable,
            LLVMValueKind::LLVMGlobalAliasValueKind => ValueKind::Alias,
            LLVMValueKind::LLVMGlobalIFuncValueKind => ValueKind::Ifunc,
            LLVMValueKind::LLVMBlockAddressValueKind => ValueKind::BlockAddress,
            LLVMValueKind::LLVMInlineAsmValueKind => ValueKind::Assembly,
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

    // --- constants ---------------------------------------------------------------------------------------------------

    /// Whether it is a null value: zero, null pointer, zeroinitializer.
    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.raw) != 0 }
    }
    /// Whether it is undef or poison.
    pub fn is_undef(self) -> bool {
        unsafe { LLVMIsUndef(self.raw) != 0 }
    }

    /// Value of an integer constant of at most 64 bits, zero-extended.
    pub fn as_unsigned(self) -> Option<u64> {
        // SAFETY: asked of an integer constant that fits.
        unsafe { self.is_small_integer().then(|| LLVMConstIntGetZExtValue(self.raw)) }
    }

    /// Value of an integer constant of at most 64 bits, sign-extended.
    pub fn as_signed(self) -> Option<i64> {
        // SAFETY: asked of an integer constant that fits.
        unsafe { self.is_small_integer().then(|| LLVMConstIntGetSExtValue(self.raw)) }
    }

    fn is_small_integer(self) -> bool {
        // SAFETY: a live value.
        unsafe { !LLVMIsAConstantInt(self.raw).is_null() && matches!(self.ty().kind(), TypeKind::Integer(1..=64)) }
    }

    /// Bits of an integer or floating-point constant in little-endian bytes: `ceil(width / 8)` of them.
    /// None for every other value.
    pub fn scalar_bytes(self) -> Option<Vec<u8>> {
        let width = match self.ty().kind() {
            TypeKind::Integer(width) => width,
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            _ => return None,
        };
        let mut words = [0u64; 32];
        // SAFETY: a constant and an integer type of its size in its context; the shim writes at most `words.len()` words
        // and returns the width, or 0 for what does not fold to a number or does not fit.
        let bits = unsafe {
            if !self.is_constant() {
                return None;
            }
            let integer = LLVMIntTypeInContext(LLVMGetTypeContext(self.ty().raw), width);
            let bits = if integer == self.ty().raw { self.raw } else { LLVMConstBitCast(self.raw, integer) };
            ffi::sp_integer_bits(bits, words.as_mut_ptr(), words.len()) as usize
        };
        (bits != 0).then(|| words.iter().flat_map(|w| w.to_le_bytes()).take(bits.div_ceil(8)).collect())
    }

    /// Element `index` of an aggregate constant (struct, array, vector, zeroinitializer, undef).
    pub fn aggregate_element(self, index: u64) -> Option<Value<'m>> {
        // SAFETY: LLVM returns null for an index out of range or a constant without elements.
        Value::from_nullable(unsafe { LLVMGetAggregateElement(self.raw, u32::try_from(index).ok()?) })
    }

    /// Bytes of an array of `i8` written as a string, without a trailing NUL.
    pub fn as_string(self) -> Option<String> {
        // SAFETY: asked of a constant data array, which the first call checks.
        unsafe {
            if LLVMIsAConstantDataArray(self.raw).is_null() || LLVMIsConstantString(self.raw) == 0 {
                return None;
            }
            let mut length = 0;
            let text = copy_text(LLVMGetAsString(self.raw, &mut length), length);
            Some(text.strip_suffix('\0').map_or(text.clone(), str::to_owned))
        }
    }

    /// Looks through pointer casts (bitcast, addrspacecast), all-zero GEPs and aliases, constant or not.
    pub fn strip_pointer_casts(self) -> Value<'m> {
        let mut value = self;
        for _ in 0..64 {
            // SAFETY: opcodes are asked of what has one.
            let opcode = unsafe {
                if value.is_instruction() {
                    LLVMGetInstructionOpcode(value.raw)
                } else if !LLVMIsAConstantExpr(value.raw).is_null() {
                    LLVMGetConstOpcode(value.raw)
                } else if value.is_alias() {
                    value = Value::new(LLVMAliasGetAliasee(value.raw));
                    continue;
                } else {
                    break;
                }
            };
            match opcode {
                LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => value = value.operand(0),
                LLVMOpcode::LLVMGetElementPtr
                    if value.operands().skip(1).all(|index| index.is_constant() && index.is_null()) =>
                {
                    value = value.operand(0);
                }
                _ => break,
            }
        }
        value
    }

    // --- globals -----------------------------------------------------------------------------------------------------

    /// Whether the global has no body or initializer here.
    pub fn is_declaration(self) -> bool {
        debug_assert!(self.is_global());
        // SAFETY: asked of a global.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// Linkage of a global.
    pub fn linkage(self) -> Linkage {
        debug_assert!(self.is_global());
        // SAFETY: asked of a global.
        match unsafe { LLVMGetLinkage(self.raw) } {
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage => Linkage::Local,
            LLVMLinkage::LLVMLinkOnceAnyLinkage
            | LLVMLinkage::LLVMLinkOnceODRLinkage
            | LLVMLinkage::LLVMLinkOnceODRAutoHideLinkage
            | LLVMLinkage::LLVMAvailableExternallyLinkage => Linkage::Discardable,
            _ => Linkage::External,
        }
    }

    /// The type of what a global holds: a function's signature, a variable's content.
    pub fn value_type(self) -> Type<'m> {
        debug_assert!(self.is_global());
        // SAFETY: asked of a global.
        Type::new(unsafe { LLVMGlobalGetValueType(self.raw) })
    }

    /// Initializer of a variable.
    pub fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: asked of a variable.
        if self.is_global_variable() { Value::from_nullable(unsafe { LLVMGetInitializer(self.raw) }) } else { None }
    }

    /// Section of a global; empty if it has none.
    pub fn section(self) -> String {
        // SAFETY: asked of a global; null or NUL-terminated.
        unsafe {
            let section = LLVMGetSection(self.raw);
            if section.is_null() { String::new() } else { CStr::from_ptr(section).to_string_lossy().into_owned() }
        }
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Option<Value<'m>> {
        // SAFETY: asked of an alias.
        if self.is_alias() { Value::from_nullable(unsafe { LLVMAliasGetAliasee(self.raw) }) } else { None }
    }

    /// The function that chooses what an ifunc stands for.
    pub fn resolver(self) -> Option<Value<'m>> {
        // SAFETY: asked of an ifunc.
        if self.kind() == ValueKind::Ifunc {
            Value::from_nullable(unsafe { LLVMGetGlobalIFuncResolver(self.raw) })
        } else {
            None
        }
    }

    /// Calling convention of a function.
    pub fn calling_convention(self) -> CallingConvention {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function. The numbers are LLVM's `CallingConv::ID`.
        match unsafe { LLVMGetFunctionCallConv(self.raw) } {
            71 => CallingConvention::PtxKernel,
            75 => CallingConvention::SpirFunction,
            76 => CallingConvention::SpirKernel,
            91 => CallingConvention::AmdgpuKernel,
            other => CallingConvention::Other(other),
        }
    }

    /// Value of a string attribute of a global variable.
    pub fn variable_attribute(self, name: &str) -> Option<String> {
        debug_assert!(self.is_global_variable());
        let mut length = 0;
        // SAFETY: asked of a variable; the shim sets the length of the text it returns.
        unsafe {
            let text = ffi::sp_variable_attribute(self.raw, name.as_ptr().cast(), name.len(), &mut length);
            (!text.is_null()).then(|| copy_text(text, length))
        }
    }

    /// Whether a function has any attribute of its own: cheaper than to ask for several.
    pub fn has_attributes(self) -> bool {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function.
        unsafe { LLVMGetAttributeCountAtIndex(self.raw, LLVMAttributeFunctionIndex) != 0 }
    }

    /// Value of a string attribute of a function.
    pub fn string_attribute(self, name: &str) -> Option<String> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function; the name is given with its length.
        unsafe {
            let attribute = LLVMGetStringAttributeAtIndex(
                self.raw,
                LLVMAttributeFunctionIndex,
                name.as_ptr().cast(),
                name.len() as u32,
            );
            attribute_text(attribute)
        }
    }

    /// Whether a function has a string attribute.
    pub fn has_string_attribute(self, name: &str) -> bool {
        debug_assert!(self.is_function());
        // SAFETY: as in `string_attribute`.
        unsafe {
            !LLVMGetStringAttributeAtIndex(
                self.raw,
                LLVMAttributeFunctionIndex,
                name.as_ptr().cast(),
                name.len() as u32,
            )
            .is_null()
        }
    }

    /// Index of the first parameter of a function that has a string attribute.
    pub fn parameter_with_attribute(self, name: &str) -> Option<u32> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function; attribute index 1 is the first parameter.
        unsafe {
            (0..LLVMCountParams(self.raw)).find(|index| {
                !LLVMGetStringAttributeAtIndex(self.raw, index + 1, name.as_ptr().cast(), name.len() as u32).is_null()
            })
        }
    }

    /// Parameters of a function.
    pub fn parameters(self) -> impl Iterator<Item = Value<'m>> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function; indices in range.
        let count = unsafe { LLVMCountParams(self.raw) };
        (0..count).map(move |i| Value::new(unsafe { LLVMGetParam(self.raw, i) }))
    }

    /// Instructions of a function in order of blocks.
    pub fn instructions(self) -> Instructions<'m> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function.
        unsafe {
            let block = if LLVMCountBasicBlocks(self.raw) == 0 {
                std::ptr::null_mut()
            } else {
                LLVMGetFirstBasicBlock(self.raw)
            };
            let instruction = if block.is_null() { std::ptr::null_mut() } else { LLVMGetFirstInstruction(block) };
            Instructions { block, instruction, marker: PhantomData }
        }
    }

    // --- instructions ------------------------------------------------------------------------------------------------

    /// The function that holds an instruction.
    pub fn parent_function(self) -> Value<'m> {
        debug_assert!(self.is_instruction());
        // SAFETY: an instruction that is in a function.
        Value::new(unsafe { LLVMGetBasicBlockParent(LLVMGetInstructionParent(self.raw)) })
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
            is_gep.then(|| Type::new(LLVMGetGEPSourceElementType(self.raw)))
        }
    }

    /// The node of a metadata kind that is attached to an instruction.
    pub(super) fn attached_node(self, kind: u32) -> Option<Value<'m>> {
        debug_assert!(self.is_instruction());
        // SAFETY: asked of an instruction; null if there is none.
        Value::from_nullable(unsafe { LLVMGetMetadata(self.raw, kind) })
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
        Value::new(unsafe { LLVMGetCalledValue(self.raw) })
    }

    /// Signature that a call or invoke uses.
    pub fn called_type(self) -> Type<'m> {
        // SAFETY: asked of a call.
        Type::new(unsafe { LLVMGetCalledFunctionType(self.raw) })
    }

    /// Number of arguments of a call.
    pub fn argument_count(self) -> u32 {
        debug_assert!(self.is_call() || self.is_invoke());
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
            (!attribute.is_null()).then(|| Type::new(LLVMGetTypeAttributeValue(attribute)))
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
            Value::new(LLVMGetParamParent(self.raw))
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
        Type::new(unsafe { LLVMGetAllocatedType(self.raw) })
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

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_global() { write!(f, "@{}", self.name()) } else { f.write_str(self.print().trim()) }
    }
}

/// Number of an attribute that LLVM knows by name.
pub(super) fn enum_attribute(name: &str) -> u32 {
    // SAFETY: the name is given with its length.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// # Safety
/// `attribute` is null or a string attribute.
unsafe fn attribute_text(attribute: LLVMAttributeRef) -> Option<String> {
    if attribute.is_null() {
        return None;
    }
    let mut length = 0;
    // SAFETY: by the contract; LLVM sets the length.
    Some(unsafe { copy_text(LLVMGetStringAttributeValue(attribute, &mut length), length as usize) })
}

/// Instructions of a function, in order. The next one is found before the current one is handed out, so the current one
/// may be erased.
pub struct Instructions<'m> {
    block: inkwell::llvm_sys::prelude::LLVMBasicBlockRef,
    instruction: LLVMValueRef,
    marker: PhantomData<&'m ()>,
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
            let current = Value::new(self.instruction);
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
    /// call, one with metadata, one that refers to a global or to a constant with operands, one of another type.
    pub fn next_special(&self, function: Value<'m>, after: Option<Value<'m>>) -> Option<Value<'m>> {
        debug_assert!(function.is_function());
        let after = after.map_or(std::ptr::null_mut(), |instruction| instruction.raw);
        // SAFETY: a live function and an instruction of it, or null.
        Value::from_nullable(unsafe { ffi::sp_next_special_instruction(self.raw, function.raw, after) })
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
