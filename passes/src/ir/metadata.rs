//! Metadata nodes and what is attached to globals, read with errors that name kind, function and operand.
//! What SYCL's front ends write there is `sycl_metadata`'s.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    core::{
        LLVMDisposeValueMetadataEntries, LLVMGlobalCopyAllMetadata, LLVMValueMetadataEntriesGetKind,
        LLVMValueMetadataEntriesGetMetadata,
    },
    prelude::LLVMMetadataRef,
};

use super::{
    ffi,
    text::{copy_bytes, escaped},
    value::Value,
};

/// Malformed metadata.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("operand {operand} of `!{kind}` of `{item}` is {found}; expected {expected}")]
pub struct Error {
    /// Metadata kind or named metadata, without `!`.
    pub kind: String,
    /// Function or constant that it is attached to.
    pub item: String,
    /// Index of the operand.
    pub operand: usize,
    /// The given text.
    pub found: String,
    /// Expectation.
    pub expected: &'static str,
}

/// A metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node<'m> {
    /// Not wrapped as a value, as most of LLVM's C API wants it: that loses null operands and tuples of one constant.
    raw: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

/// One operand of a metadata node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand<'m> {
    /// `null`
    Null,
    /// A string.
    Text(String),
    /// A string that is not UTF-8.
    Bytes(Vec<u8>),
    /// A constant, global or function-local value.
    Value(Value<'m>),
    /// Another node.
    Node(Node<'m>),
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a node of {} operands", self.operands().len())
    }
}

impl<'m> Value<'m> {
    /// The node of a metadata kind that is attached to an instruction.
    pub(super) fn attached_node(self, kind: u32) -> Option<Node<'m>> {
        assert!(self.is_instruction(), "asked of an instruction");
        // SAFETY: asked of an instruction; null if there is none.
        unsafe {
            let node = ffi::sp_instruction_node(self.raw, kind);
            (!node.is_null()).then(|| Node::from_raw(node))
        }
    }
}

impl<'m> Node<'m> {
    /// # Safety
    /// `raw` is a node of a context that lives as long as `'m`.
    pub(super) unsafe fn from_raw(raw: LLVMMetadataRef) -> Self {
        debug_assert!(!raw.is_null());
        Self { raw, marker: PhantomData }
    }

    pub(super) fn raw(self) -> LLVMMetadataRef {
        self.raw
    }

    /// Operands in order.
    pub fn operands(self) -> Vec<Operand<'m>> {
        // SAFETY: live metadata; the indices are in range.
        unsafe { (0..ffi::sp_node_size(self.raw)).map(|index| self.operand(index)).collect() }
    }

    /// # Safety
    /// The node has an operand `index`.
    unsafe fn operand(self, index: u32) -> Operand<'m> {
        let (mut out, mut length) = (std::ptr::null_mut(), 0);
        // SAFETY: by the contract; the number says what the shim has set.
        unsafe {
            match ffi::sp_node_operand(self.raw, index, &mut out, &mut length) {
                0 => Operand::Null,
                1 => match String::from_utf8(copy_bytes(out.cast(), length)) {
                    Ok(text) => Operand::Text(text),
                    Err(error) => Operand::Bytes(error.into_bytes()),
                },
                2 => Operand::Value(Value::from_raw(out.cast())),
                _ => Operand::Node(Node::from_raw(out.cast())),
            }
        }
    }
}

impl Operand<'_> {
    /// The operand for a message.
    pub fn describe(&self) -> String {
        match self {
            Operand::Null => "null".into(),
            Operand::Text(text) => format!("the string \"{text}\""),
            Operand::Bytes(bytes) => format!("the string \"{}\", which is not UTF-8", escaped(bytes)),
            Operand::Value(value) => format!("`{}`", value.print().trim()),
            Operand::Node(_) => "a node".into(),
        }
    }
}

/// Metadata attached to a function or global variable.
pub struct Attachments<'m> {
    item: Value<'m>,
    entries: Vec<(u32, Node<'m>)>,
}

impl<'m> Attachments<'m> {
    /// Reads what is attached to `item`.
    pub fn read(item: Value<'m>) -> Self {
        let mut entries = Vec::new();
        // SAFETY: the global lives for all of `'m`, by the contract of `Value::from_raw`; nodes outlive the entries.
        unsafe {
            let mut count = 0;
            let raw = LLVMGlobalCopyAllMetadata(item.raw, &mut count);
            for index in 0..count as u32 {
                let node = Node::from_raw(LLVMValueMetadataEntriesGetMetadata(raw, index));
                entries.push((LLVMValueMetadataEntriesGetKind(raw, index), node));
            }
            if !raw.is_null() {
                LLVMDisposeValueMetadataEntries(raw);
            }
        }
        Self { item, entries }
    }

    /// Whether nothing is attached.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The node of this kind.
    pub fn get(&self, kind: u32) -> Option<Node<'m>> {
        self.entries.iter().find(|(k, _)| *k == kind).map(|(_, node)| *node)
    }

    /// Name of the function or variable.
    pub fn item(&self) -> String {
        self.item.name()
    }
}
