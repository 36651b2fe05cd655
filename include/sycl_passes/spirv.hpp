// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code calls: built-in functions by SPIR-V's names, and what the passes lower. For the headers of the front
// door (sycl_passes.hpp) and of run-time compilation. clang treats every function of device code as convergent.
#pragma once
typedef __SIZE_TYPE__ __attribute__((ext_vector_type(2))) __syp_size2;
typedef __SIZE_TYPE__ __attribute__((ext_vector_type(3))) __syp_size3;

#ifdef __SYCL_DEVICE_ONLY__
#define SYP_CALL(type, name, ...) static_cast<type>(::__spirv_##name(__VA_ARGS__))
// A fact about the kernels that reach the call: a name, then numbers. The pass `sycl-front-end` takes it out.
void __sycl_passes_fact(const char *name, ...) noexcept;
// Lowered by the pass `spec-constants`.
template <class T> T __sycl_getScalar2020SpecConstantValue(const char *id, const void *default_value, const void *);
template <class T> T __sycl_getComposite2020SpecConstantValue(const char *id, const void *default_value, const void *);
#define SYP_CONSTANT(kind) __sycl_get##kind##2020SpecConstantValue<T>(name, &Id, nullptr)

#define SYP_SIZE(name) [[gnu::const]] __SIZE_TYPE__ __spirv_BuiltIn##name(int dimension) noexcept;
#define SYP_LANE(name) [[gnu::const]] __UINT32_TYPE__ __spirv_BuiltIn##name() noexcept;
SYP_SIZE(GlobalInvocationId) SYP_SIZE(GlobalSize) SYP_SIZE(LocalInvocationId) SYP_SIZE(WorkgroupSize)
SYP_SIZE(WorkgroupId) SYP_SIZE(NumWorkgroups) SYP_LANE(SubgroupSize) SYP_LANE(SubgroupMaxSize) SYP_LANE(NumSubgroups)
SYP_LANE(SubgroupId) SYP_LANE(SubgroupLocalInvocationId)
void __spirv_ControlBarrier(int execution, int memory, int semantics) noexcept;
void __spirv_MemoryBarrier(int scope, int semantics) noexcept;
bool __spirv_GroupAny(int scope, bool) noexcept;
bool __spirv_GroupAll(int scope, bool) noexcept;
#define SYP_MOVE(name, T, U) T __spirv_Group##name(int scope, T, U) noexcept;
#define SYP_GROUP(name, T) T __spirv_Group##name(int scope, int operation, T) noexcept;
#define SYP_CHANGE(name, T) T __spirv_Atomic##name(T *, int scope, int order, T) noexcept;
#define SYP_NUMBER(T) \
  SYP_MOVE(Broadcast, T, __UINT32_TYPE__) SYP_MOVE(Broadcast, T, __SIZE_TYPE__) SYP_MOVE(Broadcast, T, __syp_size2) \
  SYP_MOVE(Broadcast, T, __syp_size3) SYP_MOVE(NonUniformShuffle, T, __UINT32_TYPE__) \
  SYP_MOVE(NonUniformShuffleXor, T, __UINT32_TYPE__) SYP_MOVE(NonUniformShuffleUp, T, __UINT32_TYPE__) \
  SYP_MOVE(NonUniformShuffleDown, T, __UINT32_TYPE__) SYP_CHANGE(Exchange, T) \
  T __spirv_AtomicLoad(T *, int scope, int order) noexcept; \
  void __spirv_AtomicStore(T *, int scope, int order, T) noexcept;
#define SYP_INTEGER(T, S) \
  SYP_NUMBER(T) SYP_GROUP(IAdd, T) SYP_GROUP(IMulKHR, T) SYP_GROUP(S##Min, T) SYP_GROUP(S##Max, T) \
  SYP_GROUP(BitwiseAndKHR, T) SYP_GROUP(BitwiseOrKHR, T) SYP_GROUP(BitwiseXorKHR, T) SYP_CHANGE(IAdd, T) \
  SYP_CHANGE(S##Min, T) SYP_CHANGE(S##Max, T) SYP_CHANGE(And, T) SYP_CHANGE(Or, T) SYP_CHANGE(Xor, T) \
  T __spirv_AtomicCompareExchange(T *, int scope, int equal, int unequal, T desired, T expected) noexcept;
#define SYP_REAL(T) \
  SYP_NUMBER(T) SYP_GROUP(FAdd, T) SYP_GROUP(FMulKHR, T) SYP_GROUP(FMin, T) SYP_GROUP(FMax, T) \
  SYP_CHANGE(FAddEXT, T) SYP_CHANGE(FMinEXT, T) SYP_CHANGE(FMaxEXT, T)
SYP_INTEGER(int, S) SYP_INTEGER(unsigned, U) SYP_INTEGER(long, S) SYP_INTEGER(unsigned long, U)
SYP_REAL(float) SYP_REAL(double)
#endif
