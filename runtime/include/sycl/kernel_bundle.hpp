// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels and kernel bundles (section 4.11). The device code of a program is part of it and needs no building: a bundle
// is a set of kernel ids, devices, and values of specialization constants.
#pragma once
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <sycl/handler.hpp>
#include <sycl/queue.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl { inline namespace _V1 {
enum class bundle_state : int { input, object, executable };

class kernel_id {
  std::string name;
  friend struct std::hash<kernel_id>;

public:
  kernel_id() = delete;
  explicit kernel_id(std::string name, int) : name(std::move(name)) {} // for this implementation
  const char *get_name() const noexcept { return name.c_str(); }
  friend bool operator==(const kernel_id &a, const kernel_id &b) { return a.name == b.name; }
  friend bool operator!=(const kernel_id &a, const kernel_id &b) { return a.name != b.name; }
  friend bool operator<(const kernel_id &a, const kernel_id &b) { return a.name < b.name; }
};

namespace detail {
[[gnu::visibility("hidden")]] inline std::vector<kernel_id> all_kernel_ids() {
  std::vector<kernel_id> all;
  auto add = [](void *list, const char *name) { static_cast<std::vector<kernel_id> *>(list)->push_back(kernel_id(name, 0)); };
  check(sycl_rt_module_kernels(this_module(), add, &all));
  return all;
}
[[gnu::visibility("hidden")]] inline bool can_run(const kernel_id &id, const device &on) {
  return sycl_rt_check_kernel(kernel_of_name(id.get_name()), device_access::of(on)) == SYCL_RT_SUCCESS;
}
// What bundles of all states share.
struct bundle_content {
  context in;
  std::vector<device> devices;
  std::vector<kernel_id> ids;
  std::map<std::string, std::vector<std::byte>> values;
};
struct bundle_access;
}

template <class KernelName> kernel_id get_kernel_id() {
  kernel_id id(__builtin_sycl_unique_stable_name(KernelName), 0);
  std::vector<kernel_id> all = detail::all_kernel_ids();
  if (std::find(all.begin(), all.end(), id) == all.end())
    throw exception(errc::runtime, "found no kernel named " + std::string(id.get_name()) + " in this program");
  return id;
}
inline std::vector<kernel_id> get_kernel_ids() { return detail::all_kernel_ids(); }

inline bool is_compatible(const std::vector<kernel_id> &ids, const device &on) {
  return std::all_of(ids.begin(), ids.end(), [&](const kernel_id &id) { return detail::can_run(id, on); });
}
template <class KernelName> bool is_compatible(const device &on) { return detail::can_run(get_kernel_id<KernelName>(), on); }

template <bundle_state State> class kernel_bundle;

class kernel {
  kernel_id id;
  context in;
  friend struct std::hash<kernel>;

  template <class T> static T fact(const kernel_id &id, const device &on, unsigned info) {
    return detail::number_fact<T>([&](void *v, auto c, auto *s) {
      return sycl_rt_kernel_info(detail::kernel_of_name(id.get_name()), detail::device_access::of(on), info, v, c, s);
    });
  }

  template <int Dimensions> static sycl::id<Dimensions> least(const range<Dimensions> &sizes, size_t items) {
    sycl::id<Dimensions> most;
    for (int d = 0; d < Dimensions; ++d) most[d] = std::min(sizes[d], items);
    return most;
  }
  // Groups that run at the same time: each compute unit has room for one if the device can launch it.
  template <class Param> typename Param::return_type of_groups(const device &on, size_t items, size_t local_bytes) const {
    namespace k = ext::oneapi::experimental::info::kernel_queue_specific;
    namespace d = info::kernel_device_specific;
    if constexpr (std::is_same_v<Param, k::num_sub_groups>) {
      const size_t size = get_info<d::max_sub_group_size>(on);
      return static_cast<std::uint32_t>((items + size - 1) / size);
    } else {
      static_assert(std::is_same_v<Param, k::max_num_work_groups>, "found no descriptor of info::kernel_queue_specific");
      const std::uint64_t bytes = fact<std::uint64_t>(id, on, SYCL_RT_KERNEL_LOCAL_SIZE) + local_bytes;
      const bool fits = items > 0 && items <= get_info<d::work_group_size>(on) && bytes <= on.get_info<info::device::local_mem_size>();
      return fits ? on.get_info<info::device::max_compute_units>() : 0;
    }
  }

public:
  kernel() = delete;
  explicit kernel(kernel_id id, context in) : id(std::move(id)), in(std::move(in)) {} // for this implementation
  backend get_backend() const noexcept { return in.get_backend(); }
  context get_context() const { return in; }
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const;
  template <class Param> typename Param::return_type get_info() const {
    namespace k = info::kernel;
    if constexpr (std::is_same_v<Param, k::num_args>) return fact<std::uint32_t>(id, in.get_devices()[0], SYCL_RT_KERNEL_ARGUMENT_COUNT);
    else if constexpr (std::is_same_v<Param, k::function_name>) return id.get_name();
    else if constexpr (std::is_same_v<Param, k::attributes>) return "";
    else if constexpr (std::is_same_v<Param, k::context>) return in;
    else if constexpr (std::is_same_v<Param, k::reference_count>) return 1;
    else static_assert(detail::is_false<Param>, "found no descriptor of info::kernel");
  }
  template <class Param> typename Param::return_type get_info(const device &on) const {
    namespace k = info::kernel_device_specific;
    if constexpr (std::is_same_v<Param, k::work_group_size>) return fact<std::uint64_t>(id, on, SYCL_RT_KERNEL_WORK_GROUP_SIZE);
    else if constexpr (std::is_same_v<Param, k::compile_work_group_size>) {
      auto sizes = detail::list_fact<std::vector<std::uint64_t>>([&](void *v, auto c, auto *s) {
        return sycl_rt_kernel_info(detail::kernel_of_name(id.get_name()), detail::device_access::of(on),
                                   SYCL_RT_KERNEL_COMPILE_WORK_GROUP_SIZE, v, c, s);
      });
      return range<3>(sizes[2], sizes[1], sizes[0]);
    } else if constexpr (std::is_same_v<Param, k::preferred_work_group_size_multiple> || std::is_same_v<Param, k::max_sub_group_size> ||
                         std::is_same_v<Param, k::compile_sub_group_size>)
      return fact<std::uint32_t>(id, on, SYCL_RT_KERNEL_SUB_GROUP_SIZE);
    else if constexpr (std::is_same_v<Param, k::max_num_sub_groups>)
      return static_cast<std::uint32_t>(fact<std::uint64_t>(id, on, SYCL_RT_KERNEL_WORK_GROUP_SIZE) / fact<std::uint32_t>(id, on, SYCL_RT_KERNEL_SUB_GROUP_SIZE));
    else if constexpr (std::is_same_v<Param, k::compile_num_sub_groups> || std::is_same_v<Param, k::private_mem_size>) return 0;
    else if constexpr (std::is_same_v<Param, k::global_work_size>)
      throw exception(errc::invalid, "found a kernel that is no built-in kernel; info::kernel_device_specific::global_work_size is for those");
    else static_assert(detail::is_false<Param>, "found no descriptor of info::kernel_device_specific");
  }
  // The extension SYCL_EXT_ONEAPI_LAUNCH_QUERIES.
  template <class Param> typename Param::return_type ext_oneapi_get_info(const queue &to) const {
    namespace k = ext::oneapi::experimental::info::kernel_queue_specific;
    namespace d = info::kernel_device_specific;
    const device on = to.get_device();
    if constexpr (std::is_same_v<Param, k::max_work_group_size>) return get_info<d::work_group_size>(on);
    else if constexpr (std::is_same_v<Param, k::max_sub_group_size>) return get_info<d::max_sub_group_size>(on);
    else return least(on.get_info<info::device::max_work_item_sizes<Param::return_type::dimensions>>(), get_info<d::work_group_size>(on));
  }
#define SYCL_PASSES_OF_GROUPS(dimensions) \
  template <class Param> typename Param::return_type \
  ext_oneapi_get_info(const queue &to, const range<dimensions> &local, size_t local_bytes = 0) const { \
    return of_groups<Param>(to.get_device(), local.size(), local_bytes); \
  }
  SYCL_PASSES_OF_GROUPS(1) SYCL_PASSES_OF_GROUPS(2) SYCL_PASSES_OF_GROUPS(3)
#undef SYCL_PASSES_OF_GROUPS
  friend bool operator==(const kernel &a, const kernel &b) { return a.id == b.id && a.in == b.in; }
  friend bool operator!=(const kernel &a, const kernel &b) { return !(a == b); }
};

// The device code of all kernels is one image to programs.
template <bundle_state State> class device_image {
  std::shared_ptr<detail::bundle_content> of;
  friend struct std::hash<device_image>;

public:
  device_image() = delete;
  explicit device_image(std::shared_ptr<detail::bundle_content> of) : of(std::move(of)) {} // for this implementation
  bool has_kernel(const kernel_id &id) const noexcept { return std::find(of->ids.begin(), of->ids.end(), id) != of->ids.end(); }
  bool has_kernel(const kernel_id &id, const device &on) const noexcept { return has_kernel(id) && detail::can_run(id, on); }
  friend bool operator==(const device_image &a, const device_image &b) { return a.of == b.of; }
  friend bool operator!=(const device_image &a, const device_image &b) { return a.of != b.of; }
};

template <bundle_state State> class kernel_bundle {
  std::shared_ptr<detail::bundle_content> inside;
  device_image<State> image;
  friend struct std::hash<kernel_bundle>;
  friend struct detail::bundle_access;
  template <bundle_state> friend class kernel_bundle;

public:
  kernel_bundle() = delete;
  explicit kernel_bundle(std::shared_ptr<detail::bundle_content> content) : inside(std::move(content)), image(inside) {} // for this implementation
  using device_image_type = device_image<State>;
  using device_image_iterator = const device_image_type *;
  bool empty() const noexcept { return inside->ids.empty(); }
  device_image_iterator begin() const { return &image; }
  device_image_iterator end() const { return begin() + (empty() ? 0 : 1); }
  backend get_backend() const noexcept { return inside->in.get_backend(); }
  context get_context() const noexcept { return inside->in; }
  std::vector<device> get_devices() const noexcept { return inside->devices; }
  bool has_kernel(const kernel_id &id) const noexcept {
    return std::find(inside->ids.begin(), inside->ids.end(), id) != inside->ids.end();
  }
  bool has_kernel(const kernel_id &id, const device &on) const noexcept { return has_kernel(id) && detail::can_run(id, on); }
  template <class KernelName> bool has_kernel() const noexcept { return has_kernel(kernel_id(__builtin_sycl_unique_stable_name(KernelName), 0)); }
  template <class KernelName> bool has_kernel(const device &on) const noexcept {
    return has_kernel(kernel_id(__builtin_sycl_unique_stable_name(KernelName), 0), on);
  }
  std::vector<kernel_id> get_kernel_ids() const { return inside->ids; }
  template <bundle_state Same = State, detail::only_if<Same == bundle_state::executable> = 0> kernel get_kernel(const kernel_id &id) const {
    if (!has_kernel(id)) throw exception(errc::invalid, "found a kernel id that the bundle does not have: " + std::string(id.get_name()));
    return kernel(id, inside->in);
  }
  template <class KernelName, bundle_state Same = State, detail::only_if<Same == bundle_state::executable> = 0> kernel get_kernel() const {
    return get_kernel(get_kernel_id<KernelName>());
  }
  bool contains_specialization_constants() const noexcept { return true; } // they are known by launches only
  bool native_specialization_constant() const noexcept { return false; }
  template <auto &Constant> bool has_specialization_constant() const noexcept { return true; }
  template <auto &Constant, bundle_state Same = State, detail::only_if<Same == bundle_state::input> = 0>
  void set_specialization_constant(const detail::constant_type<Constant> &value) {
    auto *bytes = static_cast<const std::byte *>(static_cast<const void *>(&value));
    inside->values[detail::symbolic_id<Constant>] = std::vector<std::byte>(bytes, bytes + sizeof(value));
  }
  template <auto &Constant> detail::constant_type<Constant> get_specialization_constant() const {
    auto found = inside->values.find(detail::symbolic_id<Constant>);
    if (found == inside->values.end()) return Constant.default_();
    detail::constant_type<Constant> value;
    std::memcpy(&value, found->second.data(), sizeof(value));
    return value;
  }
  friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) { return a.inside == b.inside; }
  friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }
};
inline kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return kernel_bundle<bundle_state::executable>(
    std::make_shared<detail::bundle_content>(detail::bundle_content{in, in.get_devices(), {id}, {}}));
}

namespace detail {
struct bundle_access {
  template <bundle_state State> static const std::shared_ptr<bundle_content> &of(const kernel_bundle<State> &bundle) { return bundle.inside; }
  template <bundle_state State>
  static kernel_bundle<State> make(const context &in, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
    if (devices.empty()) refuse(errc::invalid, "found no device for a kernel bundle; expected one or more");
    for (const device &one : devices) {
      std::vector<device> known = in.get_devices();
      if (std::find(known.begin(), known.end(), one) == known.end())
        refuse(errc::invalid, "found a device for a kernel bundle that is not one of its context's; expected one of them");
    }
    std::vector<kernel_id> some;
    for (const kernel_id &id : ids)
      if (State != bundle_state::executable || std::any_of(devices.begin(), devices.end(), [&](const device &on) { return can_run(id, on); }))
        some.push_back(id);
    return kernel_bundle<State>(std::make_shared<bundle_content>(bundle_content{in, devices, std::move(some), {}}));
  }
  template <bundle_state To, bundle_state From> static kernel_bundle<To> convert(const kernel_bundle<From> &from) {
    return kernel_bundle<To>(std::make_shared<bundle_content>(*from.inside));
  }
};
}

template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &in, const std::vector<device> &devices) {
  return detail::bundle_access::make<State>(in, devices, detail::all_kernel_ids());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &in, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
  return detail::bundle_access::make<State>(in, devices, ids);
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &in) {
  return get_kernel_bundle<State>(in, in.get_devices());
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &in, const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(in, in.get_devices(), ids);
}
template <class KernelName, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &in, const std::vector<device> &devices) {
  return get_kernel_bundle<State>(in, devices, {get_kernel_id<KernelName>()});
}
template <class KernelName, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &in) {
  return get_kernel_bundle<State>(in, in.get_devices(), {get_kernel_id<KernelName>()});
}
template <bundle_state State> bool has_kernel_bundle(const context &in, const std::vector<device> &devices) {
  return !get_kernel_bundle<State>(in, devices).empty();
}
template <bundle_state State> bool has_kernel_bundle(const context &in, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(in, devices, ids).get_kernel_ids().size() == ids.size();
}
// All kernels, if the selector takes the image that they are to programs.
template <bundle_state State, class Selector, detail::only_if<std::is_invocable_r_v<bool, Selector, const device_image<State> &>> = 0>
kernel_bundle<State> get_kernel_bundle(const context &in, const std::vector<device> &devices, Selector selector) {
  kernel_bundle<State> all = get_kernel_bundle<State>(in, devices);
  for (const device_image<State> &image : all)
    if (!selector(image)) return get_kernel_bundle<State>(in, devices, {});
  return all;
}
template <bundle_state State, class Selector, detail::only_if<std::is_invocable_r_v<bool, Selector, const device_image<State> &>> = 0>
kernel_bundle<State> get_kernel_bundle(const context &in, Selector selector) {
  return get_kernel_bundle<State>(in, in.get_devices(), selector);
}
template <bundle_state State, class Selector, detail::only_if<std::is_invocable_r_v<bool, Selector, const device_image<State> &>> = 0>
bool has_kernel_bundle(const context &in, const std::vector<device> &devices, Selector selector) {
  return !get_kernel_bundle<State>(in, devices, selector).empty();
}
template <bundle_state State, class Selector, detail::only_if<std::is_invocable_r_v<bool, Selector, const device_image<State> &>> = 0>
bool has_kernel_bundle(const context &in, Selector selector) {
  return has_kernel_bundle<State>(in, in.get_devices(), selector);
}
template <bundle_state State> bool has_kernel_bundle(const context &in) { return has_kernel_bundle<State>(in, in.get_devices()); }
template <class KernelName, bundle_state State> bool has_kernel_bundle(const context &in) {
  return has_kernel_bundle<State>(in, in.get_devices(), {get_kernel_id<KernelName>()});
}

inline kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &of, const property_list & = {}) {
  return detail::bundle_access::convert<bundle_state::object>(of);
}
inline kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object> &of, const property_list & = {}) {
  return detail::bundle_access::convert<bundle_state::executable>(of);
}
inline kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input> &of, const property_list & = {}) {
  return detail::bundle_access::convert<bundle_state::executable>(of);
}
template <bundle_state State> kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &all) {
  if (all.empty()) throw exception(errc::invalid, "found no kernel bundle to join; expected one or more");
  kernel_bundle<State> first = detail::bundle_access::convert<State>(all[0]);
  auto &inside = *detail::bundle_access::of(first);
  for (const kernel_bundle<State> &one : all) {
    auto &other = *detail::bundle_access::of(one);
    if (other.in != inside.in) throw exception(errc::invalid, "found kernel bundles of several contexts to join; expected those of one");
    inside.ids.insert(inside.ids.end(), other.ids.begin(), other.ids.end());
    inside.values.insert(other.values.begin(), other.values.end());
  }
  std::sort(inside.ids.begin(), inside.ids.end());
  inside.ids.erase(std::unique(inside.ids.begin(), inside.ids.end()), inside.ids.end());
  return first;
}

// ---------------------------------------------------------------- members of handler (sections 4.9.4.4 and 4.9.5)
template <auto &Constant> void handler::set_specialization_constant(const detail::constant_type<Constant> &value) {
  if (bundle) throw exception(errc::invalid, "found a specialization constant for a command group with a kernel bundle; expected one of them");
  add_constant(detail::symbolic_id<Constant>, &value, sizeof(value));
}
template <auto &Constant> detail::constant_type<Constant> handler::get_specialization_constant() const {
  for (const auto &[id, value] : constants)
    if (id == detail::symbolic_id<Constant>) {
      detail::constant_type<Constant> found;
      std::memcpy(&found, value.data(), sizeof(found));
      return found;
    }
  return Constant.default_();
}
template <class Bundle> void handler::use_kernel_bundle(const Bundle &of) {
  static_assert(std::is_same_v<Bundle, kernel_bundle<bundle_state::executable>>, "a command group takes an executable kernel bundle");
  const detail::bundle_content &inside = *detail::bundle_access::of(of);
  if (!constants.empty()) throw exception(errc::invalid, "found a kernel bundle for a command group with specialization constants; expected one of them");
  bool has_device = false;
  for (const device &one : inside.devices) has_device |= detail::device_access::of(one) == on;
  if (!has_device) throw exception(errc::invalid, "found a kernel bundle that is not for the queue's device; expected one that is");
  for (const auto &[id, value] : inside.values) add_constant(id, value.data(), value.size());
  bundle = detail::bundle_access::of(of);
}
}}
template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &one) const noexcept { return std::hash<std::string>()(one.name); }
};
template <sycl::bundle_state State> struct std::hash<sycl::device_image<State>> {
  std::size_t operator()(const sycl::device_image<State> &one) const noexcept { return std::hash<const void *>()(one.of.get()); }
};
template <sycl::bundle_state State> struct std::hash<sycl::kernel_bundle<State>> {
  std::size_t operator()(const sycl::kernel_bundle<State> &one) const noexcept { return std::hash<const void *>()(one.inside.get()); }
};
template <> struct std::hash<sycl::kernel> {
  std::size_t operator()(const sycl::kernel &one) const noexcept { return std::hash<sycl::kernel_id>()(one.id); }
};
