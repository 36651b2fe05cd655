// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of integers, and of all numbers.
#pragma once
namespace sycl { inline namespace _V1 {
namespace detail {
template <class T> constexpr int width = static_cast<int>(sizeof(T) * 8);
template <class T> using unsigned_of = __make_unsigned(T);
template <int Bytes>
using signed_of_size = choose<Bytes == 2, short, choose<Bytes == 4, int, choose<Bytes == 8, long, __int128>>>;
// Twice as wide.
template <class T>
using wider = choose<__is_signed(T), signed_of_size<2 * sizeof(T)>, __make_unsigned(signed_of_size<2 * sizeof(T)>)>;
}
SYP_FORMULA(1, (T x), abs, x < T(0) ? -x : x)
SYP_FORMULA(1, (T x), clz, __builtin_clzg(static_cast<unsigned_of<T>>(x), width<T>))
SYP_FORMULA(1, (T x), ctz, __builtin_ctzg(static_cast<unsigned_of<T>>(x), width<T>))
SYP_FORMULA(1, (T x), popcount, __builtin_popcountg(static_cast<unsigned_of<T>>(x)))
SYP_FORMULA(2, (T x, T y), abs_diff, x > y ? static_cast<unsigned_of<T>>(x) - static_cast<unsigned_of<T>>(y)
                                           : static_cast<unsigned_of<T>>(y) - static_cast<unsigned_of<T>>(x))
SYP_FORMULA(2, (T x, T y), add_sat, __builtin_elementwise_add_sat(x, y))
SYP_FORMULA(2, (T x, T y), sub_sat, __builtin_elementwise_sub_sat(x, y))
SYP_FORMULA(2, (T x, T y), hadd, (x & y) + ((x ^ y) >> 1)) SYP_FORMULA(2, (T x, T y), rhadd, (x | y) - ((x ^ y) >> 1))
SYP_FORMULA(2, (T x, T y), mul_hi, (static_cast<wider<T>>(x) * static_cast<wider<T>>(y)) >> width<T>)
SYP_FORMULA(2, (T x, T y), mul24, x * y) SYP_FORMULA(3, (T x, T y, T z), mad24, x * y + z)
SYP_FORMULA(3, (T x, T y, T z), mad_hi, mul_hi_of(x, y) + z)
SYP_FORMULA(2, (T x, T y), rotate, static_cast<unsigned_of<T>>(x) << (y & (width<T> - 1)) |
                                       static_cast<unsigned_of<T>>(x) >> (-y & (width<T> - 1)))
SYP_FORMULA(2, (T x, T y), min, y < x ? y : x) SYP_FORMULA(2, (T x, T y), max, x < y ? y : x)
SYP_FORMULA(3, (T x, T low, T high), clamp, x < low ? low : high < x ? high : x)
#undef SYP_FORMULA
#undef SYP_DEFINE_1
#undef SYP_DEFINE_2
#undef SYP_DEFINE_3
}}
