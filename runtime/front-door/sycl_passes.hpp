// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL kernels with stock clang: `clang++ -fsycl -std=c++20`. docs/front-door.md describes what is here.
//
// clang compiles a source twice: for the host, where kernels are started, and for the device. What kernels use is in
// this header and has one text for both passes, so that both capture the same variables and lay them out alike; the
// host never executes it. Items, groups and atomics are in sycl_passes/index_space.hpp and work_items.hpp, which the
// header of run-time compilation shares. What the host's side uses is in one of three others, of which a pass reads
// one:
//
//   sycl_passes/device.hpp     in the device pass: names to check the host's code with
//   sycl_passes/runtime.hpp    in the host pass: the public headers of a SYCL runtime
//   sycl_passes/embedded.hpp   in the host pass with SYP_EMBEDDED: no runtime, kernels are part of the program
#pragma once
#if !defined(SYCL_LANGUAGE_VERSION) || __cplusplus < 202002L
// Fatal, so that no other error follows; the second line is for -w, which hides the first.
#pragma clang diagnostic fatal "-W#warnings"
#warning "sycl_passes.hpp: compile with clang++ -fsycl -std=c++20"
#error "sycl_passes.hpp: compile with clang++ -fsycl -std=c++20"
#endif
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include "sycl_passes/spirv.hpp"

#ifdef __SYCL_DEVICE_ONLY__
#define SYP_FUNCTION(name, T, parameters, arguments) \
  [[gnu::const]] T __spirv_ocl_##name parameters noexcept; \
  namespace syp { inline T name parameters { return ::__spirv_ocl_##name arguments; } }
#else
#include <cmath>
namespace syp::detail { template <class T> T on_the_host(auto...) { __builtin_verbose_trap("syp", "device code"); } }
inline void __sycl_passes_fact(const char *, ...) {}
#define SYP_CALL(type, name, ...) ::syp::detail::on_the_host<type>(__VA_ARGS__)
#define SYP_CALL_IN(type, name, scope, ...) SYP_CALL(type, name, __VA_ARGS__)
#define SYP_AT(name, d) SYP_CALL(detail::size_type, name, D - 1 - (d))
#define SYP_CALL_OVER(type, name, scope, operation, x) SYP_CALL(type, name, x)
#define SYP_CONSTANT(kind) ::syp::detail::on_the_host<T>(name)
#define SYP_FUNCTION(name, T, parameters, arguments) \
  namespace syp { inline T name parameters { return std::name arguments; } }
#endif
#define SYP_1(name) SYP_FUNCTION(name, float, (float x), (x)) SYP_FUNCTION(name, double, (double x), (x))
#define SYP_2(name) \
  SYP_FUNCTION(name, float, (float x, float y), (x, y)) SYP_FUNCTION(name, double, (double x, double y), (x, y))
SYP_1(sqrt) SYP_1(cbrt) SYP_1(exp) SYP_1(exp2) SYP_1(expm1) SYP_1(log) SYP_1(log2) SYP_1(log10) SYP_1(log1p) SYP_1(sin)
SYP_1(cos) SYP_1(tan) SYP_1(asin) SYP_1(acos) SYP_1(atan) SYP_1(sinh) SYP_1(cosh) SYP_1(tanh) SYP_1(floor) SYP_1(ceil)
SYP_1(trunc) SYP_1(round) SYP_1(rint) SYP_1(fabs) SYP_1(erf) SYP_2(pow) SYP_2(atan2) SYP_2(fmod) SYP_2(fmin) SYP_2(fmax)

namespace syp {
#include "sycl_passes/index_space.hpp"
namespace detail {
struct fact {};
template <class... T> struct locals {}; // types of local memory
template <class... A, class... B> locals<A..., B...> operator+(locals<A...>, locals<B...>) { return {}; }
template <auto &Id> struct constant; // its mangled name is the symbolic id of a specialization constant
template <auto &Id> using value_of = typename std::remove_cvref_t<decltype(Id)>::value_type;
#include "sycl_passes/mangled_name.hpp"
template <class> constexpr unsigned long number_of_unit() { return hash_of(__BASE_FILE__); }
#include "sycl_passes/symbolic_id.hpp"

// Of all types only `long double` is laid out in two ways: with 8 bytes in kernels, and 16 on the host.
#define SYP_TWO_LAYOUTS \
  "a `long double` has 8 bytes in kernels and 16 on the host; expected a type of one size: `double`"
template <class T> constexpr bool has_one_layout = true;
template <> inline constexpr bool has_one_layout<long double> = false;
template <> inline constexpr bool has_one_layout<decltype(__builtin_complex(0.0L, 0.0L))> = false;
template <class T> struct pointee { using type = std::remove_cv_t<T>; };
template <class T> struct pointee<T *> : pointee<std::remove_cv_t<T>> {};
template <class T> struct pointee<T &> : pointee<std::remove_cv_t<T>> {};
template <class T, std::size_t N> struct pointee<T[N]> : pointee<std::remove_cv_t<T>> {};
// Whether the host and kernels can share values of a type, and what these point to. Only instantiated, never called:
// clang prints an object with a function of ours, whose parameters have the types of its fields.
template <class... Fields> void check_fields(const char *, const Fields &...);
template <class Object> void check_object([[maybe_unused]] const Object *object) {
  static_assert(has_one_layout<Object>, SYP_TWO_LAYOUTS);
#ifndef __SYCL_DEVICE_ONLY__
  if constexpr (requires { sizeof(Object), __builtin_dump_struct(object, check_fields); })
    __builtin_dump_struct(object, check_fields);
#endif
}
template <class T> void check_layout() {
  check_object<typename pointee<std::remove_cv_t<T>>::type>(nullptr);
}
template <class... Fields> void check_fields(const char *, const Fields &...) { (check_layout<Fields>(), ...); }
#define SYP_CHECK_LAYOUT(T) if (false) ::syp::detail::check_layout<T>()
}

// ---------------------------------------------------------------- facts about kernels are types
// With the numbers of config/aspects.json. Runtimes have numbers of their own, so device code has names.
#define SYP_ASPECTS(A) \
  A(cpu, 1) A(gpu, 2) A(accelerator, 3) A(custom, 4) A(fp16, 5) A(fp64, 6) A(image, 9) A(online_compiler, 10) \
  A(online_linker, 11) A(queue_profiling, 12) A(usm_device_allocations, 13) A(usm_host_allocations, 14) \
  A(usm_shared_allocations, 15) A(usm_system_allocations, 17) A(ext_intel_pci_address, 18) \
  A(ext_intel_gpu_eu_count, 19) A(ext_intel_gpu_eu_simd_width, 20) A(ext_intel_gpu_slices, 21) \
  A(ext_intel_gpu_subslices_per_slice, 22) A(ext_intel_gpu_eu_count_per_subslice, 23) \
  A(ext_intel_max_mem_bandwidth, 24) A(ext_intel_mem_channel, 25) A(usm_atomic_host_allocations, 26) \
  A(usm_atomic_shared_allocations, 27) A(atomic64, 28) A(ext_intel_device_info_uuid, 29) A(ext_oneapi_srgb, 30) \
  A(ext_oneapi_native_assert, 31) A(host_debuggable, 32) A(ext_intel_gpu_hw_threads_per_eu, 33) \
  A(ext_oneapi_cuda_async_barrier, 34) A(ext_oneapi_bfloat16_math_functions, 35) A(ext_intel_free_memory, 36) \
  A(ext_intel_device_id, 37) A(ext_intel_memory_clock_rate, 38) A(ext_intel_memory_bus_width, 39) A(emulated, 40) \
  A(ext_intel_legacy_image, 41) A(ext_oneapi_bindless_images, 42) A(ext_oneapi_bindless_images_shared_usm, 43) \
  A(ext_oneapi_bindless_images_1d_usm, 44) A(ext_oneapi_bindless_images_2d_usm, 45) \
  A(ext_oneapi_interop_memory_import, 46) A(ext_oneapi_interop_memory_export, 47) \
  A(ext_oneapi_interop_semaphore_import, 48) A(ext_oneapi_interop_semaphore_export, 49) A(ext_oneapi_mipmap, 50) \
  A(ext_oneapi_mipmap_anisotropy, 51) A(ext_oneapi_mipmap_level_reference, 52) A(ext_intel_esimd, 53) \
  A(ext_oneapi_ballot_group, 54) A(ext_oneapi_fixed_size_group, 55) A(ext_oneapi_opportunistic_group, 56) \
  A(ext_oneapi_tangle_group, 57) A(ext_intel_matrix, 58) A(ext_oneapi_is_composite, 59) \
  A(ext_oneapi_is_component, 60) A(ext_oneapi_graph, 61) A(ext_intel_fpga_task_sequence, 62) \
  A(ext_oneapi_limited_graph, 63) A(ext_oneapi_private_alloca, 64) A(ext_oneapi_cubemap, 65) \
  A(ext_oneapi_cubemap_seamless_filtering, 66) A(ext_oneapi_bindless_sampled_image_fetch_1d_usm, 67) \
  A(ext_oneapi_bindless_sampled_image_fetch_1d, 68) A(ext_oneapi_bindless_sampled_image_fetch_2d_usm, 69) \
  A(ext_oneapi_bindless_sampled_image_fetch_2d, 70) A(ext_oneapi_bindless_sampled_image_fetch_3d_usm, 71) \
  A(ext_oneapi_bindless_sampled_image_fetch_3d, 72) A(ext_oneapi_queue_profiling_tag, 73) \
  A(ext_oneapi_virtual_mem, 74) A(ext_oneapi_cuda_cluster_group, 75) A(ext_oneapi_image_array, 76) \
  A(ext_oneapi_unique_addressing_per_dim, 77) A(ext_oneapi_bindless_images_sample_1d_usm, 78) \
  A(ext_oneapi_bindless_images_sample_2d_usm, 79) A(ext_oneapi_atomic16, 80) A(ext_oneapi_virtual_functions, 81)
#define SYP_ENUMERATOR(name, number) name = number,
enum class aspect : unsigned { SYP_ASPECTS(SYP_ENUMERATOR) };
namespace detail {
constexpr const char *name_of(auto) { return nullptr; }
#define SYP_NAME(name, number) if (a == aspect::name) return #name;
constexpr const char *name_of(aspect a) { SYP_ASPECTS(SYP_NAME) return nullptr; }
template <auto N> consteval auto operand() {
  if constexpr (name_of(N) != nullptr) return name_of(N);
  else return static_cast<unsigned long>(N);
}
}
#define SYP_FACT(type, name, condition) \
  template <type... N> requires(condition) struct name : detail::fact { \
    [[gnu::always_inline]] static void state() { __sycl_passes_fact(#name, detail::operand<N>()...); } \
  };
SYP_FACT(std::size_t, reqd_work_group_size, sizeof...(N) >= 1 && sizeof...(N) <= 3 && ((N != 0) && ...))
SYP_FACT(std::size_t, max_work_group_size, sizeof...(N) >= 1 && sizeof...(N) <= 3 && ((N != 0) && ...))
SYP_FACT(unsigned, reqd_sub_group_size, sizeof...(N) == 1 && ((N != 0) && ...))
SYP_FACT(auto, device_has, true)
SYP_FACT(auto, uses_aspects, sizeof...(N) >= 1) // of functions: `uses_aspects<aspect::fp64>::state()`

#include "sycl_passes/work_items.hpp"

// ---------------------------------------------------------------- what a launch may have beside its kernel
template <class T> struct specialization_id {
  using value_type = T;
  T value;
  template <class... A> explicit constexpr specialization_id(A &&...a) : value(static_cast<A &&>(a)...) {}
};
struct kernel_handler {
  template <auto &Id> auto get_specialization_constant() const {
    using T = detail::value_of<Id>;
    static_assert(detail::has_one_layout<T>, SYP_TWO_LAYOUTS);
    if constexpr (detail::has_one_layout<T>) SYP_CHECK_LAYOUT(T);
    constexpr auto name = detail::symbolic_id<Id>;
    if constexpr (std::is_scalar_v<T>) return SYP_CONSTANT(Scalar);
    else return SYP_CONSTANT(Composite);
  }
};
// The value of a constant in one launch; memory of each work-group, a number of `T`s.
template <auto &Id> struct set { detail::value_of<Id> value; };
template <class T> requires std::is_trivially_copyable_v<T> struct local { std::size_t count; };

// ---------------------------------------------------------------- launching
namespace detail {
struct unnamed; // the kernel is named by the type of its function
struct no_item {};
no_item item_for(no_item);
item<1> item_for(std::size_t);
template <int D> item<D> item_for(const range<D> &);
template <int D> nd_item<D> item_for(const nd_range<D> &);
template <auto &Id> locals<> locals_of(const set<Id> &) { return {}; }
template <class T> locals<T> locals_of(const local<T> &) {
  SYP_CHECK_LAYOUT(T);
  return {};
}
void call(auto &f, auto... a) {
  if constexpr (requires { f(a...); }) f(a...);
  else if constexpr (requires { f(a..., kernel_handler()); }) f(a..., kernel_handler());
  else
    static_assert(sizeof(f) == 0, "a kernel takes an item<D> or id<D> for a range, an nd_item<D> for an nd_range and "
                                  "nothing in a single task, then a pointer for each local<T>, then a kernel_handler");
}
// On the host LLVM 23 puts a call of `sycl_kernel_launch` into an entry function. None is instantiated there.
template <class Name, class... A> void sycl_kernel_launch(A &&...);
template <class Name, class Item, class... Facts, class F, class... T>
[[clang::sycl_kernel_entry_point(Name)]] void entry(F f, __attribute__((opencl_local)) T *...local) {
  (Facts::state(), ...);
  if constexpr (std::same_as<Item, no_item>) call(f, static_cast<T *>(local)...);
  else call(f, Item(), static_cast<T *>(local)...);
}
}
}
#ifdef __SYCL_DEVICE_ONLY__
#include "sycl_passes/device.hpp"
#elif defined(SYP_EMBEDDED)
#include "sycl_passes/embedded.hpp"
#else
#include "sycl_passes/runtime.hpp"
#endif
namespace syp {
using sycl::queue, sycl::event, sycl::malloc_shared, sycl::malloc_device, sycl::malloc_host, sycl::free;
// `size` is a number, a range or an nd_range; after the kernel come `local<T>(count)` and `set<id>(value)`.
template <class Given = detail::unnamed, class... Facts>
event parallel_for(queue q, const auto &size, const auto &f, const auto &...extra) {
  using namespace detail;
  using F = std::remove_cvref_t<decltype(f)>;
  using Name = std::conditional_t<std::same_as<Given, unnamed>, F, Given>;
  static_assert((std::derived_from<Facts, fact> && ...), "after a kernel's name come facts: reqd_sub_group_size<16>");
  static_assert(std::is_trivially_copyable_v<F>, "kernels capture USM pointers and values only");
  SYP_CHECK_LAYOUT(F);
  return start<Name, decltype(item_for(size)), Facts...>(q, (locals<>() + ... + locals_of(extra)), f, size, extra...);
}
// Whether a kernel can run on a device.
template <class Name> bool is_compatible(const sycl::device &device) { return detail::runs_on<Name>(device); }
template <class Name = detail::unnamed, class... Facts>
event single_task(queue q, const auto &f, const auto &...extra) {
  return parallel_for<Name, Facts...>(q, detail::no_item(), f, extra...);
}
}
