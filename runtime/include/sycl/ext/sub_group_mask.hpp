// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of the items of a sub-group: the extension SYCL_EXT_ONEAPI_SUB_GROUP_MASK.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <sycl/group_algorithms.hpp>

#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 1

SYCL_PASSES_INLINE_BEGIN
#ifdef __SYCL_DEVICE_ONLY__
SYP_BUILTIN(GroupNonUniformBallot)
#endif
namespace sycl { inline namespace _V1 { namespace ext::oneapi {
class sub_group_mask {
public:
  using word = std::uint32_t;
  static constexpr std::size_t max_bits = 32;

private:
  word bits = 0;
  std::uint32_t count_of_bits = max_bits;

  constexpr word all_bits() const { return count_of_bits >= max_bits ? ~word(0) : (word(1) << count_of_bits) - 1; }
  static constexpr word bit(std::size_t at) { return at < max_bits ? word(1) << at : 0; }
  friend sub_group_mask group_ballot(const sub_group &, bool);

public:
  // One bit of a mask that can be assigned.
  class reference {
    sub_group_mask &of;
    std::size_t at;

  public:
    reference(sub_group_mask &of, std::size_t at) : of(of), at(at) {}
    reference(const reference &) = default;
    reference &operator=(bool value) {
      of.set(id<1>(at), value);
      return *this;
    }
    reference &operator=(const reference &other) { return *this = static_cast<bool>(other); }
    operator bool() const { return of.test(id<1>(at)); }
    bool operator~() const { return !of.test(id<1>(at)); }
    reference &flip() {
      of.flip(id<1>(at));
      return *this;
    }
  };

  constexpr sub_group_mask() = default;
  // Only ballots know how many items there are.
  constexpr sub_group_mask(word bits, std::uint32_t count) : bits(bits), count_of_bits(count) {
    this->bits &= all_bits();
  }
  bool operator[](id<1> at) const { return test(at); }
  reference operator[](id<1> at) { return {*this, at[0]}; }
  bool test(id<1> at) const { return at[0] < count_of_bits && (bits & bit(at[0])); }
  bool all() const { return bits == all_bits(); }
  bool any() const { return bits != 0; }
  bool none() const { return bits == 0; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(__builtin_popcount(bits)); }
  std::uint32_t size() const { return count_of_bits; }
  // size() if there is none.
  id<1> find_low() const { return any() ? static_cast<std::uint32_t>(__builtin_ctz(bits)) : size(); }
  id<1> find_high() const { return any() ? 31 - static_cast<std::uint32_t>(__builtin_clz(bits)) : size(); }

  // A mask of as many bits as the type has, from a position on.
  template <class T, detail::only_if<std::is_integral_v<T>> = 0> void insert_bits(T from, id<1> at = 0) {
    if (at[0] >= max_bits) return;
    constexpr std::size_t width = sizeof(T) * 8;
    const word part = (width >= max_bits ? ~word(0) : (word(1) << width % max_bits) - 1) << at[0];
    const word given = static_cast<word>(static_cast<std::make_unsigned_t<T>>(from)) << at[0];
    bits = ((bits & ~part) | (given & part)) & all_bits();
  }
  template <class T, detail::only_if<std::is_integral_v<T>> = 0> void extract_bits(T &to, id<1> at = 0) const {
    to = at[0] < max_bits ? static_cast<T>(bits >> at[0]) : T(0);
  }
  template <class T, std::size_t Elements> void insert_bits(const marray<T, Elements> &from, id<1> at = 0) {
    for (std::size_t n = 0; n < Elements; ++n) insert_bits(from[n], at + n * sizeof(T) * 8);
  }
  template <class T, std::size_t Elements> void extract_bits(marray<T, Elements> &to, id<1> at = 0) const {
    for (std::size_t n = 0; n < Elements; ++n) extract_bits(to[n], at + n * sizeof(T) * 8);
  }
  void set() { bits = all_bits(); }
  void set(id<1> at, bool value = true) { bits = (value ? bits | bit(at[0]) : bits & ~bit(at[0])) & all_bits(); }
  void reset() { bits = 0; }
  void reset(id<1> at) { bits &= ~bit(at[0]); }
  void reset_low() { bits &= bits - 1; }
  void reset_high() { reset(find_high()); }
  void flip() { bits ^= all_bits(); }
  void flip(id<1> at) { bits = (bits ^ bit(at[0])) & all_bits(); }

  friend bool operator==(const sub_group_mask &a, const sub_group_mask &b) {
    return a.bits == b.bits && a.count_of_bits == b.count_of_bits;
  }
  friend bool operator!=(const sub_group_mask &a, const sub_group_mask &b) { return !(a == b); }
  sub_group_mask &operator&=(const sub_group_mask &other) { return *this = *this & other; }
  sub_group_mask &operator|=(const sub_group_mask &other) { return *this = *this | other; }
  sub_group_mask &operator^=(const sub_group_mask &other) { return *this = *this ^ other; }
  sub_group_mask &operator<<=(std::size_t by) { return *this = *this << by; }
  sub_group_mask &operator>>=(std::size_t by) { return *this = *this >> by; }
  sub_group_mask operator~() const { return {~bits, count_of_bits}; }
  sub_group_mask operator<<(std::size_t by) const { return {by < max_bits ? bits << by : 0, count_of_bits}; }
  sub_group_mask operator>>(std::size_t by) const { return {by < max_bits ? bits >> by : 0, count_of_bits}; }
  friend sub_group_mask operator&(const sub_group_mask &a, const sub_group_mask &b) {
    return {a.bits & b.bits, a.count_of_bits};
  }
  friend sub_group_mask operator|(const sub_group_mask &a, const sub_group_mask &b) {
    return {a.bits | b.bits, a.count_of_bits};
  }
  friend sub_group_mask operator^(const sub_group_mask &a, const sub_group_mask &b) {
    return {a.bits ^ b.bits, a.count_of_bits};
  }
};
// The items for which it is true.
inline sub_group_mask group_ballot([[maybe_unused]] const sub_group &of, [[maybe_unused]] bool is_true = true) {
#ifdef __SYCL_DEVICE_ONLY__
  using words = std::uint32_t __attribute__((ext_vector_type(4)));
  return {::__syp_GroupNonUniformBallot<words, detail::scope_of<sub_group>>(is_true)[0], of.get_local_linear_range()};
#else
  return detail::on_the_host<sub_group_mask>();
#endif
}
}}}
SYCL_PASSES_INLINE_END
