//! Making and replacing instructions.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMIntPredicate,
    core::{
        LLVMAddCallSiteAttribute, LLVMBuildAdd, LLVMBuildAddrSpaceCast, LLVMBuildAlloca, LLVMBuildCall2,
        LLVMBuildExtractValue, LLVMBuildGEP2, LLVMBuildICmp, LLVMBuildInBoundsGEP2, LLVMBuildInsertElement,
        LLVMBuildInsertValue, LLVMBuildLoad2, LLVMBuildMemCpy, LLVMBuildPtrToInt, LLVMBuildSelect, LLVMBuildStore,
        LLVMBuildSub, LLVMBuildTrunc, LLVMBuildZExt, LLVMCreateEnumAttribute, LLVMGetIntrinsicDeclaration,
        LLVMGetNextInstruction, LLVMGlobalGetValueType, LLVMInstructionRemoveFromParent, LLVMLookupIntrinsicID,
        LLVMPositionBuilderBefore, LLVMRemoveCallSiteEnumAttribute, LLVMReplaceAllUsesWith, LLVMSetAlignment,
        LLVMSetOperand, LLVMSetValueName2, LLVMTypeOf,
    },
    prelude::{LLVMTypeRef, LLVMValueRef},
};

use super::{Editor, c_name, metadata::NewOperand};
use crate::ir::{
    erased::Erased,
    ffi,
    types::{Type, TypeKind},
    undo::Made,
    value::{Call, Function, Opcode, Value, enum_attribute},
};

impl<'m> Editor<'m> {
    /// Puts the body of what it calls in place of a direct call; no handle to the call may be used afterwards. `false`,
    /// and nothing happens, if LLVM cannot.
    pub fn inline_call(&mut self, call: Call<'m>) -> bool {
        assert!(!self.is_recording(), "what is inlined cannot be undone");
        // SAFETY: a call in a block, whose function has a body; the handle is not used any more.
        unsafe { ffi::sp_inline_call(call.raw) }
    }

    /// Puts the next instructions before `instruction`, with its debug location.
    pub fn position_before(&mut self, instruction: Value<'m>) {
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBefore(self.builder, instruction.raw) }
    }

    /// Puts the next instructions before everything in a function, without a debug location.
    pub fn position_at_entry(&mut self, function: Function<'m>) {
        // SAFETY: a function with a body; LLVM's C API wraps the builder that the shim takes.
        unsafe { ffi::sp_position_at_entry(self.builder, function.raw) }
    }

    /// `getelementptr inbounds ty, pointer, indices`
    pub fn build_gep(&mut self, ty: Type<'m>, pointer: Value<'m>, indices: &[Value<'m>], name: &str) -> Value<'m> {
        let name = c_name(name);
        let mut raw: Vec<LLVMValueRef> = indices.iter().map(|i| i.raw).collect();
        // SAFETY: a pointer and integer indices that the type has; the builder is positioned.
        let address = unsafe {
            LLVMBuildInBoundsGEP2(self.builder, ty.raw, pointer.raw, raw.as_mut_ptr(), raw.len() as u32, name.as_ptr())
        };
        self.instruction(address)
    }

    /// Allocates stack memory for one value, as a pointer into `address_space`.
    pub fn build_alloca(&mut self, ty: Type<'m>, alignment: u64, address_space: u32, name: &str) -> Value<'m> {
        let name_of_alloca = c_name(name);
        // SAFETY: a sized type; the builder is positioned.
        let slot = unsafe {
            let slot = LLVMBuildAlloca(self.builder, ty.raw, name_of_alloca.as_ptr());
            LLVMSetAlignment(slot, alignment as u32);
            slot
        };
        let slot = self.instruction(slot);
        // A module without a data layout has its stack elsewhere.
        self.cast_address_space(slot, address_space, name)
    }

    /// Casts a pointer to an address space, unless it is there.
    pub fn cast_address_space(&mut self, pointer: Value<'m>, address_space: u32, name: &str) -> Value<'m> {
        let ty = self.pointer_type(address_space);
        if pointer.ty() == ty {
            return pointer;
        }
        let name = c_name(name);
        // SAFETY: pointers of two address spaces; the builder is positioned.
        let cast = unsafe { LLVMBuildAddrSpaceCast(self.builder, pointer.raw, ty.raw, name.as_ptr()) };
        self.instruction(cast)
    }

    /// Copies `size` bytes between pointers of the given alignment with `llvm.memcpy`.
    pub fn copy_memory(&mut self, to: Value<'m>, from: Value<'m>, alignment: u64, size: u64) {
        let size = self.i64(size);
        // SAFETY: pointers that do not overlap; the builder is positioned.
        let copy =
            unsafe { LLVMBuildMemCpy(self.builder, to.raw, alignment as u32, from.raw, alignment as u32, size.raw) };
        self.instruction(copy);
    }

    /// Calls a function.
    pub fn call(&mut self, function: Function<'m>, arguments: &[Value<'m>], name: &str) -> Value<'m> {
        let name = c_name(name);
        let mut raw: Vec<LLVMValueRef> = arguments.iter().map(|a| a.raw).collect();
        // SAFETY: arguments of the function's parameter types; the builder is positioned.
        let call = unsafe {
            LLVMBuildCall2(
                self.builder,
                LLVMGlobalGetValueType(function.raw),
                function.raw,
                raw.as_mut_ptr(),
                raw.len() as u32,
                name.as_ptr(),
            )
        };
        self.instruction(call)
    }

    /// `getelementptr i8, pointer, i32 offset`
    pub fn byte_offset(&mut self, pointer: Value<'m>, offset: u32, name: &str) -> Value<'m> {
        let name = c_name(name);
        let mut index = self.i32(offset).raw;
        // SAFETY: a pointer and one index; the builder is positioned.
        let address =
            unsafe { LLVMBuildGEP2(self.builder, self.integer_type(8).raw, pointer.raw, &mut index, 1, name.as_ptr()) };
        self.instruction(address)
    }

    /// The address any number of bytes behind a pointer (the pointer itself if it is 0).
    pub fn address_behind(&mut self, pointer: Value<'m>, offset: u64, name: &str) -> Value<'m> {
        if offset == 0 {
            return pointer;
        }
        let (byte, offset) = (self.integer_type(8), self.i64(offset));
        self.build_gep(byte, pointer, &[offset], name)
    }

    /// `ptrtoint`
    pub fn pointer_to_integer(&mut self, pointer: Value<'m>, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a pointer and an integer type; the builder is positioned.
        let address = unsafe { LLVMBuildPtrToInt(self.builder, pointer.raw, ty.raw, c"".as_ptr()) };
        self.instruction(address)
    }

    /// Loads a value with the given alignment.
    pub fn load(&mut self, ty: Type<'m>, pointer: Value<'m>, alignment: u64, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: a pointer; the builder is positioned.
        unsafe {
            let load = LLVMBuildLoad2(self.builder, ty.raw, pointer.raw, name.as_ptr());
            LLVMSetAlignment(load, alignment as u32);
            self.instruction(load)
        }
    }

    /// Says that a load reads the same value, wherever it is in a launch.
    pub fn make_invariant(&mut self, load: Value<'m>) {
        assert!(load.is_load(), "invariance is of loads");
        self.annotate(load, "invariant.load", &[]);
    }

    /// Says that the pointer that is loaded is a multiple of an alignment.
    pub fn align_loaded_pointer(&mut self, load: Value<'m>, alignment: u64) {
        assert!(load.is_load(), "the alignment of what is loaded");
        let alignment = self.scalar(self.integer_type(64), &alignment.to_le_bytes()).expect("an integer type");
        self.annotate(load, "align", &[NewOperand::Constant(alignment)]);
    }

    /// Stores a value with the given alignment.
    pub fn store(&mut self, value: Value<'m>, pointer: Value<'m>, alignment: u64) -> Value<'m> {
        // SAFETY: a pointer; the builder is positioned.
        unsafe {
            let store = LLVMBuildStore(self.builder, value.raw, pointer.raw);
            LLVMSetAlignment(store, alignment as u32);
            self.instruction(store)
        }
    }

    /// Truncates an integer (folded if it is a constant).
    pub fn truncate(&mut self, value: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: integers; the builder is positioned.
        let truncated = unsafe { LLVMBuildTrunc(self.builder, value.raw, ty.raw, name.as_ptr()) };
        self.instruction(truncated)
    }

    /// Zero-extends or truncates an integer to another integer type (folded if it is a constant).
    pub fn zext_or_trunc(&mut self, value: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
        match (value.ty().kind(), ty.kind()) {
            (TypeKind::Integer(from), TypeKind::Integer(to)) if from < to => {
                let name = c_name(name);
                // SAFETY: integers; the builder is positioned.
                let resized = unsafe { LLVMBuildZExt(self.builder, value.raw, ty.raw, name.as_ptr()) };
                self.instruction(resized)
            }
            (TypeKind::Integer(from), TypeKind::Integer(to)) if from > to => self.truncate(value, ty, name),
            _ => value,
        }
    }

    /// Zero-extends an integer, or a vector of integers.
    pub fn zero_extend(&mut self, value: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: integers or vectors of as many, the second type wider; the builder is positioned.
        let extended = unsafe { LLVMBuildZExt(self.builder, value.raw, ty.raw, name.as_ptr()) };
        self.instruction(extended)
    }

    /// Adds integers, or vectors of integers; the sum may wrap.
    pub fn wrapping_add(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: two values of one type; the builder is positioned.
        let sum = unsafe { LLVMBuildAdd(self.builder, a.raw, b.raw, name.as_ptr()) };
        self.instruction(sum)
    }

    /// Subtracts integers, or vectors of integers; the difference may wrap.
    pub fn wrapping_subtract(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: two values of one type; the builder is positioned.
        let difference = unsafe { LLVMBuildSub(self.builder, a.raw, b.raw, name.as_ptr()) };
        self.instruction(difference)
    }

    /// `insertvalue`
    pub fn insert_value(&mut self, whole: Value<'m>, element: Value<'m>, index: u32) -> Value<'m> {
        // SAFETY: an aggregate, a value of its element's type and an index that it has; the builder is positioned.
        let inserted = unsafe { LLVMBuildInsertValue(self.builder, whole.raw, element.raw, index, c"".as_ptr()) };
        self.instruction(inserted)
    }

    /// `extractvalue`
    pub fn extract_value(&mut self, whole: Value<'m>, index: u32) -> Value<'m> {
        // SAFETY: an aggregate and an index that it has; the builder is positioned.
        let extracted = unsafe { LLVMBuildExtractValue(self.builder, whole.raw, index, c"".as_ptr()) };
        self.instruction(extracted)
    }

    /// `insertelement`
    pub fn insert_element(&mut self, vector: Value<'m>, element: Value<'m>, lane: u64) -> Value<'m> {
        let lane = self.i64(lane);
        // SAFETY: a vector, a value of its element type and a lane that it has; the builder is positioned.
        let inserted = unsafe { LLVMBuildInsertElement(self.builder, vector.raw, element.raw, lane.raw, c"".as_ptr()) };
        self.instruction(inserted)
    }

    /// `icmp ult`
    pub fn is_less(&mut self, value: Value<'m>, end: Value<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: integers of one type; the builder is positioned.
        let compared =
            unsafe { LLVMBuildICmp(self.builder, LLVMIntPredicate::LLVMIntULT, value.raw, end.raw, name.as_ptr()) };
        self.instruction(compared)
    }

    /// `select`
    pub fn select(&mut self, condition: Value<'m>, then: Value<'m>, otherwise: Value<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: an `i1` and two values of one type; the builder is positioned.
        let selected = unsafe { LLVMBuildSelect(self.builder, condition.raw, then.raw, otherwise.raw, name.as_ptr()) };
        self.instruction(selected)
    }

    /// `llvm.assume`
    pub fn assume(&mut self, condition: Value<'m>) {
        self.intrinsic("llvm.assume", &[], &[condition], "");
    }

    /// A call of an intrinsic, by its name without the types that it is overloaded for.
    ///
    /// # Panics
    /// LLVM has no such intrinsic.
    pub fn intrinsic(
        &mut self,
        name: &str,
        overloads: &[Type<'m>],
        arguments: &[Value<'m>],
        result: &str,
    ) -> Value<'m> {
        let mut overloads: Vec<LLVMTypeRef> = overloads.iter().map(|ty| ty.raw).collect();
        let mut arguments: Vec<LLVMValueRef> = arguments.iter().map(|argument| argument.raw).collect();
        let result = c_name(result);
        // SAFETY: an intrinsic that exists, and arguments of its types; the builder is positioned.
        let call = unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            assert!(id != 0, "`{name}` is an intrinsic");
            let function = LLVMGetIntrinsicDeclaration(self.module, id, overloads.as_mut_ptr(), overloads.len());
            let ty = LLVMGlobalGetValueType(function);
            let count = arguments.len() as u32;
            LLVMBuildCall2(self.builder, ty, function, arguments.as_mut_ptr(), count, result.as_ptr())
        };
        self.instruction(call)
    }

    /// Names a local value.
    pub fn set_name(&mut self, value: Value<'m>, name: &str) {
        // SAFETY: name with its length, copied by LLVM.
        unsafe { LLVMSetValueName2(value.raw, name.as_ptr().cast(), name.len()) }
    }

    /// Gives a load, store, atomic instruction or alloca an alignment.
    pub fn set_alignment(&mut self, access: Value<'m>, alignment: u64) {
        assert!(!self.is_recording(), "changes of alignments cannot be undone; the editor must not be recording");
        // SAFETY: asked of an instruction that has an alignment.
        unsafe { LLVMSetAlignment(access.raw, alignment as u32) }
    }

    /// Gives an argument of a call an alignment.
    pub fn set_argument_alignment(&mut self, call: Call<'m>, index: u32, alignment: u64) {
        assert!(!self.is_recording(), "changes of alignments cannot be undone; the editor must not be recording");
        // SAFETY: a call; attribute index 1 is the first argument.
        unsafe {
            let kind = enum_attribute("align");
            LLVMRemoveCallSiteEnumAttribute(call.raw, index + 1, kind);
            LLVMAddCallSiteAttribute(call.raw, index + 1, LLVMCreateEnumAttribute(self.context, kind, alignment));
        }
    }

    /// Removes an attribute that LLVM knows by name, such as `memory`, from a call itself, if it is there.
    pub fn remove_call_attribute(&mut self, call: Call<'m>, name: &str) {
        assert!(!self.is_recording(), "changes of attributes cannot be undone; the editor must not be recording");
        // SAFETY: a call.
        unsafe { LLVMRemoveCallSiteEnumAttribute(call.raw, LLVMAttributeFunctionIndex, enum_attribute(name)) }
    }

    /// Puts another value of the same type in the place of an operand.
    pub fn set_operand(&mut self, instruction: Value<'m>, index: u32, value: Value<'m>) {
        assert!(!self.is_recording(), "changes of operands cannot be undone; the editor must not be recording");
        debug_assert!(instruction.operand(index).ty() == value.ty());
        // SAFETY: `operand` checks the index.
        unsafe { LLVMSetOperand(instruction.raw, index, value.raw) }
    }

    /// Lets an `icmp` compare two other values, which have a type of their own.
    pub fn set_compared(&mut self, compare: Value<'m>, one: Value<'m>, other: Value<'m>) {
        assert!(compare.opcode() == Opcode::Compare, "the instruction compares");
        assert!(!self.is_recording(), "changes of operands cannot be undone; the editor must not be recording");
        debug_assert!(one.ty() == other.ty());
        // SAFETY: a comparison has two operands of one type, and a result that does not depend on it.
        unsafe {
            LLVMSetOperand(compare.raw, 0, one.raw);
            LLVMSetOperand(compare.raw, 1, other.raw);
        }
    }

    /// Puts another value of the same type in the place of a value, in all operands of one instruction.
    pub fn replace_operands(&mut self, instruction: Value<'m>, old: Value<'m>, new: Value<'m>) {
        let places: Vec<u32> = (0..).zip(instruction.operands()).filter(|(_, v)| *v == old).map(|(i, _)| i).collect();
        for place in places {
            self.set_operand(instruction, place, new);
        }
    }

    /// Lets a load read through another pointer, which may be in another address space.
    pub fn set_pointer(&mut self, load: Value<'m>, pointer: Value<'m>) {
        assert!(load.is_load(), "the instruction is a load");
        assert!(!self.is_recording(), "changes of operands cannot be undone; the editor must not be recording");
        // SAFETY: the pointer is the only operand of a load.
        unsafe { LLVMSetOperand(load.raw, 0, pointer.raw) }
    }

    /// Replaces all uses of an instruction or global. Where that is to be undone, `new` is an instruction that nothing
    /// else uses: the way back goes through its uses, and a constant has those of the whole context.
    pub fn replace_all_uses(&mut self, old: Value<'m>, new: Value<'m>) {
        assert!(!self.is_recording() || (new.is_instruction() && new.is_unused()), "a replacement that can be undone");
        // SAFETY: values of the same type.
        unsafe {
            debug_assert!(LLVMTypeOf(old.raw) == LLVMTypeOf(new.raw));
            LLVMReplaceAllUsesWith(old.raw, new.raw);
        }
        self.note(Made::Replaced(old.raw, new.raw));
    }

    /// Gives an instruction the name of another one of its function, if that has one.
    pub fn take_name(&mut self, to: Value<'m>, from: Value<'m>) {
        if to.is_instruction() && !from.name().is_empty() {
            // SAFETY: instructions of one function.
            unsafe { ffi::sp_take_name(to.raw, from.raw) };
            self.note(Made::Named(to.raw, from.raw));
        }
    }

    /// Takes an instruction that nothing uses out of its block without erasing it. The last of a block stays.
    pub fn remove_from_parent(&mut self, instruction: Value<'m>) {
        assert!(instruction.is_instruction() && instruction.is_unused(), "only unused instructions are removed");
        if instruction.is_erased() {
            return;
        }
        // SAFETY: unused, and in a block with a terminator behind it; `note` remembers where it was.
        unsafe {
            let next = LLVMGetNextInstruction(instruction.raw);
            if next.is_null() {
                return;
            }
            LLVMInstructionRemoveFromParent(instruction.raw);
            self.note(Made::Unlinked(instruction.raw, next));
        }
    }

    /// Makes an invoke a call in front of a branch to its normal destination, and returns the call. Phis at the unwind
    /// destination lose an entry, or go. Cannot be undone.
    pub fn invoke_to_call(&mut self, invoke: Call<'m>) -> Call<'m> {
        unsafe extern "C" fn erased(data: *mut std::ffi::c_void, value: LLVMValueRef) {
            // SAFETY: `data` is the list below, alive for the call.
            unsafe { (*data.cast::<Erased>()).push(value) }
        }
        assert!(invoke.is_invoke(), "the instruction is an invoke");
        assert!(!self.is_recording(), "changes of invokes cannot be undone; the editor must not be recording");
        // SAFETY: an invoke; the callback runs only during the call.
        unsafe { Call::from_raw(ffi::sp_invoke_to_call(invoke.raw, (&raw mut self.erased).cast(), erased)) }
    }
}
