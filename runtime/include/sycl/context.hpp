// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts (section 4.6.3): devices of one platform, and what handles asynchronous errors.
#pragma once
#include <memory>
#include <utility>
#include <vector>
#include <sycl/device.hpp>
#include <sycl/property.hpp>

namespace sycl { inline namespace _V1 {
class context {
  struct content : detail::has_properties {
    std::vector<device> devices;
    async_handler handler;
    content(std::vector<device> devices, async_handler handler, const property_list &properties)
        : has_properties(properties), devices(std::move(devices)), handler(std::move(handler)) {
      if (this->devices.empty()) throw exception(errc::invalid, "found no device for a context; expected one or more");
      for (const device &one : this->devices)
        if (one.get_platform() != this->devices[0].get_platform())
          throw exception(errc::invalid, "found devices of several platforms for a context; expected those of one");
    }
  };
  std::shared_ptr<const content> inside;
  friend struct std::hash<context>;

public:
  explicit context(const property_list &properties = {}) : context(device(), async_handler(), properties) {}
  explicit context(async_handler handler, const property_list &properties = {})
      : context(device(), std::move(handler), properties) {}
  explicit context(const device &one, const property_list &properties = {}) : context(one, async_handler(), properties) {}
  explicit context(const device &one, async_handler handler, const property_list &properties = {})
      : context(std::vector<device>{one}, std::move(handler), properties) {}
  explicit context(const platform &of, const property_list &properties = {}) : context(of, async_handler(), properties) {}
  explicit context(const platform &of, async_handler handler, const property_list &properties = {})
      : context(of.get_devices(), std::move(handler), properties) {}
  explicit context(const std::vector<device> &devices, const property_list &properties = {})
      : context(devices, async_handler(), properties) {}
  explicit context(const std::vector<device> &devices, async_handler handler, const property_list &properties = {})
      : inside(new content(devices, std::move(handler), properties)) {}

  backend get_backend() const noexcept { return inside->devices[0].get_backend(); }
  platform get_platform() const { return inside->devices[0].get_platform(); }
  std::vector<device> get_devices() const { return inside->devices; }
  bool is_host() const { return false; }
  template <class Property> bool has_property() const noexcept { return inside->has_property<Property>(); }
  template <class Property> Property get_property() const { return inside->get_property<Property>(); }
  template <class Param> typename Param::return_type get_info() const {
    namespace c = info::context;
    namespace d = info::device;
    if constexpr (std::is_same_v<Param, c::platform>) return get_platform();
    else if constexpr (std::is_same_v<Param, c::devices>) return get_devices();
    else if constexpr (std::is_same_v<Param, c::reference_count>) return static_cast<std::uint32_t>(inside.use_count());
    else if constexpr (std::is_same_v<Param, c::atomic_memory_order_capabilities> || std::is_same_v<Param, c::atomic_fence_order_capabilities>)
      return inside->devices[0].get_info<d::atomic_memory_order_capabilities>();
    else if constexpr (std::is_same_v<Param, c::atomic_memory_scope_capabilities> || std::is_same_v<Param, c::atomic_fence_scope_capabilities>)
      return inside->devices[0].get_info<d::atomic_memory_scope_capabilities>();
    else static_assert(detail::is_false<Param>, "found no descriptor of info::context");
  }
  template <class Param> typename Param::return_type get_backend_info() const {
    throw exception(errc::backend_mismatch, "the back end of this context has no information of its own");
  }
  const async_handler &get_async_handler_() const { return inside->handler; } // for this implementation
  friend bool operator==(const context &a, const context &b) { return a.inside == b.inside; }
  friend bool operator!=(const context &a, const context &b) { return !(a == b); }
};
namespace detail {
// Context of queues whose program names none: all devices of a platform.
inline context default_context(const device &one) {
  struct node {
    context of;
    const node *next;
  };
  static std::mutex mutex;
  static const node *first = nullptr; // never freed: queues of static storage may be older
  std::lock_guard lock(mutex);
  for (const node *known = first; known; known = known->next)
    if (known->of.get_platform() == one.get_platform()) return known->of;
  first = new node{context(one.get_platform()), first};
  return first->of;
}
}

inline exception::exception(const context &of, std::error_code code, const std::string &message)
    : inside(new content{message, std::make_shared<context>(of)}), number(code) {}
inline exception::exception(const context &of, std::error_code code, const char *message) : exception(of, code, std::string(message)) {}
inline exception::exception(const context &of, std::error_code code) : exception(of, code, code.message()) {}
inline exception::exception(const context &of, int code, const std::error_category &category, const std::string &message)
    : exception(of, std::error_code(code, category), message) {}
inline exception::exception(const context &of, int code, const std::error_category &category, const char *message)
    : exception(of, std::error_code(code, category), std::string(message)) {}
inline exception::exception(const context &of, int code, const std::error_category &category)
    : exception(of, std::error_code(code, category)) {}
inline context exception::get_context() const {
  if (!inside->of) throw exception(errc::invalid, "this exception has no context; has_context() tells");
  return *inside->of;
}
namespace property::buffer {
inline context_bound::context_bound(sycl::context of) : bound(std::make_shared<sycl::context>(std::move(of))) {}
inline sycl::context context_bound::get_context() const { return *bound; }
}
}}
template <> struct std::hash<sycl::context> {
  std::size_t operator()(const sycl::context &one) const noexcept { return std::hash<const void *>()(one.inside.get()); }
};
