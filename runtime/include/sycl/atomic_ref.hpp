// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences and atomic references (sections 4.15.2 and 4.15.3). On the host they are the compiler's atomic operations.
#pragma once
#include <cstddef>
#include <type_traits>
#include <sycl/access.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
inline void atomic_fence([[maybe_unused]] memory_order order, [[maybe_unused]] memory_scope scope) {
#ifdef __SYCL_DEVICE_ONLY__
  SYP_CALL(void, MemoryBarrier, detail::spirv(scope), detail::spirv(order));
#else
  if (order != memory_order::relaxed) __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

namespace detail {
// The order of a load, of a store, and of a comparison that fails.
constexpr memory_order order_of_load(memory_order order) {
  return order == memory_order::acq_rel ? memory_order::acquire : order;
}
constexpr memory_order order_of_store(memory_order order) {
  return order == memory_order::acq_rel ? memory_order::release : order;
}
constexpr memory_order order_of_failure(memory_order order) {
  return order == memory_order::release ? memory_order::relaxed : order_of_load(order);
}

// Operations on memory that holds a number `V` of 32 or 64 bits.
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_PASSES_BY_TYPE(S_, U_, F_) \
  if constexpr (std::is_floating_point_v<V_>) return SYP_CALL(V_, Atomic##F_, object, spirv(scope), spirv(order), value); \
  else if constexpr (std::is_signed_v<V_>) return SYP_CALL(V_, Atomic##S_, object, spirv(scope), spirv(order), value); \
  else return SYP_CALL(V_, Atomic##U_, object, spirv(scope), spirv(order), value)
#define SYCL_PASSES_UPDATE(name, S_, U_, F_, expression) \
  template <class V_> V_ atomic_##name(V_ *object, V_ value, memory_order order, memory_scope scope) { \
    SYCL_PASSES_BY_TYPE(S_, U_, F_); \
  }
template <class V_> V_ atomic_load(V_ *object, memory_order order, memory_scope scope) {
  return SYP_CALL(V_, AtomicLoad, object, spirv(scope), spirv(order));
}
template <class V_> void atomic_store(V_ *object, V_ value, memory_order order, memory_scope scope) {
  SYP_CALL(void, AtomicStore, object, spirv(scope), spirv(order), value);
}
// Gives what it found; for integers without a sign.
template <class V_>
V_ atomic_compare_exchange(V_ *object, V_ expected, V_ value, memory_order success, memory_order failure,
    memory_scope scope) {
  return SYP_CALL(V_, AtomicCompareExchange, object, spirv(scope), spirv(success), spirv(failure), value, expected);
}
#else
template <class V_> V_ atomic_load(V_ *object, memory_order, memory_scope) {
  V_ value;
  __atomic_load(object, &value, __ATOMIC_SEQ_CST);
  return value;
}
template <class V_> void atomic_store(V_ *object, V_ value, memory_order, memory_scope) {
  __atomic_store(object, &value, __ATOMIC_SEQ_CST);
}
template <class V_> V_ atomic_compare_exchange(V_ *object, V_ expected, V_ value, memory_order, memory_order, memory_scope) {
  __atomic_compare_exchange(object, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
#define SYCL_PASSES_UPDATE(name, S_, U_, F_, expression) \
  template <class V_> V_ atomic_##name(V_ *object, V_ value, memory_order order, memory_scope scope) { \
    V_ before = atomic_load(object, order, scope); \
    V_ next = expression; \
    while (!__atomic_compare_exchange(object, &before, &next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) \
      next = expression; \
    return before; \
  }
#endif
SYCL_PASSES_UPDATE(exchange, Exchange, Exchange, Exchange, value)
SYCL_PASSES_UPDATE(add, IAdd, IAdd, FAddEXT, static_cast<V_>(before + value))
SYCL_PASSES_UPDATE(min, SMin, UMin, FMinEXT, value < before ? value : before)
SYCL_PASSES_UPDATE(max, SMax, UMax, FMaxEXT, before < value ? value : before)
SYCL_PASSES_UPDATE(and, And, And, And, before & value)
SYCL_PASSES_UPDATE(or, Or, Or, Or, before | value)
SYCL_PASSES_UPDATE(xor, Xor, Xor, Xor, before ^ value)
#undef SYCL_PASSES_UPDATE
#ifdef __SYCL_DEVICE_ONLY__
#undef SYCL_PASSES_BY_TYPE
#endif

// The number in whose place an object of type T is: of pointers, their address.
template <class T, bool = std::is_pointer_v<T>> struct atomic_number {
  using type = std::conditional_t<std::is_floating_point_v<T>, T,
    std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 8, long, int>,
                       std::conditional_t<sizeof(T) == 8, unsigned long, unsigned>>>;
};
template <class T> struct atomic_number<T, true> { using type = unsigned long; };
}

template <class T, memory_order DefaultOrder = memory_order::relaxed, memory_scope DefaultScope = memory_scope::device,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
  static_assert((std::is_arithmetic_v<T> || std::is_pointer_v<T>) && !std::is_same_v<T, bool> &&
                  (sizeof(T) == 4 || sizeof(T) == 8),
                "atomic_ref is for integers and floating-point numbers of 32 and 64 bits, and for pointers (section "
                "4.15.3); other types, half among them, can be part of a 32-bit number and compare_exchange_strong");
  static_assert(DefaultOrder == memory_order::relaxed || DefaultOrder == memory_order::acq_rel ||
                  DefaultOrder == memory_order::seq_cst,
                "the default order of an atomic_ref is relaxed, acq_rel or seq_cst");
  static_assert(Space != access::address_space::constant_space && Space != access::address_space::private_space,
                "an atomic_ref refers to global or local memory");
  using number = typename detail::atomic_number<T>::type;
  using bits = std::conditional_t<sizeof(T) == 8, unsigned long, unsigned>;
  static constexpr bool is_pointer = std::is_pointer_v<T>;
  static constexpr bool is_integral = std::is_integral_v<T>;
  number *object;

  static number to(T value) {
    if constexpr (is_pointer) return reinterpret_cast<number>(value);
    else return static_cast<number>(value);
  }
  static T from(number value) {
    if constexpr (is_pointer) return reinterpret_cast<T>(value);
    else return static_cast<T>(value);
  }

public:
  using value_type = T;
  using difference_type = std::conditional_t<is_pointer, std::ptrdiff_t, T>;
  static constexpr size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = detail::order_of_load(DefaultOrder);
  static constexpr memory_order default_write_order = detail::order_of_store(DefaultOrder);
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

private:
  static constexpr memory_order default_order = default_read_modify_write_order;
  // Number that is added: pointers count in elements.
  static number amount(difference_type by) {
    if constexpr (is_pointer) return static_cast<number>(by) * sizeof(std::remove_pointer_t<T>);
    else return static_cast<number>(by);
  }

public:
  explicit atomic_ref(T &of) : object(reinterpret_cast<number *>(&of)) {
    if constexpr (sizeof(T) == 8) SYCL_PASSES_FACT("uses_aspects", "atomic64");
  }
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  bool is_lock_free() const noexcept { return true; }

  void store(T value, memory_order order = default_write_order, memory_scope scope = default_scope) const noexcept {
    detail::atomic_store(object, to(value), detail::order_of_store(order), scope);
  }
  T operator=(T value) const noexcept {
    store(value);
    return value;
  }
  T load(memory_order order = default_read_order, memory_scope scope = default_scope) const noexcept {
    return from(detail::atomic_load(object, detail::order_of_load(order), scope));
  }
  operator T() const noexcept { return load(); }
  T exchange(T value, memory_order order = default_order, memory_scope scope = default_scope) const noexcept {
    return from(detail::atomic_exchange(object, to(value), order, scope));
  }
  // Compares bits. The weak forms do not fail without a reason either.
  bool compare_exchange_strong(T &expected, T value, memory_order success, memory_order failure,
                               memory_scope scope = default_scope) const noexcept {
    bits before;
    if constexpr (is_pointer) before = to(expected);
    else before = __builtin_bit_cast(bits, expected);
    bits next;
    if constexpr (is_pointer) next = to(value);
    else next = __builtin_bit_cast(bits, value);
    bits found = detail::atomic_compare_exchange(reinterpret_cast<bits *>(object), before, next, success,
                                                 detail::order_of_failure(failure), scope);
    if (found == before) return true;
    if constexpr (is_pointer) expected = from(found);
    else expected = __builtin_bit_cast(T, found);
    return false;
  }
  bool compare_exchange_strong(T &expected, T value, memory_order order = default_order,
      memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, value, order, detail::order_of_failure(order), scope);
  }
  bool compare_exchange_weak(T &expected, T value, memory_order success, memory_order failure,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, value, success, failure, scope);
  }
  bool compare_exchange_weak(T &expected, T value, memory_order order = default_order,
      memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, value, order, scope);
  }

  T fetch_add(difference_type by, memory_order order = default_order,
      memory_scope scope = default_scope) const noexcept {
    return from(detail::atomic_add(object, amount(by), order, scope));
  }
  T fetch_sub(difference_type by, memory_order order = default_order,
      memory_scope scope = default_scope) const noexcept {
    return from(detail::atomic_add(object, static_cast<number>(-amount(by)), order, scope));
  }
  T operator+=(difference_type by) const noexcept { return static_cast<T>(fetch_add(by) + by); }
  T operator-=(difference_type by) const noexcept { return static_cast<T>(fetch_sub(by) - by); }
#define SYCL_PASSES_FETCH(name, condition, why) \
  T fetch_##name(T value, memory_order order = default_order, memory_scope scope = default_scope) const noexcept { \
    static_assert(condition, "fetch_" #name " is for " why " (section 4.15.3)"); \
    return from(detail::atomic_##name(object, to(value), order, scope)); \
  }
  SYCL_PASSES_FETCH(min, !is_pointer, "numbers") SYCL_PASSES_FETCH(max, !is_pointer, "numbers")
  SYCL_PASSES_FETCH(and, is_integral, "integers") SYCL_PASSES_FETCH(or, is_integral, "integers")
  SYCL_PASSES_FETCH(xor, is_integral, "integers")
#undef SYCL_PASSES_FETCH
  T operator&=(T value) const noexcept { return static_cast<T>(fetch_and(value) & value); }
  T operator|=(T value) const noexcept { return static_cast<T>(fetch_or(value) | value); }
  T operator^=(T value) const noexcept { return static_cast<T>(fetch_xor(value) ^ value); }
  T operator++() const noexcept { return *this += static_cast<difference_type>(1); }
  T operator--() const noexcept { return *this -= static_cast<difference_type>(1); }
  T operator++(int) const noexcept { return fetch_add(static_cast<difference_type>(1)); }
  T operator--(int) const noexcept { return fetch_sub(static_cast<difference_type>(1)); }
};

// Names of the extension that became section 4.15.
namespace ext::oneapi {
using sycl::atomic_fence;
using sycl::atomic_ref;
using sycl::memory_order;
using sycl::memory_scope;
}
}}
SYCL_PASSES_INLINE_END
