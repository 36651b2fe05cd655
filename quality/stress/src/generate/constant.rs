//! Variables, aliases, ifuncs, and the constants that functions and variables hold.

use std::fmt::Write;

use super::{Kind, Linkage, Writer, plan::Role};

impl Writer {
    /// A global to refer to; none if there is nothing suitable.
    fn some_global(&mut self) -> Option<usize> {
        let count = self.globals.len();
        let index = self.rng.usize(..count);
        // A kernel's address is not taken.
        let is_kernel = matches!(self.globals[index].kind, Kind::Function { role: Role::Kernel, .. });
        (!is_kernel).then_some(index)
    }

    /// A pointer to a global in an address space, without noting a reference.
    pub(super) fn plain_pointer(&mut self, global: usize, space: u32) -> String {
        let own = self.globals[global].space();
        let reference = self.globals[global].reference();
        if own == space {
            reference
        } else {
            format!("addrspacecast (ptr{} {reference} to ptr{})", spelled(own), spelled(space))
        }
    }

    /// A constant pointer in an address space. Notes what it refers to.
    pub(super) fn pointer(&mut self, space: u32) -> String {
        let Some(global) = self.some_global() else { return "null".into() };
        match self.rng.usize(..12) {
            0 => "null".into(),
            1 => {
                let text = self.integer();
                format!("inttoptr (i64 {text} to ptr{})", spelled(space))
            }
            2 | 3 => {
                self.refer(global);
                let offset = self.rng.usize(1..9);
                let base = self.plain_pointer(global, space);
                format!("getelementptr (i8, ptr{} {base}, i64 {offset})", spelled(space))
            }
            4 if space == 0 => self.block_address().unwrap_or_else(|| "null".into()),
            // In functions, of functions written before: LLVM's text reader takes others for variables.
            5 if space == 0
                && self.globals[global].is_function()
                && self.globals[self.current].is_function()
                && global < self.current =>
            {
                self.refer(global);
                let which = self.pick(&["dso_local_equivalent", "no_cfi"]);
                format!("{which} {}", self.globals[global].reference())
            }
            _ => {
                self.refer(global);
                self.plain_pointer(global, space)
            }
        }
    }

    /// The address of a block of some function with more than its entry.
    fn block_address(&mut self) -> Option<String> {
        let functions: Vec<usize> = (0..self.blocks.len()).filter(|i| self.blocks[*i] > 0).collect();
        if functions.is_empty() {
            return None;
        }
        let function = self.pick(&functions);
        // What holds the address of a block is bound to the function's body.
        let is_kernel = matches!(self.globals[function].kind, Kind::Function { role: Role::Kernel, .. });
        if is_kernel && function != self.current {
            return None;
        }
        self.refer(function);
        let block = self.rng.usize(..self.blocks[function]);
        Some(format!("blockaddress({}, %block{block})", self.globals[function].reference()))
    }

    /// A constant i64.
    pub(super) fn integer(&mut self) -> String {
        match self.rng.usize(..8) {
            0 => {
                let pointer = self.pointer_without_integers(0);
                format!("ptrtoint (ptr {pointer} to i64)")
            }
            1 => {
                let (a, b) = (self.pointer_without_integers(1), self.pointer_without_integers(1));
                format!("sub (i64 ptrtoint (ptr addrspace(1) {a} to i64), i64 ptrtoint (ptr addrspace(1) {b} to i64))")
            }
            2 => {
                let pointer = self.pointer_without_integers(1);
                format!("add (i64 ptrtoint (ptr addrspace(1) {pointer} to i64), i64 12)")
            }
            _ => self.rng.u32(..).to_string(),
        }
    }

    /// As [`Self::pointer`], without going back to integers, so that expressions end.
    fn pointer_without_integers(&mut self, space: u32) -> String {
        match self.some_global() {
            Some(global) => {
                self.refer(global);
                self.plain_pointer(global, space)
            }
            None => "null".into(),
        }
    }

    /// A constant of some type, with its type in front.
    pub(super) fn typed_constant(&mut self, depth: usize) -> String {
        match self.rng.usize(..if depth == 0 { 7 } else { 11 }) {
            0 => format!("i32 {}", self.rng.u32(..)),
            1 => format!("i64 {}", self.integer()),
            2 => "double 2.5".into(),
            3 => format!("ptr {}", self.pointer(0)),
            4 => format!("ptr addrspace(1) {}", self.pointer(1)),
            5 => "<4 x half> zeroinitializer".into(),
            6 => "i1 poison".into(),
            7 => {
                let (a, b) = (self.pointer(0), self.pointer(0));
                format!("[2 x ptr] [ptr {a}, ptr {b}]")
            }
            8 => {
                let (a, b) = (self.typed_constant(depth - 1), self.typed_constant(depth - 1));
                format!("{{ {}, {} }} {{ {a}, {b} }}", type_of(&a), type_of(&b))
            }
            9 => {
                let pointer = self.pointer(0);
                format!("%pair {{ i32 7, ptr {pointer} }}")
            }
            _ => {
                let inner = self.typed_constant(depth - 1);
                format!("<{{ i8, {} }}> <{{ i8 1, {inner} }}>", type_of(&inner))
            }
        }
    }

    pub(super) fn variable(&mut self, index: usize) {
        let Kind::Variable { space } = self.globals[index].kind else { return };
        let space_text = if space == 0 { String::new() } else { format!("addrspace({space}) ") };
        let name = self.globals[index].reference();
        let word = match space {
            _ if self.chance(40) => "constant",
            // Device code may have no variable of the host, but one that a runtime sets.
            1 => "externally_initialized global",
            _ => "global",
        };
        let linkage = self.globals[index].linkage;
        if self.globals[index].is_declaration {
            let _ = writeln!(self.body, "{name} = external {space_text}{word} [4 x i32]");
            return;
        }
        let value = self.typed_constant(2);
        let comdat = self.comdat(index);
        let mut line = format!("{name} = {}{space_text}{word} {value}", linkage.text());
        if self.chance(10) {
            line.push_str(", section \"some\"");
        }
        line.push_str(&comdat);
        if self.chance(20) {
            line.push_str(", align 64");
        }
        let attached = self.variable_attachments(index);
        line.push_str(&attached);
        let _ = writeln!(self.body, "{line}");
    }

    pub(super) fn comdat(&mut self, index: usize) -> String {
        self.globals[index].comdat.as_ref().map(|c| format!(", comdat(${c})")).unwrap_or_default()
    }

    pub(super) fn alias(&mut self, index: usize) {
        let Kind::Alias { of, space } = self.globals[index].kind else { return };
        self.refer(of);
        let target = self.globals[of].reference();
        let name = self.globals[index].reference();
        let linkage = self.globals[index].linkage.text();
        let is_variable = self.globals[of].is_variable();
        let value = if is_variable && self.chance(30) {
            format!("getelementptr (i8, ptr{} {target}, i64 1)", spelled(space))
        } else {
            target
        };
        let typed = if value.starts_with("getelementptr") { String::new() } else { format!("ptr{} ", spelled(space)) };
        let _ = writeln!(self.body, "{name} = {linkage}alias i8, {typed}{value}");
    }

    pub(super) fn ifunc(&mut self, index: usize) {
        let Kind::Ifunc { resolver } = self.globals[index].kind else { return };
        self.refer(resolver);
        let line = format!(
            "{} = {}ifunc void (), ptr {}",
            self.globals[index].reference(),
            if self.globals[index].linkage == Linkage::Internal { "internal " } else { "" },
            self.globals[resolver].reference()
        );
        let _ = writeln!(self.body, "{line}");
    }
}

/// ` addrspace(N)`, nothing for 0.
pub(super) fn spelled(space: u32) -> String {
    if space == 0 { String::new() } else { format!(" addrspace({space})") }
}

/// The type in front of a constant that [`Writer::typed_constant`] made.
fn type_of(constant: &str) -> &str {
    let bytes = constant.as_bytes();
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' | b'[' | b'<' | b'(' => depth += 1,
            b'}' | b']' | b'>' | b')' => depth -= 1,
            b' ' if depth == 0 && !constant[at + 1..].starts_with("addrspace(") => return &constant[..at],
            _ => {}
        }
    }
    constant
}
