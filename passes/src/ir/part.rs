//! Globals moved out of a module, to be written as a module of their own, and back.
//!
//! Cloning a subset costs several times what writing it costs, and the copies of debug info stay in the context until it
//! ends. Moving costs a few list operations per global. The price: while globals of one [`Part`] are out, others still
//! refer to them across modules, so a part can only be printed or written; whoever wants to transform it reads the
//! bitcode into a context of its own ([`OwnedModule`](super::OwnedModule)). Every change is undone when the part is
//! dropped, and [`Mover`] restores the order of the lists when it is dropped: the source module ends as it began.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMDLLStorageClass, LLVMLinkage, LLVMVisibility,
    comdat::{LLVMComdatSelectionKind, LLVMGetComdat, LLVMGetComdatSelectionKind},
    core::{
        LLVMAddAttributeAtIndex, LLVMAddFunction, LLVMAddGlobalInAddressSpace, LLVMCreateStringAttribute,
        LLVMDeleteFunction, LLVMDeleteGlobal, LLVMDisposeModule, LLVMGetDLLStorageClass, LLVMGetLinkage,
        LLVMGetModuleContext, LLVMGetPointerAddressSpace, LLVMGetVisibility, LLVMGlobalGetValueType,
        LLVMInstructionEraseFromParent, LLVMMDNodeInContext2, LLVMRemoveStringAttributeAtIndex, LLVMReplaceAllUsesWith,
        LLVMSetDLLStorageClass, LLVMSetInitializer, LLVMSetLinkage, LLVMSetSection, LLVMSetVisibility, LLVMTypeOf,
    },
    prelude::{LLVMModuleRef, LLVMValueRef},
};

use super::{
    compat::{array_type, constant_array},
    edit::{Editor, Made},
    ffi,
    metadata::Node,
    module::ModuleView,
    value::Value,
};

/// Moves globals of one module into parts, one part at a time.
pub struct Mover<'m> {
    source: LLVMModuleRef,
    debug: *mut std::ffi::c_void,
    /// Every global of the source in its original order, by kind.
    order: Vec<LLVMValueRef>,
    /// Whether a part was made, so that the order may have changed.
    disturbed: bool,
    marker: PhantomData<&'m mut ()>,
}

enum Undo {
    Linkage {
        global: LLVMValueRef,
        linkage: LLVMLinkage,
        visibility: LLVMVisibility,
        storage: LLVMDLLStorageClass,
        dso_local: bool,
    },
    Comdat(LLVMValueRef, String, LLVMComdatSelectionKind),
    Attribute(LLVMValueRef, &'static str),
    Body {
        function: LLVMValueRef,
        holder: LLVMValueRef,
    },
    New(LLVMValueRef),
    Made(Made),
}

/// Some globals of the source module in a module of their own. Dropping it puts everything back.
pub struct Part<'p, 'm> {
    mover: &'p mut Mover<'m>,
    module: LLVMModuleRef,
    moved: Vec<LLVMValueRef>,
    undo: Vec<Undo>,
}

impl<'m> Mover<'m> {
    /// Starts on a module.
    ///
    /// The module is the caller's to change for `'m`: nobody else looks at it while a part exists.
    pub fn new(source: ModuleView<'m>) -> Self {
        let order = source
            .functions()
            .chain(source.global_variables())
            .chain(source.aliases())
            .chain(source.ifuncs())
            .map(|g| g.raw)
            .collect();
        // SAFETY: a live module; the index is freed in `drop`.
        let debug = unsafe { ffi::sp_debug_index_new(source.raw) };
        Self { source: source.raw, debug, order, disturbed: false, marker: PhantomData }
    }

    /// Takes globals out of the source module, in the order given. `name` becomes the module's identifier.
    pub fn part<'p>(&'p mut self, globals: impl IntoIterator<Item = Value<'m>>, name: &str) -> Part<'p, 'm> {
        self.disturbed = true;
        // SAFETY: globals of the source module, each named once; `drop` moves them back.
        unsafe {
            let module = ffi::sp_module_like(self.source, name.as_ptr().cast(), name.len());
            let moved: Vec<LLVMValueRef> = globals.into_iter().map(|g| g.raw).collect();
            for global in &moved {
                ffi::sp_move_global(*global, module);
            }
            Part { mover: self, module, moved, undo: Vec::new() }
        }
    }
}

impl Drop for Mover<'_> {
    fn drop(&mut self) {
        // SAFETY: all parts are gone (they borrow the mover), so every global is back in the source module.
        unsafe {
            ffi::sp_debug_index_free(self.debug);
            if self.disturbed {
                for global in &self.order {
                    ffi::sp_move_to_end(*global);
                }
            }
        }
    }
}

impl<'m> Part<'_, 'm> {
    fn remember_linkage(&mut self, global: LLVMValueRef) {
        // SAFETY: a live global.
        unsafe {
            self.undo.push(Undo::Linkage {
                global,
                linkage: LLVMGetLinkage(global),
                visibility: LLVMGetVisibility(global),
                storage: LLVMGetDLLStorageClass(global),
                dso_local: ffi::sp_is_dso_local(global),
            });
        }
    }

    /// Makes a global internal and takes it out of its comdat.
    pub fn internalize(&mut self, global: Value<'m>) {
        self.remember_linkage(global.raw);
        // SAFETY: a live global; visibility and storage class of a local symbol are the defaults.
        unsafe {
            LLVMSetVisibility(global.raw, LLVMVisibility::LLVMDefaultVisibility);
            LLVMSetDLLStorageClass(global.raw, LLVMDLLStorageClass::LLVMDefaultStorageClass);
            LLVMSetLinkage(global.raw, LLVMLinkage::LLVMInternalLinkage);
        }
        self.leave_comdat(global);
    }

    /// Gives a global external linkage.
    pub fn externalize(&mut self, global: Value<'m>) {
        self.remember_linkage(global.raw);
        // SAFETY: a live global.
        unsafe { LLVMSetLinkage(global.raw, LLVMLinkage::LLVMExternalLinkage) }
    }

    /// Gives a global that may be dropped when nothing here refers to it a linkage under which it stays.
    pub fn retain(&mut self, global: Value<'m>) {
        // SAFETY: a live global.
        let linkage = match unsafe { LLVMGetLinkage(global.raw) } {
            LLVMLinkage::LLVMLinkOnceAnyLinkage => LLVMLinkage::LLVMWeakAnyLinkage,
            LLVMLinkage::LLVMLinkOnceODRLinkage => LLVMLinkage::LLVMWeakODRLinkage,
            _ => return,
        };
        self.remember_linkage(global.raw);
        // SAFETY: a live global.
        unsafe { LLVMSetLinkage(global.raw, linkage) }
    }

    /// Takes a global out of its comdat.
    pub fn leave_comdat(&mut self, global: Value<'m>) {
        // SAFETY: a live global; the name of its comdat is read by the shim's counterpart on the way back.
        unsafe {
            let comdat = LLVMGetComdat(global.raw);
            if comdat.is_null() {
                return;
            }
            let name = comdat_name(comdat);
            self.undo.push(Undo::Comdat(global.raw, name, LLVMGetComdatSelectionKind(comdat)));
            ffi::sp_clear_comdat(global.raw);
        }
    }

    /// Name of a global's comdat.
    pub fn comdat(&self, global: Value<'m>) -> Option<String> {
        // SAFETY: a live global that is no alias.
        unsafe {
            if global.is_alias() {
                return None;
            }
            let comdat = LLVMGetComdat(global.raw);
            (!comdat.is_null()).then(|| comdat_name(comdat))
        }
    }

    /// Adds a string attribute without value to a function that does not have it yet.
    pub fn mark(&mut self, function: Value<'m>, name: &'static str) {
        if function.has_string_attribute(name) {
            return;
        }
        // SAFETY: name with its length, copied by LLVM.
        unsafe {
            let context = LLVMGetModuleContext(self.module);
            let attribute =
                LLVMCreateStringAttribute(context, name.as_ptr().cast(), name.len() as u32, c"".as_ptr(), 0);
            LLVMAddAttributeAtIndex(function.raw, LLVMAttributeFunctionIndex, attribute);
        }
        self.undo.push(Undo::Attribute(function.raw, name));
    }

    /// Makes a function a declaration.
    pub fn drop_body(&mut self, function: Value<'m>) {
        debug_assert!(!function.is_declaration());
        self.leave_comdat(function);
        self.externalize(function);
        // SAFETY: the holder is an empty function of the same type in the source module; it is erased with the undo.
        unsafe {
            let holder =
                LLVMAddFunction(self.mover.source, c"sycl-passes.body".as_ptr(), LLVMGlobalGetValueType(function.raw));
            ffi::sp_move_body(function.raw, holder);
            self.undo.push(Undo::Body { function: function.raw, holder });
        }
    }

    /// Adds an appending variable such as `llvm.compiler.used` with these elements, in section `llvm.metadata`.
    pub fn add_used_list(&mut self, name: &std::ffi::CStr, elements: &[Value<'m>], like: Value<'m>) {
        let Some(first) = elements.first() else { return };
        let mut raw: Vec<LLVMValueRef> = elements.iter().map(|e| e.raw).collect();
        // SAFETY: constants of one type; the variable is erased with the undo.
        unsafe {
            let element_type = LLVMTypeOf(first.raw);
            let ty = array_type(element_type, raw.len() as u64);
            let space = LLVMGetPointerAddressSpace(LLVMTypeOf(like.raw));
            let global = LLVMAddGlobalInAddressSpace(self.module, ty, name.as_ptr(), space);
            LLVMSetInitializer(global, constant_array(element_type, &mut raw));
            LLVMSetLinkage(global, LLVMLinkage::LLVMAppendingLinkage);
            LLVMSetSection(global, c"llvm.metadata".as_ptr());
            self.undo.push(Undo::New(global));
        }
    }

    /// Changes the code of the part. What the editor makes, replaces and unlinks is undone with the part; it must not
    /// replace anything by a value that has other uses, nor erase anything.
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut Editor<'m>) -> T) -> T {
        // SAFETY: the part lives as long as `self`, and its globals as long as the source module; nobody else changes
        // them meanwhile.
        let mut editor = unsafe { Editor::from_raw(self.module) };
        editor.made = Some(Vec::new());
        let result = change(&mut editor);
        self.undo.extend(editor.made.take().into_iter().flatten().map(Undo::Made));
        result
    }

    /// Appends a node of the source module to named metadata of the part. Every global that it names is in the part.
    pub fn add_named_metadata(&mut self, name: &str, node: Node<'m>) {
        // SAFETY: a node of the part's context, name with its length.
        unsafe { ffi::sp_add_named_metadata(self.module, name.as_ptr().cast(), name.len(), node.raw()) }
    }

    /// Named metadata of the part that is one tuple of these nodes.
    pub fn add_named_tuple(&mut self, name: &str, nodes: &[Node<'m>]) {
        // SAFETY: nodes of the part's context, name with its length; the array is copied.
        unsafe {
            let mut raw: Vec<_> = nodes.iter().map(|node| node.raw()).collect();
            let tuple = LLVMMDNodeInContext2(LLVMGetModuleContext(self.module), raw.as_mut_ptr(), raw.len());
            ffi::sp_add_named_metadata(self.module, name.as_ptr().cast(), name.len(), tuple);
        }
    }

    /// Gives the part the compile units that something in it reaches, less what they list beyond it.
    pub fn add_compile_units(&mut self) {
        // SAFETY: the index belongs to the source module; `drop` restores what is trimmed.
        unsafe { ffi::sp_copy_compile_units(self.mover.debug, self.module) }
    }

    /// Bitcode of the part.
    pub fn bitcode(&self) -> Vec<u8> {
        self.view().bitcode()
    }

    /// Text of the part.
    pub fn print(&self) -> String {
        self.view().print()
    }

    /// The part, read only.
    pub fn view(&self) -> ModuleView<'_> {
        // SAFETY: the part lives as long as `self`.
        unsafe { ModuleView::from_raw(self.module) }
    }
}

impl Drop for Part<'_, '_> {
    fn drop(&mut self) {
        // SAFETY: undoes what the methods did, last first, then moves every global back before the module goes.
        unsafe {
            ffi::sp_debug_restore(self.mover.debug);
            let mut comdats = Vec::new();
            for undo in self.undo.drain(..).rev() {
                match undo {
                    Undo::Linkage { global, linkage, visibility, storage, dso_local } => {
                        LLVMSetLinkage(global, linkage);
                        LLVMSetVisibility(global, visibility);
                        LLVMSetDLLStorageClass(global, storage);
                        ffi::sp_set_dso_local(global, dso_local);
                    }
                    // Made good in the source module, where the comdat lives.
                    Undo::Comdat(global, name, kind) => comdats.push((global, name, kind)),
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
                    Undo::New(global) => LLVMDeleteGlobal(global),
                    Undo::Made(Made::Instruction(instruction)) => LLVMInstructionEraseFromParent(instruction),
                    Undo::Made(Made::Declaration(function)) => LLVMDeleteFunction(function),
                    Undo::Made(Made::Named(to, from)) => ffi::sp_take_name(from, to),
                    Undo::Made(Made::Replaced(old, new)) => LLVMReplaceAllUsesWith(new, old),
                    Undo::Made(Made::Unlinked(instruction, next)) => ffi::sp_insert_before(instruction, next),
                }
            }
            for global in &self.moved {
                ffi::sp_move_global(*global, self.mover.source);
            }
            for (global, name, kind) in comdats {
                ffi::sp_set_comdat(global, name.as_ptr().cast(), name.len(), kind as i32);
            }
            LLVMDisposeModule(self.module);
        }
    }
}

/// # Safety
/// `comdat` is a live comdat.
unsafe fn comdat_name(comdat: inkwell::llvm_sys::prelude::LLVMComdatRef) -> String {
    let mut length = 0;
    // SAFETY: by the contract; the shim sets the length.
    unsafe { super::value::copy_text(ffi::sp_comdat_name(comdat, &mut length), length) }
}
