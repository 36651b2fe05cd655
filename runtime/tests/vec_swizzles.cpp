// Swizzles (section 4.14.2.4): names, reads, writes, swizzles of swizzles, operands.
#define SYCL_SIMPLE_SWIZZLES
#include "on_both.hpp"
using namespace sycl;

int names(int zero) {
  int4 v(1 + zero, 2, 3, 4);
  GIVES(1, v.x());
  GIVES(10, v.x() + v.y() + v.z() + v.w());
  GIVES(10, v.r() + v.g() + v.b() + v.a());
  GIVES(1234, v.s0() * 1000 + v.s1() * 100 + v.s2() * 10 + v.s3());
  static_assert(std::is_same_v<decltype(v.x()), int &> && std::is_same_v<decltype(std::as_const(v).x()), const int &>);
  v.y() += 5;
  v.a() = 9;
  GIVES(int4(1, 7, 3, 9), v);
  int16 all;
  for (int i = 0; i < 16; ++i) all[i] = i;
  GIVES(92, all.s8() + all.s9() + all.sA() + all.sB() + all.sC() + all.sD() + all.sE() + all.sF());
  GIVES(28, all.s0() + all.s1() + all.s2() + all.s3() + all.s4() + all.s5() + all.s6() + all.s7());
  GIVES(int4(15, 0, 10, 3), int4(all.swizzle<elem::sF, elem::s0, elem::sA, elem::s3>()));
  GIVES(8, static_cast<int>(all.hi().lo().x()));
  GIVES(int2(1, 7), int2(int8(1, 7, 2, 2, 2, 2, 2, 2).lo().lo()));
  return 0;
}

int reads(int zero) {
  const float4 v(1 + zero, 2, 3, 4);
  GIVES(float2(1, 2), float2(v.xy()));
  GIVES(float4(4, 3, 2, 1), float4(v.wzyx()));
  GIVES(float3(2, 2, 1), float3(v.ggr()));
  GIVES(float4(1, 1, 1, 1), float4(v.xxxx()));
  GIVES(float2(1, 2), float2(v.lo()));
  GIVES(float2(3, 4), float2(v.hi()));
  GIVES(float2(2, 4), float2(v.odd()));
  GIVES(float2(1, 3), float2(v.even()));
  GIVES(float2(1, 3), float2(float3(1, 2, 3).even()));
  GIVES(float2(1, 2), float2(float3(1, 2, 3).lo()));
  GIVES(3.0f, float3(1, 2, 3).hi()[0]);
  GIVES(2.0f, float2(1, 2).hi()[0]);
  GIVES(2.0f, float{v.swizzle<1>()});
  GIVES(float2(3, 1), float2(v.zyx().swizzle<0, 2>()));
  GIVES(float2(2, 3), float2(v.wzyx().zy().yx().yx()));
  GIVES(3.0f, v.wzyx()[1]);
  GIVES(3.0f, v.wzyx().y());
  GIVES(int2(2, 1), v.yx().convert<int>());
  GIVES(int2(0x40000000, 0x3f800000), v.yx().as<int2>());
  GIVES(float4(1, 2, 3, 4), float4(v.xy(), v.zw()));
  GIVES(std::size_t(2), v.xy().size());
  GIVES(std::size_t(16), v.xyz().byte_size());
  float4 changes(v);
  static_assert(!std::is_assignable_v<decltype(v.xy()), float> && !std::is_assignable_v<decltype(v.xy()), float2>);
  static_assert(!std::is_assignable_v<decltype(changes.xx()), float2>);
  static_assert(!std::is_assignable_v<decltype(v.xy()[0]), float>);
  static_assert(std::is_assignable_v<decltype(changes.yx()), float2>);
  static_assert(!std::is_assignable_v<decltype(changes.xy()), float3>);
  static_assert(std::is_same_v<decltype(v.xy())::element_type, float>);
  static_assert(!std::is_copy_constructible_v<decltype(v.xy())> && std::is_convertible_v<decltype(v.xy()), float2>);
  float out[4] = {};
  v.wz().store(1, out);
  GIVES(1.0f, changes.x());
  GIVES(4.0f, out[2]);
  return 0;
}

int writes(int zero) {
  int4 v(1 + zero, 2, 3, 4);
  v.xy() = v.yx();
  GIVES(int4(2, 1, 3, 4), v);
  v = v.wzyx();
  GIVES(int4(4, 3, 1, 2), v);
  v.lo() = v.hi();
  GIVES(int4(1, 2, 1, 2), v);
  v.odd() = 7;
  GIVES(int4(1, 7, 1, 7), v);
  v.zw() = int2(5, 6);
  v.xy() = {8, 9};
  GIVES(int4(8, 9, 5, 6), v);
  v.xz() += v.yw();
  GIVES(int4(17, 9, 11, 6), v);
  v.rgb() *= 2;
  GIVES(int4(34, 18, 22, 6), v);
  v.xw() -= int2(4, 5);
  GIVES(int4(30, 18, 22, 1), v);
  v.yz() <<= 1;
  v.yz() %= 10;
  v.yz() |= 1;
  GIVES(int4(30, 7, 5, 1), v);
  GIVES(int2(7, 5), v.yz()++);
  ++v.yz();
  --v.xw();
  GIVES(int2(29, 0), v.xw()--);
  GIVES(int4(28, 9, 7, -1), v);
  v.wzyx().lo() = int2(100, 200);
  GIVES(int4(28, 9, 200, 100), v);
  v.wzyx().swizzle<3>() = 1;
  v.swizzle<1>()++;
  GIVES(int4(1, 10, 200, 100), v);
  v.xy()[1] = 11;
  v.zw().x() = 12;
  GIVES(int4(1, 11, 12, 100), v);
  int from[2] = {5, 6};
  v.xw().load(0, from);
  GIVES(int4(5, 11, 12, 6), v);
  int8 eight(0);
  eight.even().hi() = int2(3, 4);
  eight.odd() = int4(1, 1, 2, 2);
  GIVES(int8(0, 1, 0, 1, 3, 2, 4, 2), eight);
  const int4 constant(1, 2, 3, 4);
  v.xyzw() = constant.wzyx();
  GIVES(int4(4, 3, 2, 1), v);
  int3 three(1, 2, 3);
  three.zyx() = three;
  GIVES(int3(3, 2, 1), three);
  return 0;
}

int operands(int zero) {
  const int4 c(1 + zero, 2, 3, 4);
  int4 v(5, 6, 7, 8);
  GIVES(int2(6, 8), c.xy() + v.xy());
  GIVES(int2(11, 22), c.xy() + int2(10, 20));
  GIVES(int2(9, 18), int2(10, 20) - c.xy());
  GIVES(int2(3, 4), c.xy() + 2);
  GIVES(int2(9, 8), 10 - c.xy());
  GIVES(int2(-2, -3), -c.yz());
  GIVES(int2(~2, ~3), ~c.yz());
  GIVES(int2(-1, 0), c.xy() == int2(1, 3));
  GIVES(int2(-1, 0), c.xy() < c.yx());
  GIVES(int2(0, -1), 1 < c.xy());
  GIVES(int2(-1, -1), c.xy() && v.xy());
  GIVES(int2(0, 0), !c.xy());
  GIVES(int3(8, 10, 12), 2 * v.yzw() - v.xxx() + 1);
  GIVES((vec<int, 1>(3)), c.swizzle<0>() + c.swizzle<1>());
  GIVES((vec<int, 1>(7)), c.swizzle<2>() * 2 + 1);
  GIVES(int2(4, 2), int2(v.swizzle<3, 1>()) - c.wz() - int2(0, 1));
  int2 sum(1, 1);
  sum += v.lo();
  GIVES(int2(6, 7), sum);
  const float scale = c.swizzle<1>();
  GIVES(2.0f, scale);
  return 0;
}

int main() {
  ON_BOTH(names);
  ON_BOTH(reads);
  ON_BOTH(writes);
  ON_BOTH(operands);
  return result();
}
