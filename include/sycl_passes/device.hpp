// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's interface as the device pass sees it; sycl_passes.hpp includes it. The pass checks the host's code and
// emits none of it: no name in `sycl` does anything. The names, with `_V1`, are those of runtimes, since types of a
// function's parameters are part of the names of kernels inside of it.
#pragma once
namespace sycl { inline namespace _V1 {
using syp::specialization_id, syp::aspect;
struct text { const char *c_str() const; template <class T> operator T() const; };
namespace info::device {
struct name { using type = text; };
struct vendor : name {};
struct max_compute_units { using type = std::uint32_t; };
struct max_work_group_size { using type = std::size_t; };
struct local_mem_size { using type = std::uint64_t; };
}
namespace property::queue { struct in_order {}; struct enable_profiling {}; }
enum selector { default_selector_v, cpu_selector_v, gpu_selector_v, accelerator_selector_v };
struct exception { const char *what() const noexcept; };
struct event { void wait() const, wait_and_throw() const; };
struct device {
  device(auto &&...);
  template <class Q> typename Q::type get_info() const;
  bool has(aspect) const, is_cpu() const, is_gpu() const;
};
struct queue {
  queue(auto &&...);
  void wait() const, wait_and_throw() const;
  device get_device() const;
  event memcpy(auto &&...), memset(auto &&...), fill(auto &&...), copy(auto &&...);
};
template <class T = std::byte> T *malloc_shared(std::size_t, const auto &...) {
  SYP_CHECK_LAYOUT(T);
  return nullptr;
}
template <class T = std::byte> T *malloc_device(std::size_t size, const auto &...) { return malloc_shared<T>(size); }
template <class T = std::byte> T *malloc_host(std::size_t size, const auto &...) { return malloc_shared<T>(size); }
void free(void *, const auto &...);
template <class T, int D = 1> struct buffer { buffer(auto &&...); };
template <class T, int D = 1, auto...> struct accessor { // a kernel cannot capture it
  accessor(const accessor &), accessor(buffer<T, D>, auto...);
  T &operator[](auto) const;
};
}}

namespace syp::detail {
// Makes the kernel.
template <class Name, class Item, class... Facts, class F, class... T>
sycl::event start(sycl::queue &q, locals<T...>, const F &f, auto &&...) {
  entry<Name, Item, Facts...>(f, static_cast<__attribute__((opencl_local)) T *>(nullptr)...);
  return q.copy();
}
}
