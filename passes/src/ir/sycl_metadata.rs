//! The metadata that SYCL's front ends write.
//!
//! Each kind has its name in [`kind`] and one reading function here; no other file spells or decodes them. Source:
//! DPC++'s design documents "Optional kernel features" and "Specialization constants".
//!
//! | file | holds |
//! | --- | --- |
//! | `kind` | names of metadata kinds |
//! | `aspects` | lists of aspects |

mod aspects;
pub mod kind;

use std::marker::PhantomData;

pub use aspects::{Aspect, known_aspects, types_that_use_aspects};

use super::{
    metadata::{Attachments, Error, Node, Operand},
    module::ModuleView,
    value::{Function, Value},
};

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

/// Optional features in the metadata of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureMetadata {
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
pub struct MetadataKindIds<'m> {
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

/// Facts in the metadata of one function. Every list is in the order of the operands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionMetadata {
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

impl FunctionMetadata {
    /// Aspects that a device must have to run the function: those that it uses and those that it declares.
    pub fn needed_aspects(&self) -> impl Iterator<Item = i64> {
        self.used_aspects.iter().chain(&self.declared_aspects).copied()
    }
}

impl<'m> MetadataKindIds<'m> {
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
    /// The first operand that does not have the documented form.
    pub fn features(&self, function: Function<'m>) -> Result<FeatureMetadata, Error> {
        let attached = Attachments::read(*function);
        if attached.is_empty() {
            return Ok(FeatureMetadata::default());
        }
        let unsigned = |kind, name| integers(&attached, kind, name, Value::as_unsigned, "a non-negative integer");
        fixed_targets(&attached, self.fixed_targets)?;
        Ok(FeatureMetadata {
            used: attached.aspects(self.used_aspects, kind::USED_ASPECTS)?,
            declared: attached.aspects(self.declared_aspects, kind::DECLARED_ASPECTS)?,
            has_fixed_targets: attached.get(self.fixed_targets).is_some(),
            required_work_group_size: unsigned(self.required_work_group_size, kind::REQUIRED_WORK_GROUP_SIZE)?
                .unwrap_or_default(),
            required_sub_group_size: sub_group_size(&attached, self.required_sub_group_size)?,
        })
    }

    /// Whether a function has `!sycl_used_aspects`.
    pub fn uses_aspects(&self, function: Function<'m>) -> bool {
        Attachments::read(*function).get(self.used_aspects).is_some()
    }

    /// Reads `!sycl_used_aspects` of an instruction; none if it has no such metadata.
    ///
    /// # Errors
    /// The first operand that does not have the documented form.
    pub fn instruction_aspects(&self, instruction: Value<'m>) -> Result<Option<Vec<Aspect>>, Error> {
        let Some(node) = instruction.attached_node(self.used_aspects) else { return Ok(None) };
        let item = || format!("{} in {}", instruction.print().trim(), instruction.parent_function().name());
        node.aspects(kind::USED_ASPECTS, 0, item).map(Some)
    }

    /// Reads `!reqd_work_group_size` and `!work_group_size_hint` of a function as they stand, those that it has.
    ///
    /// # Errors
    /// The first operand that is not a size.
    pub fn work_group_sizes(&self, function: Function<'m>) -> Result<Vec<(&'static str, Vec<u64>)>, Error> {
        let attached = Attachments::read(*function);
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

    /// Reads `!sycl_kernel_omit_args` of a kernel, true for a removed parameter. None also if it is something else.
    pub fn omitted_arguments(&self, kernel: Function<'m>) -> Option<Vec<bool>> {
        let (kind, attached) = (self.omitted_arguments, Attachments::read(*kernel));
        let values = integers(&attached, kind, kind::OMITTED_ARGUMENTS, Value::as_unsigned, "true or false").ok()??;
        Some(values.into_iter().map(|value| value != 0).collect())
    }

    /// The word in `!intel_reqd_sub_group_size` of a function, if it has one in the place of a number.
    pub fn named_sub_group_size(&self, function: Function<'m>) -> Option<String> {
        match Attachments::read(*function).get(self.required_sub_group_size)?.operands().into_iter().next() {
            Some(Operand::Text(name)) => Some(name),
            _ => None,
        }
    }

    /// Reads a function's metadata.
    ///
    /// # Errors
    /// The first operand that does not have the documented form.
    pub fn facts(&self, function: Function<'m>) -> Result<FunctionMetadata, Error> {
        let attached = Attachments::read(*function);
        if attached.is_empty() {
            return Ok(FunctionMetadata::default());
        }
        let unsigned = |kind, name| integers(&attached, kind, name, Value::as_unsigned, "a non-negative integer");
        let narrow = |kind, name| first_narrow(&attached, name, unsigned(kind, name)?);
        let mut aspect_names = Vec::new();
        Ok(FunctionMetadata {
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
