// Mathematical functions of vectors, swizzles and arrays (sections 4.17.5 to 4.17.7, 4.17.9, 4.17.10): each element is
// what the function gives for it alone, and the types are the specification's.
#include <cmath>
#include "on_both.hpp"
using namespace sycl;

#define FUNCTIONS_1(M) \
  M(acos, 0.5f) M(acosh, 1.5f) M(acospi, 0.5f) M(asin, 0.5f) M(asinh, 0.5f) M(asinpi, 0.5f) M(atan, 0.5f) \
  M(atanh, 0.5f) \
  M(atanpi, 0.5f) M(cbrt, 2) M(ceil, 1.5f) M(cos, 1) M(cosh, 1) M(cospi, 0.2f) M(degrees, 1) M(erf, 0.5f) \
  M(erfc, 0.5f) \
  M(exp, 1) M(exp2, 1) M(exp10, 1) M(expm1, 1) M(fabs, -1) M(floor, 1.5f) M(lgamma, 3) M(log, 2) M(log2, 2) \
  M(log10, 2) M(log1p, 2) M(logb, 2) M(radians, 30) M(rint, 1.5f) M(round, 1.5f) M(rsqrt, 2) M(sign, -2) M(sin, 1) \
  M(sinh, 1) \
  M(sinpi, 0.2f) M(sqrt, 2) M(tan, 1) M(tanh, 1) M(tanpi, 0.2f) M(tgamma, 3) M(trunc, 1.5f)
#define FUNCTIONS_2(M) \
  M(atan2, 1, 2) M(atan2pi, 1, 2) M(copysign, 1, -2) M(fdim, 3, 2) M(fmax, 3, 2) M(fmin, 3, 2) M(fmod, 5, 3) \
  M(hypot, 3, 4) \
  M(max, 1, 2) M(maxmag, 3, -4) M(min, 1, 2) M(minmag, 3, -4) M(nextafter, 1, 2) M(pow, 2, 3) M(powr, 2, 3) \
  M(remainder, 5, 3) M(step, 1, 2)
#define NATIVE(M) \
  M(cos, 1) M(exp, 1) M(exp2, 1) M(exp10, 1) M(log, 2) M(log2, 2) M(log10, 2) M(recip, 2) M(rsqrt, 2) M(sin, 1) \
  M(sqrt, 2) M(tan, 1)

// Values differ by so many units in the last place if multiplications and additions were fused in one of them only.
template <class Value> bool near(const Value &a, const Value &b) {
  using T = typename Value::value_type;
  for (std::size_t i = 0; i < Value::size(); ++i) {
    const double x = static_cast<double>(a[i]), y = static_cast<double>(b[i]);
    if (!(std::fabs(x - y) <= 4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::fabs(y))) return false;
  }
  return true;
}
template <class Value> Value filled(typename Value::value_type first) {
  using T = typename Value::value_type;
  Value all{};
  for (std::size_t i = 0; i < Value::size(); ++i) all[i] = static_cast<T>(first + first * i / 32);
  return all;
}
#define NEAR(expected, ...) \
  do { \
    const auto &found = __VA_ARGS__; \
    static_assert(std::is_same_v<std::decay_t<decltype(found)>, std::decay_t<decltype(expected)>>); \
    if (!near(found, expected)) return __LINE__; \
  } while (false)

// M is the number of the function, since a line has them all.
template <class Value> int functions(int zero) {
  using T = typename Value::value_type;
  int number = 1000;
#define ONE(name, ...) \
  { \
    ++number; \
    const T arguments[] = {__VA_ARGS__}; \
    const Value x = filled<Value>(static_cast<T>(arguments[0] + static_cast<T>(zero))); \
    Value each{}; \
    for (std::size_t i = 0; i < Value::size(); ++i) each[i] = sycl::name(x[i]); \
    static_assert(std::is_same_v<decltype(sycl::name(x)), Value>); \
    if (!near(sycl::name(x), each)) return number; \
  }
  FUNCTIONS_1(ONE)
#undef ONE
#define ONE(name, ...) \
  { \
    ++number; \
    const T arguments[] = {__VA_ARGS__}; \
    const Value x = filled<Value>(static_cast<T>(arguments[0] + static_cast<T>(zero))), y(arguments[1]); \
    Value each{}; \
    for (std::size_t i = 0; i < Value::size(); ++i) each[i] = sycl::name(x[i], y[i]); \
    static_assert(std::is_same_v<decltype(sycl::name(x, y)), Value>); \
    if (!near(sycl::name(x, y), each) || !near(sycl::name(x, arguments[1]), each)) return number; \
  }
  FUNCTIONS_2(ONE)
#undef ONE
  const Value x = filled<Value>(static_cast<T>(2 + zero)), y(3), z(static_cast<T>(0.5));
  Value each_fma{}, each_mix{}, each_clamp{}, each_pown{}, each_ldexp{}, each_rootn{}, each_fract{}, each_smooth{};
  for (std::size_t i = 0; i < Value::size(); ++i) {
    each_fma[i] = sycl::fma(x[i], y[i], z[i]);
    each_mix[i] = sycl::mix(x[i], y[i], z[i]);
    each_clamp[i] = sycl::clamp(x[i], z[i], static_cast<T>(2.5));
    each_smooth[i] = sycl::smoothstep(z[i], y[i], x[i]);
    each_pown[i] = sycl::pown(x[i], 3);
    each_ldexp[i] = sycl::ldexp(x[i], 3);
    each_rootn[i] = sycl::rootn(x[i], 3);
    T whole;
    each_fract[i] = static_cast<T>(sycl::fract(x[i], &whole) + 1);
  }
  NEAR(each_fma, sycl::fma(x, y, z));
  NEAR(each_fma, sycl::mad(x, y, z));
  NEAR(each_mix, sycl::mix(x, y, z));
  NEAR(each_mix, sycl::mix(x, y, static_cast<T>(0.5)));
  NEAR(each_clamp, sycl::clamp(x, z, Value(static_cast<T>(2.5))));
  NEAR(each_clamp, sycl::clamp(x, static_cast<T>(0.5), static_cast<T>(2.5)));
  NEAR(each_smooth, sycl::smoothstep(z, y, x));
  NEAR(each_smooth, sycl::smoothstep(static_cast<T>(0.5), static_cast<T>(3), x));
  NEAR(each_pown, sycl::pown(x, 3));
  NEAR(each_ldexp, sycl::ldexp(x, 3));
  NEAR(each_rootn, sycl::rootn(x, 3));
  Value wholes;
  NEAR(each_fract, sycl::fract(x, &wholes) + static_cast<T>(1));
  return 0;
}

int second_results(int zero) {
  const float4 x(2.75f + static_cast<float>(zero), -2.75f, 0.5f, 8);
  float4 whole, cosines;
  int4 exponents;
  GIVES(float4(0.75f, -0.75f, 0.5f, 0), sycl::modf(x, &whole));
  GIVES(float4(2, -2, 0, 8), whole);
  GIVES(float4(0.75f, 0.25f, 0.5f, 0), sycl::fract(x, &whole));
  GIVES(float4(2, -3, 0, 8), whole);
  GIVES(float4(0.6875f, -0.6875f, 0.5f, 0.5f), sycl::frexp(x, &exponents));
  GIVES(int4(2, 2, 0, 4), exponents);
  NEAR(sycl::sin(x), sycl::sincos(x, &cosines));
  NEAR(sycl::cos(x), cosines);
  GIVES(int4(1, 1, -1, 3), sycl::ilogb(x));
  return 0;
}

int arrays(int zero) {
  const marray<float, 5> x(2.75f + static_cast<float>(zero), -2.75f, 0.5f, 8, 1);
  marray<float, 5> whole;
  marray<int, 5> exponents;
  GIVES((marray<float, 5>(0.75f, -0.75f, 0.5f, 0, 0)), sycl::modf(x, &whole));
  GIVES((marray<float, 5>(2, -2, 0, 8, 1)), whole);
  GIVES((marray<float, 5>(0.6875f, -0.6875f, 0.5f, 0.5f, 0.5f)), sycl::frexp(x, &exponents));
  GIVES((marray<int, 5>(2, 2, 0, 4, 1)), exponents);
  GIVES((marray<int, 5>(1, 1, -1, 3, 0)), sycl::ilogb(x));
  GIVES((marray<float, 5>(5.5f, -11, 4, 128, 32)), sycl::ldexp(x, marray<int, 5>(1, 2, 3, 4, 5)));
  return 0;
}

int swizzles(int zero) {
  float4 v(1 + static_cast<float>(zero), 4, 9, 16);
  GIVES(float2(1, 2), sycl::sqrt(v.swizzle<0, 1>()));
  GIVES(float2(4, 1), sycl::sqrt(std::as_const(v).swizzle<3, 0>()));
  GIVES(float2(9, 16), sycl::fmax(v.lo(), v.hi()));
  GIVES(float2(5, 5), sycl::fmax(v.lo(), 5.0f));
  GIVES(float2(5, 5), sycl::max(float2(5), v.lo()));
  GIVES(float4(2, 4, 6, 6), sycl::clamp(v, 2, 6));
  GIVES(float2(2, 8), sycl::fma(v.lo(), float2(1), v.lo()));
  GIVES(float2(1, 8), sycl::pow(float2(1, 2), 3));
  GIVES(float2(3, 4), sycl::fmax(float2(v.lo()), {3, 3}));
  GIVES(float2(3, 3.5f), sycl::clamp(float2(v.lo()), {3, 3}, {3.5f, 3.5f}));
  GIVES(float2(2, 32), sycl::ldexp(v.lo(), int4(1, 3, 0, 0).lo()));
  GIVES((vec<float, 1>(2)), sycl::sqrt(v.swizzle<1>()));
  GIVES(2.0f, sycl::sqrt(v.y()));
  v.lo() = sycl::sqrt(v.hi());
  GIVES(float4(3, 4, 9, 16), v);
  return 0;
}

int natives(int zero) {
  const float4 x = filled<float4>(1.25f + static_cast<float>(zero));
  const marray<float, 3> y(1.25f + static_cast<float>(zero));
  int number = 2000;
  const auto is_near = [](float found, float exact, float error) {
    return sycl::fabs(found - exact) <= error * sycl::fabs(exact);
  };
#define ONE(name, argument) \
  ++number; \
  static_assert(std::is_same_v<decltype(sycl::native::name(x)), float4>); \
  static_assert(std::is_same_v<decltype(sycl::half_precision::name(y)), mfloat3>); \
  for (int i = 0; i < 4; ++i) \
    if (!is_near(sycl::native::name(x)[i], sycl::native::name(x[i]), 1e-4f)) return number; \
  if (!is_near(sycl::half_precision::name(x)[2], sycl::native::name(x[2]), 1e-2f)) return number; \
  if (!is_near(sycl::native::name(y)[2], sycl::native::name(y[2]), 1e-4f)) return number;
  NATIVE(ONE)
#undef ONE
  IS(is_near(sycl::native::divide(float4(1 + static_cast<float>(zero)), float4(2))[3], 0.5f, 1e-3f));
  IS(is_near(sycl::native::recip(float2(2 + static_cast<float>(zero)))[1], 0.5f, 1e-3f));
  IS(sycl::fabs(sycl::native::powr(x, float4(2))[0] - 1.5625f) < 1e-4f);
  return 0;
}

int geometry(int zero) {
  const float3 x(1 + static_cast<float>(zero), 2, 2), y(2, 0, -1);
  GIVES(0.0f, sycl::dot(x, y));
  GIVES(9.0f, sycl::dot(x, x));
  GIVES(6.0, sycl::dot(2.0, 3.0 + zero));
  GIVES(3.0f, sycl::length(x));
  GIVES(5.0, sycl::length(double2(3, 4 + zero)));
  GIVES(2.0f, sycl::length(-2.0f + static_cast<float>(zero)));
  GIVES(half(3), sycl::length(half4(1, 2, 2, static_cast<half>(zero))));
  GIVES(3.0f, sycl::distance(x + y, y));
  GIVES(2.0f, sycl::length(vec<float, 1>(-2.0f + static_cast<float>(zero))));
  GIVES(float3(-2, 5, -4), sycl::cross(x, y));
  GIVES(double4(0, 0, 1, 0), sycl::cross(double4(1 + zero, 0, 0, 7), double4(0, 1, 0, 7)));
  NEAR(float3(1 / 3.0f, 2 / 3.0f, 2 / 3.0f), sycl::normalize(x));
  IS(sycl::fabs(sycl::normalize(3.0f + static_cast<float>(zero)) - 1.0f) < 1e-6f);
  // SYCL leaves open what becomes of zeros: drivers of OpenCL give NaNs.
  const float of_zeros = sycl::normalize(float2(static_cast<float>(zero)))[0];
  IS(of_zeros == 0 || of_zeros != of_zeros);
  GIVES(3.0f, sycl::fast_length(x));
  GIVES(3.0f, sycl::fast_distance(x + y, y));
  NEAR(float3(1 / 3.0f, 2 / 3.0f, 2 / 3.0f), sycl::fast_normalize(x));
  // No product overflows or vanishes.
  IS(sycl::fabs(sycl::length(float2(3e30f, 4e30f) + static_cast<float>(zero)) / 5e30f - 1) < 1e-5f);
  IS(sycl::fabs(sycl::length(double2(3e200, 4e200) + zero) / 5e200 - 1) < 1e-12);
  IS(sycl::fabs(sycl::length(double2(3e-200, 4e-200) * (zero + 1)) / 5e-200 - 1) < 1e-12);
  float4 v(3 + static_cast<float>(zero), 4, 1, 0);
  GIVES(5.0f, sycl::length(v.lo()));
  GIVES(7.0f, sycl::dot(v.lo(), float2(1)));
  const mfloat3 array(1 + static_cast<float>(zero), 2, 2);
  GIVES(3.0f, sycl::length(array));
  GIVES(9.0f, sycl::dot(array, array));
  GIVES(mfloat3(0), sycl::cross(array, array));
  NEAR(mfloat3(1 / 3.0f, 2 / 3.0f, 2 / 3.0f), sycl::normalize(array));
  return 0;
}

int common(int zero) {
  const float z = static_cast<float>(zero);
  GIVES(2.5f, sycl::mix(2.0f, 3.0f, 0.5f + z));
  GIVES(1.0f, sycl::step(1.0f, 1.0f + z));
  GIVES(0.0f, sycl::step(1.5f, 1.0f + z));
  GIVES(float3(0, 1, 1), sycl::step(2.0f, float3(1, 2, 3 + z)));
  GIVES(float3(0, 1, 1), sycl::step<float3>(2, float3(1, 2, 3 + z)));
  GIVES(0.5f, sycl::smoothstep(0.0f, 2.0f, 1 + z));
  GIVES(float2(0.5f, 1), sycl::smoothstep<float2>(z, 2, {1, 3}));
  GIVES(float2(2, 4), sycl::maximum<>()(float2(1, 4), float2(2 + z, 3)));
  GIVES(mfloat3(1, 2, 0), sycl::minimum<mfloat3>()(mfloat3(1, 4, z), mfloat3(2, 2, 0)));
  GIVES(-1.0f, sycl::sign(-3.0f + z));
  GIVES(0.0f, sycl::sign(sycl::nan(1u)));
  GIVES(1.0f, sycl::clamp(3.0f, z, 1.0f));
  GIVES(std::size_t(3), sycl::min(std::size_t(4 + zero), std::size_t(3)));
  GIVES(4, sycl::max(4 + zero, 3));
  GIVES(2.0, sycl::max(1.5f, 2.0));
  GIVES(2.5f, sycl::max(2.5f + z, 2));
  GIVES(180.0, sycl::degrees(3.14159265358979323846 + zero));
  IS(sycl::fabs(sycl::radians(180.0f + z) - 3.1415927f) < 1e-6f);
  return 0;
}

int main() {
  ON_BOTH(functions<float4>);
  ON_BOTH(functions<double2>);
  ON_BOTH(functions<half8>);
  ON_BOTH(functions<vec<float, 1>>);
  ON_BOTH(functions<float3>);
  ON_BOTH(functions<mfloat3>);
  ON_BOTH(functions<mdouble2>);
  ON_BOTH(functions<marray<half, 5>>);
  ON_BOTH(second_results);
  ON_BOTH(arrays);
  ON_BOTH(swizzles);
  ON_BOTH(natives);
  ON_BOTH(geometry);
  ON_BOTH(common);
  return result();
}
