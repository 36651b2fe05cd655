// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side of a program that runs on a SYCL runtime; sycl_passes.hpp includes it. Kernels are started through
// the public headers of the runtime, by their names, with their arguments as the device pass sees them.
#pragma once
#include <array>
#include <string>
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
    throw sycl::exception(sycl::make_error_code(sycl::errc::invalid), "local memory of more elements than memory can have");
  sycl::ext::oneapi::experimental::work_group_memory<T[]> memory(l.count, h);
  h.set_arg(argument++, memory);
}
inline sycl::kernel_id kernel_named(const std::string &name) {
  for (const sycl::kernel_id &id : sycl::get_kernel_ids())
    if (id.get_name() == name) return id;
  throw sycl::exception(sycl::make_error_code(sycl::errc::invalid), "no image of this program has the kernel " + name);
}
template <class Name, class Item, class... Facts, class F, class... T>
sycl::event start(sycl::queue &q, locals<T...>, const F &f, const auto &size, const auto &...extra) {
  static const sycl::kernel_id id = kernel_named(__builtin_sycl_unique_stable_name(Name));
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context(), {q.get_device()}, {id});
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
template <sycl::aspect Aspect> constexpr const char *spelling() { return __PRETTY_FUNCTION__; }
// Rows `name=number` for the numbers of aspects that this runtime has, in a section that linkers leave out of programs:
// whoever links device code reads them there.
class aspect_section {
  char text[16384] = {};
  std::size_t length = 0;

  constexpr void add(const char *more) {
    while (*more != 0) text[length++] = *more++;
  }
  // The compiler spells `[... = sycl::aspect::cpu]`, and `[... = (sycl::aspect)200]` where there is no such aspect.
  template <int Number> constexpr void row() {
    const char *name = nullptr;
    for (const char *at = spelling<static_cast<sycl::aspect>(Number)>(); *at != 0; ++at) {
      if (*at == ':') name = at + 1;
      if (*at == ')') name = nullptr;
    }
    if (name == nullptr) return;
    while (*name != ']') text[length++] = *name++;
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
  return __builtin_sycl_unique_stable_name(syp::detail::constant<Id>);
}
}}}
#endif
