//! Instructions.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMOpcode,
    core::{
        LLVMCountBasicBlocks, LLVMGetAlignment, LLVMGetAllocatedType, LLVMGetBasicBlockParent, LLVMGetConstOpcode,
        LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetGEPSourceElementType, LLVMGetInstructionOpcode,
        LLVMGetInstructionParent, LLVMGetNextBasicBlock, LLVMGetNextInstruction, LLVMGetOrdering, LLVMGetParamParent,
        LLVMHasMetadata, LLVMIsAArgument, LLVMIsAConstantExpr,
    },
    prelude::LLVMValueRef,
};

use super::{Function, Value};
use crate::ir::{ffi, types::Type};

/// Opcodes of instructions, as far as the passes distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcode {
    /// `call`
    Call,
    /// `invoke`
    Invoke,
    /// `callbr`
    CallBr,
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
    /// Arithmetic of floating-point numbers: `fadd`, `fsub`, `fmul`, `fdiv`, `frem`, `fneg`.
    FloatArithmetic,
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
    /// `br`, `switch`
    Jump,
    /// `indirectbr`
    IndirectJump,
    /// `va_arg`
    VariadicArgument,
    /// `fence`
    Fence,
    /// Any other.
    Other,
}

impl Opcode {
    /// Whether instructions of this opcode call a function.
    pub fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Invoke | Opcode::CallBr)
    }
}

impl<'m> Value<'m> {
    /// The instruction behind this one in its block.
    pub fn next_instruction(self) -> Option<Value<'m>> {
        assert!(self.is_instruction() && !self.is_erased(), "an instruction in a block");
        // SAFETY: an instruction in a block; null at its end.
        unsafe { Value::from_nullable(LLVMGetNextInstruction(self.raw)) }
    }

    /// Whether it takes an element out of a vector.
    pub fn is_extract_element(self) -> bool {
        // SAFETY: the opcode is asked of an instruction.
        self.is_instruction() && unsafe { LLVMGetInstructionOpcode(self.raw) == LLVMOpcode::LLVMExtractElement }
    }

    /// The function that holds an instruction.
    pub fn parent_function(self) -> Function<'m> {
        assert!(self.is_instruction() && !self.is_erased(), "an instruction in a block");
        // SAFETY: an instruction that is in a function.
        unsafe { Function::from_raw(LLVMGetBasicBlockParent(LLVMGetInstructionParent(self.raw))) }
    }

    /// Opcode of an instruction; [`Opcode::Other`] of everything else.
    pub fn opcode(self) -> Opcode {
        if !self.is_instruction() {
            return Opcode::Other;
        }
        // SAFETY: asked of an instruction.
        match unsafe { LLVMGetInstructionOpcode(self.raw) } {
            LLVMOpcode::LLVMCall => Opcode::Call,
            LLVMOpcode::LLVMInvoke => Opcode::Invoke,
            LLVMOpcode::LLVMCallBr => Opcode::CallBr,
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
            LLVMOpcode::LLVMFAdd
            | LLVMOpcode::LLVMFSub
            | LLVMOpcode::LLVMFMul
            | LLVMOpcode::LLVMFDiv
            | LLVMOpcode::LLVMFRem
            | LLVMOpcode::LLVMFNeg => Opcode::FloatArithmetic,
            LLVMOpcode::LLVMICmp => Opcode::Compare,
            LLVMOpcode::LLVMFCmp => Opcode::FloatCompare,
            LLVMOpcode::LLVMPHI => Opcode::Phi,
            LLVMOpcode::LLVMSelect => Opcode::Select,
            LLVMOpcode::LLVMExtractValue | LLVMOpcode::LLVMInsertValue => Opcode::AggregateAccess,
            LLVMOpcode::LLVMRet => Opcode::Return,
            LLVMOpcode::LLVMBr | LLVMOpcode::LLVMSwitch => Opcode::Jump,
            LLVMOpcode::LLVMIndirectBr => Opcode::IndirectJump,
            LLVMOpcode::LLVMVAArg => Opcode::VariadicArgument,
            LLVMOpcode::LLVMFence => Opcode::Fence,
            _ => Opcode::Other,
        }
    }

    /// The only store into the place of a function's frame that a load reads, where all variables are one alloca; none
    /// if more is done with that place than to store it once and to load it.
    pub fn frame_store(self) -> Option<Value<'m>> {
        assert!(self.is_load(), "asked of a load");
        // SAFETY: a load.
        unsafe { Value::from_nullable(ffi::sp_frame_store(self.raw)) }
    }

    /// Whether something reads what a store puts into such a place.
    pub fn frame_is_read(self) -> bool {
        assert!(self.is_store(), "asked of a store");
        // SAFETY: a store.
        unsafe { ffi::sp_frame_is_read(self.raw) }
    }

    /// Whether this is a `ptrtoint` instruction.
    pub fn is_pointer_to_integer(self) -> bool {
        // SAFETY: asked of an instruction.
        self.is_instruction() && unsafe { LLVMGetInstructionOpcode(self.raw) == LLVMOpcode::LLVMPtrToInt }
    }

    /// Whether this is an `inttoptr` instruction.
    pub fn is_integer_to_pointer(self) -> bool {
        // SAFETY: asked of an instruction.
        self.is_instruction() && unsafe { LLVMGetInstructionOpcode(self.raw) == LLVMOpcode::LLVMIntToPtr }
    }

    /// Whether this is an `addrspacecast`, an instruction or a constant expression.
    pub fn is_address_space_cast(self) -> bool {
        // SAFETY: the opcode is asked of what has one.
        unsafe {
            let opcode = if self.is_instruction() {
                LLVMGetInstructionOpcode(self.raw)
            } else if !LLVMIsAConstantExpr(self.raw).is_null() {
                LLVMGetConstOpcode(self.raw)
            } else {
                return false;
            };
            opcode == LLVMOpcode::LLVMAddrSpaceCast
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

    /// Alignment that a load, store or atomic instruction promises, in bytes.
    pub fn access_alignment(self) -> u64 {
        let accesses = [Opcode::Load, Opcode::Store, Opcode::AtomicReadModifyWrite, Opcode::CompareExchange];
        assert!(accesses.contains(&self.opcode()), "asked of an access to memory");
        // SAFETY: asked of an instruction that has an alignment.
        u64::from(unsafe { LLVMGetAlignment(self.raw) })
    }

    /// Function and index of a parameter.
    pub fn as_parameter(self) -> Option<(Function<'m>, u32)> {
        // SAFETY: asked of an argument.
        let function = unsafe {
            if LLVMIsAArgument(self.raw).is_null() {
                return None;
            }
            Function::from_raw(LLVMGetParamParent(self.raw))
        };
        let index = function.parameters().position(|p| p == self)?;
        Some((function, index as u32))
    }

    /// Type of one allocated element.
    pub fn allocated_type(self) -> Type<'m> {
        assert!(self.is_alloca(), "asked of an alloca");
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
        assert!(self.is_instruction(), "asked of an instruction");
        // SAFETY: asked of an instruction.
        unsafe { LLVMHasMetadata(self.raw) != 0 }
    }

    /// `file:line:column` of an instruction or function that has debug info.
    pub fn location(self) -> Option<String> {
        self.location_text(false)
    }

    /// As [`Self::location`]; where an instruction was inlined from SYCL's headers, that of the call in the program.
    pub fn location_in_program(self) -> Option<String> {
        self.location_text(true)
    }

    fn location_text(self, in_program: bool) -> Option<String> {
        let mut text = [0u8; 1024];
        // SAFETY: the shim writes at most `text.len()` bytes.
        let length = unsafe { ffi::sp_location(self.raw, in_program, text.as_mut_ptr().cast(), text.len()) };
        (length != 0).then(|| String::from_utf8_lossy(&text[..length]).into_owned())
    }
}

impl<'m> Function<'m> {
    /// The instructions, in order of blocks.
    pub fn instructions(self) -> Instructions<'m> {
        // SAFETY: a function.
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

    /// The first instruction of a function, after `after` if there is one, that does more than compute with plain
    /// types: a call, an atomic one, one with metadata, one that refers to a global or to a constant with operands, one
    /// of another type.
    pub fn next_special(&self, function: Function<'m>, after: Option<Value<'m>>) -> Option<Value<'m>> {
        let after = after.map_or(std::ptr::null_mut(), |instruction| instruction.raw);
        // SAFETY: the function lives for all of `'m`, by the contract of `Function::from_raw`; an instruction of it, or
        // null.
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

#[cfg(all(test, feature = "llvm22"))]
mod tests {
    use inkwell::llvm_sys::core::{LLVMGetNamedMetadataOperands, LLVMReplaceMDNodeOperandWith, LLVMValueAsMetadata};

    use crate::ir::OwnedModule;

    const TEXT: &str = "\
        define void @f() !dbg !2 {\n\
          ret void, !dbg !5\n\
        }\n\
        !llvm.dbg.cu = !{!0}\n\
        !llvm.module.flags = !{!4}\n\
        !damaged = !{!1, !2}\n\
        !0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)\n\
        !1 = distinct !DIFile(filename: \"a.cpp\", directory: \"/\")\n\
        !2 = distinct !DISubprogram(name: \"f\", file: !1, line: 3, scopeLine: 3, unit: !0, spFlags: DISPFlagDefinition)\n\
        !4 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !5 = !DILocation(line: 4, column: 5, scope: !2)\n";

    /// Damaged bitcode has other nodes where strings should be, which LLVM's verifier does not notice.
    #[test]
    fn names_that_are_no_strings_are_no_place() {
        let mut module = OwnedModule::read(TEXT.as_bytes(), "a.ll").unwrap();
        let raw = module.raw();
        let function = module.view().function("f").unwrap();
        let places = || {
            let instruction = function.instructions().next().unwrap();
            [function.location(), instruction.location(), instruction.location_in_program()]
        };
        let place = |text: &str| Some(text.to_owned());
        assert_eq!(places(), [place("a.cpp:3:0"), place("a.cpp:4:5"), place("a.cpp:4:5")]);
        let mut nodes = [std::ptr::null_mut(); 2];
        // SAFETY: `raw` is the module read above, whose named metadata has two nodes, each with the operand.
        unsafe {
            LLVMGetNamedMetadataOperands(raw, c"damaged".as_ptr(), nodes.as_mut_ptr());
            let [file, subprogram] = nodes;
            LLVMReplaceMDNodeOperandWith(subprogram, 2, LLVMValueAsMetadata(file));
            assert_eq!(places(), [place("a.cpp:3:0"), place("a.cpp:4:5"), place("a.cpp:4:5")]);
            LLVMReplaceMDNodeOperandWith(file, 0, LLVMValueAsMetadata(subprogram));
        }
        assert_eq!(places(), [None, None, None]);
    }
}
