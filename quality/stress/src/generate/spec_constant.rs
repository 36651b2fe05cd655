//! Specialization constants, and calls that ask for them.

use std::fmt::Write;

use super::{Target, Writer, constant::spelled};

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
    pub(super) fn ask(&mut self, suffix: &str) -> Option<String> {
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
}
