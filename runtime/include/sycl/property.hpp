// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Property lists (section 4.5.4), and the properties that there are.
#pragma once
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>
#include <sycl/exception.hpp>

namespace sycl { inline namespace _V1 {
class context;
class queue;
namespace property {
struct no_init {};
namespace queue {
struct enable_profiling {};
struct in_order {};
}
namespace buffer {
struct use_host_ptr {};
class use_mutex {
  std::mutex *held;

public:
  use_mutex(std::mutex &held) : held(&held) {}
  std::mutex *get_mutex_ptr() const { return held; }
};
class context_bound {
  std::shared_ptr<sycl::context> bound;

public:
  context_bound(sycl::context of); // defined in context.hpp
  sycl::context get_context() const;
};
}
namespace image { using buffer::use_host_ptr; using buffer::use_mutex; using buffer::context_bound; }
namespace reduction { struct initialize_to_identity {}; }
}
// Hints of DPC++'s extensions; none changes what a program computes.
namespace ext::oneapi::property::queue {
struct discard_events {};
struct priority_low {};
struct priority_normal {};
struct priority_high {};
}
namespace ext::intel::property::queue {
struct no_immediate_command_list {};
struct immediate_command_list {};
}
inline constexpr property::no_init no_init;
inline constexpr property::no_init noinit;

// Programs may specialize them for their own.
template <class Property> struct is_property : std::false_type {};
template <class Property, class Object> struct is_property_of : std::false_type {};
#define SYCL_PASSES_PROPERTY(name) template <> struct is_property<property::name> : std::true_type {};
SYCL_PASSES_PROPERTY(no_init) SYCL_PASSES_PROPERTY(buffer::use_host_ptr) SYCL_PASSES_PROPERTY(buffer::use_mutex)
SYCL_PASSES_PROPERTY(buffer::context_bound) SYCL_PASSES_PROPERTY(reduction::initialize_to_identity)
#undef SYCL_PASSES_PROPERTY
#define SYCL_PASSES_PROPERTY(name) \
  template <> struct is_property<name> : std::true_type {}; \
  template <> struct is_property_of<name, queue> : std::true_type {};
SYCL_PASSES_PROPERTY(property::queue::enable_profiling) SYCL_PASSES_PROPERTY(property::queue::in_order)
SYCL_PASSES_PROPERTY(ext::oneapi::property::queue::discard_events)
SYCL_PASSES_PROPERTY(ext::oneapi::property::queue::priority_low)
SYCL_PASSES_PROPERTY(ext::oneapi::property::queue::priority_normal)
SYCL_PASSES_PROPERTY(ext::oneapi::property::queue::priority_high)
SYCL_PASSES_PROPERTY(ext::intel::property::queue::no_immediate_command_list)
SYCL_PASSES_PROPERTY(ext::intel::property::queue::immediate_command_list)
#undef SYCL_PASSES_PROPERTY
template <class Property> inline constexpr bool is_property_v = is_property<Property>::value;
template <class Property, class Object> inline constexpr bool is_property_of_v = is_property_of<Property, Object>::value;

namespace detail {
// The properties of buffers and of images are the same.
template <class Property> using is_storage_property =
  std::bool_constant<std::is_same_v<Property, property::buffer::use_host_ptr> ||
                     std::is_same_v<Property, property::buffer::use_mutex> ||
                     std::is_same_v<Property, property::buffer::context_bound>>;
// An address for each type.
template <class T> struct type_key { static constexpr char key = 0; };
}
class property_list {
  struct entry { const char *key; std::shared_ptr<const void> value; };
  std::vector<entry> all;

  const void *find(const char *key) const {
    for (const entry &one : all)
      if (one.key == key) return one.value.get();
    return nullptr;
  }

public:
  property_list() = default;
  template <class... Properties, detail::only_if<(sizeof...(Properties) > 0) &&
                                                 (is_property_v<detail::bare<Properties>> && ...)> = 0>
  property_list(Properties... properties)
      : all{entry{&detail::type_key<Properties>::key, std::make_shared<const Properties>(std::move(properties))}...} {}
  template <class Property> bool has_property() const noexcept { return find(&detail::type_key<Property>::key); }
  template <class Property> Property get_property() const {
    if (const void *found = find(&detail::type_key<Property>::key)) return *static_cast<const Property *>(found);
    throw exception(errc::invalid, "the object was made without the property that is asked for");
  }
};

namespace detail {
// Members of classes with properties (section 4.5.4.2).
class has_properties {
  property_list list;

protected:
  has_properties() = default;
  explicit has_properties(property_list list) : list(std::move(list)) {}
  const property_list &properties() const { return list; }

public:
  template <class Property> bool has_property() const noexcept { return list.has_property<Property>(); }
  template <class Property> Property get_property() const { return list.get_property<Property>(); }
};
}
}}
