//! Metadata nodes and named metadata.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    core::{
        LLVMGetMDKindIDInContext, LLVMGetOrInsertNamedMetadata, LLVMGlobalEraseMetadata, LLVMGlobalSetMetadata,
        LLVMMDNodeInContext2, LLVMMDStringInContext2, LLVMMetadataAsValue, LLVMSetMetadata, LLVMValueAsMetadata,
    },
    prelude::LLVMMetadataRef,
};

use rustc_hash::{FxHashMap, FxHashSet};

use super::Editor;
use crate::ir::{
    ffi,
    metadata::{Attachments, Node, Operand},
    value::{Function, Value},
};

/// Content of one entry of a metadata node.
#[derive(Clone, Copy, Debug)]
pub enum NewOperand<'a, 'm> {
    /// A string.
    Text(&'a str),
    /// An `i32`.
    U32(u32),
    /// A constant.
    Constant(Value<'m>),
    /// A node of a name and an `i32`.
    Named(&'a str, u32),
    /// Another node.
    Node(NewNode<'m>),
    /// `null`
    Null,
}

/// A metadata node to attach.
#[derive(Clone, Copy, Debug)]
pub struct NewNode<'m> {
    raw: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

impl<'m> Editor<'m> {
    /// Removes named metadata.
    pub fn erase_named_metadata(&mut self, name: &str) {
        // SAFETY: name with its length.
        unsafe { ffi::sp_erase_named_metadata(self.module, name.as_ptr().cast(), name.len()) }
    }

    /// Makes sure that named metadata of this name exists, empty if it is new.
    pub fn get_or_insert_named_metadata(&mut self, name: &str) {
        // SAFETY: name with its length.
        unsafe { LLVMGetOrInsertNamedMetadata(self.module, name.as_ptr().cast(), name.len()) };
    }

    /// For every node of named metadata whose first operand is a key of `copies`: appends the same node about the copy.
    pub fn copy_annotations(&mut self, name: &str, copies: &FxHashMap<Function<'m>, Function<'m>>) {
        for node in self.view().named_metadata(name) {
            let mut operands = node.operands();
            if let Some(Operand::Value(subject)) = operands.first()
                && let Some(copy) = copies.get(subject)
            {
                operands[0] = Operand::Value(**copy);
                self.append_node(name, self.node_of(&operands));
            }
        }
    }

    /// In nodes of named metadata that are made of a subject and pairs of key and value: drops the pairs of these
    /// subjects whose key is `dropped`, and nodes that have no other.
    pub fn drop_annotations(&mut self, name: &str, subjects: &FxHashSet<Function<'m>>, dropped: impl Fn(&str) -> bool) {
        if subjects.is_empty() {
            return;
        }
        let is_dropped = |pair: &[Operand<'m>]| matches!(pair.first(), Some(Operand::Text(key)) if dropped(key));
        let nodes = self.view().named_metadata(name);
        self.erase_named_metadata(name);
        for node in nodes {
            let operands = node.operands();
            match operands.as_slice() {
                [subject @ Operand::Value(value), pairs @ ..]
                    if subjects.contains(value) && pairs.chunks(2).any(is_dropped) =>
                {
                    let kept = pairs.chunks(2).filter(|pair| !is_dropped(pair)).flatten();
                    let rest: Vec<Operand<'m>> = std::iter::once(subject).chain(kept).cloned().collect();
                    if rest.len() > 1 {
                        self.append_node(name, self.node_of(&rest));
                    }
                }
                _ => self.append_node(name, node.raw()),
            }
        }
    }

    fn node_of(&self, operands: &[Operand<'m>]) -> LLVMMetadataRef {
        // SAFETY: metadata of this context; everything is copied.
        unsafe {
            let mut raw: Vec<LLVMMetadataRef> = operands
                .iter()
                .map(|operand| match operand {
                    Operand::Null => std::ptr::null_mut(),
                    Operand::Text(text) => LLVMMDStringInContext2(self.context, text.as_ptr().cast(), text.len()),
                    Operand::Bytes(bytes) => LLVMMDStringInContext2(self.context, bytes.as_ptr().cast(), bytes.len()),
                    Operand::Value(value) => LLVMValueAsMetadata(value.raw),
                    Operand::Node(node) => node.raw(),
                })
                .collect();
            LLVMMDNodeInContext2(self.context, raw.as_mut_ptr(), raw.len())
        }
    }

    fn append_node(&mut self, name: &str, node: LLVMMetadataRef) {
        // SAFETY: name with its length, a node of this context.
        unsafe { ffi::sp_add_named_metadata(self.module, name.as_ptr().cast(), name.len(), node) }
    }

    /// Appends a node to named metadata.
    pub fn add_named_metadata(&mut self, name: &str, operands: &[NewOperand<'_, 'm>]) {
        self.append_node(name, self.node(operands).raw);
    }

    /// Attaches a node to an instruction, in the place of one of its kind.
    pub(super) fn annotate(&mut self, instruction: Value<'m>, kind: &str, operands: &[NewOperand<'_, 'm>]) {
        let node = self.node(operands);
        // SAFETY: a name with its length, an instruction and a node of its context.
        unsafe {
            let kind = LLVMGetMDKindIDInContext(self.context, kind.as_ptr().cast(), kind.len() as u32);
            LLVMSetMetadata(instruction.raw, kind, LLVMMetadataAsValue(self.context, node.raw));
        }
    }

    /// The node of these operands.
    pub fn node(&self, operands: &[NewOperand<'_, 'm>]) -> NewNode<'m> {
        // SAFETY: strings with their lengths, constants of this context; everything is copied.
        unsafe {
            let text = |text: &str| LLVMMDStringInContext2(self.context, text.as_ptr().cast(), text.len());
            let mut raw: Vec<LLVMMetadataRef> = operands
                .iter()
                .map(|operand| match *operand {
                    NewOperand::Text(string) => text(string),
                    NewOperand::U32(value) => LLVMValueAsMetadata(self.i32(value).raw),
                    NewOperand::Constant(value) => LLVMValueAsMetadata(value.raw),
                    NewOperand::Node(node) => node.raw,
                    NewOperand::Null => std::ptr::null_mut(),
                    NewOperand::Named(name, value) => {
                        let mut pair = [text(name), LLVMValueAsMetadata(self.i32(value).raw)];
                        LLVMMDNodeInContext2(self.context, pair.as_mut_ptr(), pair.len())
                    }
                })
                .collect();
            NewNode { raw: LLVMMDNodeInContext2(self.context, raw.as_mut_ptr(), raw.len()), marker: PhantomData }
        }
    }

    /// Attaches nodes to functions; each replaces one of the same kind.
    pub fn attach_all(&mut self, kind: &str, nodes: impl Iterator<Item = (Function<'m>, NewNode<'m>)>) {
        let kind = self.view().metadata_kind(kind);
        for (function, node) in nodes {
            // SAFETY: the function lives for all of `'m`, by the contract of `Function::from_raw`; the node is of its
            // context.
            unsafe { LLVMGlobalSetMetadata(function.raw, kind, node.raw) }
        }
    }

    /// Attaches a node of these operands to a function or variable, behind the operands of one that it has.
    pub fn append_attached(&mut self, kind: &str, global: impl Into<Value<'m>>, operands: &[NewNode<'m>]) {
        let (global, kind) = (global.into(), self.view().metadata_kind(kind));
        assert!(global.is_function() || global.is_global_variable(), "metadata is attached to functions and variables");
        let mut all = Attachments::read(global).get(kind).map(Node::operands).unwrap_or_default();
        // SAFETY: nodes of this context.
        all.extend(operands.iter().map(|operand| Operand::Node(unsafe { Node::from_raw(operand.raw) })));
        // SAFETY: the global lives for all of `'m`, by the contract of `Value::from_raw`; the node is of its context.
        unsafe { LLVMGlobalSetMetadata(global.raw, kind, self.node_of(&all)) }
    }

    /// Appends an operand to the node of a kind that a function has, if that node has `length` operands.
    pub fn extend_attached(&mut self, kind: &str, function: Function<'m>, length: usize, operand: Operand<'m>) {
        let attached = Attachments::read(*function).get(self.view().metadata_kind(kind));
        let Some(mut operands) = attached.map(Node::operands).filter(|operands| operands.len() == length) else {
            return;
        };
        operands.push(operand);
        let node = NewNode { raw: self.node_of(&operands), marker: PhantomData };
        self.attach_all(kind, std::iter::once((function, node)));
    }

    /// Keeps some operands of a node that is attached to a function, if it has as many.
    pub fn keep_operands(&mut self, function: Function<'m>, kind: &str, kept: &[bool]) {
        let kind = self.view().metadata_kind(kind);
        let Some(node) = Attachments::read(*function).get(kind) else { return };
        let operands = node.operands();
        if operands.len() == kept.len() {
            let operands: Vec<Operand<'m>> =
                operands.into_iter().zip(kept).filter(|(_, kept)| **kept).map(|(operand, _)| operand).collect();
            // SAFETY: the function lives for all of `'m`, by the contract of `Function::from_raw`; the node is of its
            // context.
            unsafe { LLVMGlobalSetMetadata(function.raw, kind, self.node_of(&operands)) }
        }
    }

    /// Removes the node of a kind from a function.
    pub fn detach(&mut self, kind: &str, function: Function<'m>) {
        let kind = self.view().metadata_kind(kind);
        // SAFETY: the function lives for all of `'m`, by the contract of `Function::from_raw`.
        unsafe { LLVMGlobalEraseMetadata(function.raw, kind) }
    }
}
