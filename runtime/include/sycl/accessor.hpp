// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of buffers (section 4.7.6): accessor for commands, host_accessor for the host. That of local memory is in
// local_accessor.hpp.
//
// An accessor that is made with a handler holds the address where the device finds the buffer, from its construction on;
// kernels get it byte by byte.
#pragma once
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <sycl/buffer.hpp>
#include <sycl/handler.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl { inline namespace _V1 {
template <class T, access::address_space Space> class atomic;

// Tags, from which the arguments of templates are deduced (section 4.7.6.3).
template <access_mode Mode, target Target = target::device> struct mode_tag_t { explicit mode_tag_t() = default; };
inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_tag_t<access_mode::write, target::host_task> write_only_host_task{};
inline constexpr mode_tag_t<access_mode::read_write, target::host_task> read_write_host_task{};
inline constexpr mode_tag_t<access_mode::read, target::constant_buffer> read_constant{};

namespace detail {
template <class T> struct tag_of { // of what is no tag
  static constexpr bool is_tag = false;
};
template <access_mode Mode, target Target> struct tag_of<mode_tag_t<Mode, Target>> {
  static constexpr bool is_tag = true;
  static constexpr access_mode mode = Mode;
  static constexpr target where = Target;
};
// The mode and target that the arguments of a constructor name.
template <class T, class... Args> constexpr access_mode mode_among() {
  access_mode mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write;
  auto look = [&](auto tag) {
    if constexpr (tag_of<typename decltype(tag)::type>::is_tag) mode = tag_of<typename decltype(tag)::type>::mode;
  };
  (look(std::common_type<bare<Args>>()), ...);
  return mode;
}
template <class... Args> constexpr target target_among() {
  target where = target::device;
  auto look = [&](auto tag) {
    if constexpr (tag_of<typename decltype(tag)::type>::is_tag) where = tag_of<typename decltype(tag)::type>::where;
  };
  (look(std::common_type<bare<Args>>()), ...);
  return where;
}
inline std::uint32_t runtime_mode(access_mode mode, bool has_no_init) {
  switch (mode) {
  case access_mode::read:
    if (has_no_init) refuse(errc::invalid, "found property::no_init for an accessor that reads; expected one that writes");
    return SYCL_RT_READ;
  case access_mode::write: return SYCL_RT_WRITE | (has_no_init ? SYCL_RT_DISCARD : 0);
  case access_mode::discard_write: return SYCL_RT_WRITE | SYCL_RT_DISCARD;
  case access_mode::discard_read_write: return SYCL_RT_READ_WRITE | SYCL_RT_DISCARD;
  default: return SYCL_RT_READ_WRITE | (has_no_init ? SYCL_RT_DISCARD : 0);
  }
}

SYCL_PASSES_INLINE_BEGIN
// Rest of a subscript in several dimensions.
template <class Self, int Dimensions, int Left> class row {
  const Self &of;
  size_t at;

public:
  row(const Self &of, size_t at) : of(of), at(at) {}
  decltype(auto) operator[](size_t index) const {
    size_t next = at * of.get_memory_range_()[Dimensions - Left] + index;
    if constexpr (Left == 1) return of.element_(next);
    else return row<Self, Dimensions, Left - 1>(of, next);
  }
};

// Walks over the range of an accessor in the order of its elements.
template <class Element, int Dimensions> class accessor_iterator {
  Element *data = nullptr; // of the accessor's first element
  range<Dimensions> whole, part;
  std::ptrdiff_t number = 0;

  Element &at(std::ptrdiff_t n) const {
    id<Dimensions> place;
    size_t rest = static_cast<size_t>(n);
    for (int d = Dimensions - 1; d > 0; --d) place[d] = rest % part[d], rest /= part[d];
    place[0] = rest;
    return data[linear<Dimensions>(place, whole)];
  }

public:
  using difference_type = std::ptrdiff_t;
  using value_type = std::remove_cv_t<Element>;
  using pointer = Element *;
  using reference = Element &;
  using iterator_category = std::random_access_iterator_tag;
  accessor_iterator() = default;
  accessor_iterator(Element *data, const range<Dimensions> &whole, const range<Dimensions> &part, std::ptrdiff_t number)
      : data(data), whole(whole), part(part), number(number) {}
  reference operator*() const { return at(number); }
  pointer operator->() const { return &at(number); }
  reference operator[](difference_type n) const { return at(number + n); }
  accessor_iterator &operator++() { ++number; return *this; }
  accessor_iterator &operator--() { --number; return *this; }
  accessor_iterator operator++(int) { accessor_iterator before = *this; ++number; return before; }
  accessor_iterator operator--(int) { accessor_iterator before = *this; --number; return before; }
  accessor_iterator &operator+=(difference_type n) { number += n; return *this; }
  accessor_iterator &operator-=(difference_type n) { number -= n; return *this; }
  friend accessor_iterator operator+(accessor_iterator a, difference_type n) { return a += n; }
  friend accessor_iterator operator+(difference_type n, accessor_iterator a) { return a += n; }
  friend accessor_iterator operator-(accessor_iterator a, difference_type n) { return a -= n; }
  friend difference_type operator-(const accessor_iterator &a, const accessor_iterator &b) { return a.number - b.number; }
  friend bool operator==(const accessor_iterator &a, const accessor_iterator &b) { return a.number == b.number; }
  friend bool operator!=(const accessor_iterator &a, const accessor_iterator &b) { return a.number != b.number; }
  friend bool operator<(const accessor_iterator &a, const accessor_iterator &b) { return a.number < b.number; }
  friend bool operator>(const accessor_iterator &a, const accessor_iterator &b) { return a.number > b.number; }
  friend bool operator<=(const accessor_iterator &a, const accessor_iterator &b) { return a.number <= b.number; }
  friend bool operator>=(const accessor_iterator &a, const accessor_iterator &b) { return a.number >= b.number; }
};

// The property that accessors have, if they have any (section 4.7.6.2).
template <class Property> Property property_of_accessor(bool has_no_init) {
  if constexpr (std::is_same_v<Property, property::no_init>)
    if (has_no_init) return {};
  throw exception(errc::invalid, "the accessor was made without the property that is asked for");
}

template <int Dimensions> struct view_arguments;
// Members that accessors of buffers have in common: where the elements are. With 0 dimensions there is one element.
template <class T, int Dimensions, access_mode Mode> class view {
protected:
  static constexpr int extents = Dimensions == 0 ? 1 : Dimensions;
  using element = std::conditional_t<Mode == access_mode::read, const T, T>;
  element *data = nullptr; // of the first element, which the offset says, and at which all indices begin
  range<extents> whole, part;
  id<extents> start;

  view() = default;
  view(element *data, const range<extents> &whole, const range<extents> &part, const id<extents> &start)
      : data(data), whole(whole), part(part), start(start) {}
  void point_at(void *first, const view_arguments<Dimensions> &given) {
    whole = given.whole, part = given.part, start = given.start;
    data = static_cast<element *>(first) + linear<extents>(start, whole);
  }

public:
  using value_type = element;
  using reference = element &;
  using const_reference = const T &;
  using iterator = accessor_iterator<element, extents>;
  using const_iterator = accessor_iterator<const T, extents>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<element, access::address_space::global_space, Decorated>;

  std::size_t size() const noexcept { return part.size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(T); }
  std::size_t max_size() const noexcept { return size(); }
  bool empty() const noexcept { return size() == 0; }
  std::size_t get_count() const { return size(); }
  std::size_t get_size() const { return byte_size(); }
  template <int Same = Dimensions, only_if<(Same > 0)> = 0> range<Same> get_range() const { return part; }
  template <int Same = Dimensions, only_if<(Same > 0)> = 0> id<Same> get_offset() const { return start; }

  template <int Same = Dimensions, only_if<(Same > 0)> = 0> decltype(auto) operator[](id<Same> at) const {
    return element_(linear<Same>(at, whole));
  }
  template <int Same = Dimensions, bool WithOffset, only_if<(Same > 0)> = 0>
  decltype(auto) operator[](const item<Same, WithOffset> &at) const {
    return element_(linear<Same>(at.get_id(), whole));
  }
  template <class Index, int Same = Dimensions,
            only_if<(Same > 0) && (std::is_arithmetic_v<Index> || std::is_enum_v<Index>)> = 0>
  decltype(auto) operator[](Index index) const {
    if constexpr (Same == 1) return element_(static_cast<size_t>(index));
    else return row<view, Dimensions, Dimensions - 1>(*this, static_cast<size_t>(index));
  }
  template <int Same = Dimensions, only_if<Same == 0> = 0> operator reference() const { return *data; }

  // The address of the first element of the buffer, whatever the offset is.
  std::add_pointer_t<element> get_pointer() const noexcept { return data - linear<extents>(start, whole); }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(get_pointer());
  }
  iterator begin() const noexcept { return {data, whole, part, 0}; }
  iterator end() const noexcept { return {data, whole, part, static_cast<std::ptrdiff_t>(size())}; }
  const_iterator cbegin() const noexcept { return {data, whole, part, 0}; }
  const_iterator cend() const noexcept { return {data, whole, part, static_cast<std::ptrdiff_t>(size())}; }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  // For this implementation.
  const range<extents> &get_memory_range_() const { return whole; }
  decltype(auto) element_(size_t at) const {
    if constexpr (Mode == access_mode::atomic) return atomic<T, access::address_space::global_space>(global_ptr<T>(data + at));
    else return static_cast<element &>(data[at]);
  }
};
SYCL_PASSES_INLINE_END

// The host's access to a buffer, until the last copy of what this gives is gone.
inline std::shared_ptr<void> begin_host_access(sycl_rt_buffer *to, std::uint32_t mode) {
  sycl_rt_event *access = nullptr;
  check(sycl_rt_host_access_begin(to, mode, &access));
  return {access, [](void *event) { sycl_rt_host_access_end(static_cast<sycl_rt_event *>(event)); }};
}

// Reads what constructors are given behind the buffer. An accessor with 0 dimensions has one element if the buffer has.
template <int Dimensions> struct view_arguments {
  static constexpr int extents = Dimensions == 0 ? 1 : Dimensions;
  range<extents> whole, part;
  id<extents> start;
  bool has_no_init = false;

  template <class Buffer, class... Args> explicit view_arguments(const Buffer &from, const Args &...args) {
    if constexpr (Dimensions == 0) whole = range<1>(from.size() == 0 ? 0 : 1);
    else whole = from.get_range();
    part = whole;
    (take(args), ...);
    for (int d = 0; d < extents; ++d)
      if (part[d] > whole[d] || start[d] > whole[d] - part[d])
        refuse(errc::invalid, "found an accessor that reaches beyond its buffer; expected its offset and range to lie in it");
  }

private:
  void take(const range<extents> &given) { part = given; }
  void take(const id<extents> &given) { start = given; }
  void take(const property::no_init &) { has_no_init = true; }
  void take(const property_list &given) { has_no_init |= given.has_property<property::no_init>(); }
  template <access_mode Mode, target Target> void take(const mode_tag_t<Mode, Target> &) {}
};
// If an accessor may see a buffer's elements, which may be constant, as its own.
template <class Element, class T, access_mode Mode> inline constexpr bool can_see =
  std::is_same_v<std::remove_const_t<Element>, std::remove_const_t<T>> &&
  (!std::is_const_v<Element> || std::is_const_v<T> || Mode == access_mode::read);
// Arguments that may stand behind the buffer in constructors. One offset needs a range before it.
template <class Argument, int Dimensions> inline constexpr bool is_view_argument =
  std::is_same_v<Argument, range<Dimensions>> || std::is_same_v<Argument, id<Dimensions>> || tag_of<Argument>::is_tag ||
  std::is_same_v<Argument, property::no_init> || std::is_same_v<Argument, property_list>;
}

SYCL_PASSES_INLINE_BEGIN
template <class T, int Dimensions = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
          target Target = target::device, access::placeholder IsPlaceholder = access::placeholder::false_t>
class accessor : public detail::view<std::remove_const_t<T>, Dimensions, Mode> {
  using base = detail::view<std::remove_const_t<T>, Dimensions, Mode>;
  using value = std::remove_const_t<T>;
  sycl_rt_buffer *of = nullptr; // for handler::require and what compares accessors; not used in kernels
  std::uint32_t mode = 0;
  bool is_for_later = false;
  template <class, int, access_mode, target, access::placeholder> friend class accessor;
  friend class handler;

  // Address on a device of what the host has at an address in the buffer, or the other way round. The distance need not
  // be a multiple of the size of an element.
  typename base::element *moved(const sycl_rt_device *from, const sycl_rt_device *to) const {
    void *here = nullptr, *there = nullptr;
    detail::check(sycl_rt_buffer_address(of, from, &here));
    detail::check(sycl_rt_buffer_address(of, to, &there));
    auto distance = reinterpret_cast<std::uintptr_t>(this->data) - reinterpret_cast<std::uintptr_t>(here);
    return reinterpret_cast<typename base::element *>(reinterpret_cast<std::uintptr_t>(there) + distance);
  }
  template <class Buffer, class... Args> void point_into(Buffer &from, const Args &...args) {
    const detail::view_arguments<Dimensions> given(from, args...);
    of = detail::buffer_access::handle(from);
    mode = detail::runtime_mode(Mode, given.has_no_init);
    this->point_at(detail::buffer_access::address(from), given);
  }
  template <class Buffer, class... Args> void open(Buffer &from, handler &in, const Args &...args) {
    point_into(from, args...);
    if constexpr (Target == target::device || Target == target::constant_buffer) {
      auto *there = moved(nullptr, detail::handler_access::device(in));
      detail::handler_access::add_moved(in, there, this->data);
      this->data = there;
    }
    detail::handler_access::add_access(in, of, mode, Target == target::device);
  }
  template <class Buffer, class... Args> void open_later(Buffer &from, const Args &...args) {
    is_for_later = true;
    point_into(from, args...);
    if constexpr (Target != target::host_buffer)
      detail::accessors_for_later().add({this->data, of, reinterpret_cast<char *>(&of) - reinterpret_cast<char *>(&this->data)});
  }

public:
  accessor() = default;
  // For a command group. What stands for a range or an offset is converted in the later forms, as a list in braces is.
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && (Dimensions == 0 || Same == Dimensions) &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  accessor(buffer<Element, Same, Allocator> &from, handler &in, const Args &...args) { open(from, in, args...); }
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && Same == Dimensions &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  accessor(buffer<Element, Same, Allocator> &from, handler &in, range<base::extents> part, const Args &...args) {
    open(from, in, part, args...);
  }
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && Same == Dimensions &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  accessor(buffer<Element, Same, Allocator> &from, handler &in, range<base::extents> part, id<base::extents> start,
           const Args &...args) {
    open(from, in, part, start, args...);
  }
  // A placeholder: handler::require names it for a command group.
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && (Dimensions == 0 || Same == Dimensions) &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  accessor(buffer<Element, Same, Allocator> &from, const Args &...args) { open_later(from, args...); }
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && Same == Dimensions &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  accessor(buffer<Element, Same, Allocator> &from, range<base::extents> part, const Args &...args) {
    open_later(from, part, args...);
  }
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && Same == Dimensions &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  accessor(buffer<Element, Same, Allocator> &from, range<base::extents> part, id<base::extents> start,
           const Args &...args) {
    open_later(from, part, start, args...);
  }
  // An accessor that reads converts from one that may write.
  template <class Other, access_mode OtherMode, target OtherTarget, access::placeholder OtherPlaceholder,
            detail::only_if<Mode == access_mode::read && std::is_same_v<std::remove_const_t<Other>, value> &&
                            (OtherMode == access_mode::read_write || (OtherMode == Mode && !std::is_same_v<Other, T>))> = 0>
  accessor(const accessor<Other, Dimensions, OtherMode, OtherTarget, OtherPlaceholder> &other)
      : base(other.data, other.whole, other.part, other.start), of(other.of), mode(other.mode), is_for_later(other.is_for_later) {}

  bool is_placeholder() const { return is_for_later; }
  template <class Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && (mode & SYCL_RT_DISCARD) != 0;
  }
  template <class Property> Property get_property() const {
    return detail::property_of_accessor<Property>(has_property<property::no_init>());
  }
  // From SYCL 1.2.1: on devices a multi_ptr, which converts to a pointer.
  auto get_pointer() const noexcept {
    if constexpr (Target == target::constant_buffer) return constant_ptr<value>(const_cast<value *>(base::get_pointer()));
    else if constexpr (Target == target::device) return global_ptr<std::remove_pointer_t<decltype(base::get_pointer())>>(base::get_pointer());
    else return base::get_pointer();
  }
  void swap(accessor &other) { std::swap(*this, other); }
  friend bool operator==(const accessor &a, const accessor &b) {
    return a.data == b.data && a.part == b.part && a.start == b.start && a.of == b.of;
  }
  friend bool operator!=(const accessor &a, const accessor &b) { return !(a == b); }
  template <int Same = Dimensions, detail::only_if<Same == 0 && Mode != access_mode::read> = 0>
  const accessor &operator=(const value &other) const {
    *this->data = other;
    return *this;
  }
};
SYCL_PASSES_INLINE_END
template <class T, int Dimensions, class Allocator, class... Args,
          detail::only_if<(detail::is_view_argument<Args, Dimensions> && ...)> = 0>
accessor(buffer<T, Dimensions, Allocator> &, handler &, const Args &...)
  -> accessor<std::conditional_t<detail::mode_among<T, Args...>() == access_mode::read, const T, T>, Dimensions,
              detail::mode_among<T, Args...>(), detail::target_among<Args...>(), access::placeholder::false_t>;
template <class T, int Dimensions, class Allocator, class... Args,
          detail::only_if<(detail::is_view_argument<Args, Dimensions> && ...)> = 0>
accessor(buffer<T, Dimensions, Allocator> &, const Args &...)
  -> accessor<std::conditional_t<detail::mode_among<T, Args...>() == access_mode::read, const T, T>, Dimensions,
              detail::mode_among<T, Args...>(), detail::target_among<Args...>(), access::placeholder::true_t>;

// The host reads and writes a buffer while it has such an accessor; commands that need the buffer wait for its end.
template <class T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_accessor : public detail::view<std::remove_const_t<T>, Dimensions, Mode> {
  using base = detail::view<std::remove_const_t<T>, Dimensions, Mode>;
  using value = std::remove_const_t<T>;
  std::shared_ptr<void> held; // the access; copies are the same one
  bool has_no_init = false;
  template <class, int, access_mode> friend class host_accessor;
  template <class Buffer, class... Args> void open(Buffer &from, const Args &...args) {
    const detail::view_arguments<Dimensions> given(from, args...);
    has_no_init = given.has_no_init;
    held = detail::begin_host_access(detail::buffer_access::handle(from), detail::runtime_mode(Mode, has_no_init));
    this->point_at(detail::buffer_access::address(from), given);
  }

public:
  host_accessor() = default;
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && (Dimensions == 0 || Same == Dimensions) &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  host_accessor(buffer<Element, Same, Allocator> &from, const Args &...args) { open(from, args...); }
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && Same == Dimensions &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  host_accessor(buffer<Element, Same, Allocator> &from, range<base::extents> part, const Args &...args) {
    open(from, part, args...);
  }
  template <class Element, class Allocator, int Same, class... Args,
            detail::only_if<detail::can_see<Element, T, Mode> && Same == Dimensions &&
                            (detail::is_view_argument<Args, base::extents> && ...)> = 0>
  host_accessor(buffer<Element, Same, Allocator> &from, range<base::extents> part, id<base::extents> start,
                const Args &...args) {
    open(from, part, start, args...);
  }
  template <class Other, access_mode OtherMode,
            detail::only_if<Mode == access_mode::read && std::is_same_v<std::remove_const_t<Other>, value> &&
                            (OtherMode == access_mode::read_write || (OtherMode == Mode && !std::is_same_v<Other, T>))> = 0>
  host_accessor(const host_accessor<Other, Dimensions, OtherMode> &other)
      : base(other.data, other.whole, other.part, other.start), held(other.held), has_no_init(other.has_no_init) {}
  template <class Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && has_no_init;
  }
  template <class Property> Property get_property() const { return detail::property_of_accessor<Property>(has_no_init); }
  void swap(host_accessor &other) { std::swap(*this, other); }
  friend bool operator==(const host_accessor &a, const host_accessor &b) { return a.held == b.held && a.part == b.part && a.start == b.start; }
  friend bool operator!=(const host_accessor &a, const host_accessor &b) { return !(a == b); }
  template <int Same = Dimensions, detail::only_if<Same == 0 && Mode != access_mode::read> = 0>
  const host_accessor &operator=(const value &other) const {
    *this->data = other;
    return *this;
  }
};
template <class T, int Dimensions, class Allocator, class... Args,
          detail::only_if<(detail::is_view_argument<Args, Dimensions> && ...)> = 0>
host_accessor(buffer<T, Dimensions, Allocator> &, const Args &...)
  -> host_accessor<std::conditional_t<detail::mode_among<T, Args...>() == access_mode::read, const T, T>, Dimensions,
                   detail::mode_among<T, Args...>()>;

// Name in SYCL 1.2.1 of an accessor of the host.
template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::host_buffer, IsPlaceholder> : public host_accessor<T, Dimensions, Mode> {
public:
  using host_accessor<T, Dimensions, Mode>::host_accessor;
  bool is_placeholder() const { return false; }
};

template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
struct is_property_of<property::no_init, accessor<T, Dimensions, Mode, Target, IsPlaceholder>> : std::true_type {};
template <class T, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_accessor<T, Dimensions, Mode>> : std::true_type {};

// ---------------------------------------------------------------- members of buffer that make accessors
template <class T, int Dimensions, class Allocator>
template <access_mode Mode, target Target, class... Args>
auto buffer<T, Dimensions, Allocator>::get_access(handler &in, Args... args) {
  return accessor<T, Dimensions, Mode, Target, access::placeholder::false_t>(*this, in, args...);
}
template <class T, int Dimensions, class Allocator>
template <access_mode Mode, class... Args>
auto buffer<T, Dimensions, Allocator>::get_access(Args... args) {
  return accessor<T, Dimensions, Mode, target::host_buffer, access::placeholder::false_t>(*this, args...);
}
template <class T, int Dimensions, class Allocator>
template <class... Args>
auto buffer<T, Dimensions, Allocator>::get_access(handler &in, const Args &...args) {
  return accessor(*this, in, args...);
}
template <class T, int Dimensions, class Allocator>
template <class... Args>
auto buffer<T, Dimensions, Allocator>::get_host_access(const Args &...args) {
  return host_accessor(*this, args...);
}

// ---------------------------------------------------------------- commands over accessors (section 4.9.4.3)
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
void handler::require(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &of) {
  if (!of.of) throw exception(errc::invalid, "found an accessor without a buffer; expected one that was made of a buffer");
  detail::handler_access::add_access(*this, of.of, of.mode, Target == target::device);
  auto *there = of.moved(nullptr, on);
  if (of.is_for_later && there != of.data) placeholders.push_back({of.data, there});
}

// Address of the buffer of an accessor on the device.
template <class Accessor> auto handler::there(const Accessor &of) const {
  return of.is_for_later ? of.moved(nullptr, on) : of.data;
}

// The accessor as the host finds the buffer, for what the host does in place of the device.
template <class Accessor> Accessor handler::on_host(Accessor of) const {
  if (!of.is_for_later) of.data = of.moved(on, nullptr);
  return of;
}

namespace detail {
// Copies between elements in the order of two ranges.
template <class From, class To> void copy_elements(From from, To to, size_t count) {
  for (size_t n = 0; n < count; ++n) to[static_cast<std::ptrdiff_t>(n)] = from[static_cast<std::ptrdiff_t>(n)];
}
template <class View> bool is_contiguous(const View &of) {
  return of.size() == of.get_memory_range_().size();
}
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class To>
void handler::copy(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &from, const std::shared_ptr<To> &to) {
  // The command keeps what it writes to.
  host_task([first = on_host(from).cbegin(), to, count = from.size()] {
    detail::copy_elements(first, static_cast<std::remove_const_t<T> *>(static_cast<void *>(to.get())), count);
  });
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class From>
void handler::copy(const std::shared_ptr<From> &from, const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &to) {
  static_assert(Mode != access_mode::read, "found an accessor that only reads as the target of a copy");
  host_task([from, first = on_host(to).begin(), count = to.size()] {
    detail::copy_elements(static_cast<const T *>(static_cast<const void *>(from.get())), first, count);
  });
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class To>
void handler::copy(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &from, To *to) {
  static_assert(Mode != access_mode::write && Mode != access_mode::discard_write, "found an accessor that only writes as the source of a copy");
  using value = std::remove_const_t<T>;
  auto *target = static_cast<value *>(static_cast<void *>(to));
  if (detail::is_contiguous(from)) memcpy(target, there(from), from.byte_size());
  else host_task([first = on_host(from).cbegin(), target, count = from.size()] { detail::copy_elements(first, target, count); });
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class From>
void handler::copy(const From *from, const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &to) {
  static_assert(Mode != access_mode::read, "found an accessor that only reads as the target of a copy");
  auto *source = static_cast<const T *>(static_cast<const void *>(from));
  if (detail::is_contiguous(to)) memcpy(there(to), source, to.byte_size());
  else host_task([source, first = on_host(to).begin(), count = to.size()] { detail::copy_elements(source, first, count); });
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder, class U_, int OtherDimensions,
          access_mode OtherMode, target OtherTarget, access::placeholder OtherP>
void handler::copy(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &from,
                   const accessor<U_, OtherDimensions, OtherMode, OtherTarget, OtherP> &to) {
  static_assert(OtherMode != access_mode::read, "found an accessor that only reads as the target of a copy");
  if (to.byte_size() < from.byte_size())
    throw exception(errc::invalid, "found a target that has fewer bytes than the source of a copy; expected as many or more");
  if (detail::is_contiguous(from) && detail::is_contiguous(to)) memcpy(there(to), there(from), from.byte_size());
  else host_task([first = on_host(from).cbegin(), target = on_host(to).begin(), count = from.size()] {
    detail::copy_elements(first, target, count);
  });
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
void handler::fill(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &to, const std::common_type_t<T> &pattern) {
  if (detail::is_contiguous(to)) fill<T>(static_cast<void *>(there(to)), pattern, to.size());
  else host_task([first = on_host(to).begin(), pattern, count = to.size()] {
    for (size_t n = 0; n < count; ++n) first[static_cast<std::ptrdiff_t>(n)] = pattern;
  });
}
template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
void handler::update_host(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &) {
  host_task([] {}); // which is done where the host finds the buffer
}
}}
template <class T, int Dimensions, sycl::access_mode Mode, sycl::target Target, sycl::access::placeholder IsPlaceholder>
struct std::hash<sycl::accessor<T, Dimensions, Mode, Target, IsPlaceholder>> {
  std::size_t operator()(const sycl::accessor<T, Dimensions, Mode, Target, IsPlaceholder> &one) const noexcept {
    return std::hash<const void *>()(one.get_pointer());
  }
};
template <class T, int Dimensions, sycl::access_mode Mode> struct std::hash<sycl::host_accessor<T, Dimensions, Mode>> {
  std::size_t operator()(const sycl::host_accessor<T, Dimensions, Mode> &one) const noexcept {
    return std::hash<const void *>()(one.get_pointer());
  }
};
