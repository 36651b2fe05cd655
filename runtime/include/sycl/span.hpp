// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of memory that another object owns (section 4.17.1): C++20's std::span, for C++17, too.
#pragma once
#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <sycl/detail/config.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);
template <class T, std::size_t Extent = dynamic_extent> class span;

namespace detail {
template <class Type> struct is_span : std::false_type {};
template <class T, size_t Extent> struct is_span<span<T, Extent>> : std::true_type {};
template <class Type> struct is_plain_array : std::is_array<Type> {};
template <class T, size_t Size> struct is_plain_array<std::array<T, Size>> : std::true_type {};
// If elements of one type can be seen as those of another: `const` may be added.
template <class From, class To> inline constexpr bool is_seen_as = std::is_convertible_v<From (*)[], To (*)[]>;
template <class Container> using data_of = std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>;
}

template <class T, std::size_t Extent> class span {
  T *first_element = nullptr;
  std::size_t count = Extent == dynamic_extent ? 0 : Extent;
  static constexpr bool is_dynamic = Extent == dynamic_extent;

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr std::size_t extent = Extent;

  template <std::size_t Same = Extent, detail::only_if<Same == 0 || Same == dynamic_extent> = 0>
  constexpr span() noexcept {}
  constexpr span(T *first, std::size_t count) : first_element(first), count(count) {}
  constexpr span(T *first, T *last) : first_element(first), count(static_cast<std::size_t>(last - first)) {}
  template <std::size_t Size, detail::only_if<is_dynamic || Size == Extent> = 0>
  constexpr span(T (&from)[Size]) noexcept : first_element(from), count(Size) {}
  template <class From, std::size_t Size,
            detail::only_if<(is_dynamic || Size == Extent) && detail::is_seen_as<From, T>> = 0>
  constexpr span(std::array<From, Size> &from) noexcept : first_element(from.data()), count(Size) {}
  template <class From, std::size_t Size,
            detail::only_if<(is_dynamic || Size == Extent) && detail::is_seen_as<const From, T>> = 0>
  constexpr span(const std::array<From, Size> &from) noexcept : first_element(from.data()), count(Size) {}
  template <class Container,
            detail::only_if<is_dynamic && !detail::is_span<Container>::value &&
                            !detail::is_plain_array<Container>::value &&
                            detail::is_seen_as<detail::data_of<Container>, T>> = 0>
  constexpr span(Container &from) : first_element(std::data(from)), count(std::size(from)) {}
  template <class Container,
            detail::only_if<is_dynamic && !detail::is_span<Container>::value &&
                            !detail::is_plain_array<Container>::value &&
                            detail::is_seen_as<detail::data_of<const Container>, T>> = 0>
  constexpr span(const Container &from) : first_element(std::data(from)), count(std::size(from)) {}
  template <class From, std::size_t Size,
            detail::only_if<(is_dynamic || Size == Extent || Size == dynamic_extent) && detail::is_seen_as<From, T>> = 0>
  constexpr span(const span<From, Size> &from) noexcept : first_element(from.data()), count(from.size()) {}

  constexpr std::size_t size() const noexcept { return is_dynamic ? count : Extent; }
  constexpr std::size_t size_bytes() const noexcept { return size() * sizeof(T); }
  constexpr bool empty() const noexcept { return size() == 0; }
  constexpr T *data() const noexcept { return first_element; }
  constexpr T &operator[](std::size_t index) const { return first_element[index]; }
  constexpr T &front() const { return first_element[0]; }
  constexpr T &back() const { return first_element[size() - 1]; }
  constexpr iterator begin() const noexcept { return first_element; }
  constexpr iterator end() const noexcept { return first_element + size(); }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  template <std::size_t Count> constexpr span<T, Count> first() const { return {first_element, Count}; }
  template <std::size_t Count> constexpr span<T, Count> last() const { return {end() - Count, Count}; }
  template <std::size_t Offset, std::size_t Count = dynamic_extent> constexpr auto subspan() const {
    constexpr std::size_t rest = Count != dynamic_extent ? Count : is_dynamic ? dynamic_extent : Extent - Offset;
    return span<T, rest>(first_element + Offset, Count != dynamic_extent ? Count : size() - Offset);
  }
  constexpr span<T> first(std::size_t number) const { return {first_element, number}; }
  constexpr span<T> last(std::size_t number) const { return {end() - number, number}; }
  constexpr span<T> subspan(std::size_t offset, std::size_t number = dynamic_extent) const {
    return {first_element + offset, number != dynamic_extent ? number : size() - offset};
  }
};
template <class T, std::size_t Size> span(T (&)[Size]) -> span<T, Size>;
template <class T, std::size_t Size> span(std::array<T, Size> &) -> span<T, Size>;
template <class T, std::size_t Size> span(const std::array<T, Size> &) -> span<const T, Size>;
template <class T> span(T *, std::size_t) -> span<T>;
template <class T> span(T *, T *) -> span<T>;
template <class Container> span(Container &) -> span<detail::data_of<Container>>;
template <class Container> span(const Container &) -> span<detail::data_of<const Container>>;

template <class T, std::size_t Extent> auto as_bytes(span<T, Extent> of) noexcept {
  constexpr std::size_t size = Extent == dynamic_extent ? dynamic_extent : Extent * sizeof(T);
  return span<const std::byte, size>(reinterpret_cast<const std::byte *>(of.data()), of.size_bytes());
}
template <class T, std::size_t Extent, detail::only_if<!std::is_const_v<T>> = 0>
auto as_writable_bytes(span<T, Extent> of) noexcept {
  constexpr std::size_t size = Extent == dynamic_extent ? dynamic_extent : Extent * sizeof(T);
  return span<std::byte, size>(reinterpret_cast<std::byte *>(of.data()), of.size_bytes());
}
}}
SYCL_PASSES_INLINE_END
