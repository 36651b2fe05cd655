// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension sycl_ext_oneapi_group_load_store: the items of a group load or store elements together. Here, each item
// loads its own; the properties that allow more are accepted.
#pragma once
#include <sycl/ext/kernel_properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/span.hpp>
#include <sycl/vec.hpp>

#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental {
enum class data_placement_enum { blocked, striped };
struct data_placement_key {
  template <data_placement_enum How> struct value_t {
    using key_t = data_placement_key;
    static constexpr data_placement_enum value = How;
    static void state() {}
  };
};
template <data_placement_enum How> inline constexpr data_placement_key::value_t<How> data_placement{};
inline constexpr data_placement_key::value_t<data_placement_enum::blocked> data_placement_blocked{};
inline constexpr data_placement_key::value_t<data_placement_enum::striped> data_placement_striped{};
#define SYCL_PASSES_PROMISE(name) \
  struct name##_key { \
    using key_t = name##_key; \
    using value_t = name##_key; \
    static void state() {} \
  }; \
  inline constexpr name##_key name{};
SYCL_PASSES_PROMISE(contiguous_memory) SYCL_PASSES_PROMISE(full_group)
#undef SYCL_PASSES_PROMISE
}

namespace detail {
template <class Property> inline constexpr bool is_striped = false;
template <> inline constexpr bool is_striped<
  ext::oneapi::experimental::data_placement_key::value_t<ext::oneapi::experimental::data_placement_enum::striped>> = true;
template <class Type> inline constexpr bool has_stripes = false;
template <class... Properties>
inline constexpr bool has_stripes<ext::oneapi::experimental::properties<Properties...>> =
  (is_striped<std::remove_cv_t<Properties>> || ...);
// Place of an element of this item in the group's memory.
template <class Properties, size_t Count, class Group> size_t place_in_group(const Group &of, size_t element) {
  const size_t item = of.get_local_linear_id();
  if constexpr (has_stripes<Properties>) return element * of.get_local_linear_range() + item;
  else return item * Count + element;
}
template <class Properties> using only_properties = only_if<is_kernel_properties<Properties>::value>;
}

namespace ext::oneapi::experimental {
using no_properties = properties<>;
template <class Group, class Pointer, class T, std::size_t Size, class Properties = no_properties,
          sycl::detail::only_group<Group> = 0, sycl::detail::only_properties<Properties> = 0>
void group_load(Group of, Pointer from, span<T, Size> to, Properties = Properties()) {
  static_assert(Size != dynamic_extent, "group_load needs a span whose number of elements is known to the compiler");
  for (std::size_t n = 0; n < Size; ++n)
    to[n] = static_cast<T>(from[sycl::detail::place_in_group<Properties, Size>(of, n)]);
}
template <class Group, class Pointer, class T, int Size, class Properties = no_properties,
          sycl::detail::only_group<Group> = 0, sycl::detail::only_properties<Properties> = 0>
void group_load(Group of, Pointer from, vec<T, Size> &to, Properties = Properties()) {
  for (int n = 0; n < Size; ++n)
    to[n] = static_cast<T>(
      from[sycl::detail::place_in_group<Properties, Size>(of, static_cast<std::size_t>(n))]);
}
template <class Group, class Pointer, class T, class Properties = no_properties, sycl::detail::only_group<Group> = 0,
          sycl::detail::only_properties<Properties> = 0,
          sycl::detail::only_if<sycl::detail::count_of<T> == 0 && !sycl::detail::is_span<T>::value> = 0>
void group_load(Group of, Pointer from, T &to, Properties = Properties()) {
  to = static_cast<T>(from[of.get_local_linear_id()]);
}
template <class Group, class T, std::size_t Size, class Pointer, class Properties = no_properties,
          sycl::detail::only_group<Group> = 0, sycl::detail::only_properties<Properties> = 0>
void group_store(Group of, span<T, Size> from, Pointer to, Properties = Properties()) {
  static_assert(Size != dynamic_extent, "group_store needs a span whose number of elements is known to the compiler");
  for (std::size_t n = 0; n < Size; ++n) to[sycl::detail::place_in_group<Properties, Size>(of, n)] = from[n];
}
template <class Group, class T, int Size, class Pointer, class Properties = no_properties,
          sycl::detail::only_group<Group> = 0, sycl::detail::only_properties<Properties> = 0>
void group_store(Group of, const vec<T, Size> &from, Pointer to, Properties = Properties()) {
  for (int n = 0; n < Size; ++n)
    to[sycl::detail::place_in_group<Properties, Size>(of, static_cast<std::size_t>(n))] = from[n];
}
template <class Group, class T, class Pointer, class Properties = no_properties, sycl::detail::only_group<Group> = 0,
          sycl::detail::only_properties<Properties> = 0,
          sycl::detail::only_if<sycl::detail::count_of<T> == 0 && !sycl::detail::is_span<T>::value> = 0>
void group_store(Group of, const T &from, Pointer to, Properties = Properties()) {
  to[of.get_local_linear_id()] = from;
}
}
}}
SYCL_PASSES_INLINE_END
