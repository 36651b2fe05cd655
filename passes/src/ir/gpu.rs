//! NVPTX and AMDGPU modules: which architecture, and which functions are kernels there.

use rustc_hash::FxHashSet;

use super::{
    metadata::Operand,
    module::ModuleView,
    value::{CallingConvention, Value},
};

/// Named metadata that says more about NVPTX kernels: `!{ptr @kernel, !"name", i32 value, ...}`. LLVM 21 and later turn
/// most of it into calling convention and attributes when they read a module.
pub const NVVM_ANNOTATIONS: &str = "nvvm.annotations";

/// Whether the NVPTX back end takes limits of kernels (`nvvm.reqntid` and so on) as attributes: since LLVM 21. Before, it
/// takes them as annotations.
pub const LIMITS_ARE_ATTRIBUTES: bool = cfg!(feature = "llvm22");

/// Address spaces that the passes write. Both architectures share the numbers, as far as they have them.
pub mod address_space {
    /// Generic (NVPTX: also stack).
    pub const GENERIC: u32 = 0;
    /// Memory of a work group.
    pub const LOCAL: u32 = 3;
    /// Constant memory, with it the arguments of AMDGPU kernels.
    pub const CONSTANT: u32 = 4;
    /// Stack of AMDGPU.
    pub const AMDGPU_PRIVATE: u32 = 5;
}

/// Whose kernels cannot take what SYCL's kernels have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    /// NVIDIA: `nvptx`, `nvptx64`.
    Nvptx,
    /// AMD: `amdgcn`.
    Amdgpu,
}

impl Architecture {
    /// By the target triple; none for every other one.
    pub fn of(module: ModuleView<'_>) -> Option<Self> {
        match module.triple().split('-').next() {
            Some("nvptx" | "nvptx64") => Some(Self::Nvptx),
            Some("amdgcn") => Some(Self::Amdgpu),
            _ => None,
        }
    }

    /// The address space that stack memory has.
    pub fn stack(self) -> u32 {
        match self {
            Self::Nvptx => address_space::GENERIC,
            Self::Amdgpu => address_space::AMDGPU_PRIVATE,
        }
    }
}

/// The kernels of a GPU module.
pub struct GpuKernels<'m> {
    architecture: Architecture,
    /// Named as kernels by `!nvvm.annotations`.
    annotated: FxHashSet<Value<'m>>,
}

impl<'m> GpuKernels<'m> {
    /// Reads the annotations.
    pub fn of(module: ModuleView<'m>, architecture: Architecture) -> Self {
        let annotated = match architecture {
            Architecture::Amdgpu => FxHashSet::default(),
            Architecture::Nvptx => module
                .named_metadata(NVVM_ANNOTATIONS)
                .into_iter()
                .filter_map(|node| kernel_of(&node.operands()))
                .collect(),
        };
        Self { architecture, annotated }
    }

    /// Whether the function is a kernel with a body.
    pub fn contains(&self, function: Value<'m>) -> bool {
        !function.is_declaration()
            && match (self.architecture, function.calling_convention()) {
                (Architecture::Nvptx, CallingConvention::PtxKernel) => true,
                (Architecture::Nvptx, _) => self.annotated.contains(&function),
                (Architecture::Amdgpu, convention) => convention == CallingConvention::AmdgpuKernel,
            }
    }
}

/// The function of an annotation that has the pair `"kernel", 1` among its pairs.
fn kernel_of<'m>(operands: &[Operand<'m>]) -> Option<Value<'m>> {
    let [Operand::Value(function), pairs @ ..] = operands else { return None };
    let is_kernel = pairs.chunks_exact(2).any(|pair| match pair {
        [Operand::Text(key), Operand::Value(value)] => key == "kernel" && value.as_unsigned() == Some(1),
        _ => false,
    });
    (is_kernel && function.is_function()).then_some(*function)
}
