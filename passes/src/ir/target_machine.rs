//! Back ends of the process's LLVM.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{
    ffi::{CStr, CString, c_char, c_void},
    sync::Once,
};

use inkwell::llvm_sys::target_machine::{
    LLVMCodeGenOptLevel, LLVMCodeModel, LLVMCreateTargetMachine, LLVMDisposeTargetMachine, LLVMGetDefaultTargetTriple,
    LLVMGetHostCPUFeatures, LLVMGetHostCPUName, LLVMGetTargetFromTriple, LLVMRelocMode, LLVMTargetMachineRef,
};
use sycl_propset::triple::first_part;

use super::{
    ffi,
    text::{take_message, take_text},
};

/// Name that stands for the processor of this machine, with what it has, where a processor of the host is named.
pub const NATIVE: &str = "native";

/// A triple that LLVM has no back end for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("LLVM has no back end for the triple `{triple}`: {reason}")]
pub struct NoBackEnd {
    /// The triple.
    pub triple: String,
    /// LLVM's words.
    pub reason: String,
}

/// Facts in a back end about a processor.
pub struct TargetMachine {
    pub(super) raw: LLVMTargetMachineRef,
}

impl TargetMachine {
    /// The back end of a triple, for a processor that [`is_processor`], or empty for the least that it takes.
    ///
    /// # Errors
    /// There is no such back end.
    pub fn new(triple: &str, processor: &str) -> Result<Self, NoBackEnd> {
        register();
        let refused = |reason: String| NoBackEnd { triple: triple.to_owned(), reason };
        let zero = |_| refused("the name has a zero byte".to_owned());
        let (processor, features) = model(processor);
        let (triple_text, cpu) = (CString::new(triple).map_err(zero)?, CString::new(processor).map_err(zero)?);
        let features = CString::new(features).map_err(zero)?;
        let (mut target, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: NUL-terminated texts; a message is ours; the target is a static of LLVM.
        let raw = unsafe {
            ffi::sp_initialize_target(triple_text.as_ptr());
            if LLVMGetTargetFromTriple(triple_text.as_ptr(), &mut target, &mut message) != 0 {
                return Err(refused(take_message(message)));
            }
            LLVMCreateTargetMachine(
                target,
                triple_text.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        if raw.is_null() { Err(refused("it makes no code".to_owned())) } else { Ok(Self { raw }) }
    }
}

impl Drop for TargetMachine {
    fn drop(&mut self) {
        // SAFETY: made once, and disposed once.
        unsafe { LLVMDisposeTargetMachine(self.raw) }
    }
}

/// The data layout that modules of a triple have.
///
/// # Errors
/// There is no such back end.
pub fn data_layout(triple: &str) -> Result<String, NoBackEnd> {
    register();
    let refused = |reason: String| NoBackEnd { triple: triple.to_owned(), reason };
    let text = CString::new(triple).map_err(|_| refused("the name has a zero byte".to_owned()))?;
    let mut found = String::new();
    // SAFETY: NUL-terminated; the callback runs only during the call.
    let is_known = unsafe { ffi::sp_data_layout(text.as_ptr(), (&raw mut found).cast(), take_text) };
    if is_known { Ok(found) } else { Err(refused(found)) }
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

/// Whether a triple has a processor: one of [`processors`], or [`NATIVE`] for the architecture of this machine.
pub fn is_processor(triple: &str, name: &str) -> bool {
    match name {
        NATIVE => first_part(triple) == first_part(&host_triple()),
        _ => processors(triple).iter().any(|known| known == name),
    }
}

/// Features of a processor of a triple beyond those of every one of its architecture, in LLVM's names, in the order of
/// LLVM's table; nothing for an empty name.
///
/// # Errors
/// There is no such back end.
pub fn features(triple: &str, processor: &str) -> Result<Vec<String>, NoBackEnd> {
    unsafe extern "C" fn found(data: *mut c_void, name: *const c_char) {
        // SAFETY: the list of the caller below, alive for the call; a NUL-terminated name of LLVM's table.
        unsafe { (*data.cast::<Vec<String>>()).push(CStr::from_ptr(name).to_string_lossy().into_owned()) }
    }
    register();
    let mut names: Vec<String> = Vec::new();
    if processor.is_empty() {
        return Ok(names);
    }
    let refused = |reason: &str| NoBackEnd { triple: triple.to_owned(), reason: reason.to_owned() };
    // LLVM's own baseline of x86 is older than 64 bits.
    let least = if first_part(triple) == "x86_64" { c"x86-64" } else { c"generic" };
    let (processor, changes) = model(processor);
    let zero = |_| refused("the name has a zero byte");
    let text = CString::new(triple).map_err(zero)?;
    let (processor, changes) = (CString::new(processor).map_err(zero)?, CString::new(changes).map_err(zero)?);
    // SAFETY: NUL-terminated texts; the callback runs only during the call.
    let is_known = unsafe {
        let (processor, changes) = (processor.as_ptr(), changes.as_ptr());
        ffi::sp_features(text.as_ptr(), least.as_ptr(), processor, changes, (&raw mut names).cast(), found)
    };
    if is_known { Ok(names) } else { Err(refused("it describes no processors")) }
}

/// The name of a processor, and how what it has differs from what LLVM says of it (`+a,-b`), which is known of this
/// machine's, [`NATIVE`].
pub fn model(processor: &str) -> (String, String) {
    if processor != NATIVE {
        return (processor.to_owned(), String::new());
    }
    // SAFETY: the message is ours.
    (host_processor(), unsafe { take_message(LLVMGetHostCPUFeatures()) })
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
        let layout = data_layout("amdgcn-amd-amdhsa").unwrap();
        assert!(layout.contains("-A5-"), "{layout}");
        let known = processors("nvptx64-nvidia-cuda");
        assert!(known.contains(&"sm_90".to_owned()) && !known.contains(&"gfx90a".to_owned()), "{known:?}");
        assert!(processors("no-such-triple").is_empty());
        assert!(processors(&host_triple()).contains(&host_processor()));
        assert!(is_processor("x86_64-unknown-linux-gnu", "x86-64-v3") && !is_processor("nvptx64", NATIVE));
        assert!(is_processor(&host_triple(), NATIVE) && TargetMachine::new(&host_triple(), NATIVE).is_ok());
        let error = data_layout("no-such-triple").err().unwrap().to_string();
        assert!(error.starts_with("LLVM has no back end for the triple `no-such-triple`: "), "{error}");
    }

    #[test]
    fn layouts_are_those_of_back_ends() {
        use inkwell::llvm_sys::{
            target::{LLVMCopyStringRepOfTargetData, LLVMDisposeTargetData},
            target_machine::LLVMCreateTargetDataLayout,
        };
        for (triple, processor) in [
            ("nvptx64-nvidia-cuda", "sm_90"),
            ("amdgcn-amd-amdhsa", "gfx90a"),
            ("spirv64-unknown-unknown", ""),
            ("x86_64-unknown-linux-gnu", "x86-64-v3"),
            ("aarch64-unknown-linux-gnu", "generic"),
            ("riscv64-unknown-linux-gnu", "generic-rv64"),
        ] {
            let machine = TargetMachine::new(triple, processor).unwrap();
            // SAFETY: `machine` owns its raw machine; layout and text are ours to dispose.
            let of_machine = unsafe {
                let layout = LLVMCreateTargetDataLayout(machine.raw);
                let text = take_message(LLVMCopyStringRepOfTargetData(layout));
                LLVMDisposeTargetData(layout);
                text
            };
            assert_eq!(data_layout(triple).unwrap(), of_machine, "{triple}");
        }
    }

    #[test]
    fn features_are_those_beyond_the_baseline() {
        let of = |processor| features("x86_64-unknown-linux-gnu", processor).unwrap();
        assert!(of("").is_empty() && of("x86-64").is_empty());
        assert_eq!(of("x86-64-v2"), ["crc32", "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"]);
        // Nothing of how fast instructions are, and nothing that every processor of 64 bits has.
        assert!(of("znver4").iter().any(|name| name == "avx512f"));
        assert!(!of("znver4").iter().any(|name| name.starts_with("fast") || name == "64bit-mode" || name == "sse2"));
        let of_arm = features("aarch64-unknown-linux-gnu", "neoverse-v1").unwrap();
        assert!(of_arm.iter().any(|name| name == "sve") && !of_arm.iter().any(|name| name == "neon"), "{of_arm:?}");
        assert!(features("no-such-triple", "x").is_err() && features(&host_triple(), NATIVE).is_ok());
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
