// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Platforms, devices and selectors (sections 4.6.1, 4.6.2, 4.6.4). A platform is a back end with the devices that it
// has; ONEAPI_DEVICE_SELECTOR says which of them a program sees.
#pragma once
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>
#include <sycl/detail/runtime.hpp>
#include <sycl/info.hpp>

namespace sycl { inline namespace _V1 {
namespace detail {
// All devices that the program sees.
inline std::vector<device> all_devices();
template <class Param> struct is_one { // of these descriptors
  template <class... Others> static constexpr bool of = (std::is_same_v<Param, Others> || ...);
};
struct device_access;
}

class platform {
  const sycl_rt_device *of; // one of its devices

  friend struct std::hash<platform>;
  backend number() const { return static_cast<backend>(fact<std::uint32_t>(SYCL_RT_BACK_END)); }
  template <class T> T fact(unsigned info) const {
    return detail::number_fact<T>([&](void *v, auto c, auto *s) { return sycl_rt_device_info(of, info, v, c, s); });
  }
  std::string text(unsigned info) const {
    return detail::list_fact<std::string>([&](void *v, auto c, auto *s) { return sycl_rt_device_info(of, info, v, c, s); });
  }

public:
  platform(); // of the device that default_selector_v chooses
  template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>> = 0>
  explicit platform(const Selector &selector);
  explicit platform(const sycl_rt_device *of) : of(of) {} // for this implementation

  backend get_backend() const noexcept { return number(); }
  std::vector<device> get_devices(info::device_type type = info::device_type::all) const;
  template <class Param> typename Param::return_type get_info() const {
    namespace p = info::platform;
    if constexpr (std::is_same_v<Param, p::name>) return text(SYCL_RT_PLATFORM_NAME);
    else if constexpr (std::is_same_v<Param, p::vendor>) return text(SYCL_RT_PLATFORM_VENDOR);
    else if constexpr (std::is_same_v<Param, p::version>) return text(SYCL_RT_PLATFORM_VERSION);
    else if constexpr (std::is_same_v<Param, p::profile>) return "FULL_PROFILE";
    else if constexpr (std::is_same_v<Param, p::extensions>) return {};
    else static_assert(detail::is_false<Param>, "found no descriptor of info::platform");
  }
  template <class Param> typename Param::return_type get_backend_info() const {
    throw exception(errc::backend_mismatch, "the back end of this platform has no information of its own");
  }
  bool has(aspect which) const;
  bool has_extension(const std::string &) const { return false; }
  static std::vector<platform> get_platforms();
  friend bool operator==(const platform &a, const platform &b) { return a.number() == b.number(); }
  friend bool operator!=(const platform &a, const platform &b) { return !(a == b); }
};

namespace ext::oneapi { enum class peer_access { access_supported, atomics_supported }; }

class device {
  const sycl_rt_device *of;

  friend struct std::hash<device>;
  friend struct detail::device_access;
  template <class T> T fact(unsigned info) const {
    return detail::number_fact<T>([&](void *v, auto c, auto *s) { return sycl_rt_device_info(of, info, v, c, s); });
  }
  template <class List> List list(unsigned info) const {
    return detail::list_fact<List>([&](void *v, auto c, auto *s) { return sycl_rt_device_info(of, info, v, c, s); });
  }
  // Of these headers, so every device has them.
  static constexpr aspect of_headers[] = {aspect::image, aspect::ext_oneapi_graph, aspect::ext_oneapi_limited_graph};
  std::vector<aspect> aspects() const {
    std::vector<aspect> all(std::begin(of_headers), std::end(of_headers));
    for (std::uint32_t number : list<std::vector<std::uint32_t>>(SYCL_RT_ASPECTS)) all.push_back(static_cast<aspect>(number));
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
  void check_peer(const device &peer) const {
    if (!ext_oneapi_can_access_peer(peer))
      throw exception(errc::invalid, "a device cannot use the memory of another; expected the same device, or copies");
  }

public:
  device(); // the one that default_selector_v chooses
  template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>> = 0>
  explicit device(const Selector &selector);
  explicit device(const sycl_rt_device *of) : of(of) {} // for this implementation

  backend get_backend() const noexcept { return static_cast<backend>(fact<std::uint32_t>(SYCL_RT_BACK_END)); }
  platform get_platform() const { return platform(of); }
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  bool is_host() const { return false; } // no device is SYCL 1.2.1's host device
  bool has(aspect which) const {
    // Every program with a queue asks, so this is without the templates of aspects(), which take long to compile.
    for (aspect one : of_headers)
      if (one == which) return true;
    std::uint32_t all[256]; // there are about 90 aspects
    std::uint64_t size = 0;
    detail::check(sycl_rt_device_info(of, SYCL_RT_ASPECTS, all, sizeof(all), &size));
    for (std::size_t n = 0; n < size / sizeof(all[0]) && n < std::size(all); ++n)
      if (all[n] == static_cast<std::uint32_t>(which)) return true;
    return false;
  }
  bool has_extension(const std::string &name) const { return name == "cl_khr_fp64" ? has(aspect::fp64) : name == "cl_khr_fp16" && has(aspect::fp16); }
  static std::vector<device> get_devices(info::device_type type = info::device_type::all);

  template <info::partition_property Property, class... Arguments> std::vector<device> create_sub_devices(const Arguments &...) const {
    throw exception(errc::feature_not_supported, "this device cannot be divided; info::device::partition_max_sub_devices is 0");
  }
  // The extension sycl_ext_oneapi_peer_access: a device has its own memory, and no other's.
  bool ext_oneapi_can_access_peer(
    const device &peer, ext::oneapi::peer_access = ext::oneapi::peer_access::access_supported) const {
    return *this == peer;
  }
  void ext_oneapi_enable_peer_access(const device &peer) const { check_peer(peer); }
  void ext_oneapi_disable_peer_access(const device &peer) const { check_peer(peer); }
  template <class Param> typename Param::return_type get_backend_info() const {
    throw exception(errc::backend_mismatch, "the back end of this device has no information of its own");
  }
  template <class Param> typename Param::return_type get_info() const;
  friend bool operator==(const device &a, const device &b) { return a.of == b.of; }
  friend bool operator!=(const device &a, const device &b) { return !(a == b); }
};
namespace detail {
struct device_access {
  static const sycl_rt_device *of(const device &d) { return d.of; }
};
inline std::vector<device> all_devices() {
  const sycl_rt_device *const *first = nullptr;
  std::uint64_t count = 0;
  this_module(); // for devices that are there only if the program has code for them
  check(sycl_rt_devices(&first, &count));
  std::vector<device> all;
  for (std::uint64_t n = 0; n < count; ++n) all.emplace_back(first[n]);
  return all;
}
// Whether this program or shared library has device code for a device.
[[gnu::visibility("hidden")]] inline bool has_images(const device &of) {
  return sycl_rt_has_images(this_module(), device_access::of(of));
}

template <class Param> struct max_items { static constexpr int dimensions = 0; };
template <class Param, class = void> inline constexpr bool is_same_on_all_devices = false;
template <class Param>
inline constexpr bool is_same_on_all_devices<Param, std::void_t<decltype(Param::on_all_devices())>> = true;
template <int Dimensions> struct max_items<info::device::max_work_item_sizes<Dimensions>> {
  static constexpr int dimensions = Dimensions;
};
}

template <class Param> typename Param::return_type device::get_info() const {
  namespace d = info::device;
  namespace intel = ext::intel::info::device;
  using result = typename Param::return_type;
  using one = detail::is_one<Param>;
  if constexpr (detail::is_same_on_all_devices<Param>) return Param::on_all_devices();
  else if constexpr (std::is_same_v<Param, d::device_type>) {
    switch (fact<std::uint32_t>(SYCL_RT_TYPE)) {
    case SYCL_RT_CPU: return info::device_type::cpu;
    case SYCL_RT_GPU: return info::device_type::gpu;
    case SYCL_RT_ACCELERATOR: return info::device_type::accelerator;
    default: return info::device_type::custom;
    }
  } else if constexpr (std::is_same_v<Param, d::name>) return list<std::string>(SYCL_RT_NAME);
  else if constexpr (std::is_same_v<Param, d::vendor>) return list<std::string>(SYCL_RT_VENDOR);
  else if constexpr (std::is_same_v<Param, d::driver_version>) return list<std::string>(SYCL_RT_DRIVER_VERSION);
  else if constexpr (one::template of<d::version, d::backend_version>) return list<std::string>(SYCL_RT_VERSION);
  else if constexpr (std::is_same_v<Param, d::vendor_id>) return fact<std::uint32_t>(SYCL_RT_VENDOR_ID);
  else if constexpr (std::is_same_v<Param, d::platform>) return get_platform();
  else if constexpr (std::is_same_v<Param, d::max_compute_units>) return fact<std::uint32_t>(SYCL_RT_MAX_COMPUTE_UNITS);
  else if constexpr (std::is_same_v<Param, ext::oneapi::info::device::num_compute_units>)
    return fact<std::uint32_t>(SYCL_RT_MAX_COMPUTE_UNITS);
  else if constexpr (std::is_same_v<Param, d::max_work_item_dimensions>) return 3;
  else if constexpr (std::is_same_v<Param, d::max_work_group_size>) return fact<std::uint64_t>(SYCL_RT_MAX_WORK_GROUP_SIZE);
  else if constexpr (detail::max_items<Param>::dimensions > 0) {
    auto sizes = list<std::vector<std::uint64_t>>(SYCL_RT_MAX_WORK_ITEM_SIZES);
    result all;
    for (int n = 0; n < all.dimensions; ++n) all[n] = sizes[all.dimensions - 1 - n];
    return all;
  } else if constexpr (std::is_same_v<Param, d::max_num_sub_groups>) return fact<std::uint32_t>(SYCL_RT_MAX_NUM_SUB_GROUPS);
  else if constexpr (std::is_same_v<Param, d::sub_group_sizes>) {
    auto sizes = list<std::vector<std::uint32_t>>(SYCL_RT_SUB_GROUP_SIZES);
    return {sizes.begin(), sizes.end()};
  } else if constexpr (std::is_same_v<Param, d::aspects>) return aspects();
#define SYCL_PASSES_WIDTH(type, bytes) \
  else if constexpr (one::template of<d::preferred_vector_width_##type, d::native_vector_width_##type>) \
    return fact<std::uint32_t>(SYCL_RT_NATIVE_VECTOR_BYTES) / bytes;
  SYCL_PASSES_WIDTH(char, 1) SYCL_PASSES_WIDTH(short, 2) SYCL_PASSES_WIDTH(int, 4) SYCL_PASSES_WIDTH(long, 8)
  SYCL_PASSES_WIDTH(long_long, 8) SYCL_PASSES_WIDTH(float, 4)
#undef SYCL_PASSES_WIDTH
  else if constexpr (one::template of<d::preferred_vector_width_double, d::native_vector_width_double>)
    return has(aspect::fp64) ? fact<std::uint32_t>(SYCL_RT_NATIVE_VECTOR_BYTES) / 8 : 0;
  else if constexpr (one::template of<d::preferred_vector_width_half, d::native_vector_width_half>)
    return has(aspect::fp16) ? fact<std::uint32_t>(SYCL_RT_NATIVE_VECTOR_BYTES) / 2 : 0;
  else if constexpr (one::template of<d::max_clock_frequency, intel::memory_clock_rate>)
    return fact<std::uint32_t>(SYCL_RT_MAX_CLOCK_FREQUENCY);
  else if constexpr (std::is_same_v<Param, d::address_bits>) return fact<std::uint32_t>(SYCL_RT_ADDRESS_BITS);
  else if constexpr (std::is_same_v<Param, d::max_mem_alloc_size>) return fact<std::uint64_t>(SYCL_RT_MAX_MEM_ALLOC_SIZE);
  else if constexpr (one::template of<d::global_mem_size, d::max_constant_buffer_size>)
    return fact<std::uint64_t>(SYCL_RT_GLOBAL_MEM_SIZE);
  else if constexpr (std::is_same_v<Param, d::global_mem_cache_size>) return fact<std::uint64_t>(SYCL_RT_GLOBAL_MEM_CACHE_SIZE);
  else if constexpr (std::is_same_v<Param, d::global_mem_cache_line_size>) return fact<std::uint32_t>(SYCL_RT_CACHE_LINE_SIZE);
  else if constexpr (std::is_same_v<Param, d::local_mem_size>) return fact<std::uint64_t>(SYCL_RT_LOCAL_MEM_SIZE);
  else if constexpr (std::is_same_v<Param, intel::free_memory>) return fact<std::uint64_t>(SYCL_RT_FREE_MEMORY);
  else if constexpr (std::is_same_v<Param, d::host_unified_memory>) return fact<std::uint32_t>(SYCL_RT_HAS_UNIFIED_MEMORY);
  else if constexpr (std::is_same_v<Param, d::local_mem_type>)
    return is_cpu() ? info::local_mem_type::global : info::local_mem_type::local;
  else if constexpr (std::is_same_v<Param, d::global_mem_cache_type>) return info::global_mem_cache_type::read_write;
  else if constexpr (one::template of<d::half_fp_config, d::single_fp_config, d::double_fp_config>) {
    bool has_type = std::is_same_v<Param, d::single_fp_config> ||
                    has(std::is_same_v<Param, d::half_fp_config> ? aspect::fp16 : aspect::fp64);
    if (!has_type) return {};
    result all = {info::fp_config::denorm, info::fp_config::inf_nan, info::fp_config::round_to_nearest, info::fp_config::fma};
    if (is_cpu()) all.push_back(info::fp_config::correctly_rounded_divide_sqrt);
    return all;
  } else if constexpr (one::template of<d::atomic_memory_order_capabilities, d::atomic_fence_order_capabilities>)
    return {memory_order::relaxed, memory_order::acquire, memory_order::release, memory_order::acq_rel, memory_order::seq_cst};
  else if constexpr (one::template of<d::atomic_memory_scope_capabilities, d::atomic_fence_scope_capabilities>)
    return {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device, memory_scope::system};
  else if constexpr (std::is_same_v<Param, d::execution_capabilities>) return {info::execution_capability::exec_kernel};
  else if constexpr (std::is_same_v<Param, d::parent_device>)
    throw exception(errc::invalid, "found a device that is not a part of another; expected one of create_sub_devices");
  else if constexpr (std::is_same_v<Param, d::partition_properties>) return {};
  else if constexpr (std::is_same_v<Param, d::partition_affinity_domains>) return {};
  else if constexpr (std::is_same_v<Param, d::partition_type_property>) return info::partition_property::no_partition;
  else if constexpr (std::is_same_v<Param, d::partition_type_affinity_domain>) return info::partition_affinity_domain::not_applicable;
  else if constexpr (one::template of<d::is_endian_little, d::is_available>) return true;
  else if constexpr (std::is_same_v<Param, d::queue_profiling>) return has(aspect::queue_profiling);
  else if constexpr (std::is_same_v<Param, d::image_support>) return has(aspect::image);
  else if constexpr (one::template of<d::usm_device_allocations, d::usm_host_allocations, d::usm_shared_allocations>)
    return has(aspect::usm_shared_allocations);
  else if constexpr (std::is_same_v<Param, d::usm_system_allocations>) return has(aspect::usm_system_allocations);
  else if constexpr (std::is_same_v<Param, d::profiling_timer_resolution>) return 1;
  else if constexpr (std::is_same_v<Param, d::mem_base_addr_align>) return 1024; // bits
  else if constexpr (std::is_same_v<Param, d::max_parameter_size>) return 4096;
  else if constexpr (std::is_same_v<Param, d::printf_buffer_size>) return std::size_t(1) << 20;
  else if constexpr (std::is_same_v<Param, d::profile>) return "FULL_PROFILE";
  else if constexpr (std::is_same_v<Param, d::preferred_interop_user_sync>) return true;
  else if constexpr (std::is_same_v<Param, d::max_constant_args>) return 8;
  else if constexpr (std::is_same_v<Param, d::reference_count>) return 1;
  // Coordinates in images are of 32 bits. Kernels take accessors of images as they take other objects.
  else if constexpr (one::template of<d::image2d_max_width, d::image2d_max_height, d::image3d_max_width,
                                      d::image3d_max_height, d::image3d_max_depth, d::image_max_buffer_size>)
    return INT32_MAX;
  else if constexpr (one::template of<d::max_read_image_args, d::max_write_image_args, d::max_samplers>) return 128;
  else return result(); // what no device has: compilers at run time, extensions
}

inline std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> some;
  for (const device &one : detail::all_devices()) {
    info::device_type own = one.get_info<info::device::device_type>();
    if (type == info::device_type::all || type == info::device_type::automatic || type == own) some.push_back(one);
  }
  return some;
}
inline std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> some;
  for (const device &one : device::get_devices(type))
    if (one.get_platform() == *this) some.push_back(one);
  return some;
}
inline bool platform::has(aspect which) const {
  std::vector<device> all = get_devices();
  return std::all_of(all.begin(), all.end(), [&](const device &one) { return one.has(which); });
}
inline std::vector<platform> platform::get_platforms() {
  std::vector<platform> all;
  for (const device &one : detail::all_devices()) {
    platform own = one.get_platform();
    if (std::find(all.begin(), all.end(), own) == all.end()) all.push_back(own);
  }
  return all;
}

// ---------------------------------------------------------------- selectors (section 4.6.1.1)
// A GPU before a processor, but first of all what this program has device code for.
struct default_selector {
  int operator()(const device &one) const {
    int of_kind = one.is_gpu() ? 500 : one.is_cpu() ? 300 : 100;
    return of_kind + (detail::has_images(one) ? 1000 : 0);
  }
};
struct gpu_selector { int operator()(const device &one) const { return one.is_gpu() ? 1000 : -1; } };
struct cpu_selector { int operator()(const device &one) const { return one.is_cpu() ? 1000 : -1; } };
struct accelerator_selector { int operator()(const device &one) const { return one.is_accelerator() ? 1000 : -1; } };
using host_selector [[deprecated("cpu_selector_v")]] = cpu_selector;
inline constexpr default_selector default_selector_v;
inline constexpr gpu_selector gpu_selector_v;
inline constexpr cpu_selector cpu_selector_v;
inline constexpr accelerator_selector accelerator_selector_v;
// From SYCL 1.2.1: programs derive from it.
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &) const = 0;
};
namespace detail {
class by_aspects {
  std::vector<aspect> required, denied;

public:
  by_aspects(std::vector<aspect> required, std::vector<aspect> denied) : required(std::move(required)), denied(std::move(denied)) {}
  int operator()(const device &one) const {
    auto has = [&](aspect which) { return one.has(which); };
    bool is_it = std::all_of(required.begin(), required.end(), has) && std::none_of(denied.begin(), denied.end(), has);
    return is_it ? default_selector_v(one) : -1;
  }
};
template <class Selector> device choose(const Selector &selector) {
  std::vector<device> all = all_devices();
  const device *best = nullptr;
  int most = -1;
  for (const device &one : all)
    if (int score = selector(one); score > most) best = &one, most = score;
  if (best) return *best;
  std::string found;
  for (const device &one : all) found += (found.empty() ? "" : ", ") + one.get_info<info::device::name>();
  constexpr bool is_gpu = std::is_same_v<Selector, gpu_selector>;
  refuse(errc::runtime, "No device of requested type available; found " + (found.empty() ? std::string("none") : found) +
                          "; expected " + (is_gpu ? "a GPU; cpu_selector_v takes the processor" : "one that the selector accepts"));
}
}
inline auto aspect_selector(const std::vector<aspect> &required, const std::vector<aspect> &denied = {}) {
  return detail::by_aspects(required, denied);
}
template <class... Aspects, detail::only_if<(std::is_same_v<Aspects, aspect> && ...)> = 0>
auto aspect_selector(Aspects... required) {
  return detail::by_aspects({required...}, {});
}
template <aspect... Required> auto aspect_selector() { return detail::by_aspects({Required...}, {}); }

inline platform::platform() : platform(default_selector_v) {}
template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>>>
platform::platform(const Selector &selector) : of(detail::device_access::of(detail::choose(selector))) {}
inline device::device() : device(default_selector_v) {}
template <class Selector, detail::only_if<std::is_invocable_r_v<int, const Selector &, const device &>>>
device::device(const Selector &selector) : of(detail::choose(selector).of) {}

template <aspect Aspect> struct any_device_has : std::true_type {};
template <aspect Aspect> struct all_devices_have : std::bool_constant<Aspect == aspect::usm_shared_allocations || Aspect == aspect::image> {};
template <aspect Aspect> inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect> inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;
}}
template <> struct std::hash<sycl::device> {
  std::size_t operator()(const sycl::device &one) const noexcept { return std::hash<const void *>()(one.of); }
};
template <> struct std::hash<sycl::platform> {
  std::size_t operator()(const sycl::platform &one) const noexcept { return static_cast<std::size_t>(one.number()); }
};
