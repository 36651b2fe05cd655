//! Atomic instructions and fences.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::{Editor, ModuleView, Opcode, Value, ffi, text::take_text};

/// The order of an atomic instruction or a fence, weakest first, as far as one implies the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// None, but atomic: `unordered`, `monotonic`.
    Relaxed,
    /// `acquire`
    Acquire,
    /// `release`
    Release,
    /// `acq_rel`
    AcquireRelease,
    /// `seq_cst`
    SequentiallyConsistent,
}

impl Order {
    /// LLVM's number (`AtomicOrdering`).
    fn number(self) -> u32 {
        match self {
            Self::Relaxed => 2,
            Self::Acquire => 4,
            Self::Release => 5,
            Self::AcquireRelease => 6,
            Self::SequentiallyConsistent => 7,
        }
    }
}

type Ask = unsafe extern "C" fn(LLVMValueRef, *mut c_void, ffi::TakeTextFn);

impl<'m> ModuleView<'m> {
    /// Every atomic instruction and fence, in order.
    pub fn atomics(self) -> Vec<Value<'m>> {
        let mut found = Vec::new();
        for function in self.functions() {
            let mut after = std::ptr::null_mut();
            // SAFETY: a function and an instruction of it, or null; null at the end.
            while let Some(instruction) = unsafe { Value::from_nullable(ffi::sp_next_atomic(function.raw, after)) } {
                found.push(instruction);
                after = instruction.raw;
            }
        }
        found
    }
}

impl<'m> Value<'m> {
    /// The order of an atomic instruction or a fence, of a `cmpxchg` the one that has what both of its orders have.
    /// None for anything else.
    pub fn atomic_order(self) -> Option<Order> {
        if !self.is_instruction() {
            return None;
        }
        // SAFETY: asked of an instruction.
        match unsafe { ffi::sp_atomic_order(self.raw) } {
            1 | 2 => Some(Order::Relaxed),
            4 => Some(Order::Acquire),
            5 => Some(Order::Release),
            6 => Some(Order::AcquireRelease),
            7 => Some(Order::SequentiallyConsistent),
            _ => None,
        }
    }

    /// The name of the scope of an atomic instruction or a fence; the widest has none.
    pub fn atomic_scope(self) -> String {
        assert!(self.atomic_order().is_some(), "asked of an atomic instruction");
        self.ask(ffi::sp_atomic_scope)
    }

    /// The operation of an `atomicrmw`, as LLVM writes it.
    pub fn atomic_operation(self) -> String {
        assert!(self.opcode() == Opcode::AtomicReadModifyWrite, "asked of an `atomicrmw`");
        self.ask(ffi::sp_atomic_operation)
    }

    fn ask(self, question: Ask) -> String {
        let mut text = String::new();
        // SAFETY: an instruction of the kind that the question is for; the callback runs only during the call.
        unsafe { question(self.raw, (&raw mut text).cast(), take_text) }
        text
    }
}

impl<'m> Editor<'m> {
    /// Gives an atomic instruction or a fence another scope.
    pub fn set_atomic_scope(&mut self, instruction: Value<'m>, name: &str) {
        assert!(
            instruction.atomic_order().is_some() && !self.is_recording(),
            "an atomic instruction; cannot be undone"
        );
        // SAFETY: an atomic instruction or a fence, text with its length.
        unsafe { ffi::sp_set_atomic_scope(instruction.raw, name.as_ptr().cast(), name.len()) }
    }

    /// Makes an atomic access one without an order, between fences of its scope.
    pub fn relax_between_fences(&mut self, access: Value<'m>, before: Option<Order>, behind: Option<Order>) {
        let is_fence = access.opcode() == Opcode::Fence;
        assert!(access.atomic_order().is_some() && !is_fence && !self.is_recording(), "an access; cannot be undone");
        for (order, is_behind) in [(before, false), (behind, true)] {
            if let Some(order) = order {
                // SAFETY: an atomic access, behind which there is another instruction.
                unsafe { ffi::sp_insert_fence(access.raw, is_behind, order.number()) }
            }
        }
        // SAFETY: an atomic access.
        unsafe { ffi::sp_relax_atomic(access.raw) }
    }

    /// Makes a loop around a `cmpxchg` of an `atomicrmw`, which is gone.
    pub fn expand_to_compare_exchange(&mut self, update: Value<'m>) {
        assert!(update.opcode() == Opcode::AtomicReadModifyWrite && !self.is_recording(), "cannot be undone");
        // SAFETY: an `atomicrmw`.
        unsafe { ffi::sp_expand_to_compare_exchange(update.raw) }
    }
}
