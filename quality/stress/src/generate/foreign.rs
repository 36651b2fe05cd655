//! Functions of LLVM's own generator as kernels. They refer to nothing, but hold what ours does not: odd types,
//! vectors, casts.

use std::{path::Path, process::Command};

use super::{
    Edges, Global, Kind, Linkage, Module, Target,
    plan::{Role, Signature},
};

/// The function of a seed; none if the program does not run.
pub(super) fn module(seed: u64, program: &Path) -> Option<Module> {
    let output = Command::new(program).args(["-size=100", &format!("-seed={seed}"), "-o", "-"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let name = format!("autogen_SD{seed}");
    let text = text.replace(&format!("define void @{name}("), &format!("define spir_kernel void @{name}("));
    let text = format!(
        "target datalayout = \"{}\"\ntarget triple = \"{}\"\n{text}",
        Target::Spir.data_layout(),
        Target::Spir.triple()
    );
    let kernel = Global {
        name,
        kind: Kind::Function { signature: Signature::Arguments, role: Role::Kernel },
        linkage: Linkage::External,
        is_declaration: false,
        comdat: None,
    };
    Some(Module {
        text,
        globals: vec![kernel],
        edges: vec![Edges::default()],
        listed: Vec::new(),
        has_constants: false,
        has_virtual_functions: false,
    })
}
