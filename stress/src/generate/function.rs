//! Functions: attributes, calls in every form, and instructions that refer to globals.

use std::fmt::Write;

use super::{
    Kind, Target, Writer,
    constant::spelled,
    plan::{Role, Signature},
};

/// A specialization constant: every call that asks for it names the same type and default.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpecConstant {
    number: usize,
    form: Form,
    is_composite: bool,
}

/// A type: in IR, mangled, and a value of it.
#[derive(Clone, Copy, Debug)]
struct Form(&'static str, &'static str, &'static str);

const SCALARS: [Form; 7] = [
    Form("i32", "i", "42"),
    Form("i64", "l", "-7"),
    Form("float", "f", "1.5"),
    Form("double", "d", "2.5"),
    Form("i16", "s", "3"),
    Form("i8", "a", "-1"),
    Form("half", "DF16_", "0xH3C00"),
];

const COMPOSITES: [Form; 7] = [
    Form("%record", "6record", "{ i32 1, [3 x i8] c\"abc\", double 4.5 }"),
    Form("[3 x i32]", "A3_i", "[i32 1, i32 -2, i32 3]"),
    Form("<4 x float>", "Dv4_f", "<float 1.0, float 2.0, float 3.0, float 4.0>"),
    Form("%tight", "5tight", "<{ i8 1, i64 2 }>"),
    Form("{ { i8, i16 }, [2 x double] }", "6nested", "{ { i8, i16 } { i8 1, i16 2 }, [2 x double] zeroinitializer }"),
    Form("{ i32, i32, { i64 } }", "7partial", "{ i32 undef, i32 5, { i64 } poison }"),
    Form("[2 x %record]", "A2_6record", "zeroinitializer"),
];

impl Writer {
    fn generic_space(&self) -> u32 {
        if self.target == Target::Spir { 4 } else { 0 }
    }

    /// What an `alloca` has behind its type.
    fn stack_space(&self) -> &'static str {
        if self.target == Target::Amdgpu { ", addrspace(5)" } else { "" }
    }

    pub(super) fn plan_constants(&mut self) {
        if !self.chance(30) {
            return;
        }
        for number in 0..self.rng.usize(1..4) {
            let is_composite = self.chance(40);
            let form = if is_composite { self.pick(&COMPOSITES) } else { self.pick(&SCALARS) };
            let Form(ty, _, value) = form;
            let text = format!("_ZTS{number}constant");
            let _ = writeln!(
                self.body,
                "@usid{number} = private unnamed_addr addrspace(1) constant [{} x i8] c\"{text}\\00\"\n\
                 @specid{number} = internal addrspace(1) constant {{ {ty} }} {{ {ty} {value} }}",
                text.len() + 1
            );
            self.constants.push(SpecConstant { number, form, is_composite });
        }
    }

    /// A call that asks for a specialization constant: its name and default are constants, or kept in allocas as in
    /// code that is not optimized; a composite comes as a result or through memory.
    fn ask(&mut self, suffix: &str) -> Option<String> {
        if self.constants.is_empty() {
            return None;
        }
        let index = self.rng.usize(..self.constants.len());
        let SpecConstant { number, form: Form(ty, mangled, _), is_composite } = self.constants[index];
        self.has_constants = true;
        let pointer = format!("ptr{}", spelled(self.generic_space()));
        let (stack, stack_pointer) =
            (self.stack_space(), if self.target == Target::Amdgpu { "ptr addrspace(5)" } else { "ptr" });
        let mut code = String::new();
        let mut arguments = Vec::new();
        for name in ["usid", "specid"] {
            let constant = if pointer == "ptr addrspace(1)" {
                format!("@{name}{number}")
            } else {
                format!("addrspacecast (ptr addrspace(1) @{name}{number} to {pointer})")
            };
            if self.chance(75) {
                arguments.push(format!("{pointer} {constant}"));
                continue;
            }
            let (slot, load) = (self.value(), self.value());
            code += &format!(
                "  {slot} = alloca {pointer}, align 8{stack}\n  \
                 store {pointer} {constant}, {stack_pointer} {slot}, align 8{suffix}\n  \
                 {load} = load {pointer}, {stack_pointer} {slot}, align 8{suffix}\n"
            );
            arguments.push(format!("{pointer} {load}"));
        }
        arguments.push(format!("{pointer} null"));
        let mut types = vec![pointer.clone(); 3];
        let value = self.value();
        let (name, result) = if !is_composite {
            (format!("_Z37__sycl_getScalar2020SpecConstantValueI{mangled}ET_PKcPKvS4_"), ty)
        } else {
            // One form for a type: two declarations of one name cannot differ.
            let in_memory = mangled.len() % 2 == 0;
            if in_memory {
                code += &format!("  {value} = alloca {ty}, align 8{stack}\n");
                arguments.insert(0, format!("{stack_pointer} sret({ty}) {value}"));
                types.insert(0, format!("{stack_pointer} sret({ty})"));
            }
            let name = format!("_Z40__sycl_getComposite2020SpecConstantValueI{mangled}ET_PKcPKvS5_");
            (name, if in_memory { "void" } else { ty })
        };
        self.declarations.push(format!("declare {result} @{name}({})", types.join(", ")));
        let into = if result == "void" { String::new() } else { format!("{value} = ") };
        Some(format!("{code}  {into}call {result} @{name}({}){suffix}\n", arguments.join(", ")))
    }

    fn value(&mut self) -> String {
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

    fn arguments(&mut self, signature: Signature) -> String {
        let mut list = Vec::new();
        for ty in signature.parameters() {
            let constant = match *ty {
                "i32" => format!("trunc (i64 {} to i32)", self.integer()),
                "i64" => self.integer(),
                "double" => "1.0".into(),
                "ptr" => self.pointer(0),
                _ => self.pointer(1),
            };
            list.push(format!("{ty} {constant}"));
        }
        list.join(", ")
    }

    /// A direct call or invoke of a function, through an alias or ifunc, or with another signature than the callee's.
    fn call(&mut self, unwinds: bool, location: &str) -> String {
        let is_callee = |writer: &Self, i: usize| match writer.globals[i].kind {
            Kind::Function { role, .. } => role != Role::Kernel,
            Kind::Alias { of, .. } => writer.globals[of].is_function(),
            Kind::Ifunc { .. } => true,
            Kind::Variable { .. } => false,
        };
        let callees: Vec<usize> = (0..self.globals.len()).filter(|i| is_callee(self, *i)).collect();
        if callees.is_empty() {
            return String::new();
        }
        let callee = self.pick(&callees);
        self.refer(callee);
        let signature = match self.globals[callee].kind {
            Kind::Function { signature, .. } => signature,
            _ => Signature::Nothing,
        };
        let arguments = self.arguments(signature);
        let reference = self.globals[callee].reference();
        let result = signature.result();
        let into = if signature == Signature::Nothing { String::new() } else { format!("{} = ", self.value()) };
        if unwinds && self.chance(40) {
            let number = self.value()[2..].to_owned();
            return format!(
                "  {into}invoke {result} {reference}({arguments}) to label %go{number} unwind label %pad{number}{location}\n\
                 pad{number}:\n  %lp{number} = landingpad {{ ptr, i32 }} cleanup{location}\n  \
                 resume {{ ptr, i32 }} %lp{number}{location}\ngo{number}:\n"
            );
        }
        let attached = self.instruction_attachments();
        format!("  {into}call {result} {reference}({arguments}){location}{attached}\n")
    }

    /// A call through a pointer that is known or not.
    fn indirect_call(&mut self, value: &str, location: &str) -> String {
        let signature = self.pick(&[Signature::Nothing, Signature::Integers]);
        for index in 0..self.globals.len() {
            let is_candidate = matches!(self.globals[index].kind,
                Kind::Function { signature: s, role: Role::ReferencedIndirectly } if s == signature);
            if is_candidate {
                self.refer(index);
            }
        }
        let arguments = self.arguments(signature);
        let place = self.pointer(1);
        let into = if signature == Signature::Nothing { String::new() } else { format!("{} = ", self.value()) };
        format!(
            "  {value} = load ptr, ptr addrspace(1) {place}, align 8{location}\n  \
             {into}call {} {value}({arguments}){location}\n",
            signature.result()
        )
    }
}
