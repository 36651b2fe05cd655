// Functions that the kernels here need of a device library, for both architectures: ids without the global offset, a
// barrier, and the declarations that the passes act on.
#pragma once

#define NOINLINE __attribute__((noinline))

#if defined(__NVPTX__)
#define SELECT(name, d) ((d) == 0 ? name##x() : (d) == 1 ? name##y() : name##z())
static inline uint local_id(uint d) { return SELECT(__nvvm_read_ptx_sreg_tid_, d); }
static inline uint local_size(uint d) { return SELECT(__nvvm_read_ptx_sreg_ntid_, d); }
static inline uint group_id(uint d) { return SELECT(__nvvm_read_ptx_sreg_ctaid_, d); }
static inline uint group_count(uint d) { return SELECT(__nvvm_read_ptx_sreg_nctaid_, d); }
static inline void group_barrier() { __nvvm_bar_sync(0); }
#elif defined(__AMDGCN__)
#define SELECT(name, d) ((d) == 0 ? name##x() : (d) == 1 ? name##y() : name##z())
static inline uint local_id(uint d) { return SELECT(__builtin_amdgcn_workitem_id_, d); }
static inline uint local_size(uint d) { return SELECT(__builtin_amdgcn_workgroup_size_, d); }
static inline uint group_id(uint d) { return SELECT(__builtin_amdgcn_workgroup_id_, d); }
static inline uint group_count(uint d) { return SELECT(__builtin_amdgcn_grid_size_, d) / local_size(d); }
static inline void group_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#else
#error "expected -target nvptx64-nvidia-cuda or -target amdgcn-amd-amdhsa"
#endif

#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#define EXTERN_C
#endif

// The trigger of global-offset: one dimension of the offset that the host gave to the launch.
EXTERN_C ulong offset_of(uint dimension) __asm("_Z27__spirv_BuiltInGlobalOffseti") __attribute__((const));

// The request that spec-constants lowers: an `int` by its name, with its default and the buffer of the emulation.
EXTERN_C int constant_int(const __constant char *name, const __constant void *fallback, const __global void *buffer)
    __asm("_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_");
EXTERN_C double constant_double(const __constant char *name, const __constant void *fallback,
                                const __global void *buffer)
    __asm("_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_");
