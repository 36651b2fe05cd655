//! Making functions with a body: what stands between a caller and a function of a library.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex,
    core::{
        LLVMAddAttributeAtIndex, LLVMAppendBasicBlockInContext, LLVMBuildBitCast, LLVMBuildExtractElement,
        LLVMBuildFPExt, LLVMBuildRet, LLVMBuildRetVoid, LLVMBuildSExt, LLVMBuildUnreachable, LLVMCreateEnumAttribute,
        LLVMDoubleTypeInContext, LLVMFunctionType, LLVMGetAttributeCountAtIndex, LLVMGetAttributesAtIndex,
        LLVMGetFunctionCallConv, LLVMPositionBuilderAtEnd, LLVMRemoveEnumAttributeAtIndex,
        LLVMSetCurrentDebugLocation2, LLVMSetFunctionCallConv, LLVMSetInstructionCallConv, LLVMSetValueName2,
        LLVMStructTypeInContext, LLVMVoidTypeInContext,
    },
    prelude::{LLVMAttributeRef, LLVMTypeRef},
};

use super::{Editor, c_name};
use crate::ir::{
    types::{Type, TypeKind},
    value::{Function, Value, enum_attribute},
};

impl<'m> Editor<'m> {
    // Types.

    /// Function type with variable arguments.
    pub fn variadic_function_type(&self, result: Type<'m>, parameters: &[Type<'m>]) -> Type<'m> {
        let mut raw: Vec<LLVMTypeRef> = parameters.iter().map(|p| p.raw).collect();
        // SAFETY: types of one context; the array is copied.
        unsafe { Type::from_raw(LLVMFunctionType(result.raw, raw.as_mut_ptr(), raw.len() as u32, 1)) }
    }

    /// Literal struct type.
    pub fn struct_type(&self, elements: &[Type<'m>]) -> Type<'m> {
        let mut raw: Vec<LLVMTypeRef> = elements.iter().map(|e| e.raw).collect();
        // SAFETY: types of one context; the array is copied.
        unsafe { Type::from_raw(LLVMStructTypeInContext(self.context, raw.as_mut_ptr(), raw.len() as u32, 0)) }
    }

    /// `void`
    pub fn void_type(&self) -> Type<'m> {
        // SAFETY: a type of the module's context.
        unsafe { Type::from_raw(LLVMVoidTypeInContext(self.context)) }
    }

    /// `double`
    pub fn double_type(&self) -> Type<'m> {
        // SAFETY: a type of the module's context.
        unsafe { Type::from_raw(LLVMDoubleTypeInContext(self.context)) }
    }

    // Functions. What follows cannot be undone, so it is not for an editor that records what it makes.

    /// Gives a declaration a first block, and puts the next instructions there, without a debug location. What debug
    /// info says of the declaration goes: no location may be in it, and inlining gives instructions one in their
    /// function.
    pub fn begin_body(&mut self, declaration: Function<'m>) {
        assert!(declaration.is_declaration(), "the function has no body yet");
        assert!(!self.is_recording(), "a body cannot be removed again; the editor must not be recording");
        self.detach("dbg", declaration);
        // SAFETY: a function without blocks; a null location means no location.
        unsafe {
            let block = LLVMAppendBasicBlockInContext(self.context, declaration.raw, c"".as_ptr());
            LLVMPositionBuilderAtEnd(self.builder, block);
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
        }
    }

    /// `unreachable`
    pub fn unreachable(&mut self) -> Value<'m> {
        // SAFETY: the builder is at the end of a block.
        let end = unsafe { LLVMBuildUnreachable(self.builder) };
        self.instruction(end)
    }

    /// Adds an attribute without a value, such as `alwaysinline`, to a function.
    pub fn add_function_attribute(&mut self, function: Function<'m>, name: &str) {
        // SAFETY: a function.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(self.context, enum_attribute(name), 0);
            LLVMAddAttributeAtIndex(function.raw, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Removes an attribute that LLVM knows by name, such as `memory`, from a function, if it is there.
    pub fn remove_function_attribute(&mut self, function: Function<'m>, name: &str) {
        // SAFETY: a function.
        unsafe { LLVMRemoveEnumAttributeAtIndex(function.raw, LLVMAttributeFunctionIndex, enum_attribute(name)) }
    }

    /// Gives a function the calling convention of another one, which may be of another module of the context.
    pub fn take_calling_convention(&mut self, function: Function<'m>, from: Function<'m>) {
        // SAFETY: two functions.
        unsafe { LLVMSetFunctionCallConv(function.raw, LLVMGetFunctionCallConv(from.raw)) }
    }

    /// Adds the attributes of another function of the same type, which may be of another module of the context, also
    /// those of parameters and result.
    pub fn take_attributes(&mut self, function: Function<'m>, from: Function<'m>) {
        let parameters = from.value_type().parameters().len() as u32;
        for index in (0..=parameters).chain([LLVMAttributeFunctionIndex]) {
            self.take_attributes_at(function, from, index);
        }
    }

    fn take_attributes_at(&mut self, function: Function<'m>, from: Function<'m>, index: u32) {
        // SAFETY: functions with this parameter, or their own attributes; the array has as many places as LLVM fills.
        unsafe {
            let count = LLVMGetAttributeCountAtIndex(from.raw, index) as usize;
            let mut attributes: Vec<LLVMAttributeRef> = vec![std::ptr::null_mut(); count];
            LLVMGetAttributesAtIndex(from.raw, index, attributes.as_mut_ptr());
            for attribute in attributes {
                LLVMAddAttributeAtIndex(function.raw, index, attribute);
            }
        }
    }

    /// Adds the attributes of another function, but for those of parameters and result.
    pub fn take_function_attributes(&mut self, function: Function<'m>, from: Function<'m>) {
        self.take_attributes_at(function, from, LLVMAttributeFunctionIndex);
    }

    /// Names a value with any bytes.
    pub fn set_name_bytes(&mut self, value: Value<'m>, name: &[u8]) {
        // SAFETY: name with its length, copied by LLVM.
        unsafe { LLVMSetValueName2(value.raw, name.as_ptr().cast(), name.len()) }
    }

    // Instructions.

    /// Calls a function by its own calling convention.
    pub fn call_by_convention(&mut self, function: Function<'m>, arguments: &[Value<'m>], name: &str) -> Value<'m> {
        // What has no result has no name.
        let is_void = function.value_type().result().kind() == TypeKind::Void;
        let call = self.call(function, arguments, if is_void { "" } else { name });
        // SAFETY: a function, and a call, which nothing folds.
        unsafe { LLVMSetInstructionCallConv(call.raw, LLVMGetFunctionCallConv(function.raw)) };
        call
    }

    /// `ret` with a value, or `ret void`.
    pub fn build_return(&mut self, value: Option<Value<'m>>) {
        // SAFETY: the result type of the function; the builder is at the end of a block.
        let instruction = unsafe {
            match value {
                Some(value) => LLVMBuildRet(self.builder, value.raw),
                None => LLVMBuildRetVoid(self.builder),
            }
        };
        self.instruction(instruction);
    }

    /// `extractelement` (folded if the vector is a constant).
    pub fn extract_element(&mut self, vector: Value<'m>, lane: u64) -> Value<'m> {
        let lane = self.i64(lane);
        // SAFETY: a vector that has the lane; the builder is positioned.
        let element = unsafe { LLVMBuildExtractElement(self.builder, vector.raw, lane.raw, c"".as_ptr()) };
        self.instruction(element)
    }

    /// The same bits as another type of the same size.
    pub fn bit_cast(&mut self, value: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: two types without pointers, of the same size; the builder is positioned.
        let cast = unsafe { LLVMBuildBitCast(self.builder, value.raw, ty.raw, name.as_ptr()) };
        self.instruction(cast)
    }

    /// Sign-extends an integer.
    pub fn sign_extend(&mut self, value: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: integers, the second wider; the builder is positioned.
        let extended = unsafe { LLVMBuildSExt(self.builder, value.raw, ty.raw, name.as_ptr()) };
        self.instruction(extended)
    }

    /// A wider floating-point number.
    pub fn extend_float(&mut self, value: Value<'m>, ty: Type<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: floating-point types, the second wider; the builder is positioned.
        let extended = unsafe { LLVMBuildFPExt(self.builder, value.raw, ty.raw, name.as_ptr()) };
        self.instruction(extended)
    }
}
