// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles of the drivers under SYCL objects (section 4.5.1): CUDA's, HIP's and OpenCL's. Types are those of the drivers'
// headers, which are not needed here. Handles belong to SYCL: programs neither destroy them nor release them.
#pragma once
#include <type_traits>
#include <vector>
#include <sycl/accessor.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_BACKEND_CUDA 1
#define SYCL_EXT_ONEAPI_BACKEND_HIP 1

// As in cuda.h, hip_runtime_api.h and cl.h.
struct CUctx_st;
struct CUstream_st;
struct ihipStream_t;
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;

namespace sycl { inline namespace _V1 {
namespace detail {
// The handle of an object of SYCL in a back end; none is there for what is not listed.
template <backend Backend, class Object> struct driver_handle { using type = void; };
template <> struct driver_handle<backend::cuda, device> { using type = int; };
template <> struct driver_handle<backend::cuda, context> { using type = CUctx_st *; };
template <> struct driver_handle<backend::cuda, queue> { using type = CUstream_st *; };
template <> struct driver_handle<backend::hip, device> { using type = int; };
template <> struct driver_handle<backend::hip, queue> { using type = ihipStream_t *; };
template <> struct driver_handle<backend::opencl, platform> { using type = _cl_platform_id *; };
template <> struct driver_handle<backend::opencl, device> { using type = _cl_device_id *; };
template <> struct driver_handle<backend::opencl, context> { using type = _cl_context *; };
template <> struct driver_handle<backend::opencl, queue> { using type = _cl_command_queue *; };
// Memory of an accessor. Buffers are USM in OpenCL, for which clSetKernelArgMemPointerINTEL and its kin have void *.
template <backend Backend> struct driver_memory { using type = void *; };
template <> struct driver_memory<backend::cuda> { using type = unsigned long long; };

template <backend Backend, class Object> using driver_handle_of = typename driver_handle<Backend, Object>::type;
template <class Handle> Handle to_handle(std::uint64_t number) {
  if constexpr (std::is_pointer_v<Handle>) return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(number));
  else return static_cast<Handle>(number);
}
template <class Handle> std::uintptr_t from_handle(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) return reinterpret_cast<std::uintptr_t>(handle);
  else return static_cast<std::uintptr_t>(handle);
}

inline void check_back_end(backend is, backend asked) {
  if (is != asked)
    refuse(errc::backend_mismatch, "found an object of another back end than that of the handle; expected the back end that "
                                   "get_backend() gives (section 4.5.1.2)");
}
inline std::uint64_t driver_fact(const sycl_rt_device *of, unsigned info) {
  return number_fact<std::uint64_t>([&](void *v, auto c, auto *s) { return sycl_rt_device_info(of, info, v, c, s); });
}
template <class Object> constexpr unsigned driver_info = std::is_same_v<Object, device>    ? unsigned(SYCL_RT_NATIVE_DEVICE)
                                                         : std::is_same_v<Object, context> ? unsigned(SYCL_RT_NATIVE_CONTEXT)
                                                                                           : unsigned(SYCL_RT_NATIVE_PLATFORM);
// The SYCL objects among some whose handle is one of the program's.
template <backend Backend, class Object, class Handle> std::vector<device> devices_with(Handle handle) {
  std::vector<device> all = all_devices();
  std::vector<device> found;
  for (const device &one : all)
    if (one.get_backend() == Backend &&
        to_handle<Handle>(driver_fact(device_access::of(one), driver_info<Object>)) == handle)
      found.push_back(one);
  if (found.empty())
    refuse(errc::invalid, "found a handle that is not of SYCL; expected one that SYCL has, as get_native gives it: of CUDA a "
                          "device, or its primary context");
  return found;
}
template <backend Backend, class Object> constexpr void check_object() {
  static_assert(!std::is_void_v<driver_handle_of<Backend, Object>>,
                "SYCL objects that have handles here: of CUDA a device, context and queue; of HIP a device and queue; of "
                "OpenCL a platform, device, context and queue");
}
}

template <backend Backend> class backend_traits {
public:
  template <class Object> using input_type = detail::driver_handle_of<Backend, Object>;
  template <class Object>
  using return_type = std::conditional_t<Backend == backend::cuda && std::is_same_v<Object, context>,
                                         std::vector<detail::driver_handle_of<Backend, Object>>, detail::driver_handle_of<Backend, Object>>;
};
template <backend Backend, class Object> using backend_input_t = typename backend_traits<Backend>::template input_type<Object>;
template <backend Backend, class Object> using backend_return_t = typename backend_traits<Backend>::template return_type<Object>;

// The handle of an object. A context of CUDA has one for each device. Commands of a queue that wait for the host may not be
// in its stream yet: where a stream is used beside SYCL, wait for the queue, or use a host task.
template <backend Backend, class Object> backend_return_t<Backend, Object> get_native(const Object &of) {
  detail::check_object<Backend, Object>();
  detail::check_back_end(of.get_backend(), Backend);
  using handle = detail::driver_handle_of<Backend, Object>;
  if constexpr (std::is_same_v<Object, queue>) {
    std::uintptr_t stream = 0;
    detail::check(sycl_rt_queue_native(detail::queue_access::handle(of), &stream));
    return detail::to_handle<handle>(stream);
  } else if constexpr (std::is_same_v<Object, device>) {
    return detail::to_handle<handle>(detail::driver_fact(detail::device_access::of(of), SYCL_RT_NATIVE_DEVICE));
  } else if constexpr (Backend == backend::cuda) {
    std::vector<handle> all;
    for (const device &one : of.get_devices())
      all.push_back(detail::to_handle<handle>(detail::driver_fact(detail::device_access::of(one), SYCL_RT_NATIVE_CONTEXT)));
    return all;
  } else {
    const device one = of.get_devices().at(0);
    return detail::to_handle<handle>(detail::driver_fact(detail::device_access::of(one), detail::driver_info<Object>));
  }
}

// The SYCL object of a handle.
template <backend Backend> platform make_platform(const backend_input_t<Backend, platform> &handle) {
  detail::check_object<Backend, platform>();
  return detail::devices_with<Backend, platform>(handle)[0].get_platform();
}
template <backend Backend> device make_device(const backend_input_t<Backend, device> &handle) {
  detail::check_object<Backend, device>();
  return detail::devices_with<Backend, device>(handle)[0];
}
template <backend Backend> context make_context(const backend_input_t<Backend, context> &handle, const async_handler &errors = {}) {
  detail::check_object<Backend, context>();
  return context(detail::devices_with<Backend, context>(handle), errors);
}
// A queue in a stream of the program's, which has to outlive it. The device is the context's, of which there has to be one.
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &handle, const context &in, const async_handler &errors = {}) {
  detail::check_object<Backend, queue>();
  detail::check_back_end(in.get_backend(), Backend);
  return detail::queue_access::adopt(in, detail::from_handle(handle), errors);
}

template <backend Backend> backend_return_t<Backend, device> interop_handle::get_native_device() const {
  return get_native<Backend>(device(on));
}
template <backend Backend> backend_return_t<Backend, context> interop_handle::get_native_context() const {
  return get_native<Backend>(context(device(on)));
}
template <backend Backend> backend_return_t<Backend, queue> interop_handle::get_native_queue() const {
  detail::check_object<Backend, queue>();
  detail::check_back_end(get_backend(), Backend);
  if (!in) detail::refuse(errc::invalid, "found a host task of a command graph, which has no queue; expected one of a queue");
  std::uintptr_t stream = 0;
  detail::check(sycl_rt_queue_native(in, &stream));
  return detail::to_handle<backend_return_t<Backend, queue>>(stream);
}
template <backend Backend, class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder>
typename detail::driver_memory<Backend>::type
interop_handle::get_native_mem(const accessor<T, Dimensions, Mode, Target, IsPlaceholder> &of) const {
  static_assert(Target == target::device, "found an accessor of the host; expected one with target::device (section 4.10.2)");
  detail::check_back_end(get_backend(), Backend);
  return detail::to_handle<typename detail::driver_memory<Backend>::type>(
      static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(static_cast<const T *>(of.get_pointer()))));
}
}}
