// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges and ids (sections 4.9.1.1 to 4.9.1.3); the last dimension runs fastest.
#pragma once
#include <sycl/detail/config.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
template <int Dimensions = 1> class id;
template <int Dimensions = 1> class range;
template <int Dimensions = 1, bool WithOffset = true> class item;

namespace detail {
// Members that ids and ranges have in common. `Self` is the class itself.
template <class Self, int Dimensions> class coordinates {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "index spaces have 1, 2 or 3 dimensions");

protected:
  size_t values[Dimensions] = {};

public:
  static constexpr int dimensions = Dimensions;
  constexpr coordinates() = default;
  template <class... Numbers, only_if<sizeof...(Numbers) == Dimensions && (std::is_integral_v<Numbers> && ...)> = 0>
  constexpr coordinates(Numbers... numbers) : values{static_cast<size_t>(numbers)...} {}
  // Explicit: `1.5f * id<1>` is a product of numbers.
  template <class... Numbers, only_if<sizeof...(Numbers) == Dimensions && !(std::is_integral_v<Numbers> && ...) &&
                                      (std::is_convertible_v<Numbers, size_t> && ...)> = 0>
  explicit constexpr coordinates(Numbers... numbers) : values{static_cast<size_t>(numbers)...} {}
  constexpr size_t get(int d) const { return values[d]; }
  constexpr size_t &operator[](int d) { return values[d]; }
  constexpr size_t operator[](int d) const { return values[d]; }

  friend constexpr bool operator==(const Self &a, const Self &b) {
    for (int d = 0; d < Dimensions; ++d)
      if (a[d] != b[d]) return false;
    return true;
  }
  friend constexpr bool operator!=(const Self &a, const Self &b) { return !(a == b); }
  // With a number of any type, so that `id<1>` and its conversion to a number are not both candidates.
  template <class Number, only_if<std::is_integral_v<Number> && Dimensions == 1> = 0>
  friend constexpr bool operator==(const Self &a, Number b) { return a[0] == static_cast<size_t>(b); }
  template <class Number, only_if<std::is_integral_v<Number> && Dimensions == 1> = 0>
  friend constexpr bool operator!=(const Self &a, Number b) { return a[0] != static_cast<size_t>(b); }

#define SYCL_PASSES_OPERATOR(op) \
  friend constexpr Self operator op(const Self &a, const Self &b) { \
    Self result; \
    for (int d = 0; d < Dimensions; ++d) result[d] = a[d] op b[d]; \
    return result; \
  } \
  template <class Number, only_if<std::is_integral_v<Number>> = 0> \
  friend constexpr Self operator op(const Self &a, Number b) { \
    Self result; \
    for (int d = 0; d < Dimensions; ++d) result[d] = a[d] op static_cast<size_t>(b); \
    return result; \
  } \
  template <class Number, only_if<std::is_integral_v<Number>> = 0> \
  friend constexpr Self operator op(Number a, const Self &b) { \
    Self result; \
    for (int d = 0; d < Dimensions; ++d) result[d] = static_cast<size_t>(a) op b[d]; \
    return result; \
  }
  SYCL_PASSES_OPERATOR(+) SYCL_PASSES_OPERATOR(-) SYCL_PASSES_OPERATOR(*) SYCL_PASSES_OPERATOR(/)
  SYCL_PASSES_OPERATOR(%) SYCL_PASSES_OPERATOR(<<) SYCL_PASSES_OPERATOR(>>) SYCL_PASSES_OPERATOR(&)
  SYCL_PASSES_OPERATOR(|) SYCL_PASSES_OPERATOR(^) SYCL_PASSES_OPERATOR(&&) SYCL_PASSES_OPERATOR(||)
  SYCL_PASSES_OPERATOR(<) SYCL_PASSES_OPERATOR(>) SYCL_PASSES_OPERATOR(<=) SYCL_PASSES_OPERATOR(>=)
#undef SYCL_PASSES_OPERATOR
#define SYCL_PASSES_ASSIGNMENT(op) \
  friend constexpr Self &operator op##=(Self &a, const Self &b) { return a = a op b; } \
  friend constexpr Self &operator op##=(Self &a, const size_t &b) { return a = a op b; }
  SYCL_PASSES_ASSIGNMENT(+) SYCL_PASSES_ASSIGNMENT(-) SYCL_PASSES_ASSIGNMENT(*) SYCL_PASSES_ASSIGNMENT(/)
  SYCL_PASSES_ASSIGNMENT(%) SYCL_PASSES_ASSIGNMENT(<<) SYCL_PASSES_ASSIGNMENT(>>) SYCL_PASSES_ASSIGNMENT(&)
  SYCL_PASSES_ASSIGNMENT(|) SYCL_PASSES_ASSIGNMENT(^)
#undef SYCL_PASSES_ASSIGNMENT
#define SYCL_PASSES_UNARY(op) \
  friend constexpr Self operator op(const Self &a) { \
    Self result; \
    for (int d = 0; d < Dimensions; ++d) result[d] = op a[d]; \
    return result; \
  }
  SYCL_PASSES_UNARY(+) SYCL_PASSES_UNARY(-)
#undef SYCL_PASSES_UNARY
  friend constexpr Self &operator++(Self &a) { return a += size_t(1); }
  friend constexpr Self &operator--(Self &a) { return a -= size_t(1); }
  friend constexpr Self operator++(Self &a, int) { Self before = a; a += size_t(1); return before; }
  friend constexpr Self operator--(Self &a, int) { Self before = a; a -= size_t(1); return before; }
};

// In one dimension, ids and items are numbers.
template <class Self, int Dimensions> class as_number {};
template <class Self> class as_number<Self, 1> {
public:
  constexpr operator std::size_t() const { return static_cast<const Self &>(*this)[0]; }
};

// The number of an element in memory with so many elements in each dimension.
template <int Dimensions, class Id, class Range> constexpr size_t linear(const Id &at, const Range &size) {
  size_t number = at[0];
  for (int d = 1; d < Dimensions; ++d) number = number * size[d] + at[d];
  return number;
}
}

template <int Dimensions> class range : public detail::coordinates<range<Dimensions>, Dimensions> {
public:
  using detail::coordinates<range, Dimensions>::coordinates;
  constexpr size_t size() const {
    size_t product = 1;
    for (size_t extent : this->values) product *= extent;
    return product;
  }
};

template <int Dimensions>
class id : public detail::coordinates<id<Dimensions>, Dimensions>, public detail::as_number<id<Dimensions>, Dimensions> {
public:
  using detail::coordinates<id, Dimensions>::coordinates;
  constexpr id(const range<Dimensions> &size) {
    for (int d = 0; d < Dimensions; ++d) this->values[d] = size[d];
  }
  template <bool WithOffset> constexpr id(const item<Dimensions, WithOffset> &of) : id(of.get_id()) {}
  explicit constexpr operator range<Dimensions>() const {
    range<Dimensions> size;
    for (int d = 0; d < Dimensions; ++d) size[d] = this->values[d];
    return size;
  }
};
range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;
id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

template <int Dimensions = 1> class nd_range {
  range<Dimensions> global, local;
  id<Dimensions> offset;

public:
  static constexpr int dimensions = Dimensions;
  constexpr nd_range(range<Dimensions> global, range<Dimensions> local, id<Dimensions> offset = {})
      : global(global), local(local), offset(offset) {}
  constexpr range<Dimensions> get_global_range() const { return global; }
  constexpr range<Dimensions> get_local_range() const { return local; }
  constexpr range<Dimensions> get_group_range() const { return global / local; }
  constexpr id<Dimensions> get_offset() const { return offset; }
  friend constexpr bool operator==(const nd_range &a, const nd_range &b) {
    return a.global == b.global && a.local == b.local && a.offset == b.offset;
  }
  friend constexpr bool operator!=(const nd_range &a, const nd_range &b) { return !(a == b); }
};
nd_range(std::size_t, std::size_t) -> nd_range<1>;
}}
SYCL_PASSES_INLINE_END
