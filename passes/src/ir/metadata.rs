//! Metadata nodes, read with errors that name kind, function and operand.
//!
//! Each metadata kind that SYCL front ends write has its name in [`kind`] and one reading function here; nobody else
//! spells or decodes them. Source: DPC++'s design documents "Optional kernel features" and "Specialization constants".
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    core::{
        LLVMDisposeValueMetadataEntries, LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands, LLVMGetMDString,
        LLVMGlobalCopyAllMetadata, LLVMIsAMDNode, LLVMIsAMDString, LLVMMetadataAsValue, LLVMValueAsMetadata,
        LLVMValueMetadataEntriesGetKind, LLVMValueMetadataEntriesGetMetadata,
    },
    debuginfo::{LLVMGetMetadataKind, LLVMMetadataKind},
    prelude::LLVMValueRef,
};

use super::{
    module::ModuleView,
    value::{Value, copy_text},
};

/// Names of metadata kinds.
pub mod kind {
    /// Aspects that a function uses.
    pub const USED_ASPECTS: &str = "sycl_used_aspects";
    /// Aspects that a function's source declares.
    pub const DECLARED_ASPECTS: &str = "sycl_declared_aspects";
    /// Targets that a kernel is compiled for.
    pub const FIXED_TARGETS: &str = "sycl_fixed_targets";
    /// Which parameters of a kernel were removed.
    pub const OMITTED_ARGUMENTS: &str = "sycl_kernel_omit_args";
    /// Required work-group size, slowest dimension last (OpenCL order).
    pub const REQUIRED_WORK_GROUP_SIZE: &str = "reqd_work_group_size";
    /// Number of dimensions that the program wrote for the work-group size.
    pub const WORK_GROUP_DIMENSIONS: &str = "work_group_num_dim";
    /// Required sub-group size.
    pub const REQUIRED_SUB_GROUP_SIZE: &str = "intel_reqd_sub_group_size";
    /// Maximum work-group size.
    pub const MAX_WORK_GROUP_SIZE: &str = "max_work_group_size";
    /// Maximum linear work-group size.
    pub const MAX_LINEAR_WORK_GROUP_SIZE: &str = "max_linear_work_group_size";
    /// Joint matrix types and shapes.
    pub const JOINT_MATRIX: &str = "sycl_joint_matrix";
    /// Joint matrix multiply-add types and shapes.
    pub const JOINT_MATRIX_MAD: &str = "sycl_joint_matrix_mad";
    /// Marks ESIMD functions.
    pub const EXPLICIT_SIMD: &str = "sycl_explicit_simd";
}

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
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: &'static str,
}

/// A metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node<'m> {
    /// The node wrapped as a value, as LLVM's C API wants it.
    value: Value<'m>,
}

/// One operand of a metadata node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand<'m> {
    /// `null`
    Null,
    /// A string.
    Text(String),
    /// A constant, global or function-local value.
    Value(Value<'m>),
    /// Another node.
    Node(Node<'m>),
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.value.print())
    }
}

impl<'m> Node<'m> {
    pub(super) fn new(value: Value<'m>) -> Self {
        Self { value }
    }

    pub(super) fn value(self) -> Value<'m> {
        self.value
    }

    /// Globals that the node names, directly or through nested tuples, in order.
    pub fn named_globals(self) -> Vec<Value<'m>> {
        let mut found = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![self];
        while let Some(node) = work.pop() {
            if !node.is_tuple() || !seen.insert(node) {
                continue;
            }
            for operand in node.operands() {
                match operand {
                    Operand::Value(value) => {
                        let global = value.strip_pointer_casts();
                        if global.is_global() {
                            found.push(global);
                        }
                    }
                    Operand::Node(child) => work.push(child),
                    Operand::Null | Operand::Text(_) => {}
                }
            }
        }
        found
    }

    /// Whether this is a plain tuple and not debug info.
    fn is_tuple(self) -> bool {
        // SAFETY: a node wrapped as a value.
        let kind = unsafe { LLVMGetMetadataKind(LLVMValueAsMetadata(self.value.raw)) };
        matches!(kind, LLVMMetadataKind::LLVMMDTupleMetadataKind)
    }

    /// Operands in order.
    pub fn operands(self) -> Vec<Operand<'m>> {
        // SAFETY: a node; the array has as many places as LLVM fills; null operands are tested for.
        unsafe {
            let count = LLVMGetMDNodeNumOperands(self.value.raw) as usize;
            let mut raw: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(self.value.raw, raw.as_mut_ptr());
            raw.into_iter().map(|operand| Operand::new(operand)).collect()
        }
    }
}

impl<'m> Operand<'m> {
    /// # Safety
    /// `raw` is null or an operand as LLVMGetMDNodeOperands gives it.
    unsafe fn new(raw: LLVMValueRef) -> Self {
        // SAFETY: by the contract.
        unsafe {
            if raw.is_null() {
                Operand::Null
            } else if !LLVMIsAMDString(raw).is_null() {
                let mut length = 0;
                Operand::Text(copy_text(LLVMGetMDString(raw, &mut length), length as usize))
            } else if !LLVMIsAMDNode(raw).is_null() {
                Operand::Node(Node::new(Value::new(raw)))
            } else {
                Operand::Value(Value::new(raw))
            }
        }
    }

    /// The operand for a message.
    pub fn describe(&self) -> String {
        match self {
            Operand::Null => "null".into(),
            Operand::Text(text) => format!("the string \"{text}\""),
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
    pub fn of(module: ModuleView<'m>, item: Value<'m>) -> Self {
        let mut entries = Vec::new();
        // SAFETY: a live global; the entries are disposed after their content was wrapped.
        unsafe {
            let mut count = 0;
            let raw = LLVMGlobalCopyAllMetadata(item.raw, &mut count);
            for index in 0..count as u32 {
                let metadata = LLVMValueMetadataEntriesGetMetadata(raw, index);
                let value = Value::new(LLVMMetadataAsValue(module.context(), metadata));
                entries.push((LLVMValueMetadataEntriesGetKind(raw, index), Node::new(value)));
            }
            if !raw.is_null() {
                LLVMDisposeValueMetadataEntries(raw);
            }
        }
        Self { item, entries }
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

/// Numbers of the kinds that the passes read, looked up once per module.
#[derive(Clone, Copy)]
pub struct Kinds<'m> {
    module: ModuleView<'m>,
    used_aspects: u32,
    declared_aspects: u32,
    fixed_targets: u32,
    omitted_arguments: u32,
    required_work_group_size: u32,
    work_group_dimensions: u32,
    required_sub_group_size: u32,
    max_work_group_size: u32,
    max_linear_work_group_size: u32,
    joint_matrix: u32,
    joint_matrix_mad: u32,
    explicit_simd: u32,
}

/// What the metadata of one function says. Every list is in the order of the operands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionFacts {
    /// Values of `!sycl_used_aspects`, sign-extended; negative ones are internal.
    pub used_aspects: Vec<i64>,
    /// Names of aspects, where the metadata gives pairs of name and value.
    pub aspect_names: Vec<(i64, String)>,
    /// Values of `!sycl_declared_aspects`, sign-extended.
    pub declared_aspects: Vec<i64>,
    /// Values of `!sycl_fixed_targets`; none if the function has no such metadata.
    pub fixed_targets: Option<Vec<u32>>,
    /// `!sycl_kernel_omit_args`: true for a removed parameter.
    pub omitted_arguments: Vec<bool>,
    /// `!reqd_work_group_size`
    pub required_work_group_size: Vec<u64>,
    /// `!work_group_num_dim`
    pub work_group_dimensions: Option<u32>,
    /// `!intel_reqd_sub_group_size`
    pub required_sub_group_size: Option<u32>,
    /// `!max_work_group_size`
    pub max_work_group_size: Vec<u64>,
    /// `!max_linear_work_group_size`
    pub max_linear_work_group_size: Option<u64>,
    /// `!sycl_joint_matrix`
    pub joint_matrix: Vec<String>,
    /// `!sycl_joint_matrix_mad`
    pub joint_matrix_mad: Vec<String>,
    /// Whether `!sycl_explicit_simd` is there.
    pub explicit_simd: bool,
}

impl FunctionFacts {
    /// Aspects that a device must have to run the function: those that it uses and those that it declares.
    pub fn needed_aspects(&self) -> impl Iterator<Item = i64> {
        self.used_aspects.iter().chain(&self.declared_aspects).copied()
    }
}

impl<'m> Kinds<'m> {
    /// Looks the kinds up.
    pub fn new(module: ModuleView<'m>) -> Self {
        let kind = |name| module.metadata_kind(name);
        Self {
            module,
            used_aspects: kind(kind::USED_ASPECTS),
            declared_aspects: kind(kind::DECLARED_ASPECTS),
            fixed_targets: kind(kind::FIXED_TARGETS),
            omitted_arguments: kind(kind::OMITTED_ARGUMENTS),
            required_work_group_size: kind(kind::REQUIRED_WORK_GROUP_SIZE),
            work_group_dimensions: kind(kind::WORK_GROUP_DIMENSIONS),
            required_sub_group_size: kind(kind::REQUIRED_SUB_GROUP_SIZE),
            max_work_group_size: kind(kind::MAX_WORK_GROUP_SIZE),
            max_linear_work_group_size: kind(kind::MAX_LINEAR_WORK_GROUP_SIZE),
            joint_matrix: kind(kind::JOINT_MATRIX),
            joint_matrix_mad: kind(kind::JOINT_MATRIX_MAD),
            explicit_simd: kind(kind::EXPLICIT_SIMD),
        }
    }

    /// Reads a function's metadata.
    ///
    /// # Errors
    /// The first operand that has not the documented form.
    pub fn facts(&self, function: Value<'m>) -> Result<FunctionFacts, Error> {
        let attached = Attachments::of(self.module, function);
        if attached.entries.is_empty() {
            return Ok(FunctionFacts::default());
        }
        let unsigned = |kind, name| integers(&attached, kind, name, Value::as_unsigned, "a non-negative integer");
        let narrow = |name: &'static str, values: Option<Vec<u64>>| -> Result<Option<u32>, Error> {
            match values.as_deref() {
                None | Some([]) => Ok(None),
                Some([first, ..]) => u32::try_from(*first).map(Some).map_err(|_| Error {
                    kind: name.into(),
                    item: attached.item(),
                    operand: 0,
                    found: first.to_string(),
                    expected: "an integer of 32 bits",
                }),
            }
        };
        let mut aspect_names = Vec::new();
        Ok(FunctionFacts {
            used_aspects: aspects(&attached, self.used_aspects, kind::USED_ASPECTS, &mut aspect_names)?,
            declared_aspects: aspects(&attached, self.declared_aspects, kind::DECLARED_ASPECTS, &mut aspect_names)?,
            fixed_targets: unsigned(self.fixed_targets, kind::FIXED_TARGETS)?
                .map(|values| values.into_iter().map(|v| v as u32).collect()),
            omitted_arguments: unsigned(self.omitted_arguments, kind::OMITTED_ARGUMENTS)?
                .map(|values| values.into_iter().map(|v| v != 0).collect())
                .unwrap_or_default(),
            required_work_group_size: unsigned(self.required_work_group_size, kind::REQUIRED_WORK_GROUP_SIZE)?
                .unwrap_or_default(),
            work_group_dimensions: narrow(
                kind::WORK_GROUP_DIMENSIONS,
                unsigned(self.work_group_dimensions, kind::WORK_GROUP_DIMENSIONS)?,
            )?,
            required_sub_group_size: narrow(
                kind::REQUIRED_SUB_GROUP_SIZE,
                unsigned(self.required_sub_group_size, kind::REQUIRED_SUB_GROUP_SIZE)?,
            )?,
            max_work_group_size: unsigned(self.max_work_group_size, kind::MAX_WORK_GROUP_SIZE)?.unwrap_or_default(),
            max_linear_work_group_size: unsigned(self.max_linear_work_group_size, kind::MAX_LINEAR_WORK_GROUP_SIZE)?
                .and_then(|values| values.first().copied()),
            joint_matrix: texts(&attached, self.joint_matrix, kind::JOINT_MATRIX)?,
            joint_matrix_mad: texts(&attached, self.joint_matrix_mad, kind::JOINT_MATRIX_MAD)?,
            explicit_simd: attached.get(self.explicit_simd).is_some(),
            aspect_names,
        })
    }
}

fn integers<'m, T>(
    attached: &Attachments<'m>,
    kind: u32,
    name: &str,
    read: impl Fn(Value<'m>) -> Option<T>,
    expected: &'static str,
) -> Result<Option<Vec<T>>, Error> {
    let Some(node) = attached.get(kind) else { return Ok(None) };
    let operands = node.operands();
    let values = operands.iter().enumerate().map(|(operand, value)| {
        let number = if let Operand::Value(v) = value { read(*v) } else { None };
        number.ok_or_else(|| Error {
            kind: name.into(),
            item: attached.item(),
            operand,
            found: value.describe(),
            expected,
        })
    });
    values.collect::<Result<Vec<T>, Error>>().map(Some)
}

/// Aspects are plain integers, or pairs of name and integer once their names were recorded.
fn aspects(
    attached: &Attachments<'_>,
    kind: u32,
    name: &str,
    names: &mut Vec<(i64, String)>,
) -> Result<Vec<i64>, Error> {
    let Some(node) = attached.get(kind) else { return Ok(Vec::new()) };
    let mut values = Vec::new();
    for (operand, value) in node.operands().iter().enumerate() {
        let number = match value {
            Operand::Value(v) => v.as_signed(),
            Operand::Node(pair) => match pair.operands().as_slice() {
                [Operand::Text(text), Operand::Value(v)] => {
                    let number = v.as_signed();
                    names.extend(number.map(|n| (n, text.clone())));
                    number
                }
                _ => None,
            },
            _ => None,
        };
        values.push(number.ok_or_else(|| Error {
            kind: name.into(),
            item: attached.item(),
            operand,
            found: value.describe(),
            expected: "an integer or a pair of aspect name and integer",
        })?);
    }
    Ok(values)
}

fn texts(attached: &Attachments<'_>, kind: u32, name: &str) -> Result<Vec<String>, Error> {
    let Some(node) = attached.get(kind) else { return Ok(Vec::new()) };
    let operands = node.operands();
    let values = operands.iter().enumerate().map(|(operand, value)| match value {
        Operand::Text(text) => Ok(text.clone()),
        _ => Err(Error {
            kind: name.into(),
            item: attached.item(),
            operand,
            found: value.describe(),
            expected: "a string",
        }),
    });
    values.collect()
}
