// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side of a program that runs on a SYCL runtime; sycl_passes.hpp includes it. Kernels are started through
// the public headers of the runtime, by their names, with their arguments as the device pass sees them.
#pragma once
#include <array>
#include <string>
#include <string_view>
#if !__has_include(<sycl/sycl.hpp>)
// Fatal, so that no other error follows; the second line is for -w, which hides the first.
#pragma clang diagnostic fatal "-W#warnings"
#warning found no <sycl/sycl.hpp>; compile with -DSYP_EMBEDDED for a program that needs no SYCL runtime, or name the headers of one, with -isystem DIRECTORY
#error found no <sycl/sycl.hpp>; compile with -DSYP_EMBEDDED for a program that needs no SYCL runtime, or name the headers of one, with -isystem DIRECTORY
#endif
#include <sycl/sycl.hpp>
#include <tuple>
#include <utility>

namespace syp::detail {
auto native(const auto &size) {
  auto range = [](auto... n) { return sycl::range(n...); };
  if constexpr (requires { size.values; }) return std::apply(range, std::to_array(size.values));
  else if constexpr (requires { size.global; }) return sycl::nd_range(native(size.global), native(size.local));
  else return range(size);
}
// Constants are set before a kernel is built, local memory is an argument of its launch.
template <auto &Id> void prepare(auto &b, const set<Id> &s) { b.template set_specialization_constant<Id>(s.value); }
template <class T> void prepare(auto &, const local<T> &) {}
template <auto &Id> void pass(sycl::handler &, int &, const set<Id> &) {}
template <class T> void pass(sycl::handler &h, int &argument, const local<T> &l) {
  std::size_t size; // runtimes do not look whether there is one
  if (__builtin_mul_overflow(l.count, sizeof(T), &size))
    throw sycl::exception(sycl::make_error_code(sycl::errc::invalid),
                          "found local memory of more elements than memory can have; expected fewer");
  sycl::ext::oneapi::experimental::work_group_memory<T[]> memory(l.count, h);
  h.set_arg(argument++, memory);
}
inline sycl::kernel_id kernel_named(const std::string &name) {
  for (const sycl::kernel_id &id : sycl::get_kernel_ids())
    if (id.get_name() == name) return id;
  throw sycl::exception(sycl::make_error_code(sycl::errc::invalid), "no image of this program has the kernel " + name);
}
template <class Name> const sycl::kernel_id &id_of() {
  static const sycl::kernel_id id = kernel_named(__builtin_sycl_unique_stable_name(Name));
  return id;
}
template <class Name> bool runs_on(const sycl::device &device) {
  return sycl::is_compatible({id_of<Name>()}, device);
}
// The compiler spells `[... = sycl::aspect::cpu]`, and `[... = (sycl::aspect)200]` where there is no such aspect.
template <sycl::aspect Aspect> constexpr std::string_view name_of() {
  std::string_view spelled = __PRETTY_FUNCTION__;
  std::size_t before = spelled.rfind("aspect::");
  return before == spelled.npos ? std::string_view() : spelled.substr(before + 8, spelled.size() - before - 9);
}
// The number that the runtime has for an aspect of ours.
template <int... Numbers> int number_of(std::string_view name, std::integer_sequence<int, Numbers...>) {
  int found = -1;
  ((name_of<static_cast<sycl::aspect>(Numbers)>() == name ? void(found = Numbers) : void()), ...);
  return found;
}
// Reason why a device does not run a kernel, as far as its facts say.
template <class Fact> struct lacking {
  static std::string on(const sycl::device &) { return {}; }
};
template <auto... Aspects> struct lacking<device_has<Aspects...>> {
  static std::string on(const sycl::device &device) {
    std::string reason;
    ((reason.empty() ? void(reason = of<Aspects>(device)) : void()), ...);
    return reason;
  }
  template <auto Aspect> static std::string of(const sycl::device &device) {
    int number = static_cast<int>(Aspect);
    std::string name;
    if constexpr (std::same_as<decltype(Aspect), aspect>) {
      name = detail::name_of(Aspect);
      number = number_of(name, std::make_integer_sequence<int, 256>());
    } else {
      name = name_of<static_cast<sycl::aspect>(Aspect)>();
    }
    if (number >= 0 && device.has(static_cast<sycl::aspect>(number))) return {};
    return "Kernel uses optional feature corresponding to 'aspect::" + (name.empty() ? std::to_string(number) : name) +
           "' but device does not support this aspect.";
  }
};
template <unsigned Size> struct lacking<reqd_sub_group_size<Size>> {
  static std::string on(const sycl::device &device) {
    for (std::size_t size : device.get_info<sycl::info::device::sub_group_sizes>())
      if (size == Size) return {};
    return "Kernel has a required sub-group size of '" + std::to_string(Size) +
           "' but device does not support this sub-group size.";
  }
};
template <std::size_t... Size> struct lacking<reqd_work_group_size<Size...>> {
  static std::string on(const sycl::device &device) {
    if ((Size * ...) <= device.get_info<sycl::info::device::max_work_group_size>()) return {};
    std::string sizes = ((std::to_string(Size) + ", ") + ...);
    return "Kernel has a required work-group size of '" + sizes.substr(0, sizes.size() - 2) +
           "' but device does not support this work-group size.";
  }
};
template <class... Facts> std::string reason_against(const sycl::device &device) {
  std::string reason;
  ((reason.empty() ? void(reason = lacking<Facts>::on(device)) : void()), ...);
  // Types and functions say the others.
  if (reason.empty() && !device.has(sycl::aspect::fp64)) reason = lacking<device_has<sycl::aspect::fp64>>::on(device);
  if (reason.empty() && !device.has(sycl::aspect::fp16)) reason = lacking<device_has<sycl::aspect::fp16>>::on(device);
  return reason.empty() ? "Kernel is incompatible with the device." : reason;
}

template <class Name, class Item, class... Facts, class F, class... T>
sycl::event start(sycl::queue &q, locals<T...>, const F &f, const auto &size, const auto &...extra) {
  const sycl::kernel_id &id = id_of<Name>();
  // Runtimes refuse what the device cannot run, too, as an invalid argument without a reason.
  auto bundle = [&] {
    try {
      return sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context(), {q.get_device()}, {id});
    } catch (const sycl::exception &) {
      if (runs_on<Name>(q.get_device())) throw;
      throw sycl::exception(sycl::make_error_code(sycl::errc::kernel_not_supported),
                            reason_against<Facts...>(q.get_device()));
    }
  }();
  (prepare(bundle, extra), ...);
  sycl::kernel kernel = sycl::build(bundle).get_kernel(id);
  return q.submit([&](sycl::handler &h) {
    struct alignas(F) bytes { std::byte data[sizeof(F)]; };
    int argument = 0;
    h.set_arg(argument++, __builtin_bit_cast(bytes, f));
    (pass(h, argument, extra), ...);
    if constexpr (std::same_as<Item, no_item>) h.single_task(kernel);
    else h.parallel_for(native(size), kernel);
  });
}
}

#ifdef __ELF__
namespace syp::detail {
// Rows `name=number` for the numbers of aspects that this runtime has, in a section that linkers leave out of programs:
// the link of device code reads them there.
class aspect_section {
  char text[16384] = {};
  std::size_t length = 0;

  constexpr void add(const char *more) {
    while (*more != 0) text[length++] = *more++;
  }
  template <int Number> constexpr void row() {
    constexpr std::string_view name = name_of<static_cast<sycl::aspect>(Number)>();
    if (name.empty()) return;
    for (char c : name) text[length++] = c;
    const char digits[] = {'=', '0' + Number / 100, '0' + Number / 10 % 10, '0' + Number % 10, 0};
    add(digits), add("\\n");
  }

public:
  template <int... Numbers> constexpr explicit aspect_section(std::integer_sequence<int, Numbers...>) {
    add(".pushsection .sycl_passes.aspects,\"e\",@progbits\n.ascii \"");
    (row<Numbers>(), ...);
    add("\"\n.popsection\n");
  }
  constexpr const char *data() const { return text; }
  constexpr std::size_t size() const { return length; }
};
}
__asm__((syp::detail::aspect_section(std::make_integer_sequence<int, 256>())));
#endif

#if __has_include(<sycl/detail/kernel_desc.hpp>)
#include <sycl/detail/kernel_desc.hpp>
namespace sycl { inline namespace _V1 { namespace detail { // what DPC++ generates as an integration footer
template <auto &Id> const char *get_spec_constant_symbolic_ID() { return get_spec_constant_symbolic_ID_impl<Id>(); }
template <auto &Id> const char *get_spec_constant_symbolic_ID_impl() {
  return syp::detail::symbolic_id<Id>;
}
}}}
#endif
