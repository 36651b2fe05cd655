//! Metadata nodes, read with errors that name kind, function and operand.
//!
//! Each metadata kind that SYCL front ends write has its name in [`kind`] and one reading function here; nobody else
//! spells or decodes them. Source: DPC++'s design documents "Optional kernel features" and "Specialization constants".
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
    module::ModuleView,
    types::TypeKind,
    value::{Function, Value, copy_bytes, escaped},
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
    /// Preferred work-group size.
    pub const WORK_GROUP_SIZE_HINT: &str = "work_group_size_hint";
    /// Number of dimensions that the program wrote for the work-group size.
    pub const WORK_GROUP_DIMENSIONS: &str = "work_group_num_dim";
    /// Required sub-group size.
    pub const REQUIRED_SUB_GROUP_SIZE: &str = "intel_reqd_sub_group_size";
    /// Maximum work-group size.
    pub const MAX_WORK_GROUP_SIZE: &str = "max_work_group_size";
    /// Maximum linear work-group size.
    pub const MAX_LINEAR_WORK_GROUP_SIZE: &str = "max_linear_work_group_size";
    /// Work-groups that a compute unit should have room for at a time.
    pub const MIN_WORK_GROUPS_PER_CU: &str = "min_work_groups_per_cu";
    /// Work-groups that form a cluster at most.
    pub const MAX_WORK_GROUPS_PER_MP: &str = "max_work_groups_per_mp";
    /// Joint matrix types and shapes.
    pub const JOINT_MATRIX: &str = "sycl_joint_matrix";
    /// Joint matrix multiply-add types and shapes.
    pub const JOINT_MATRIX_MAD: &str = "sycl_joint_matrix_mad";
    /// Marks ESIMD functions.
    pub const EXPLICIT_SIMD: &str = "sycl_explicit_simd";
    /// Named metadata: every aspect that the headers know, with its number.
    pub const ASPECTS: &str = "sycl_aspects";
    /// Named metadata: structs that use aspects.
    pub const TYPES_THAT_USE_ASPECTS: &str = "sycl_types_that_use_aspects";
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
    pub fn of(item: Value<'m>) -> Self {
        let mut entries = Vec::new();
        // SAFETY: a live global; nodes outlive the entries.
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

    /// The node of this kind.
    pub fn get(&self, kind: u32) -> Option<Node<'m>> {
        self.entries.iter().find(|(k, _)| *k == kind).map(|(_, node)| *node)
    }

    /// Name of the function or variable.
    pub fn item(&self) -> String {
        self.item.name()
    }
}

/// An aspect as metadata names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aspect {
    /// Its number; negative ones are the front end's own.
    pub value: i32,
    /// Its name, where the operand is a pair.
    pub name: Option<String>,
}

/// An entry of `!sycl_fixed_targets`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixedTarget {
    /// The aspect that stands for the target.
    Aspect(u32),
    /// The target's name in the device configuration.
    Name(String),
}

impl std::fmt::Display for FixedTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FixedTarget::Aspect(value) => value.fmt(f),
            FixedTarget::Name(name) => f.write_str(name),
        }
    }
}

/// What the metadata of one function says about optional features.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureFacts {
    /// `!sycl_used_aspects`; none if the function has no such metadata.
    pub used: Option<Vec<Aspect>>,
    /// `!sycl_declared_aspects`; none if the function has no such metadata.
    pub declared: Option<Vec<Aspect>>,
    /// Whether `!sycl_fixed_targets` is there.
    pub has_fixed_targets: bool,
    /// `!reqd_work_group_size`
    pub required_work_group_size: Vec<u64>,
    /// `!intel_reqd_sub_group_size`
    pub required_sub_group_size: Option<u32>,
}

/// Numbers of the kinds that the passes read, looked up once per module.
#[derive(Clone, Copy)]
pub struct Kinds<'m> {
    marker: PhantomData<&'m ()>,
    used_aspects: u32,
    declared_aspects: u32,
    fixed_targets: u32,
    omitted_arguments: u32,
    required_work_group_size: u32,
    work_group_size_hint: u32,
    work_group_dimensions: u32,
    required_sub_group_size: u32,
    max_work_group_size: u32,
    max_linear_work_group_size: u32,
    min_work_groups_per_cu: u32,
    max_work_groups_per_mp: u32,
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
    pub fixed_targets: Option<Vec<FixedTarget>>,
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
    /// `!min_work_groups_per_cu`
    pub min_work_groups_per_cu: Option<u32>,
    /// `!max_work_groups_per_mp`
    pub max_work_groups_per_mp: Option<u32>,
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
            marker: PhantomData,
            used_aspects: kind(kind::USED_ASPECTS),
            declared_aspects: kind(kind::DECLARED_ASPECTS),
            fixed_targets: kind(kind::FIXED_TARGETS),
            omitted_arguments: kind(kind::OMITTED_ARGUMENTS),
            required_work_group_size: kind(kind::REQUIRED_WORK_GROUP_SIZE),
            work_group_size_hint: kind(kind::WORK_GROUP_SIZE_HINT),
            work_group_dimensions: kind(kind::WORK_GROUP_DIMENSIONS),
            required_sub_group_size: kind(kind::REQUIRED_SUB_GROUP_SIZE),
            max_work_group_size: kind(kind::MAX_WORK_GROUP_SIZE),
            max_linear_work_group_size: kind(kind::MAX_LINEAR_WORK_GROUP_SIZE),
            min_work_groups_per_cu: kind(kind::MIN_WORK_GROUPS_PER_CU),
            max_work_groups_per_mp: kind(kind::MAX_WORK_GROUPS_PER_MP),
            joint_matrix: kind(kind::JOINT_MATRIX),
            joint_matrix_mad: kind(kind::JOINT_MATRIX_MAD),
            explicit_simd: kind(kind::EXPLICIT_SIMD),
        }
    }

    /// Reads what a function's metadata says about optional features.
    ///
    /// # Errors
    /// The first operand that has not the documented form.
    pub fn features(&self, function: Function<'m>) -> Result<FeatureFacts, Error> {
        let attached = Attachments::of(*function);
        if attached.entries.is_empty() {
            return Ok(FeatureFacts::default());
        }
        let unsigned = |kind, name| integers(&attached, kind, name, Value::as_unsigned, "a non-negative integer");
        fixed_targets(&attached, self.fixed_targets)?;
        Ok(FeatureFacts {
            used: attached.aspects(self.used_aspects, kind::USED_ASPECTS)?,
            declared: attached.aspects(self.declared_aspects, kind::DECLARED_ASPECTS)?,
            has_fixed_targets: attached.get(self.fixed_targets).is_some(),
            required_work_group_size: unsigned(self.required_work_group_size, kind::REQUIRED_WORK_GROUP_SIZE)?
                .unwrap_or_default(),
            required_sub_group_size: sub_group_size(&attached, self.required_sub_group_size)?,
        })
    }

    /// Reads `!sycl_used_aspects` of an instruction; none if it has no such metadata.
    ///
    /// # Errors
    /// The first operand that has not the documented form.
    pub fn instruction_aspects(&self, instruction: Value<'m>) -> Result<Option<Vec<Aspect>>, Error> {
        let Some(node) = instruction.attached_node(self.used_aspects) else { return Ok(None) };
        let item = || format!("{} in {}", instruction.print().trim(), instruction.parent_function().name());
        node.aspects(kind::USED_ASPECTS, 0, item).map(Some)
    }

    /// Reads `!reqd_work_group_size` and `!work_group_size_hint` of a function as they stand, those that it has.
    ///
    /// # Errors
    /// The first operand that is no size.
    pub fn work_group_sizes(&self, function: Function<'m>) -> Result<Vec<(&'static str, Vec<u64>)>, Error> {
        let attached = Attachments::of(*function);
        let kinds = [
            (self.required_work_group_size, kind::REQUIRED_WORK_GROUP_SIZE),
            (self.work_group_size_hint, kind::WORK_GROUP_SIZE_HINT),
        ];
        let sizes = kinds.into_iter().map(|(number, name)| {
            let sizes = integers(&attached, number, name, Value::as_unsigned, "a non-negative integer")?;
            Ok(sizes.map(|sizes| (name, sizes)))
        });
        sizes.filter_map(Result::transpose).collect()
    }

    /// Reads a function's metadata.
    ///
    /// # Errors
    /// The first operand that has not the documented form.
    pub fn facts(&self, function: Function<'m>) -> Result<FunctionFacts, Error> {
        let attached = Attachments::of(*function);
        if attached.entries.is_empty() {
            return Ok(FunctionFacts::default());
        }
        let unsigned = |kind, name| integers(&attached, kind, name, Value::as_unsigned, "a non-negative integer");
        let narrow = |kind, name| first_narrow(&attached, name, unsigned(kind, name)?);
        let mut aspect_names = Vec::new();
        Ok(FunctionFacts {
            used_aspects: attached.numbers(self.used_aspects, kind::USED_ASPECTS, &mut aspect_names)?,
            declared_aspects: attached.numbers(self.declared_aspects, kind::DECLARED_ASPECTS, &mut aspect_names)?,
            fixed_targets: fixed_targets(&attached, self.fixed_targets)?,
            omitted_arguments: unsigned(self.omitted_arguments, kind::OMITTED_ARGUMENTS)?
                .map(|values| values.into_iter().map(|v| v != 0).collect())
                .unwrap_or_default(),
            required_work_group_size: unsigned(self.required_work_group_size, kind::REQUIRED_WORK_GROUP_SIZE)?
                .unwrap_or_default(),
            work_group_dimensions: narrow(self.work_group_dimensions, kind::WORK_GROUP_DIMENSIONS)?,
            required_sub_group_size: sub_group_size(&attached, self.required_sub_group_size)?,
            max_work_group_size: unsigned(self.max_work_group_size, kind::MAX_WORK_GROUP_SIZE)?.unwrap_or_default(),
            max_linear_work_group_size: unsigned(self.max_linear_work_group_size, kind::MAX_LINEAR_WORK_GROUP_SIZE)?
                .and_then(|values| values.first().copied()),
            min_work_groups_per_cu: narrow(self.min_work_groups_per_cu, kind::MIN_WORK_GROUPS_PER_CU)?,
            max_work_groups_per_mp: narrow(self.max_work_groups_per_mp, kind::MAX_WORK_GROUPS_PER_MP)?,
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

/// The first of these values, which has 32 bits.
fn first_narrow(attached: &Attachments<'_>, kind: &str, values: Option<Vec<u64>>) -> Result<Option<u32>, Error> {
    let Some(first) = values.and_then(|values| values.first().copied()) else { return Ok(None) };
    u32::try_from(first).map(Some).map_err(|_| Error {
        kind: kind.into(),
        item: attached.item(),
        operand: 0,
        found: first.to_string(),
        expected: "an integer of 32 bits",
    })
}

/// The required sub-group size. None also where the program leaves the number to the device by name (`primary`,
/// `automatic`): such kernels have "no numeric value" in the words of the design document.
fn sub_group_size(attached: &Attachments<'_>, kind: u32) -> Result<Option<u32>, Error> {
    const NAMES: [&str; 2] = ["primary", "automatic"];
    let operands = attached.get(kind).map(Node::operands).unwrap_or_default();
    if matches!(operands.as_slice(), [Operand::Text(name)] if NAMES.contains(&name.as_str())) {
        return Ok(None);
    }
    let name = kind::REQUIRED_SUB_GROUP_SIZE;
    let expected = "a non-negative integer, \"primary\" or \"automatic\"";
    first_narrow(attached, name, integers(attached, kind, name, Value::as_unsigned, expected)?)
}

/// The number of an aspect. Negative ones are the front end's own, as `i32`; what is narrower has no room for a sign.
fn aspect_number(value: &Value<'_>) -> Option<i32> {
    let number = match value.ty().kind() {
        TypeKind::Integer(..32) => i64::try_from(value.as_unsigned()?).ok(),
        _ => value.as_signed(),
    };
    i32::try_from(number?).ok()
}

impl Attachments<'_> {
    /// The aspects that a node of this kind lists; none if there is no such node.
    fn aspects(&self, kind: u32, name: &'static str) -> Result<Option<Vec<Aspect>>, Error> {
        self.get(kind).map(|node| node.aspects(name, 0, || self.item())).transpose()
    }

    /// The numbers in such a list; adds the names in it to `names`.
    fn numbers(&self, kind: u32, name: &'static str, names: &mut Vec<(i64, String)>) -> Result<Vec<i64>, Error> {
        let aspects = self.aspects(kind, name)?.unwrap_or_default();
        let number = |aspect: Aspect| {
            let value = i64::from(aspect.value);
            names.extend(aspect.name.map(|name| (value, name)));
            value
        };
        Ok(aspects.into_iter().map(number).collect())
    }
}

impl Node<'_> {
    /// The operands from `first` on as aspects: plain integers, or pairs of name and integer once names were recorded.
    fn aspects(self, kind: &'static str, first: usize, item: impl Fn() -> String) -> Result<Vec<Aspect>, Error> {
        let operands = self.operands();
        let aspects = operands.iter().enumerate().skip(first).map(|(operand, given)| {
            let aspect = match given {
                Operand::Value(v) => aspect_number(v).map(|value| Aspect { value, name: None }),
                Operand::Node(pair) => match pair.operands().as_slice() {
                    [Operand::Text(name), Operand::Value(v)] => {
                        aspect_number(v).map(|value| Aspect { value, name: Some(name.clone()) })
                    }
                    _ => None,
                },
                _ => None,
            };
            aspect.ok_or_else(|| Error {
                kind: kind.into(),
                item: item(),
                operand,
                found: given.describe(),
                expected: "an integer or a pair of aspect name and integer",
            })
        });
        aspects.collect()
    }
}

/// Reads `!sycl_aspects`: names with numbers, in order.
///
/// # Errors
/// An entry that is not a pair of name and integer.
pub fn known_aspects(module: ModuleView<'_>) -> Result<Vec<(String, i32)>, Error> {
    let entries = module.named_metadata(kind::ASPECTS).into_iter().enumerate().map(|(index, node)| {
        let operands = node.operands();
        let wrong = |operand: usize, expected| Error {
            kind: kind::ASPECTS.into(),
            item: match operands.first() {
                Some(Operand::Text(name)) => name.clone(),
                _ => format!("entry {index}"),
            },
            operand,
            found: operands.get(operand).map_or_else(|| "missing".to_owned(), Operand::describe),
            expected,
        };
        let Some(Operand::Text(name)) = operands.first() else { return Err(wrong(0, "an aspect's name")) };
        let value = match operands.get(1) {
            Some(Operand::Value(v)) => aspect_number(v),
            _ => None,
        };
        let Some(value) = value else { return Err(wrong(1, "an integer of 32 bits")) };
        if operands.len() > 2 {
            return Err(wrong(2, "two operands, name and integer"));
        }
        Ok((name.clone(), value))
    });
    entries.collect()
}

/// Reads `!sycl_types_that_use_aspects`: names of structs with their aspects, in order.
///
/// # Errors
/// An entry that is not a name followed by aspects.
pub fn types_that_use_aspects(module: ModuleView<'_>) -> Result<Vec<(String, Vec<Aspect>)>, Error> {
    let entries = module.named_metadata(kind::TYPES_THAT_USE_ASPECTS).into_iter().enumerate().map(|(index, node)| {
        let first = node.operands().into_iter().next();
        let Some(Operand::Text(name)) = first else {
            return Err(Error {
                kind: kind::TYPES_THAT_USE_ASPECTS.into(),
                item: format!("entry {index}"),
                operand: 0,
                found: first.map_or_else(|| "missing".to_owned(), |operand| operand.describe()),
                expected: "a type's name",
            });
        };
        let aspects = node.aspects(kind::TYPES_THAT_USE_ASPECTS, 1, || name.clone())?;
        Ok((name, aspects))
    });
    entries.collect()
}

fn fixed_targets(attached: &Attachments<'_>, kind: u32) -> Result<Option<Vec<FixedTarget>>, Error> {
    let Some(node) = attached.get(kind) else { return Ok(None) };
    let operands = node.operands();
    let targets = operands.iter().enumerate().map(|(operand, given)| {
        let target = match given {
            Operand::Value(v) => v.as_unsigned().and_then(|v| u32::try_from(v).ok()).map(FixedTarget::Aspect),
            Operand::Text(name) => Some(FixedTarget::Name(name.clone())),
            _ => None,
        };
        target.ok_or_else(|| Error {
            kind: kind::FIXED_TARGETS.into(),
            item: attached.item(),
            operand,
            found: given.describe(),
            expected: "a target's name or the number of its aspect",
        })
    });
    targets.collect::<Result<Vec<_>, Error>>().map(Some)
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
