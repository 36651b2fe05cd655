// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of local memory (section 4.7.6.11): an offset into the memory of a group that is sized at the launch.
#pragma once
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <sycl/accessor.hpp>
#include <sycl/handler.hpp>
#include <sycl/multi_ptr.hpp>

SYCL_PASSES_INLINE_BEGIN
#ifdef __SYCL_DEVICE_ONLY__
extern "C" [[clang::sycl_external]] __attribute__((const)) __attribute__((opencl_local)) unsigned char *
__acpp_sscp_get_dynamic_local_memory() noexcept;
#endif
namespace sycl { inline namespace _V1 {
template <class T, int Dimensions = 1> class local_accessor;

namespace detail {
// Accessors start at multiples of this many bytes, so that neighbouring elements are accessed at once.
constexpr std::uint32_t local_alignment = 16;

template <class T> T *in_local_memory([[maybe_unused]] std::uint32_t offset) {
#ifdef __SYCL_DEVICE_ONLY__
  // The compiler does not know of the alignment otherwise.
  return static_cast<T *>(static_cast<void *>(__acpp_sscp_get_dynamic_local_memory() + (offset & -local_alignment)));
#else
  return on_the_host<T *>();
#endif
}

// Members that local accessors of all dimensions have in common.
template <class Self, class T> class local_memory {
  const Self &self() const { return static_cast<const Self &>(*this); }

protected:
  std::uint32_t offset = 0;
  static std::uint32_t place(handler &in, size_t count) {
    return handler_access::place(in, count * sizeof(T), alignof(T) > local_alignment ? alignof(T) : local_alignment);
  }

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  template <access::decorated Decorated> using accessor_ptr = local_ptr<T, Decorated>;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = size_t;
  static constexpr access_mode mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write;

  void swap(Self &other) { std::swap(static_cast<Self &>(*this), other); }
  size_t byte_size() const noexcept { return self().size() * sizeof(T); }
  size_t get_size() const noexcept { return byte_size(); }
  size_t get_count() const noexcept { return self().size(); }
  size_t max_size() const noexcept { return UINT32_MAX / sizeof(T); }
  bool empty() const noexcept { return self().size() == 0; }
  T *first_element() const { return in_local_memory<T>(offset); } // for this implementation
  local_ptr<T> get_pointer() const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    return first_element();
#else
    return nullptr; // programs of SYCL 1.2.1 ask on the host, too
#endif
  }
  template <access::decorated Decorated = access::decorated::legacy> local_ptr<T, Decorated>
  get_multi_ptr() const noexcept {
    return local_ptr<T, Decorated>(first_element());
  }
  iterator begin() const noexcept { return first_element(); }
  iterator end() const noexcept { return first_element() + self().size(); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }
};
}

template <class T, int Dimensions>
class local_accessor : public detail::local_memory<local_accessor<T, Dimensions>, T> {
  range<Dimensions> extents;
  template <class, int> friend class local_accessor;
  friend struct std::hash<local_accessor>;

public:
  local_accessor() = default;
  local_accessor(range<Dimensions> size, handler &in, const property_list & = {}) : extents(size) {
    this->offset = local_accessor::place(in, size.size());
  }
  template <class Other, detail::only_if<std::is_same_v<const Other, T> && !std::is_const_v<Other>> = 0>
  local_accessor(const local_accessor<Other, Dimensions> &from) : extents(from.extents) {
    this->offset = from.offset;
  }
  range<Dimensions> get_range() const { return extents; }
  size_t size() const noexcept { return extents.size(); }
  T &operator[](const id<Dimensions> &at) const { return element_(detail::linear<Dimensions>(at, extents)); }
  template <bool WithOffset> T &operator[](const item<Dimensions, WithOffset> &at) const {
    return (*this)[at.get_id()];
  }
  template <class Index, detail::only_if<std::is_arithmetic_v<Index> || std::is_enum_v<Index>> = 0>
  decltype(auto) operator[](Index index) const {
    if constexpr (Dimensions == 1) return element_(static_cast<size_t>(index));
    else return detail::row<local_accessor, Dimensions, Dimensions - 1>(*this, static_cast<size_t>(index));
  }
  // For this implementation.
  const range<Dimensions> &get_memory_range_() const { return extents; }
  T &element_(size_t at) const { return this->first_element()[at]; }
  friend bool operator==(const local_accessor &a, const local_accessor &b) {
    return a.offset == b.offset && a.extents == b.extents;
  }
  friend bool operator!=(const local_accessor &a, const local_accessor &b) { return !(a == b); }
};
// One element.
template <class T> class local_accessor<T, 0> : public detail::local_memory<local_accessor<T, 0>, T> {
  template <class, int> friend class local_accessor;
  friend struct std::hash<local_accessor>;

public:
  local_accessor() = default;
  local_accessor(handler &in, const property_list & = {}) { this->offset = local_accessor::place(in, 1); }
  template <class Other, detail::only_if<std::is_same_v<const Other, T> && !std::is_const_v<Other>> = 0>
  local_accessor(const local_accessor<Other, 0> &from) {
    this->offset = from.offset;
  }
  size_t size() const noexcept { return 1; }
  operator T &() const { return *this->first_element(); }
  template <class Value, detail::only_if<std::is_convertible_v<Value, T> && !std::is_const_v<T> &&
                                         !std::is_base_of_v<local_accessor, detail::bare<Value>>> = 0>
  const local_accessor &operator=(Value &&value) const {
    *this->first_element() = std::forward<Value>(value);
    return *this;
  }
  friend bool operator==(const local_accessor &a, const local_accessor &b) { return a.offset == b.offset; }
  friend bool operator!=(const local_accessor &a, const local_accessor &b) { return !(a == b); }
};

// The forms of SYCL 1.2.1.
template <class T, int Dimensions, access_mode Mode, access::placeholder Placeholder>
class accessor<T, Dimensions, Mode, target::local, Placeholder> : public local_accessor<T, Dimensions> {
public:
  using local_accessor<T, Dimensions>::local_accessor;
  using local_accessor<T, Dimensions>::operator=;
};
template <class T, int Dimensions, access::placeholder Placeholder>
class accessor<T, Dimensions, access_mode::atomic, target::local, Placeholder> : public local_accessor<T, Dimensions> {
  using base = local_accessor<T, Dimensions>;
  using element = atomic<T, access::address_space::local_space>;

public:
  using base::base;
  template <int Same = Dimensions, detail::only_if<Same == 0> = 0> operator element() const {
    return local_ptr<T>(this->first_element());
  }
  template <class Index, int Same = Dimensions, detail::only_if<std::is_convertible_v<Index, id<Same>>> = 0>
  element operator[](const Index &at) const {
    return element_(detail::linear<Dimensions>(id<Same>(at), this->get_memory_range_()));
  }
  template <int Same = Dimensions, detail::only_if<(Same > 1)> = 0> auto operator[](size_t at) const {
    return detail::row<accessor, Same, Same - 1>(*this, at);
  }
  element element_(size_t at) const { return local_ptr<T>(&base::element_(at)); } // for this implementation
};
}}
template <class T, int Dimensions> struct std::hash<sycl::local_accessor<T, Dimensions>> {
  std::size_t operator()(const sycl::local_accessor<T, Dimensions> &one) const noexcept { return one.offset; }
};
SYCL_PASSES_INLINE_END
