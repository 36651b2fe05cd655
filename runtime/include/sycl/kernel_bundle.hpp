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
[[gnu::visibility("hidden")]] inline sycl_rt_status can_run_status(const kernel_id &id, const device &on) {
  return sycl_rt_check_kernel(kernel_of_name(id.get_name()), device_access::of(on));
}
inline bool can_run(const kernel_id &id, const device &on) { return can_run_status(id, on) == SYCL_RT_SUCCESS; }
template <class T> bool contains(const std::vector<T> &all, const T &one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}
template <class T> bool same_elements(const std::vector<T> &a, const std::vector<T> &b) {
  return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}
inline bool any_can_run(const kernel_id &id, const std::vector<device> &devices) {
  return std::any_of(devices.begin(), devices.end(), [&](const device &on) { return can_run(id, on); });
}
inline void expect_any_can_run(const kernel_id &id, const std::vector<device> &devices) {
  if (any_can_run(id, devices)) return;
  try {
    check(can_run_status(id, devices[0]));
  } catch (const exception &why) {
    throw exception(why.code() == errc::build ? errc::build : errc::invalid,
                    "found the kernel " + std::string(id.get_name()) + " for a kernel bundle of devices that cannot run "
                      "it; expected a kernel for which is_compatible() is true: " + why.what());
  }
}
// Each device once, in order. Refuses an empty list and devices that are not among the known ones.
inline std::vector<device> devices_among(const std::vector<device> &known, const std::vector<device> &given,
                                         const char *whose) {
  if (given.empty()) refuse(errc::invalid, "found no device for a kernel bundle; expected one or more");
  std::vector<device> each;
  for (const device &one : given) {
    if (!contains(known, one))
      throw exception(errc::invalid, std::string("found a device for a kernel bundle that is not one of its ") + whose +
                                       "; expected one of them");
    if (!contains(each, one)) each.push_back(one);
  }
  return each;
}
// Content that bundles of all states share.
struct bundle_content {
  context in;
  std::vector<device> devices;
  std::vector<kernel_id> ids;
  std::map<std::string, std::vector<std::byte>> values; // of specialization constants, by symbolic id

  // The same, of these devices and of the kernels that they can run.
  bundle_content of_devices(const std::vector<device> &given) const {
    bundle_content made{in, devices_among(devices, given, "input's"), {}, values};
    for (const kernel_id &id : ids)
      if (any_can_run(id, made.devices)) made.ids.push_back(id);
    return made;
  }
  // The same with the kernels and values of another one.
  void add(const bundle_content &other) {
    if (other.in != in) refuse(errc::invalid, "found kernel bundles of several contexts; expected those of one");
    for (const kernel_id &id : other.ids)
      if (!contains(ids, id)) ids.push_back(id);
    values.insert(other.values.begin(), other.values.end());
  }
  // Calls `each` with the symbolic ids of the specialization constants that its kernels have on its devices.
  template <class Each> void constants(Each each) const {
    auto call = [](void *data, const char *id) { (*static_cast<Each *>(data))(id); };
    for (const kernel_id &id : ids)
      for (const device &on : devices)
        if (can_run(id, on))
          check(sycl_rt_kernel_constants(kernel_of_name(id.get_name()), device_access::of(on), call, &each));
  }
  friend bool operator==(const bundle_content &a, const bundle_content &b) {
    return a.in == b.in && same_elements(a.devices, b.devices) && same_elements(a.ids, b.ids) && a.values == b.values;
  }
  std::size_t hash() const { // devices and kernels may stand in any order
    std::size_t sum = devices.size();
    for (const kernel_id &id : ids) sum += std::hash<std::string>()(id.get_name());
    return sum;
  }
};
template <auto &Constant> constant_type<Constant> constant_of_bytes(const std::vector<std::byte> &bytes) {
  constant_type<Constant> value = Constant.default_(); // its type may be without a default constructor
  std::memcpy(static_cast<void *>(&value), bytes.data(), sizeof(value));
  return value;
}
struct bundle_access;
}

template <class KernelName> kernel_id get_kernel_id() {
  kernel_id id(__builtin_sycl_unique_stable_name(detail::kernel_name<KernelName>), 0);
  if (!detail::contains(detail::all_kernel_ids(), id))
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
  std::shared_ptr<detail::bundle_content> of;
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
  explicit kernel(kernel_id id, std::shared_ptr<detail::bundle_content> of) // for this implementation
      : id(std::move(id)), of(std::move(of)) {}
  backend get_backend() const noexcept { return of->in.get_backend(); }
  context get_context() const { return of->in; }
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const;
  template <class Param> typename Param::return_type get_info() const {
    namespace k = info::kernel;
    if constexpr (std::is_same_v<Param, k::num_args>)
      throw exception(errc::invalid, "found a kernel of the program; info::kernel::num_args is for built-in kernels and "
                                     "those of other interfaces (section 4.11.14)");
    else if constexpr (std::is_same_v<Param, k::function_name>) return id.get_name();
    else if constexpr (std::is_same_v<Param, k::attributes>) return "";
    else if constexpr (std::is_same_v<Param, k::context>) return of->in;
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
    } else if constexpr (std::is_same_v<Param, k::compile_sub_group_size>)
      return fact<std::uint32_t>(id, on, SYCL_RT_KERNEL_COMPILE_SUB_GROUP_SIZE);
    else if constexpr (std::is_same_v<Param, k::preferred_work_group_size_multiple> ||
                       std::is_same_v<Param, k::max_sub_group_size>)
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
  friend bool operator==(const kernel &a, const kernel &b) { return a.id == b.id && *a.of == *b.of; }
  friend bool operator!=(const kernel &a, const kernel &b) { return !(a == b); }
};

// The device code of all kernels is one image to programs.
template <bundle_state State> class device_image {
  std::shared_ptr<detail::bundle_content> of;
  friend struct std::hash<device_image>;

public:
  device_image() = delete;
  explicit device_image(std::shared_ptr<detail::bundle_content> of) : of(std::move(of)) {} // for this implementation
  bool has_kernel(const kernel_id &id) const noexcept { return detail::contains(of->ids, id); }
  bool has_kernel(const kernel_id &id, const device &on) const noexcept {
    return has_kernel(id) && detail::contains(of->devices, on) && detail::can_run(id, on);
  }
  friend bool operator==(const device_image &a, const device_image &b) { return *a.of == *b.of; }
  friend bool operator!=(const device_image &a, const device_image &b) { return !(a == b); }
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
  bool has_kernel(const kernel_id &id) const noexcept { return detail::contains(inside->ids, id); }
  bool has_kernel(const kernel_id &id, const device &on) const noexcept {
    return has_kernel(id) && detail::contains(inside->devices, on) && detail::can_run(id, on);
  }
  template <class KernelName> bool has_kernel() const noexcept { return has_kernel(kernel_id(__builtin_sycl_unique_stable_name(detail::kernel_name<KernelName>), 0)); }
  template <class KernelName> bool has_kernel(const device &on) const noexcept {
    return has_kernel(kernel_id(__builtin_sycl_unique_stable_name(detail::kernel_name<KernelName>), 0), on);
  }
  std::vector<kernel_id> get_kernel_ids() const { return inside->ids; }
  template <bundle_state Same = State, detail::only_if<Same == bundle_state::executable> = 0> kernel get_kernel(const kernel_id &id) const {
    if (!has_kernel(id)) throw exception(errc::invalid, "found a kernel id that the bundle does not have: " + std::string(id.get_name()));
    return kernel(id, inside);
  }
  template <class KernelName, bundle_state Same = State, detail::only_if<Same == bundle_state::executable> = 0> kernel get_kernel() const {
    return get_kernel(get_kernel_id<KernelName>());
  }
  bool contains_specialization_constants() const noexcept {
    bool has_one = false;
    inside->constants([&](const char *) { has_one = true; });
    return has_one;
  }
  bool native_specialization_constant() const noexcept { return false; } // on most devices they are memory
  template <auto &Constant> bool has_specialization_constant() const noexcept {
    bool has_it = false;
    inside->constants([&](const char *id) { has_it |= id == std::string(detail::symbolic_id<Constant>); });
    return has_it;
  }
  template <auto &Constant, bundle_state Same = State, detail::only_if<Same == bundle_state::input> = 0>
  void set_specialization_constant(const detail::constant_type<Constant> &value) {
    auto *bytes = static_cast<const std::byte *>(static_cast<const void *>(&value));
    inside->values[detail::symbolic_id<Constant>] = std::vector<std::byte>(bytes, bytes + sizeof(value));
  }
  template <auto &Constant> detail::constant_type<Constant> get_specialization_constant() const {
    auto found = inside->values.find(detail::symbolic_id<Constant>);
    return found == inside->values.end() ? Constant.default_() : detail::constant_of_bytes<Constant>(found->second);
  }
  friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) { return *a.inside == *b.inside; }
  friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }
};
inline kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return kernel_bundle<bundle_state::executable>(of);
}

namespace detail {
struct bundle_access {
  template <bundle_state State> static const bundle_content &of(const kernel_bundle<State> &one) { return *one.inside; }
  template <bundle_state State> static kernel_bundle<State> make(bundle_content content) {
    return kernel_bundle<State>(std::make_shared<bundle_content>(std::move(content)));
  }
  // Content of bundles of this state for all kernels.
  template <bundle_state State> static bundle_content all(const context &in, const std::vector<device> &devices) {
    bundle_content content{in, devices_among(in.get_devices(), devices, "context's"), {}, {}};
    if (can_be<State>(content.devices))
      for (const kernel_id &id : all_kernel_ids())
        if (any_can_run(id, content.devices)) content.ids.push_back(id);
    return content;
  }
  // Whether devices have what bundles of this state need.
  template <bundle_state State> static bool can_be(const std::vector<device> &devices) {
    constexpr aspect needed = State == bundle_state::input ? aspect::online_compiler : aspect::online_linker;
    return State == bundle_state::executable ||
           std::all_of(devices.begin(), devices.end(), [&](const device &one) { return one.has(needed); });
  }
  template <bundle_state State> static void expect_state(const std::vector<device> &devices) {
    if (!can_be<State>(devices))
      throw exception(errc::invalid, std::string("found a device without the aspect ") +
                                       (State == bundle_state::input ? "online_compiler" : "online_linker") +
                                       " for a kernel bundle; expected devices with it, or bundle_state::executable");
  }
};
}

template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &in, const std::vector<device> &devices) {
  detail::bundle_content content = detail::bundle_access::all<State>(in, devices);
  detail::bundle_access::expect_state<State>(content.devices);
  return detail::bundle_access::make<State>(std::move(content));
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &in, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
  detail::bundle_content content{in, detail::devices_among(in.get_devices(), devices, "context's"), {}, {}};
  detail::bundle_access::expect_state<State>(content.devices);
  for (const kernel_id &id : ids) {
    detail::expect_any_can_run(id, content.devices);
    if (!detail::contains(content.ids, id)) content.ids.push_back(id);
  }
  return detail::bundle_access::make<State>(std::move(content));
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
  return !detail::bundle_access::all<State>(in, devices).ids.empty();
}
template <bundle_state State>
bool has_kernel_bundle(const context &in, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
  const std::vector<device> each = detail::devices_among(in.get_devices(), devices, "context's");
  return detail::bundle_access::can_be<State>(each) &&
         std::all_of(ids.begin(), ids.end(), [&](const kernel_id &id) { return detail::any_can_run(id, each); });
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
  return has_kernel_bundle<State>(in, devices) && !get_kernel_bundle<State>(in, devices, selector).empty();
}
template <bundle_state State, class Selector, detail::only_if<std::is_invocable_r_v<bool, Selector, const device_image<State> &>> = 0>
bool has_kernel_bundle(const context &in, Selector selector) {
  return has_kernel_bundle<State>(in, in.get_devices(), selector);
}
template <bundle_state State> bool has_kernel_bundle(const context &in) { return has_kernel_bundle<State>(in, in.get_devices()); }
template <bundle_state State> bool has_kernel_bundle(const context &in, const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(in, in.get_devices(), ids);
}
template <class KernelName, bundle_state State>
bool has_kernel_bundle(const context &in, const std::vector<device> &devices) {
  return has_kernel_bundle<State>(in, devices, {get_kernel_id<KernelName>()});
}
template <class KernelName, bundle_state State> bool has_kernel_bundle(const context &in) {
  return has_kernel_bundle<State>(in, in.get_devices(), {get_kernel_id<KernelName>()});
}

// ---------------------------------------------------------------- changes of state (section 4.11.12)
inline kernel_bundle<bundle_state::object>
compile(const kernel_bundle<bundle_state::input> &of, const std::vector<device> &devices, const property_list & = {}) {
  return detail::bundle_access::make<bundle_state::object>(detail::bundle_access::of(of).of_devices(devices));
}
inline kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &all, const std::vector<device> &devices,
     const property_list & = {}) {
  if (all.empty()) throw exception(errc::invalid, "found no kernel bundle to link; expected one or more");
  detail::bundle_content linked = detail::bundle_access::of(all[0]).of_devices(devices);
  for (const auto &one : all) linked.add(detail::bundle_access::of(one).of_devices(devices));
  return detail::bundle_access::make<bundle_state::executable>(std::move(linked));
}
inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &of, const std::vector<device> &devices, const property_list & = {}) {
  return detail::bundle_access::make<bundle_state::executable>(detail::bundle_access::of(of).of_devices(devices));
}
inline kernel_bundle<bundle_state::object>
compile(const kernel_bundle<bundle_state::input> &of, const property_list & = {}) {
  return compile(of, of.get_devices());
}
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &of, const std::vector<device> &devices, const property_list & = {}) {
  return link(std::vector<kernel_bundle<bundle_state::object>>{of}, devices);
}
// For the devices that all bundles have.
inline kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &all, const property_list & = {}) {
  std::vector<device> common;
  if (!all.empty())
    for (const device &one : all[0].get_devices())
      if (std::all_of(all.begin(), all.end(), [&](const auto &of) { return detail::contains(of.get_devices(), one); }))
        common.push_back(one);
  return link(all, common);
}
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &of, const property_list & = {}) {
  return link(of, of.get_devices());
}
inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &of, const property_list & = {}) {
  return build(of, of.get_devices());
}
template <bundle_state State> kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &all) {
  if (all.empty()) return detail::bundle_access::make<State>({context(), {}, {}, {}});
  detail::bundle_content joined = detail::bundle_access::of(all[0]);
  for (const kernel_bundle<State> &one : all) {
    joined.add(detail::bundle_access::of(one));
    if (!detail::same_elements(one.get_devices(), joined.devices))
      throw exception(errc::invalid, "found kernel bundles of different devices to join; expected those of the same");
  }
  return detail::bundle_access::make<State>(std::move(joined));
}

// ---------------------------------------------------------------- members of handler (sections 4.9.4.4 and 4.9.5)
template <auto &Constant> void handler::set_specialization_constant(const detail::constant_type<Constant> &value) {
  if (bundle) throw exception(errc::invalid, "found a specialization constant for a command group with a kernel bundle; expected one of them");
  add_constant(detail::symbolic_id<Constant>, &value, sizeof(value));
}
template <auto &Constant> detail::constant_type<Constant> handler::get_specialization_constant() const {
  if (bundle)
    throw exception(errc::invalid, "found a command group with a kernel bundle, which has the values of specialization "
                                   "constants; expected kernel_bundle::get_specialization_constant");
  for (const auto &[id, value] : constants)
    if (id == detail::symbolic_id<Constant>) return detail::constant_of_bytes<Constant>(value);
  return Constant.default_();
}
template <class Bundle> void handler::use_kernel_bundle(const Bundle &of) {
  static_assert(std::is_same_v<Bundle, kernel_bundle<bundle_state::executable>>, "a command group takes an executable kernel bundle");
  const detail::bundle_content &inside = detail::bundle_access::of(of);
  if (!constants.empty()) throw exception(errc::invalid, "found a kernel bundle for a command group with specialization constants; expected one of them");
  auto has_device = [&](const std::vector<device> &all) {
    return std::any_of(all.begin(), all.end(), [&](const device &one) { return detail::device_access::of(one) == on; });
  };
  if (!has_device(inside.in.get_devices()))
    throw exception(errc::invalid, "found a kernel bundle that is not for the queue's context; expected one that is");
  for (const auto &[id, value] : inside.values) add_constant(id, value.data(), value.size());
  bundle = [ids = inside.ids, can_run = has_device(inside.devices)](const char *name) {
    return can_run && detail::contains(ids, kernel_id(name, 0));
  };
}
}}
template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &one) const noexcept { return std::hash<std::string>()(one.name); }
};
template <sycl::bundle_state State> struct std::hash<sycl::device_image<State>> {
  std::size_t operator()(const sycl::device_image<State> &one) const noexcept { return one.of->hash(); }
};
template <sycl::bundle_state State> struct std::hash<sycl::kernel_bundle<State>> {
  std::size_t operator()(const sycl::kernel_bundle<State> &one) const noexcept { return one.inside->hash(); }
};
template <> struct std::hash<sycl::kernel> {
  std::size_t operator()(const sycl::kernel &one) const noexcept { return std::hash<sycl::kernel_id>()(one.id); }
};
