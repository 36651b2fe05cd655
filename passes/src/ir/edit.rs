//! Changes to a module in place.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{ffi::CString, marker::PhantomData};

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMLinkage,
    core::{
        LLVMAddAttributeAtIndex, LLVMAddFunction, LLVMAddGlobalInAddressSpace, LLVMAddNamedMetadataOperand,
        LLVMBuildAddrSpaceCast, LLVMBuildAlloca, LLVMBuildCall2, LLVMBuildGEP2, LLVMBuildInBoundsGEP2, LLVMBuildLoad2,
        LLVMBuildMemCpy, LLVMBuildStore, LLVMBuildTrunc, LLVMBuildZExt, LLVMConstBitCast,
        LLVMConstIntOfArbitraryPrecision, LLVMConstNamedStruct, LLVMConstNull, LLVMConstStructInContext,
        LLVMConstVector, LLVMCreateBuilderInContext, LLVMCreateEnumAttribute, LLVMCreateStringAttribute,
        LLVMCreateTypeAttribute, LLVMDeleteFunction, LLVMDeleteGlobal, LLVMDisposeBuilder, LLVMFunctionType,
        LLVMGetAttributeCountAtIndex, LLVMGetAttributesAtIndex, LLVMGetEnumAttributeKind, LLVMGetNamedFunction,
        LLVMGetNextInstruction, LLVMGetOrInsertNamedMetadata, LLVMGetUndef, LLVMGlobalGetValueType,
        LLVMGlobalSetMetadata, LLVMInstructionEraseFromParent, LLVMInstructionRemoveFromParent, LLVMIntTypeInContext,
        LLVMIsPackedStruct, LLVMIsStringAttribute, LLVMIsTailCall, LLVMMDNodeInContext2, LLVMMDStringInContext2,
        LLVMMetadataAsValue, LLVMPointerTypeInContext, LLVMPositionBuilderBefore, LLVMRemoveEnumAttributeAtIndex,
        LLVMReplaceAllUsesWith, LLVMSetAlignment, LLVMSetGlobalConstant, LLVMSetInitializer, LLVMSetLinkage,
        LLVMSetTailCall, LLVMSetValueName2, LLVMTypeOf, LLVMValueAsMetadata,
    },
    prelude::{
        LLVMAttributeRef, LLVMBuilderRef, LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef,
    },
};

use rustc_hash::FxHashMap;

use super::{
    compat::{array_type, constant_array},
    ffi,
    metadata::Operand,
    module::ModuleView,
    types::{Type, TypeKind},
    value::{Value, enum_attribute},
};

/// What one entry of a metadata node is made of.
#[derive(Clone, Copy, Debug)]
pub enum NewOperand<'a, 'm> {
    /// A string.
    Text(&'a str),
    /// An `i32`.
    U32(u32),
    /// A constant.
    Constant(Value<'m>),
    /// A node of a name and an `i32`.
    Named(&'a str, u32),
}

/// A metadata node to attach.
#[derive(Clone, Copy)]
pub struct NewNode<'m> {
    raw: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

/// Attributes of a parameter that say where its memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedMemory {
    /// `byval(T)`: a copy of its own.
    ByValue,
    /// `byref(T)`: memory of the caller's that holds a T.
    ByReference,
}

/// The lists of globals that must be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedList {
    /// `llvm.used`
    Used,
    /// `llvm.compiler.used`
    ByCompiler,
}

impl UsedList {
    /// Name of the variable that holds the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Used => "llvm.used",
            Self::ByCompiler => "llvm.compiler.used",
        }
    }
}

/// Changes a module. Reading goes through [`Editor::view`].
pub struct Editor<'m> {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
    /// What was made, if somebody means to undo it.
    pub(super) made: Option<Vec<Made>>,
    marker: PhantomData<&'m mut ()>,
}

/// One thing that an [`Editor`] made or replaced.
pub(super) enum Made {
    Instruction(LLVMValueRef),
    Declaration(LLVMValueRef),
    /// All uses of the first are uses of the second.
    Replaced(LLVMValueRef, LLVMValueRef),
    /// The first has the name of the second.
    Named(LLVMValueRef, LLVMValueRef),
    /// The first was taken out of its block; it was before the second.
    Unlinked(LLVMValueRef, LLVMValueRef),
}

impl<'m> Editor<'m> {
    /// An editor of a module that LLVM owns.
    ///
    /// # Safety
    /// `raw` is a live module for all of `'m`, no other thread uses its context, and nobody else changes it meanwhile.
    pub unsafe fn from_raw(raw: LLVMModuleRef) -> Self {
        // SAFETY: by the contract; the builder is disposed in `drop`.
        unsafe {
            let context = ModuleView::from_raw(raw).context();
            Self { module: raw, context, builder: LLVMCreateBuilderInContext(context), made: None, marker: PhantomData }
        }
    }

    /// The module, read only.
    pub fn view(&self) -> ModuleView<'m> {
        // SAFETY: the module lives for `'m`.
        unsafe { ModuleView::from_raw(self.module) }
    }

    // --- types and constants -----------------------------------------------------------------------------------------

    /// Integer type of this many bits.
    pub fn integer_type(&self, bits: u32) -> Type<'m> {
        // SAFETY: a type of the module's context.
        Type::new(unsafe { LLVMIntTypeInContext(self.context, bits) })
    }

    /// Function type without variable arguments.
    pub fn function_type(&self, result: Type<'m>, parameters: &[Type<'m>]) -> Type<'m> {
        let mut raw: Vec<LLVMTypeRef> = parameters.iter().map(|p| p.raw).collect();
        // SAFETY: types of one context; the array is copied.
        Type::new(unsafe { LLVMFunctionType(result.raw, raw.as_mut_ptr(), raw.len() as u32, 0) })
    }

    /// Array type.
    pub fn array_type(&self, element: Type<'m>, length: u64) -> Type<'m> {
        // SAFETY: a sized element type.
        Type::new(unsafe { array_type(element.raw, length) })
    }

    /// Pointer type.
    pub fn pointer_type(&self, address_space: u32) -> Type<'m> {
        // SAFETY: a type of the module's context.
        Type::new(unsafe { LLVMPointerTypeInContext(self.context, address_space) })
    }

    /// `undef` of the type.
    pub fn undef(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a type of this context.
        Value::new(unsafe { LLVMGetUndef(ty.raw) })
    }

    /// Null value of the type.
    pub fn null(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a type of this context.
        Value::new(unsafe { LLVMConstNull(ty.raw) })
    }

    /// `i32` constant.
    pub fn i32(&self, value: u32) -> Value<'m> {
        self.scalar(self.integer_type(32), &value.to_le_bytes())
    }

    /// Integer or floating-point constant from little-endian bytes; missing bytes are zero.
    ///
    /// # Panics
    /// If the type is neither.
    pub fn scalar(&self, ty: Type<'m>, bytes: &[u8]) -> Value<'m> {
        let bits = match ty.kind() {
            TypeKind::Integer(bits) => bits,
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            _ => panic!("scalar constant of type {ty}"),
        };
        let words: Vec<u64> = bytes
            .chunks(8)
            .map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_le_bytes(word)
            })
            .collect();
        // SAFETY: the words are copied; integer and floating-point type have the same size.
        unsafe {
            let integer = LLVMIntTypeInContext(self.context, bits);
            let constant = LLVMConstIntOfArbitraryPrecision(integer, words.len() as u32, words.as_ptr());
            Value::new(if integer == ty.raw { constant } else { LLVMConstBitCast(constant, ty.raw) })
        }
    }

    /// Constant of a composite type from its elements.
    pub fn composite(&self, ty: Type<'m>, elements: &[Value<'m>]) -> Value<'m> {
        debug_assert_eq!(ty.element_count(), elements.len() as u64);
        let mut raw: Vec<LLVMValueRef> = elements.iter().map(|e| e.raw).collect();
        // SAFETY: as many constants as the type has elements, of the elements' types; the array is copied.
        unsafe {
            Value::new(match ty.kind() {
                TypeKind::Struct if ty.struct_name().is_some() => {
                    LLVMConstNamedStruct(ty.raw, raw.as_mut_ptr(), raw.len() as u32)
                }
                TypeKind::Struct => LLVMConstStructInContext(
                    self.context,
                    raw.as_mut_ptr(),
                    raw.len() as u32,
                    LLVMIsPackedStruct(ty.raw),
                ),
                TypeKind::Array => constant_array(ty.element(0).raw, &mut raw),
                TypeKind::Vector => LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32),
                _ => panic!("composite constant of type {ty}"),
            })
        }
    }

    fn note(&mut self, made: Made) {
        if let Some(list) = &mut self.made {
            list.push(made);
        }
    }

    fn instruction(&mut self, raw: LLVMValueRef) -> Value<'m> {
        let value = Value::new(raw);
        if value.is_instruction() {
            self.note(Made::Instruction(raw));
        }
        value
    }

    // --- instructions ------------------------------------------------------------------------------------------------

    /// Puts the next instructions before `instruction`, with its debug location.
    pub fn position_before(&mut self, instruction: Value<'m>) {
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBefore(self.builder, instruction.raw) }
    }

    /// Puts the next instructions before everything in a function, without a debug location.
    pub fn position_at_entry(&mut self, function: Value<'m>) {
        // SAFETY: a function with a body; LLVM's C API wraps the builder that the shim takes.
        unsafe { ffi::sp_position_at_entry(self.builder, function.raw) }
    }

    /// `getelementptr inbounds ty, pointer, indices`
    pub fn element_pointer(
        &mut self,
        ty: Type<'m>,
        pointer: Value<'m>,
        indices: &[Value<'m>],
        name: &str,
    ) -> Value<'m> {
        let name = c_name(name);
        let mut raw: Vec<LLVMValueRef> = indices.iter().map(|i| i.raw).collect();
        // SAFETY: a pointer and integer indices that the type has; the builder is positioned.
        let address = unsafe {
            LLVMBuildInBoundsGEP2(self.builder, ty.raw, pointer.raw, raw.as_mut_ptr(), raw.len() as u32, name.as_ptr())
        };
        self.instruction(address)
    }

    /// Allocates stack memory for one value, as a pointer into `address_space`.
    pub fn allocate(&mut self, ty: Type<'m>, alignment: u64, address_space: u32, name: &str) -> Value<'m> {
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
        let size = self.scalar(self.integer_type(64), &size.to_le_bytes());
        // SAFETY: pointers that do not overlap; the builder is positioned.
        let copy =
            unsafe { LLVMBuildMemCpy(self.builder, to.raw, alignment as u32, from.raw, alignment as u32, size.raw) };
        self.instruction(copy);
    }

    /// Calls a function.
    pub fn call(&mut self, function: Value<'m>, arguments: &[Value<'m>], name: &str) -> Value<'m> {
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
    pub fn resize(&mut self, value: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
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

    /// Names a local value.
    pub fn set_name(&mut self, value: Value<'m>, name: &str) {
        // SAFETY: name with its length, copied by LLVM.
        unsafe { LLVMSetValueName2(value.raw, name.as_ptr().cast(), name.len()) }
    }

    /// Replaces all uses of an instruction or global.
    pub fn replace_all_uses(&mut self, old: Value<'m>, new: Value<'m>) {
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

    /// Takes an instruction that nothing uses out of its block without erasing it. It is not the last of its block.
    pub fn unlink_instruction(&mut self, instruction: Value<'m>) {
        debug_assert!(instruction.is_instruction() && instruction.is_unused());
        // SAFETY: unused, and in a block with a terminator behind it; `note` remembers where it was.
        unsafe {
            let next = LLVMGetNextInstruction(instruction.raw);
            assert!(!next.is_null(), "a call ends a block");
            LLVMInstructionRemoveFromParent(instruction.raw);
            self.note(Made::Unlinked(instruction.raw, next));
        }
    }

    /// Erases an instruction that nothing uses.
    pub fn erase_instruction(&mut self, instruction: Value<'m>) {
        debug_assert!(instruction.is_instruction() && instruction.is_unused());
        // SAFETY: unused, so nothing refers to it afterwards; callers drop their handles.
        unsafe { LLVMInstructionEraseFromParent(instruction.raw) }
    }

    // --- globals -----------------------------------------------------------------------------------------------------

    /// The declaration of this name and type. If the name is taken by something of another type, a number is appended.
    pub fn declare_function(&mut self, name: &str, ty: Type<'m>) -> Value<'m> {
        let mut candidate = c_name(name);
        let mut number = 0;
        // SAFETY: NUL-terminated names, types of this context.
        unsafe {
            loop {
                let existing = LLVMGetNamedFunction(self.module, candidate.as_ptr());
                if existing.is_null() {
                    let declaration = LLVMAddFunction(self.module, candidate.as_ptr(), ty.raw);
                    self.note(Made::Declaration(declaration));
                    return Value::new(declaration);
                }
                if LLVMGlobalGetValueType(existing) == ty.raw {
                    return Value::new(existing);
                }
                number += 1;
                candidate = c_name(&format!("{name}.{number}"));
            }
        }
    }

    /// Drops constants that refer to `global` and that nothing uses, so that its remaining users are real.
    pub fn drop_dead_constant_users(&mut self, global: Value<'m>) {
        // SAFETY: a live global.
        unsafe { ffi::sp_remove_dead_constant_users(global.raw) }
    }

    /// Erases a function or variable that nothing uses.
    pub fn erase_global(&mut self, global: Value<'m>) {
        debug_assert!(global.is_unused());
        // SAFETY: unused; callers drop their handles.
        unsafe { if global.is_function() { LLVMDeleteFunction(global.raw) } else { LLVMDeleteGlobal(global.raw) } }
    }

    /// Adds a string attribute to a function.
    pub fn add_string_attribute(&mut self, function: Value<'m>, name: &str, value: &str) {
        // SAFETY: texts with their lengths, copied by LLVM.
        unsafe {
            let attribute = LLVMCreateStringAttribute(
                self.context,
                name.as_ptr().cast(),
                name.len() as u32,
                value.as_ptr().cast(),
                value.len() as u32,
            );
            LLVMAddAttributeAtIndex(function.raw, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// `@name = external addrspace(N) global ty, align A`. LLVM appends a number if the name is taken.
    pub fn declare_variable(&mut self, name: &str, ty: Type<'m>, address_space: u32, alignment: u64) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: NUL-terminated name, a type of this context.
        unsafe {
            let variable = LLVMAddGlobalInAddressSpace(self.module, ty.raw, name.as_ptr(), address_space);
            LLVMSetAlignment(variable, alignment as u32);
            Value::new(variable)
        }
    }

    /// `@name = internal constant ty zeroinitializer`
    pub fn define_zero(&mut self, name: &str, ty: Type<'m>, alignment: u64) -> Value<'m> {
        let variable = self.declare_variable(name, ty, 0, alignment);
        // SAFETY: a variable and a constant of its type.
        unsafe {
            LLVMSetInitializer(variable.raw, LLVMConstNull(ty.raw));
            LLVMSetLinkage(variable.raw, LLVMLinkage::LLVMInternalLinkage);
            LLVMSetGlobalConstant(variable.raw, 1);
        }
        variable
    }

    // Functions. What follows cannot be undone, so it is not for an editor that records what it makes.

    /// A function of another type and name right after `function`, without body: everything else is `function`'s.
    pub fn function_like(&mut self, function: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
        debug_assert!(self.made.is_none());
        // SAFETY: a function, a function type of its context, a name with its length.
        Value::new(unsafe { ffi::sp_function_like(function.raw, ty.raw, name.as_ptr().cast(), name.len()) })
    }

    /// Gives `clone`, whose first parameters are those of `function`, a copy of its body, attributes and metadata.
    pub fn clone_body(&mut self, function: Value<'m>, clone: Value<'m>) {
        // SAFETY: two functions of one module; `clone` has no body and at least the parameters of `function`.
        unsafe { ffi::sp_clone_body(function.raw, clone.raw) }
    }

    /// Makes the attributes of a clone true that reads through a pointer parameter that its original has not.
    pub fn finish_clone(&mut self, clone: Value<'m>) {
        // SAFETY: a function with a body.
        unsafe { ffi::sp_finish_clone(clone.raw) }
    }

    /// Puts a call of `callee` with one more argument in the place of `call`. `of_this_frame`: the argument points to
    /// memory of the calling function, so the call is no tail call.
    pub fn replace_call(&mut self, call: Value<'m>, callee: Value<'m>, extra: Value<'m>, of_this_frame: bool) {
        debug_assert!(call.is_call());
        // SAFETY: a call; the callee has one parameter more, of the type of `extra`.
        unsafe { ffi::sp_call_with_argument(call.raw, callee.raw, extra.raw, of_this_frame) }
    }

    /// Makes the `tail` and `musttail` calls in a function plain ones.
    pub fn clear_tail_calls(&mut self, function: Value<'m>) {
        for instruction in function.instructions().filter(|i| i.is_call()) {
            // SAFETY: a call.
            unsafe {
                if LLVMIsTailCall(instruction.raw) != 0 {
                    LLVMSetTailCall(instruction.raw, 0);
                }
            }
        }
    }

    /// Moves the body of a function to one without body. Its parameters stay behind.
    pub fn move_body(&mut self, from: Value<'m>, to: Value<'m>) {
        // SAFETY: two functions of one module, the second without body.
        unsafe { ffi::sp_move_body(from.raw, to.raw) }
    }

    /// Gives `new` what is left of `old` (metadata, name, uses) and erases `old`.
    pub fn replace_function(&mut self, old: Value<'m>, new: Value<'m>) {
        // SAFETY: two functions of one module; `old` has no body any more, callers drop their handles to it.
        unsafe { ffi::sp_replace_function(old.raw, new.raw) }
    }

    /// Says that a pointer parameter passes memory that holds a `ty`.
    pub fn set_passed_memory(&mut self, function: Value<'m>, parameter: u32, how: PassedMemory, ty: Type<'m>) {
        let kind = enum_attribute(match how {
            PassedMemory::ByValue => "byval",
            PassedMemory::ByReference => "byref",
        });
        // SAFETY: a function; attribute index 1 is the first parameter.
        unsafe {
            let attribute = LLVMCreateTypeAttribute(self.context, kind, ty.raw);
            LLVMAddAttributeAtIndex(function.raw, parameter + 1, attribute);
        }
    }

    /// Adds an attribute with a number (0 for those without), such as `align`, to a parameter.
    pub fn add_parameter_attribute(&mut self, function: Value<'m>, parameter: u32, name: &str, value: u64) {
        // SAFETY: as above.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(self.context, enum_attribute(name), value);
            LLVMAddAttributeAtIndex(function.raw, parameter + 1, attribute);
        }
    }

    /// Drops the attributes of a parameter that do not hold for a value of every type: all but `noundef` and strings.
    pub fn drop_typed_attributes(&mut self, function: Value<'m>, parameter: u32) {
        let index = parameter + 1;
        let noundef = enum_attribute("noundef");
        // SAFETY: the array has as many places as LLVM fills; attributes are asked for what they are.
        unsafe {
            let count = LLVMGetAttributeCountAtIndex(function.raw, index) as usize;
            let mut attributes: Vec<LLVMAttributeRef> = vec![std::ptr::null_mut(); count];
            LLVMGetAttributesAtIndex(function.raw, index, attributes.as_mut_ptr());
            for attribute in attributes {
                if LLVMIsStringAttribute(attribute) == 0 {
                    let kind = LLVMGetEnumAttributeKind(attribute);
                    if kind != noundef {
                        LLVMRemoveEnumAttributeAtIndex(function.raw, index, kind);
                    }
                }
            }
        }
    }

    /// Adds functions to `llvm.used`, or to `llvm.compiler.used`.
    pub fn append_to_used(&mut self, list: UsedList, functions: &[Value<'m>]) {
        if functions.is_empty() {
            return;
        }
        let mut raw: Vec<LLVMValueRef> = functions.iter().map(|f| f.raw).collect();
        // SAFETY: globals of this module; the array is copied.
        unsafe { ffi::sp_append_to_used(self.module, list == UsedList::ByCompiler, raw.as_mut_ptr(), raw.len()) }
    }

    // --- metadata ----------------------------------------------------------------------------------------------------

    /// Removes named metadata.
    pub fn erase_named_metadata(&mut self, name: &str) {
        // SAFETY: name with its length.
        unsafe { ffi::sp_erase_named_metadata(self.module, name.as_ptr().cast(), name.len()) }
    }

    /// Makes sure that named metadata of this name exists, empty if it is new.
    pub fn touch_named_metadata(&mut self, name: &str) {
        // SAFETY: name with its length.
        unsafe { LLVMGetOrInsertNamedMetadata(self.module, name.as_ptr().cast(), name.len()) };
    }

    /// For every node of named metadata whose first operand is a key of `copies`: appends the same node about the copy.
    pub fn copy_annotations(&mut self, name: &str, copies: &FxHashMap<Value<'m>, Value<'m>>) {
        let mut nodes = Vec::new();
        for node in self.view().named_metadata(name) {
            let operands = node.operands();
            if let Some(Operand::Value(subject)) = operands.first()
                && let Some(copy) = copies.get(subject)
            {
                nodes.push((operands, *copy));
            }
        }
        let c = c_name(name);
        for (operands, copy) in nodes {
            // SAFETY: metadata of this context; everything is copied.
            unsafe {
                let mut raw: Vec<LLVMMetadataRef> = operands
                    .iter()
                    .enumerate()
                    .map(|(index, operand)| match operand {
                        _ if index == 0 => LLVMValueAsMetadata(copy.raw),
                        Operand::Null => std::ptr::null_mut(),
                        Operand::Text(text) => LLVMMDStringInContext2(self.context, text.as_ptr().cast(), text.len()),
                        Operand::Value(value) => LLVMValueAsMetadata(value.raw),
                        Operand::Node(node) => LLVMValueAsMetadata(node.value().raw),
                    })
                    .collect();
                let node = LLVMMDNodeInContext2(self.context, raw.as_mut_ptr(), raw.len());
                LLVMAddNamedMetadataOperand(self.module, c.as_ptr(), LLVMMetadataAsValue(self.context, node));
            }
        }
    }

    /// Appends a node to named metadata.
    pub fn add_named_metadata(&mut self, name: &str, operands: &[NewOperand<'_, 'm>]) {
        let c = c_name(name);
        let node = self.node(operands);
        // SAFETY: NUL-terminated name, a node of this context.
        unsafe { LLVMAddNamedMetadataOperand(self.module, c.as_ptr(), LLVMMetadataAsValue(self.context, node.raw)) }
    }

    /// The node of these operands.
    pub fn node(&self, operands: &[NewOperand<'_, 'm>]) -> NewNode<'m> {
        // SAFETY: strings with their lengths, constants of this context; everything is copied.
        unsafe {
            let text = |text: &str| LLVMMDStringInContext2(self.context, text.as_ptr().cast(), text.len());
            let mut raw: Vec<LLVMMetadataRef> = operands
                .iter()
                .map(|operand| match *operand {
                    NewOperand::Text(string) => text(string),
                    NewOperand::U32(value) => LLVMValueAsMetadata(self.i32(value).raw),
                    NewOperand::Constant(value) => LLVMValueAsMetadata(value.raw),
                    NewOperand::Named(name, value) => {
                        let mut pair = [text(name), LLVMValueAsMetadata(self.i32(value).raw)];
                        LLVMMDNodeInContext2(self.context, pair.as_mut_ptr(), pair.len())
                    }
                })
                .collect();
            NewNode { raw: LLVMMDNodeInContext2(self.context, raw.as_mut_ptr(), raw.len()), marker: PhantomData }
        }
    }

    /// Attaches nodes to functions or variables; each replaces one of the same kind.
    pub fn attach_all(&mut self, kind: &str, nodes: impl Iterator<Item = (Value<'m>, NewNode<'m>)>) {
        let kind = self.view().metadata_kind(kind);
        for (global, node) in nodes {
            // SAFETY: a live global, a node of its context.
            unsafe { LLVMGlobalSetMetadata(global.raw, kind, node.raw) }
        }
    }
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `from_raw`, disposed once.
        unsafe { LLVMDisposeBuilder(self.builder) }
    }
}

/// Names of values cannot hold a NUL in the C API; one that does is cut there.
fn c_name(name: &str) -> CString {
    let end = name.find('\0').unwrap_or(name.len());
    CString::new(&name[..end]).unwrap_or_default()
}
