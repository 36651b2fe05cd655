// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about objects (section 4.6 and appendix A): types for `get_info`, and enumerations.
#pragma once
#include <string>
#include <vector>
#include <sycl/access.hpp>
#include <sycl/exception.hpp>
#include <sycl/index_space.hpp>

namespace sycl { inline namespace _V1 {
class platform;
class device;
class context;
class kernel_id;

// By DPC++'s numbers, as config/aspects.json has them.
enum class aspect : int {
#define __SYCL_ASPECT(name, number) name = number,
#define __SYCL_ASPECT_DEPRECATED(name, number, message) name [[deprecated(message)]] = number,
#define __SYCL_ASPECT_DEPRECATED_ALIAS(name, number, message) __SYCL_ASPECT_DEPRECATED(name, number, message)
#include <sycl/info/aspects.def>
#include <sycl/info/aspects_deprecated.def>
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT
};

namespace info {
enum class device_type : unsigned { cpu, gpu, accelerator, custom, automatic, host, all };
enum class partition_property : int { no_partition, partition_equally, partition_by_counts, partition_by_affinity_domain };
enum class partition_affinity_domain : int {
  not_applicable, numa, L4_cache, L3_cache, L2_cache, L1_cache, next_partitionable
};
enum class local_mem_type : int { none, local, global };
enum class fp_config : int {
  denorm, inf_nan, round_to_nearest, round_to_zero, round_to_inf, fma, correctly_rounded_divide_sqrt, soft_float
};
enum class global_mem_cache_type : int { none, read_only, read_write };
enum class execution_capability : unsigned { exec_kernel, exec_native_kernel };
enum class event_command_status : int { submitted, running, complete, ext_oneapi_unknown };

#define SYCL_PASSES_INFO(name, ...) struct name { using return_type = __VA_ARGS__; };
namespace platform {
SYCL_PASSES_INFO(name, std::string) SYCL_PASSES_INFO(vendor, std::string) SYCL_PASSES_INFO(version, std::string)
SYCL_PASSES_INFO(profile, std::string) SYCL_PASSES_INFO(extensions, std::vector<std::string>)
}
namespace device {
SYCL_PASSES_INFO(device_type, info::device_type) SYCL_PASSES_INFO(vendor_id, std::uint32_t)
SYCL_PASSES_INFO(max_compute_units, std::uint32_t) SYCL_PASSES_INFO(max_work_item_dimensions, std::uint32_t)
template <int Dimensions = 3> struct max_work_item_sizes { using return_type = range<Dimensions>; };
SYCL_PASSES_INFO(max_work_group_size, std::size_t) SYCL_PASSES_INFO(max_num_sub_groups, std::uint32_t)
SYCL_PASSES_INFO(sub_group_independent_forward_progress, bool) SYCL_PASSES_INFO(sub_group_sizes, std::vector<std::size_t>)
#define SYCL_PASSES_WIDTHS(type) \
  SYCL_PASSES_INFO(preferred_vector_width_##type, std::uint32_t) SYCL_PASSES_INFO(native_vector_width_##type, std::uint32_t)
SYCL_PASSES_WIDTHS(char) SYCL_PASSES_WIDTHS(short) SYCL_PASSES_WIDTHS(int) SYCL_PASSES_WIDTHS(long)
SYCL_PASSES_WIDTHS(long_long) SYCL_PASSES_WIDTHS(float) SYCL_PASSES_WIDTHS(double) SYCL_PASSES_WIDTHS(half)
#undef SYCL_PASSES_WIDTHS
SYCL_PASSES_INFO(max_clock_frequency, std::uint32_t) SYCL_PASSES_INFO(address_bits, std::uint32_t)
SYCL_PASSES_INFO(max_mem_alloc_size, std::uint64_t) SYCL_PASSES_INFO(image_support, bool)
SYCL_PASSES_INFO(max_read_image_args, std::uint32_t) SYCL_PASSES_INFO(max_write_image_args, std::uint32_t)
SYCL_PASSES_INFO(image2d_max_width, std::size_t) SYCL_PASSES_INFO(image2d_max_height, std::size_t)
SYCL_PASSES_INFO(image3d_max_width, std::size_t) SYCL_PASSES_INFO(image3d_max_height, std::size_t)
SYCL_PASSES_INFO(image3d_max_depth, std::size_t) SYCL_PASSES_INFO(image_max_buffer_size, std::size_t)
SYCL_PASSES_INFO(max_samplers, std::uint32_t) SYCL_PASSES_INFO(max_parameter_size, std::size_t)
SYCL_PASSES_INFO(mem_base_addr_align, std::uint32_t) SYCL_PASSES_INFO(half_fp_config, std::vector<info::fp_config>)
SYCL_PASSES_INFO(single_fp_config, std::vector<info::fp_config>)
SYCL_PASSES_INFO(double_fp_config, std::vector<info::fp_config>)
SYCL_PASSES_INFO(global_mem_cache_type, info::global_mem_cache_type)
SYCL_PASSES_INFO(global_mem_cache_line_size, std::uint32_t) SYCL_PASSES_INFO(global_mem_cache_size, std::uint64_t)
SYCL_PASSES_INFO(global_mem_size, std::uint64_t) SYCL_PASSES_INFO(max_constant_buffer_size, std::uint64_t)
SYCL_PASSES_INFO(max_constant_args, std::uint32_t) SYCL_PASSES_INFO(local_mem_type, info::local_mem_type)
SYCL_PASSES_INFO(local_mem_size, std::uint64_t) SYCL_PASSES_INFO(error_correction_support, bool)
SYCL_PASSES_INFO(host_unified_memory, bool) SYCL_PASSES_INFO(profiling_timer_resolution, std::size_t)
SYCL_PASSES_INFO(atomic_memory_order_capabilities, std::vector<memory_order>)
SYCL_PASSES_INFO(atomic_fence_order_capabilities, std::vector<memory_order>)
SYCL_PASSES_INFO(atomic_memory_scope_capabilities, std::vector<memory_scope>)
SYCL_PASSES_INFO(atomic_fence_scope_capabilities, std::vector<memory_scope>)
SYCL_PASSES_INFO(is_endian_little, bool) SYCL_PASSES_INFO(is_available, bool) SYCL_PASSES_INFO(is_compiler_available, bool)
SYCL_PASSES_INFO(is_linker_available, bool) SYCL_PASSES_INFO(execution_capabilities, std::vector<info::execution_capability>)
SYCL_PASSES_INFO(queue_profiling, bool) SYCL_PASSES_INFO(built_in_kernels, std::vector<std::string>)
SYCL_PASSES_INFO(built_in_kernel_ids, std::vector<kernel_id>) SYCL_PASSES_INFO(platform, sycl::platform)
SYCL_PASSES_INFO(name, std::string) SYCL_PASSES_INFO(vendor, std::string) SYCL_PASSES_INFO(driver_version, std::string)
SYCL_PASSES_INFO(profile, std::string) SYCL_PASSES_INFO(version, std::string) SYCL_PASSES_INFO(backend_version, std::string)
SYCL_PASSES_INFO(parent_device, sycl::device) SYCL_PASSES_INFO(aspects, std::vector<aspect>) SYCL_PASSES_INFO(extensions, std::vector<std::string>)
SYCL_PASSES_INFO(opencl_c_version, std::string) SYCL_PASSES_INFO(printf_buffer_size, std::size_t)
SYCL_PASSES_INFO(preferred_interop_user_sync, bool) SYCL_PASSES_INFO(partition_max_sub_devices, std::uint32_t)
SYCL_PASSES_INFO(partition_properties, std::vector<info::partition_property>)
SYCL_PASSES_INFO(partition_affinity_domains, std::vector<info::partition_affinity_domain>)
SYCL_PASSES_INFO(partition_type_property, info::partition_property)
SYCL_PASSES_INFO(partition_type_affinity_domain, info::partition_affinity_domain)
SYCL_PASSES_INFO(reference_count, std::uint32_t)
SYCL_PASSES_INFO(usm_device_allocations, bool) SYCL_PASSES_INFO(usm_host_allocations, bool)
SYCL_PASSES_INFO(usm_shared_allocations, bool) SYCL_PASSES_INFO(usm_restricted_shared_allocations, bool)
SYCL_PASSES_INFO(usm_system_allocations, bool)
}
namespace context {
SYCL_PASSES_INFO(platform, sycl::platform) SYCL_PASSES_INFO(devices, std::vector<sycl::device>)
SYCL_PASSES_INFO(reference_count, std::uint32_t)
SYCL_PASSES_INFO(atomic_memory_order_capabilities, std::vector<memory_order>)
SYCL_PASSES_INFO(atomic_fence_order_capabilities, std::vector<memory_order>)
SYCL_PASSES_INFO(atomic_memory_scope_capabilities, std::vector<memory_scope>)
SYCL_PASSES_INFO(atomic_fence_scope_capabilities, std::vector<memory_scope>)
}
namespace queue {
SYCL_PASSES_INFO(context, sycl::context) SYCL_PASSES_INFO(device, sycl::device)
SYCL_PASSES_INFO(reference_count, std::uint32_t)
}
namespace event {
SYCL_PASSES_INFO(command_execution_status, event_command_status) SYCL_PASSES_INFO(reference_count, std::uint32_t)
}
namespace event_profiling {
SYCL_PASSES_INFO(command_submit, std::uint64_t) SYCL_PASSES_INFO(command_start, std::uint64_t)
SYCL_PASSES_INFO(command_end, std::uint64_t)
}
namespace kernel {
SYCL_PASSES_INFO(num_args, std::uint32_t) SYCL_PASSES_INFO(attributes, std::string)
SYCL_PASSES_INFO(function_name, std::string) SYCL_PASSES_INFO(reference_count, std::uint32_t)
SYCL_PASSES_INFO(context, sycl::context)
}
namespace kernel_device_specific {
SYCL_PASSES_INFO(global_work_size, range<3>) SYCL_PASSES_INFO(work_group_size, std::size_t)
SYCL_PASSES_INFO(compile_work_group_size, range<3>) SYCL_PASSES_INFO(preferred_work_group_size_multiple, std::size_t)
SYCL_PASSES_INFO(private_mem_size, std::size_t) SYCL_PASSES_INFO(max_sub_group_size, std::uint32_t)
SYCL_PASSES_INFO(max_num_sub_groups, std::uint32_t) SYCL_PASSES_INFO(compile_num_sub_groups, std::uint32_t)
SYCL_PASSES_INFO(compile_sub_group_size, std::uint32_t)
}
}
// The extension SYCL_EXT_ONEAPI_LAUNCH_QUERIES.
#define SYCL_EXT_ONEAPI_LAUNCH_QUERIES 1
namespace ext::oneapi::experimental::info::kernel_queue_specific {
template <int Dimensions = 3> struct max_work_item_sizes { using return_type = id<Dimensions>; };
SYCL_PASSES_INFO(max_work_group_size, std::size_t) SYCL_PASSES_INFO(max_num_work_groups, std::size_t)
SYCL_PASSES_INFO(max_sub_group_size, std::uint32_t) SYCL_PASSES_INFO(num_sub_groups, std::uint32_t)
}
namespace ext::oneapi::info::device { SYCL_PASSES_INFO(num_compute_units, std::size_t) }
// Questions of the extensions of DPC++, as far as a device may answer; see device.hpp.
namespace ext::intel::info::device {
SYCL_PASSES_INFO(device_id, std::uint32_t) SYCL_PASSES_INFO(pci_address, std::string)
SYCL_PASSES_INFO(gpu_eu_count, std::uint32_t) SYCL_PASSES_INFO(gpu_eu_simd_width, std::uint32_t)
SYCL_PASSES_INFO(gpu_slices, std::uint32_t) SYCL_PASSES_INFO(gpu_subslices_per_slice, std::uint32_t)
SYCL_PASSES_INFO(gpu_eu_count_per_subslice, std::uint32_t) SYCL_PASSES_INFO(gpu_hw_threads_per_eu, std::uint32_t)
SYCL_PASSES_INFO(max_mem_bandwidth, std::uint64_t) SYCL_PASSES_INFO(free_memory, std::uint64_t)
SYCL_PASSES_INFO(memory_clock_rate, std::uint32_t) SYCL_PASSES_INFO(memory_bus_width, std::uint32_t)
SYCL_PASSES_INFO(max_compute_queue_indices, std::int32_t)
}
#undef SYCL_PASSES_INFO
}}
