// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers that know their address space (section 4.7.7).
//
// The compiler finds address spaces out, so the pointer within is a plain one: a decorated type is the same as the one
// that is not, and remove_decoration has nothing to remove.
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <sycl/access.hpp>

SYCL_PASSES_INLINE_BEGIN
#ifdef __SYCL_DEVICE_ONLY__
// Null if the address is not in that memory. The number is SPIR-V's storage class.
SYP_BUILTIN(GenericCastToPtrExplicit_ToGlobal)
SYP_BUILTIN(GenericCastToPtrExplicit_ToLocal)
SYP_BUILTIN(GenericCastToPtrExplicit_ToPrivate)
#endif
namespace sycl { inline namespace _V1 {
template <class T> struct remove_decoration { using type = T; };
template <class T> using remove_decoration_t = typename remove_decoration<T>::type;

template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr;

namespace detail {
// Address spaces that can be in each other, without and with an explicit conversion.
constexpr bool is_global(access::address_space space) {
  return space == access::address_space::global_space ||
         space == access::address_space::ext_intel_global_device_space ||
         space == access::address_space::ext_intel_global_host_space;
}
constexpr bool is_within(access::address_space part, access::address_space whole) {
  if (part == whole) return true;
  if (whole == access::address_space::generic_space) return part != access::address_space::constant_space;
  if (whole == access::address_space::constant_space) return part == access::address_space::global_space;
  return whole == access::address_space::global_space && is_global(part);
}
constexpr bool can_be_cast(access::address_space from, access::address_space to) {
  return is_within(from, to) || is_within(to, from);
}
// Type of an accessor's get_multi_ptr.
template <class Accessor>
using pointer_of = decltype(std::declval<const Accessor &>().template get_multi_ptr<access::decorated::no>());
template <class Accessor>
using element_of = std::remove_pointer_t<decltype(std::declval<pointer_of<Accessor>>().get_raw())>;
}

template <class T, access::address_space Space, access::decorated Decorated> class multi_ptr {
  T *at = nullptr;

  template <class From> static constexpr bool is_from =
    std::is_convertible_v<From *, T *> && (std::is_same_v<std::remove_cv_t<From>, std::remove_cv_t<T>> ||
        std::is_void_v<T>);
  template <class From> static constexpr bool is_void_to =
    std::is_void_v<From> && !std::is_void_v<T> && (std::is_const_v<T> || !std::is_const_v<From>);

public:
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  static constexpr access::address_space address_space = Space;
  using value_type = T;
  using element_type = T;
  using pointer = T *;
  using reference = std::add_lvalue_reference_t<T>;
  using pointer_t = pointer;
  using const_pointer_t = const T *;
  using reference_t = reference;
  using const_reference_t = std::add_lvalue_reference_t<const T>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  constexpr multi_ptr() = default;
  constexpr multi_ptr(std::nullptr_t) {}
  // In SYCL 1.2.1's interface, pointers are converted.
  template <class From, detail::only_if<is_from<From> && Decorated == access::decorated::legacy> = 0>
  constexpr multi_ptr(From *from) : at(from) {}
  template <class From, detail::only_if<is_from<From> && Decorated != access::decorated::legacy> = 0, class = void>
  constexpr explicit multi_ptr(From *from) : at(from) {}
  template <class From, access::address_space Other, access::decorated Form,
            detail::only_if<is_from<From> && detail::is_within(Other, Space)> = 0>
  constexpr multi_ptr(const multi_ptr<From, Other, Form> &from) : at(from.get_raw()) {}
  template <class From, access::address_space Other, access::decorated Form,
            detail::only_if<(is_from<From> && !detail::is_within(Other, Space) && detail::is_within(Space, Other)) ||
                            (is_void_to<From> && detail::can_be_cast(Other, Space))> = 0, class = void>
  constexpr explicit multi_ptr(const multi_ptr<From, Other, Form> &from) : at(static_cast<T *>(from.get_raw())) {}
  template <class Accessor, detail::only_if<detail::is_within(detail::pointer_of<Accessor>::address_space, Space) &&
                                            is_from<detail::element_of<Accessor>>> = 0>
  multi_ptr(const Accessor &from) : at(from.template get_multi_ptr<access::decorated::no>().get_raw()) {}
  // Elements of constant memory need not be constant by their type.
  template <class Accessor, class Element = detail::element_of<Accessor>,
            detail::only_if<Space == access::address_space::constant_space && !is_from<Element> &&
                            is_from<std::remove_const_t<Element>>> = 0, class = void>
  multi_ptr(const Accessor &from)
      : at(const_cast<std::remove_const_t<Element> *>(from.template get_multi_ptr<access::decorated::no>().get_raw())) {}
  multi_ptr &operator=(std::nullptr_t) {
    at = nullptr;
    return *this;
  }

  constexpr pointer get() const { return at; }
  constexpr T *get_raw() const { return at; }
  constexpr pointer get_decorated() const { return at; }
  constexpr operator pointer() const { return at; }
  constexpr pointer operator->() const { return at; }
  constexpr reference operator*() const { return *at; }
  constexpr reference operator[](difference_type n) const { return at[n]; }

  multi_ptr &operator++() {
    ++at;
    return *this;
  }
  multi_ptr &operator--() {
    --at;
    return *this;
  }
  multi_ptr operator++(int) {
    multi_ptr before = *this;
    ++at;
    return before;
  }
  multi_ptr operator--(int) {
    multi_ptr before = *this;
    --at;
    return before;
  }
  multi_ptr &operator+=(difference_type n) {
    at += n;
    return *this;
  }
  multi_ptr &operator-=(difference_type n) {
    at -= n;
    return *this;
  }
  // A hint that costs more than it gives on the devices that there are.
  void prefetch(size_t) const {}

private:
  static constexpr multi_ptr of(T *from) {
    multi_ptr made;
    made.at = from;
    return made;
  }
  template <class U_, access::address_space S_, access::decorated D_, class Number>
  friend constexpr auto operator+(const multi_ptr<U_, S_, D_> &a, Number n)
    -> std::enable_if_t<std::is_integral_v<Number> && !std::is_void_v<U_>, multi_ptr<U_, S_, D_>>;
  template <class U_, access::address_space S_, access::decorated D_, class Number>
  friend constexpr auto operator-(const multi_ptr<U_, S_, D_> &a, Number n)
    -> std::enable_if_t<std::is_integral_v<Number> && !std::is_void_v<U_>, multi_ptr<U_, S_, D_>>;
};
template <class U_, access::address_space S_, access::decorated D_, class Number>
constexpr auto operator+(const multi_ptr<U_, S_, D_> &a, Number n)
  -> std::enable_if_t<std::is_integral_v<Number> && !std::is_void_v<U_>, multi_ptr<U_, S_, D_>> {
  return multi_ptr<U_, S_, D_>::of(a.get_raw() + n);
}
template <class U_, access::address_space S_, access::decorated D_, class Number>
constexpr auto operator-(const multi_ptr<U_, S_, D_> &a, Number n)
  -> std::enable_if_t<std::is_integral_v<Number> && !std::is_void_v<U_>, multi_ptr<U_, S_, D_>> {
  return multi_ptr<U_, S_, D_>::of(a.get_raw() - n);
}
template <class U_, access::address_space S_, access::decorated D_, class Number>
constexpr auto operator+(Number n, const multi_ptr<U_, S_, D_> &a)
  -> std::enable_if_t<std::is_integral_v<Number> && !std::is_void_v<U_>, multi_ptr<U_, S_, D_>> {
  return a + n;
}
template <class U_, class W_, access::address_space S_, access::address_space R_, access::decorated D_, access::decorated E_>
constexpr auto operator-(const multi_ptr<U_, S_, D_> &a, const multi_ptr<W_, R_, E_> &b)
  -> decltype(a.get_raw() - b.get_raw()) {
  return a.get_raw() - b.get_raw();
}

// With null, too. Templates, so that a plain pointer on one side makes it a comparison of plain pointers.
#define SYCL_PASSES_COMPARISON(op) \
  template <class U_, class W_, access::address_space S_, access::address_space R_, access::decorated D_, \
      access::decorated E_> \
  constexpr bool operator op(const multi_ptr<U_, S_, D_> &a, const multi_ptr<W_, R_, E_> &b) { \
    return a.get_raw() op b.get_raw(); \
  } \
  template <class U_, access::address_space S_, access::decorated D_> \
  constexpr bool operator op(const multi_ptr<U_, S_, D_> &a, std::nullptr_t) { \
    return reinterpret_cast<std::uintptr_t>(a.get_raw()) op std::uintptr_t(0); \
  } \
  template <class U_, access::address_space S_, access::decorated D_> \
  constexpr bool operator op(std::nullptr_t, const multi_ptr<U_, S_, D_> &b) { \
    return std::uintptr_t(0) op reinterpret_cast<std::uintptr_t>(b.get_raw()); \
  }
SYCL_PASSES_COMPARISON(==) SYCL_PASSES_COMPARISON(!=) SYCL_PASSES_COMPARISON(<) SYCL_PASSES_COMPARISON(>)
SYCL_PASSES_COMPARISON(<=) SYCL_PASSES_COMPARISON(>=)
#undef SYCL_PASSES_COMPARISON

template <class Accessor>
multi_ptr(const Accessor &)
  -> multi_ptr<detail::element_of<Accessor>, detail::pointer_of<Accessor>::address_space, access::decorated::no>;

template <class T, access::decorated Decorated = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, Decorated>;
template <class T> using constant_ptr = multi_ptr<T, access::address_space::constant_space, access::decorated::legacy>;
template <class T> using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <class T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <class T> using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <class T> using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <class T> using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <class T> using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <class T> using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <class T> using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;

// Null if the address is not in that memory.
template <access::address_space Space, access::decorated Decorated = access::decorated::no, class T>
multi_ptr<T, Space, Decorated> address_space_cast(T *from) {
  static_assert(Space != access::address_space::constant_space, "an address of constant memory is made by make_ptr");
  T *found = from;
#ifdef __SYCL_DEVICE_ONLY__
  using bare = std::remove_cv_t<T>;
  void *address = const_cast<bare *>(from);
  if constexpr (detail::is_global(Space))
    address = ::__syp_GenericCastToPtrExplicit_ToGlobal<__attribute__((opencl_global)) void *>(address, 5);
  else if constexpr (Space == access::address_space::local_space)
    address = ::__syp_GenericCastToPtrExplicit_ToLocal<__attribute__((opencl_local)) void *>(address, 4);
  else if constexpr (Space == access::address_space::private_space)
    address = ::__syp_GenericCastToPtrExplicit_ToPrivate<__attribute__((opencl_private)) void *>(address, 7);
  found = static_cast<bare *>(address);
#endif
  return multi_ptr<T, Space, Decorated>(found);
}
template <access::address_space Space, access::decorated Decorated = access::decorated::no, class T,
          access::address_space From, access::decorated Form>
multi_ptr<T, Space, Decorated> address_space_cast(const multi_ptr<T, From, Form> &from) {
  static_assert(detail::can_be_cast(From, Space), "address_space_cast: the two address spaces have nothing in common");
  return sycl::address_space_cast<Space, Decorated>(from.get_raw());
}
// From SYCL 1.2.1: the program promises where the address is.
template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
multi_ptr<T, Space, Decorated> make_ptr(T *from) {
  return multi_ptr<T, Space, Decorated>(from);
}

// The extension SYCL_EXT_ONEAPI_ADDRESS_CAST.
#define SYCL_EXT_ONEAPI_ADDRESS_CAST 1
namespace ext::oneapi::experimental {
template <access::address_space Space, access::decorated Decorated = access::decorated::no, class T>
multi_ptr<T, Space, Decorated> static_address_cast(T *from) {
  return multi_ptr<T, Space, Decorated>(from);
}
template <access::address_space Space, class T, access::decorated Form>
multi_ptr<T, Space, Form> static_address_cast(const multi_ptr<T, access::address_space::generic_space, Form> &from) {
  return multi_ptr<T, Space, Form>(from.get_raw());
}
template <access::address_space Space, access::decorated Decorated = access::decorated::no, class T>
multi_ptr<T, Space, Decorated> dynamic_address_cast(T *from) {
  return address_space_cast<Space, Decorated>(from);
}
template <access::address_space Space, class T, access::decorated Form>
multi_ptr<T, Space, Form> dynamic_address_cast(const multi_ptr<T, access::address_space::generic_space, Form> &from) {
  return address_space_cast<Space, Form>(from.get_raw());
}
}
}}
SYCL_PASSES_INLINE_END
