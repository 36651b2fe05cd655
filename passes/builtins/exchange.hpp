// Values from other lanes of a sub-group, of any type of 8 to 64 bits.
#pragma once

#include "barriers.hpp"
#include "operators.hpp"

namespace sp {

// The value of a lane that takes part. `active` has a bit for each one that does.
template <class T> T from_lane(u64 active, T v, u32 lane) {
  bits_of<T> b = bits(v);
  if constexpr (sizeof(T) == 8 && sizeof(target::shuffle(0, 0, 0)) == 4) {
    u64 low = target::shuffle_active(active, u32(b), lane);
    u64 high = target::shuffle_active(active, u32(b >> 32), lane);
    return from_bits<T>(high << 32 | low);
  } else {
    return from_bits<T>(bits_of<T>(target::shuffle_active(active, b, lane)));
  }
}

// The value of a lane of a sub-group that takes part as a whole.
template <class T> T from_lane(T v, u32 lane) {
  bits_of<T> b = bits(v);
  if constexpr (sizeof(T) == 8 && sizeof(target::shuffle(0, 0, 0)) == 4) {
    u64 low = target::shuffle(0, u32(b), lane);
    u64 high = target::shuffle(0, u32(b >> 32), lane);
    return from_bits<T>(high << 32 | low);
  } else {
    return from_bits<T>(bits_of<T>(target::shuffle(0, b, lane)));
  }
}

// A bit for each lane of a sub-group that is there.
inline u64 all_lanes(u32 size) { return size >= 64 ? ~u64(0) : (u64(1) << size) - 1; }

// Indices beyond the sub-group give any value; they must not leave it.
inline u32 within(u32 lane) { return lane & (subgroup_max_size() - 1); }

template <class T> T shuffle(i32, T v, i32 lane) { return from_lane(v, within(lane)); }
template <class T> T shuffle_xor(i32, T v, i32 mask) { return from_lane(v, within(target::lane() ^ mask)); }
template <class T> T shuffle_up(i32, T v, i32 delta) { return from_lane(v, within(target::lane() - delta)); }
template <class T> T shuffle_down(i32, T v, i32 delta) { return from_lane(v, within(target::lane() + delta)); }

template <class T> T shuffle_intel(T v, i32 lane) { return from_lane(v, within(lane)); }
template <class T> T shuffle_xor_intel(T v, i32 mask) { return from_lane(v, within(target::lane() ^ mask)); }
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
