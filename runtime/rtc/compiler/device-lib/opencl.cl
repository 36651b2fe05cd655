// What OpenCL C has and libclc has not, on GPUs, by the functions of SPIR-V that `passes/builtins/` has. The build adds it to
// libclc, without clang's headers, which would declare these functions for the wrong language.

typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef ulong ulong2 __attribute__((ext_vector_type(2)));
typedef ulong ulong3 __attribute__((ext_vector_type(3)));

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define BUILTIN __attribute__((overloadable))
#define ID __attribute__((overloadable, const))

// Numbers of SPIR-V.
enum Scope { CrossDevice, Device, Workgroup, Subgroup, Invocation };
enum Operation { Reduce, InclusiveScan, ExclusiveScan };
enum Semantics { Acquire = 2, Release = 4, AcquireRelease = 8, SequentiallyConsistent = 16 };

ulong __spirv_BuiltInLocalInvocationId(int);
ulong __spirv_BuiltInWorkgroupSize(int);
ulong __spirv_BuiltInWorkgroupId(int);
ulong __spirv_BuiltInNumWorkgroups(int);
ulong __spirv_BuiltInLocalInvocationIndex(void);
ulong __spirv_BuiltInGlobalLinearId(void);
uint __spirv_BuiltInSubgroupSize(void);
uint __spirv_BuiltInSubgroupMaxSize(void);
uint __spirv_BuiltInNumSubgroups(void);
uint __spirv_BuiltInSubgroupId(void);
uint __spirv_BuiltInSubgroupLocalInvocationId(void);
void __spirv_ControlBarrier(uint, uint, uint) __attribute__((convergent));
void __spirv_MemoryBarrier(uint, uint);
bool __spirv_GroupAll(uint, bool) __attribute__((convergent));
bool __spirv_GroupAny(uint, bool) __attribute__((convergent));

// What the flags of fences and barriers say of memory: 1 local, 2 global, 4 images.
static uint memory(uint flags) { return (flags & 1 ? 0x100 : 0) | (flags & 2 ? 0x200 : 0) | (flags & 4 ? 0x800 : 0); }

static uint scopeOf(uint scope) {
  switch (scope) {
  case 0:
    return Invocation;
  case 1:
    return Workgroup;
  case 2:
    return Device;
  case 4:
    return Subgroup;
  default:
    return CrossDevice;
  }
}

static uint orderOf(uint order) {
  switch (order) {
  case __ATOMIC_RELAXED:
    return 0;
  case __ATOMIC_ACQUIRE:
    return Acquire;
  case __ATOMIC_RELEASE:
    return Release;
  case __ATOMIC_ACQ_REL:
    return AcquireRelease;
  default:
    return SequentiallyConsistent;
  }
}

#ifdef __NVPTX__
ID size_t get_local_id(uint dimension) { return dimension < 3 ? __spirv_BuiltInLocalInvocationId(dimension) : 0; }
ID size_t get_group_id(uint dimension) { return dimension < 3 ? __spirv_BuiltInWorkgroupId(dimension) : 0; }
ID size_t get_local_size(uint dimension) { return dimension < 3 ? __spirv_BuiltInWorkgroupSize(dimension) : 1; }
ID size_t get_num_groups(uint dimension) { return dimension < 3 ? __spirv_BuiltInNumWorkgroups(dimension) : 1; }
// Launches of CUDA have none.
ID size_t get_global_offset(uint dimension) { return 0; }

BUILTIN void barrier(uint flags) {
  __spirv_ControlBarrier(Workgroup, Workgroup, SequentiallyConsistent | memory(flags));
}
BUILTIN void mem_fence(uint flags) { __spirv_MemoryBarrier(Workgroup, AcquireRelease | memory(flags)); }
BUILTIN void read_mem_fence(uint flags) { __spirv_MemoryBarrier(Workgroup, Acquire | memory(flags)); }
BUILTIN void write_mem_fence(uint flags) { __spirv_MemoryBarrier(Workgroup, Release | memory(flags)); }

// Atomic operations of 64 bits: relaxed, over the device.
#define ATOM(NAME, SPACE, TYPE, SPIRV)                                                                                 \
  BUILTIN TYPE __spirv_Atomic##SPIRV(volatile SPACE TYPE *, uint, uint, TYPE);                                         \
  BUILTIN TYPE atom_##NAME(volatile SPACE TYPE *p, TYPE x) { return __spirv_Atomic##SPIRV(p, Device, 0, x); }
#define ATOMS_OF(SPACE, TYPE, KIND)                                                                                    \
  ATOM(add, SPACE, TYPE, IAdd)                                                                                         \
  ATOM(sub, SPACE, TYPE, ISub)                                                                                         \
  ATOM(xchg, SPACE, TYPE, Exchange)                                                                                    \
  ATOM(min, SPACE, TYPE, KIND##Min)                                                                                    \
  ATOM(max, SPACE, TYPE, KIND##Max)                                                                                    \
  ATOM(and, SPACE, TYPE, And)                                                                                          \
  ATOM(or, SPACE, TYPE, Or)                                                                                            \
  ATOM(xor, SPACE, TYPE, Xor)                                                                                          \
  BUILTIN TYPE __spirv_AtomicCompareExchange(volatile SPACE TYPE *, uint, uint, uint, TYPE, TYPE);                     \
  BUILTIN TYPE atom_cmpxchg(volatile SPACE TYPE *p, TYPE expected, TYPE x) {                                           \
    return __spirv_AtomicCompareExchange(p, Device, 0, 0, x, expected);                                                \
  }                                                                                                                    \
  BUILTIN TYPE atom_inc(volatile SPACE TYPE *p) { return atom_add(p, (TYPE)1); }                                       \
  BUILTIN TYPE atom_dec(volatile SPACE TYPE *p) { return atom_sub(p, (TYPE)1); }
#define ATOMS(SPACE) ATOMS_OF(SPACE, long, S) ATOMS_OF(SPACE, ulong, U)
ATOMS(global)
ATOMS(local)
#endif

ID size_t get_enqueued_local_size(uint dimension) {
  return dimension < 3 ? __spirv_BuiltInWorkgroupSize(dimension) : 1;
}
ID size_t get_local_linear_id(void) { return __spirv_BuiltInLocalInvocationIndex(); }
ID size_t get_global_linear_id(void) { return __spirv_BuiltInGlobalLinearId(); }
ID uint get_sub_group_size(void) { return __spirv_BuiltInSubgroupSize(); }
ID uint get_max_sub_group_size(void) { return __spirv_BuiltInSubgroupMaxSize(); }
ID uint get_num_sub_groups(void) { return __spirv_BuiltInNumSubgroups(); }
ID uint get_enqueued_num_sub_groups(void) { return __spirv_BuiltInNumSubgroups(); }
ID uint get_sub_group_id(void) { return __spirv_BuiltInSubgroupId(); }
ID uint get_sub_group_local_id(void) { return __spirv_BuiltInSubgroupLocalInvocationId(); }

BUILTIN void work_group_barrier(uint flags) {
  __spirv_ControlBarrier(Workgroup, Workgroup, SequentiallyConsistent | memory(flags));
}
// The front end's enumerations have the type of an integer here, and names of their own in mangled names.
BUILTIN void work_group_barrier(uint flags, uint scope) __asm("_Z18work_group_barrierj12memory_scope");
BUILTIN void work_group_barrier(uint flags, uint scope) {
  __spirv_ControlBarrier(Workgroup, scopeOf(scope), SequentiallyConsistent | memory(flags));
}
BUILTIN void sub_group_barrier(uint flags) {
  __spirv_ControlBarrier(Subgroup, Subgroup, SequentiallyConsistent | memory(flags));
}
BUILTIN void sub_group_barrier(uint flags, uint scope) __asm("_Z17sub_group_barrierj12memory_scope");
BUILTIN void sub_group_barrier(uint flags, uint scope) {
  __spirv_ControlBarrier(Subgroup, scopeOf(scope), SequentiallyConsistent | memory(flags));
}
BUILTIN void atomic_work_item_fence(uint flags, uint order, uint scope)
    __asm("_Z22atomic_work_item_fencej12memory_order12memory_scope");
BUILTIN void atomic_work_item_fence(uint flags, uint order, uint scope) {
  __spirv_MemoryBarrier(scopeOf(scope), orderOf(order) | memory(flags));
}

BUILTIN int sub_group_all(int x) { return __spirv_GroupAll(Subgroup, x != 0); }
BUILTIN int sub_group_any(int x) { return __spirv_GroupAny(Subgroup, x != 0); }
BUILTIN int work_group_all(int x) { return __spirv_GroupAll(Workgroup, x != 0); }
BUILTIN int work_group_any(int x) { return __spirv_GroupAny(Workgroup, x != 0); }

#define ALGORITHM(TYPE, NAME, SPIRV)                                                                                   \
  BUILTIN TYPE __spirv_Group##SPIRV(uint, uint, TYPE) __attribute__((convergent));                                     \
  BUILTIN TYPE sub_group_reduce_##NAME(TYPE x) { return __spirv_Group##SPIRV(Subgroup, Reduce, x); }                   \
  BUILTIN TYPE sub_group_scan_inclusive_##NAME(TYPE x) { return __spirv_Group##SPIRV(Subgroup, InclusiveScan, x); }    \
  BUILTIN TYPE sub_group_scan_exclusive_##NAME(TYPE x) { return __spirv_Group##SPIRV(Subgroup, ExclusiveScan, x); }    \
  BUILTIN TYPE work_group_reduce_##NAME(TYPE x) { return __spirv_Group##SPIRV(Workgroup, Reduce, x); }                 \
  BUILTIN TYPE work_group_scan_inclusive_##NAME(TYPE x) { return __spirv_Group##SPIRV(Workgroup, InclusiveScan, x); }  \
  BUILTIN TYPE work_group_scan_exclusive_##NAME(TYPE x) { return __spirv_Group##SPIRV(Workgroup, ExclusiveScan, x); }

#define GROUPS(TYPE, ADD, KIND)                                                                                        \
  ALGORITHM(TYPE, add, ADD##Add)                                                                                       \
  ALGORITHM(TYPE, min, KIND##Min)                                                                                      \
  ALGORITHM(TYPE, max, KIND##Max)                                                                                      \
  BUILTIN TYPE __spirv_GroupBroadcast(uint, TYPE, uint) __attribute__((convergent));                                   \
  BUILTIN TYPE __spirv_GroupBroadcast(uint, TYPE, ulong) __attribute__((convergent));                                  \
  BUILTIN TYPE __spirv_GroupBroadcast(uint, TYPE, ulong2) __attribute__((convergent));                                 \
  BUILTIN TYPE __spirv_GroupBroadcast(uint, TYPE, ulong3) __attribute__((convergent));                                 \
  BUILTIN TYPE sub_group_broadcast(TYPE x, uint id) { return __spirv_GroupBroadcast(Subgroup, x, id); }                \
  BUILTIN TYPE work_group_broadcast(TYPE x, size_t id) { return __spirv_GroupBroadcast(Workgroup, x, id); }            \
  BUILTIN TYPE work_group_broadcast(TYPE x, size_t idX, size_t idY) {                                                  \
    return __spirv_GroupBroadcast(Workgroup, x, (ulong2)(idX, idY));                                                   \
  }                                                                                                                    \
  BUILTIN TYPE work_group_broadcast(TYPE x, size_t idX, size_t idY, size_t idZ) {                                      \
    return __spirv_GroupBroadcast(Workgroup, x, (ulong3)(idX, idY, idZ));                                              \
  }

GROUPS(int, I, S)
GROUPS(uint, I, U)
GROUPS(long, I, S)
GROUPS(ulong, I, U)
GROUPS(float, F, F)
GROUPS(double, F, F)
