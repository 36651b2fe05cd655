//! Kernels and entry points: one definition for all passes.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture", device code post-link step.

use rustc_hash::FxHashSet;
use sycl_propset::{demangle::demangle, triple::Triple};

use super::{
    attribute,
    gpu::{Architecture, NVVM_ANNOTATIONS},
    metadata::Operand,
    module::ModuleView,
    names::{is_builtin_name, is_user_name},
    types::TypeKind,
    value::{CallingConvention, Function, Value},
};

/// Functions that start an image of their own accord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryPoints {
    /// Kernels and SYCL_EXTERNAL functions.
    KernelsAndExternalFunctions,
    /// Kernels, and virtual functions, which always have images of their own.
    KernelsOnly,
}

/// The kernels of a module.
///
/// A function is a kernel by its calling convention: `spir_kernel`, which clang before 21 gives OpenCL kernels of every
/// target, and the target's own. NVPTX modules before LLVM 21 also name kernels in `!nvvm.annotations`; later versions
/// turn that into the calling convention when they read a module. In modules of a host, an attribute says it, and
/// AdaptiveCpp's annotation, which it gives kernels that have C's calling convention.
pub struct Kernels<'m> {
    architecture: Option<Architecture>,
    is_host: bool,
    annotated: FxHashSet<Function<'m>>,
}

impl<'m> Kernels<'m> {
    /// Reads the annotations.
    pub fn find(module: ModuleView<'m>) -> Self {
        let architecture = Architecture::from_module(module);
        let is_host = !Triple::is_device(&module.triple());
        let annotated = if architecture == Some(Architecture::Nvptx) {
            let annotations = module.named_metadata(NVVM_ANNOTATIONS).into_iter();
            annotations.filter_map(|node| annotated_kernel(&node.operands())).collect()
        } else if is_host {
            annotated_for_host(module)
        } else {
            FxHashSet::default()
        };
        Self { architecture, is_host, annotated }
    }

    /// Whether the function is a kernel, with or without a body.
    pub fn contains(&self, function: Function<'m>) -> bool {
        match function.calling_convention() {
            CallingConvention::SpirKernel => true,
            CallingConvention::PtxKernel => self.architecture != Some(Architecture::Amdgpu),
            CallingConvention::AmdgpuKernel => self.architecture != Some(Architecture::Nvptx),
            CallingConvention::SpirFunction | CallingConvention::Other(_) => {
                self.annotated.contains(&function) || self.is_host && function.has_string_attribute(attribute::KERNEL)
            }
        }
    }

    /// The kernels with a body, in the order of the module.
    pub fn defined(module: ModuleView<'m>) -> Vec<Function<'m>> {
        let kernels = Self::find(module);
        module.functions().filter(|function| kernels.defines(*function)).collect()
    }

    /// Whether the function is a kernel with a body.
    pub fn defines(&self, function: Function<'m>) -> bool {
        !function.is_declaration() && self.contains(function)
    }

    /// Whether the function is an entry point of an image.
    pub fn is_entry_point(&self, function: Function<'m>, which: EntryPoints) -> bool {
        if function.is_declaration() {
            return false;
        }
        if self.contains(function) {
            return true;
        }
        match which {
            EntryPoints::KernelsAndExternalFunctions => {
                function.has_string_attribute(attribute::MODULE_ID) && !is_builtin_name(&function.name())
            }
            EntryPoints::KernelsOnly => function.has_string_attribute(attribute::INDIRECTLY_CALLABLE),
        }
    }

    /// Whether an image may import the function from another one: a user's function that is undefined here, or one that
    /// its source exports (SYCL_EXTERNAL).
    pub fn is_importable(&self, function: Function<'m>) -> bool {
        (function.is_declaration() || function.has_string_attribute(attribute::MODULE_ID))
            && self.is_importable_where_undefined(function)
    }

    /// Whether an image that has no body of the function may import it from another one, whatever the module has.
    pub fn is_importable_where_undefined(&self, function: Function<'m>) -> bool {
        !self.contains(function) && {
            let name = function.name();
            is_user_name(&name) && !demangle(&name).starts_with("__")
        }
    }
}

/// The text of AdaptiveCpp's annotations of kernels.
pub(crate) const ANNOTATION: &str = "hipsycl_sscp_kernel";

/// Functions with AdaptiveCpp's annotation.
fn annotated_for_host(module: ModuleView<'_>) -> FxHashSet<Function<'_>> {
    let list = module.global_variable("llvm.global.annotations").and_then(|list| list.initializer());
    let is_spelled = |list: &Value<'_>| list.ty().kind() == TypeKind::Array && !list.is_null() && !list.is_undef();
    let Some(list) = list.filter(is_spelled) else { return FxHashSet::default() };
    let kernel = |index| {
        let element = list.aggregate_element(index)?;
        let text = element.aggregate_element(1)?.strip_pointer_casts().as_global_variable()?;
        let is_kernel = text.initializer()?.string_bytes()? == ANNOTATION.as_bytes();
        element.aggregate_element(0)?.strip_pointer_casts().as_function().filter(|_| is_kernel)
    };
    (0..list.ty().element_count()).filter_map(kernel).collect()
}

/// The function of an annotation that has the pair `"kernel", 1` among its pairs.
fn annotated_kernel<'m>(operands: &[Operand<'m>]) -> Option<Function<'m>> {
    let [Operand::Value(function), pairs @ ..] = operands else { return None };
    let is_kernel = pairs.chunks_exact(2).any(|pair| match pair {
        [Operand::Text(key), Operand::Value(value)] => key == "kernel" && value.as_unsigned() == Some(1),
        _ => false,
    });
    function.as_function().filter(|_| is_kernel)
}
