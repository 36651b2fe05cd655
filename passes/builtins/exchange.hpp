// Values from other lanes of a sub-group, of any type of 8 to 64 bits.
#pragma once

#include "barriers.hpp"
#include "operators.hpp"

namespace sp {

// A value after an exchange of words, which have as many bits as the target's.
template <class T, class Exchange> T in_words(T v, Exchange exchange) {
  bits_of<T> b = bits(v);
  if constexpr (sizeof(T) == 8 && sizeof(target::shuffle(0, 0, 0)) == 4) {
    u64 low = exchange(u32(b)), high = exchange(u32(b >> 32));
    return from_bits<T>(high << 32 | low);
  } else {
    return from_bits<T>(bits_of<T>(exchange(b)));
  }
}

// The value of a lane that takes part. `active` has a bit for each one that does.
template <class T> T from_lane(u64 active, T v, u32 lane) {
  return in_words(v, [=](auto word) { return target::shuffle_active(active, word, lane); });
}
// The value of a lane of a sub-group that takes part as a whole.
template <class T> T from_lane(T v, u32 lane) {
  return in_words(v, [=](auto word) { return target::shuffle(0, word, lane); });
}
// The values of lanes at a distance. Any value where there is no such lane.
template <class T> T from_lane_xor(T v, u32 mask) {
  return in_words(v, [=](auto word) { return target::shuffle_xor(word, mask); });
}
template <class T> T from_lane_below(T v, u32 by) {
  return in_words(v, [=](auto word) { return target::shuffle_up(word, by); });
}
template <class T> T from_lane_above(T v, u32 by) {
  return in_words(v, [=](auto word) { return target::shuffle_down(word, by); });
}

// A bit for each lane of a sub-group that is there.
inline u64 all_lanes(u32 size) { return size >= 64 ? ~u64(0) : (u64(1) << size) - 1; }

// Indices beyond the sub-group give any value; they must not leave it.
inline u32 within(u32 lane) { return lane & (subgroup_max_size() - 1); }

template <class T> T shuffle(i32, T v, i32 lane) { return from_lane(v, within(lane)); }
template <class T> T shuffle_xor(i32, T v, i32 mask) { return from_lane_xor(v, mask); }
template <class T> T shuffle_up(i32, T v, i32 delta) { return from_lane_below(v, delta); }
template <class T> T shuffle_down(i32, T v, i32 delta) { return from_lane_above(v, delta); }

template <class T> T shuffle_intel(T v, i32 lane) { return from_lane(v, within(lane)); }
template <class T> T shuffle_xor_intel(T v, i32 mask) { return from_lane_xor(v, mask); }
// A window over two sub-groups' values, one after the other.
template <class T> T shuffle_up_intel(T previous, T current, i32 delta) {
  T a = from_lane(previous, within(target::lane() - delta + subgroup_size()));
  T b = from_lane(current, within(target::lane() - delta));
  return i32(target::lane()) < delta ? a : b;
}
template <class T> T shuffle_down_intel(T current, T next, i32 delta) {
  u32 size = subgroup_size();
  T a = from_lane(current, within(target::lane() + delta));
  T b = from_lane(next, within(target::lane() + delta - size));
  return target::lane() + delta < size ? a : b;
}

}  // namespace sp
