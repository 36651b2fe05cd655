// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of a device that all its kernels share: the extension sycl_ext_oneapi_device_global, but for copies from and to
// the host, which the runtime has no call for.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>
#include <sycl/multi_ptr.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 { namespace ext::oneapi::experimental {
template <class T, class... Properties> class device_global {
  static_assert(std::is_trivially_destructible_v<T>, "the type of a device_global is not trivially destructible");
  using element = std::remove_all_extents_t<T>;
  T value{};

  // The host has a copy of its own, which no kernel sees.
  template <class Self> static auto &on_the_device([[maybe_unused]] Self &self) {
#ifdef __SYCL_DEVICE_ONLY__
    return self.value;
#else
    return *detail::on_the_host<decltype(&self.value)>();
#endif
  }
  template <class Given> static constexpr element converted(Given &&given) { return static_cast<element>(std::forward<Given>(given)); }

public:
  using type = std::remove_extent_t<T>;
  using element_type = type;
  constexpr device_global() = default;
  template <class... Initial, detail::only_if<(sizeof...(Initial) > 0) && (std::is_constructible_v<element, Initial> && ...) &&
                                              (std::is_array_v<T> || sizeof...(Initial) == 1)> = 0>
  constexpr device_global(Initial &&...initial) : value{converted(std::forward<Initial>(initial))...} {}
  template <class... Initial, detail::only_if<(sizeof...(Initial) > 1) && !std::is_array_v<T>> = 0, class = void>
  constexpr device_global(Initial &&...initial) : value{std::forward<Initial>(initial)...} {}
  device_global(const device_global &) = delete;
  device_global &operator=(const device_global &) = delete;

  T &get() noexcept { return on_the_device(*this); }
  const T &get() const noexcept { return on_the_device(*this); }
  operator T &() noexcept { return get(); }
  operator const T &() const noexcept { return get(); }
  template <access::decorated Decorated> multi_ptr<T, access::address_space::global_space, Decorated> get_multi_ptr() noexcept {
    return multi_ptr<T, access::address_space::global_space, Decorated>(&get());
  }
  template <access::decorated Decorated> multi_ptr<const T, access::address_space::global_space, Decorated> get_multi_ptr() const noexcept {
    return multi_ptr<const T, access::address_space::global_space, Decorated>(&get());
  }
  template <class Value, detail::only_if<std::is_assignable_v<T &, const Value &> && !std::is_array_v<T>> = 0>
  device_global &operator=(const Value &other) noexcept {
    get() = other;
    return *this;
  }
  template <class Same = T> auto operator[](std::ptrdiff_t at) noexcept -> decltype(std::declval<Same &>()[at]) { return get()[at]; }
  template <class Same = T> auto operator[](std::ptrdiff_t at) const noexcept -> decltype(std::declval<const Same &>()[at]) { return get()[at]; }
  template <class Same = T, detail::only_if<std::is_pointer_v<Same> || std::is_class_v<Same>> = 0> auto operator->() noexcept {
    if constexpr (std::is_pointer_v<Same>) return get();
    else return get().operator->();
  }
};
}}}
SYCL_PASSES_INLINE_END
