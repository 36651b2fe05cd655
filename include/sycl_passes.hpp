// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL kernels with stock clang: `clang++ -fsycl -std=c++20`. docs/front-door.md describes what is here.
//
// clang compiles a source twice: for the host, where kernels are started, and for the device. What kernels use is in
// this header and has one text for both passes, so that both capture the same variables and lay them out alike; the
// host never executes it. What the host's side uses is in one of three others, of which a pass reads one:
//
//   sycl_passes/device.hpp     in the device pass: names to check the host's code with
//   sycl_passes/runtime.hpp    in the host pass: the public headers of a SYCL runtime
//   sycl_passes/embedded.hpp   in the host pass with SYP_EMBEDDED: no runtime, kernels are part of the program
#pragma once
#if !defined(SYCL_LANGUAGE_VERSION) || __cplusplus < 202002L
#error "sycl_passes.hpp: compile with clang++ -fsycl -std=c++20"
#endif
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
typedef std::size_t __attribute__((ext_vector_type(2))) __syp_size2;
typedef std::size_t __attribute__((ext_vector_type(3))) __syp_size3;

#ifdef __SYCL_DEVICE_ONLY__
// ---------------------------------------------------------------- built-in functions of the device
// clang treats every function of device code as convergent.
#define SYP_CALL(type, name, ...) static_cast<type>(::__spirv_##name(__VA_ARGS__))
// A fact about the kernels that reach the call: a name, then numbers. The pass `sycl-front-end` takes it out.
void __sycl_passes_fact(const char *name, ...) noexcept;
// Lowered by the pass `spec-constants`.
template <class T> T __sycl_getScalar2020SpecConstantValue(const char *id, const void *default_value, const void *);
template <class T> T __sycl_getComposite2020SpecConstantValue(const char *id, const void *default_value, const void *);
#define SYP_CONSTANT(kind) __sycl_get##kind##2020SpecConstantValue<T>(name, &Id, nullptr)

#define SYP_SIZE(name) [[gnu::const]] std::size_t __spirv_BuiltIn##name(int dimension) noexcept;
#define SYP_LANE(name) [[gnu::const]] std::uint32_t __spirv_BuiltIn##name() noexcept;
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
  SYP_MOVE(Broadcast, T, std::uint32_t) SYP_MOVE(Broadcast, T, std::size_t) SYP_MOVE(Broadcast, T, __syp_size2) \
  SYP_MOVE(Broadcast, T, __syp_size3) SYP_MOVE(NonUniformShuffle, T, std::uint32_t) \
  SYP_MOVE(NonUniformShuffleXor, T, std::uint32_t) SYP_MOVE(NonUniformShuffleUp, T, std::uint32_t) \
  SYP_MOVE(NonUniformShuffleDown, T, std::uint32_t) SYP_CHANGE(Exchange, T) \
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
#define SYP_FUNCTION(name, T, parameters, arguments) \
  [[gnu::const]] T __spirv_ocl_##name parameters noexcept; \
  namespace syp { inline T name parameters { return ::__spirv_ocl_##name arguments; } }
#else
#include <cmath>
namespace syp::detail { template <class T> T on_the_host(auto...) { __builtin_verbose_trap("syp", "device code"); } }
inline void __sycl_passes_fact(const char *, ...) {}
#define SYP_CALL(type, name, ...) ::syp::detail::on_the_host<type>(__VA_ARGS__)
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
// ---------------------------------------------------------------- index spaces; the last dimension runs fastest
namespace detail {
template <int D> struct coordinates {
  std::size_t values[D] = {};
  constexpr coordinates() = default;
  constexpr coordinates(std::integral auto... v) requires(sizeof...(v) == D) : values{static_cast<std::size_t>(v)...} {}
  constexpr std::size_t get(int d) const { return values[d]; }
  constexpr std::size_t &operator[](int d) { return values[d]; }
  constexpr std::size_t operator[](int d) const { return values[d]; }
  friend constexpr bool operator==(const coordinates &, const coordinates &) = default;
};
template <int D> constexpr std::size_t linear(const coordinates<D> &at, const coordinates<D> &size) {
  std::size_t n = 0;
  for (int d = 0; d < D; ++d) n = n * size[d] + at[d];
  return n;
}
template <class All> constexpr All each(auto one) {
  All all;
  for (int d = 0; auto &value : all.values) value = one(d++);
  return all;
}
struct fact {};
template <class... T> struct locals {}; // types of local memory
template <class... A, class... B> locals<A..., B...> operator+(locals<A...>, locals<B...>) { return {}; }
template <auto &Id> struct constant; // its mangled name is the symbolic id of a specialization constant
template <auto &Id> using value_of = typename std::remove_cvref_t<decltype(Id)>::value_type;
}
template <int D = 1> struct id : detail::coordinates<D> {
  using detail::coordinates<D>::coordinates;
  constexpr operator std::size_t() const requires(D == 1) { return this->values[0]; }
};
template <int D = 1> struct range : detail::coordinates<D> {
  using detail::coordinates<D>::coordinates;
  constexpr std::size_t size() const {
    std::size_t n = 1;
    for (std::size_t extent : this->values) n *= extent;
    return n;
  }
};
template <int D = 1> struct nd_range {
  range<D> global, local;
  constexpr range<D> get_global_range() const { return global; }
  constexpr range<D> get_local_range() const { return local; }
};
template <std::integral... N> id(N...) -> id<sizeof...(N)>;
template <std::integral... N> range(N...) -> range<sizeof...(N)>;
nd_range(std::integral auto, std::integral auto) -> nd_range<1>;

// ---------------------------------------------------------------- facts about kernels are types
// Of SYCL 2020, with the numbers of config/aspects.json. Runtimes have numbers of their own, so device code has names.
#define SYP_ASPECTS(A) \
  A(cpu, 1) A(gpu, 2) A(accelerator, 3) A(custom, 4) A(fp16, 5) A(fp64, 6) A(image, 9) A(online_compiler, 10) \
  A(online_linker, 11) A(queue_profiling, 12) A(usm_device_allocations, 13) A(usm_host_allocations, 14) \
  A(usm_shared_allocations, 15) A(usm_system_allocations, 17) A(usm_atomic_host_allocations, 26) \
  A(usm_atomic_shared_allocations, 27) A(atomic64, 28) A(host_debuggable, 32) A(emulated, 40)
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

// ---------------------------------------------------------------- items and groups
enum class memory_order { relaxed, acquire, release, acq_rel, seq_cst };
enum class memory_scope { work_item, sub_group, work_group, device, system };
// One dimension of a query, and all of them.
#define SYP_INDEX(type, name, builtin) \
  std::size_t name(int d) const { return SYP_CALL(std::size_t, BuiltIn##builtin, D - 1 - d); } \
  type<D> name() const { return detail::each<type<D>>([this](int d) { return name(d); }); }
#define SYP_LINEAR(type, name, linear_name, builtin) \
  std::uint32_t linear_name() const { return SYP_CALL(std::uint32_t, BuiltIn##builtin); } \
  type<1> name() const { return linear_name(); }
template <int D = 1> struct group {
  static constexpr memory_scope fence_scope = memory_scope::work_group;
  SYP_INDEX(id, get_group_id, WorkgroupId) SYP_INDEX(id, get_local_id, LocalInvocationId)
  SYP_INDEX(range, get_local_range, WorkgroupSize) SYP_INDEX(range, get_group_range, NumWorkgroups)
  std::size_t operator[](int d) const { return get_group_id(d); }
  std::size_t get_group_linear_id() const { return linear(get_group_id(), get_group_range()); }
  std::size_t get_group_linear_range() const { return get_group_range().size(); }
  std::size_t get_local_linear_id() const { return linear(get_local_id(), get_local_range()); }
  std::size_t get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }
};
struct sub_group {
  static constexpr memory_scope fence_scope = memory_scope::sub_group;
  SYP_LINEAR(id, get_group_id, get_group_linear_id, SubgroupId)
  SYP_LINEAR(range, get_group_range, get_group_linear_range, NumSubgroups)
  SYP_LINEAR(id, get_local_id, get_local_linear_id, SubgroupLocalInvocationId)
  SYP_LINEAR(range, get_local_range, get_local_linear_range, SubgroupSize)
  range<1> get_max_local_range() const { return SYP_CALL(std::uint32_t, BuiltInSubgroupMaxSize); }
  bool leader() const { return get_local_linear_id() == 0; }
};
template <int D = 1> struct item {
  SYP_INDEX(id, get_id, GlobalInvocationId) SYP_INDEX(range, get_range, GlobalSize)
  std::size_t operator[](int d) const { return get_id(d); }
  std::size_t get_linear_id() const { return linear(get_id(), get_range()); }
  operator id<D>() const { return get_id(); }
  operator std::size_t() const requires(D == 1) { return get_id(0); }
};
template <int D = 1> struct nd_item {
  SYP_INDEX(id, get_global_id, GlobalInvocationId) SYP_INDEX(range, get_global_range, GlobalSize)
  SYP_INDEX(id, get_local_id, LocalInvocationId) SYP_INDEX(range, get_local_range, WorkgroupSize)
  SYP_INDEX(range, get_group_range, NumWorkgroups)
  group<D> get_group() const { return {}; }
  std::size_t get_group(int d) const { return get_group()[d]; }
  sub_group get_sub_group() const { return {}; }
  nd_range<D> get_nd_range() const { return {get_global_range(), get_local_range()}; }
  std::size_t get_global_linear_id() const { return linear(get_global_id(), get_global_range()); }
  std::size_t get_local_linear_id() const { return get_group().get_local_linear_id(); }
  std::size_t get_group_linear_id() const { return get_group().get_group_linear_id(); }
};

// ---------------------------------------------------------------- barriers and group algorithms
namespace detail {
constexpr int spirv(memory_scope scope) { return 4 - static_cast<int>(scope); }
// With sub-group, work-group and global memory; `part` is what an operation does that cannot acquire and release.
constexpr int spirv(memory_order order, memory_order part = memory_order::acq_rel) {
  if (order == memory_order::acq_rel) order = part;
  return (order == memory_order::relaxed ? 0 : 1 << static_cast<int>(order)) | 0x380;
}
constexpr std::size_t spirv(id<1> at) { return at[0]; }
constexpr __syp_size2 spirv(id<2> at) { return {at[1], at[0]}; }
constexpr __syp_size3 spirv(id<3> at) { return {at[2], at[1], at[0]}; }
template <class G> concept grouping = requires { G::fence_scope; };
template <class G> constexpr int scope_of = spirv(G::fence_scope);
template <class T> concept number = (std::is_arithmetic_v<T> || std::same_as<T, _Float16>) && sizeof(T) <= 8;
// The types of 32 and 64 bits that there are built-ins for.
template <class T> using wide = std::conditional_t<std::same_as<T, _Float16>, float,
    std::conditional_t<std::is_floating_point_v<T>, T, std::conditional_t<std::is_signed_v<T>,
    std::conditional_t<sizeof(T) == 8, long, int>, std::conditional_t<sizeof(T) == 8, unsigned long, unsigned>>>>;
}
template <detail::grouping G> void group_barrier(G, memory_scope scope = G::fence_scope) {
  SYP_CALL(void, ControlBarrier, detail::scope_of<G>, detail::spirv(scope), detail::spirv(memory_order::seq_cst));
}
inline void atomic_fence(memory_order order, memory_scope scope) {
  SYP_CALL(void, MemoryBarrier, detail::spirv(scope), detail::spirv(order));
}
template <detail::grouping G> bool any_of_group(G, bool x) { return SYP_CALL(bool, GroupAny, detail::scope_of<G>, x); }
template <detail::grouping G> bool all_of_group(G, bool x) { return SYP_CALL(bool, GroupAll, detail::scope_of<G>, x); }
template <detail::grouping G> bool none_of_group(G g, bool x) { return !any_of_group(g, x); }
// A call whose name depends on whether a type is signed, unsigned or floating-point.
#define SYP_BY_TYPE(V, S, U, F, ...) \
    if constexpr (std::is_floating_point_v<V>) return SYP_CALL(V, F, __VA_ARGS__); \
    else if constexpr (std::is_signed_v<V>) return SYP_CALL(V, S, __VA_ARGS__); \
    else return SYP_CALL(V, U, __VA_ARGS__)
#define SYP_OPERATION(name, result, S, U, F) \
  template <class T = void> struct name { \
    template <class V> constexpr V operator()(V a, V b) const { return static_cast<V>(result); } \
    template <class V> static V over(int scope, int how, V x) { \
      SYP_BY_TYPE(V, Group##S, Group##U, Group##F, scope, how, x); \
    } \
  };
SYP_OPERATION(plus, a + b, IAdd, IAdd, FAdd)
SYP_OPERATION(multiplies, a * b, IMulKHR, IMulKHR, FMulKHR)
SYP_OPERATION(minimum, b < a ? b : a, SMin, UMin, FMin)
SYP_OPERATION(maximum, a < b ? b : a, SMax, UMax, FMax)
SYP_OPERATION(bit_and, a & b, BitwiseAndKHR, BitwiseAndKHR, BitwiseAndKHR)
SYP_OPERATION(bit_or, a | b, BitwiseOrKHR, BitwiseOrKHR, BitwiseOrKHR)
SYP_OPERATION(bit_xor, a ^ b, BitwiseXorKHR, BitwiseXorKHR, BitwiseXorKHR)
// The last parameters are those of the form with an initial value.
#define SYP_ALGORITHM(name, operation, ...) \
  template <detail::grouping G, detail::number T, class Op> T name(G, T x, Op) { \
    return static_cast<T>(Op::over(detail::scope_of<G>, operation, static_cast<detail::wide<T>>(x))); \
  } \
  template <detail::grouping G, detail::number T, class Op> T name(G group, T x, __VA_ARGS__) { \
    return op(initial, name(group, x, op)); \
  }
SYP_ALGORITHM(reduce_over_group, 0, T initial, Op op)
SYP_ALGORITHM(inclusive_scan_over_group, 1, Op op, T initial)
SYP_ALGORITHM(exclusive_scan_over_group, 2, T initial, Op op)
#define SYP_EXCHANGE(name, builtin, G, position, index) \
  template <detail::number T, int D = 1> T name(G, T x, position) { \
    using V = detail::wide<T>; \
    return static_cast<T>(SYP_CALL(V, Group##builtin, detail::scope_of<G>, static_cast<V>(x), index)); \
  }
SYP_EXCHANGE(group_broadcast, Broadcast, group<D>, std::type_identity_t<id<D>> at = {}, detail::spirv(at))
SYP_EXCHANGE(group_broadcast, Broadcast, sub_group, id<1> at = {}, static_cast<std::uint32_t>(at))
SYP_EXCHANGE(select_from_group, NonUniformShuffle, sub_group, id<1> at, static_cast<std::uint32_t>(at))
SYP_EXCHANGE(permute_group_by_xor, NonUniformShuffleXor, sub_group, id<1> mask, static_cast<std::uint32_t>(mask))
SYP_EXCHANGE(shift_group_right, NonUniformShuffleUp, sub_group, std::uint32_t by = 1, by)
SYP_EXCHANGE(shift_group_left, NonUniformShuffleDown, sub_group, std::uint32_t by = 1, by)

// ---------------------------------------------------------------- atomics on numbers of 32 and 64 bits
#define SYP_HOW memory_order order = Order, memory_scope scope = Scope
#define SYP_PLACE(...) object, detail::spirv(scope), detail::spirv(order __VA_OPT__(, memory_order::) __VA_ARGS__)
#define SYP_FETCH(name, S, U, F) \
  T fetch_##name(T x, SYP_HOW) const { \
    SYP_BY_TYPE(T, Atomic##S, Atomic##U, Atomic##F, SYP_PLACE(), static_cast<V>(x)); \
  }
template <detail::number T, memory_order Order = memory_order::relaxed, memory_scope Scope = memory_scope::device>
  requires(sizeof(T) >= 4)
class atomic_ref {
  using V = detail::wide<T>;
  using bits = std::conditional_t<sizeof(T) == 8, unsigned long, unsigned>;
  V *object;

public:
  explicit atomic_ref(T &t) : object(reinterpret_cast<V *>(&t)) {
    if constexpr (sizeof(T) == 8) uses_aspects<aspect::atomic64>::state();
  }
  T load(SYP_HOW) const { return SYP_CALL(T, AtomicLoad, SYP_PLACE(acquire)); }
  void store(T x, SYP_HOW) const { SYP_CALL(void, AtomicStore, SYP_PLACE(release), static_cast<V>(x)); }
  T exchange(T x, SYP_HOW) const { return SYP_CALL(T, AtomicExchange, SYP_PLACE(), static_cast<V>(x)); }
  bool compare_exchange_strong(T &expected, T x, SYP_HOW) const {
    bits before = __builtin_bit_cast(bits, expected), *object = reinterpret_cast<bits *>(this->object);
    bits found = SYP_CALL(bits, AtomicCompareExchange, SYP_PLACE(), detail::spirv(order, memory_order::acquire),
                           __builtin_bit_cast(bits, x), before);
    expected = __builtin_bit_cast(T, found);
    return found == before;
  }
  bool compare_exchange_weak(T &was, T x, SYP_HOW) const { return compare_exchange_strong(was, x, order, scope); }
  SYP_FETCH(add, IAdd, IAdd, FAddEXT) SYP_FETCH(min, SMin, UMin, FMinEXT) SYP_FETCH(max, SMax, UMax, FMaxEXT)
  SYP_FETCH(and, And, And, And) SYP_FETCH(or, Or, Or, Or) SYP_FETCH(xor, Xor, Xor, Xor)
  T fetch_sub(T x, SYP_HOW) const { return fetch_add(static_cast<T>(-x), order, scope); }
  operator T() const { return load(); }
  T operator=(T x) const { return store(x), x; }
  T operator+=(T x) const { return fetch_add(x) + x; }
  T operator++(int) const { return fetch_add(1); }
};

// ---------------------------------------------------------------- what a launch may have beside its kernel
template <class T> struct specialization_id {
  using value_type = T;
  T value;
  template <class... A> explicit constexpr specialization_id(A &&...a) : value(static_cast<A &&>(a)...) {}
};
struct kernel_handler {
  template <auto &Id> auto get_specialization_constant() const {
    using T = detail::value_of<Id>;
    constexpr auto name = __builtin_sycl_unique_stable_name(detail::constant<Id>);
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
template <class T> locals<T> locals_of(const local<T> &) { return {}; }
void call(auto &f, auto... a) {
  if constexpr (requires { f(a...); }) f(a...);
  else f(a..., kernel_handler());
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
  return start<Name, decltype(item_for(size)), Facts...>(q, (locals<>() + ... + locals_of(extra)), f, size, extra...);
}
template <class Name = detail::unnamed, class... Facts>
event single_task(queue q, const auto &f, const auto &...extra) {
  return parallel_for<Name, Facts...>(q, detail::no_item(), f, extra...);
}
}
