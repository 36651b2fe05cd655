//! Functions and variables, their attributes, and the lists that keep them.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::CStr;

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMDLLStorageClass, LLVMLinkage, LLVMVisibility,
    core::{
        LLVMAddAttributeAtIndex, LLVMAddFunction, LLVMAddGlobalInAddressSpace, LLVMAppendBasicBlockInContext,
        LLVMBuildRet, LLVMBuildRetVoid, LLVMConstNull, LLVMCreateEnumAttribute, LLVMCreateStringAttribute,
        LLVMCreateTypeAttribute, LLVMGetAttributeCountAtIndex, LLVMGetAttributesAtIndex, LLVMGetEnumAttributeKind,
        LLVMGetLinkage, LLVMGetNamedFunction, LLVMGetNamedGlobal, LLVMGetNamedGlobalAlias, LLVMGetNamedGlobalIFunc,
        LLVMGetNumOperands, LLVMGetVisibility, LLVMGlobalGetValueType, LLVMIsStringAttribute, LLVMIsTailCall,
        LLVMPositionBuilderAtEnd, LLVMRemoveEnumAttributeAtIndex, LLVMRemoveStringAttributeAtIndex, LLVMSetAlignment,
        LLVMSetCurrentDebugLocation2, LLVMSetDLLStorageClass, LLVMSetDataLayout, LLVMSetGlobalConstant,
        LLVMSetInitializer, LLVMSetLinkage, LLVMSetModuleInlineAsm2, LLVMSetOperand, LLVMSetSection, LLVMSetTailCall,
        LLVMSetTarget, LLVMSetVisibility,
    },
    prelude::{LLVMAttributeRef, LLVMValueRef},
};

#[cfg(feature = "llvm22")]
use inkwell::llvm_sys::core::{LLVMSetFunctionCallConv, LLVMSetInstructionCallConv};

use super::{Editor, c_name};
use crate::ir::{
    compat::constant_array,
    ffi,
    types::Type,
    undo::Made,
    value::{ByValOrByRef, Call, Function, GlobalVariable, Value, enum_attribute},
};

/// The linkage that a definition had before it was held.
#[derive(Clone, Copy, Debug)]
pub struct HeldLinkage(LLVMLinkage);

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

impl<'m> Editor<'m> {
    /// The declaration of this name and type. If the name is taken by something else, a number is appended.
    pub fn declare_function(&mut self, name: &str, ty: Type<'m>) -> Function<'m> {
        let mut candidate = c_name(name);
        let mut number = 0;
        // SAFETY: NUL-terminated names, types of this context.
        unsafe {
            loop {
                let existing = LLVMGetNamedFunction(self.module, candidate.as_ptr());
                if existing.is_null() && !self.is_taken(&candidate) {
                    let declaration = LLVMAddFunction(self.module, candidate.as_ptr(), ty.raw);
                    self.note(Made::Declaration(declaration));
                    return Function::from_raw(declaration);
                }
                if !existing.is_null() && LLVMGlobalGetValueType(existing) == ty.raw {
                    return Function::from_raw(existing);
                }
                number += 1;
                candidate = c_name(&format!("{name}.{number}"));
            }
        }
    }

    /// Whether something that is not a function has this name.
    fn is_taken(&self, name: &CStr) -> bool {
        // SAFETY: a NUL-terminated name, also given with its length.
        unsafe {
            let length = name.count_bytes();
            !LLVMGetNamedGlobal(self.module, name.as_ptr()).is_null()
                || !LLVMGetNamedGlobalAlias(self.module, name.as_ptr(), length).is_null()
                || !LLVMGetNamedGlobalIFunc(self.module, name.as_ptr(), length).is_null()
        }
    }

    /// Adds a string attribute to a function.
    pub fn add_string_attribute(&mut self, function: Function<'m>, name: &str, value: &str) {
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

    /// Removes a string attribute of a function, if it is there.
    pub fn remove_string_attribute(&mut self, function: Function<'m>, name: &str) {
        // SAFETY: a function; the name is given with its length.
        unsafe {
            LLVMRemoveStringAttributeAtIndex(
                function.raw,
                LLVMAttributeFunctionIndex,
                name.as_ptr().cast(),
                name.len() as u32,
            );
        }
    }

    /// `@name = external addrspace(N) global ty, align A`. LLVM appends a number if the name is taken.
    pub fn declare_variable(
        &mut self,
        name: &str,
        ty: Type<'m>,
        address_space: u32,
        alignment: u64,
    ) -> GlobalVariable<'m> {
        let name = c_name(name);
        // SAFETY: NUL-terminated name, a type of this context.
        unsafe {
            let variable = LLVMAddGlobalInAddressSpace(self.module, ty.raw, name.as_ptr(), address_space);
            LLVMSetAlignment(variable, alignment as u32);
            GlobalVariable::from_raw(variable)
        }
    }

    /// `@name = internal constant ty zeroinitializer`
    pub fn define_zero(&mut self, name: &str, ty: Type<'m>, alignment: u64) -> GlobalVariable<'m> {
        let variable = self.declare_variable(name, ty, 0, alignment);
        // SAFETY: a variable and a constant of its type.
        unsafe {
            LLVMSetInitializer(variable.raw, LLVMConstNull(ty.raw));
            LLVMSetLinkage(variable.raw, LLVMLinkage::LLVMInternalLinkage);
            LLVMSetGlobalConstant(variable.raw, 1);
        }
        variable
    }

    /// Gives a variable that is an array other elements, of the same type; without any, and unless something uses it,
    /// it is erased.
    pub fn replace_elements(&mut self, variable: GlobalVariable<'m>, elements: &[Value<'m>]) {
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        let element_type = variable.value_type().element(0).expect("an array");
        assert!(elements.iter().all(|e| e.is_constant() && e.ty() == element_type), "constants of the elements' type");
        if elements.is_empty() {
            self.erase_if_unused(*variable);
        }
        if !variable.is_erased() {
            let mut raw: Vec<LLVMValueRef> = elements.iter().map(|element| element.raw).collect();
            // SAFETY: constants of one type, which are copied; a variable of this module.
            unsafe { ffi::sp_variable_like(variable.raw, constant_array(element_type.raw, &mut raw)) };
            self.erased.push(variable.raw);
        }
    }

    // Functions. What follows cannot be undone, so it is not for an editor that records what it makes.

    /// A function of another type and name right after `function`, without body: everything else is `function`'s.
    pub fn function_like(&mut self, function: Function<'m>, ty: Type<'m>, name: &str) -> Function<'m> {
        assert!(!self.is_recording(), "a new function cannot be removed again; the editor must not be recording");
        // SAFETY: a function, a function type of its context, a name with its length.
        unsafe { Function::from_raw(ffi::sp_function_like(function.raw, ty.raw, name.as_ptr().cast(), name.len())) }
    }

    /// Makes a global one that only this module knows.
    pub fn make_internal(&mut self, global: Value<'m>) {
        // SAFETY: the global lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { LLVMSetLinkage(global.raw, LLVMLinkage::LLVMInternalLinkage) }
    }

    /// Makes a definition one that every module sees.
    pub fn export(&mut self, global: Value<'m>) {
        assert!(!self.is_recording(), "changes of linkage cannot be undone; the editor must not be recording");
        // SAFETY: the definition lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { LLVMSetLinkage(global.raw, LLVMLinkage::LLVMExternalLinkage) }
    }

    /// Takes away the module's own assembly.
    pub fn clear_assembly(&mut self) {
        assert!(!self.is_recording(), "changes of assembly cannot be undone; the editor must not be recording");
        // SAFETY: the module lives for all of `'m`, by the contract of `Editor::from_raw`; there is no text.
        unsafe { LLVMSetModuleInlineAsm2(self.module, c"".as_ptr(), 0) }
    }

    /// Puts a variable into a section.
    pub fn set_section(&mut self, variable: GlobalVariable<'m>, section: &CStr) {
        assert!(!self.is_recording(), "changes of sections cannot be undone; the editor must not be recording");
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`; the name is
        // copied.
        unsafe { LLVMSetSection(variable.raw, section.as_ptr()) }
    }

    /// Makes a definition one that only this module knows, and that is kept only where it is used: without comdat and
    /// storage class.
    pub fn internalize(&mut self, global: Value<'m>) {
        assert!(!self.is_recording(), "changes of linkage cannot be undone; the editor must not be recording");
        // SAFETY: the definition lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe {
            LLVMSetDLLStorageClass(global.raw, LLVMDLLStorageClass::LLVMDefaultStorageClass);
            if !global.is_alias() {
                ffi::sp_clear_comdat(global.raw);
            }
        }
        self.make_internal(global);
    }

    /// Makes a definition one that no pass drops though nothing uses it. The linkage that it had can be restored.
    pub fn hold(&mut self, global: Value<'m>) -> HeldLinkage {
        assert!(!self.is_recording(), "changes of linkage cannot be undone; the editor must not be recording");
        // SAFETY: the definition lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe {
            let linkage = LLVMGetLinkage(global.raw);
            LLVMSetLinkage(global.raw, LLVMLinkage::LLVMWeakODRLinkage);
            HeldLinkage(linkage)
        }
    }

    /// Gives a definition the linkage that it had.
    pub fn release(&mut self, global: Value<'m>, held: HeldLinkage) {
        // SAFETY: the definition lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { LLVMSetLinkage(global.raw, held.0) }
    }

    /// Adds an attribute without value to a function, such as `alwaysinline`.
    pub fn add_attribute(&mut self, function: Function<'m>, name: &str) {
        // SAFETY: a function.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(self.context, enum_attribute(name), 0);
            LLVMAddAttributeAtIndex(function.raw, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Gives a pointer parameter of a function an alignment.
    pub fn align_parameter(&mut self, function: Function<'m>, index: u32, alignment: u64) {
        // SAFETY: a function; attribute index 1 is the first parameter. One of the same kind is replaced.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(self.context, enum_attribute("align"), alignment);
            LLVMAddAttributeAtIndex(function.raw, index + 1, attribute);
        }
    }

    /// Removes an attribute without value from a function.
    pub fn remove_attribute(&mut self, function: Function<'m>, name: &str) {
        // SAFETY: a function.
        unsafe { LLVMRemoveEnumAttributeAtIndex(function.raw, LLVMAttributeFunctionIndex, enum_attribute(name)) }
    }

    /// Gives a declared function a body that returns a constant, or nothing, and makes it internal.
    pub fn define_returning(&mut self, function: Function<'m>, value: Option<Value<'m>>) {
        assert!(!self.is_recording() && function.is_declaration(), "a declaration, and a body that stays");
        // SAFETY: a function without blocks; a constant of its result's type.
        unsafe {
            let block = LLVMAppendBasicBlockInContext(self.context, function.raw, c"".as_ptr());
            LLVMPositionBuilderAtEnd(self.builder, block);
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
            match value {
                Some(value) => LLVMBuildRet(self.builder, value.raw),
                None => LLVMBuildRetVoid(self.builder),
            };
        }
        self.make_internal(*function);
    }

    /// Makes a definition one that other modules may have too, if it does the same there.
    pub fn make_weak_odr(&mut self, function: Function<'m>) {
        // SAFETY: the global lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { LLVMSetLinkage(function.raw, LLVMLinkage::LLVMWeakODRLinkage) }
    }

    /// Gives `clone`, whose first parameters are those of `function`, a copy of its body, attributes and metadata.
    pub fn clone_body(&mut self, function: Function<'m>, clone: Function<'m>) {
        // SAFETY: two functions of one module; `clone` has no body and at least the parameters of `function`.
        unsafe { ffi::sp_clone_body(function.raw, clone.raw) }
    }

    /// Fixes the memory attributes of a clone that, unlike the original, reads through a pointer parameter.
    pub fn finish_clone(&mut self, clone: Function<'m>) {
        // SAFETY: a function with a body.
        unsafe { ffi::sp_finish_clone(clone.raw) }
    }

    /// Puts a call of `callee` with one more argument in the place of `call`. `of_this_frame`: the argument points to
    /// memory of the calling function, so the call is not a tail call.
    pub fn replace_call(&mut self, call: Call<'m>, callee: Function<'m>, extra: Value<'m>, of_this_frame: bool) {
        assert!(call.is_call(), "the call is no invoke");
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        // SAFETY: a call, no invoke; the callee has one parameter more, of the type of `extra`.
        unsafe { ffi::sp_call_with_argument(call.raw, callee.raw, extra.raw, of_this_frame) }
        self.erased.push(call.raw);
    }

    /// Makes the `tail` and `musttail` calls in a function plain ones.
    pub fn clear_tail_calls(&mut self, function: Function<'m>) {
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
    pub fn move_body(&mut self, from: Function<'m>, to: Function<'m>) {
        // SAFETY: two functions of one module, the second without body.
        unsafe { ffi::sp_move_body(from.raw, to.raw) }
    }

    /// Gives `new` what is left of `old` (metadata, name, uses) and erases `old`.
    pub fn replace_function(&mut self, old: Function<'m>, new: Function<'m>) {
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        // SAFETY: two functions of one module; `old` has no body any more.
        unsafe { ffi::sp_replace_function(old.raw, new.raw) }
        self.erased.push(old.raw);
    }

    /// Puts a function that lacks the parameters that are not kept, which nothing uses, in the place of `function`.
    pub fn without_parameters(&mut self, function: Function<'m>, kept: &[bool]) -> Function<'m> {
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        assert!(function.parameters().zip(kept).all(|(parameter, kept)| *kept || parameter.is_unused()));
        // SAFETY: a function with a body, and a flag for each parameter.
        let new = unsafe { Function::from_raw(ffi::sp_without_parameters(function.raw, kept.as_ptr())) };
        self.erased.push(function.raw);
        new
    }

    /// Gives each parameter of a function the attributes of a parameter of `from`, by its index, or none.
    pub fn take_parameter_attributes(&mut self, function: Function<'m>, from: Function<'m>, sources: &[Option<u32>]) {
        assert_eq!(function.parameters().count(), sources.len(), "a source for each parameter");
        let count = from.parameters().count();
        assert!(sources.iter().flatten().all(|index| (*index as usize) < count), "indices of parameters");
        let raw: Vec<std::ffi::c_int> = sources.iter().map(|index| index.map_or(-1, u32::cast_signed)).collect();
        // SAFETY: two functions, and an index for each parameter of the first.
        unsafe { ffi::sp_take_parameter_attributes(function.raw, from.raw, raw.as_ptr()) }
    }

    /// Says that a pointer parameter passes memory that holds a `ty`.
    pub fn set_by_val_or_by_ref(&mut self, function: Function<'m>, parameter: u32, how: ByValOrByRef, ty: Type<'m>) {
        let kind = how.kind();
        // SAFETY: a function; attribute index 1 is the first parameter.
        unsafe {
            let attribute = LLVMCreateTypeAttribute(self.context, kind, ty.raw);
            LLVMAddAttributeAtIndex(function.raw, parameter + 1, attribute);
        }
    }

    /// Adds an attribute with a number (0 for those without), such as `align`, to a parameter.
    pub fn add_parameter_attribute(&mut self, function: Function<'m>, parameter: u32, name: &str, value: u64) {
        // SAFETY: a function; attribute index 1 is the first parameter.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(self.context, enum_attribute(name), value);
            LLVMAddAttributeAtIndex(function.raw, parameter + 1, attribute);
        }
    }

    /// Adds a string attribute to a parameter.
    pub fn add_parameter_string_attribute(&mut self, function: Function<'m>, parameter: u32, name: &str, value: &str) {
        // SAFETY: a function; attribute index 1 is the first parameter; the texts are given with their lengths.
        unsafe {
            let (name, value) =
                ((name.as_ptr().cast(), name.len() as u32), (value.as_ptr().cast(), value.len() as u32));
            let attribute = LLVMCreateStringAttribute(self.context, name.0, name.1, value.0, value.1);
            LLVMAddAttributeAtIndex(function.raw, parameter + 1, attribute);
        }
    }

    /// Drops the attributes of a parameter that do not hold for a value of every type: all but `noundef`, `inreg` and
    /// strings.
    pub fn drop_typed_attributes(&mut self, function: Function<'m>, parameter: u32) {
        let index = parameter + 1;
        let kept = ["noundef", "inreg"].map(enum_attribute);
        // SAFETY: the array has as many places as LLVM fills; attributes are asked for what they are.
        unsafe {
            let count = LLVMGetAttributeCountAtIndex(function.raw, index) as usize;
            let mut attributes: Vec<LLVMAttributeRef> = vec![std::ptr::null_mut(); count];
            LLVMGetAttributesAtIndex(function.raw, index, attributes.as_mut_ptr());
            for attribute in attributes {
                if LLVMIsStringAttribute(attribute) == 0 {
                    let kind = LLVMGetEnumAttributeKind(attribute);
                    if !kept.contains(&kind) {
                        LLVMRemoveEnumAttributeAtIndex(function.raw, index, kind);
                    }
                }
            }
        }
    }

    /// Gives a function, and calls of it, a calling convention.
    #[cfg(feature = "llvm22")]
    pub fn set_convention(&mut self, function: Function<'m>, calls: &[Call<'m>], convention: crate::ir::Convention) {
        assert!(!self.is_recording(), "changes of conventions cannot be undone; the editor must not be recording");
        // SAFETY: a function and calls of this module.
        unsafe {
            LLVMSetFunctionCallConv(function.raw, convention as u32);
            for call in calls {
                LLVMSetInstructionCallConv(call.raw, convention as u32);
            }
        }
    }

    /// Lets a call call a function that has the type of what it called.
    pub fn set_callee(&mut self, call: Call<'m>, callee: Function<'m>) {
        assert!(!self.is_recording(), "changes of operands cannot be undone; the editor must not be recording");
        // SAFETY: the callee is the last operand of a call.
        unsafe { LLVMSetOperand(call.raw, LLVMGetNumOperands(call.raw) as u32 - 1, callee.raw) }
    }

    /// Makes an exported definition one that others see and do not replace.
    pub fn protect_if_exported(&mut self, global: Value<'m>) {
        assert!(!self.is_recording(), "changes of visibility cannot be undone; the editor must not be recording");
        // SAFETY: a global of this module.
        unsafe {
            let is_local = matches!(
                LLVMGetLinkage(global.raw),
                LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage | LLVMLinkage::LLVMAppendingLinkage
            );
            if !is_local
                && !global.is_declaration()
                && LLVMGetVisibility(global.raw) == LLVMVisibility::LLVMDefaultVisibility
            {
                LLVMSetVisibility(global.raw, LLVMVisibility::LLVMProtectedVisibility);
            }
        }
    }

    /// Gives the module another triple and data layout.
    pub fn set_target(&mut self, triple: &str, layout: &str) {
        assert!(!self.is_recording(), "changes of the target cannot be undone; the editor must not be recording");
        let (triple, layout) = (c_name(triple), c_name(layout));
        // SAFETY: the module lives for all of `'m`, by the contract of `Editor::from_raw`; NUL-terminated texts, the
        // layout one of LLVM's own.
        unsafe {
            LLVMSetTarget(self.module, triple.as_ptr());
            LLVMSetDataLayout(self.module, layout.as_ptr());
        }
    }

    /// Adds functions or variables to `llvm.used`, or to `llvm.compiler.used`.
    pub fn append_to_used<G: Copy + Into<Value<'m>>>(&mut self, list: UsedList, globals: &[G]) {
        if globals.is_empty() {
            return;
        }
        let mut raw: Vec<LLVMValueRef> = globals.iter().map(|global| (*global).into().raw).collect();
        // SAFETY: globals of this module; the array is copied.
        unsafe { ffi::sp_append_to_used(self.module, list == UsedList::ByCompiler, raw.as_mut_ptr(), raw.len()) }
    }
}
