// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Items, groups, barriers, group algorithms and atomics, on top of index_space.hpp and with the built-in functions of
// spirv.hpp. As index_space.hpp, in C++17, without a library and a guard.

// ---------------------------------------------------------------- items and groups
enum class memory_order { relaxed, acquire, release, acq_rel, seq_cst };
enum class memory_scope { work_item, sub_group, work_group, device, system };
// Inlined first, so that optimizers see kernels and not dozens of functions.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function(is_member))
// One dimension of a query, and all of them. Queries call built-ins themselves: what lies between is one more function
// that every kernel instantiates and inlines.
#define SYP_INDEX(type, name, builtin) \
  detail::size_type name(int d) const { return SYP_AT(builtin, d); } \
  type<D> name() const { \
    type<D> all; \
    for (int d = 0; d < D; ++d) all[d] = name(d); \
    return all; \
  }
// Without the offset of the launch (SYCL 2020, 4.9.1.5), so that kernels on GPUs do not ask for it.
#define SYP_FROM_OFFSET(ignored, d) (SYP_AT(WorkgroupId, d) * SYP_AT(WorkgroupSize, d) + SYP_AT(LocalInvocationId, d))
// All dimensions as one number, without objects that optimizers have to take apart.
#define SYP_POSITION(name, at, id, range) \
  detail::size_type name() const { \
    detail::size_type n = at(id, 0); \
    if constexpr (D > 1) n = n * SYP_AT(range, 1) + at(id, 1); \
    if constexpr (D > 2) n = n * SYP_AT(range, 2) + at(id, 2); \
    return n; \
  }
#define SYP_LINEAR(type, name, linear_name, builtin) \
  __UINT32_TYPE__ linear_name() const { return SYP_CALL(__UINT32_TYPE__, BuiltIn##builtin); } \
  type<1> name() const { return linear_name(); }
template <int D = 1> struct group {
  static constexpr memory_scope fence_scope = memory_scope::work_group;
  using id_type = id<D>;
  using range_type = range<D>;
  using linear_id_type = detail::size_type;
  static constexpr int dimensions = D;
  SYP_INDEX(id, get_group_id, WorkgroupId) SYP_INDEX(id, get_local_id, LocalInvocationId)
  SYP_INDEX(range, get_local_range, WorkgroupSize) SYP_INDEX(range, get_group_range, NumWorkgroups)
  detail::size_type operator[](int d) const { return SYP_AT(WorkgroupId, d); }
  SYP_POSITION(get_group_linear_id, SYP_AT, WorkgroupId, NumWorkgroups)
  SYP_POSITION(get_local_linear_id, SYP_AT, LocalInvocationId, WorkgroupSize)
  detail::size_type get_group_linear_range() const { return get_group_range().size(); }
  detail::size_type get_local_linear_range() const { return get_local_range().size(); }
  range<D> get_max_local_range() const { return get_local_range(); }
  bool leader() const { return get_local_linear_id() == 0; }
};
struct sub_group {
  static constexpr memory_scope fence_scope = memory_scope::sub_group;
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = __UINT32_TYPE__;
  static constexpr int dimensions = 1;
  SYP_LINEAR(id, get_group_id, get_group_linear_id, SubgroupId)
  SYP_LINEAR(range, get_group_range, get_group_linear_range, NumSubgroups)
  SYP_LINEAR(id, get_local_id, get_local_linear_id, SubgroupLocalInvocationId)
  SYP_LINEAR(range, get_local_range, get_local_linear_range, SubgroupSize)
  range<1> get_max_local_range() const { return SYP_CALL(__UINT32_TYPE__, BuiltInSubgroupMaxSize); }
  bool leader() const { return get_local_linear_id() == 0; }
};
template <int D = 1> struct item : detail::as_number<item<D>, D> {
  static constexpr int dimensions = D;
  SYP_INDEX(id, get_id, GlobalInvocationId) SYP_INDEX(range, get_range, GlobalSize)
  detail::size_type operator[](int d) const { return SYP_AT(GlobalInvocationId, d); }
  SYP_POSITION(get_linear_id, SYP_AT, GlobalInvocationId, GlobalSize)
  operator id<D>() const { return get_id(); }
};
template <int D = 1> struct nd_item {
  static constexpr int dimensions = D;
  SYP_INDEX(id, get_global_id, GlobalInvocationId) SYP_INDEX(range, get_global_range, GlobalSize)
  SYP_INDEX(id, get_local_id, LocalInvocationId) SYP_INDEX(range, get_local_range, WorkgroupSize)
  SYP_INDEX(range, get_group_range, NumWorkgroups)
  group<D> get_group() const { return {}; }
  detail::size_type get_group(int d) const { return SYP_AT(WorkgroupId, d); }
  sub_group get_sub_group() const { return {}; }
  nd_range<D> get_nd_range() const { return {get_global_range(), get_local_range()}; }
  SYP_POSITION(get_global_linear_id, SYP_FROM_OFFSET, , GlobalSize)
  SYP_POSITION(get_local_linear_id, SYP_AT, LocalInvocationId, WorkgroupSize)
  SYP_POSITION(get_group_linear_id, SYP_AT, WorkgroupId, NumWorkgroups)
};
#pragma clang attribute pop

// ---------------------------------------------------------------- barriers and group algorithms
namespace detail {
constexpr int spirv(memory_scope scope) { return 4 - static_cast<int>(scope); }
// With sub-group, work-group and global memory; `part` is what an operation does that cannot acquire and release.
constexpr int spirv(memory_order order, memory_order part = memory_order::acq_rel) {
  if (order == memory_order::acq_rel) order = part;
  return (order == memory_order::relaxed ? 0 : 1 << static_cast<int>(order)) | 0x380;
}
constexpr size_type spirv(id<1> at) { return at[0]; }
constexpr __syp_size2 spirv(id<2> at) { return {at[1], at[0]}; }
constexpr __syp_size3 spirv(id<3> at) { return {at[2], at[1], at[0]}; }
template <class G> constexpr int scope_of = spirv(G::fence_scope);
template <class T> constexpr bool is_number = (__is_arithmetic(T) || __is_same(T, _Float16)) && sizeof(T) <= 8;
// The types of 32 and 64 bits that there are built-ins for.
template <class T> using wide = choose<__is_same(T, _Float16), float, choose<__is_floating_point(T), T,
    choose<__is_signed(T), choose<sizeof(T) == 8, long, int>, choose<sizeof(T) == 8, unsigned long, unsigned>>>>;
// What an exclusive scan gives item 0 is the identity of the wide type. The identity of minimum or maximum of a narrow
// signed type is the nearest of its numbers.
template <class T, class V> constexpr V nearest(V x) {
  if constexpr (__is_same(V, int) && sizeof(T) < sizeof(V)) {
    constexpr V most = (1 << (8 * sizeof(T) - 1)) - 1;
    if (x > most) return most;
    if (x < -most - 1) return -most - 1;
  }
  return x;
}
}
// Groups are what has a scope of fences.
#define SYP_OF_GROUPS template <class G, memory_scope = G::fence_scope>
SYP_OF_GROUPS void group_barrier(G, memory_scope scope = G::fence_scope) {
  SYP_CALL_IN(void, ControlBarrier, detail::scope_of<G>, detail::spirv(scope), detail::spirv(memory_order::seq_cst));
}
inline void atomic_fence(memory_order order, memory_scope scope) {
  SYP_CALL(void, MemoryBarrier, detail::spirv(scope), detail::spirv(order));
}
SYP_OF_GROUPS bool any_of_group(G, bool x) { return SYP_CALL_IN(bool, GroupAny, detail::scope_of<G>, x); }
SYP_OF_GROUPS bool all_of_group(G, bool x) { return SYP_CALL_IN(bool, GroupAll, detail::scope_of<G>, x); }
SYP_OF_GROUPS bool none_of_group(G g, bool x) { return !any_of_group(g, x); }
// A call whose name depends on whether a type is signed, unsigned or floating-point.
#define SYP_BY_TYPE(call, V, S, U, F, ...) \
    if constexpr (__is_floating_point(V)) return call(V, F, __VA_ARGS__); \
    else if constexpr (__is_signed(V)) return call(V, S, __VA_ARGS__); \
    else return call(V, U, __VA_ARGS__)
#define SYP_OPERATION(name, result, bound, S, U, F) \
  template <class T = void> struct name { \
    static constexpr bool is_bound = bound; \
    template <class V> constexpr V operator()(V a, V b) const { return static_cast<V>(result); } \
    template <int scope, int how, class V> static V over(V x) { \
      SYP_BY_TYPE(SYP_CALL_OVER, V, Group##S, Group##U, Group##F, scope, how, x); \
    } \
  };
SYP_OPERATION(plus, a + b, false, IAdd, IAdd, FAdd)
SYP_OPERATION(multiplies, a * b, false, IMulKHR, IMulKHR, FMulKHR)
SYP_OPERATION(minimum, b < a ? b : a, true, SMin, UMin, FMin)
SYP_OPERATION(maximum, a < b ? b : a, true, SMax, UMax, FMax)
SYP_OPERATION(bit_and, a & b, false, BitwiseAndKHR, BitwiseAndKHR, BitwiseAndKHR)
SYP_OPERATION(bit_or, a | b, false, BitwiseOrKHR, BitwiseOrKHR, BitwiseOrKHR)
SYP_OPERATION(bit_xor, a ^ b, false, BitwiseXorKHR, BitwiseXorKHR, BitwiseXorKHR)
// The last parameters are those of the form with an initial value.
#define SYP_ALGORITHM(name, operation, ...) \
  template <class G, class T, class Op, memory_scope = G::fence_scope, detail::only_if<detail::is_number<T>> = 0> \
  T name(G, T x, Op) { \
    using V = detail::wide<T>; \
    V result = Op::template over<detail::scope_of<G>, operation>(static_cast<V>(x)); \
    if constexpr (operation == 2 && Op::is_bound) result = detail::nearest<T>(result); \
    return static_cast<T>(result); \
  } \
  template <class G, class T, class Op, memory_scope = G::fence_scope, detail::only_if<detail::is_number<T>> = 0> \
  T name(G group, T x, __VA_ARGS__) { \
    return op(initial, name(group, x, op)); \
  }
SYP_ALGORITHM(reduce_over_group, 0, T initial, Op op)
SYP_ALGORITHM(inclusive_scan_over_group, 1, Op op, T initial)
SYP_ALGORITHM(exclusive_scan_over_group, 2, T initial, Op op)
#define SYP_EXCHANGE(name, builtin, G, position, index) \
  template <class T, int D = 1, detail::only_if<detail::is_number<T>> = 0> T name(G, T x, position) { \
    using V = detail::wide<T>; \
    return static_cast<T>(SYP_CALL_IN(V, Group##builtin, detail::scope_of<G>, static_cast<V>(x), index)); \
  }
SYP_EXCHANGE(group_broadcast, Broadcast, group<D>, typename detail::same<id<D>>::type at = {}, detail::spirv(at))
SYP_EXCHANGE(group_broadcast, Broadcast, sub_group, id<1> at = {}, static_cast<__UINT32_TYPE__>(at))
SYP_EXCHANGE(select_from_group, NonUniformShuffle, sub_group, id<1> at, static_cast<__UINT32_TYPE__>(at))
SYP_EXCHANGE(permute_group_by_xor, NonUniformShuffleXor, sub_group, id<1> mask, static_cast<__UINT32_TYPE__>(mask))
SYP_EXCHANGE(shift_group_right, NonUniformShuffleUp, sub_group, __UINT32_TYPE__ by = 1, by)
SYP_EXCHANGE(shift_group_left, NonUniformShuffleDown, sub_group, __UINT32_TYPE__ by = 1, by)

// ---------------------------------------------------------------- atomics on numbers of 32 and 64 bits
#define SYP_HOW memory_order order = Order, memory_scope scope = Scope
#define SYP_PLACE() object, detail::spirv(scope), detail::spirv(order)
#define SYP_PLACE_OF(part) object, detail::spirv(scope), detail::spirv(order, memory_order::part)
#define SYP_FETCH(name, S, U, F) \
  T fetch_##name(T x, SYP_HOW) const { \
    SYP_BY_TYPE(SYP_CALL, V, Atomic##S, Atomic##U, Atomic##F, SYP_PLACE(), static_cast<V>(x)); \
  }
// The last parameter is the address space that the program promises; code finds it out without.
template <class T, memory_order Order = memory_order::relaxed, memory_scope Scope = memory_scope::device, auto = 0>
class atomic_ref {
  static_assert(detail::is_number<T> && sizeof(T) >= 4, "atomic_ref is for numbers of 32 and 64 bits");
  using V = detail::wide<T>;
  using bits = detail::choose<sizeof(T) == 8, unsigned long, unsigned>;
  V *object;

public:
  using value_type = T;
  static constexpr memory_order default_read_modify_write_order = Order;
  static constexpr memory_scope default_scope = Scope;
  explicit atomic_ref(T &t) : object(reinterpret_cast<V *>(&t)) {
    if constexpr (sizeof(T) == 8) __sycl_passes_fact("uses_aspects", "atomic64"); // runtimes have numbers of their own
  }
  bool is_lock_free() const { return true; }
  T load(SYP_HOW) const { return SYP_CALL(V, AtomicLoad, SYP_PLACE_OF(acquire)); }
  void store(T x, SYP_HOW) const { SYP_CALL(void, AtomicStore, SYP_PLACE_OF(release), static_cast<V>(x)); }
  T exchange(T x, SYP_HOW) const { return SYP_CALL(V, AtomicExchange, SYP_PLACE(), static_cast<V>(x)); }
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
  T operator-=(T x) const { return fetch_sub(x) - x; }
  T operator&=(T x) const { return fetch_and(x) & x; }
  T operator|=(T x) const { return fetch_or(x) | x; }
  T operator^=(T x) const { return fetch_xor(x) ^ x; }
  T operator++() const { return fetch_add(1) + 1; }
  T operator--() const { return fetch_sub(1) - 1; }
  T operator++(int) const { return fetch_add(1); }
  T operator--(int) const { return fetch_sub(1); }
};
