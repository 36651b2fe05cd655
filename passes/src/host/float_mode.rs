//! Modes of small numbers and rounding, which are the kernel's matter: a program may be compiled with `-ffast-math`,
//! which lets its threads flush them to zero. Functions of groups that compute with floating-point numbers begin with
//! the mode that the kernel was compiled for, and leave that of the program behind.

use crate::ir::{Block, Editor, Function, ModuleView, Opcode, Type, TypeKind, Value};

/// The attribute of functions that flush small numbers.
const FLUSHES: &str = "denormal-fp-math";

/// The register that holds the mode.
struct Register {
    /// Its bits for rounding and small numbers.
    mask: u64,
    /// Bits that are set where small numbers are flushed.
    flush: u64,
    bits: u32,
}

/// MXCSR of x86-64: rounding control, FTZ, DAZ.
const MXCSR: Register = Register { mask: 0xe040, flush: 0x8040, bits: 32 };

/// FPCR of AArch64: rounding mode, FZ, FZ16.
const FPCR: Register = Register { mask: 0x01c8_0000, flush: 0x0108_0000, bits: 64 };

impl Register {
    fn for_module(module: ModuleView<'_>) -> Self {
        if module.triple().starts_with("x86_64") { MXCSR } else { FPCR }
    }

    fn read<'m>(&self, editor: &mut Editor<'m>, slot: Value<'m>) -> Value<'m> {
        if self.bits == FPCR.bits {
            return editor.intrinsic("llvm.aarch64.get.fpcr", &[], &[], "mode");
        }
        editor.intrinsic("llvm.x86.sse.stmxcsr", &[], &[slot], "");
        editor.load(editor.integer_type(self.bits), slot, 4, "mode")
    }

    fn write<'m>(&self, editor: &mut Editor<'m>, slot: Value<'m>, mode: Value<'m>) {
        if self.bits == FPCR.bits {
            editor.intrinsic("llvm.aarch64.set.fpcr", &[], &[mode], "");
            return;
        }
        editor.store(mode, slot, 4);
        editor.intrinsic("llvm.x86.sse.ldmxcsr", &[], &[slot], "");
    }
}

/// Sets the mode on entry to the function of a group, and resets it where that returns.
pub(super) fn set<'m>(editor: &mut Editor<'m>, function: Function<'m>) {
    let register = Register::for_module(editor.view());
    let flushes = function.string_attribute(FLUSHES).is_some_and(|mode| !mode.starts_with("ieee"));
    let constant = |editor: &Editor<'m>, value: u64| match register.bits {
        32 => editor.i32(value as u32),
        _ => editor.i64(value),
    };
    let first = function.entry_block().instructions().next().expect("an entry has a branch");
    editor.position_before(first);
    let slot = editor.build_alloca(editor.integer_type(register.bits), 4, 0, "mode.slot");
    let mode = register.read(editor, slot);
    let mask = constant(editor, !register.mask);
    let rest = editor.and(mode, mask, "");
    let flush = constant(editor, register.flush);
    let own = if flushes { editor.or(rest, flush, "") } else { rest };
    register.write(editor, slot, own);
    let ends: Vec<Value<'m>> = function.instructions().filter(|i| i.opcode() == Opcode::Return).collect();
    for end in ends {
        editor.position_before(end);
        register.write(editor, slot, mode);
    }
}

/// Whether a function computes with floating-point numbers, or calls something that may.
pub(super) fn is_needed(function: Function<'_>) -> bool {
    let is_float = |ty: Type<'_>| {
        let element = if ty.kind() == TypeKind::Vector { ty.element(0).unwrap_or(ty) } else { ty };
        matches!(element.kind(), TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double)
    };
    let computes = |block: Block<'_>| {
        block.instructions().any(|instruction| {
            let moves = matches!(instruction.opcode(), Opcode::Load | Opcode::Phi | Opcode::Select);
            let calls =
                instruction.as_call().is_some_and(|call| call.callee().is_none_or(|callee| !callee.is_declaration()));
            calls || !moves && (is_float(instruction.ty()) || instruction.opcode() == Opcode::FloatCompare)
        })
    };
    function.blocks().any(computes)
}
