//! Globals moved out of a module, to be written as a module of their own, and back.
//!
//! Cloning a subset costs several times what writing it costs, and the copies of debug info stay in the context until
//! it ends. Moving costs a few list operations per global. The price: while globals of one [`Part`] are out, others
//! still refer to them across modules, so a part can only be printed or written; a caller that transforms it reads
//! the bitcode into a context of its own ([`OwnedModule`](super::OwnedModule)). That is also where the two changes end
//! that cannot be made and undone in a part ([`Unfinished`]). Every change is undone when the part is dropped, and
//! [`ModuleSlicer`] restores the order of the lists when it is dropped: the source module ends as it began. Only
//! [`Part::settle`] is for good: the source module becomes what the part is.
//!
//! | file | holds |
//! | --- | --- |
//! | `part` | [`Part`]: what can be done with a part |
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

mod part;

use std::marker::PhantomData;

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

pub use part::{Part, Unfinished, Unwritable};

use super::{
    edit::Editor,
    ffi,
    value::{Function, Value},
};

/// Moves globals of one module into parts, one part at a time. It borrows the module's [`Editor`]: until it is dropped,
/// nothing else changes the module, and no view of it is made, which would lack what is in a part.
pub struct ModuleSlicer<'s, 'm> {
    source: LLVMModuleRef,
    debug: *mut std::ffi::c_void,
    /// Whether metadata refers to globals, so that parts have to be looked through whole.
    metadata_names_globals: bool,
    /// Every global of the source in its original order, by kind.
    order: Vec<LLVMValueRef>,
    /// Whether a part was made, so that the order may have changed.
    disturbed: bool,
    marker: PhantomData<&'s mut Editor<'m>>,
}

impl<'s, 'm> ModuleSlicer<'s, 'm> {
    /// Starts on a module.
    pub fn new(editor: &'s mut Editor<'m>) -> Self {
        let source = editor.view();
        let order = source.globals().map(|g| g.raw).collect();
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; the index is freed in
        // `drop`.
        let debug = unsafe { ffi::sp_debug_index_new(source.raw) };
        let metadata_names_globals = source.metadata_names_globals();
        Self { source: source.raw, debug, metadata_names_globals, order, disturbed: false, marker: PhantomData }
    }

    /// Prepares functions for [`Part::delete_body`], so that later parts that have the body are written the same
    /// whether an earlier one deleted it or not.
    pub fn prepare_deletions(&mut self, functions: impl IntoIterator<Item = Function<'m>>) {
        for function in functions {
            assert!(!function.is_declaration(), "only bodies can be deleted");
            // SAFETY: a function with a body; the shim leaves it as it was but for its symbol table.
            unsafe { ffi::sp_settle_names(function.raw) }
        }
    }

    /// Takes globals out of the source module, in the order given. `name` becomes the module's identifier.
    ///
    /// # Panics
    /// If one of them is not in the source module, or is named twice.
    pub fn part(&mut self, globals: impl IntoIterator<Item = impl Into<Value<'m>>>, name: &str) -> Part<'_, 'm> {
        self.disturbed = true;
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; a name with its length.
        // The part disposes of the new module.
        let module = unsafe { ffi::sp_module_like(self.source, name.as_ptr().cast(), name.len()) };
        let mut part = Part::new(module, self.source, self.debug, !self.metadata_names_globals, &mut self.order);
        for global in globals {
            part.take(global.into());
        }
        part
    }
}

impl Drop for ModuleSlicer<'_, '_> {
    fn drop(&mut self) {
        // SAFETY: all parts are gone (they borrow the slicer), so every global is back in the source module.
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

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::{ModuleSlicer, Unwritable};
    use crate::ir::OwnedModule;

    /// A part that has `one` and nothing that it needs.
    fn part_of(text: &str) -> Result<Vec<u8>, Unwritable> {
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let mut editor = module.editor();
        let one = editor.view().function("one");
        let mut slicer = ModuleSlicer::new(&mut editor);
        let part = slicer.part(one, "part");
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

    const TWO: &str = "define void @one() {\n  ret void\n}\ndefine void @two() {\n  ret void\n}\n";

    #[test]
    fn a_global_is_taken_once_and_from_the_source_only() {
        let mut module = OwnedModule::read(TWO.as_bytes(), "a.ll").unwrap();
        let before = module.view().print();
        let mut editor = module.editor();
        let one = editor.view().function("one").unwrap();
        let two = editor.view().function("two").unwrap();
        let mut slicer = ModuleSlicer::new(&mut editor);
        for globals in [vec![one, two, one], vec![one, one]] {
            let taken = catch_unwind(AssertUnwindSafe(|| drop(slicer.part(globals, "part"))));
            assert!(taken.is_err());
        }
        let mut part = slicer.part([one], "part");
        let changed = catch_unwind(AssertUnwindSafe(|| part.internalize(*two)));
        assert!(changed.is_err());
        drop(part);
        drop(slicer);
        drop(editor);
        assert_eq!(module.view().print(), before);
    }

    #[test]
    fn what_the_index_knows_counts_while_code_is_as_it_was() {
        let text = "define void @one() {\n  call void @two()\n  ret void\n}\n\
            define void @two() {\n  call void @three()\n  ret void\n}\ndefine void @three() {\n  ret void\n}\n";
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let mut editor = module.editor();
        let [one, two, three] = ["one", "two", "three"].map(|name| editor.view().function(name).unwrap());
        let mut slicer = ModuleSlicer::new(&mut editor);
        let lacks_three = || Err(Unwritable::Incomplete { global: "three".into() });
        // The second time as the first.
        for _ in 0..2 {
            assert!(slicer.part([one, two, three], "part").bitcode().is_ok());
            assert_eq!(slicer.part([one, two], "part").bitcode(), lacks_three());
        }
        // A function without its body refers to nothing, and to the same as before in the next part.
        let mut part = slicer.part([one, two], "part");
        part.delete_body(two);
        assert!(part.bitcode().is_ok());
        drop(part);
        assert_eq!(slicer.part([one, two], "part").bitcode(), lacks_three());
        // A new call of what the part lacks is seen, though the index knows the function without it.
        assert!(slicer.part([three], "part").bitcode().is_ok());
        let mut part = slicer.part([three], "part");
        let mut editor = part.edit();
        editor.position_before(three.instructions().next().unwrap());
        editor.call(one, &[], "");
        drop(editor);
        assert_eq!(part.bitcode(), Err(Unwritable::Incomplete { global: "one".into() }));
    }

    #[test]
    fn what_was_made_before_a_panic_is_undone() {
        let mut module = OwnedModule::read(TWO.as_bytes(), "a.ll").unwrap();
        let before = module.view().print();
        let mut editor = module.editor();
        let one = editor.view().function("one").unwrap();
        let mut slicer = ModuleSlicer::new(&mut editor);
        let mut part = slicer.part([one], "part");
        let edited = catch_unwind(AssertUnwindSafe(|| {
            let mut editor = part.edit();
            let made = editor.declare_function("made", one.value_type());
            let end = one.instructions().next().unwrap();
            editor.position_before(end);
            editor.call(made, &[], "");
            panic!("a broken invariant");
        }));
        assert!(edited.is_err());
        assert!(part.print().unwrap().contains("call void @made()"));
        drop(part);
        drop(slicer);
        drop(editor);
        assert_eq!(module.view().print(), before);
        assert!(module.verify().is_ok());
    }

    #[test]
    fn a_settled_part_is_the_module() {
        let text = "define void @one() {\n  call void @two()\n  ret void\n}\n\
            define void @two() {\n  ret void\n}\n\
            define ptr @three() !own !0 {\n  call void @one()\n  ret ptr blockaddress(@three, %b)\nb:\n  ret ptr @three\n}\n\
            @four = global ptr @three\n@five = alias ptr, ptr @four\n\
            !named = !{!0}\n!0 = !{ptr @one}\n";
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let mut editor = module.editor();
        let [one, two] = ["one", "two"].map(|name| editor.view().function(name).unwrap());
        let mut slicer = ModuleSlicer::new(&mut editor);
        // Without what it needs it is refused, and all is as it was.
        assert!(slicer.part([one], "part").settle().is_err());
        let mut part = slicer.part([two, one], "part");
        part.internalize(*two);
        part.settle().unwrap();
        drop(slicer);
        drop(editor);
        let expected =
            "define internal void @two() {\n  ret void\n}\n\ndefine void @one() {\n  call void @two()\n  ret void\n}\n";
        let printed = module.view().print();
        assert_eq!(printed.split_once("\n\n").unwrap().1, expected, "{printed}");
        assert!(module.verify().is_ok());
        // It can be taken apart again.
        let mut editor = module.editor();
        let one = editor.view().function("one").unwrap();
        drop(ModuleSlicer::new(&mut editor).part([one], "part"));
    }

    #[test]
    fn nothing_is_erased_in_a_part() {
        let mut module = OwnedModule::read(TWO.as_bytes(), "a.ll").unwrap();
        let mut editor = module.editor();
        let one = editor.view().function("one").unwrap();
        let mut slicer = ModuleSlicer::new(&mut editor);
        let mut part = slicer.part([one], "part");
        let erased = catch_unwind(AssertUnwindSafe(|| part.edit().erase_if_unused(*one)));
        assert!(erased.is_err());
        drop(part);
    }
}
