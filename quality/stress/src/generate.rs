//! Random device modules as text.
//!
//! Every module is valid, so that whatever goes wrong with it is a fault of the passes. While the text is made, the
//! generator notes which global refers to which ([`Module::edges`]); the checks compare images with these notes, which
//! share nothing with how the passes find references.
//!
//! | file | writes |
//! | --- | --- |
//! | `plan` | which globals there are: names, kinds, linkages |
//! | `constant` | initializers and constant expressions |
//! | `function` | functions, their attributes and instructions |
//! | `call` | calls in every form |
//! | `spec_constant` | specialization constants and calls that ask for them |
//! | `metadata` | nodes, attachments, debug info, named metadata |
//! | `foreign` | a kernel made by `llvm-stress`: odd instructions and types |

mod call;
mod constant;
mod foreign;
mod function;
mod metadata;
mod plan;
mod spec_constant;

use std::{fmt::Write, path::Path};

use fastrand::Rng;
use sycl_propset::triple::Architecture;

pub(crate) use plan::{Global, Kind, Linkage};

/// Target of a module. Decides calling conventions and address spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Spir,
    Nvptx,
    Amdgpu,
}

impl Target {
    fn triple(self) -> &'static str {
        match self {
            Target::Spir => Architecture::Spir64.triple(),
            Target::Nvptx => Architecture::Nvptx64.triple(),
            Target::Amdgpu => Architecture::Amdgcn.triple(),
        }
    }

    /// As clang 22 has it; older LLVMs read it too.
    fn data_layout(self) -> &'static str {
        match self {
            Target::Spir => "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1",
            Target::Nvptx => "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64",
            Target::Amdgpu => {
                "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-\
                 v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
            }
        }
    }

    fn kernel_convention(self) -> &'static str {
        match self {
            Target::Spir => "spir_kernel",
            Target::Nvptx => "ptx_kernel",
            Target::Amdgpu => "amdgpu_kernel",
        }
    }
}

/// References between globals, by their numbers in [`Module::globals`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    /// Through operands: a module with the one must have the other.
    pub(crate) hard: Vec<usize>,
    /// Through metadata, or through calls that a pass may lower: a module with the one may have the other.
    pub(crate) soft: Vec<usize>,
}

/// A module as text, with what the generator knows of it.
pub(crate) struct Module {
    pub(crate) text: String,
    pub(crate) globals: Vec<Global>,
    pub(crate) edges: Vec<Edges>,
    /// Elements of `llvm.used` and `llvm.compiler.used`.
    pub(crate) listed: Vec<usize>,
    /// Whether functions ask for specialization constants.
    pub(crate) has_constants: bool,
    /// Whether images leave bodies out: virtual functions.
    pub(crate) has_virtual_functions: bool,
}

/// The module being written.
struct Writer {
    rng: Rng,
    target: Target,
    globals: Vec<Global>,
    edges: Vec<Edges>,
    listed: Vec<usize>,
    /// The global being written, which is who refers.
    current: usize,
    body: String,
    /// Numbered metadata nodes: text after `!N = `.
    nodes: Vec<String>,
    /// Global references by number of the node, directly or below it.
    node_references: Vec<Vec<usize>>,
    named_metadata: Vec<String>,
    declarations: Vec<String>,
    debug: Option<metadata::DebugInfo>,
    constants: Vec<spec_constant::SpecConstant>,
    has_constants: bool,
    /// Whether the function being written has parameters in local memory.
    has_local_parameters: bool,
    next_value: usize,
    /// Blocks whose addresses may be taken, by function: as many as the function has, besides its entry.
    blocks: Vec<usize>,
}

/// Makes the module of a seed; every tenth is a function of `llvm-stress`, where that is given.
pub(crate) fn module(seed: u64, llvm_stress: Option<&Path>) -> Module {
    if seed % 10 == 9
        && let Some(module) = llvm_stress.and_then(|program| foreign::module(seed, program))
    {
        return module;
    }
    let mut rng = Rng::with_seed(seed);
    let target = [Target::Spir, Target::Spir, Target::Spir, Target::Nvptx, Target::Amdgpu][rng.usize(..5)];
    let globals = plan::globals(&mut rng, target);
    let blocks = globals.iter().map(|g| if g.is_defined_function() { rng.usize(..4) } else { 0 }).collect();
    let mut writer = Writer {
        edges: vec![Edges::default(); globals.len()],
        rng,
        target,
        globals,
        listed: Vec::new(),
        current: 0,
        body: String::new(),
        nodes: Vec::new(),
        node_references: Vec::new(),
        named_metadata: Vec::new(),
        declarations: Vec::new(),
        debug: None,
        constants: Vec::new(),
        has_constants: false,
        has_local_parameters: false,
        next_value: 0,
        blocks,
    };
    writer.write();
    writer.finish()
}

impl Writer {
    fn chance(&mut self, percent: usize) -> bool {
        self.rng.usize(..100) < percent
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.rng.usize(..items.len())]
    }

    /// Notes that the global being written refers to another one.
    fn refer(&mut self, to: usize) {
        self.edges[self.current].hard.push(to);
    }

    fn write(&mut self) {
        if self.chance(35) {
            self.start_debug_info();
        }
        self.plan_constants();
        for index in 0..self.globals.len() {
            self.current = index;
            match self.globals[index].kind {
                Kind::Function { .. } => self.function(index),
                Kind::Variable { .. } => self.variable(index),
                Kind::Alias { .. } => self.alias(index),
                Kind::Ifunc { .. } => self.ifunc(index),
            }
        }
        self.lists();
        self.named_metadata();
    }

    fn finish(mut self) -> Module {
        let mut text = String::from("source_filename = \"stress.cpp\"\n");
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "target datalayout = \"{}\"", self.target.data_layout());
        let _ = writeln!(text, "target triple = \"{}\"", self.target.triple());
        if self.chance(10) {
            text.push_str("module asm \"// nothing\"\n");
        }
        text.push_str(
            "%pair = type { i32, ptr }\n%box = type { i8, double, [3 x i16] }\n%tight = type <{ i8, i64 }>\n\
             %record = type { i32, [3 x i8], double }\n",
        );
        let mut comdats: Vec<&str> = self.globals.iter().filter_map(|g| g.comdat.as_deref()).collect();
        comdats.sort_unstable();
        comdats.dedup();
        for comdat in comdats {
            let _ = writeln!(text, "${comdat} = comdat any");
        }
        text.push_str(&self.body);
        self.declarations.sort_unstable();
        self.declarations.dedup();
        for declaration in &self.declarations {
            let _ = writeln!(text, "{declaration}");
        }
        for named in &self.named_metadata {
            let _ = writeln!(text, "{named}");
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let _ = writeln!(text, "!{number} = {node}");
        }
        for edges in &mut self.edges {
            for list in [&mut edges.hard, &mut edges.soft] {
                list.sort_unstable();
                list.dedup();
            }
        }
        Module {
            text,
            has_virtual_functions: self.globals.iter().any(|g| g.is_virtual()),
            globals: self.globals,
            edges: self.edges,
            listed: self.listed,
            has_constants: self.has_constants,
        }
    }

    /// `llvm.used` and `llvm.compiler.used`.
    fn lists(&mut self) {
        for name in ["llvm.used", "llvm.compiler.used"] {
            if !self.chance(12) {
                continue;
            }
            let mut members: Vec<usize> = (0..self.globals.len())
                .filter(|i| {
                    self.globals[*i].is_definition() && self.globals[*i].linkage != Linkage::AvailableExternally
                })
                .filter(|i| !matches!(self.globals[*i].kind, Kind::Ifunc { .. })) // LLVM's verifier refuses these
                .filter(|_| self.rng.usize(..6) == 0)
                .collect();
            members.truncate(4);
            if members.is_empty() {
                continue;
            }
            let elements: Vec<String> = members.iter().map(|i| format!("ptr {}", self.plain_pointer(*i, 0))).collect();
            let _ = writeln!(
                self.body,
                "@{name} = appending global [{} x ptr] [{}], section \"llvm.metadata\"",
                elements.len(),
                elements.join(", ")
            );
            self.listed.extend(members);
        }
    }
}
