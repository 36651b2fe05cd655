//! Metadata: nodes that name globals in every way, attachments, debug info, named metadata.

use std::fmt::Write;

use super::{Target, Writer, plan::Role};

/// Numbers of the nodes that functions and variables share.
#[derive(Clone, Copy)]
pub(super) struct DebugInfo {
    unit: usize,
    file: usize,
    integer: usize,
    subroutine: usize,
}

impl Writer {
    /// Adds a node; `references` are the globals that it names, directly or below it.
    fn node(&mut self, text: String, references: Vec<usize>) -> usize {
        self.nodes.push(text);
        self.node_references.push(references);
        self.nodes.len() - 1
    }

    /// Writes something whose references are metadata's: returns it with them.
    fn softly<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (T, Vec<usize>) {
        let before = self.edges[self.current].hard.len();
        let result = write(self);
        let references = self.edges[self.current].hard.split_off(before);
        (result, references)
    }

    /// The global being written may have what a node names.
    fn refer_softly(&mut self, node: usize) {
        let references = self.node_references[node].clone();
        self.edges[self.current].soft.extend(references);
    }

    /// A constant as metadata operand.
    fn constant_operand(&mut self) -> (String, Vec<usize>) {
        self.softly(|writer| match writer.rng.usize(..6) {
            0 => format!("i32 {}", writer.rng.u8(..)),
            1 => format!("i64 {}", writer.integer()),
            2 => format!("ptr addrspace(1) {}", writer.pointer(1)),
            // No named struct: LLVM's printer does not see those that only metadata has, and the text would not read.
            3 => loop {
                let constant = writer.typed_constant(1);
                if !constant.contains("%pair") {
                    break constant;
                }
            },
            _ => format!("ptr {}", writer.pointer(0)),
        })
    }

    /// A tuple of strings, constants, nothing, and other tuples.
    fn tuple(&mut self, depth: usize) -> usize {
        let (mut operands, mut references) = (Vec::new(), Vec::new());
        for _ in 0..self.rng.usize(..4) {
            match self.rng.usize(..6) {
                0 => operands.push("null".to_owned()),
                1 => operands.push("!\"text\"".to_owned()),
                2 if depth > 0 => {
                    let child = self.tuple(depth - 1);
                    references.extend(self.node_references[child].clone());
                    operands.push(format!("!{child}"));
                }
                _ => {
                    let (text, more) = self.constant_operand();
                    operands.push(text);
                    references.extend(more);
                }
            }
        }
        let distinct = if self.chance(20) { "distinct " } else { "" };
        self.node(format!("{distinct}!{{{}}}", operands.join(", ")), references)
    }

    pub(super) fn start_debug_info(&mut self) {
        let file = self.node("!DIFile(filename: \"stress.cpp\", directory: \"/stress\")".into(), Vec::new());
        let unit = self.node(
            format!(
                "distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !{file}, producer: \"stress\", \
                 isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)"
            ),
            Vec::new(),
        );
        let integer = self.node("!DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)".into(), Vec::new());
        let types = self.node("!{null}".into(), Vec::new());
        let subroutine = self.node(format!("!DISubroutineType(types: !{types})"), Vec::new());
        let version = self.node("!{i32 2, !\"Debug Info Version\", i32 3}".into(), Vec::new());
        self.named_metadata.push(format!("!llvm.dbg.cu = !{{!{unit}}}"));
        self.named_metadata.push(format!("!llvm.module.flags = !{{!{version}}}"));
        self.debug = Some(DebugInfo { unit, file, integer, subroutine });
    }

    /// Template arguments of a function: values may be addresses.
    fn template_arguments(&mut self, debug: DebugInfo) -> Option<usize> {
        if !self.chance(40) {
            return None;
        }
        let (value, references) = self.constant_operand();
        let argument = self.node(
            format!("!DITemplateValueParameter(name: \"P\", type: !{}, value: {value})", debug.integer),
            references.clone(),
        );
        Some(self.node(format!("!{{!{argument}}}"), references))
    }

    /// Attachments of a function, and what its instructions have as a location.
    pub(super) fn function_attachments(&mut self, index: usize, role: Role) -> (String, String) {
        let mut text = String::new();
        let mut location = String::new();
        if let Some(debug) = self.debug
            && self.chance(75)
        {
            let arguments = self.template_arguments(debug);
            let references = arguments.map(|a| self.node_references[a].clone()).unwrap_or_default();
            let parameters = arguments.map(|a| format!(", templateParams: !{a}")).unwrap_or_default();
            let line = index + 1;
            let (file, unit, ty) = (debug.file, debug.unit, debug.subroutine);
            let subprogram = self.node(
                format!(
                    "distinct !DISubprogram(name: \"f{index}\", scope: !{file}, file: !{file}, line: {line}, type: !{ty}, \
                     scopeLine: {line}, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !{unit}{parameters})"
                ),
                references,
            );
            self.refer_softly(subprogram);
            let place = self.node(format!("!DILocation(line: {line}, column: 3, scope: !{subprogram})"), Vec::new());
            let _ = write!(text, " !dbg !{subprogram}");
            location = format!(", !dbg !{place}");
        }
        if self.chance(15) {
            let node = self.tuple(2);
            self.refer_softly(node);
            let _ = write!(text, " !custom !{node}");
        }
        if role == Role::Kernel {
            text.push_str(&self.kernel_facts());
        }
        if self.chance(20) {
            let aspect = self.rng.u8(1..40);
            let node = self.node(format!("!{{i32 {aspect}}}"), Vec::new());
            let _ = write!(text, " !sycl_used_aspects !{node}");
        }
        (text, location)
    }

    /// Metadata that the passes read.
    fn kernel_facts(&mut self) -> String {
        let mut text = String::new();
        for (kind, node) in [
            ("reqd_work_group_size", "!{i32 1, i32 2, i32 64}"),
            ("intel_reqd_sub_group_size", "!{i32 32}"),
            ("max_work_group_size", "!{i32 1, i32 1, i32 256}"),
            ("max_linear_work_group_size", "!{i32 512}"),
            ("sycl_declared_aspects", "!{i32 6}"),
        ] {
            // Not both: what is required decides.
            if self.chance(8) && !(kind.starts_with("max_") && text.contains("reqd_work")) {
                let node = self.node(node.to_owned(), Vec::new());
                let _ = write!(text, " !{kind} !{node}");
            }
        }
        text
    }

    /// Attachments of an instruction.
    pub(super) fn instruction_attachments(&mut self) -> String {
        if !self.chance(12) {
            return String::new();
        }
        if self.chance(30) {
            let node = self.node("!{i32 5}".into(), Vec::new());
            return format!(", !sycl_used_aspects !{node}");
        }
        let node = self.tuple(1);
        self.refer_softly(node);
        format!(", !custom !{node}")
    }

    /// Attachments of a variable.
    pub(super) fn variable_attachments(&mut self, index: usize) -> String {
        let mut text = String::new();
        if let Some(debug) = self.debug
            && self.chance(60)
        {
            let (file, unit, ty) = (debug.file, debug.unit, debug.integer);
            let variable = self.node(
                format!(
                    "distinct !DIGlobalVariable(name: \"g{index}\", scope: !{unit}, file: !{file}, line: 1, type: !{ty}, \
                     isLocal: false, isDefinition: true)"
                ),
                Vec::new(),
            );
            let expression =
                self.node(format!("!DIGlobalVariableExpression(var: !{variable}, expr: !DIExpression())"), Vec::new());
            let _ = write!(text, ", !dbg !{expression}");
        }
        if self.chance(15) {
            let node = self.tuple(2);
            self.refer_softly(node);
            let _ = write!(text, ", !custom !{node}");
        }
        text
    }

    /// A debug value that is a constant made of globals.
    pub(super) fn debug_value(&mut self, location: &str) -> Option<String> {
        let debug = self.debug?;
        // The location's scope is the function's subprogram.
        let place = location.strip_prefix(", !dbg !")?;
        let place: usize = place.parse().ok()?;
        let subprogram = self.nodes[place].rsplit("scope: ").next()?.trim_end_matches(')').to_owned();
        let variable = self.node(
            format!(
                "!DILocalVariable(name: \"v\", scope: {subprogram}, file: !{}, type: !{})",
                debug.file, debug.integer
            ),
            Vec::new(),
        );
        self.declarations.push("declare void @llvm.dbg.value(metadata, metadata, metadata)".into());
        let (operand, references) = if self.chance(30) {
            let ((a, b), references) = self.softly(|w| (w.pointer(0), w.integer()));
            (
                format!(
                    "!DIArgList(ptr {a}, i64 {b}), metadata !{variable}, metadata !DIExpression(DW_OP_LLVM_arg, 0, \
                     DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)"
                ),
                references,
            )
        } else {
            let (operand, references) = self.constant_operand();
            (format!("{operand}, metadata !{variable}, metadata !DIExpression()"), references)
        };
        self.edges[self.current].soft.extend(references);
        Some(format!("  call void @llvm.dbg.value(metadata {operand}){location}\n"))
    }

    /// Named metadata, some of which names globals.
    pub(super) fn named_metadata(&mut self) {
        for name in ["custom.list", "opencl.ocl.version", "llvm.ident"] {
            if !self.chance(20) {
                continue;
            }
            let operands: Vec<String> = match name {
                "custom.list" => {
                    let count = self.rng.usize(1..4);
                    // Of no module's metadata: an image has such an entry only with everything that it names.
                    (0..count).map(|_| format!("!{}", self.softly(|w| w.tuple(2)).0)).collect()
                }
                "opencl.ocl.version" => vec![format!("!{}", self.node("!{i32 2, i32 0}".into(), Vec::new()))],
                _ => vec![format!("!{}", self.node("!{!\"stress\"}".into(), Vec::new()))],
            };
            self.named_metadata.push(format!("!{name} = !{{{}}}", operands.join(", ")));
        }
        if self.target == Target::Nvptx && self.chance(40) {
            let kernel = self.globals[0].reference();
            let node = self.node(format!("!{{ptr {kernel}, !\"maxntidx\", i32 128}}"), Vec::new());
            self.named_metadata.push(format!("!nvvm.annotations = !{{!{node}}}"));
        }
    }
}
