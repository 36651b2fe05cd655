//! Back ends of the process's LLVM.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{
    ffi::{CStr, CString, c_char, c_void},
    sync::Once,
};

use inkwell::llvm_sys::{
    target::{LLVMCopyStringRepOfTargetData, LLVMDisposeTargetData},
    target_machine::{
        LLVMCodeGenOptLevel, LLVMCodeModel, LLVMCreateTargetDataLayout, LLVMCreateTargetMachine,
        LLVMDisposeTargetMachine, LLVMGetDefaultTargetTriple, LLVMGetHostCPUName, LLVMGetTargetFromTriple,
        LLVMRelocMode, LLVMTargetMachineRef,
    },
};

use super::{ffi, text::take_message};

/// A triple that LLVM has no back end for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("LLVM has no back end for the triple `{triple}`: {reason}")]
pub struct NoBackEnd {
    /// The triple.
    pub triple: String,
    /// LLVM's words.
    pub reason: String,
}

/// What a back end knows of a processor.
pub struct TargetMachine {
    pub(super) raw: LLVMTargetMachineRef,
}

impl TargetMachine {
    /// The back end of a triple, for a processor that is one of [`processors`], or empty for the least that it takes.
    ///
    /// # Errors
    /// There is no such back end.
    pub fn new(triple: &str, processor: &str) -> Result<Self, NoBackEnd> {
        register();
        let refused = |reason: String| NoBackEnd { triple: triple.to_owned(), reason };
        let zero = |_| refused("the name has a zero byte".to_owned());
        let (triple_text, cpu) = (CString::new(triple).map_err(zero)?, CString::new(processor).map_err(zero)?);
        let (mut target, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: NUL-terminated texts; a message is ours; the target is a static of LLVM.
        let raw = unsafe {
            if LLVMGetTargetFromTriple(triple_text.as_ptr(), &mut target, &mut message) != 0 {
                return Err(refused(take_message(message)));
            }
            LLVMCreateTargetMachine(
                target,
                triple_text.as_ptr(),
                cpu.as_ptr(),
                c"".as_ptr(),
                LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        if raw.is_null() { Err(refused("it makes no code".to_owned())) } else { Ok(Self { raw }) }
    }

    /// The data layout that modules for it have.
    pub fn data_layout(&self) -> String {
        // SAFETY: a live machine; layout and text are ours to dispose.
        unsafe {
            let layout = LLVMCreateTargetDataLayout(self.raw);
            let text = take_message(LLVMCopyStringRepOfTargetData(layout));
            LLVMDisposeTargetData(layout);
            text
        }
    }
}

impl Drop for TargetMachine {
    fn drop(&mut self) {
        // SAFETY: made once, and disposed once.
        unsafe { LLVMDisposeTargetMachine(self.raw) }
    }
}

/// The processors of a triple, in the order of LLVM's table; none if there is no such back end.
pub fn processors(triple: &str) -> Vec<String> {
    unsafe extern "C" fn found(data: *mut c_void, name: *const c_char) {
        // SAFETY: the list of the caller below, alive for the call; a NUL-terminated name of LLVM's table.
        unsafe { (*data.cast::<Vec<String>>()).push(CStr::from_ptr(name).to_string_lossy().into_owned()) }
    }
    register();
    let mut names: Vec<String> = Vec::new();
    if let Ok(triple) = CString::new(triple) {
        // SAFETY: NUL-terminated; the callback runs only during the call.
        unsafe { ffi::sp_processors(triple.as_ptr(), (&raw mut names).cast(), found) };
    }
    names
}

/// The triple that this process's LLVM compiles for by default.
pub fn host_triple() -> String {
    // SAFETY: the message is ours.
    unsafe { take_message(LLVMGetDefaultTargetTriple()) }
}

/// The processor of this machine.
pub fn host_processor() -> String {
    // SAFETY: the message is ours.
    unsafe { take_message(LLVMGetHostCPUName()) }
}

/// Makes LLVM know its back ends. `opt` and `clang` have done so already, which does no harm.
fn register() {
    static ONCE: Once = Once::new();
    // SAFETY: one thread at a time.
    ONCE.call_once(|| unsafe { ffi::sp_initialize_targets() });
}

#[cfg(feature = "llvm22")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::OwnedModule;

    #[test]
    fn back_ends_know_layouts_and_processors() {
        let machine = TargetMachine::new("amdgcn-amd-amdhsa", "gfx90a").unwrap();
        assert!(machine.data_layout().contains("-A5-"), "{}", machine.data_layout());
        assert!(TargetMachine::new("nvptx64-nvidia-cuda", "").unwrap().data_layout().starts_with("e-"));
        let known = processors("nvptx64-nvidia-cuda");
        assert!(known.contains(&"sm_90".to_owned()) && !known.contains(&"gfx90a".to_owned()), "{known:?}");
        assert!(processors("no-such-triple").is_empty());
        assert!(processors(&host_triple()).contains(&host_processor()));
        let error = TargetMachine::new("no-such-triple", "").err().unwrap().to_string();
        assert!(error.starts_with("LLVM has no back end for the triple `no-such-triple`: "), "{error}");
    }

    /// Without a machine LLVM does not know that 0 is the generic address space.
    #[test]
    fn passes_ask_the_machine() {
        let text = "target triple = \"nvptx64-nvidia-cuda\"\n\
            define i32 @f(ptr addrspace(1) %p) {\n\
              %g = addrspacecast ptr addrspace(1) %p to ptr\n\
              %v = load i32, ptr %g\n\
              ret i32 %v\n\
            }\n";
        let global_loads = |machine: Option<&TargetMachine>| {
            let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
            let pipeline = "function(infer-address-spaces)";
            match machine {
                Some(machine) => module.editor().run_pipeline_for(pipeline, machine).unwrap(),
                None => module.editor().run_pipeline(pipeline).unwrap(),
            }
            module.view().print().matches("load i32, ptr addrspace(1)").count()
        };
        let machine = TargetMachine::new("nvptx64-nvidia-cuda", "sm_90").unwrap();
        assert_eq!((global_loads(None), global_loads(Some(&machine))), (0, 1));
    }
}
