//! Globals moved out of a module, to be written as a module of their own, and back.
//!
//! Cloning a subset costs several times what writing it costs, and the copies of debug info stay in the context until it
//! ends. Moving costs a few list operations per global. The price: while globals of one [`Part`] are out, others still
//! refer to them across modules, so a part can only be printed or written; whoever wants to transform it reads the
//! bitcode into a context of its own ([`OwnedModule`](super::OwnedModule)). That is also where the two changes end that
//! cannot be made and undone in a part ([`Unfinished`]). Every change is undone when the part is dropped, and [`Mover`]
//! restores the order of the lists when it is dropped: the source module ends as it began.
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
    module::{ModuleView, NamedOperand, OwnedModule, ReadError},
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
    HollowBody {
        function: LLVMValueRef,
        holder: LLVMValueRef,
    },
    Hidden {
        constant: LLVMValueRef,
        stand_in: LLVMValueRef,
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
    unfinished: Unfinished,
}

/// What is left to do on a copy of a part before it is what it should be ([`Editor::finish`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// How many of the last variables stand for constants that metadata does without.
    pub(super) stand_ins: usize,
    /// Positions of functions that should have no body. Theirs is hollow, because others refer to its blocks.
    pub(super) hollow: Vec<usize>,
}

impl Unfinished {
    /// Whether nothing is left to do.
    pub fn is_empty(&self) -> bool {
        self.stand_ins == 0 && self.hollow.is_empty()
    }
}

/// Why a part cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// It refers to a global that it does not hold: a mistake of whoever chose its globals.
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

    /// Prepares functions for [`Part::drop_body`], so that later parts that have the body are written the same whether an
    /// earlier one dropped it or not.
    pub fn prepare_drops(&mut self, functions: impl IntoIterator<Item = Value<'m>>) {
        for function in functions {
            // SAFETY: a function with a body in the source module; the shim leaves it as it was but for its symbol table.
            unsafe { ffi::sp_settle_names(function.raw) }
        }
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
            Part { mover: self, module, moved, undo: Vec::new(), unfinished: Unfinished::default() }
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
            LLVMLinkage::LLVMAvailableExternallyLinkage => LLVMLinkage::LLVMWeakODRLinkage,
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

    /// Makes a function a declaration. If the addresses of its blocks were taken, that ends with [`Editor::finish`].
    pub fn drop_body(&mut self, function: Value<'m>) {
        debug_assert!(!function.is_declaration());
        self.leave_comdat(function);
        self.externalize(function);
        let function = function.raw;
        // SAFETY: the holder is an empty function of the same type in the source module; it is erased with the undo.
        unsafe {
            let holder =
                LLVMAddFunction(self.mover.source, c"sycl-passes.body".as_ptr(), LLVMGlobalGetValueType(function));
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

    /// Takes constants out of all metadata; that ends with [`Editor::finish`]. Nothing else adds variables afterwards.
    pub fn hide_from_metadata(&mut self, constants: &[Value<'m>]) {
        for constant in constants {
            // SAFETY: a constant that metadata refers to; the undo deletes the stand-in.
            let stand_in = unsafe { ffi::sp_hide_constant(self.module, constant.raw) };
            self.undo.push(Undo::Hidden { constant: constant.raw, stand_in });
        }
        self.unfinished.stand_ins += constants.len();
    }

    /// What is left to do on a copy of the part.
    pub fn unfinished(&self) -> &Unfinished {
        &self.unfinished
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
        unsafe { ffi::sp_copy_compile_units(self.mover.debug, self.module) }
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
        // Blocks that are read from text have addresses of their own. (Cloning the module gives them new addresses too, but
        // crashes where metadata has one.)
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

    fn check(&self) -> Result<(), Unwritable> {
        self.view().foreign_global().map_or(Ok(()), |global| Err(Unwritable::Incomplete { global: global.name() }))
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

#[cfg(test)]
mod tests {
    use super::{Mover, Unwritable};
    use crate::ir::OwnedModule;

    /// What a part holds that has `one` and nothing that it needs.
    fn part_of(text: &str) -> Result<Vec<u8>, Unwritable> {
        let module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let mut mover = Mover::new(module.view());
        let part = mover.part(module.view().function("one"), "part");
        assert_eq!(part.print().is_ok(), part.bitcode().is_ok());
        part.bitcode()
    }

    #[test]
    fn a_part_that_lacks_something_is_not_written() {
        let other = "@other = internal global i32 0\ndefine internal void @f() {\n  br label %b\nb:\n  ret void\n}\n";
        let lacking = [
            ("other", "define void @one() {\n  store i32 0, ptr @other\n  ret void\n}"),
            ("other", "define void @one() {\n  store i64 ptrtoint (ptr @other to i64), ptr null\n  ret void\n}"),
            ("f", "define void @one() {\n  store ptr blockaddress(@f, %b), ptr null\n  ret void\n}"),
            ("f", "define void @one() personality ptr @f {\n  ret void\n}"),
            ("other", "define void @one() !own !{ptr @other} {\n  ret void\n}"),
            ("other", "define void @one() {\n  ret void, !own !{!{i64 ptrtoint (ptr @other to i64)}}\n}"),
        ];
        for (global, text) in lacking {
            assert_eq!(
                part_of(&format!("{other}{text}")),
                Err(Unwritable::Incomplete { global: global.into() }),
                "{text}"
            );
        }
        assert!(part_of(&format!("{other}define void @one() !own !{{i32 1}} {{\n  ret void\n}}")).is_ok());
    }
}
