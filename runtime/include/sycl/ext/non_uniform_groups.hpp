// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of sub-groups as groups: the extension sycl_ext_oneapi_non_uniform_groups, but for tangle_group. All items of
// the sub-group take part in functions of ballot_group and fixed_size_group.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <sycl/ext/sub_group_mask.hpp>
#include <sycl/group_algorithms.hpp>

#define SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS 1

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace detail {
// Items of a sub-group, a bit for each.
class part_of_sub_group {
protected:
  std::uint32_t lanes, number_of_parts, number;
  part_of_sub_group(std::uint32_t lanes, std::uint32_t parts, std::uint32_t number)
      : lanes(lanes), number_of_parts(parts), number(number) {}

public:
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  std::uint32_t get_group_linear_id() const { return number; }
  std::uint32_t get_group_linear_range() const { return number_of_parts; }
  std::uint32_t get_local_linear_id() const {
    return static_cast<std::uint32_t>(__builtin_popcount(lanes & ((1u << sub_group().get_local_linear_id()) - 1)));
  }
  std::uint32_t get_local_linear_range() const { return static_cast<std::uint32_t>(__builtin_popcount(lanes)); }
  id<1> get_group_id() const { return get_group_linear_id(); }
  range<1> get_group_range() const { return get_group_linear_range(); }
  id<1> get_local_id() const { return get_local_linear_id(); }
  range<1> get_local_range() const { return get_local_linear_range(); }
  range<1> get_max_local_range() const { return sub_group().get_max_local_range(); }
  bool leader() const { return get_local_linear_id() == 0; }
  // For this implementation.
  std::uint32_t get_lanes_() const { return lanes; }
  std::uint32_t get_lane_(std::uint32_t of) const { // the last one for numbers beyond it
    std::uint32_t rest = lanes;
    for (std::uint32_t n = 0; n < of && (rest & (rest - 1)); ++n) rest &= rest - 1;
    return static_cast<std::uint32_t>(__builtin_ctz(rest));
  }
};
inline std::uint32_t bits_of_mask(const ext::oneapi::sub_group_mask &mask) {
  std::uint32_t bits;
  mask.extract_bits(bits);
  return bits;
}
template <class Part> using only_part = only_if<std::is_base_of_v<part_of_sub_group, Part>>;
}
namespace ext::oneapi::experimental {
// The items for which the predicate has one value.
template <class Parent> class ballot_group : public detail::part_of_sub_group {
  static_assert(std::is_same_v<Parent, sub_group>, "a ballot_group is a part of a sub-group");

public:
  ballot_group(const sub_group_mask &those, bool is_true) // for this implementation
      : part_of_sub_group(detail::bits_of_mask(is_true ? those : ~those), 2, is_true) {}
};
template <class Parent> ballot_group<Parent> get_ballot_group(const Parent &of, bool is_true) {
  return {group_ballot(of, is_true), is_true};
}
// So many neighbours.
template <size_t Size, class Parent> class fixed_size_group : public detail::part_of_sub_group {
  static_assert(std::is_same_v<Parent, sub_group>, "a fixed_size_group is a part of a sub-group");
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
      "the size of a fixed_size_group is a power of two up to 32");

public:
  explicit fixed_size_group(const Parent &of)
      : part_of_sub_group((Size == 32 ? ~0u : (1u << Size % 32) - 1) << of.get_local_linear_id() / Size * Size,
                          static_cast<std::uint32_t>(of.get_local_linear_range() / Size),
                              static_cast<std::uint32_t>(of.get_local_linear_id() / Size)) {}
};
template <size_t Size, class Parent> fixed_size_group<Size, Parent> get_fixed_size_group(const Parent &of) {
  return fixed_size_group<Size, Parent>(of);
}
template <size_t Size, class Parent> fixed_size_group<Size, Parent> chunked_partition(const Parent &of) {
  return fixed_size_group<Size, Parent>(of);
}
// Which items come together is up to the implementation: here each is a group for itself, wherever it is.
class opportunistic_group : public detail::part_of_sub_group {
public:
  opportunistic_group() : part_of_sub_group(1u << sub_group().get_local_linear_id(), 1, 0) {}
};
namespace this_kernel { inline opportunistic_group get_opportunistic_group() { return {}; } }
namespace this_work_item { inline opportunistic_group get_opportunistic_group() { return {}; } }
template <class Parent> void get_tangle_group(const Parent &) {
  static_assert(detail::is_false<Parent>, "there is no tangle_group: which items are in one branch is not known on all "
                                          "devices; expected get_ballot_group with the condition of the branch");
}
}

namespace detail {
template <class Part>
inline constexpr bool is_of_one_item = std::is_same_v<Part, ext::oneapi::experimental::opportunistic_group>;
template <class Part, class T> T value_at(const Part &of, const T &value, std::uint32_t number) {
  if constexpr (is_of_one_item<Part>) return value;
  else return select_from_group(sub_group(), value, of.get_lane_(number));
}
// The values of the first `count` items combined; as many exchanges in all parts of a sub-group. `count` is 1 or more.
template <class Part, class T, class Function>
T combined_part(const Part &of, const T &value, const Function &function, std::uint32_t count) {
  if constexpr (is_of_one_item<Part>) {
    return value;
  } else {
    T total = value_at(of, value, 0);
    const auto most = static_cast<std::uint32_t>(of.get_max_local_range()[0]);
    for (std::uint32_t n = 1; n < most; ++n) {
      T next = value_at(of, value, n);
      if (n < count) total = function(total, next);
    }
    return total;
  }
}
}
template <class Part, detail::only_part<Part> = 0>
void group_barrier(const Part &, [[maybe_unused]] memory_scope scope = Part::fence_scope) {
  if constexpr (!detail::is_of_one_item<Part>) detail::barrier<memory_scope::sub_group>(scope);
}
template <class Part, detail::only_part<Part> = 0> bool any_of_group([[maybe_unused]] const Part &of, bool is_true) {
  if constexpr (detail::is_of_one_item<Part>) return is_true;
  else return detail::bits_of_mask(ext::oneapi::group_ballot(sub_group(), is_true)) & of.get_lanes_();
}
template <class Part, detail::only_part<Part> = 0> bool all_of_group(const Part &of, bool is_true) {
  return !any_of_group(of, !is_true);
}
template <class Part, detail::only_part<Part> = 0> bool none_of_group(const Part &of, bool is_true) {
  return !any_of_group(of, is_true);
}
template <class Part, class T, detail::only_part<Part> = 0>
T group_broadcast(const Part &of, const T &value, id<1> at = 0) {
  return detail::value_at(of, value, static_cast<std::uint32_t>(at[0]));
}
template <class Part, class T, detail::only_part<Part> = 0>
T select_from_group(const Part &of, const T &value, id<1> at) {
  return detail::value_at(of, value, static_cast<std::uint32_t>(at[0]));
}
template <class Part, class T, detail::only_part<Part> = 0>
T shift_group_left(const Part &of, const T &value, std::uint32_t by = 1) {
  return detail::value_at(of, value, of.get_local_linear_id() + by);
}
template <class Part, class T, detail::only_part<Part> = 0>
T shift_group_right(const Part &of, const T &value, std::uint32_t by = 1) {
  const std::uint32_t own = of.get_local_linear_id();
  return detail::value_at(of, value, own < by ? own : own - by);
}
template <class Part, class T, detail::only_part<Part> = 0>
T permute_group_by_xor(const Part &of, const T &value, std::uint32_t mask) {
  return detail::value_at(of, value, of.get_local_linear_id() ^ mask);
}
template <class Part, class T, class Function, detail::only_part<Part> = 0>
T reduce_over_group(const Part &of, const T &value, const Function &function) {
  return detail::combined_part(of, value, function, of.get_local_linear_range());
}
template <class Part, class Value, class T, class Function, detail::only_part<Part> = 0>
T reduce_over_group(const Part &of, const Value &value, const T &initial, const Function &function) {
  return function(initial, reduce_over_group(of, static_cast<T>(value), function));
}
template <class Part, class T, class Function, detail::only_part<Part> = 0>
T inclusive_scan_over_group(const Part &of, const T &value, const Function &function) {
  return detail::combined_part(of, value, function, of.get_local_linear_id() + 1);
}
template <class Part, class Value, class Function, class T, detail::only_part<Part> = 0>
T inclusive_scan_over_group(const Part &of, const Value &value, const Function &function, const T &initial) {
  return function(initial, inclusive_scan_over_group(of, static_cast<T>(value), function));
}
template <class Part, class Value, class T, class Function, detail::only_part<Part> = 0>
T exclusive_scan_over_group(const Part &of, const Value &value, const T &initial, const Function &function) {
  const std::uint32_t own = of.get_local_linear_id();
  T before = detail::combined_part(of, static_cast<T>(value), function, own > 0 ? own : 1);
  return own == 0 ? initial : static_cast<T>(function(initial, before));
}
template <class Part, class T, class Function, detail::only_part<Part> = 0>
T exclusive_scan_over_group(const Part &of, const T &value, const Function &function) {
  static_assert(has_known_identity_v<Function, T>, "an exclusive scan without an initial value needs a function object "
                                                   "whose identity is known (section 4.17.2)");
  return exclusive_scan_over_group(of, value, known_identity_v<Function, T>, function);
}
}}
SYCL_PASSES_INLINE_END
