// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions (section 4.9.2). Each work-group leaves one value, and a second command combines them in the order of the
// groups, so that a result depends on the sizes of the launch alone.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <sycl/accessor.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/handler.hpp>
#include <sycl/local_accessor.hpp>

namespace sycl { inline namespace _V1 {
SYCL_PASSES_INLINE_BEGIN
namespace detail {
// A value that is there once there is something to combine: of an operation whose identity is not known.
template <class T> class perhaps {
  union { char none; T held; };
  bool is_there = false;

public:
  perhaps() : none(0) {}
  perhaps(const T &value) : held(value), is_there(true) {}
  explicit operator bool() const { return is_there; }
  const T &value() const { return held; }
};
// Partial results, kept and combined.
template <class T, class Operation, bool HasIdentity> struct partial_of {
  using type = T;
  static T combine(const Operation &operation, const T &a, const T &b) { return operation(a, b); }
  static void put(T &to, const T &from) { to = from; }
};
template <class T, class Operation> struct partial_of<T, Operation, false> {
  using type = perhaps<T>;
  static perhaps<T> combine(const Operation &operation, const perhaps<T> &a, const perhaps<T> &b) {
    if (!a) return b;
    if (!b) return a;
    return perhaps<T>(operation(a.value(), b.value()));
  }
  static void put(T &to, const perhaps<T> &from) { if (from) to = from.value(); }
};
}

// Reducer of a kernel, which combines values. With an extent, it is subscripted; each element has a reducer of its own.
template <class T, class Operation, std::size_t Extent = 0, bool HasIdentity = true> class reducer {
  using partials = detail::partial_of<T, Operation, HasIdentity>;
  using stored = typename partials::type;
  stored values[Extent];
  Operation operation;

public:
  using value_type = T;
  using binary_operation = Operation;
  static constexpr int dimensions = 1;
  class element {
    stored &value;
    const Operation &operation;

  public:
    using value_type = T;
    using binary_operation = Operation;
    static constexpr int dimensions = 0;
    element(stored &value, const Operation &operation) : value(value), operation(operation) {}
    element &combine(const T &partial) { value = partials::combine(operation, value, partial); return *this; }
#define SYCL_PASSES_COMBINES \
    auto &operator+=(const T &partial) { return combine(partial); } \
    auto &operator*=(const T &partial) { return combine(partial); } \
    auto &operator&=(const T &partial) { return combine(partial); } \
    auto &operator|=(const T &partial) { return combine(partial); } \
    auto &operator^=(const T &partial) { return combine(partial); } \
    auto &operator++() { return combine(T(1)); } \
    void operator++(int) { combine(T(1)); }
    SYCL_PASSES_COMBINES
  };
  reducer(const stored &identity, const Operation &operation) : operation(operation) {
    for (stored &value : values) value = identity;
  }
  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;
  element operator[](std::size_t n) { return {values[n], operation}; }
  const stored &value_(std::size_t n) const { return values[n]; } // for this implementation
};
template <class T, class Operation, bool HasIdentity> class reducer<T, Operation, 0, HasIdentity> {
  using partials = detail::partial_of<T, Operation, HasIdentity>;
  using stored = typename partials::type;
  stored value;
  stored start;
  Operation operation;

public:
  using value_type = T;
  using binary_operation = Operation;
  static constexpr int dimensions = 0;
  reducer(const stored &identity, const Operation &operation) : value(identity), start(identity), operation(operation) {}
  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;
  reducer &combine(const T &partial) { value = partials::combine(operation, value, partial); return *this; }
  template <bool Has = HasIdentity, detail::only_if<Has> = 0> T identity() const { return start; }
  SYCL_PASSES_COMBINES
#undef SYCL_PASSES_COMBINES
  const stored &value_(std::size_t) const { return value; }
};

namespace detail {
// Data of a reduction in a kernel.
template <class T, class Operation, size_t Extent, bool HasIdentity> struct reduction_part {
  using reducer_type = reducer<T, Operation, Extent, HasIdentity>;
  using partials = partial_of<T, Operation, HasIdentity>;
  using stored = typename partials::type;
  stored *partial;
  stored identity;
  Operation operation;
  std::uint32_t scratch; // offset of memory for all items of a group, in local memory

  template <class Group> void finish(const Group &group, const reducer_type &own) const {
    size_t me = group.get_local_linear_id(), count = group.get_local_linear_range();
    constexpr size_t elements = Extent == 0 ? 1 : Extent;
    stored *to = partial + group.get_group_linear_id() * elements;
    for (size_t n = 0; n < elements; ++n) {
      if constexpr (std::is_arithmetic_v<T> && has_known_identity_v<Operation, T>) {
        T all = reduce_over_group(group, own.value_(n), operation);
        if (me == 0) to[n] = all;
      } else {
        stored *values = in_local_memory<stored>(scratch);
        group_barrier(group);
        values[me] = own.value_(n);
        // In the order of the items: the operation need not be commutative for that.
        for (size_t step = 1; step < count; step *= 2) {
          group_barrier(group);
          if (me % (2 * step) == 0 && me + step < count) values[me] = partials::combine(operation, values[me], values[me + step]);
        }
        if (me == 0) to[n] = values[0];
      }
    }
  }
};

// Combines what the groups left.
template <class T, class Operation, size_t Extent, bool HasIdentity> struct reduction_end {
  using partials = partial_of<T, Operation, HasIdentity>;
  using stored = typename partials::type;
  T *to;
  const stored *partial;
  stored identity;
  Operation operation;
  size_t groups;
  bool from_identity;

  void operator()() const {
    constexpr size_t elements = Extent == 0 ? 1 : Extent;
    for (size_t n = 0; n < elements; ++n) {
      stored all = from_identity ? identity : stored(to[n]);
      for (size_t group = 0; group < groups; ++group) all = partials::combine(operation, all, partial[group * elements + n]);
      partials::put(to[n], all);
    }
  }
};

// Kernels around the program's function. Items of a range take several each.
template <int Dimensions, class Function, class... Parts> struct reduce_items {
  Function function;
  range<Dimensions> over;
  std::tuple<Parts...> parts;

  template <size_t... Numbers> void run(const nd_item<1> &item, std::index_sequence<Numbers...>) const {
    run_with(item, std::get<Numbers>(parts)...);
  }
  void run_with(const nd_item<1> &it, const Parts &...part) const {
    run_reducers(it, part..., typename Parts::reducer_type(part.identity, part.operation)...);
  }
  template <class... Both> void run_reducers(const nd_item<1> &it, Both &&...both) const {
    run_split(it, std::forward_as_tuple(both...), std::index_sequence_for<Parts...>());
  }
  template <class Tuple, size_t... Numbers> void run_split(const nd_item<1> &it, Tuple both, std::index_sequence<Numbers...>) const {
    constexpr size_t count = sizeof...(Parts);
    for (size_t n = it.get_global_id(0), end = over.size(), step = it.get_global_range(0); n < end; n += step) {
      id<Dimensions> at;
      size_t rest = n;
      for (int d = Dimensions - 1; d > 0; --d) at[d] = rest % over[d], rest /= over[d];
      at[0] = rest;
      function(item<Dimensions, true>(at, over, id<Dimensions>()), std::get<count + Numbers>(both)...);
    }
    (std::get<Numbers>(both).finish(it.get_group(), std::get<count + Numbers>(both)), ...);
  }
  void operator()(const nd_item<1> &item) const { run(item, std::index_sequence_for<Parts...>()); }
};
template <int Dimensions, class Function, class... Parts> struct reduce_groups {
  Function function;
  std::tuple<Parts...> parts;

  template <size_t... Numbers> void run(const nd_item<Dimensions> &item, std::index_sequence<Numbers...>) const {
    run_with(item, std::get<Numbers>(parts)...);
  }
  void run_with(const nd_item<Dimensions> &it, const Parts &...part) const {
    run_reducers(it, part..., typename Parts::reducer_type(part.identity, part.operation)...);
  }
  template <class... Both> void run_reducers(const nd_item<Dimensions> &it, Both &&...both) const {
    run_split(it, std::forward_as_tuple(both...), std::index_sequence_for<Parts...>());
  }
  template <class Tuple, size_t... Numbers>
  void run_split(const nd_item<Dimensions> &it, Tuple both, std::index_sequence<Numbers...>) const {
    constexpr size_t count = sizeof...(Parts);
    function(it, std::get<count + Numbers>(both)...);
    (std::get<Numbers>(both).finish(it.get_group(), std::get<count + Numbers>(both)), ...);
  }
  void operator()(const nd_item<Dimensions> &item) const { run(item, std::index_sequence_for<Parts...>()); }
};
}
SYCL_PASSES_INLINE_END

namespace detail {
template <class Name, int Number> class reduction_end_of; // names the second kernel

// Result of `reduction`: where the result goes, and how it is made.
template <class T, class Operation, size_t Extent, bool HasIdentity> class reduction_object {
  static_assert(std::is_trivially_copyable_v<T>, "the type of a reduction is not device copyable");

public:
  using value_type = T;
  using operation_type = Operation;
  static constexpr size_t extent = Extent;
  using stored = typename partial_of<T, Operation, HasIdentity>::type;
  using part = reduction_part<T, Operation, Extent, HasIdentity>;
  using end = reduction_end<T, Operation, Extent, HasIdentity>;
  T *to;
  stored identity;
  Operation operation;
  bool from_identity;
  sycl_rt_buffer *of; // of a buffer, else null
};
template <class T, class Operation, size_t Extent, bool HasIdentity>
struct is_reduction<reduction_object<T, Operation, Extent, HasIdentity>> : std::true_type {};

inline bool wants_identity(const property_list &properties) {
  return properties.has_property<property::reduction::initialize_to_identity>();
}
template <size_t Extent, class T, class Operation>
auto reduction_from(T *to, const std::common_type_t<T> &identity, const Operation &combine, const property_list &properties,
                    sycl_rt_buffer *of = nullptr) {
  return reduction_object<T, Operation, Extent, true>{to, identity, combine, wants_identity(properties), of};
}
// With the identity that is known, if any is.
template <size_t Extent, class T, class Operation>
auto reduction_without(T *to, const Operation &combine, const property_list &properties, sycl_rt_buffer *of = nullptr) {
  if constexpr (has_known_identity_v<Operation, T>) {
    return reduction_from<Extent>(to, known_identity_v<Operation, T>, combine, properties, of);
  } else {
    if (wants_identity(properties))
      refuse(errc::invalid, "found initialize_to_identity for an operation whose identity is not known; expected reduction with "
                            "the identity before the operation");
    return reduction_object<T, Operation, Extent, false>{to, {}, combine, false, of};
  }
}
// The element of a buffer of one.
template <class T, class Allocator, int Dimensions> T *only_element(const buffer<T, Dimensions, Allocator> &of, const handler &in) {
  if (of.size() != 1)
    throw exception(errc::invalid, "found a buffer of " + std::to_string(of.size()) + " elements for a reduction; expected 1");
  return static_cast<T *>(buffer_access::address(of, handler_access::device(in)));
}

// Memory for the values of the groups, until both commands have ended.
struct partial_values {
  void *memory = nullptr;
  explicit partial_values(const sycl_rt_device *on, size_t size) {
    check(sycl_rt_allocate(on, SYCL_RT_DEVICE_MEMORY, size, 0, &memory));
  }
  partial_values(const partial_values &) = delete;
  ~partial_values() { sycl_rt_free(memory); }
};

template <class Name, class Range, class... Rest> void launch_reductions(handler &in, const Range &over, const Rest &...rest) {
  constexpr int dimensions = Range::dimensions;
  constexpr bool has_groups = std::is_same_v<Range, nd_range<dimensions>>;
  const auto &function = std::get<sizeof...(Rest) - 1>(std::tie(rest...));
  using function_type = bare<decltype(function)>;
  size_t groups = 0, items = 0;
  if constexpr (has_groups) {
    items = over.get_local_range().size();
    groups = items == 0 ? 0 : over.get_global_range().size() / items;
  } else {
    items = std::min<size_t>(std::max<size_t>(over.size(), 1), 128);
    groups = std::min<size_t>(std::max<size_t>((over.size() + items * 16 - 1) / (items * 16), 1), 256);
  }
  auto only = [](const auto &one) {
    if constexpr (is_reduction<bare<decltype(one)>>::value) return std::make_tuple(one);
    else return std::tuple<>();
  };
  auto reductions = std::tuple_cat(only(rest)...);
  std::vector<sycl_rt_access> accesses; // of the second command
  auto prepare = [&](const auto &...one) {
    auto part = [&](const auto &of) {
      using object = bare<decltype(of)>;
      using value = typename object::value_type;
      using stored = typename object::stored;
      constexpr size_t elements = object::extent == 0 ? 1 : object::extent;
      auto memory = std::make_shared<partial_values>(handler_access::device(in), std::max<size_t>(groups, 1) * elements * sizeof(stored));
      std::uint32_t scratch = 0;
      if constexpr (!(std::is_arithmetic_v<value> && has_known_identity_v<typename object::operation_type, value>))
        scratch = handler_access::place(in, items * sizeof(stored), std::max<size_t>(alignof(stored), 16));
      auto *partial = static_cast<stored *>(memory->memory);
      handler_access::keep(in, memory);
      if (of.of) accesses.push_back({of.of, of.from_identity ? unsigned(SYCL_RT_WRITE) | SYCL_RT_DISCARD : unsigned(SYCL_RT_READ_WRITE)});
      return typename object::part{partial, of.identity, of.operation, scratch};
    };
    return std::make_tuple(part(one)...);
  };
  auto parts = std::apply(prepare, reductions);
  auto launch = [&](const auto &...part) {
    if constexpr (has_groups)
      handler_access::launch_groups<Name>(in, over, reduce_groups<dimensions, function_type, bare<decltype(part)>...>{function, parts});
    else
      handler_access::launch_groups<Name>(in, nd_range<1>(groups * items, items),
                                          reduce_items<dimensions, function_type, bare<decltype(part)>...>{function, over, parts});
  };
  std::apply(launch, parts);
  // All results are combined by one kernel.
  auto ends = [&](const auto &...one) {
    return std::apply([&](const auto &...part) {
      return std::make_tuple(typename bare<decltype(one)>::end{one.to, part.partial, one.identity, one.operation, groups, one.from_identity}...);
    }, parts);
  };
  auto all = std::apply(ends, reductions);
  handler_access::then<reduction_end_of<Name, dimensions + (has_groups ? 3 : 0)>>(
    in, [all] { std::apply([](const auto &...one) { (one(), ...); }, all); }, std::move(accesses));
}
}

// ---------------------------------------------------------------- sycl::reduction (section 4.9.2.2)
template <class T, class Operation> auto reduction(T *to, Operation combine, const property_list &properties = {}) {
  return detail::reduction_without<0>(to, combine, properties);
}
template <class T, class Operation>
auto reduction(T *to, const std::common_type_t<T> &identity, Operation combine, const property_list &properties = {}) {
  return detail::reduction_from<0>(to, identity, combine, properties);
}
template <class T, class Allocator, int Dimensions, class Operation>
auto reduction(buffer<T, Dimensions, Allocator> to, handler &in, Operation combine, const property_list &properties = {}) {
  return detail::reduction_without<0>(detail::only_element(to, in), combine, properties, detail::buffer_access::handle(to));
}
template <class T, class Allocator, int Dimensions, class Operation>
auto reduction(buffer<T, Dimensions, Allocator> to, handler &in, const std::common_type_t<T> &identity, Operation combine,
               const property_list &properties = {}) {
  return detail::reduction_from<0>(detail::only_element(to, in), identity, combine, properties, detail::buffer_access::handle(to));
}
// For several elements: any span with an extent that is known.
template <class T, std::size_t Extent, template <class, std::size_t> class Span, class Operation,
          detail::only_if<Extent != static_cast<std::size_t>(-1)> = 0>
auto reduction(Span<T, Extent> to, Operation combine, const property_list &properties = {}) {
  return detail::reduction_without<Extent>(to.data(), combine, properties);
}
template <class T, std::size_t Extent, template <class, std::size_t> class Span, class Operation,
          detail::only_if<Extent != static_cast<std::size_t>(-1)> = 0>
auto reduction(Span<T, Extent> to, const std::common_type_t<T> &identity, Operation combine, const property_list &properties = {}) {
  return detail::reduction_from<Extent>(to.data(), identity, combine, properties);
}
}}
