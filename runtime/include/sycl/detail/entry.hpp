// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry functions of kernels, which the device pass compiles: the one file with clang's attribute. LLVM 23's
// `sycl_kernel_launch` will be called from here.
//
// A kernel's object is one argument by value. In the host pass the entry functions are declared, and the handler launches
// the image that was made of them by its name.
#pragma once
#include <sycl/detail/names.hpp>
#include <sycl/items.hpp>

namespace sycl { inline namespace _V1 {
// Specialization constants of a kernel that runs; the passes make them (section 4.9.5).
class kernel_handler {
public:
  template <auto &Constant> auto get_specialization_constant() const; // defined in kernel_bundle.hpp
};

namespace detail {
struct unnamed; // the kernel is named by the type of its function
template <class Given, class Function>
using name_of = kernel_name<std::conditional_t<std::is_same_v<Given, unnamed>, Function, Given>>;

template <class Function, class... Items> [[gnu::always_inline]] inline void call(Function &function, const Items &...items) {
  if constexpr (std::is_invocable_v<Function &, const Items &...>) function(items...);
  else if constexpr (std::is_invocable_v<Function &, const Items &..., kernel_handler>) function(items..., kernel_handler());
  else
    static_assert(is_false<Function>,
                  "the kernel's function does not take what this launch calls it with; expected no parameter for single_task, "
                  "an item or id of the range's dimensions for a range, an nd_item for an nd_range, and a kernel_handler "
                  "behind it if wanted (section 4.9.4.2)");
}
// clang 23 calls it from the host's copy of an entry function; none is instantiated there.
template <class Name, class... Arguments> void sycl_kernel_launch(Arguments &&...);

// Reductions stand before the item among the parameters of a function, so they are part of the kernel's object.
template <class Name, class Function>
[[clang::sycl_kernel_entry_point(Name)]] void task(Function function) {
  call(function);
}
template <class Name, int Dimensions, class Function>
[[clang::sycl_kernel_entry_point(Name)]] void groups(Function function) {
  call(function, nd_item<Dimensions>(in_kernel()));
}
// More items may run than the range has.
template <class Name, int Dimensions, class Function>
[[clang::sycl_kernel_entry_point(Name)]] void items(Function function, range<Dimensions> of, id<Dimensions> offset) {
  id<Dimensions> at;
  for (int d = 0; d < Dimensions; ++d) at[d] = SYCL_PASSES_AT(GlobalInvocationId, Dimensions, d);
  for (int d = 0; d < Dimensions; ++d)
    if (at[d] >= of[d]) return;
  using WithOffset = item<Dimensions, true>;
  constexpr bool takes_offset =
    std::is_invocable_v<Function &, const WithOffset &> || std::is_invocable_v<Function &, const WithOffset &, kernel_handler>;
  call(function, item<Dimensions, takes_offset || !std::is_invocable_v<Function &, const item<Dimensions, false> &>>(
                   at + offset, of, offset));
}
}
}}
