//! Turns the attributes that the headers of compile-time properties ask for into the metadata that the passes behind,
//! back ends and runtimes read.
//!
//! | reads  | attributes of kernels about sizes, attributes of their parameters and of variables |
//! | writes | metadata, in the tables below; `align` of parameters |
//! | keeps  | the attributes; metadata that says something already, which counts more; running it again changes nothing |
//!
//! | attribute of a kernel | metadata |
//! | --- | --- |
//! | `sycl-work-group-size` | `!reqd_work_group_size`, with the fastest dimension first; so for the next two |
//! | `sycl-work-group-size-hint` | `!work_group_size_hint` |
//! | `sycl-max-work-group-size` | `!max_work_group_size` |
//! | `sycl-max-linear-work-group-size` | `!max_linear_work_group_size` |
//! | `sycl-sub-group-size` | `!intel_reqd_sub_group_size` |
//! | `sycl-min-work-groups-per-cu`, `sycl-max-work-groups-per-mp` | `!min_work_groups_per_cu`, `!max_work_groups_per_mp` |
//!
//! | attribute of a variable | operand of `!spirv.Decorations` |
//! | --- | --- |
//! | `sycl-implement-in-csr` | 6149, whether it is |
//! | `sycl-init-mode` | 6148, mode |
//! | `sycl-host-access`, of device globals; 2 where it is missing | 6147, access, `sycl-unique-id` |
//!
//! | attribute of a parameter of a kernel | what it becomes |
//! | --- | --- |
//! | `sycl-alignment`, of pointers | `align`, if that promises less |
//! | `sycl-buffer-location` | operand of `!spirv.ParameterDecorations`: 5921, number; so for the next six |
//! | `sycl-awidth`, `sycl-dwidth`, `sycl-latency` | 6177, 6178, 6179 |
//! | `sycl-read-write-mode`, `sycl-maxburst`, `sycl-wait-request` | 6180, 6181, 6182 |
//! | `sycl-conduit`, `sycl-register-map`, `sycl-stable`, `sycl-strict` | 6175, 6176, 6183, 19, each with whether it is |
//!
//! How many dimensions a size has stays as it is written. [`kernel_size_attributes`]
//! reads attributes with the same code. `sycl-post-link` writes missing sizes and alignments by itself, because images
//! are grouped by sizes and properties name them, and `sycl-device-pipeline` for back ends; neither writes decorations,
//! whose numbers are those of DPC++, and not of the SPIR-V that LLVM's back end writes.
//!
//! Cost: linear in the functions, their parameters and the variables.
//!
//! Limits: properties of FPGAs other than those above, of annotated pointers in memory, of registers and of
//! floating-point modes stay attributes. A kernel that has `!spirv.ParameterDecorations` keeps them as they are.
//!
//! Source: DPC++'s pass of the same name; its extensions "sycl_ext_oneapi_kernel_properties",
//! "sycl_ext_oneapi_device_global" and "sycl_ext_oneapi_annotated_arg"; SPIR-V's extensions
//! "SPV_INTEL_global_variable_decorations" and "SPV_INTEL_fpga_argument_interfaces".

use crate::{
    changed::Changed,
    ir::{
        ByValOrByRef, Editor, Function, GlobalVariable, ModuleView, NewNode, NewOperand, TypeKind, attribute,
        kernels::Kernels,
        metadata::{Attachments, Operand},
        sycl_metadata::kind,
    },
    kernel_size_attributes::{self, bounds},
};

/// Decorations of SPIR-V.
const HOST_ACCESS: u32 = 6147;
const INIT_MODE: u32 = 6148;
const IMPLEMENT_IN_CSR: u32 = 6149;

/// Decorations of parameters, by attribute: each has a number, or says whether it is.
const OF_PARAMETERS: [(&str, u32, Form); 11] = [
    ("sycl-buffer-location", 5921, Form::Number),
    ("sycl-conduit", 6175, Form::Flag),
    ("sycl-register-map", 6176, Form::Flag),
    ("sycl-awidth", 6177, Form::Number),
    ("sycl-dwidth", 6178, Form::Number),
    ("sycl-latency", 6179, Form::Number),
    ("sycl-read-write-mode", 6180, Form::Number),
    ("sycl-maxburst", 6181, Form::Number),
    ("sycl-wait-request", 6182, Form::Number),
    ("sycl-stable", 6183, Form::Flag),
    ("sycl-strict", 19, Form::Flag),
];

/// Forms of the value of an attribute.
#[derive(Clone, Copy)]
enum Form {
    Number,
    Flag,
}

/// The largest alignment that LLVM has.
const MAXIMUM_ALIGNMENT: u64 = 1 << 32;

/// Access of the host to a device global that does not say it: it reads and writes.
const DEFAULT_HOST_ACCESS: u32 = 2;

/// Reasons why the pass refuses a module, which is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Sizes of a kernel.
    #[error(transparent)]
    Size(#[from] kernel_size_attributes::Error),
    /// A number of a variable.
    #[error("attribute \"{attribute}\" of variable `{variable}` is \"{found}\"; expected a non-negative integer")]
    Number {
        /// The attribute.
        attribute: &'static str,
        /// The variable.
        variable: String,
        /// The given text.
        found: String,
    },
    /// A number of a parameter.
    #[error(
        "attribute \"{attribute}\" of parameter {parameter} of kernel `{kernel}` is \"{found}\"; expected {expected}"
    )]
    OfParameter {
        /// The attribute.
        attribute: &'static str,
        /// The parameter's place, from 0.
        parameter: u32,
        /// The kernel.
        kernel: String,
        /// The given text.
        found: String,
        /// Expected value.
        expected: &'static str,
    },
    /// Nothing says by which name the host knows a device global.
    #[error(
        "device global `{variable}` has no attribute \"sycl-unique-id\"; expected the name by which the host knows it"
    )]
    NoUniqueId {
        /// The variable.
        variable: String,
    },
}

/// One decoration.
struct Decoration {
    number: u32,
    operands: (Option<u32>, Option<String>),
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`].
pub fn run(editor: &mut Editor<'_>) -> Result<Changed, Error> {
    let module = editor.view();
    let promises = missing_promises(module)?;
    let kind = module.metadata_kind(kind::DECORATIONS);
    let mut decorations = Vec::new();
    for variable in module.global_variables() {
        let mut missing = decorations_of(variable)?;
        missing.retain(|decoration| !has_decoration(variable, kind, decoration.number));
        if !missing.is_empty() {
            decorations.push((variable, missing));
        }
    }
    let parameters = missing_parameter_decorations(module)?;
    promises.write(editor);
    for (variable, missing) in &decorations {
        let nodes: Vec<NewNode<'_>> = missing.iter().map(|decoration| node(editor, decoration)).collect();
        editor.append_attached(kind::DECORATIONS, *variable, &nodes);
    }
    for (kernel, of_parameters) in &parameters {
        let lists: Vec<NewOperand<'_, '_>> = of_parameters
            .iter()
            .map(|decorations| {
                let nodes = decorations.iter().map(|decoration| NewOperand::Node(node(editor, decoration)));
                NewOperand::Node(editor.node(&nodes.collect::<Vec<_>>()))
            })
            .collect();
        let all = editor.node(&lists);
        editor.attach_all(kind::PARAMETER_DECORATIONS, std::iter::once((*kernel, all)));
    }
    Ok((!promises.is_empty() || !decorations.is_empty() || !parameters.is_empty()).into())
}

/// Whether a kernel has sizes or alignments in attributes only.
pub(crate) fn lacks_promises(module: ModuleView<'_>) -> Result<bool, Error> {
    Ok(!missing_promises(module)?.is_empty())
}

/// Writes sizes and alignments alone: what every back end understands.
pub(crate) fn add_promises(editor: &mut Editor<'_>) -> Result<Changed, Error> {
    let promises = missing_promises(editor.view())?;
    promises.write(editor);
    Ok((!promises.is_empty()).into())
}

/// Promises of a program about its kernels that metadata and parameters lack.
#[derive(Default)]
struct Promises<'m> {
    /// A kernel, a kind of metadata, and its operands.
    sizes: Vec<(Function<'m>, &'static str, Vec<u64>)>,
    /// A kernel, the place of a parameter, and where it points to a multiple of.
    alignments: Vec<(Function<'m>, u32, u64)>,
}

fn missing_promises(module: ModuleView<'_>) -> Result<Promises<'_>, Error> {
    let kernels = Kernels::find(module);
    let mut missing = Promises::default();
    for kernel in module.functions().filter(|function| kernels.defines(*function)) {
        let attached = Attachments::read(*kernel);
        for (kind, numbers) in bounds::in_attributes(kernel)? {
            if attached.get(module.metadata_kind(kind)).is_none() {
                missing.sizes.push((kernel, kind, numbers));
            }
        }
        for (index, parameter) in (0..).zip(kernel.parameters()) {
            // The alignment of a copy is part of how it is passed.
            let is_pointer = matches!(parameter.ty().kind(), TypeKind::Pointer(_))
                && kernel.passed_object(index, ByValOrByRef::ByValue).is_none();
            if let Some(alignment) = alignment_of(kernel, index)?
                && is_pointer
                && kernel.parameter_alignment(index).is_none_or(|present| present < alignment)
            {
                missing.alignments.push((kernel, index, alignment));
            }
        }
    }
    Ok(missing)
}

impl<'m> Promises<'m> {
    fn is_empty(&self) -> bool {
        self.sizes.is_empty() && self.alignments.is_empty()
    }

    fn write(&self, editor: &mut Editor<'m>) {
        for (kernel, kind, numbers) in &self.sizes {
            let operands: Vec<NewOperand<'_, 'm>> = numbers
                .iter()
                .map(|number| match u32::try_from(*number) {
                    Ok(number) => NewOperand::U32(number),
                    Err(_) => NewOperand::Constant(editor.i64(*number)),
                })
                .collect();
            let node = editor.node(&operands);
            editor.attach_all(kind, std::iter::once((*kernel, node)));
        }
        for (kernel, parameter, alignment) in &self.alignments {
            editor.align_parameter(*kernel, *parameter, *alignment);
        }
    }
}

fn alignment_of(kernel: Function<'_>, parameter: u32) -> Result<Option<u64>, Error> {
    let Some(found) = kernel.parameter_string_attribute(parameter, attribute::ALIGNMENT) else { return Ok(None) };
    match found.parse::<u64>() {
        Ok(number) if number.is_power_of_two() && number <= MAXIMUM_ALIGNMENT => Ok(Some(number)),
        _ => Err(Error::OfParameter {
            attribute: attribute::ALIGNMENT,
            parameter,
            kernel: kernel.name(),
            found,
            expected: "a power of two, 4294967296 at most",
        }),
    }
}

/// A kernel, and the decorations of each of its parameters.
type OfParameters<'m> = (Function<'m>, Vec<Vec<Decoration>>);

/// The kernels whose parameters need decorations.
fn missing_parameter_decorations(module: ModuleView<'_>) -> Result<Vec<OfParameters<'_>>, Error> {
    let (kernels, kind) = (Kernels::find(module), module.metadata_kind(kind::PARAMETER_DECORATIONS));
    let mut missing = Vec::new();
    for kernel in module.functions().filter(|function| kernels.defines(*function)) {
        let count = kernel.parameters().count() as u32;
        let of_parameters =
            (0..count).map(|index| parameter_decorations(kernel, index)).collect::<Result<Vec<_>, _>>()?;
        if of_parameters.iter().any(|decorations| !decorations.is_empty())
            && Attachments::read(*kernel).get(kind).is_none()
        {
            missing.push((kernel, of_parameters));
        }
    }
    Ok(missing)
}

fn parameter_decorations(kernel: Function<'_>, parameter: u32) -> Result<Vec<Decoration>, Error> {
    let mut found = Vec::new();
    for (attribute, number, form) in OF_PARAMETERS {
        let Some(text) = kernel.parameter_string_attribute(parameter, attribute) else { continue };
        let operand = match form {
            Form::Flag => u32::from(text != "false"),
            Form::Number => text.parse::<u32>().map_err(|_| Error::OfParameter {
                attribute,
                parameter,
                kernel: kernel.name(),
                found: text,
                expected: "a non-negative integer",
            })?,
        };
        found.push(Decoration { number, operands: (Some(operand), None) });
    }
    Ok(found)
}

/// Decorations in the attributes of a variable.
fn decorations_of(variable: GlobalVariable<'_>) -> Result<Vec<Decoration>, Error> {
    let number = |attribute: &'static str| {
        let Some(text) = variable.string_attribute(attribute) else { return Ok(None) };
        match text.parse::<u32>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(Error::Number { attribute, variable: variable.name(), found: text }),
        }
    };
    let mut found = Vec::new();
    if let Some(text) = variable.string_attribute(attribute::IMPLEMENT_IN_CSR) {
        found.push(Decoration { number: IMPLEMENT_IN_CSR, operands: (Some((text != "false").into()), None) });
    }
    if let Some(mode) = number(attribute::INIT_MODE)? {
        found.push(Decoration { number: INIT_MODE, operands: (Some(mode), None) });
    }
    if variable.string_attribute(attribute::DEVICE_GLOBAL_SIZE).is_some() {
        let access = number(attribute::HOST_ACCESS)?.unwrap_or(DEFAULT_HOST_ACCESS);
        let Some(name) = variable.string_attribute(attribute::UNIQUE_ID) else {
            return Err(Error::NoUniqueId { variable: variable.name() });
        };
        found.push(Decoration { number: HOST_ACCESS, operands: (Some(access), Some(name)) });
    }
    Ok(found)
}

fn has_decoration(variable: GlobalVariable<'_>, kind: u32, number: u32) -> bool {
    let Some(node) = Attachments::read(*variable).get(kind) else { return false };
    node.operands().iter().any(|operand| match operand {
        Operand::Node(decoration) => matches!(
            decoration.operands().first(),
            Some(Operand::Value(value)) if value.as_unsigned() == Some(number.into())
        ),
        _ => false,
    })
}

fn node<'m>(editor: &Editor<'m>, decoration: &Decoration) -> NewNode<'m> {
    let (value, text) = &decoration.operands;
    let operands: Vec<NewOperand<'_, 'm>> = std::iter::once(NewOperand::U32(decoration.number))
        .chain(value.map(NewOperand::U32))
        .chain(text.as_deref().map(NewOperand::Text))
        .collect();
    editor.node(&operands)
}
