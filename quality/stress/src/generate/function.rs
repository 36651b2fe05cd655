//! Functions: attributes, blocks, and instructions that refer to globals.

use std::fmt::Write;

use super::{
    Kind, Target, Writer,
    constant::spelled,
    plan::{Role, Signature},
};

impl Writer {
    /// Text of an `alloca` behind its type.
    pub(super) fn stack_space(&self) -> &'static str {
        if self.target == Target::Amdgpu { ", addrspace(5)" } else { "" }
    }

    pub(super) fn value(&mut self) -> String {
        self.next_value += 1;
        format!("%v{}", self.next_value)
    }

    pub(super) fn function(&mut self, index: usize) {
        let Kind::Function { signature, role } = self.globals[index].kind else { return };
        let name = self.globals[index].reference();
        let convention = if role == Role::Kernel { self.target.kernel_convention() } else { "" };
        let parameters: Vec<String> = signature
            .parameters()
            .iter()
            .enumerate()
            .map(|(i, ty)| {
                // An AMDGPU kernel takes structs by reference to its argument segment.
                let by_reference = self.target == Target::Amdgpu && ty.contains("byval");
                let ty = if by_reference { "ptr addrspace(4) byref(%pair) align 8" } else { ty };
                format!("{ty} %p{i}")
            })
            .collect();
        self.has_local_parameters = signature == Signature::Arguments;
        if role == Role::Declaration {
            let parameters = signature.parameters().join(", ");
            let _ = writeln!(self.body, "declare {} {name}({parameters})", signature.result());
            return;
        }
        let mut line = format!(
            "define {}{convention} {} {name}({})",
            self.globals[index].linkage.text(),
            signature.result(),
            parameters.join(", ")
        );
        line.push_str(&self.function_attributes(role));
        if self.chance(4) {
            line.push_str(" section \"code\"");
        }
        let comdat = self.globals[index].comdat.clone();
        if let Some(comdat) = comdat {
            let _ = write!(line, " comdat(${comdat})");
        }
        if self.chance(4) {
            let data = self.pointer(0);
            let _ = write!(line, " prefix ptr {data}");
        }
        if self.chance(2) {
            let data = self.pointer(0);
            let _ = write!(line, " prologue ptr {data}");
        }
        let unwinds = self.chance(10);
        if unwinds {
            let personality = self.personality();
            let _ = write!(line, " personality ptr {personality}");
        }
        let (attached, location) = self.function_attachments(index, role);
        line.push_str(&attached);
        let _ = writeln!(self.body, "{line} {{");
        self.blocks_of(index, signature, unwinds, &location);
        self.body.push_str("}\n");
    }

    fn function_attributes(&mut self, role: Role) -> String {
        let unit = self.rng.usize(..3);
        let mut text = match role {
            Role::Kernel | Role::Exported => format!(" \"sycl-module-id\"=\"unit{unit}.cpp\""),
            Role::ReferencedIndirectly => " \"referenced-indirectly\"".into(),
            Role::Virtual => format!(" \"indirectly-callable\"=\"set{unit}\" \"sycl-module-id\"=\"unit{unit}.cpp\""),
            Role::Helper | Role::Declaration => String::new(),
        };
        match self.rng.usize(..12) {
            0 => text.push_str(" noinline optnone"),
            1 => text.push_str(" nounwind memory(none)"),
            2 => text.push_str(" \"sycl-optlevel\"=\"2\""),
            3 if role == Role::Kernel => text.push_str(" \"calls-indirectly\"=\"set0,set1\""),
            _ => {}
        }
        text
    }

    /// A function that can be a personality: any but a kernel will do.
    fn personality(&mut self) -> String {
        let is_candidate = |kind: &Kind| {
            matches!(kind, Kind::Function { role: Role::Helper | Role::Declaration | Role::Exported, .. })
        };
        let candidates: Vec<usize> = (0..self.globals.len()).filter(|i| is_candidate(&self.globals[*i].kind)).collect();
        if candidates.is_empty() {
            return "null".into();
        }
        let chosen = self.pick(&candidates);
        self.refer(chosen);
        self.globals[chosen].reference()
    }

    fn blocks_of(&mut self, index: usize, signature: Signature, unwinds: bool, location: &str) {
        let count = self.blocks[index];
        self.body.push_str("entry:\n");
        for block in 0..=count {
            if block > 0 {
                let _ = writeln!(self.body, "block{}:", block - 1);
            }
            for _ in 0..self.rng.usize(..6) {
                let text = self.instruction(unwinds, location);
                self.body.push_str(&text);
            }
            let end = self.terminator(index, signature, count);
            let _ = writeln!(self.body, "  {end}{location}");
        }
    }

    fn terminator(&mut self, index: usize, signature: Signature, count: usize) -> String {
        let label = |writer: &mut Self| format!("label %block{}", writer.rng.usize(..count));
        match self.rng.usize(..6) {
            0 if count > 0 => {
                let to = label(self);
                format!("br {to}")
            }
            1 if count > 0 => {
                let (a, b) = (label(self), label(self));
                format!("br i1 undef, {a}, {b}")
            }
            2 if count > 0 => {
                let (a, b) = (label(self), label(self));
                format!("switch i32 0, {a} [ i32 1, {b} ]")
            }
            3 if count > 0 => {
                let (a, b) = (label(self), label(self));
                let block = self.rng.usize(..count);
                let own = self.globals[index].reference();
                self.refer(index);
                format!("indirectbr ptr blockaddress({own}, %block{block}), [{a}, {b}]")
            }
            4 => "unreachable".into(),
            _ => match signature {
                Signature::Nothing | Signature::Arguments => "ret void".into(),
                Signature::Integers => {
                    let value = self.integer();
                    format!("ret i32 trunc (i64 {value} to i32)")
                }
                Signature::Pointers => {
                    let value = self.pointer(0);
                    format!("ret ptr {value}")
                }
                Signature::Struct => {
                    let value = self.pointer(0);
                    format!("ret %pair {{ i32 1, ptr {value} }}")
                }
            },
        }
    }

    fn instruction(&mut self, unwinds: bool, location: &str) -> String {
        let value = self.value();
        match self.rng.usize(..20) {
            0..=4 => self.call(unwinds, location),
            5 => {
                let space = self.pick(&[0, 1]);
                let pointer = self.pointer(space);
                let attached = self.instruction_attachments();
                format!("  {value} = load i32, ptr{} {pointer}, align 1{location}{attached}\n", spelled(space))
            }
            6 | 7 => {
                let (stored, pointer) = (self.typed_constant(1), self.pointer(1));
                format!("  store {stored}, ptr addrspace(1) {pointer}, align 1{location}\n")
            }
            8 => {
                let (a, b) = (self.pointer(0), self.pointer(0));
                format!("  {value} = select i1 undef, ptr {a}, ptr {b}{location}\n")
            }
            9 => {
                let (a, b) = (self.integer(), self.integer());
                format!("  {value} = icmp eq i64 {a}, {b}{location}\n")
            }
            10 | 11 => self.indirect_call(&value, location),
            12 => format!("  call void asm sideeffect \"\", \"\"(){location}\n"),
            13 => {
                let pointer = self.pointer(0);
                format!("  {value} = call i64 asm \"\", \"=r,r\"(ptr {pointer}){location}\n")
            }
            14 | 15 => self.ask(location).unwrap_or_default(),
            16 => {
                let pointer = self.pointer(1);
                format!("  {value} = atomicrmw add ptr addrspace(1) {pointer}, i32 1 seq_cst, align 4{location}\n")
            }
            17 => self.debug_value(location).unwrap_or_default(),
            18 if self.chance(50) => self.local_access(&value, location),
            18 => self.offset(&value, location),
            _ => {
                let ty = self.pick(&["half", "double", "%pair", "%box", "[2 x i64]", "i1", "<3 x i32>"]);
                let space = self.stack_space();
                format!("  {value} = alloca {ty}, align 8{space}{location}\n")
            }
        }
    }

    /// Reads through a local parameter of the kernel.
    fn local_access(&mut self, value: &str, location: &str) -> String {
        if !self.has_local_parameters {
            return String::new();
        }
        let parameter = self.pick(&["%p0", "%p4"]);
        match self.rng.usize(..3) {
            0 => format!("  {value} = load i64, ptr addrspace(3) {parameter}, align 8{location}\n"),
            1 => format!("  store volatile ptr addrspace(3) {parameter}, ptr addrspace(3) %p0, align 4{location}\n"),
            _ => format!("  {value} = ptrtoint ptr addrspace(3) {parameter} to i32{location}\n"),
        }
    }

    /// Asks for the global offset, in each spelling.
    fn offset(&mut self, value: &str, location: &str) -> String {
        let attached = if self.chance(20) { " nounwind" } else { "" };
        match (self.target, self.rng.usize(..2)) {
            (Target::Nvptx, 0) => {
                self.declarations.push("declare ptr @llvm.nvvm.implicit.offset()".into());
                let other = self.value();
                format!(
                    "  {value} = call ptr @llvm.nvvm.implicit.offset(){attached}{location}\n  \
                     {other} = load i32, ptr {value}, align 4{location}\n"
                )
            }
            (Target::Amdgpu, 0) => {
                self.declarations.push("declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()".into());
                let other = self.value();
                format!(
                    "  {value} = call ptr addrspace(5) @llvm.amdgcn.implicit.offset(){attached}{location}\n  \
                     {other} = load i32, ptr addrspace(5) {value}, align 4{location}\n"
                )
            }
            _ => {
                self.declarations.push("declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)".into());
                let dimension = self.rng.usize(..3);
                format!("  {value} = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 {dimension}){attached}{location}\n")
            }
        }
    }
}
