//! A read-only view of a module that LLVM owns.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{
    ffi::{CStr, CString, c_char, c_void},
    marker::PhantomData,
};

use inkwell::llvm_sys::{
    core::{
        LLVMGetFirstFunction, LLVMGetFirstGlobal, LLVMGetFirstGlobalAlias, LLVMGetFirstGlobalIFunc,
        LLVMGetMDKindIDInContext, LLVMGetModuleContext, LLVMGetModuleIdentifier, LLVMGetModuleInlineAsm,
        LLVMGetNamedFunction, LLVMGetNamedGlobal, LLVMGetNextFunction, LLVMGetNextGlobal, LLVMGetNextGlobalAlias,
        LLVMGetNextGlobalIFunc, LLVMGetSourceFileName, LLVMGetTarget, LLVMGetTypeByName2, LLVMPrintModuleToString,
    },
    prelude::{LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMValueRef},
    target::LLVMGetModuleDataLayout,
};

use sycl_propset::triple::Triple;

use super::{
    ffi,
    metadata::Node,
    text::{copy_text, take_bytes, take_message},
    types::{DataLayout, Type},
    value::{Function, GlobalVariable, Value},
};

/// A module, read only. Copies refer to the same module.
#[derive(Clone, Copy)]
pub struct ModuleView<'m> {
    pub(super) raw: LLVMModuleRef,
    pub(super) marker: PhantomData<&'m ()>,
}

impl<'m> ModuleView<'m> {
    /// A view of a module that LLVM owns.
    ///
    /// # Safety
    /// `raw` is a live module for all of `'m`, and no other thread uses its context.
    pub unsafe fn from_raw(raw: LLVMModuleRef) -> Self {
        assert!(!raw.is_null(), "null module");
        Self { raw, marker: PhantomData }
    }

    pub(super) fn context(self) -> LLVMContextRef {
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`.
        unsafe { LLVMGetModuleContext(self.raw) }
    }

    /// The module's identifier: mostly the name of the file that it was read from.
    pub fn identifier(self) -> String {
        let mut length = 0;
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; LLVM sets the length.
        unsafe { copy_text(LLVMGetModuleIdentifier(self.raw, &mut length), length) }
    }

    /// Name of the source file: what the front end was given, unless the module was linked from several.
    pub fn source_file(self) -> String {
        let mut length = 0;
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; LLVM sets the length.
        unsafe { copy_text(LLVMGetSourceFileName(self.raw, &mut length), length) }
    }

    /// Target triple as written; may be empty.
    pub fn triple(self) -> String {
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; NUL-terminated.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)).to_string_lossy().into_owned() }
    }

    /// Sizes and offsets of types.
    pub fn data_layout(self) -> DataLayout<'m> {
        // SAFETY: the layout belongs to the module.
        DataLayout { raw: unsafe { LLVMGetModuleDataLayout(self.raw) }, marker: PhantomData }
    }

    /// Functions in module order, declarations included.
    pub fn functions(self) -> impl Iterator<Item = Function<'m>> {
        // SAFETY: list of a live module, here and in the next three.
        unsafe { walk(LLVMGetFirstFunction(self.raw), |f| LLVMGetNextFunction(f)) }.filter_map(Value::as_function)
    }

    /// Global variables in module order, declarations included.
    pub fn global_variables(self) -> impl Iterator<Item = GlobalVariable<'m>> {
        unsafe { walk(LLVMGetFirstGlobal(self.raw), |g| LLVMGetNextGlobal(g)) }.filter_map(Value::as_global_variable)
    }

    /// Aliases in module order.
    pub fn aliases(self) -> impl Iterator<Item = Value<'m>> {
        unsafe { walk(LLVMGetFirstGlobalAlias(self.raw), |g| LLVMGetNextGlobalAlias(g)) }
    }

    /// Functions, variables, aliases and ifuncs, each kind in module order.
    pub fn globals(self) -> impl Iterator<Item = Value<'m>> {
        let functions = self.functions().map(Value::from);
        let variables = self.global_variables().map(Value::from);
        functions.chain(variables).chain(self.aliases()).chain(self.ifuncs())
    }

    /// Ifuncs in module order.
    pub fn ifuncs(self) -> impl Iterator<Item = Value<'m>> {
        unsafe { walk(LLVMGetFirstGlobalIFunc(self.raw), |g| LLVMGetNextGlobalIFunc(g)) }
    }

    /// Function of this name.
    pub fn function(self, name: &str) -> Option<Function<'m>> {
        let name = CString::new(name).ok()?;
        // SAFETY: NUL-terminated name.
        unsafe { Value::from_nullable(LLVMGetNamedFunction(self.raw, name.as_ptr())) }.and_then(Value::as_function)
    }

    /// Identified struct of this name in the module's context.
    pub fn struct_type(self, name: &str) -> Option<Type<'m>> {
        let name = CString::new(name).ok()?;
        // SAFETY: NUL-terminated name; null if there is no such struct.
        unsafe {
            let raw = LLVMGetTypeByName2(self.context(), name.as_ptr());
            (!raw.is_null()).then(|| Type::from_raw(raw))
        }
    }

    /// Global variable of this name.
    pub fn global_variable(self, name: &str) -> Option<GlobalVariable<'m>> {
        let name = CString::new(name).ok()?;
        // SAFETY: NUL-terminated name.
        unsafe { Value::from_nullable(LLVMGetNamedGlobal(self.raw, name.as_ptr())) }.and_then(Value::as_global_variable)
    }

    /// Operands of all named metadata, in order.
    pub fn all_named_metadata(self) -> Vec<NamedOperand<'m>> {
        unsafe extern "C" fn found(data: *mut c_void, name: *const c_char, length: usize, raw: LLVMMetadataRef) {
            // SAFETY: `data` is the vector below, alive for the call; a name with its length; a live node.
            unsafe {
                let name = std::slice::from_raw_parts(name.cast(), length).to_vec();
                (*data.cast::<Vec<NamedOperand<'_>>>()).push(NamedOperand { name, node: Node::from_raw(raw) });
            }
        }
        let mut operands: Vec<NamedOperand<'m>> = Vec::new();
        // SAFETY: the callback runs only during the call.
        unsafe { ffi::sp_named_metadata(self.raw, (&raw mut operands).cast(), found) };
        operands
    }

    /// Operands of named metadata; empty if none has the name.
    pub fn named_metadata(self, name: &str) -> Vec<Node<'m>> {
        unsafe extern "C" fn found(data: *mut c_void, raw: LLVMMetadataRef) {
            // SAFETY: `data` is the vector below, alive for the call; a live node.
            unsafe { (*data.cast::<Vec<Node<'_>>>()).push(Node::from_raw(raw)) }
        }
        let mut operands: Vec<Node<'m>> = Vec::new();
        // SAFETY: name with its length; the callback runs only during the call.
        unsafe {
            let data = (&raw mut operands).cast();
            ffi::sp_named_metadata_of(self.raw, name.as_ptr().cast(), name.len(), data, found);
        }
        operands
    }

    /// Integer value of a module flag.
    pub fn flag(self, key: &str) -> Option<u64> {
        use super::metadata::Operand;
        self.named_metadata("llvm.module.flags").into_iter().find_map(|node| match node.operands().as_slice() {
            [_, Operand::Text(name), Operand::Value(value)] if name == key => value.as_unsigned(),
            _ => None,
        })
    }

    /// Whether a function, variable, alias, ifunc or comdat has this name.
    pub fn is_name_taken(self, name: &str) -> bool {
        // SAFETY: name with its length.
        unsafe { ffi::sp_is_name_taken(self.raw, name.as_ptr().cast(), name.len()) }
    }

    /// Whether this is device code: a SPIR, SPIR-V, NVPTX or AMDGPU triple, or the `sycl-device` module flag.
    pub fn is_device_module(self) -> bool {
        Triple::is_device(&self.triple()) || self.flag("sycl-device") == Some(1)
    }

    /// Whether the module has assembly of its own.
    pub fn has_assembly(self) -> bool {
        let mut length = 0;
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; LLVM sets the length.
        unsafe { LLVMGetModuleInlineAsm(self.raw, &mut length) };
        length != 0
    }

    /// Number of a metadata kind.
    pub(crate) fn metadata_kind(self, name: &str) -> u32 {
        // SAFETY: name with its length.
        unsafe { LLVMGetMDKindIDInContext(self.context(), name.as_ptr().cast(), name.len() as u32) }
    }

    /// Whether any metadata refers to a global, be it through a constant.
    pub(super) fn metadata_names_globals(self) -> bool {
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`.
        unsafe { ffi::sp_metadata_names_globals(self.raw) }
    }

    /// A global of another module that something here refers to, by an operand or by metadata. Such a module can be
    /// neither written nor printed.
    ///
    /// # Safety
    /// `index` is null, or a live one of `sp_debug_index_new` that knows the code of the module's functions as it is
    /// now; no metadata refers to globals then.
    pub(super) unsafe fn foreign_global(self, index: *mut c_void) -> Option<Value<'m>> {
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; the index by the
        // contract.
        unsafe { Value::from_nullable(ffi::sp_foreign_global(index, self.raw)) }
    }

    /// Bitcode of the module.
    pub fn bitcode(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; the vector is live
        // during the call.
        unsafe { ffi::sp_write_bitcode(self.raw, (&raw mut bytes).cast(), take_bytes) }
        bytes
    }

    /// Text of the module.
    pub fn print(self) -> String {
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; the message is ours.
        unsafe { take_message(LLVMPrintModuleToString(self.raw)) }
    }
}

/// One operand of named metadata.
pub struct NamedOperand<'m> {
    /// Name of the metadata, which can be any bytes.
    pub name: Vec<u8>,
    /// The operand.
    pub node: Node<'m>,
}

/// # Safety
/// `first` starts a list of globals of a module that lives as long as `'m`, which `next` walks; null ends it.
unsafe fn walk<'m>(
    first: LLVMValueRef,
    next: impl Fn(LLVMValueRef) -> LLVMValueRef,
) -> impl Iterator<Item = Value<'m>> {
    let mut current = first;
    std::iter::from_fn(move || {
        // SAFETY: by the contract.
        let value = unsafe { Value::from_nullable(current) }?;
        current = next(current);
        Some(value)
    })
}
