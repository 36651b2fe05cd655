// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the C interface: errors become exceptions, counted objects become handles. The device code of this program or
// shared library, and its kernels.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <sycl/exception.hpp>
#include <sycl_runtime.h>

// Linkers define them where there is a section of this name. Each program and shared library has its own images.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const char __start_sycl_host_images[], __stop_sycl_host_images[];
[[gnu::weak, gnu::visibility("hidden")]] extern const char __start_sycl_device_images[], __stop_sycl_device_images[];
[[gnu::weak, gnu::visibility("hidden")]] extern const sycl_rt_global_object __start_sycl_device_globals[],
    __stop_sycl_device_globals[];
}

namespace sycl { inline namespace _V1 { namespace detail {
[[noreturn]] inline void refuse(errc code, const std::string &why) { throw exception(make_error_code(code), why); }
inline void check(sycl_rt_status status) {
  if (status != SYCL_RT_SUCCESS) refuse(static_cast<errc>(status), sycl_rt_error());
}

// A counted object of the runtime. Copies are the same object (section 4.5.2).
template <class Object, void (*Retain)(Object *), void (*Release)(Object *)> class handle {
  Object *object = nullptr;

public:
  handle() = default;
  explicit handle(Object *owned) : object(owned) {}
  handle(const handle &other) : object(other.object) { if (object) Retain(object); }
  handle(handle &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
  handle &operator=(handle other) noexcept { std::swap(object, other.object); return *this; }
  ~handle() { if (object) Release(object); }
  Object *get() const { return object; }
  explicit operator bool() const { return object != nullptr; }
};
using event_handle = handle<sycl_rt_event, sycl_rt_event_retain, sycl_rt_event_release>;
using buffer_handle = handle<sycl_rt_buffer, sycl_rt_buffer_retain, sycl_rt_buffer_release>;

// The device code of this program or shared library. It stays: objects may launch kernels in their destructors.
[[gnu::visibility("hidden")]] inline sycl_rt_module *this_module() {
  static sycl_rt_module *const module = [] {
    const sycl_rt_images images = {sizeof(sycl_rt_images), __start_sycl_host_images, __stop_sycl_host_images,
                                   __start_sycl_device_images, __stop_sycl_device_images,
                                   __start_sycl_device_globals, __stop_sycl_device_globals};
    return sycl_rt_add_module(&images);
  }();
  return module;
}
[[gnu::visibility("hidden")]] inline const sycl_rt_kernel *kernel_of_name(const char *name) {
  const sycl_rt_kernel *kernel = nullptr;
  check(sycl_rt_get_kernel(this_module(), name, &kernel));
  return kernel;
}
template <class Name> [[gnu::visibility("hidden")]] const sycl_rt_kernel *kernel_of() {
  static const sycl_rt_kernel *const kernel = kernel_of_name(__builtin_sycl_unique_stable_name(Name));
  return kernel;
}

// A fact of C's as its type: `ask` is a function for info, value, capacity and size.
template <class T, class Ask> T number_fact(const Ask &ask) {
  T number{};
  std::uint64_t size = 0;
  check(ask(&number, sizeof(number), &size));
  return number;
}
template <class List, class Ask> List list_fact(const Ask &ask) {
  std::uint64_t size = 0;
  check(ask(nullptr, 0, &size));
  List list(size / sizeof(typename List::value_type), typename List::value_type());
  check(ask(list.data(), size, &size));
  return list;
}
}}}
