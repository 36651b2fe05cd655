//! What is a kernel, an entry point, a builtin: one definition for all passes.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture", device code post-link step.

use rustc_hash::FxHashSet;
use sycl_propset::demangle::demangle;

use super::{
    gpu::{Architecture, NVVM_ANNOTATIONS},
    metadata::Operand,
    module::ModuleView,
    value::{CallingConvention, Function},
};

/// Function attributes that front ends and passes exchange.
pub mod attribute {
    /// Translation unit of a kernel or SYCL_EXTERNAL function.
    pub const MODULE_ID: &str = "sycl-module-id";
    /// Virtual function, with the name of its set.
    pub const INDIRECTLY_CALLABLE: &str = "indirectly-callable";
    /// Comma-separated sets of virtual functions that a function may call.
    pub const CALLS_INDIRECTLY: &str = "calls-indirectly";
    /// Function that may be called through a pointer.
    pub const REFERENCED_INDIRECTLY: &str = "referenced-indirectly";
    /// Entry point of an image; written by us.
    pub const ENTRY_POINT: &str = "sycl-entry-point";
    /// Kernel that uses work-group-static memory.
    pub const WORK_GROUP_STATIC: &str = "sycl-work-group-static";
    /// Parameter that the runtime fills with local memory.
    pub const IMPLICIT_LOCAL_ARGUMENT: &str = "sycl-implicit-local-arg";
    /// Optimisation level of the translation unit.
    pub const OPT_LEVEL: &str = "sycl-optlevel";
    /// Register allocation mode.
    pub const REGISTER_ALLOC_MODE: &str = "sycl-register-alloc-mode";
    /// Size of the register file of a thread.
    pub const GRF_SIZE: &str = "sycl-grf-size";
    /// Required work-group size, slowest dimension first (SYCL order).
    pub const WORK_GROUP_SIZE: &str = "sycl-work-group-size";
    /// Maximum work-group size, slowest dimension first.
    pub const MAX_WORK_GROUP_SIZE: &str = "sycl-max-work-group-size";
    /// Maximum linear work-group size.
    pub const MAX_LINEAR_WORK_GROUP_SIZE: &str = "sycl-max-linear-work-group-size";
    /// Required sub-group size.
    pub const SUB_GROUP_SIZE: &str = "sycl-sub-group-size";
    /// Work-groups that a compute unit should have room for at a time.
    pub const MIN_WORK_GROUPS_PER_CU: &str = "sycl-min-work-groups-per-cu";
    /// Work-groups that form a cluster at most.
    pub const MAX_WORK_GROUPS_PER_MP: &str = "sycl-max-work-groups-per-mp";
    /// Size in bytes of a device global (on variables).
    pub const DEVICE_GLOBAL_SIZE: &str = "sycl-device-global-size";
    /// Identity of a device global (on variables).
    pub const UNIQUE_ID: &str = "sycl-unique-id";
    /// Whether a device global has one instance per image (on variables).
    pub const DEVICE_IMAGE_SCOPE: &str = "sycl-device-image-scope";
}

/// Which functions start an image of their own accord.
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
/// turn that into the calling convention when they read a module.
pub struct Kernels<'m> {
    architecture: Option<Architecture>,
    annotated: FxHashSet<Function<'m>>,
}

impl<'m> Kernels<'m> {
    /// Reads the annotations.
    pub fn of(module: ModuleView<'m>) -> Self {
        let architecture = Architecture::of(module);
        let annotated = if architecture == Some(Architecture::Nvptx) {
            let annotations = module.named_metadata(NVVM_ANNOTATIONS).into_iter();
            annotations.filter_map(|node| annotated_kernel(&node.operands())).collect()
        } else {
            FxHashSet::default()
        };
        Self { architecture, annotated }
    }

    /// Whether the function is a kernel, with or without a body.
    pub fn contains(&self, function: Function<'m>) -> bool {
        match function.calling_convention() {
            CallingConvention::SpirKernel => true,
            CallingConvention::PtxKernel => self.architecture != Some(Architecture::Amdgpu),
            CallingConvention::AmdgpuKernel => self.architecture != Some(Architecture::Nvptx),
            CallingConvention::SpirFunction | CallingConvention::Other(_) => self.annotated.contains(&function),
        }
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

/// The function of an annotation that has the pair `"kernel", 1` among its pairs.
fn annotated_kernel<'m>(operands: &[Operand<'m>]) -> Option<Function<'m>> {
    let [Operand::Value(function), pairs @ ..] = operands else { return None };
    let is_kernel = pairs.chunks_exact(2).any(|pair| match pair {
        [Operand::Text(key), Operand::Value(value)] => key == "kernel" && value.as_unsigned() == Some(1),
        _ => false,
    });
    function.as_function().filter(|_| is_kernel)
}

/// Whether a name is one of the device compilers' builtins: `_Z<n>__spirv_...`, `_Z<n>__sycl_...`, `_Z<n>__esimd_...`
/// or `__builtin_...`.
pub fn is_builtin_name(name: &str) -> bool {
    if name.starts_with("__builtin_") {
        return true;
    }
    let Some(rest) = name.strip_prefix("_Z") else { return false };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    ["__spirv_", "__sycl_", "__esimd_"].iter().any(|prefix| rest.starts_with(prefix))
}

/// Whether a name is a function of the device library for bfloat16, which the runtime links to every image that asks
/// for it.
pub fn is_bfloat16_library_name(name: &str) -> bool {
    let rest = name.strip_prefix("__devicelib_Convert");
    let rest = rest.and_then(|r| r.strip_prefix("FToBF16INTEL").or_else(|| r.strip_prefix("BF16ToFINTEL")));
    rest.is_some_and(|suffix| ["", "Vec1", "Vec2", "Vec3", "Vec4", "Vec8", "Vec16"].contains(&suffix))
}

/// Whether a name is the builtin by which SYCL code calls ESIMD code, in any of its instances: `__builtin_invoke_simd`,
/// also with the prefix that the calling convention of registers adds.
pub fn is_invoke_simd_name(name: &str) -> bool {
    let rest = name.strip_prefix("_Z").unwrap_or(name).trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix("__regcall3__").unwrap_or(rest).starts_with("__builtin_invoke_simd")
}

/// Whether a function name is the user's: no intrinsic, no builtin, nothing reserved.
pub fn is_user_name(name: &str) -> bool {
    !name.starts_with("llvm.") && !name.starts_with("__") && !is_builtin_name(name)
}

#[cfg(test)]
mod tests {
    use super::{is_builtin_name, is_invoke_simd_name};

    #[test]
    fn invoke_simd() {
        assert!(is_invoke_simd_name("_Z33__regcall3____builtin_invoke_simdIfE"));
        assert!(is_invoke_simd_name("_Z21__builtin_invoke_simdIfE"));
        assert!(is_invoke_simd_name("__builtin_invoke_simd1"));
        assert!(!is_invoke_simd_name("_Z11invoke_simdIfE"));
        assert!(!is_invoke_simd_name("_Z33__regcall3__square"));
    }

    #[test]
    fn builtins() {
        assert!(is_builtin_name("_Z33__spirv_BuiltInGlobalInvocationIdi"));
        assert!(is_builtin_name("_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_"));
        assert!(is_builtin_name("__builtin_invoke_simd"));
        assert!(!is_builtin_name("_Z5fromAi"));
        assert!(!is_builtin_name("_ZN7__spirv_1fEv"), "nested names never match");
        assert!(!is_builtin_name("__spirv_ocl_printf"));
    }
}
