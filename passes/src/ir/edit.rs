//! Changes to a module in place.
//!
//! | file | holds |
//! | --- | --- |
//! | `blocks` | control flow |
//! | `body` | functions between a caller and a function of a library |
//! | `constant` | types and constants |
//! | `instruction` | making and replacing instructions |
//! | `fission` | blocks and instructions that change places |
//! | `global` | functions, variables, their attributes and lists |
//! | `erase` | erasing instructions and globals |
//! | `metadata` | nodes and named metadata |
//! | `retype` | a module in other address spaces |
//! | `pipeline` | LLVM's own passes |
//! | `target` | what functions are compiled as |
//! | `variable` | values of variables |
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

#[cfg(feature = "llvm22")]
pub(super) mod blocks;
mod body;
mod constant;
mod erase;
mod fission;
pub(super) mod global;
mod instruction;
pub(super) mod metadata;
pub(super) mod pipeline;
#[cfg(feature = "llvm22")]
pub(super) mod retype;
mod target;
mod variable;

use std::{ffi::CString, marker::PhantomData};

use inkwell::llvm_sys::{
    core::{LLVMCreateBuilderInContext, LLVMDisposeBuilder},
    prelude::{LLVMBuilderRef, LLVMContextRef, LLVMModuleRef, LLVMValueRef},
};

use super::{
    erased::Erased,
    module::ModuleView,
    undo::{Made, Undo},
    value::Value,
};

/// Changes a module. Reading goes through [`Editor::view`].
pub struct Editor<'m> {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
    /// List of what was made, if it may have to be undone.
    undo: Option<&'m mut Vec<Undo>>,
    /// Erased values that are not freed before every handle to them is gone.
    erased: Erased,
    /// Owner that frees them; none if the editor does.
    owner: Option<&'m mut Erased>,
    marker: PhantomData<&'m mut ()>,
}

impl<'m> Editor<'m> {
    /// An editor of a module that LLVM owns.
    ///
    /// # Safety
    /// `raw` is a live module for all of `'m`, no other thread uses its context, and nothing else changes it meanwhile.
    /// Handles of `'m` are not used after the editor is dropped: that frees what was erased.
    pub unsafe fn from_raw(raw: LLVMModuleRef) -> Self {
        // SAFETY: by the contract.
        unsafe { Self::with_owner(raw, None) }
    }

    /// An editor that leaves what it erased to the owner of the module.
    ///
    /// # Safety
    /// `raw` is a live module for all of `'m`, no other thread uses its context, and nothing else changes it meanwhile.
    pub(super) unsafe fn of_owned(raw: LLVMModuleRef, owner: &'m mut Erased) -> Self {
        // SAFETY: by the contract; what is erased outlives the handles of `'m`.
        unsafe { Self::with_owner(raw, Some(owner)) }
    }

    /// # Safety
    /// As for [`Editor::from_raw`], or there is an owner.
    unsafe fn with_owner(raw: LLVMModuleRef, owner: Option<&'m mut Erased>) -> Self {
        // SAFETY: by the contract; the builder is disposed in `drop`.
        unsafe {
            let context = ModuleView::from_raw(raw).context();
            let builder = LLVMCreateBuilderInContext(context);
            Self { module: raw, context, builder, undo: None, erased: Erased::default(), owner, marker: PhantomData }
        }
    }

    /// An editor that notes what it does, so that it can be undone.
    ///
    /// # Safety
    /// As for [`Editor::from_raw`].
    pub(super) unsafe fn recording(raw: LLVMModuleRef, undo: &'m mut Vec<Undo>) -> Self {
        // SAFETY: by the contract.
        let mut editor = unsafe { Self::from_raw(raw) };
        editor.undo = Some(undo);
        editor
    }

    /// Whether what is done will be undone, so that nothing may be erased.
    pub(in crate::ir) fn is_recording(&self) -> bool {
        self.undo.is_some()
    }

    /// The module, read only.
    pub fn view(&self) -> ModuleView<'m> {
        // SAFETY: the module lives for `'m`.
        unsafe { ModuleView::from_raw(self.module) }
    }

    fn note(&mut self, made: Made) {
        if let Some(list) = &mut self.undo {
            list.push(Undo::Made(made));
        }
    }

    fn instruction(&mut self, raw: LLVMValueRef) -> Value<'m> {
        // SAFETY: the builder has just made it, or folded it to a constant.
        let value = unsafe { Value::from_raw(raw) };
        if value.is_instruction() {
            self.note(Made::Instruction(raw));
        }
        value
    }
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `from_raw`, disposed once.
        unsafe { LLVMDisposeBuilder(self.builder) }
        if let Some(owner) = &mut self.owner {
            owner.append(&mut self.erased);
        }
    }
}

/// Names of values cannot hold a NUL in the C API; one that does is cut there.
fn c_name(name: &str) -> CString {
    let end = name.find('\0').unwrap_or(name.len());
    CString::new(&name[..end]).expect("it ends before the first NUL")
}
