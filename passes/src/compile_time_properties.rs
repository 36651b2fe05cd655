//! Turns the attributes that the headers of compile-time properties ask for into the metadata that the passes behind,
//! back ends and runtimes read.
//!
//! | reads  | attributes of kernels about sizes, attributes of variables |
//! | writes | metadata, in the tables below |
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
//! How many dimensions a size has stays as it is written. [`kernel_size_attributes`](crate::kernel_size_attributes)
//! reads attributes with the same code. `sycl-post-link` writes missing sizes by itself, because images are grouped by
//! them and properties name them, and `sycl-device-pipeline` for back ends; neither writes decorations, whose numbers
//! are those of DPC++, and not of the SPIR-V that LLVM's back end writes.
//!
//! Cost: linear in the functions and variables.
//!
//! Limits: properties of FPGAs other than `implement-in-csr`, of parameters, of annotated pointers, of registers and of
//! floating-point modes stay attributes.
//!
//! Source: DPC++'s pass of the same name; its extensions "sycl_ext_oneapi_kernel_properties" and
//! "sycl_ext_oneapi_device_global"; SPIR-V's extension "SPV_INTEL_global_variable_decorations".

use crate::{
    changed::Changed,
    ir::{
        Editor, Function, GlobalVariable, ModuleView, NewNode, NewOperand, attribute,
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

/// How the host accesses a device global that does not say it: it reads and writes.
const DEFAULT_HOST_ACCESS: u32 = 2;

/// Why the pass refuses a module, which is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Of a kernel.
    #[error(transparent)]
    Size(#[from] kernel_size_attributes::Error),
    /// Of a variable.
    #[error("attribute \"{attribute}\" of variable `{variable}` is \"{found}\"; expected a non-negative integer")]
    Number {
        /// The attribute.
        attribute: &'static str,
        /// The variable.
        variable: String,
        /// What is there.
        found: String,
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
    let sizes = missing_sizes(module)?;
    let kind = module.metadata_kind(kind::DECORATIONS);
    let mut decorations = Vec::new();
    for variable in module.global_variables() {
        let mut missing = decorations_of(variable)?;
        missing.retain(|decoration| !has_decoration(variable, kind, decoration.number));
        if !missing.is_empty() {
            decorations.push((variable, missing));
        }
    }
    write_sizes(editor, &sizes);
    for (variable, missing) in &decorations {
        let nodes: Vec<NewNode<'_>> = missing.iter().map(|decoration| node(editor, decoration)).collect();
        editor.append_attached(kind::DECORATIONS, *variable, &nodes);
    }
    Ok((!sizes.is_empty() || !decorations.is_empty()).into())
}

/// Whether a kernel has sizes in attributes only.
pub(crate) fn lacks_sizes(module: ModuleView<'_>) -> Result<bool, Error> {
    Ok(!missing_sizes(module)?.is_empty())
}

/// Writes sizes alone.
pub(crate) fn add_sizes(editor: &mut Editor<'_>) -> Result<Changed, Error> {
    let sizes = missing_sizes(editor.view())?;
    write_sizes(editor, &sizes);
    Ok((!sizes.is_empty()).into())
}

/// A kernel, a kind of metadata that it lacks, and the operands.
type Size<'m> = (Function<'m>, &'static str, Vec<u64>);

fn missing_sizes(module: ModuleView<'_>) -> Result<Vec<Size<'_>>, Error> {
    let kernels = Kernels::of(module);
    let mut missing = Vec::new();
    for kernel in module.functions().filter(|function| kernels.defines(*function) && function.has_attributes()) {
        let attached = Attachments::of(*kernel);
        for (kind, numbers) in bounds::in_attributes(kernel)? {
            if attached.get(module.metadata_kind(kind)).is_none() {
                missing.push((kernel, kind, numbers));
            }
        }
    }
    Ok(missing)
}

fn write_sizes<'m>(editor: &mut Editor<'m>, sizes: &[Size<'m>]) {
    for (kernel, kind, numbers) in sizes {
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
}

/// What the attributes of a variable say.
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
    let Some(node) = Attachments::of(*variable).get(kind) else { return false };
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
