/// Architectures that need the same lowering. The passes' build script reads this file as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Family {
    /// SPIR and SPIR-V with addresses.
    Spirv = 0,
    /// NVIDIA GPUs.
    Nvptx = 1,
    /// AMD GPUs.
    Amdgpu = 2,
    /// The processor of the program; of any architecture.
    Host = 3,
}
