//! Makes host code of a module that has both host and device code, and a container of its device code: AdaptiveCpp's
//! first stage.
//!
//! | reads  | `__acpp_sscp_is_host`, `__acpp_sscp_is_device`, `__acpp_local_sscp_hcf_object_id`, `..._object_size`, |
//! |        | `..._content`, which have no value; calls of `__acpp_sscp_extract_kernel_name`; functions with the annotations |
//! |        | `hipsycl_sscp_kernel` and `hipsycl_sscp_outlining` |
//! | writes | these constants, with the values of host code and the container; the name of a kernel in each variable that |
//! |        | it was asked for; the container as a file, with `hcf=FILE`; the list of annotations, without those |
//! | keeps  | all other host code, less what is dead; a module of a device; running it again changes nothing |
//!
//! 1. Copy the module, give the constants the values of device code, and keep what kernels and the functions with
//!    `hipsycl_sscp_outlining` need ([`prune`]). That is the container's image of bitcode, `llvm-ir.global`.
//! 2. Give the module itself the values of host code, fill in names of kernels, and remove code that is dead then.
//!
//! Nothing is changed before the first step went through. The number of the container is a hash of its bitcode, so that
//! the same source gives the same object file.
//!
//! Limits: the parameters of kernels stay as the host's convention has them, and are described one by one. An object
//! that is passed by a pointer without `byval`, as those with destructors are, is a pointer there. The constants of the
//! second stage keep no value in the host code.
//!
//! Cost: linear in the module, with LLVM's passes of `sscp-prune` over both parts.
//!
//! Source: AdaptiveCpp's page "Generic single-pass compiler", section "Stage 1: Kernel extraction".

use std::path::PathBuf;

use sycl_images::hcf::{self, Generic, Kernel, Parameter, ParameterKind};
use sycl_output::WriteError;
use sycl_propset::printable::printable;

use super::{
    ir_constants::{self, Assignment, Convention, STAGE_ONE, Unset},
    prune,
};
use crate::{
    annotations,
    changed::Changed,
    diagnostic::Sink,
    ir::{
        ByValOrByRef, Call, Editor, Function, GlobalVariable, Linkage, ModuleView, OwnedModule, ReadError, TypeKind,
        Value,
        kernels::{self, Kernels},
    },
    uses::Uses,
};

/// Annotation of functions that stay in device code besides kernels.
const ROOT: &str = "hipsycl_sscp_outlining";

/// Function that asks for the name of a kernel: its address, and the variable that becomes the name.
const EXTRACT_NAME: &str = "__acpp_sscp_extract_kernel_name";

/// Constant that becomes the container.
const CONTENT: &str = "__acpp_local_sscp_hcf_content";

/// Program that made a container, in its words.
const GENERATOR: &str = "sycl-passes";

/// Options of the pass.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// File for the container.
    pub hcf: Option<PathBuf>,
}

/// Reasons why a module cannot be separated. It is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A constant of the first stage has a strange type.
    #[error(transparent)]
    Constants(#[from] ir_constants::Error),
    /// A function that is to stay has none of the names of definitions.
    #[error(transparent)]
    Outline(#[from] prune::Error),
    /// The copy of the module cannot be read.
    #[error(transparent)]
    Copy(ReadError),
    /// A call that asks for a kernel's name of something else.
    #[error(
        "function `{caller}` calls `{EXTRACT_NAME}` with {found}; expected the address of a function and that of a variable"
    )]
    KernelName {
        /// The function with the call.
        caller: String,
        /// The operands.
        found: String,
    },
    /// A symbol that the container cannot name.
    #[error(transparent)]
    Name(#[from] hcf::Unwritable),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let module = editor.view();
    if module.is_device_module() || !has_both(module) {
        return Ok(Changed::No);
    }
    let asked = asked_names(module)?;
    let container = container(module, sink)?;
    if let Some(file) = &options.hcf {
        sycl_output::write(file, &container.bytes)?;
    }
    let values = [
        ("__acpp_sscp_is_host", "1".to_owned()),
        ("__acpp_sscp_is_device", "0".to_owned()),
        ("__acpp_local_sscp_hcf_object_id", container.id.to_string()),
        ("__acpp_local_sscp_hcf_object_size", container.bytes.len().to_string()),
    ];
    let values = values.map(|(name, value)| Assignment { name: name.to_owned(), value });
    let constants = ir_constants::Options { defaults: values.into(), unset: Unset::Keep, ..Default::default() };
    ir_constants::run(editor, &constants, sink)?;
    if let Some(content) = module.global_variable(CONTENT) {
        let value = editor.bytes(&container.bytes);
        editor.define_constant(content, value);
    }
    for Asked { call, name, kernel } in asked {
        let value = editor.bytes(&[kernel.name_bytes(), vec![0]].concat());
        editor.define_constant(name, value);
        let call = if call.is_invoke() { editor.invoke_to_call(call) } else { call };
        editor.erase_instruction(*call);
    }
    if let Some(function) = editor.view().function(EXTRACT_NAME) {
        editor.erase_if_unused(*function);
    }
    drop_annotations(editor);
    prune::fold(editor);
    Ok(Changed::Yes)
}

/// Whether a module has device code, or asks which of the two it is, and was not separated yet.
fn has_both(module: ModuleView<'_>) -> bool {
    let constants = STAGE_ONE.iter().filter_map(|(name, _)| module.global_variable(name));
    let (mut asks, mut is_done) = (false, false);
    for constant in constants {
        asks = true;
        is_done |= constant.constant_initializer().is_some();
    }
    let kernels = Kernels::find(module);
    !is_done && (asks || module.functions().any(|function| kernels.defines(function)))
}

/// Request for the name of a kernel.
struct Asked<'m> {
    call: Call<'m>,
    name: GlobalVariable<'m>,
    kernel: Function<'m>,
}

fn asked_names(module: ModuleView<'_>) -> Result<Vec<Asked<'_>>, Error> {
    let function = module.function(EXTRACT_NAME);
    function.map(|function| Uses::find(function).calls).unwrap_or_default().into_iter().map(asked_name).collect()
}

fn asked_name(call: Call<'_>) -> Result<Asked<'_>, Error> {
    let operands: Vec<_> = (0..call.argument_count()).map(|index| call.operand(index)).collect();
    let place = |index: usize| operands.get(index).map(|operand| operand.strip_pointer_casts());
    let kernel = place(0).and_then(Value::as_function);
    let name = place(1).and_then(Value::as_global_variable);
    if let (Some(kernel), Some(name)) = (kernel, name) {
        return Ok(Asked { call, name, kernel });
    }
    let words: Vec<String> = operands.iter().map(|operand| operand.describe()).collect();
    let caller = printable(&call.parent_function().name()).into_owned();
    Err(Error::KernelName { caller, found: words.join(", ") })
}

struct Container {
    id: u64,
    bytes: Vec<u8>,
}

/// The device code of a module.
fn container(module: ModuleView<'_>, sink: &mut dyn Sink) -> Result<Container, Error> {
    let mut copy = OwnedModule::read(&module.bitcode(), &module.identifier()).map_err(Error::Copy)?;
    let mut editor = copy.editor();
    // What the host's assembler gets.
    editor.clear_assembly();
    let constants = ir_constants::Options {
        convention: Convention::AdaptiveCpp,
        unset: Unset::Keep,
        ..ir_constants::Options::default()
    };
    ir_constants::run(&mut editor, &constants, sink)?;
    let keep = roots(editor.view());
    prune::run(&mut editor, &prune::Options { keep: keep.clone() })?;
    let (module, kernels) = (editor.view(), Kernels::defined(editor.view()));
    // A link of containers drops what it may and nothing uses.
    for function in module.functions().filter(|function| function.linkage() == Linkage::Discardable) {
        if kernels.contains(&function) || keep.contains(&function.name()) {
            editor.hold(*function);
        }
    }
    let names: Vec<String> = kernels.iter().map(|kernel| kernel.name()).collect();
    let is_imported = |function: &Function<'_>| {
        let name = function.name();
        function.is_declaration() && !name.starts_with("llvm.") && !name.starts_with("__")
    };
    let content = module.bitcode();
    let id = hcf::object_id(&content);
    let bytes = hcf::write(&Generic {
        object_id: id,
        generator: GENERATOR,
        content: &content,
        exported: keep.into_iter().filter(|name| !names.contains(name)).collect(),
        imported: module.functions().filter(is_imported).map(|function| function.name()).collect(),
        kernels: kernels.into_iter().map(|kernel| described(module, kernel)).collect(),
    })?;
    Ok(Container { id, bytes })
}

/// The text of an annotation.
fn words(element: Value<'_>) -> Option<String> {
    element.aggregate_element(1).and_then(annotations::text)
}

/// Functions that stay besides kernels.
fn roots(module: ModuleView<'_>) -> Vec<String> {
    let elements = annotations::elements(module).map(|(_, elements)| elements).unwrap_or_default();
    let is_root = |element: &Value<'_>| words(*element).is_some_and(|text| text == ROOT);
    let functions = elements.into_iter().filter(is_root).filter_map(|element| annotations::annotated(element).ok());
    functions.filter(|function| !function.is_declaration()).map(|function| function.name()).collect()
}

/// Takes the annotations of device code away: to the host its functions are functions.
fn drop_annotations(editor: &mut Editor<'_>) {
    let Some((list, elements)) = annotations::elements(editor.view()) else { return };
    let is_of_device =
        |element: &Value<'_>| words(*element).is_some_and(|text| text == ROOT || text == kernels::ANNOTATION);
    let kept: Vec<Value<'_>> = elements.iter().copied().filter(|element| !is_of_device(element)).collect();
    editor.replace_elements(list, &kept);
}

/// A kernel with its parameters, as a launcher passes them.
fn described(module: ModuleView<'_>, kernel: Function<'_>) -> Kernel {
    let layout = module.data_layout();
    let parameter = |(index, parameter): (u32, Value<'_>)| {
        let object = kernel.passed_object(index, ByValOrByRef::ByValue);
        let ty = object.unwrap_or_else(|| parameter.ty());
        let kind = match ty.kind() {
            _ if object.is_some() => ParameterKind::OtherByValue,
            TypeKind::Integer(_) => ParameterKind::Integer,
            TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => ParameterKind::FloatingPoint,
            TypeKind::Pointer(_) => ParameterKind::Pointer,
            _ => ParameterKind::OtherByValue,
        };
        Parameter {
            kind,
            byte_offset: 0,
            byte_size: layout.store_size(ty).unwrap_or(0),
            original_index: index.into(),
            annotations: Vec::new(),
        }
    };
    Kernel {
        name: kernel.name(),
        images: vec![hcf::GENERIC.to_owned()],
        parameters: (0..).zip(kernel.parameters()).map(parameter).collect(),
        compile_options: Vec::new(),
    }
}
