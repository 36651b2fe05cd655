// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of kernels (sycl_ext_oneapi_properties, sycl_ext_oneapi_kernel_properties): sizes that a kernel requires,
// and hints. Facts about a kernel are stated in it, where the pass `sycl-front-end` finds them.
#pragma once
#include <cstddef>
#include <type_traits>
#include <sycl/detail/config.hpp>
#include <sycl/info.hpp>

#define SYCL_EXT_ONEAPI_PROPERTIES 1
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1

namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental {
#define SYCL_PASSES_FACT_OF(name, fact, type) \
  struct name##_key { \
    template <type... Values> struct value_t { \
      static_assert(((static_cast<unsigned long long>(Values) >> 32 == 0) && ...), \
                    "sizes of groups have 32 bits; expected at most 4294967295"); \
      using key_t = name##_key; \
      [[gnu::always_inline]] static void state() { SYCL_PASSES_FACT(fact, Values...); } \
    }; \
  }; \
  template <type... Values> inline constexpr name##_key::value_t<Values...> name{};
SYCL_PASSES_FACT_OF(work_group_size, "reqd_work_group_size", std::size_t)
SYCL_PASSES_FACT_OF(max_work_group_size, "max_work_group_size", std::size_t)
SYCL_PASSES_FACT_OF(sub_group_size, "reqd_sub_group_size", std::uint32_t)
SYCL_PASSES_FACT_OF(device_has, "device_has", aspect)
#undef SYCL_PASSES_FACT_OF
// Hints that a device may use to compile better; this one does not.
#define SYCL_PASSES_HINT(name, type) \
  struct name##_key { \
    template <type... Values> struct value_t { \
      using key_t = name##_key; \
      static void state() {} \
    }; \
  }; \
  template <type... Values> inline constexpr name##_key::value_t<Values...> name{};
SYCL_PASSES_HINT(work_group_size_hint, std::size_t)
SYCL_PASSES_HINT(min_work_groups_per_cu, std::size_t)
SYCL_PASSES_HINT(max_work_groups_per_mp, std::size_t)
SYCL_PASSES_HINT(max_linear_work_group_size, std::size_t)
#undef SYCL_PASSES_HINT

template <class... Properties> class properties {
public:
  constexpr explicit properties(const Properties &...) {}
  template <class Key> static constexpr bool has_property() { return (std::is_same_v<typename Properties::key_t, Key> || ...); }
  [[gnu::always_inline]] static void state() { (Properties::state(), ...); } // for this implementation
};
template <class... Properties> properties(const Properties &...) -> properties<Properties...>;
using empty_properties_t = properties<>;
}

namespace detail {
template <class T> struct is_kernel_properties : std::false_type {};
template <class... Properties>
struct is_kernel_properties<ext::oneapi::experimental::properties<Properties...>> : std::true_type {};

// A kernel's function that states its facts first. Its name is that of the function.
template <class Properties, class Function> struct with_facts {
  Function function;
  template <class... Args> [[gnu::always_inline]] auto operator()(Args &&...args) const
    -> decltype(function(std::forward<Args>(args)...)) {
    Properties::state();
    return function(std::forward<Args>(args)...);
  }
};
}
}}
