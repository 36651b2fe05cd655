//! One change of a module, and how it is undone.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMDLLStorageClass, LLVMLinkage, LLVMVisibility,
    comdat::LLVMComdatSelectionKind,
    core::{
        LLVMDeleteFunction, LLVMDeleteGlobal, LLVMInstructionEraseFromParent, LLVMRemoveStringAttributeAtIndex,
        LLVMReplaceAllUsesWith, LLVMSetDLLStorageClass, LLVMSetLinkage, LLVMSetVisibility,
    },
    prelude::LLVMValueRef,
};

use super::ffi;

/// One change of a part.
pub(super) enum Undo {
    /// Linkage and the properties that depend on it, as they were.
    Linkage {
        global: LLVMValueRef,
        linkage: LLVMLinkage,
        visibility: LLVMVisibility,
        storage: LLVMDLLStorageClass,
        dso_local: bool,
    },
    /// The global left this comdat.
    Comdat(Comdat),
    /// The function got this attribute.
    Attribute(LLVMValueRef, &'static str),
    /// The body of the function is in the holder.
    Body { function: LLVMValueRef, holder: LLVMValueRef },
    /// The body is in the holder, but for blocks whose addresses others refer to.
    HollowBody { function: LLVMValueRef, holder: LLVMValueRef },
    /// Metadata refers to the stand-in instead of the constant.
    Hidden { constant: LLVMValueRef, stand_in: LLVMValueRef },
    /// A new variable.
    New(LLVMValueRef),
    /// A change that an [`Editor`](crate::ir::Editor) made.
    Made(Made),
}

/// One thing that an [`Editor`](crate::ir::Editor) made or replaced.
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

/// Place where a global was.
pub(super) struct Comdat {
    pub(super) global: LLVMValueRef,
    pub(super) name: String,
    pub(super) kind: LLVMComdatSelectionKind,
}

impl Undo {
    /// Undoes one change. A comdat can be made good only in the source module, where it lives: that is left to the
    /// caller.
    ///
    /// # Safety
    /// All that was done after this change is undone, and what it names is live.
    pub(super) unsafe fn undo(self) -> Option<Comdat> {
        // SAFETY: by the contract; what was made is unused once later changes are undone.
        unsafe {
            match self {
                Undo::Linkage { global, linkage, visibility, storage, dso_local } => {
                    LLVMSetLinkage(global, linkage);
                    LLVMSetVisibility(global, visibility);
                    LLVMSetDLLStorageClass(global, storage);
                    ffi::sp_set_dso_local(global, dso_local);
                }
                Undo::Comdat(comdat) => return Some(comdat),
                Undo::Attribute(function, name) => LLVMRemoveStringAttributeAtIndex(
                    function,
                    LLVMAttributeFunctionIndex,
                    name.as_ptr().cast(),
                    name.len() as u32,
                ),
                Undo::Body { function, holder } => {
                    ffi::sp_move_body(holder, function);
                    LLVMDeleteFunction(holder);
                }
                Undo::HollowBody { function, holder } => {
                    ffi::sp_fill_body(function, holder);
                    LLVMDeleteFunction(holder);
                }
                Undo::Hidden { constant, stand_in } => ffi::sp_show_constant(stand_in, constant),
                Undo::New(global) => LLVMDeleteGlobal(global),
                Undo::Made(Made::Instruction(instruction)) => LLVMInstructionEraseFromParent(instruction),
                Undo::Made(Made::Declaration(function)) => LLVMDeleteFunction(function),
                Undo::Made(Made::Named(to, from)) => ffi::sp_take_name(from, to),
                Undo::Made(Made::Replaced(old, new)) => LLVMReplaceAllUsesWith(new, old),
                Undo::Made(Made::Unlinked(instruction, next)) => ffi::sp_insert_before(instruction, next),
            }
        }
        None
    }
}
