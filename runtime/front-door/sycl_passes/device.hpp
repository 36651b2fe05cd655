// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's interface as the device pass sees it; sycl_passes.hpp includes it. The pass checks the host's code and
// emits none of it: no name in `sycl` does anything. The names, with `_V1`, are those of runtimes, since types of a
// function's parameters are part of the names of kernels inside of it.
#pragma once
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions" // `= delete("...")`
namespace sycl { inline namespace _V1 {
using syp::specialization_id, syp::aspect;
// In the place of std::string and std::error_code, whose headers take longer than all else. What a user does with
// them compiles, whether the source includes the headers or not.
struct text {
  const char *c_str() const, *data() const;
  std::size_t size() const, length() const, find(const auto &...) const;
  bool empty() const;
  text substr(auto...) const;
  char operator[](std::size_t) const;
  template <class T> requires requires(T t) { t.c_str(); } operator T() const;
  template <class S> friend S &operator<<(S &, const text &);
  friend text operator+(const text &, const text &), operator+(const text &, const auto &);
  friend text operator+(const auto &, const text &);
  friend bool operator==(const text &, const auto &);
};
enum class errc : int {
  success, runtime, kernel, accessor, nd_range, event, kernel_argument, build, invalid, memory_allocation, platform,
  profiling, feature_not_supported, kernel_not_supported, backend_mismatch
};
struct error_category { const char *name() const; bool operator==(const auto &) const; };
struct error_code {
  int value() const;
  text message() const;
  const error_category &category() const;
  explicit operator bool() const;
  template <class T> requires requires(T t) { t.default_error_condition(); } operator T() const;
  template <class S> friend S &operator<<(S &, const error_code &);
  friend bool operator==(const error_code &, const auto &);
};
template <class Code> requires requires(Code c) { c.default_error_condition(); } bool operator==(const Code &, errc);
error_code make_error_code(errc);
const error_category &sycl_category();
namespace info::device {
struct name { using type = text; };
struct vendor : name {};
struct max_compute_units { using type = std::uint32_t; };
struct max_work_group_size { using type = std::size_t; };
struct local_mem_size { using type = std::uint64_t; };
}
namespace property::queue { struct in_order {}; struct enable_profiling {}; }
enum selector { default_selector_v, cpu_selector_v, gpu_selector_v, accelerator_selector_v };
// Names of SYCL 2020 that programs mostly begin with, and what there is in their place.
#define SYP_INSTEAD(instead) "it is not in sycl_passes.hpp; expected " instead ", as docs/front-door.md says"
#define SYP_ABSENT(instead) __attribute__((unavailable(SYP_INSTEAD(instead))))
#define SYP_DELETED(instead) = delete(SYP_INSTEAD(instead))
#define SYP_LAUNCH "a launch with `syp::parallel_for(queue, size, kernel)`"
#define SYP_MEMORY "memory of `sycl::malloc_shared`, whose address kernels capture"
#define SYP_LOCAL "`syp::local<T>(count)` behind the kernel of a launch"
#define SYP_VECTORS(T, name) using name##2 SYP_ABSENT("an array or a structure") = T; \
  using name##3 SYP_ABSENT("an array or a structure") = T; using name##4 SYP_ABSENT("an array or a structure") = T; \
  using name##8 SYP_ABSENT("an array or a structure") = T; using name##16 SYP_ABSENT("an array or a structure") = T;
SYP_VECTORS(char, char) SYP_VECTORS(unsigned char, uchar) SYP_VECTORS(short, short) SYP_VECTORS(unsigned short, ushort)
SYP_VECTORS(int, int) SYP_VECTORS(unsigned, uint) SYP_VECTORS(long, long) SYP_VECTORS(unsigned long, ulong)
SYP_VECTORS(float, float) SYP_VECTORS(double, double)
template <class T, int N> struct SYP_ABSENT("an array or a structure") vec;
template <class T, std::size_t N> struct SYP_ABSENT("an array or a structure") marray;
template <class T, int D = 1> struct SYP_ABSENT(SYP_LOCAL) local_accessor;
template <class T, int D = 1> struct SYP_ABSENT(SYP_MEMORY) host_accessor;
#define SYP_DEVICE "`sycl::queue`, which has a device"
struct SYP_ABSENT(SYP_LAUNCH) handler {
  template <class...> void parallel_for(const auto &...) const;
  template <class...> void single_task(const auto &...) const;
  void depends_on(const auto &...) const;
};
struct SYP_ABSENT(SYP_DEVICE) platform { static platform *(&get_platforms())[1]; };
struct SYP_ABSENT(SYP_DEVICE) context;
struct SYP_ABSENT("`printf`") stream;
template <class... A> void reduction(A &&...) SYP_DELETED("`syp::reduce_over_group`");

struct exception {
  exception(const auto &...);
  const error_code &code() const;
  const error_category &category() const;
  const char *what() const noexcept;
  bool has_context() const;
};
struct event { void wait() const, wait_and_throw() const; };
struct device {
  device(auto &&...);
  template <class Q> typename Q::type get_info() const;
  bool has(aspect) const, is_cpu() const, is_gpu() const;
  static device *get_devices(const auto &...) SYP_DELETED(SYP_DEVICE);
};
struct queue {
  queue(auto &&...);
  void wait() const, wait_and_throw() const;
  device get_device() const;
  event memcpy(auto &&...), memset(auto &&...), fill(auto &&...), copy(auto &&...);
  template <class...> event submit(const auto &...) const SYP_DELETED(SYP_LAUNCH);
  template <class...> event parallel_for(const auto &...) const SYP_DELETED(SYP_LAUNCH);
  template <class...> event single_task(const auto &...) const SYP_DELETED("`syp::single_task(queue, kernel)`");
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
#pragma clang diagnostic pop

namespace syp::detail {
template <class Name> bool runs_on(const sycl::device &);
// Makes the kernel.
template <class Name, class Item, class... Facts, class F, class... T>
sycl::event start(sycl::queue &q, locals<T...>, const F &f, auto &&...) {
  entry<Name, Item, Facts...>(f, static_cast<__attribute__((opencl_local)) T *>(nullptr)...);
  return q.copy();
}
}
