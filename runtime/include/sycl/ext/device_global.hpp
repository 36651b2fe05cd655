// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of a device that all its kernels share: the extension sycl_ext_oneapi_device_global. The pass
// `sycl-front-end` finds them by what their initializers say (docs/front-end.md); queues and handlers copy to and from
// them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <string>
#include <utility>
#include <sycl/detail/runtime.hpp>
#include <sycl/ext/kernel_properties.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1

#ifdef __SYCL_DEVICE_ONLY__
// Address of the value of a device global. The pass gives it a body; until then no optimizer knows what it reads.
[[clang::sycl_external, gnu::const]] void *__sycl_passes_device_global(const void *object) noexcept;
[[clang::sycl_external, gnu::const]] void *__sycl_passes_device_global_of_image(const void *object) noexcept;
#endif

namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental {
#define SYCL_PASSES_GLOBAL_PROPERTY(name, type) \
  struct name##_key { \
    template <type Value> struct value_t { \
      using key_t = name##_key; \
      static constexpr type value = Value; \
    }; \
  };
enum class host_access_enum : std::uint16_t { read, write, read_write, none };
enum class init_mode_enum : std::uint16_t { reprogram, reset };
SYCL_PASSES_GLOBAL_PROPERTY(host_access, host_access_enum)
SYCL_PASSES_GLOBAL_PROPERTY(init_mode, init_mode_enum)
SYCL_PASSES_GLOBAL_PROPERTY(implement_in_csr, bool)
#undef SYCL_PASSES_GLOBAL_PROPERTY
struct device_image_scope_key {
  using key_t = device_image_scope_key;
  using value_t = device_image_scope_key;
};
inline constexpr device_image_scope_key device_image_scope{};
template <host_access_enum Access> inline constexpr host_access_key::value_t<Access> host_access{};
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read{};
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write{};
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write{};
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none{};
template <init_mode_enum Mode> inline constexpr init_mode_key::value_t<Mode> init_mode{};
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram> init_mode_reprogram{};
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset{};
template <bool IsOn> inline constexpr implement_in_csr_key::value_t<IsOn> implement_in_csr{};
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on{};
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off{};
template <class T, class Properties> class device_global;
}

namespace detail {
// Place of the definition of a variable: the host and the device pass agree about it, also for variables whose names a
// unit has for itself. Used as a default argument it is the place of the variable.
class place_of_variable {
  static constexpr std::uint64_t add(std::uint64_t hash, const char *text) {
    for (; *text; ++text) hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3; // FNV-1a
    return hash * 0x100000001b3;
  }

public:
  std::uint64_t hash;
  static constexpr place_of_variable current(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                                             unsigned column = __builtin_COLUMN(), const char *unit = __BASE_FILE__) {
    std::uint64_t hash = add(add(0xcbf29ce484222325, file), unit);
    for (unsigned number : {line, column}) hash = (hash ^ number) * 0x100000001b3;
    return {hash};
  }
};

// Facts that the pass reads in the initializer of a device global (docs/front-end.md).
struct device_global_facts {
  static constexpr std::uint64_t number = 0x6c61626f6c673231;
  std::uint64_t magic;  // the number
  std::uint64_t size;   // bytes of the value
  std::uint64_t offset; // of the value
  std::uint64_t place;
  std::uint32_t is_of_image, host_access, init_mode, in_csr; // of the properties; 4 for one that is not there
};

// The global of all images of a program: a place for the address of the value, which kernels read, and what the value
// begins with.
template <class T, bool IsOfImage> struct device_global_storage {
  mutable const void *memory = nullptr;
  device_global_facts facts;
  T value;

  static constexpr std::uint64_t offset() {
    return (sizeof(void *) + sizeof(device_global_facts) + alignof(T) - 1) / alignof(T) * alignof(T);
  }
  template <class... Initial>
  constexpr device_global_storage(const device_global_facts &facts, Initial &&...initial)
      : facts(facts), value{std::forward<Initial>(initial)...} {}
};
// The global of one image, which has the value.
template <class T> struct device_global_storage<T, true> {
  T value;
  device_global_facts facts;

  static constexpr std::uint64_t offset() { return 0; }
  template <class... Initial>
  constexpr device_global_storage(const device_global_facts &facts, Initial &&...initial)
      : value{std::forward<Initial>(initial)...}, facts(facts) {}
};

template <class Key> struct value_of_key {
  static constexpr std::uint32_t of() { return 4; }
  template <class First, class... Rest> static constexpr std::uint32_t of(const First *, const Rest *...rest) {
    if constexpr (std::is_same_v<typename First::key_t, Key>) return static_cast<std::uint32_t>(First::value);
    else return of(rest...);
  }
};
template <class Properties> struct device_global_properties;
template <class... Properties>
struct device_global_properties<ext::oneapi::experimental::properties<Properties...>> {
  template <class Key> static constexpr bool has = (std::is_same_v<typename Properties::key_t, Key> || ...);
  template <class Key> static constexpr auto get() {
    static_assert(has<Key>, "found a property that the device_global does not have; expected one of its list");
    return find<Key>(static_cast<const Properties *>(nullptr)...);
  }
  template <class Key>
  static constexpr std::uint32_t number = value_of_key<Key>::of(static_cast<const Properties *>(nullptr)...);

private:
  template <class Key, class First, class... Rest> static constexpr auto find(const First *, const Rest *...rest) {
    if constexpr (std::is_same_v<typename First::key_t, Key>) return First{};
    else return find<Key>(rest...);
  }
};
struct device_global_access;
}

SYCL_PASSES_INLINE_BEGIN
namespace ext::oneapi::experimental {
template <class T, class Properties = empty_properties_t> class device_global {
  static_assert(std::is_trivially_destructible_v<T>, "found a device_global of a type whose destructor is not trivial; "
                                                     "expected a type that is trivially destructible");
  using element = std::remove_all_extents_t<T>;
  using known = detail::device_global_properties<Properties>;
  static constexpr bool is_of_image = known::template has<device_image_scope_key>;
  using place = detail::place_of_variable;
  using storage = detail::device_global_storage<T, is_of_image>;
  friend struct detail::device_global_access;

  // The first element of an array, and where the variable is.
  struct first {
    element value;
    place at;
    template <class Value, detail::only_if<std::is_convertible_v<Value &&, element>> = 0>
    constexpr first(Value &&value, place at = place::current())
        : value(static_cast<element>(std::forward<Value>(value))), at(at) {}
  };
  template <class Last>
  static constexpr bool is_value = !std::is_array_v<T> && !std::is_same_v<detail::bare<Last>, place>;

  storage stored;

  static constexpr detail::device_global_facts facts(place at) {
    return {detail::device_global_facts::number, sizeof(T), storage::offset(), at.hash, is_of_image,
            known::template number<host_access_key>, known::template number<init_mode_key>,
            known::template number<implement_in_csr_key>};
  }
  // The host has no access but by copies.
  static T *where([[maybe_unused]] const device_global *self) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    if constexpr (is_of_image) return static_cast<T *>(::__sycl_passes_device_global_of_image(self));
    else return static_cast<T *>(::__sycl_passes_device_global(self));
#else
    return detail::on_the_host<T *>();
#endif
  }

public:
  using type = std::remove_extent_t<T>;
  using element_type = type;

  constexpr device_global(place at = place::current()) : stored(facts(at)) {}
  template <class Array = T, class... Rest, detail::only_if<std::is_array_v<Array>> = 0>
  constexpr device_global(first one, Rest &&...rest)
      : stored(facts(one.at), one.value, static_cast<element>(std::forward<Rest>(rest))...) {}
  template <class First, detail::only_if<is_value<First> && std::is_constructible_v<T, First &&> &&
                                         !std::is_base_of_v<device_global, detail::bare<First>>> = 0>
  constexpr device_global(First &&a, place at = place::current()) : stored(facts(at), std::forward<First>(a)) {}
  template <class First, class Second, detail::only_if<is_value<Second>> = 0>
  constexpr device_global(First &&a, Second &&b, place at = place::current())
      : stored(facts(at), std::forward<First>(a), std::forward<Second>(b)) {}
  template <class First, class Second, class Third, detail::only_if<is_value<Third>> = 0>
  constexpr device_global(First &&a, Second &&b, Third &&c, place at = place::current())
      : stored(facts(at), std::forward<First>(a), std::forward<Second>(b), std::forward<Third>(c)) {}
  template <class First, class Second, class Third, class Fourth, detail::only_if<is_value<Fourth>> = 0>
  constexpr device_global(First &&a, Second &&b, Third &&c, Fourth &&d, place at = place::current())
      : stored(facts(at), std::forward<First>(a), std::forward<Second>(b), std::forward<Third>(c),
               std::forward<Fourth>(d)) {}
  device_global(const device_global &) = delete;
  device_global(const device_global &&) = delete;
  device_global &operator=(const device_global &) = delete;
  device_global &operator=(const device_global &&) = delete;

  T &get() noexcept { return *where(this); }
  const T &get() const noexcept { return *where(this); }
  operator T &() noexcept { return get(); }
  operator const T &() const noexcept { return get(); }
  template <access::decorated Decorated>
  multi_ptr<T, access::address_space::global_space, Decorated> get_multi_ptr() noexcept {
    return address_space_cast<access::address_space::global_space, Decorated>(&get());
  }
  template <access::decorated Decorated>
  multi_ptr<const T, access::address_space::global_space, Decorated> get_multi_ptr() const noexcept {
    return address_space_cast<access::address_space::global_space, Decorated>(&get());
  }
  template <class Value, detail::only_if<std::is_assignable_v<T &, Value &&> && !std::is_array_v<T> &&
                                         !std::is_same_v<detail::bare<Value>, device_global>> = 0>
  device_global &operator=(Value &&value) noexcept {
    get() = std::forward<Value>(value);
    return *this;
  }
  template <class Same = T> auto operator[](std::ptrdiff_t at) noexcept -> decltype(std::declval<Same &>()[at]) {
    return get()[at];
  }
  template <class Same = T>
  auto operator[](std::ptrdiff_t at) const noexcept -> decltype(std::declval<const Same &>()[at]) {
    return get()[at];
  }
  template <class Same = T, detail::only_if<std::is_pointer_v<Same>> = 0> T &operator->() noexcept { return get(); }
  template <class Same = T, detail::only_if<std::is_pointer_v<Same>> = 0>
  const T &operator->() const noexcept { return get(); }
  template <class Same = T, detail::only_if<std::is_class_v<Same>> = 0>
  auto operator->() noexcept -> decltype(std::declval<Same &>().operator->()) { return get().operator->(); }
  template <class Same = T, detail::only_if<std::is_class_v<Same>> = 0>
  auto operator->() const noexcept -> decltype(std::declval<const Same &>().operator->()) { return get().operator->(); }

  template <class Property> static constexpr bool has_property() { return known::template has<Property>; }
  template <class Property> static constexpr auto get_property() { return known::template get<Property>(); }
};
}
SYCL_PASSES_INLINE_END

namespace detail {
struct device_global_access {
  template <class T, class Properties>
  static sycl_rt_global of(const ext::oneapi::experimental::device_global<T, Properties> &global) {
    return {nullptr, &global, global.stored.facts.place, &global.stored.value, sizeof(T)};
  }
};

template <class T, class Properties>
[[gnu::visibility("hidden")]] char *
place_in_global(const ext::oneapi::experimental::device_global<T, Properties> &global, const sycl_rt_device *on,
                const char *direction, size_t offset, size_t size) {
  if (offset > sizeof(T) || size > sizeof(T) - offset)
    refuse(errc::invalid, "Copy " + std::string(direction) + " device_global is out of bounds: it has " +
                            std::to_string(sizeof(T)) + " bytes; found " + std::to_string(size) + " bytes from " +
                            std::to_string(offset) + " on");
  const sycl_rt_global wanted = device_global_access::of(global);
  void *address = nullptr;
  std::uint64_t known = 0;
  check(sycl_rt_global_address(this_module(), on, &wanted, &address, &known));
  return static_cast<char *>(address) + offset;
}
}
}}
