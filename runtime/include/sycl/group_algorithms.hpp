// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the items of a group or sub-group call together (sections 4.17.3 and 4.17.4), and members of sub_group
// of earlier versions.
//
// Operations that the passes' library knows are its functions, for numbers and element by element for vectors. For any
// other type and function, sub-groups exchange values in words, and groups combine what their sub-groups have.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <sycl/functional.hpp>
#include <sycl/items.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
template <class T> struct is_group : std::false_type {};
template <int Dimensions> struct is_group<group<Dimensions>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<T>::value;

namespace detail {
template <class Group> using only_group = only_if<is_group_v<bare<Group>>>;
template <class Group> using only_sub_group = only_if<std::is_same_v<bare<Group>, sub_group>>;
template <class Group> inline constexpr int scope_of = spirv(bare<Group>::fence_scope);

// The number of 32 or 64 bits that a number is exchanged as.
template <class T>
using wide = std::conditional_t<is_half<T>, float, std::conditional_t<std::is_floating_point_v<T>, T,
  std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 8, long, int>,
                     std::conditional_t<sizeof(T) == 8, unsigned long, unsigned>>>>;

// A value after an exchange: of numbers by one function, else of each word.
template <class T, class Exchange> T exchanged(const T &value, const Exchange &exchange) {
  static_assert(std::is_trivially_copyable_v<T> || std::is_trivially_copy_constructible_v<T>,
                "items can only exchange values that are trivially copyable");
  if constexpr (is_number<T>) {
    return static_cast<T>(exchange(static_cast<wide<T>>(value)));
  } else {
    constexpr size_t count = (sizeof(T) + 3) / 4;
    unsigned words[count] = {};
    T result = value;
    __builtin_memcpy(words, static_cast<const void *>(&value), sizeof(T));
    for (size_t n = 0; n < count; ++n) words[n] = exchange(words[n]);
    __builtin_memcpy(static_cast<void *>(&result), words, sizeof(T));
    return result;
  }
}

// Lists of values behind pointers of any kind.
template <class Pointer> using value_of = bare<decltype(*std::declval<const Pointer &>())>;
template <class Pointer> size_t distance(const Pointer &first, const Pointer &last) {
  return static_cast<size_t>(last - first);
}
}

// ---------------------------------------------------------------- barriers and votes
template <class Group, detail::only_group<Group> = 0>
void group_barrier(const Group &, memory_scope scope = Group::fence_scope) {
  detail::barrier<Group::fence_scope>(scope);
}
template <class Group, detail::only_group<Group> = 0> bool any_of_group(const Group &, bool is_true) {
  return SYP_CALL_IN(bool, GroupAny, detail::scope_of<Group>, is_true);
}
template <class Group, detail::only_group<Group> = 0> bool all_of_group(const Group &, bool is_true) {
  return SYP_CALL_IN(bool, GroupAll, detail::scope_of<Group>, is_true);
}
template <class Group, detail::only_group<Group> = 0> bool none_of_group(const Group &of, bool is_true) {
  return !any_of_group(of, is_true);
}
#define SYCL_PASSES_VOTE(name) \
  template <class Group, class T, class Predicate, detail::only_group<Group> = 0> \
  bool name##_of_group(const Group &of, const T &value, const Predicate &holds) { \
    return name##_of_group(of, static_cast<bool>(holds(value))); \
  }
SYCL_PASSES_VOTE(any) SYCL_PASSES_VOTE(all) SYCL_PASSES_VOTE(none)
#undef SYCL_PASSES_VOTE
template <class Group, class Pointer, class Predicate, detail::only_group<Group> = 0>
bool joint_any_of(const Group &of, Pointer first, Pointer last, const Predicate &holds) {
  bool found = false;
  for (size_t n = of.get_local_linear_id(), end = detail::distance(first, last), by = of.get_local_linear_range();
      n < end; n += by)
    found = found || holds(first[n]);
  return any_of_group(of, found);
}
template <class Group, class Pointer, class Predicate, detail::only_group<Group> = 0>
bool joint_all_of(const Group &of, Pointer first, Pointer last, const Predicate &holds) {
  bool found = true;
  for (size_t n = of.get_local_linear_id(), end = detail::distance(first, last), by = of.get_local_linear_range();
      n < end; n += by)
    found = found && holds(first[n]);
  return all_of_group(of, found);
}
template <class Group, class Pointer, class Predicate, detail::only_group<Group> = 0>
bool joint_none_of(const Group &of, Pointer first, Pointer last, const Predicate &holds) {
  return !joint_any_of(of, first, last, holds);
}

// ---------------------------------------------------------------- exchanges
#define SYCL_PASSES_EXCHANGE(name, builtin, parameter, index) \
  template <class Group, class T, detail::only_sub_group<Group> = 0> \
  T name(const Group &, const T &value, parameter) { \
    return detail::exchanged(value, [=](auto word) { \
      return SYP_CALL_IN(decltype(word), GroupNonUniform##builtin, detail::scope_of<Group>, word, \
          static_cast<unsigned>(index)); \
    }); \
  }
SYCL_PASSES_EXCHANGE(select_from_group, Shuffle, id<1> at, at[0])
SYCL_PASSES_EXCHANGE(permute_group_by_xor, ShuffleXor, std::uint32_t mask, mask)
SYCL_PASSES_EXCHANGE(shift_group_right, ShuffleUp, std::uint32_t by = 1, by)
SYCL_PASSES_EXCHANGE(shift_group_left, ShuffleDown, std::uint32_t by = 1, by)
#undef SYCL_PASSES_EXCHANGE

template <class Group, class T, detail::only_group<Group> = 0>
T group_broadcast(const Group &, const T &value, typename Group::id_type at) {
  return detail::exchanged(value, [=](auto word) {
    using result = decltype(word);
    [[maybe_unused]] constexpr int scope = detail::scope_of<Group>;
    if constexpr (std::is_same_v<Group, sub_group>)
      return SYP_CALL_IN(result, GroupBroadcast, scope, word, static_cast<unsigned>(at[0]));
    else if constexpr (Group::dimensions == 1)
      return SYP_CALL_IN(result, GroupBroadcast, scope, word, at[0]);
    else if constexpr (Group::dimensions == 2)
      return SYP_CALL_IN(result, GroupBroadcast, scope, word, __syp_size2{at[1], at[0]});
    else
      return SYP_CALL_IN(result, GroupBroadcast, scope, word, __syp_size3{at[2], at[1], at[0]});
  });
}
template <class Group, class T, detail::only_group<Group> = 0> T group_broadcast(const Group &of, const T &value) {
  return group_broadcast(of, value, typename Group::id_type());
}
// By the linear number of an item.
template <class Group, class T, class Number, detail::only_if<is_group_v<Group> && std::is_integral_v<Number>> = 0>
T group_broadcast(const Group &of, const T &value, Number number) {
  auto rest = static_cast<size_t>(number);
  typename Group::id_type at;
  if constexpr (Group::dimensions == 1) {
    at[0] = rest;
  } else {
    auto size = of.get_local_range();
    for (int d = Group::dimensions - 1; d >= 0; rest /= size[d], --d) at[d] = rest % size[d];
  }
  return group_broadcast(of, value, at);
}

// ---------------------------------------------------------------- reductions and scans
namespace detail {
// SPIR-V's group operations.
enum : int { reduction_of_group = 0, inclusive_scan_of_group = 1, exclusive_scan_of_group = 2 };

// If the library has the operation on such numbers.
template <class Function, class T> constexpr bool is_built_in() {
  if constexpr (!is_number<T>) return false;
  else {
    switch (known_operation<Function, T>()) {
    case operation::other: return false;
    case operation::plus: case operation::multiplies: return !std::is_same_v<T, bool>;
    case operation::logical_and: case operation::logical_or: return std::is_same_v<T, bool>;
    case operation::bit_and: case operation::bit_or: case operation::bit_xor: return std::is_integral_v<T>;
    default: return true;
    }
  }
}
template <operation Which, int Scope, int How, class V_> V_ combined(V_ value) {
#define SYCL_PASSES_CALL(name) return SYP_CALL_OVER(V_, Group##name, Scope, How, value)
#define SYCL_PASSES_BY_TYPE(S_, U_, F_) \
  if constexpr (std::is_floating_point_v<V_>) SYCL_PASSES_CALL(F_); \
  else if constexpr (std::is_signed_v<V_>) SYCL_PASSES_CALL(S_); \
  else SYCL_PASSES_CALL(U_)
  if constexpr (Which == operation::plus) { SYCL_PASSES_BY_TYPE(IAdd, IAdd, FAdd); }
  else if constexpr (Which == operation::multiplies) { SYCL_PASSES_BY_TYPE(IMulKHR, IMulKHR, FMulKHR); }
  else if constexpr (Which == operation::minimum) { SYCL_PASSES_BY_TYPE(SMin, UMin, FMin); }
  else if constexpr (Which == operation::maximum) { SYCL_PASSES_BY_TYPE(SMax, UMax, FMax); }
  else if constexpr (Which == operation::bit_and) SYCL_PASSES_CALL(BitwiseAndKHR);
  else if constexpr (Which == operation::bit_or) SYCL_PASSES_CALL(BitwiseOrKHR);
  else SYCL_PASSES_CALL(BitwiseXorKHR);
#undef SYCL_PASSES_BY_TYPE
#undef SYCL_PASSES_CALL
}
template <class Function, int Scope, int How, class T> T combined_numbers(T value) {
  constexpr operation which = known_operation<Function, T>();
  // Truth values are the numbers 0 and 1, or more.
  if constexpr (which == operation::logical_and) return combined<operation::minimum, Scope, How, unsigned>(value) != 0;
  else if constexpr (which == operation::logical_or)
    return combined<operation::maximum, Scope, How, unsigned>(value) != 0;
  else {
    auto result = combined<which, Scope, How>(static_cast<wide<T>>(value));
    // What an exclusive scan begins with is the wide type's; of a narrow signed type, it is the nearest number.
    if constexpr (How == exclusive_scan_of_group && std::is_signed_v<T> && sizeof(T) < 4 && !is_floating<T>) {
      if (result > std::numeric_limits<T>::max()) result = std::numeric_limits<T>::max();
      if (result < std::numeric_limits<T>::lowest()) result = std::numeric_limits<T>::lowest();
    }
    return static_cast<T>(result);
  }
}

// Memory of a group for one value of each of 32 sub-groups.
inline constexpr size_t slot_count = 32;
template <class T> T *slots_of_group() {
#ifdef __SYCL_DEVICE_ONLY__
  struct alignas(T) slot { unsigned char bytes[sizeof(T)]; };
  static __attribute__((opencl_local)) slot slots[slot_count];
  return reinterpret_cast<T *>(static_cast<slot *>(slots));
#else
  return on_the_host<T *>();
#endif
}

// Values of the first `count` items of a group, combined. `before` is for all but the first item, and `total` for each.
template <class T> struct scanned { T inclusive, before, total; };

template <class T, class Function>
scanned<T> scan_values(const sub_group &of, T value, const Function &function, size_t count) {
  const auto lane = of.get_local_linear_id();
  const auto most = static_cast<std::uint32_t>(of.get_max_local_range()[0]);
  for (std::uint32_t by = 1; by < most; by *= 2) {
    T other = shift_group_right(of, value, by);
    if (lane >= by && lane < count) value = function(other, value);
  }
  const size_t there = count < of.get_local_linear_range() ? count : of.get_local_linear_range();
  return {value, shift_group_right(of, value, 1), select_from_group(of, value, there > 0 ? there - 1 : 0)};
}
template <int Dimensions, class T, class Function>
scanned<T> scan_values(const group<Dimensions> &of, const T &value, const Function &function, size_t count) {
  const sub_group part;
  const size_t size = part.get_max_local_range()[0], number = part.get_group_linear_id(),
      parts = part.get_group_linear_range();
  const size_t first = number * size;
  scanned<T> own = scan_values(part, value, function, count > first ? count - first : 0);
  T *slots = slots_of_group<T>();
  T before = own.total, total = own.total; // of the sub-groups in front, and of all
  for (size_t begin = 0; begin < parts; begin += slot_count) {
    if (part.leader() && number >= begin && number < begin + slot_count) slots[number - begin] = own.total;
    group_barrier(of);
    for (size_t n = begin; n < parts && n < begin + slot_count && n * size < count; ++n) {
      total = n == 0 ? slots[0] : function(total, slots[n - begin]);
      if (n < number) before = total;
    }
    group_barrier(of);
  }
  if (number == 0) return {own.inclusive, own.before, total};
  return {static_cast<T>(function(before, own.inclusive)),
          part.leader() ? before : static_cast<T>(function(before, own.before)), total};
}
template <class T, class Function>
T reduce_values(const sub_group &of, T value, const Function &function, size_t count) {
  const auto lane = of.get_local_linear_id();
  const auto most = static_cast<std::uint32_t>(of.get_max_local_range()[0]);
  for (std::uint32_t by = 1; by < most; by *= 2) {
    T other = shift_group_left(of, value, by);
    if (lane % (2 * by) == 0 && lane + by < count && lane + by < of.get_local_linear_range())
      value = function(value, other);
  }
  return select_from_group(of, value, 0);
}
template <int Dimensions, class T, class Function>
T reduce_values(const group<Dimensions> &of, const T &value, const Function &function, size_t count) {
  const sub_group part;
  const size_t size = part.get_max_local_range()[0], number = part.get_group_linear_id(),
      parts = part.get_group_linear_range();
  const size_t first = number * size;
  T own = reduce_values(part, value, function, count > first ? count - first : 0);
  T *slots = slots_of_group<T>();
  T total = own;
  for (size_t begin = 0; begin < parts; begin += slot_count) {
    if (part.leader() && number >= begin && number < begin + slot_count) slots[number - begin] = own;
    group_barrier(of);
    for (size_t n = begin; n < parts && n < begin + slot_count && n * size < count; ++n)
      total = n == 0 ? slots[0] : function(total, slots[n - begin]);
    group_barrier(of);
  }
  return total;
}

// Any of the three, of any type. Without an initial value, exclusive scans need an identity.
template <int How, class Group, class T, class Function>
T over_group(const Group &of, const T &value, const Function &function) {
  if constexpr (is_built_in<Function, T>()) {
    return combined_numbers<Function, scope_of<Group>, How>(value);
  } else if constexpr (element<T>::is_vector && is_built_in<Function, typename element<T>::type>()) {
    T result = value;
    for (size_t n = 0; n < T::size(); ++n)
      result[static_cast<int>(n)] =
        combined_numbers<Function, scope_of<Group>, How, typename element<T>::type>(value[static_cast<int>(n)]);
    return result;
  } else if constexpr (How == reduction_of_group) {
    return reduce_values(of, value, function, of.get_local_linear_range());
  } else if constexpr (How == inclusive_scan_of_group) {
    return scan_values(of, value, function, of.get_local_linear_range()).inclusive;
  } else {
    static_assert(has_known_identity_v<Function, T>,
                  "an exclusive scan without an initial value needs a function object whose identity is known "
                  "(section 4.17.2); expected exclusive_scan_over_group(group, value, initial, function)");
    T before = scan_values(of, value, function, of.get_local_linear_range()).before;
    return of.leader() ? known_identity_v<Function, T> : before;
  }
}
}
template <class Group, class T, class Function, detail::only_group<Group> = 0>
T reduce_over_group(const Group &of, const T &value, const Function &function) {
  return detail::over_group<detail::reduction_of_group>(of, value, function);
}
template <class Group, class Value, class T, class Function, detail::only_group<Group> = 0>
T reduce_over_group(const Group &of, const Value &value, const T &initial, const Function &function) {
  return function(initial, reduce_over_group(of, static_cast<T>(value), function));
}
template <class Group, class T, class Function, detail::only_group<Group> = 0>
T inclusive_scan_over_group(const Group &of, const T &value, const Function &function) {
  return detail::over_group<detail::inclusive_scan_of_group>(of, value, function);
}
template <class Group, class Value, class Function, class T, detail::only_group<Group> = 0>
T inclusive_scan_over_group(const Group &of, const Value &value, const Function &function, const T &initial) {
  return function(initial, inclusive_scan_over_group(of, static_cast<T>(value), function));
}
template <class Group, class T, class Function, detail::only_group<Group> = 0>
T exclusive_scan_over_group(const Group &of, const T &value, const Function &function) {
  return detail::over_group<detail::exclusive_scan_of_group>(of, value, function);
}
template <class Group, class Value, class T, class Function, detail::only_group<Group> = 0>
T exclusive_scan_over_group(const Group &of, const Value &value, const T &initial, const Function &function) {
  auto own = static_cast<T>(value);
  if constexpr (has_known_identity_v<Function, T>) {
    return function(initial, exclusive_scan_over_group(of, own, function));
  } else {
    T before = detail::scan_values(of, own, function, of.get_local_linear_range()).before;
    return of.leader() ? initial : function(initial, before);
  }
}

// For lists: each item takes a part of them.
namespace detail {
template <class T, class Group, class Pointer, class Function>
T reduce_list(const Group &of, const Pointer &first, size_t count, const Function &function) {
  const size_t item = of.get_local_linear_id(), items = of.get_local_linear_range();
  T own = static_cast<T>(first[item < count ? item : 0]);
  for (size_t n = item + items; n < count; n += items) own = function(own, static_cast<T>(first[n]));
  if constexpr (is_built_in<Function, T>()) {
    if (item >= count) own = identity_of<T>(known_operation<Function, T>());
    return over_group<reduction_of_group>(of, own, function);
  } else {
    return reduce_values(of, own, function, count < items ? count : items);
  }
}
// `carry` has a value if `has_carry`; rounds of as many elements as the group has items.
template <bool IsInclusive, class Group, class In, class Out, class T, class Function>
Out scan_list(const Group &of, const In &first, size_t count, Out to, T carry, bool has_carry,
    const Function &function) {
  const size_t item = of.get_local_linear_id(), items = of.get_local_linear_range();
  for (size_t begin = 0; begin < count; begin += items) {
    const size_t there = count - begin < items ? count - begin : items;
    T own = static_cast<T>(first[begin + (item < there ? item : 0)]);
    scanned<T> round{own, own, own};
    if constexpr (is_built_in<Function, T>()) {
      if (item >= there) own = identity_of<T>(known_operation<Function, T>());
      round.inclusive = over_group<inclusive_scan_of_group>(of, own, function);
      if constexpr (!IsInclusive) round.before = over_group<exclusive_scan_of_group>(of, own, function);
      round.total = group_broadcast(of, round.inclusive, items - 1);
    } else {
      round = scan_values(of, own, function, there);
    }
    if (item < there) {
      if constexpr (IsInclusive) to[begin + item] = has_carry ? T(function(carry, round.inclusive)) : round.inclusive;
      else to[begin + item] = item == 0 ? carry : T(function(carry, round.before));
    }
    carry = has_carry ? T(function(carry, round.total)) : round.total;
    has_carry = true;
  }
  return to + static_cast<std::ptrdiff_t>(count);
}
}
template <class Group, class Pointer, class Function, detail::only_group<Group> = 0>
detail::value_of<Pointer> joint_reduce(const Group &of, Pointer first, Pointer last, const Function &function) {
  using value = detail::value_of<Pointer>;
  if constexpr (has_known_identity_v<Function, value>)
    if (first == last) return known_identity_v<Function, value>;
  return detail::reduce_list<value>(of, first, detail::distance(first, last), function);
}
template <class Group, class Pointer, class T, class Function, detail::only_group<Group> = 0>
T joint_reduce(const Group &of, Pointer first, Pointer last, T initial, const Function &function) {
  if (first == last) return initial;
  return function(initial, detail::reduce_list<T>(of, first, detail::distance(first, last), function));
}
template <class Group, class In, class Out, class T, class Function, detail::only_group<Group> = 0>
Out joint_exclusive_scan(const Group &of, In first, In last, Out to, T initial, const Function &function) {
  return detail::scan_list<false>(of, first, detail::distance(first, last), to, initial, true, function);
}
template <class Group, class In, class Out, class Function, detail::only_group<Group> = 0>
Out joint_exclusive_scan(const Group &of, In first, In last, Out to, const Function &function) {
  using value = detail::value_of<Out>;
  static_assert(has_known_identity_v<Function, value>,
                "joint_exclusive_scan without an initial value needs a function object whose identity is known "
                "(section 4.17.2); expected joint_exclusive_scan(group, first, last, result, initial, function)");
  return joint_exclusive_scan(of, first, last, to, known_identity_v<Function, value>, function);
}
template <class Group, class In, class Out, class Function, class T, detail::only_group<Group> = 0>
Out joint_inclusive_scan(const Group &of, In first, In last, Out to, const Function &function, T initial) {
  return detail::scan_list<true>(of, first, detail::distance(first, last), to, initial, true, function);
}
template <class Group, class In, class Out, class Function, detail::only_group<Group> = 0>
Out joint_inclusive_scan(const Group &of, In first, In last, Out to, const Function &function) {
  if (first == last) return to;
  return detail::scan_list<true>(of, first, detail::distance(first, last), to,
      static_cast<detail::value_of<Out>>(*first), false, function);
}

// ---------------------------------------------------------------- members of sub_group, of earlier versions
template <class T> T sub_group::shuffle(T value, id<1> at) const { return select_from_group(*this, value, at); }
template <class T> T sub_group::shuffle_down(T value, std::uint32_t by) const {
  return shift_group_left(*this, value, by);
}
template <class T> T sub_group::shuffle_up(T value, std::uint32_t by) const {
  return shift_group_right(*this, value, by);
}
template <class T> T sub_group::shuffle_xor(T value, id<1> mask) const {
  return permute_group_by_xor(*this, value, static_cast<std::uint32_t>(mask[0]));
}
template <class T> T sub_group::broadcast(T value, id<1> at) const { return group_broadcast(*this, value, at); }
inline bool sub_group::any(bool is_true) const { return any_of_group(*this, is_true); }
inline bool sub_group::all(bool is_true) const { return all_of_group(*this, is_true); }
template <class T, class... Rest> T sub_group::reduce(T value, const Rest &...rest) const {
  return reduce_over_group(*this, value, rest...);
}
template <class T, class... Rest> T sub_group::inclusive_scan(T value, const Rest &...rest) const {
  return inclusive_scan_over_group(*this, value, rest...);
}
template <class T, class... Rest> T sub_group::exclusive_scan(T value, const Rest &...rest) const {
  return exclusive_scan_over_group(*this, value, rest...);
}
template <int Elements, class Pointer> auto sub_group::load(Pointer from) const {
  auto *first = detail::raw_pointer(from) + get_local_linear_id();
  using result = vec<std::remove_cv_t<std::remove_pointer_t<decltype(first)>>, Elements>;
  const size_t step = get_max_local_range()[0];
  result all;
  for (int n = 0; n < Elements; ++n) all[n] = first[static_cast<size_t>(n) * step];
  return all;
}
template <int Elements, class Pointer, class Vector> void sub_group::store(Pointer to, const Vector &value) const {
  auto *first = detail::raw_pointer(to) + get_local_linear_id();
  const size_t step = get_max_local_range()[0];
  for (int n = 0; n < Elements; ++n) first[static_cast<size_t>(n) * step] = value[n];
}

// Names of the extensions that became section 4.17.
namespace ext::oneapi {
using sycl::group_barrier;
using sycl::all_of_group;
using sycl::any_of_group;
using sycl::none_of_group;
template <class Group, class... Arguments> auto broadcast(const Group &of, const Arguments &...rest) {
  return group_broadcast(of, rest...);
}
template <class Group, class... Arguments> auto reduce(const Group &of, const Arguments &...rest) {
  return reduce_over_group(of, rest...);
}
template <class Group, class... Arguments> auto inclusive_scan(const Group &of, const Arguments &...rest) {
  return inclusive_scan_over_group(of, rest...);
}
template <class Group, class... Arguments> auto exclusive_scan(const Group &of, const Arguments &...rest) {
  return exclusive_scan_over_group(of, rest...);
}
template <class Group> bool any_of(const Group &of, bool is_true) { return any_of_group(of, is_true); }
template <class Group> bool all_of(const Group &of, bool is_true) { return all_of_group(of, is_true); }
template <class Group> bool none_of(const Group &of, bool is_true) { return none_of_group(of, is_true); }
}
}}
SYCL_PASSES_INLINE_END
