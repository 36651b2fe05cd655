//! Operations on globals that were moved out of a module. Each method notes how it is undone.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMDLLStorageClass, LLVMLinkage, LLVMVisibility,
    comdat::{LLVMGetComdat, LLVMGetComdatSelectionKind},
    core::{
        LLVMAddAttributeAtIndex, LLVMAddFunction, LLVMAddGlobalInAddressSpace, LLVMCreateStringAttribute,
        LLVMDisposeModule, LLVMGetDLLStorageClass, LLVMGetGlobalParent, LLVMGetLinkage, LLVMGetModuleContext,
        LLVMGetPointerAddressSpace, LLVMGetVisibility, LLVMGlobalGetValueType, LLVMMDNodeInContext2,
        LLVMSetDLLStorageClass, LLVMSetInitializer, LLVMSetLinkage, LLVMSetSection, LLVMSetVisibility, LLVMTypeOf,
    },
    prelude::{LLVMModuleRef, LLVMValueRef},
};

use crate::ir::{
    compat::{array_type, constant_array},
    edit::Editor,
    erased::erase_with_bodies,
    ffi,
    metadata::Node,
    module::{ModuleView, NamedOperand},
    owned_module::{OwnedModule, ReadError},
    text::copy_text,
    undo::{Comdat, Made, Undo},
    value::{Function, GlobalVariable, Value},
};

/// Some globals of the source module in a module of their own. Dropping it puts everything back.
pub struct Part<'p, 'm> {
    module: LLVMModuleRef,
    source: LLVMModuleRef,
    /// The slicer's index.
    debug: *mut std::ffi::c_void,
    moved: Vec<LLVMValueRef>,
    undo: Vec<Undo>,
    unfinished: Unfinished,
    /// Whether code is as the source has it, and no metadata refers to globals: what the index knows counts.
    is_indexed: bool,
    /// The slicer's order of the source module, which it restores.
    order: &'p mut Vec<LLVMValueRef>,
    marker: PhantomData<&'m ()>,
}

/// Rest of the work on a copy of a part before it is what it should be ([`OwnedModule::finish`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// Number of the last variables that stand for constants that metadata does without.
    stand_ins: usize,
    /// Positions of functions that should have no body. Theirs is hollow, because others refer to its blocks.
    hollow: Vec<usize>,
}

impl Unfinished {
    /// Whether nothing is left to do.
    pub fn is_empty(&self) -> bool {
        self.stand_ins == 0 && self.hollow.is_empty()
    }
}

impl OwnedModule {
    /// Ends what a part began ([`Unfinished`]), in a copy of it.
    pub fn finish(&mut self, unfinished: &Unfinished) {
        let functions: Vec<_> = self.view().functions().collect();
        for position in &unfinished.hollow {
            // SAFETY: a function of this module; the borrow of `self` keeps other handles away.
            unsafe { ffi::sp_delete_body(functions[*position].raw) }
        }
        let variables: Vec<LLVMValueRef> = self.view().global_variables().map(|variable| variable.raw).collect();
        // SAFETY: variables of this module; the borrow of `self` keeps handles away.
        unsafe { erase_with_bodies(variables[variables.len() - unfinished.stand_ins..].to_vec()) }
    }
}

/// Reasons why a part cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// It refers to a global that it does not hold: a mistake in the choice of its globals.
    #[error("internal error: `{global}` is referred to and not there; expected every global that is needed")]
    Incomplete {
        /// The global.
        global: String,
    },
    /// LLVM does not read its own text of the part.
    #[error("{words}")]
    Unread {
        /// LLVM's words.
        words: String,
    },
}

impl<'p, 'm> Part<'p, 'm> {
    /// An empty part. The module belongs to it.
    pub(super) fn new(
        module: LLVMModuleRef,
        source: LLVMModuleRef,
        debug: *mut std::ffi::c_void,
        is_indexed: bool,
        order: &'p mut Vec<LLVMValueRef>,
    ) -> Self {
        let (moved, undo, unfinished) = (Vec::new(), Vec::new(), Unfinished::default());
        Self { module, source, debug, moved, undo, unfinished, is_indexed, order, marker: PhantomData }
    }

    /// Takes a global out of the source module.
    pub(super) fn take(&mut self, global: Value<'m>) {
        assert!(is_in(self.source, global), "a part takes a global of its source, once");
        // SAFETY: a global of the source module; `drop` moves it back.
        unsafe { ffi::sp_move_global(global.raw, self.module) }
        self.moved.push(global.raw);
    }

    /// A global that is about to be changed.
    fn own(&self, global: Value<'m>) -> LLVMValueRef {
        assert!(is_in(self.module, global), "a part changes only what it holds");
        global.raw
    }

    fn remember_linkage(&mut self, global: LLVMValueRef) {
        // SAFETY: `own` has checked that the global is in the module of this part.
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
        let raw = self.own(global);
        self.remember_linkage(raw);
        // SAFETY: `own` has checked that the global is in the module of this part; visibility and storage class of a
        // local symbol are the defaults.
        unsafe {
            LLVMSetVisibility(raw, LLVMVisibility::LLVMDefaultVisibility);
            LLVMSetDLLStorageClass(raw, LLVMDLLStorageClass::LLVMDefaultStorageClass);
            LLVMSetLinkage(raw, LLVMLinkage::LLVMInternalLinkage);
        }
        self.leave_comdat(global);
    }

    /// Gives a global external linkage.
    pub fn externalize(&mut self, global: Value<'m>) {
        let raw = self.own(global);
        self.remember_linkage(raw);
        // SAFETY: `own` has checked that the global is in the module of this part.
        unsafe { LLVMSetLinkage(raw, LLVMLinkage::LLVMExternalLinkage) }
    }

    /// Gives a global that may be dropped when nothing here refers to it a linkage under which it stays.
    pub fn retain(&mut self, global: Value<'m>) {
        let raw = self.own(global);
        // SAFETY: `own` has checked that the global is in the module of this part.
        let linkage = match unsafe { LLVMGetLinkage(raw) } {
            LLVMLinkage::LLVMLinkOnceAnyLinkage => LLVMLinkage::LLVMWeakAnyLinkage,
            LLVMLinkage::LLVMLinkOnceODRLinkage => LLVMLinkage::LLVMWeakODRLinkage,
            LLVMLinkage::LLVMAvailableExternallyLinkage => LLVMLinkage::LLVMWeakODRLinkage,
            _ => return,
        };
        self.remember_linkage(raw);
        // SAFETY: `own` has checked that the global is in the module of this part.
        unsafe { LLVMSetLinkage(raw, linkage) }
    }

    /// Takes a global out of its comdat.
    pub fn leave_comdat(&mut self, global: Value<'m>) {
        let global = self.own(global);
        // SAFETY: `own` has checked that the global is in the module of this part; the name of its comdat is read by
        // the shim's counterpart on the way back.
        unsafe {
            let comdat = LLVMGetComdat(global);
            if comdat.is_null() {
                return;
            }
            let (name, kind) = (comdat_name(comdat), LLVMGetComdatSelectionKind(comdat));
            self.undo.push(Undo::Comdat(Comdat { global, name, kind }));
            ffi::sp_clear_comdat(global);
        }
    }

    /// Name of a global's comdat.
    pub fn comdat(&self, global: Value<'m>) -> Option<String> {
        // SAFETY: the global lives for all of `'m`, by the contract of `Value::from_raw`; an alias has no comdat.
        unsafe {
            if global.is_alias() {
                return None;
            }
            let comdat = LLVMGetComdat(global.raw);
            (!comdat.is_null()).then(|| comdat_name(comdat))
        }
    }

    /// Adds a string attribute without value to a function that does not have it yet.
    pub fn mark(&mut self, function: Function<'m>, name: &'static str) {
        if function.has_string_attribute(name) {
            return;
        }
        let raw = self.own(*function);
        // SAFETY: name with its length, copied by LLVM.
        unsafe {
            let context = LLVMGetModuleContext(self.module);
            let attribute =
                LLVMCreateStringAttribute(context, name.as_ptr().cast(), name.len() as u32, c"".as_ptr(), 0);
            LLVMAddAttributeAtIndex(raw, LLVMAttributeFunctionIndex, attribute);
        }
        self.undo.push(Undo::Attribute(raw, name));
    }

    /// Makes a function a declaration. If the addresses of its blocks were taken, that ends with
    /// [`OwnedModule::finish`].
    pub fn delete_body(&mut self, function: Function<'m>) {
        assert!(!function.is_declaration(), "a declaration has no body");
        self.is_indexed = false;
        self.leave_comdat(*function);
        self.externalize(*function);
        let function = function.raw;
        // SAFETY: the holder is an empty function of the same type in the source module; it is erased with the undo.
        unsafe {
            let holder = LLVMAddFunction(self.source, c"sycl-passes.body".as_ptr(), LLVMGlobalGetValueType(function));
            if ffi::sp_has_block_addresses(function) {
                ffi::sp_hollow_body(function, holder);
                self.undo.push(Undo::HollowBody { function, holder });
                let position = self.view().functions().position(|f| f.raw == function);
                self.unfinished.hollow.extend(position);
            } else {
                ffi::sp_move_body(function, holder);
                self.undo.push(Undo::Body { function, holder });
            }
        }
    }

    /// Takes constants out of all metadata; that ends with [`OwnedModule::finish`]. Nothing else adds variables
    /// afterwards.
    pub fn hide_from_metadata(&mut self, constants: &[Value<'m>]) {
        for constant in constants {
            // SAFETY: a constant that metadata refers to; the undo deletes the stand-in.
            let stand_in = unsafe { ffi::sp_hide_constant(self.module, constant.raw) };
            self.undo.push(Undo::Hidden { constant: constant.raw, stand_in });
        }
        self.unfinished.stand_ins += constants.len();
    }

    /// Rest of the work on a copy of the part.
    pub fn unfinished(&self) -> &Unfinished {
        &self.unfinished
    }

    /// Adds an appending variable such as `llvm.compiler.used` with these elements, in section `llvm.metadata`.
    pub fn add_used_list(&mut self, name: &std::ffi::CStr, elements: &[Value<'m>], like: GlobalVariable<'m>) {
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

    /// Editor of the code of the part. All that it makes, replaces and unlinks is undone with the part, which is noted
    /// as it happens; it erases nothing.
    pub fn edit(&mut self) -> Editor<'_> {
        self.is_indexed = false;
        // SAFETY: the part's module and what it holds live as long as the part, which is borrowed until the editor is
        // gone.
        unsafe { Editor::recording(self.module, &mut self.undo) }
    }

    /// Appends an operand of the source module's named metadata. Every global that it names is in the part.
    pub fn add_named_metadata(&mut self, operand: &NamedOperand<'m>) {
        let name = &operand.name;
        // SAFETY: a node of the part's context, a name with its length.
        unsafe { ffi::sp_add_named_metadata(self.module, name.as_ptr().cast(), name.len(), operand.node.raw()) }
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
        unsafe { ffi::sp_copy_compile_units(self.debug, self.module) }
    }

    /// Bitcode of the part.
    ///
    /// # Errors
    /// The part is not complete: LLVM would crash, or write what it does not read back.
    pub fn bitcode(&self) -> Result<Vec<u8>, Unwritable> {
        self.check()?;
        // SAFETY: the part's module.
        if !unsafe { ffi::sp_block_addresses_used_elsewhere(self.module) } {
            return Ok(self.view().bitcode());
        }
        // Blocks that are read from text have addresses of their own. (Cloning the module gives them new addresses too,
        // but crashes where metadata has one.)
        let unread = |error: ReadError| Unwritable::Unread { words: error.to_string() };
        Ok(OwnedModule::read(self.view().print().as_bytes(), &self.view().identifier()).map_err(unread)?.bitcode())
    }

    /// Text of the part.
    ///
    /// # Errors
    /// As for [`Part::bitcode`].
    pub fn print(&self) -> Result<String, Unwritable> {
        self.check()?;
        Ok(self.view().print())
    }

    /// Makes the source module what the part is, instead of putting everything back. What the part does not hold is
    /// erased and freed: no handle to it may be used afterwards. What is [`Unfinished`] is done; what that makes dead
    /// stays.
    ///
    /// # Errors
    /// The part is not complete. Everything is put back then.
    pub fn settle(mut self) -> Result<(), Unwritable> {
        self.check()?;
        let (mut unlinked, mut stand_ins) = (Vec::new(), Vec::new());
        for undo in self.undo.drain(..) {
            match undo {
                Undo::Made(Made::Unlinked(instruction, _)) => unlinked.push(instruction),
                // SAFETY: a stand-in that `sp_hide_constant` made.
                Undo::Hidden { stand_in, .. } => stand_ins.push(unsafe { ffi::sp_stand_in_variable(stand_in) }),
                // SAFETY: a function of the part; its code is in the holder, which is erased below.
                Undo::HollowBody { function, .. } => unsafe { ffi::sp_delete_body(function) },
                Undo::Linkage { .. }
                | Undo::Comdat(_)
                | Undo::Attribute(..)
                | Undo::Body { .. }
                | Undo::New(_)
                | Undo::Made(_) => {}
            }
        }
        self.moved.clear();
        self.order.clear();
        // SAFETY: nothing uses what was unlinked, and only metadata the stand-ins; the part refers to nothing in the
        // source module, so what is left there can go. `drop` finds nothing to put back.
        unsafe {
            ffi::sp_free_erased(unlinked.as_mut_ptr(), unlinked.len());
            ffi::sp_erase_globals(stand_ins.as_mut_ptr(), stand_ins.len());
            ffi::sp_debug_settle(self.debug);
            ffi::sp_replace_contents(self.source, self.module);
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Unwritable> {
        let index = if self.is_indexed { self.debug } else { std::ptr::null_mut() };
        // SAFETY: the index of the source module, if what it remembers counts.
        let foreign = unsafe { self.view().foreign_global(index) };
        foreign.map_or(Ok(()), |global| Err(Unwritable::Incomplete { global: global.name() }))
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
            ffi::sp_debug_restore(self.debug);
            let comdats: Vec<Comdat> = self.undo.drain(..).rev().filter_map(|undo| undo.undo()).collect();
            for global in &self.moved {
                ffi::sp_move_global(*global, self.source);
            }
            for Comdat { global, name, kind } in comdats {
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
    unsafe { copy_text(ffi::sp_comdat_name(comdat, &mut length), length) }
}

/// Whether a value is a global in this module.
fn is_in(module: LLVMModuleRef, global: Value<'_>) -> bool {
    // SAFETY: asked of a global.
    global.is_global() && unsafe { LLVMGetGlobalParent(global.raw) } == module
}
