//! Names of metadata kinds.

/// Aspects that a function uses.
pub const USED_ASPECTS: &str = "sycl_used_aspects";
/// Aspects that a function's source declares.
pub const DECLARED_ASPECTS: &str = "sycl_declared_aspects";
/// Targets that a kernel is compiled for.
pub const FIXED_TARGETS: &str = "sycl_fixed_targets";
/// Parameters of a kernel that were removed.
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
/// Decorations that a variable or function has in SPIR-V: nodes of a number and its operands.
pub const DECORATIONS: &str = "spirv.Decorations";
/// The same for each parameter of a kernel: a list of such nodes.
pub const PARAMETER_DECORATIONS: &str = "spirv.ParameterDecorations";
/// Marks ESIMD functions.
pub const EXPLICIT_SIMD: &str = "sycl_explicit_simd";
/// Named metadata: every aspect that the headers know, with its number.
pub const ASPECTS: &str = "sycl_aspects";
/// Named metadata: structs that use aspects, and [`HALF`].
pub const TYPES_THAT_USE_ASPECTS: &str = "sycl_types_that_use_aspects";
/// In [`TYPES_THAT_USE_ASPECTS`]: not a struct but LLVM's own type of this name.
pub const HALF: &str = "half";

/// Lists with an entry for each parameter that a kernel has, as OpenCL's front end and DPC++ write them.
pub const ADDRESS_SPACES: &str = "kernel_arg_addr_space";
/// Access qualifiers of images; "none" for others.
pub const ACCESS_QUALIFIERS: &str = "kernel_arg_access_qual";
/// As written.
pub const TYPES: &str = "kernel_arg_type";
/// Without typedefs.
pub const BASE_TYPES: &str = "kernel_arg_base_type";
/// `const` and so on.
pub const TYPE_QUALIFIERS: &str = "kernel_arg_type_qual";
/// As written.
pub const NAMES: &str = "kernel_arg_name";
/// Numbers of memories of FPGAs, or -1.
pub const BUFFER_LOCATIONS: &str = "kernel_arg_buffer_location";
/// Whether the runtime aligned the memory: that of accessors.
pub const RUNTIME_ALIGNED: &str = "kernel_arg_runtime_aligned";
/// Whether no other pointer refers to the memory.
pub const EXCLUSIVE: &str = "kernel_arg_exclusive_ptr";
