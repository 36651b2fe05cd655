//! LLVM's own passes over the whole module.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::CString;

use inkwell::llvm_sys::{
    core::LLVMClearInsertionPosition,
    error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage},
    target_machine::LLVMTargetMachineRef,
    transforms::pass_builder::{LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses},
};

use super::Editor;
use crate::{
    changed::Changed,
    ir::{erased::Erased, ffi, text::take_text},
};

/// A pipeline that LLVM does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pipeline `{pipeline}`: {reason}; expected LLVM's passes, as for `opt -passes=`")]
pub struct PipelineError {
    /// The text of the pipeline.
    pub pipeline: String,
    /// LLVM's own words.
    pub reason: String,
}

impl Editor<'_> {
    /// Runs LLVM's passes over the module: `default<O2>`, or `function(mem2reg),globaldce`. Passes of plugins are not
    /// known here. As in `opt`, most passes leave functions alone that have `optnone`.
    ///
    /// Analyses are of this run only, so that a pass may call this while a pass manager of `opt` or `clang` runs it,
    /// as long as it says afterwards that the module changed.
    ///
    /// The passes erase and free what they like. So no handle that was made before, to an instruction, a global, a
    /// block or a node, may be used afterwards, nor a [`Dependencies`](crate::ir::Dependencies) or any other analysis
    /// with handles in it: ask [`Editor::view`] again. Types stay good. What this editor erased, and what earlier ones
    /// of the same [`OwnedModule`](crate::ir::OwnedModule) did, is freed first: the body of an erased function still
    /// uses what it calls, and the passes cannot handle users outside of the module.
    ///
    /// # Errors
    /// Text that names no pipeline; the module is unchanged then.
    pub fn run_pipeline(&mut self, pipeline: &str) -> Result<(), PipelineError> {
        // SAFETY: there may be no target machine.
        unsafe { self.run_passes(pipeline, std::ptr::null_mut()) }
    }

    /// Like [`Editor::run_pipeline`], with what the back end knows: costs, and which address spaces are which.
    ///
    /// # Errors
    /// As there.
    pub fn run_pipeline_for(
        &mut self,
        pipeline: &str,
        machine: &crate::ir::TargetMachine,
    ) -> Result<(), PipelineError> {
        // SAFETY: the machine lives as long as the call.
        unsafe { self.run_passes(pipeline, machine.raw) }
    }

    /// Like [`Editor::run_pipeline`], for passes that a lowering is made of: over functions that have `optnone`, too,
    /// and whatever the host's bisection limit is. Gives what the passes say of themselves, which may be too much.
    ///
    /// # Panics
    /// LLVM does not take the text, which is not the user's.
    pub(crate) fn run_required_pipeline(&mut self, pipeline: &str) -> Changed {
        assert!(!self.is_recording(), "what passes do cannot be undone");
        self.free_erased();
        let (mut words, mut is_changed) = (String::new(), false);
        // SAFETY: the module lives for all of `'m` and nothing else uses it, by the contract of `Editor::from_raw`;
        // text with its length; the callback runs only during the call, and the flag lives longer.
        let is_taken = unsafe {
            let data = (&raw mut words).cast();
            let (text, length) = (pipeline.as_ptr().cast(), pipeline.len());
            ffi::sp_run_required_passes(self.module, text, length, data, take_text, &raw mut is_changed)
        };
        assert!(is_taken, "pipeline `{pipeline}`: {words}");
        if is_changed { Changed::Yes } else { Changed::No }
    }

    /// Replaces selects and arithmetic that a constant operand decides, and erases instructions that nothing needs.
    pub(crate) fn resolve_constants(&mut self) -> Changed {
        assert!(!self.is_recording(), "what is simplified cannot be undone");
        self.free_erased();
        // SAFETY: the module lives for all of `'m` and nothing else uses it, by the contract of `Editor::from_raw`.
        if unsafe { ffi::sp_resolve_constants(self.module) } { Changed::Yes } else { Changed::No }
    }

    /// # Safety
    /// `machine` is live, or null.
    unsafe fn run_passes(&mut self, pipeline: &str, machine: LLVMTargetMachineRef) -> Result<(), PipelineError> {
        assert!(!self.is_recording(), "what passes do cannot be undone");
        let refused = |reason: String| PipelineError { pipeline: pipeline.to_owned(), reason };
        let text = CString::new(pipeline).map_err(|_| refused("the text has a zero byte".to_owned()))?;
        self.free_erased();
        // SAFETY: the module lives for all of `'m` and nothing else uses it, by the contract of `Editor::from_raw`;
        // NUL-terminated text, a machine by the contract, options that are disposed once; an error is taken over with
        // its message, which is disposed once.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, text.as_ptr(), machine, options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let reason = std::ffi::CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(refused(reason))
        }
    }

    /// Frees what was erased, for which no handle may be left, and forgets where the builder stood.
    pub(in crate::ir) fn free_erased(&mut self) {
        // SAFETY: the editor made the builder, and disposes of it in `drop`.
        unsafe { LLVMClearInsertionPosition(self.builder) }
        drop(std::mem::take(&mut self.erased));
        if let Some(owner) = &mut self.owner {
            drop::<Erased>(std::mem::take(*owner));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::OwnedModule;

    const TEXT: &str = "\
        declare i32 @f()\n\
        define internal i32 @dead() {\n\
          %a = call i32 @f()\n\
          ret i32 %a\n\
        }\n\
        define i32 @g() {\n\
          %slot = alloca i32\n\
          store i32 1, ptr %slot\n\
          %a = load i32, ptr %slot\n\
          ret i32 %a\n\
        }\n";

    #[test]
    fn passes_see_nothing_of_what_was_erased() {
        let mut module = OwnedModule::read(TEXT.as_bytes(), "a.ll").unwrap();
        // Erased by an earlier editor, so that its owner has it.
        let mut editor = module.editor();
        let dead = editor.view().function("dead").unwrap();
        assert!(editor.erase_function_if_unused(dead));
        drop(editor);
        let mut editor = module.editor();
        editor.run_pipeline("function(mem2reg),globaldce").unwrap();
        let view = editor.view();
        assert!(view.function("f").is_none(), "nothing in the module calls it");
        assert_eq!(view.function("g").map(|g| g.instructions().count()), Some(1));
        drop(editor);
        assert!(module.verify().is_ok());
    }

    #[test]
    fn what_is_no_pipeline_is_refused() {
        let mut module = OwnedModule::read(TEXT.as_bytes(), "a.ll").unwrap();
        for (pipeline, reason) in [
            ("no-such-pass", "unknown pass name 'no-such-pass'"),
            ("function(mem2reg", "invalid pipeline 'function(mem2reg'"),
            ("mem2reg\0", "the text has a zero byte"),
        ] {
            let error = module.editor().run_pipeline(pipeline).unwrap_err().to_string();
            assert!(error.contains(reason) && error.starts_with("pipeline `"), "{error}");
        }
        assert_eq!(module.view().functions().count(), 3);
    }
}
