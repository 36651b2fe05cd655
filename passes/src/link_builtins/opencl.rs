//! Names of the table for OpenCL C's functions that a target lacks under their own. OpenCL C mangles them as C++ does a
//! function of the user's, so this is done for code in OpenCL C only; and the type of a number with its sign is in the
//! mangled name alone.

use super::{
    mangled::{base_name, pointee_of_first},
    resolve::Signature,
};
use crate::{
    builtins::table::{self, Family},
    changed::Changed,
    ir::{Editor, Function},
};

/// Gives declarations that the table knows names that it knows.
pub(super) fn rename(editor: &mut Editor<'_>, target: Family) -> Changed {
    let is_one = |function: &Function<'_>| function.is_declaration() && function.name_bytes().starts_with(b"_Z");
    let mut changed = Changed::No;
    for function in editor.view().functions().filter(is_one).collect::<Vec<_>>() {
        let symbol = function.name_bytes();
        let Some(base) = base_name(&symbol).filter(|base| !base.starts_with("__")) else { continue };
        let sign = match pointee_of_first(&symbol) {
            _ if !(base.ends_with("_min") || base.ends_with("_max") || base.ends_with("_explicit")) => "",
            Some('j' | 'm' | 'y') => "_u",
            _ => "_s",
        };
        let types = Signature::from_function(function).types();
        // Overloads have one name in the table, and numbers in the module.
        let name = |number: usize| format!("__opencl_{base}{sign}_{number}");
        let is_known =
            table::rows(&name(0)).any(|row| row.refusal(target).is_none() && row.bind(target, &types).is_some());
        if is_known {
            let is_free = |name: &String| editor.view().function(name).is_none();
            let name = (0..).map(name).find(is_free).expect("a module has fewer functions than there are numbers");
            editor.set_name(*function, &name);
            changed = Changed::Yes;
        }
    }
    changed
}

#[cfg(all(test, feature = "llvm22"))]
mod tests {
    use crate::{
        Severity,
        ir::OwnedModule,
        link_builtins::{LibclcPlace, Options, run},
    };

    /// In OpenCL C 1.2, events are in private memory; in 2.0, in flat memory, for which libclc has the function.
    #[test]
    fn events_in_private_memory_are_waited_for_on_amdgpu() {
        let text = "target triple = \"amdgcn-amd-amdhsa\"\n\
            define amdgpu_kernel void @k() {\n\
              %event = alloca ptr addrspace(5), align 4, addrspace(5)\n\
              call void @_Z17wait_group_eventsiPU3AS59ocl_event(i32 1, ptr addrspace(5) %event)\n\
              ret void\n\
            }\n\
            declare void @_Z17wait_group_eventsiPU3AS59ocl_event(i32, ptr addrspace(5))\n";
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let options = Options { libclc: LibclcPlace::Off, is_opencl: true, ..Options::default() };
        let mut diagnostics: Vec<(Severity, String)> = Vec::new();
        run(&mut module.editor(), &options, &mut diagnostics).unwrap();
        let text = module.view().print();
        assert!(text.contains("call void @__sp_opencl_wait_group_events"), "{text}");
        assert!(text.contains("@llvm.amdgcn.s.barrier") && !text.contains("@_Z17wait"), "{text}");
        assert!(diagnostics.is_empty() && module.verify().is_ok(), "{diagnostics:?}");
    }
}
