// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that device code calls: built-in functions by SPIR-V's names, and what the passes lower. For the headers of
// the front door (sycl_passes.hpp) and of run-time compilation. clang treats every function of device code as
// convergent.
#pragma once
typedef __SIZE_TYPE__ __attribute__((ext_vector_type(2))) __syp_size2;
typedef __SIZE_TYPE__ __attribute__((ext_vector_type(3))) __syp_size3;

#ifdef __SYCL_DEVICE_ONLY__
// Clang 22 gives these functions of the C++ ABI addresses of functions in another address space than their parameters',
// and LLVM does not read such calls, wherever they are: also in virtual functions of the host, which are in device code
// for their table. So the functions are inlined. Of a `throw` the passes find the call of a function that there is not.
extern "C" {
[[noreturn]] void __sycl_passes_throw() noexcept;
[[noreturn, gnu::always_inline]] inline void
__sycl_passes_cxa_throw(void *, __attribute__((opencl_global)) void *, void *) noexcept __asm__("__cxa_throw");
inline void __sycl_passes_cxa_throw(void *, __attribute__((opencl_global)) void *, void *) noexcept {
  __sycl_passes_throw();
}
[[gnu::always_inline]] inline int __sycl_passes_cxa_atexit(void *, void *, void *) noexcept __asm__("__cxa_atexit");
inline int __sycl_passes_cxa_atexit(void *, void *, void *) noexcept { return 0; }
}
// Calls a built-in function by the types of the arguments. Each is declared where it is called, which takes a compiler
// less time than all overloads in advance.
#define SYP_CALL(type, name, ...) ::__syp_##name<type>(__VA_ARGS__)
// One whose first operands are constants for consumers of SPIR-V, without optimization, too: the scope in which items
// meet, and the group operation.
#define SYP_CALL_IN(type, name, scope, ...) ::__syp_##name<type, scope>(__VA_ARGS__)
#define SYP_CALL_OVER(type, name, scope, operation, ...) ::__syp_##name<type, scope, operation>(__VA_ARGS__)
#define SYP_BUILTIN_AS(name, builtin, attribute) \
  template <class R_, int... C_, class... T> [[gnu::always_inline]] inline R_ __syp_##name(T... x) { \
    attribute R_ builtin(decltype(C_)..., T...) noexcept; \
    return builtin(C_..., x...); \
  }
#define SYP_QUERY(name) SYP_BUILTIN_AS(name, __spirv_##name, [[gnu::const]])
// The built-in functions for a dimension, which nearly every kernel calls: not templates, and under other names, since
// sources may declare them, too. `SYP_AT` is for members of templates with the number of dimensions `D`.
#define SYP_AT(name, d) ::__syp_at_##name(D - 1 - (d))
#define SYP_QUERY_AT(name, mangled) [[gnu::const]] __SIZE_TYPE__ __syp_at_##name(int) noexcept __asm__(mangled);
SYP_QUERY_AT(GlobalInvocationId, "_Z33__spirv_BuiltInGlobalInvocationIdi")
SYP_QUERY_AT(LocalInvocationId, "_Z32__spirv_BuiltInLocalInvocationIdi")
SYP_QUERY_AT(GlobalSize, "_Z25__spirv_BuiltInGlobalSizei") SYP_QUERY_AT(WorkgroupId, "_Z26__spirv_BuiltInWorkgroupIdi")
SYP_QUERY_AT(WorkgroupSize, "_Z28__spirv_BuiltInWorkgroupSizei")
SYP_QUERY_AT(NumWorkgroups, "_Z28__spirv_BuiltInNumWorkgroupsi")
#define SYP_BUILTIN(name) SYP_BUILTIN_AS(name, __spirv_##name, )
SYP_QUERY(BuiltInSubgroupSize) SYP_QUERY(BuiltInSubgroupMaxSize) SYP_QUERY(BuiltInNumSubgroups)
SYP_QUERY(BuiltInSubgroupId) SYP_QUERY(BuiltInSubgroupLocalInvocationId)
SYP_BUILTIN(ControlBarrier) SYP_BUILTIN(MemoryBarrier) SYP_BUILTIN(GroupAny) SYP_BUILTIN(GroupAll)
SYP_BUILTIN(GroupBroadcast) SYP_BUILTIN(GroupNonUniformShuffle) SYP_BUILTIN(GroupNonUniformShuffleXor)
SYP_BUILTIN(GroupNonUniformShuffleUp) SYP_BUILTIN(GroupNonUniformShuffleDown) SYP_BUILTIN(GroupIAdd)
SYP_BUILTIN(GroupFAdd) SYP_BUILTIN(GroupIMulKHR) SYP_BUILTIN(GroupFMulKHR) SYP_BUILTIN(GroupSMin)
SYP_BUILTIN(GroupUMin) SYP_BUILTIN(GroupFMin) SYP_BUILTIN(GroupSMax) SYP_BUILTIN(GroupUMax) SYP_BUILTIN(GroupFMax)
SYP_BUILTIN(GroupBitwiseAndKHR) SYP_BUILTIN(GroupBitwiseOrKHR) SYP_BUILTIN(GroupBitwiseXorKHR)
SYP_BUILTIN(AtomicLoad) SYP_BUILTIN(AtomicStore) SYP_BUILTIN(AtomicExchange) SYP_BUILTIN(AtomicCompareExchange)
SYP_BUILTIN(AtomicIAdd) SYP_BUILTIN(AtomicFAddEXT) SYP_BUILTIN(AtomicSMin) SYP_BUILTIN(AtomicUMin)
SYP_BUILTIN(AtomicFMinEXT) SYP_BUILTIN(AtomicSMax) SYP_BUILTIN(AtomicUMax) SYP_BUILTIN(AtomicFMaxEXT)
SYP_BUILTIN(AtomicAnd) SYP_BUILTIN(AtomicOr) SYP_BUILTIN(AtomicXor)
// A fact about the kernels that reach the call: a name, then numbers. The pass `sycl-front-end` takes it out.
void __sycl_passes_fact(const char *name, ...) noexcept;
// Lowered by the pass `spec-constants`.
template <class T> T __sycl_getScalar2020SpecConstantValue(const char *id, const void *default_value, const void *);
template <class T> T __sycl_getComposite2020SpecConstantValue(const char *id, const void *default_value, const void *);
#define SYP_CONSTANT(kind) __sycl_get##kind##2020SpecConstantValue<T>(name, &Id, nullptr)
#endif
