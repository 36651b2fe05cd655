// Integer functions (section 4.17.8), of numbers, vectors, swizzles and arrays.
#include <limits>
#include "on_both.hpp"
using namespace sycl;

// Every function against 128-bit arithmetic, for the extremes and some numbers between them.
template <class T> int values(int zero) {
  using limits = std::numeric_limits<T>;
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  using Unsigned = std::make_unsigned_t<T>;
  constexpr int bits = sizeof(T) * 8;
  T numbers[] = {limits::min(), limits::max(), 0, 1, 2, 7, 100, static_cast<T>(limits::max() / 3), static_cast<T>(-1),
                 static_cast<T>(-100)};
  for (T &number : numbers) number = static_cast<T>(number + zero);
  const auto saturated = [](Wide number) {
    return number < static_cast<Wide>(limits::min()) ? limits::min()
           : number > static_cast<Wide>(limits::max()) ? limits::max() : static_cast<T>(number);
  };
  // An unsigned difference below zero is a large number of the wide type.
  const auto difference = [=](T a, T b) {
    return std::is_unsigned_v<T> && a < b ? T(0) : saturated(Wide(a) - Wide(b));
  };
  for (T a : numbers) {
    int leading = 0, trailing = 0, ones = 0;
    const Unsigned u = static_cast<Unsigned>(a);
    for (int i = 0; i < bits; ++i) ones += (u >> i) & 1;
    while (leading < bits && !((u >> (bits - 1 - leading)) & 1)) ++leading;
    while (trailing < bits && !((u >> trailing) & 1)) ++trailing;
    GIVES(static_cast<T>(leading), sycl::clz(a));
    GIVES(static_cast<T>(trailing), sycl::ctz(a));
    GIVES(static_cast<T>(ones), sycl::popcount(a));
    if (a != limits::min()) GIVES(static_cast<T>(a < 0 ? -a : a), sycl::abs(a));
    for (T b : numbers) {
      GIVES(a < b ? b : a, sycl::max(a, b));
      GIVES(b < a ? b : a, sycl::min(a, b));
      GIVES(saturated(Wide(a) + Wide(b)), sycl::add_sat(a, b));
      GIVES(difference(a, b), sycl::sub_sat(a, b));
      GIVES(static_cast<T>((Wide(a) + Wide(b)) >> 1), sycl::hadd(a, b));
      GIVES(static_cast<T>((Wide(a) + Wide(b) + 1) >> 1), sycl::rhadd(a, b));
      GIVES(static_cast<T>(a > b ? Wide(a) - Wide(b) : Wide(b) - Wide(a)), sycl::abs_diff(a, b));
      GIVES(static_cast<T>((Wide(a) * Wide(b)) >> bits), sycl::mul_hi(a, b));
      const unsigned by = static_cast<unsigned>(static_cast<Unsigned>(b) % bits);
      GIVES(static_cast<T>(by ? (u << by) | (u >> (bits - by)) : u), sycl::rotate(a, b));
      for (T c : numbers) {
        GIVES(static_cast<T>(((Wide(a) * Wide(b)) >> bits) + Wide(c)), sycl::mad_hi(a, b, c));
        if (b <= c) GIVES(a < b ? b : a > c ? c : a, sycl::clamp(a, b, c));
        GIVES(saturated(Wide(a) * Wide(b) + Wide(c)), sycl::mad_sat(a, b, c));
      }
    }
  }
  return 0;
}

int vectors(int zero) {
  int4 a(1 + zero, -2, 300, -1), b(7, 9, 5, 31);
  const uint2 u(0x80000000u + static_cast<unsigned>(zero), 1);
  GIVES(int4(1, 2, 300, 1), sycl::abs(a));
  GIVES(int4(6, 11, 295, 32), sycl::abs_diff(a, b));
  GIVES(int4(31, 0, 23, 0), sycl::clz(a));
  GIVES(int4(0, 1, 2, 0), sycl::ctz(a));
  GIVES(int4(1, 31, 4, 32), sycl::popcount(a));
  GIVES(int4(128, -513, 9600, -1), sycl::rotate(a, b));
  GIVES(int4(7, 9, 300, 31), sycl::max(a, b));
  GIVES(int4(1, -2, 5, -1), sycl::min(a, b));
  GIVES(int4(3, 3, 300, 3), sycl::max(a, 3));
  GIVES(int4(1, 0, 10, 0), sycl::clamp(a, 0, 10));
  GIVES(int4(1, -2, 5, -1), sycl::clamp(a, int4(-5), b));
  GIVES(int4(7, -18, 1500, -31), sycl::mul24(a, b));
  GIVES(int4(8, -17, 1501, -30), sycl::mad24(a, b, int4(1)));
  GIVES(int4(0, -1, 0, -1), sycl::mul_hi(a, b));
  GIVES(int4(1, 0, 1, 0), sycl::mad_hi(a, b, int4(1)));
  GIVES(int4(8, -17, 1501, -30), sycl::mad_sat(a, b, int4(1)));
  GIVES(int4(8, 7, 305, 30), sycl::add_sat(a, b));
  GIVES(int4(-6, -11, 295, -32), sycl::sub_sat(a, b));
  GIVES(int4(4, 3, 152, 15), sycl::hadd(a, b));
  GIVES(int4(4, 4, 153, 15), sycl::rhadd(a, b));
  GIVES(uint2(0xffffffffu, 2), sycl::add_sat(u, sycl::max(u, u)));
  GIVES(uint2(0x40000000u, 0), sycl::mul_hi(u, u));
  const char3 small(static_cast<std::int8_t>(zero));
  GIVES(char3(127), sycl::add_sat(char3(100), small + 100));
  GIVES(char3(8), sycl::clz(small));
  GIVES(ushort16(0x3412), sycl::rotate(ushort16(static_cast<std::uint16_t>(0x1234 + zero)), ushort16(8)));
  GIVES(ulong2(1, 64), sycl::ctz(ulong2(2 + static_cast<unsigned>(zero), 0)));
  // Swizzles, arrays and numbers of several types.
  GIVES(int2(7, 9), sycl::max(a.swizzle<0, 1>(), b.swizzle<0, 1>()));
  GIVES(int2(1, 2), sycl::abs(a.lo()));
  GIVES((marray<int, 5>(3)), sycl::abs(marray<int, 5>(-3 + zero)));
  GIVES((marray<int, 5>(3)), sycl::max(marray<int, 5>(zero), 3));
  GIVES((marray<unsigned, 3>(28)), sycl::clz(marray<unsigned, 3>(8u + static_cast<unsigned>(zero))));
  GIVES(mshort3(7), sycl::mad_sat(mshort3(2), mshort3(3), mshort3(static_cast<short>(1 + zero))));
  GIVES(3l, sycl::max(2 + zero, 3l));
  GIVES(std::size_t(4), sycl::max(std::size_t(4), std::size_t(zero)));
  GIVES(3, sycl::abs(-3 + zero));
  GIVES(3.5f, sycl::abs(-3.5f + static_cast<float>(zero)));
  GIVES(char(7), sycl::max(char(7), static_cast<char>(zero)));
  GIVES(7u * 9u, sycl::mul24(7u, 9u + static_cast<unsigned>(zero)));
  GIVES(7LL, sycl::min(7LL, 9LL + zero));
  return 0;
}

int upsample(int zero) {
  GIVES(std::uint16_t(0x1234), sycl::upsample(std::uint8_t(0x12 + zero), std::uint8_t(0x34)));
  GIVES(std::int16_t(-0xcd), sycl::upsample(std::int8_t(-1 + zero), std::uint8_t(0x33)));
  GIVES(std::uint32_t(0x12345678), sycl::upsample(std::uint16_t(0x1234 + zero), std::uint16_t(0x5678)));
  GIVES(std::int32_t(-2), sycl::upsample(std::int16_t(-1 + zero), std::uint16_t(0xfffe)));
  GIVES(std::uint64_t(0x89abcdef01234567), sycl::upsample(0x89abcdefu + static_cast<unsigned>(zero), 0x01234567u));
  GIVES(std::int64_t(-2), sycl::upsample(-1 + zero, 0xfffffffeu));
  GIVES(long2(0x100000002, -1), sycl::upsample(int2(1 + zero, -1), uint2(2, 0xffffffffu)));
  GIVES(short3(0x0102), sycl::upsample(char3(1), uchar3(static_cast<std::uint8_t>(2 + zero))));
  const mushort3 lower(static_cast<std::uint16_t>(2 + zero));
  GIVES(muint3(0x00010002), sycl::upsample(mushort3(1), lower));
  return 0;
}

int main() {
  ON_BOTH(values<char>);
  ON_BOTH(values<std::int8_t>);
  ON_BOTH(values<std::uint8_t>);
  ON_BOTH(values<std::int16_t>);
  ON_BOTH(values<std::uint16_t>);
  ON_BOTH(values<std::int32_t>);
  ON_BOTH(values<std::uint32_t>);
  ON_BOTH(values<std::int64_t>);
  ON_BOTH(values<std::uint64_t>);
  ON_BOTH(values<long long>);
  ON_BOTH(vectors);
  ON_BOTH(upsample);
  return result();
}
