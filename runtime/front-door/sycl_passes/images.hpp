// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in the images of the target `host` that are linked into this program or shared library, with the values of
// their specialization constants. sycl_passes/embedded.hpp includes it; sycl_host_image.h describes images.
#pragma once
#include "../sycl_host_image.h"
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>
#ifdef __x86_64__
#include <cpuid.h>
#endif

// Linkers define them where there is a section of this name. Each program and shared library has its own images.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const char __start_sycl_host_images[], __stop_sycl_host_images[];
}

// clang's own linker wrapper, which a link without -B calls, registers images with a runtime, and this program has none.
namespace syp::detail {
inline constinit bool has_registered_images = false;
}
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] void __sycl_register_lib(void *) { syp::detail::has_registered_images = true; }
[[gnu::weak, gnu::visibility("hidden")]] void __sycl_unregister_lib(void *) {}
}

namespace sycl { inline namespace _V1 {
inline const std::error_category &sycl_category() noexcept {
  struct category final : std::error_category {
    const char *name() const noexcept override { return "sycl"; }
    std::string message(int code) const override { return "SYCL error " + std::to_string(code); }
  };
  [[clang::no_destroy]] static const category of_sycl;
  return of_sycl;
}
class exception : public virtual std::exception {
  std::string message;
  std::error_code number;

public:
  exception(std::error_code code, std::string message = "") : message(std::move(message)), number(code) {}
  explicit exception(std::string message) : exception({1, sycl_category()}, std::move(message)) {}
  const std::error_code &code() const noexcept { return number; }
  const std::error_category &category() const noexcept { return number.category(); }
  const char *what() const noexcept override { return message.c_str(); }
  bool has_context() const noexcept { return false; }
};
}}

// This runs once for a kernel: small code compiles fast.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
namespace syp { namespace [[gnu::visibility("hidden")]] embedded {
enum class errc : int { // those of sycl::errc that there are
  success, runtime, nd_range = 4, kernel_argument = 6, invalid = 8, memory_allocation, kernel_not_supported = 13
};
inline std::error_code code_of(errc code) { return {static_cast<int>(code), sycl::sycl_category()}; }
[[noreturn]] inline void refuse(errc code, const auto &...parts) {
  auto text = [](const auto &part) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(part)>>) return std::to_string(part);
    else return std::string(part);
  };
  throw sycl::exception(code_of(code), (text(parts) + ...));
}

// The size of so many elements, if there is one.
template <class T> std::optional<std::size_t> bytes_of(std::size_t count) {
  std::size_t size;
  if (__builtin_mul_overflow(count, sizeof(T), &size)) return std::nullopt;
  return size;
}

// ---------------------------------------------------------------- properties of images
// Six bits for each character, the least significant ones first; in front are eight bytes with the size.
inline std::vector<unsigned char> decode(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  unsigned bits = 0, count = 0;
  for (char digit : text) {
    bits |= static_cast<unsigned>(digits.find(digit)) << count;
    if ((count += 6) >= 8) bytes.push_back(static_cast<unsigned char>(bits)), bits >>= 8, count -= 8;
  }
  bytes.erase(bytes.begin(), bytes.begin() + std::min<std::ptrdiff_t>(8, std::ssize(bytes)));
  return bytes;
}
template <class T> std::vector<T> numbers(std::string_view text) {
  std::vector<unsigned char> bytes = decode(text);
  std::vector<T> all(bytes.size() / sizeof(T));
  if (!all.empty()) std::memcpy(all.data(), bytes.data(), all.size() * sizeof(T));
  return all;
}
// Calls `f` with the set, the name, and the value of each property: a number, or bytes that are not decoded yet.
void each_property(const sycl_host_image &image, auto f) {
  std::string_view text(image.properties, image.properties_size), set;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::size_t name = line.rfind('='); // its type, a digit, and `|` are between it and the value
    if (line.starts_with('[') && line.ends_with(']')) set = line.substr(1, line.size() - 2);
    else if (name != line.npos && line.size() - name >= 3) f(set, line.substr(0, name), line.substr(name + 3));
  }
}

// Limits of the target `host` in config/devices.json.
constexpr std::size_t max_group_size = 8192;
inline bool has(std::uint32_t aspect) {
  // As config/aspects.json numbers them.
  for (std::uint32_t one : {1, 5, 6, 10, 11, 12, 13, 14, 15, 17, 26, 27, 28, 31, 32})
    if (aspect == one) return true;
  return false;
}
// Needs of a kernel of an image, or of all that were left out of it, that the processor lacks, in the words of the
// design of optional kernel features; empty if it has all.
inline std::string lacking(const sycl_host_image &image, const sycl_host_kernel *kernel) {
  std::string targets, feature, sub_group, work_group;
  bool is_fixed = false, is_here = false;
  auto named = [](std::uint32_t number) {
#ifdef SYP_ASPECTS
    if (const char *known = detail::name_of(static_cast<aspect>(number))) return std::string(known);
#endif
    return number == 0 ? std::string("host") : std::to_string(number);
  };
  auto look_at_group = [&](const std::uint64_t *begin, const std::uint64_t *end) {
    std::string text;
    std::size_t items = 1;
    bool is_too_large = false;
    for (; begin != end; ++begin) {
      text += (text.empty() ? "" : ", ") + std::to_string(*begin);
      is_too_large |= __builtin_mul_overflow(items, *begin, &items) || items > max_group_size;
    }
    if (is_too_large && work_group.empty()) work_group = text;
  };
  auto look_at_sub_group = [&](std::string_view size) {
    constexpr std::string_view sizes[] = {"1", "2", "4", "8", "16", "32"};
    if (sub_group.empty() && std::find(std::begin(sizes), std::end(sizes), size) == std::end(sizes)) sub_group = size;
  };
  if (kernel) look_at_group(kernel->required_size, kernel->required_size + 3); // it is compiled for a sub-group size
  each_property(image, [&](std::string_view set, std::string_view name, std::string_view value) {
    if (set != "SYCL/device requirements") return;
    if (name == "fixed_target") {
      is_fixed = true;
      for (std::uint32_t n : numbers<std::uint32_t>(value))
        targets += "," + named(n), is_here |= n == 0 || has(n);
    } else if (name == "fixed_target_names") {
      is_fixed = true;
      std::vector<unsigned char> names = decode(value);
      targets += "," + std::string(names.begin(), names.end());
      is_here |= (targets + ",").find(",host,") != targets.npos;
    } else if (name == "aspects") {
      for (std::uint32_t n : numbers<std::uint32_t>(value))
        if (feature.empty() && !has(n)) feature = named(n);
    } else if (!kernel && name == "reqd_sub_group_size") {
      look_at_sub_group(value);
    } else if (!kernel && name == "sub_group_sizes") {
      for (std::uint32_t n : numbers<std::uint32_t>(value)) look_at_sub_group(std::to_string(n));
    } else if (!kernel && name == "reqd_work_group_size_uint64_t") {
      auto size = numbers<std::uint64_t>(value);
      look_at_group(size.data(), size.data() + size.size());
    } else if (!kernel && name == "work_group_sizes_uint64_t") {
      auto sizes = numbers<std::uint64_t>(value);
      for (std::size_t n = 0; n + 3 <= sizes.size(); n += 3) look_at_group(&sizes[n], &sizes[n] + 3);
    }
  });
  auto size = [](const char *of, const std::string &size) {
    return "Kernel has a required " + std::string(of) + " size of '" + size + "' but device does not support this " +
           of + " size.";
  };
  if (is_fixed && !is_here)
    return "Kernel was compiled with '-fsycl-fixed-targets=" + targets.substr(!targets.empty()) +
           "' but was submitted to a different device.";
  if (!feature.empty())
    return "Kernel uses optional feature corresponding to 'aspect::" + feature +
           "' but device does not support this aspect.";
  if (!sub_group.empty()) return size("sub-group", sub_group);
  return work_group.empty() ? std::string() : size("work-group", work_group);
}

// ---------------------------------------------------------------- specialization constants
// The values in the buffer of an image, and where each constant is in it.
struct constants {
  struct place { std::string name; std::size_t offset, size; };
  std::vector<unsigned char> defaults;
  std::vector<place> places;

  constants() = default;
  explicit constants(const sycl_host_image &image) {
    std::size_t size = 0;
    each_property(image, [&](std::string_view set, std::string_view name, std::string_view value) {
      if (set == "SYCL/specialization constants") {
        // A number, an offset and a size, of 32 bits, for each of its leaves; the last one ends it.
        auto leaves = numbers<std::uint32_t>(value);
        std::size_t bytes = leaves.size() < 3 ? 0 : std::size_t(leaves.end()[-2]) + leaves.end()[-1];
        places.push_back({std::string(name), size, bytes});
        size += bytes;
      } else if (set == "SYCL/specialization constants default values") {
        defaults = decode(value);
      }
    });
    defaults.resize(size);
  }

  void put(std::vector<unsigned char> &values, std::string_view name, const void *value, std::size_t size) const {
    for (const place &p : places)
      if (p.name == name) std::memcpy(&values[p.offset], value, std::min(size, p.size));
  }
};

// ---------------------------------------------------------------- images
// The first of the features that the processor lacks. What the compiler cannot find out counts as lacking.
inline std::string_view missing(std::string_view features) {
#define SYP_HAS(name) if (feature == name) return __builtin_cpu_supports(name) != 0;
  auto has = []([[maybe_unused]] std::string_view feature) {
#ifdef __x86_64__
    SYP_HAS("adx") SYP_HAS("aes") SYP_HAS("amx-avx512") SYP_HAS("amx-bf16") SYP_HAS("amx-complex") SYP_HAS("amx-fp16")
    SYP_HAS("amx-fp8") SYP_HAS("amx-int8") SYP_HAS("amx-movrs") SYP_HAS("amx-tf32") SYP_HAS("amx-tile") SYP_HAS("avx")
    SYP_HAS("avx10.1") SYP_HAS("avx10.2") SYP_HAS("avx2") SYP_HAS("avx512bf16") SYP_HAS("avx512bitalg")
    SYP_HAS("avx512bw") SYP_HAS("avx512cd") SYP_HAS("avx512dq") SYP_HAS("avx512f") SYP_HAS("avx512fp16")
    SYP_HAS("avx512ifma") SYP_HAS("avx512vbmi") SYP_HAS("avx512vbmi2") SYP_HAS("avx512vl") SYP_HAS("avx512vnni")
    SYP_HAS("avx512vp2intersect") SYP_HAS("avx512vpopcntdq") SYP_HAS("avxifma") SYP_HAS("avxneconvert")
    SYP_HAS("avxvnni") SYP_HAS("avxvnniint16") SYP_HAS("avxvnniint8") SYP_HAS("bmi") SYP_HAS("bmi2")
    SYP_HAS("cldemote") SYP_HAS("clflushopt") SYP_HAS("clwb") SYP_HAS("clzero") SYP_HAS("cmpccxadd") SYP_HAS("cx16")
    SYP_HAS("enqcmd") SYP_HAS("f16c") SYP_HAS("fma") SYP_HAS("fma4") SYP_HAS("fsgsbase") SYP_HAS("gfni")
    SYP_HAS("hreset") SYP_HAS("kl") SYP_HAS("lwp") SYP_HAS("lzcnt") SYP_HAS("movbe") SYP_HAS("movdir64b")
    SYP_HAS("movdiri") SYP_HAS("movrs") SYP_HAS("mwaitx") SYP_HAS("pclmul") SYP_HAS("pconfig") SYP_HAS("pku")
    SYP_HAS("popcnt") SYP_HAS("prefetchi") SYP_HAS("prfchw") SYP_HAS("ptwrite") SYP_HAS("rdpid") SYP_HAS("rdrnd")
    SYP_HAS("rdseed") SYP_HAS("sahf") SYP_HAS("serialize") SYP_HAS("sgx") SYP_HAS("sha") SYP_HAS("sha512")
    SYP_HAS("shstk") SYP_HAS("sm3") SYP_HAS("sm4") SYP_HAS("sse3") SYP_HAS("sse4.1") SYP_HAS("sse4.2")
    SYP_HAS("sse4a") SYP_HAS("ssse3") SYP_HAS("tbm") SYP_HAS("tsxldtrk") SYP_HAS("uintr") SYP_HAS("usermsr")
    SYP_HAS("vaes") SYP_HAS("vpclmulqdq") SYP_HAS("waitpkg") SYP_HAS("wbnoinvd") SYP_HAS("widekl") SYP_HAS("xop")
    SYP_HAS("xsave") SYP_HAS("xsavec") SYP_HAS("xsaveopt") SYP_HAS("xsaves")
    if (feature == "crc32") return __builtin_cpu_supports("sse4.2") != 0;
    for (std::string_view apx : {"ccmp", "egpr", "ndd", "nf", "ppx", "push2pop2", "zu"})
      if (feature == apx) return __builtin_cpu_supports("apxf") != 0;
    // Instructions that LLVM emits only for intrinsics, which kernels cannot call; promises of speed.
    for (std::string_view harmless : {"invpcid", "rdpru", "ermsb", "fsrm"})
      if (feature == harmless) return true;
#endif
    return false;
  };
  while (!features.empty()) {
    std::string_view one = features.substr(0, features.find(','));
    features.remove_prefix(std::min(one.size() + 1, features.size()));
    if (one.starts_with('+') && !has(one.substr(1))) return one;
  }
  return {};
#undef SYP_HAS
}

inline std::string processor() {
#ifdef __x86_64__
  unsigned words[12] = {};
  for (unsigned n = 0, *at = words; n < 3; ++n, at += 4) __get_cpuid(0x80000002 + n, at, at + 1, at + 2, at + 3);
  std::string name(reinterpret_cast<const char *>(words), sizeof(words));
  name.resize(std::min(name.find_last_not_of(std::string_view(" \0", 2)) + 1, name.size()));
  if (std::size_t start = name.find_first_not_of(' '); start != name.npos) return name.substr(start);
  return "x86_64";
#else
  return "aarch64";
#endif
}

void failed(const sycl_host_failure *); // the handler of images

// A kernel of the image that asks most of the processor, of those that run on it.
struct kernel {
  const sycl_host_kernel *code = nullptr;
  constants values;

  explicit kernel(std::string_view name) {
    const sycl_host_image *best = nullptr;
    errc why = errc::success;
    std::string of_another, reason;
    auto no = [&](errc code, std::string text) { why = code, reason = std::move(text); };
    auto asks = [](const sycl_host_image *image) {
      std::string_view features = image->features;
      return std::count(features.begin(), features.end(), '+');
    };
    each_image([&](const sycl_host_image *image) {
      if (image->version != SYCL_HOST_IMAGE_VERSION) {
        of_another += "; found one of version " + std::to_string(image->version) + ", expected version " +
                      std::to_string(SYCL_HOST_IMAGE_VERSION);
        return;
      }
      auto *end = image->kernels + image->kernel_count;
      auto *found = std::find_if(image->kernels, end, [&](const auto &k) { return name == k.name; });
      if (found == end) return;
      std::string_view lacks = missing(image->features);
      std::string requires_more = lacking(*image, found);
      if (!lacks.empty()) {
        no(errc::kernel_not_supported, "kernel `" + std::string(name) + "`: its image is for `" + image->target +
                                           "`; this processor lacks `" + std::string(lacks) + "`");
      } else if (!requires_more.empty()) {
        no(errc::kernel_not_supported, requires_more);
      } else if (!best || asks(image) > asks(best)) {
        best = image, code = found;
      }
    });
    if (best) {
      values = constants(*best);
      *best->on_failure = failed;
      return;
    }
    // The device link leaves out what the host cannot run; properties name it.
    if (why == errc::success)
      each_image([&](const sycl_host_image *image) {
        if (image->version != SYCL_HOST_IMAGE_VERSION || why != errc::success) return;
        bool is_named = false;
        each_property(*image, [&](std::string_view set, std::string_view kernel, std::string_view) {
          is_named |= set == "SYCL/kernel names" && kernel == name;
        });
        std::string lacks = is_named ? lacking(*image, nullptr) : "";
        if (!lacks.empty()) no(errc::kernel_not_supported, lacks);
      });
    if (why == errc::success)
      no(errc::runtime, "kernel `" + std::string(name) + "`: no image of the target `host` in this program has it" +
                            of_another + link());
    throw sycl::exception(code_of(why), reason);
  }

private:
  // Mistake of the link, if the program has no images at all.
  static std::string link() {
    if (+__start_sycl_host_images != +__stop_sycl_host_images) return {};
    bool is_registered = syp::detail::has_registered_images;
    const char *how = is_registered ? "; it was linked without " : "; it has to be linked with -fsycl and ";
    return how + std::string("-B<prefix>/lib/sycl-passes/driver");
  }
  static void each_image(auto f) {
    for (const char *at = __start_sycl_host_images; at != __stop_sycl_host_images;) {
      auto *image = reinterpret_cast<const sycl_host_image *>(at);
      if (!image->struct_size) { at += 8; continue; } // padding
      at += image->struct_size;
      f(image);
    }
  }
};
}}
#pragma clang attribute pop
