// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Function objects, and the identities that are known of them (section 4.17.2). Those of the standard library that do
// the same mean the same to group algorithms and reductions.
#pragma once
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>
#include <sycl/half.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
template <class T, int Elements> class vec;
template <class T, std::size_t Elements> class marray;

namespace detail {
// The type of a vector's elements; of anything else, itself.
template <class T> struct element { using type = T; static constexpr bool is_vector = false; };
template <class T> struct element_of_vector { using type = T; static constexpr bool is_vector = true; };
template <class T, int Elements> struct element<vec<T, Elements>> : element_of_vector<T> {};
template <class T, std::size_t Elements> struct element<marray<T, Elements>> : element_of_vector<T> {};

// For vectors and arrays, each element by itself.
template <class A_, class B_> using common_of = std::decay_t<decltype(false ? std::declval<A_>() : std::declval<B_>())>;
template <class T, class Less> constexpr T chosen(const T &a, const T &b, Less is_less) {
  if constexpr (element<T>::is_vector) {
    T all = a;
    for (int i = 0; i < static_cast<int>(T::size()); ++i)
      if (is_less(b[i], a[i])) all[i] = b[i];
    return all;
  } else {
    return is_less(b, a) ? b : a;
  }
}
template <class A_, class B_> constexpr auto lesser(const A_ &a, const B_ &b) -> common_of<A_, B_> {
  return chosen<common_of<A_, B_>>(a, b, [](const auto &x, const auto &y) { return x < y; });
}
template <class A_, class B_> constexpr auto greater(const A_ &a, const B_ &b) -> common_of<A_, B_> {
  return chosen<common_of<A_, B_>>(a, b, [](const auto &x, const auto &y) { return y < x; });
}
}
#define SYCL_PASSES_FUNCTION(name, expression) \
  template <class T = void> struct name { \
    constexpr T operator()(const T &a, const T &b) const { return static_cast<T>(expression); } \
  }; \
  template <> struct name<void> { \
    template <class A_, class B_> constexpr auto operator()(A_ &&a, B_ &&b) const -> std::decay_t<decltype(expression)> { \
      return expression; \
    } \
  };
SYCL_PASSES_FUNCTION(plus, a + b) SYCL_PASSES_FUNCTION(multiplies, a * b) SYCL_PASSES_FUNCTION(bit_and, a & b)
SYCL_PASSES_FUNCTION(bit_or, a | b) SYCL_PASSES_FUNCTION(bit_xor, a ^ b) SYCL_PASSES_FUNCTION(logical_and, a && b)
SYCL_PASSES_FUNCTION(logical_or, a || b) SYCL_PASSES_FUNCTION(minimum, detail::lesser(a, b))
SYCL_PASSES_FUNCTION(maximum, detail::greater(a, b))
#undef SYCL_PASSES_FUNCTION

namespace detail {
enum class operation { other, plus, multiplies, bit_and, bit_or, bit_xor, logical_and, logical_or, minimum, maximum };

// Operation of a function object, and its type; `void` if it is for any.
template <class Function> struct meaning {
  static constexpr operation which = operation::other;
  using operand = void;
};
#define SYCL_PASSES_MEANING(object, name) \
  template <class T> struct meaning<object<T>> { \
    static constexpr operation which = operation::name; \
    using operand = T; \
  };
SYCL_PASSES_MEANING(sycl::plus, plus) SYCL_PASSES_MEANING(std::plus, plus)
SYCL_PASSES_MEANING(sycl::multiplies, multiplies) SYCL_PASSES_MEANING(std::multiplies, multiplies)
SYCL_PASSES_MEANING(sycl::bit_and, bit_and) SYCL_PASSES_MEANING(std::bit_and, bit_and)
SYCL_PASSES_MEANING(sycl::bit_or, bit_or) SYCL_PASSES_MEANING(std::bit_or, bit_or)
SYCL_PASSES_MEANING(sycl::bit_xor, bit_xor) SYCL_PASSES_MEANING(std::bit_xor, bit_xor)
SYCL_PASSES_MEANING(sycl::logical_and, logical_and) SYCL_PASSES_MEANING(std::logical_and, logical_and)
SYCL_PASSES_MEANING(sycl::logical_or, logical_or) SYCL_PASSES_MEANING(std::logical_or, logical_or)
SYCL_PASSES_MEANING(sycl::minimum, minimum) SYCL_PASSES_MEANING(sycl::maximum, maximum)
#undef SYCL_PASSES_MEANING

template <class T> inline constexpr bool is_floating = std::is_floating_point_v<T> || is_half<T>;
template <class T> inline constexpr bool is_number = (std::is_arithmetic_v<T> || is_floating<T>) && sizeof(T) <= 8;

// The operation on values of type T that a function object is; `other` if the compiler does not know it.
template <class Function, class T> constexpr operation known_operation() {
  using how = meaning<std::remove_cv_t<Function>>;
  if constexpr (std::is_void_v<typename how::operand> || std::is_same_v<typename how::operand, T>) return how::which;
  else return operation::other;
}
template <class Function, class T> constexpr bool has_identity() {
  constexpr operation which = known_operation<Function, T>();
  using number = typename element<T>::type;
  if (!is_number<number>) return false;
  switch (which) {
  case operation::other: return false;
  case operation::bit_and: case operation::bit_or: case operation::bit_xor: return std::is_integral_v<number>;
  case operation::logical_and: case operation::logical_or: return std::is_same_v<T, bool>;
  default: return true;
  }
}
template <class Number> constexpr Number identity_of(operation which) {
  switch (which) {
  case operation::multiplies: return static_cast<Number>(1);
  case operation::logical_and: return static_cast<Number>(true);
  case operation::bit_and:
    if constexpr (std::is_same_v<Number, bool>) return true;
    else if constexpr (std::is_integral_v<Number>) return static_cast<Number>(~Number());
    else return Number();
  case operation::minimum:
    if constexpr (is_floating<Number>) return static_cast<Number>(__builtin_inf());
    else return std::numeric_limits<Number>::max();
  case operation::maximum:
    if constexpr (is_floating<Number>) return static_cast<Number>(-__builtin_inf());
    else return std::numeric_limits<Number>::lowest();
  default: return Number();
  }
}
template <class Function, class T, bool = has_identity<Function, T>()> struct identity {};
template <class Function, class T> struct identity<Function, T, true> {
  static constexpr T value = T(identity_of<typename element<T>::type>(known_operation<Function, T>()));
};
}
template <class Function, class T>
struct has_known_identity : std::bool_constant<detail::has_identity<Function, std::remove_cv_t<T>>()> {};
template <class Function, class T> inline constexpr bool has_known_identity_v = has_known_identity<Function, T>::value;
// Has a member `value` if has_known_identity says so.
template <class Function, class T> struct known_identity : detail::identity<Function, std::remove_cv_t<T>> {};
template <class Function, class T>
inline constexpr std::remove_cv_t<T> known_identity_v = known_identity<Function, T>::value;

namespace ext::oneapi {
using sycl::plus;
using sycl::multiplies;
using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::minimum;
using sycl::maximum;
}
}}
SYCL_PASSES_INLINE_END
