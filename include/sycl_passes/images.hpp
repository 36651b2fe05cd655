// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in the images of the target `host` that are linked into this program or shared library, with the values of
// their specialization constants. sycl_passes/embedded.hpp includes it; sycl_host_image.h describes images.
#pragma once
#include "../sycl_host_image.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Linkers define them where there is a section of this name. Each program and shared library has its own images.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const char __start_sycl_host_images[], __stop_sycl_host_images[];
}

namespace sycl { inline namespace _V1 {
class exception : public std::exception {
  std::string message;

public:
  explicit exception(std::string message) : message(std::move(message)) {}
  const char *what() const noexcept override { return message.c_str(); }
};
}}

namespace syp { namespace [[gnu::visibility("hidden")]] embedded {
[[noreturn]] inline void refuse(const auto &...parts) {
  auto text = [](const auto &part) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(part)>>) return std::to_string(part);
    else return std::string(part);
  };
  throw sycl::exception((text(parts) + ...));
}
// The size of so many elements, if there is one.
template <class T> std::optional<std::size_t> bytes_of(std::size_t count) {
  std::size_t size;
  if (__builtin_mul_overflow(count, sizeof(T), &size)) return std::nullopt;
  return size;
}

// ---------------------------------------------------------------- specialization constants
// The values in the buffer of an image, and where each constant is in it.
struct constants {
  struct place { std::string name; std::size_t offset, size; };
  std::vector<unsigned char> defaults;
  std::vector<place> places;

  constants() = default;
  explicit constants(std::string_view text) { // property sets
    std::string_view set;
    std::size_t size = 0;
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      std::size_t value = line.find("=2|");
      if (line.starts_with('[')) {
        set = line;
      } else if (value != line.npos && set == "[SYCL/specialization constants]") {
        // A number, an offset and a size, of 32 bits, for each of its leaves; the last one ends it.
        std::vector<unsigned char> leaves = decode(line.substr(value + 3));
        std::uint32_t last[3] = {};
        if (leaves.size() >= sizeof(last)) std::memcpy(last, &*leaves.end() - sizeof(last), sizeof(last));
        places.push_back({std::string(line.substr(0, value)), size, std::size_t(last[1]) + last[2]});
        size += places.back().size;
      } else if (value != line.npos && set == "[SYCL/specialization constants default values]") {
        defaults = decode(line.substr(value + 3));
      }
    }
    defaults.resize(size);
  }

  void put(std::vector<unsigned char> &values, std::string_view name, const void *value, std::size_t size) const {
    for (const place &p : places)
      if (p.name == name) std::memcpy(&values[p.offset], value, std::min(size, p.size));
  }

private:
  // Six bits for each character, the least significant ones first; in front are eight bytes with the size.
  static std::vector<unsigned char> decode(std::string_view text) {
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

void failed(const sycl_host_failure *); // the handler of images

// A kernel of the image that asks most of the processor, of those that run on it.
struct kernel {
  const sycl_host_kernel *code = nullptr;
  constants values;

  explicit kernel(std::string_view name) {
    std::string reason = "no image of the target `host` in this program has it";
    const sycl_host_image *best = nullptr;
    auto asks = [](const sycl_host_image *image) {
      std::string_view features = image->features;
      return std::count(features.begin(), features.end(), '+');
    };
    for (const char *at = __start_sycl_host_images; at != __stop_sycl_host_images;) {
      auto *image = reinterpret_cast<const sycl_host_image *>(at);
      if (!image->struct_size) { at += 8; continue; } // padding
      at += image->struct_size;
      if (image->version != SYCL_HOST_IMAGE_VERSION) {
        reason += "; found one of version " + std::to_string(image->version) + ", expected version " +
                  std::to_string(SYCL_HOST_IMAGE_VERSION);
        continue;
      }
      auto *end = image->kernels + image->kernel_count;
      auto *found = std::find_if(image->kernels, end, [&](const auto &k) { return name == k.name; });
      if (found == end) continue;
      std::string_view lacks = missing(image->features);
      if (!lacks.empty()) {
        reason = "its image is for `" + std::string(image->target) + "`; this processor lacks `";
        reason += std::string(lacks) + "`";
      } else if (!best || asks(image) > asks(best)) {
        best = image, code = found;
      }
    }
    if (!best) refuse("kernel `", name, "`: ", reason);
    values = constants(std::string_view(best->properties, best->properties_size));
    *best->on_failure = failed;
  }
};
}}
