//! Attributes of functions and variables that front ends and passes exchange.

/// Translation unit of a kernel or SYCL_EXTERNAL function.
pub const MODULE_ID: &str = "sycl-module-id";
/// Virtual function, with the name of its set.
pub const INDIRECTLY_CALLABLE: &str = "indirectly-callable";
/// Comma-separated sets of virtual functions that a function may call.
pub const CALLS_INDIRECTLY: &str = "calls-indirectly";
/// On a call: it calls a virtual function.
pub const VIRTUAL_CALL: &str = "virtual-call";
/// Function that may be called through a pointer.
pub const REFERENCED_INDIRECTLY: &str = "referenced-indirectly";
/// Entry point of an image; written by us.
pub const ENTRY_POINT: &str = "sycl-entry-point";
/// Kernel of a host module, which has no calling convention for kernels; written by us.
pub const KERNEL: &str = "sycl-kernel";
/// The forms of a function for vectors, which LLVM's vectorizer looks for.
pub const VECTOR_FORMS: &str = "vector-function-abi-variant";
/// Kind of a parameter of a kernel that looks like any pointer; written by us.
pub const ARGUMENT: &str = "sycl-argument";
/// Value of [`ARGUMENT`]: an address in local memory.
pub const LOCAL_ARGUMENT: &str = "local";
/// Value of [`ARGUMENT`]: the buffer of specialization constants.
pub const CONSTANTS_ARGUMENT: &str = "constants";
/// Free function kernel over an nd-range, with the number of its dimensions.
pub const ND_RANGE_KERNEL: &str = "sycl-nd-range-kernel";
/// Free function kernel that one work-item runs; the value says nothing.
pub const SINGLE_TASK_KERNEL: &str = "sycl-single-task-kernel";
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
/// Preferred work-group size, slowest dimension first.
pub const WORK_GROUP_SIZE_HINT: &str = "sycl-work-group-size-hint";
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
/// Number of bytes that the address in a parameter is a multiple of.
pub const ALIGNMENT: &str = "sycl-alignment";
/// Size in bytes of a device global (on variables).
pub const DEVICE_GLOBAL_SIZE: &str = "sycl-device-global-size";
/// Identity of a device global (on variables).
pub const UNIQUE_ID: &str = "sycl-unique-id";
/// Access of the host to a device global: 0 reads, 1 writes, 2 both, 3 not at all (on variables).
pub const HOST_ACCESS: &str = "sycl-host-access";
/// Time when a device global gets its initial value: 0 with its image, 1 at each reset (on variables).
pub const INIT_MODE: &str = "sycl-init-mode";
/// Whether a device global is a control register of an FPGA (on variables).
pub const IMPLEMENT_IN_CSR: &str = "sycl-implement-in-csr";
/// Whether a device global has one instance per image (on variables).
pub const DEVICE_IMAGE_SCOPE: &str = "sycl-device-image-scope";
/// The symbol that a device global has in code for the host, if others can refer to it (on variables).
pub const HOST_SYMBOL: &str = "sycl-host-symbol";

/// The names in a list that has commas between them.
pub fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty())
}
