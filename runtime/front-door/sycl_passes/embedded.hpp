// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side of a program with SYP_EMBEDDED; sycl_passes.hpp includes it. There is no SYCL runtime: kernels are
// functions in images of the target `host`, which are linked into the program or shared library, and run on threads of
// the C++ library. The names are those of SYCL that device.hpp has.
//
// The only device is the processor. A launch returns when the kernel has run, so there is nothing to wait for, and what
// goes wrong is an exception of the launch.
#pragma once
#include "launch.hpp"
#include <sys/mman.h>

namespace sycl { inline namespace _V1 {
enum class errc : int {
  success, runtime, kernel, accessor, nd_range, event, kernel_argument, build, invalid, memory_allocation, platform,
  profiling, feature_not_supported, kernel_not_supported, backend_mismatch
};
inline std::error_code make_error_code(errc code) noexcept { return {static_cast<int>(code), sycl_category()}; }
}}
template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

namespace sycl { inline namespace _V1 {
using syp::specialization_id, syp::aspect;
namespace info::device {
struct name { using type = std::string; };
struct vendor : name {};
struct max_compute_units { using type = std::uint32_t; };
struct max_work_group_size { using type = std::size_t; };
struct local_mem_size { using type = std::uint64_t; };
}
namespace property::queue { struct in_order {}; struct enable_profiling {}; }
enum selector { default_selector_v, cpu_selector_v, gpu_selector_v, accelerator_selector_v };

struct event { void wait() const {} void wait_and_throw() const {} };

class device {
  static void check(const auto &) {}
  static void check(selector s) {
    if (s == gpu_selector_v || s == accelerator_selector_v)
      throw exception(errc::runtime,
                      "found a selector of GPUs or accelerators; expected one of processors, as there are no others");
  }

public:
  explicit device(const auto &...options) { (check(options), ...); }
  template <class Q> typename Q::type get_info() const {
    if constexpr (std::same_as<Q, info::device::name>) return syp::embedded::processor();
    else if constexpr (std::same_as<Q, info::device::vendor>) return "sycl-passes";
    else if constexpr (std::same_as<Q, info::device::max_compute_units>)
      return static_cast<std::uint32_t>(syp::embedded::team::get().size);
    else if constexpr (std::same_as<Q, info::device::max_work_group_size>) return syp::embedded::max_group_size;
    else return syp::embedded::local_mem_size;
  }
  bool has(aspect a) const { return syp::embedded::has(static_cast<std::uint32_t>(a)); }
  bool is_cpu() const { return true; }
  bool is_gpu() const { return false; }
};

// All memory is the processor's.
struct queue {
  explicit queue(const auto &...options) { static_cast<void>(device(options...)); }
  void wait() const {}
  void wait_and_throw() const {}
  device get_device() const { return device(); }
  event memcpy(void *to, const void *from, std::size_t size, const auto &...) const {
    std::memmove(to, from, size);
    return {};
  }
  event memset(void *to, int value, std::size_t size, const auto &...) const {
    std::memset(to, value, size);
    return {};
  }
  template <class T> event fill(void *to, const T &value, std::size_t count, const auto &...) const {
    std::fill_n(static_cast<T *>(to), count, value);
    return {};
  }
  template <class T> event copy(const T *from, T *to, std::size_t count, const auto &...) const {
    std::optional<std::size_t> size = syp::embedded::bytes_of<T>(count);
    if (!size) throw exception(errc::invalid, "found more elements to copy than memory can have; expected fewer");
    return memcpy(to, from, *size);
  }
};

// Null if there is not enough memory. Much memory is in large pages, where the system has them: items of a loop whose
// step is the number of all items are in another small page in each round.
template <class T = std::byte> T *malloc_shared(std::size_t count, const auto &...) {
  SYP_CHECK_LAYOUT(T);
  constexpr std::size_t large_page = 2 << 20;
  std::optional<std::size_t> size = syp::embedded::bytes_of<T>(count);
  bool is_large = size && *size >= 4 * large_page;
  std::size_t alignment = std::max<std::size_t>(is_large ? large_page : 128, alignof(T));
  if (!size || *size > SIZE_MAX - alignment) return nullptr;
  std::size_t whole = (*size + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, whole);
#ifdef MADV_HUGEPAGE
  if (memory && is_large) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return static_cast<T *>(memory);
}
template <class T = std::byte> T *malloc_device(std::size_t count, const auto &...) { return malloc_shared<T>(count); }
template <class T = std::byte> T *malloc_host(std::size_t count, const auto &...) { return malloc_shared<T>(count); }
inline void free(void *memory, const auto &...) { std::free(memory); }
}}

namespace syp::detail {
template <int D> embedded::extent extent_of(const coordinates<D> &c) {
  embedded::extent e{1, 1, 1};
  for (int d = 0; d < D; ++d) e[D - 1 - d] = c[d];
  return e;
}
inline embedded::extent extent_of(std::size_t count) { return {count, 1, 1}; }

template <class Name> [[gnu::visibility("hidden")]] const embedded::kernel &kernel_of() {
  [[clang::no_destroy]] static const embedded::kernel kernel(__builtin_sycl_unique_stable_name(Name));
  return kernel;
}
template <class Name> bool runs_on(const sycl::device &) try {
  return kernel_of<Name>().code != nullptr;
} catch (const sycl::exception &) {
  return false;
}

template <class Name, class Item, class... Facts, class F, class... T>
sycl::event start(sycl::queue &, locals<T...>, const F &f, const auto &size, const auto &...extra) {
  const embedded::kernel &kernel = kernel_of<Name>();
  embedded::team &team = embedded::team::get();
  embedded::arguments given{.of = kernel, .given = {}};
  given.add(f), (given.add(extra), ...);
  embedded::extent global{1, 1, 1}, local{1, 1, 1};
  if constexpr (requires { size.global; }) {
    global = extent_of(size.global), local = extent_of(size.local);
  } else if constexpr (!std::same_as<Item, no_item>) {
    global = extent_of(size), local = embedded::group_size(*kernel.code, global, team.size);
  }
  embedded::launch launch(given, global, local, team.size);
  team.run(launch);
  return {};
}
}
