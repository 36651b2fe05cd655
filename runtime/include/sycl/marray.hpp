// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of numbers (section 4.14.3): of any number of elements, stored as std::array's.
#pragma once
#include <sycl/half.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
template <class T, std::size_t Size> class marray;

namespace detail {
template <class Type> struct array_of { static constexpr size_t count = 0; };
template <class T, size_t Size> struct array_of<marray<T, Size>> {
  static constexpr size_t count = Size;
  using element = T;
};
template <class Type> inline constexpr size_t array_count = array_of<Type>::count;

// The array that an operator with these operands gives; what is not an array converts to an element.
template <class First, class Second, size_t FirstCount = array_count<First>, size_t SecondCount = array_count<Second>>
struct array_operands {};
template <class T, size_t Size> struct array_operands<marray<T, Size>, marray<T, Size>, Size, Size> {
  using type = marray<T, Size>;
};
template <class T, class Second, size_t Size>
struct array_operands<marray<T, Size>, Second, Size, 0>
    : std::enable_if<std::is_convertible_v<const Second &, T>, marray<T, Size>> {};
template <class First, class T, size_t Size>
struct array_operands<First, marray<T, Size>, 0, Size>
    : std::enable_if<std::is_convertible_v<const First &, T>, marray<T, Size>> {};
template <class First, class Second> using array_result = typename array_operands<First, Second>::type;
template <class Value> using array_element = typename array_of<Value>::element;

template <class T, class Type> constexpr T array_lane(const Type &part, size_t index) {
  if constexpr (array_count<Type> != 0) return part[index];
  else return static_cast<T>(part);
}

// One text of the operators for all arrays, as for vectors.
class array_operators {
#define SYCL_PASSES_OPERATOR(op, condition) \
  template <class First, class Second, class Value = array_result<First, Second>, \
            only_if<condition<array_element<Value>>> = 0> \
  friend constexpr Value operator op(const First &a, const Second &b) { \
    using T = array_element<Value>; \
    Value all{}; \
    for (size_t i = 0; i < Value::size(); ++i) all[i] = static_cast<T>(array_lane<T>(a, i) op array_lane<T>(b, i)); \
    return all; \
  } \
  template <class T, size_t Size, class Second, class Value = array_result<marray<T, Size>, Second>, \
            only_if<condition<T>> = 0> \
  friend constexpr Value &operator op##=(marray<T, Size> &a, const Second &b) { return a = a op b; }
  template <class T> static constexpr bool always = true;
  template <class T> static constexpr bool not_real = !is_real<T>;
  SYCL_PASSES_OPERATOR(+, always) SYCL_PASSES_OPERATOR(-, always) SYCL_PASSES_OPERATOR(*, always)
  SYCL_PASSES_OPERATOR(/, always) SYCL_PASSES_OPERATOR(%, not_real) SYCL_PASSES_OPERATOR(&, not_real)
  SYCL_PASSES_OPERATOR(|, not_real) SYCL_PASSES_OPERATOR(^, not_real) SYCL_PASSES_OPERATOR(<<, not_real)
  SYCL_PASSES_OPERATOR(>>, not_real)
#undef SYCL_PASSES_OPERATOR
#define SYCL_PASSES_OPERATOR(op) \
  template <class First, class Second, class Value = array_result<First, Second>> \
  friend constexpr marray<bool, Value::size()> operator op(const First &a, const Second &b) { \
    using T = array_element<Value>; \
    marray<bool, Value::size()> all{}; \
    for (size_t i = 0; i < Value::size(); ++i) all[i] = array_lane<T>(a, i) op array_lane<T>(b, i); \
    return all; \
  }
  SYCL_PASSES_OPERATOR(==) SYCL_PASSES_OPERATOR(!=) SYCL_PASSES_OPERATOR(<) SYCL_PASSES_OPERATOR(>)
  SYCL_PASSES_OPERATOR(<=) SYCL_PASSES_OPERATOR(>=) SYCL_PASSES_OPERATOR(&&) SYCL_PASSES_OPERATOR(||)
#undef SYCL_PASSES_OPERATOR
#define SYCL_PASSES_OPERATOR(op, condition, result) \
  template <class T, size_t Size, only_if<condition<T>> = 0> \
  friend constexpr marray<result, Size> operator op(const marray<T, Size> &a) { \
    marray<result, Size> all{}; \
    for (size_t i = 0; i < Size; ++i) all[i] = static_cast<result>(op a[i]); \
    return all; \
  }
  SYCL_PASSES_OPERATOR(+, always, T) SYCL_PASSES_OPERATOR(-, always, T) SYCL_PASSES_OPERATOR(~, not_real, T)
  SYCL_PASSES_OPERATOR(!, always, bool)
#undef SYCL_PASSES_OPERATOR
#define SYCL_PASSES_OPERATOR(op) \
  template <class T, size_t Size> friend constexpr marray<T, Size> &operator op(marray<T, Size> &a) { \
    for (T &element : a) op element; \
    return a; \
  } \
  template <class T, size_t Size> friend constexpr marray<T, Size> operator op(marray<T, Size> &a, int) { \
    const marray<T, Size> before = a; \
    for (T &element : a) op element; \
    return before; \
  }
  SYCL_PASSES_OPERATOR(++) SYCL_PASSES_OPERATOR(--)
#undef SYCL_PASSES_OPERATOR
};

// The only element is a number.
template <class Self, class T, size_t Size> class array_of_one {};
template <class Self, class T> class array_of_one<Self, T, 1> {
public:
  constexpr operator T() const { return static_cast<const Self &>(*this)[0]; }
};
template <class T, size_t Size, class... Parts> constexpr bool are_array_parts() {
  if constexpr (sizeof...(Parts) == 0) return false;
  else if constexpr (sizeof...(Parts) == 1 && ((array_count<Parts> == 0) && ...))
    return Size == 1 && (std::is_convertible_v<const Parts &, T> && ...);
  else
    return ((array_count<Parts> == 0 ? std::is_convertible_v<const Parts &, T>
                                     : std::is_same_v<Parts, marray<T, array_count<Parts>>>) && ...) &&
           ((array_count<Parts> == 0 ? 1 : array_count<Parts>) + ...) == Size;
}
}

template <class T, std::size_t Size>
class marray : public detail::array_operators, public detail::array_of_one<marray<T, Size>, T, Size> {
  static_assert(Size > 0, "a sycl::marray has at least one element");
  T elements[Size];

  template <class Part> constexpr void put(std::size_t &at, const Part &part) {
    if constexpr (detail::array_count<Part> == 0) elements[at++] = static_cast<T>(part);
    else
      for (const T &element : part) elements[at++] = element;
  }

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;

  marray() = default;
  explicit constexpr marray(const T &all) : elements{} {
    for (T &element : elements) element = all;
  }
  template <class... Parts, detail::only_if<detail::are_array_parts<T, Size, Parts...>()> = 0>
  constexpr marray(const Parts &...parts) : elements{} {
    std::size_t at = 0;
    (put(at, parts), ...);
  }
  constexpr marray(const marray &) = default;
  constexpr marray(marray &&) = default;
  constexpr marray &operator=(const marray &) = default;
  constexpr marray &operator=(marray &&) = default;
  constexpr marray &operator=(const T &all) {
    for (T &element : elements) element = all;
    return *this;
  }

  static constexpr std::size_t size() noexcept { return Size; }
  constexpr reference operator[](std::size_t index) { return elements[index]; }
  constexpr const_reference operator[](std::size_t index) const { return elements[index]; }
  constexpr iterator begin() { return elements; }
  constexpr const_iterator begin() const { return elements; }
  constexpr iterator end() { return elements + Size; }
  constexpr const_iterator end() const { return elements + Size; }
};
template <class T, class... Same, detail::only_if<(std::is_same_v<T, Same> && ...)> = 0>
marray(T, Same...) -> marray<T, sizeof...(Same) + 1>;

#define SYCL_PASSES_ARRAYS(name, type) \
  using m##name##2 = marray<type, 2>; \
  using m##name##3 = marray<type, 3>; \
  using m##name##4 = marray<type, 4>; \
  using m##name##8 = marray<type, 8>; \
  using m##name##16 = marray<type, 16>;
SYCL_PASSES_ARRAYS(char, std::int8_t) SYCL_PASSES_ARRAYS(uchar, std::uint8_t) SYCL_PASSES_ARRAYS(short, std::int16_t)
SYCL_PASSES_ARRAYS(ushort, std::uint16_t) SYCL_PASSES_ARRAYS(int, std::int32_t) SYCL_PASSES_ARRAYS(uint, std::uint32_t)
SYCL_PASSES_ARRAYS(long, std::int64_t) SYCL_PASSES_ARRAYS(ulong, std::uint64_t) SYCL_PASSES_ARRAYS(half, half)
SYCL_PASSES_ARRAYS(float, float) SYCL_PASSES_ARRAYS(double, double) SYCL_PASSES_ARRAYS(bool, bool)
#undef SYCL_PASSES_ARRAYS
}}
SYCL_PASSES_INLINE_END
