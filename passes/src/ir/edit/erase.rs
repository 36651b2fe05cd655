//! Erasing instructions and globals.
//!
//! Handles are `Copy`, so it is not known whether one is left when its value is erased. An erased value leaves its
//! module at once, and refers to nothing any more, but is freed only when no handle can be left: with the editor, or
//! with an [`OwnedModule`](crate::ir::OwnedModule). Until then a handle to it can be asked and compared, and never
//! becomes one to something else.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use super::Editor;
use crate::ir::{
    erased::erase_with_bodies,
    ffi,
    value::{Function, Value},
};

impl<'m> Editor<'m> {
    /// Erases an instruction that nothing uses. One that was erased before stays so.
    pub fn erase_instruction(&mut self, instruction: Value<'m>) {
        assert!(instruction.is_instruction() && instruction.is_unused(), "only unused instructions are erased");
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        if !instruction.is_erased() {
            // SAFETY: an instruction in a block.
            unsafe { ffi::sp_erase_instruction(instruction.raw) };
            self.erased.push(instruction.raw);
        }
    }

    /// Erases a declaration or variable if nothing uses it but constants that nothing uses. Those go in any case.
    pub fn erase_if_unused(&mut self, global: Value<'m>) {
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        let is_erasable = global.is_global_variable() || global.is_function() && global.is_declaration();
        if !is_erasable || global.is_erased() {
            return;
        }
        // SAFETY: the global lives for all of `'m`, by the contract of `Value::from_raw`, in the editor's module.
        unsafe { ffi::sp_remove_dead_constant_users(global.raw) };
        if global.is_unused() {
            // SAFETY: a variable, or a function without blocks, of this module, that nothing uses.
            unsafe { ffi::sp_erase_global(global.raw) };
            self.erased.push(global.raw);
        }
    }

    /// Erases a function that nothing uses, with its body, which refers to nothing that is erased before it. Returns
    /// whether it did.
    pub fn erase_function_if_unused(&mut self, function: Function<'m>) -> bool {
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        // SAFETY: the function lives for all of `'m`, by the contract of `Function::from_raw`, here and below. Its body
        // stays with it until it is freed.
        unsafe {
            ffi::sp_remove_dead_constant_users(function.raw);
            let is_unused = function.is_unused() && !function.is_erased();
            if is_unused {
                ffi::sp_erase_function(function.raw);
                self.erased.push(function.raw);
            }
            is_unused
        }
    }

    /// Erases globals that only refer to each other, and that only metadata refers to otherwise; that does without
    /// them. They are freed, and so is what was erased before: no handle to any of it, nor to what was in it, may be
    /// used afterwards.
    pub fn erase_globals(&mut self, globals: &[Value<'m>]) {
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        self.free_erased();
        // SAFETY: globals of this module; the caller uses no handle to them any more.
        unsafe { erase_with_bodies(globals.iter().map(|global| global.raw).collect()) }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::{Editor, OwnedModule};

    const TEXT: &str = "\
        declare i32 @f()\n\
        define void @g() {\n\
          %a = call i32 @f()\n\
          %b = call i32 @f()\n\
          ret void\n\
        }\n";

    #[test]
    fn handles_to_what_was_erased_stay_good() {
        let mut module = OwnedModule::read(TEXT.as_bytes(), "a.ll").unwrap();
        let mut editor = module.editor();
        let (f, g) = (editor.view().function("f").unwrap(), editor.view().function("g").unwrap());
        let calls: Vec<_> = g.instructions().filter(|i| i.is_call()).collect();
        for call in &calls {
            editor.erase_instruction(*call);
            editor.erase_instruction(*call); // again
        }
        editor.erase_if_unused(*f);
        editor.erase_if_unused(*f);
        // New values are other values.
        let ty = editor.function_type(editor.integer_type(32), &[]);
        let made: Vec<_> = (0..100).map(|number| editor.declare_function(&format!("h{number}"), ty)).collect();
        assert!(made.iter().all(|value| *value != f && !calls.contains(value)));
        drop(editor);
        let module = module.view();
        assert!(module.function("f").is_none());
        assert_eq!(module.function("g").map(|g| g.instructions().count()), Some(1));
    }

    #[test]
    #[should_panic(expected = "only unused instructions are erased")]
    fn what_is_used_is_not_erased() {
        let text = "define i32 @g(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n";
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let mut editor = module.editor();
        let add = editor.view().function("g").and_then(|g| g.instructions().next()).unwrap();
        editor.erase_instruction(add);
    }

    #[test]
    fn what_was_erased_and_used_afterwards_is_poison() {
        let text = "\
            declare i32 @f()\n\
            define i32 @g(i32 %a) {\n\
              %unused = call i32 @f()\n\
              %b = add i32 %a, 1\n\
              ret i32 %b\n\
            }\n";
        let module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        // SAFETY: nothing else looks at the module meanwhile, and no handle is used after the editor.
        let mut editor = unsafe { Editor::from_raw(module.view().raw) };
        let mut instructions = editor.view().function("g").unwrap().instructions();
        let (unused, sum) = (instructions.next().unwrap(), instructions.next().unwrap());
        editor.erase_instruction(unused);
        editor.replace_all_uses(sum, unused);
        drop(editor);
        assert!(module.verify().is_ok() && module.view().print().contains("ret i32 poison"));
    }
}
