// Mathematical functions of numbers (sections 4.17.5 to 4.17.7): values against C's in a wider type, within the errors
// that the specification allows; types of mixed arguments; functions with a second result; std:: and complex numbers in
// kernels.
#include <math.h>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>
#include "on_both.hpp"

constexpr int count = 64;
constexpr double pi = 3.14159265358979323846;
using wide = long double;

// M(name, lowest and highest argument, allowed units in the last place of float, of double, the value)
#define FUNCTIONS_1(M) \
  M(acos, -1, 1, 4, 4, std::acos(x)) M(acosh, 1, 900, 4, 4, std::acosh(x)) M(acospi, -1, 1, 5, 5, std::acos(x) / wpi) \
  M(asin, -1, 1, 4, 4, std::asin(x)) M(asinh, -90, 90, 4, 4, std::asinh(x)) M(asinpi, -1, 1, 5, 5, std::asin(x) / wpi) \
  M(atan, -20, 20, 5, 5, std::atan(x)) M(atanh, -0.99, 0.99, 5, 5, std::atanh(x)) \
  M(atanpi, -20, 20, 5, 5, std::atan(x) / wpi) M(cbrt, -100, 100, 2, 2, std::cbrt(x)) \
  M(ceil, -9, 9, 0, 0, std::ceil(x)) M(cos, -20, 20, 4, 4, std::cos(x)) M(cosh, -9, 9, 4, 4, std::cosh(x)) \
  M(cospi, -3, 3, 4, 4, std::cos(x * wpi)) M(erf, -2, 2, 16, 16, std::erf(x)) M(erfc, -2, 2, 16, 16, std::erfc(x)) \
  M(exp, -9, 9, 3, 3, std::exp(x)) M(exp2, -9, 9, 3, 3, std::exp2(x)) M(exp10, -4, 4, 3, 3, std::pow(wide(10), x)) \
  M(expm1, -3, 3, 3, 3, std::expm1(x)) M(fabs, -3, 3, 0, 0, std::fabs(x)) M(floor, -9, 9, 0, 0, std::floor(x)) \
  M(lgamma, 3, 20, 16, 16, std::lgamma(x)) M(log, 0.01, 900, 3, 3, std::log(x)) M(log2, 0.01, 900, 3, 3, std::log2(x)) \
  M(log10, 0.01, 900, 3, 3, std::log10(x)) M(log1p, -0.9, 90, 2, 2, std::log1p(x)) \
  M(logb, 0.01, 900, 0, 0, std::logb(x)) \
  M(rint, -9, 9, 0, 0, std::rint(x)) M(round, -9, 9, 0, 0, std::round(x)) M(rsqrt, 0.01, 900, 2, 2, 1 / std::sqrt(x)) \
  M(sin, -20, 20, 4, 4, std::sin(x)) M(sinh, -9, 9, 4, 4, std::sinh(x)) M(sinpi, -3, 3, 4, 4, std::sin(x * wpi)) \
  M(sqrt, 0, 900, 3, 0.5, std::sqrt(x)) M(tan, -1.5, 1.5, 5, 5, std::tan(x)) M(tanh, -5, 5, 5, 5, std::tanh(x)) \
  M(tanpi, -0.45, 0.45, 6, 6, std::tan(x * wpi)) M(tgamma, 0.5, 7, 16, 16, std::tgamma(x)) \
  M(trunc, -9, 9, 0, 0, std::trunc(x))
#define FUNCTIONS_2(M) \
  M(atan2, -9, 9, 6, 6, std::atan2(x, y)) M(atan2pi, -9, 9, 6, 6, std::atan2(x, y) / wpi) \
  M(copysign, -9, 9, 0, 0, std::copysign(x, y)) M(fdim, -9, 9, 0.5, 0.5, std::fdim(x, y)) \
  M(fmax, -9, 9, 0, 0, std::fmax(x, y)) M(fmin, -9, 9, 0, 0, std::fmin(x, y)) M(fmod, -90, 90, 0, 0, std::fmod(x, y)) \
  M(hypot, -9, 9, 4, 4, std::hypot(x, y)) M(maxmag, -9, 9, 0, 0, std::fabs(x) > std::fabs(y) ? x : y) \
  M(minmag, -9, 9, 0, 0, std::fabs(x) < std::fabs(y) ? x : y) M(pow, 0.1, 4, 16, 16, std::pow(x, y)) \
  M(powr, 0.1, 4, 16, 16, std::pow(x, y)) M(remainder, -90, 90, 0, 0, std::remainder(x, y))
#define FUNCTIONS_3(M) M(fma, -9, 9, 0.5, 0.5, x * y + z) M(mad, -9, 9, 30, 30, x * y + z)
#define FUNCTIONS_INT(M) \
  M(ldexp, -9, 9, 0.5, 0.5, std::ldexp(x, k)) M(pown, -3, 3, 16, 16, std::pow(x, wide(k))) \
  M(rootn, 0.1, 90, 16, 16, std::pow(x, 1 / wide(k)))
#define FUNCTIONS(M) FUNCTIONS_1(M) FUNCTIONS_2(M) FUNCTIONS_3(M) FUNCTIONS_INT(M)
#define NATIVE(M) M(cos) M(exp) M(exp2) M(exp10) M(log) M(log2) M(log10) M(recip) M(rsqrt) M(sin) M(sqrt) M(tan)

struct function {
  const char *name;
  double low, high, in_float, in_double;
};
constexpr function functions[] = {
#define ROW(name, low, high, in_float, in_double, ...) {#name, low, high, in_float, in_double},
  FUNCTIONS(ROW)
#undef ROW
};
constexpr int rows = sizeof(functions) / sizeof(functions[0]);
constexpr int exponent(int i) { return i % 7 < 3 ? i % 7 - 3 : i % 7 - 2; }

// The i-th value of every function. `in` has the arguments of each function, the second are those from behind.
template <class T> void values(const T *in, T *out, int i) {
  int row = 0;
#define ONE(name, ...) out[row * count + i] = sycl::name(in[row * count + i]), ++row;
  FUNCTIONS_1(ONE)
#undef ONE
#define ONE(name, ...) out[row * count + i] = sycl::name(in[row * count + i], in[row * count + count - 1 - i]), ++row;
  FUNCTIONS_2(ONE)
#undef ONE
#define ONE(name, ...) \
  out[row * count + i] = sycl::name(in[row * count + i], in[row * count + count - 1 - i], in[row * count + i / 2]); \
  ++row;
  FUNCTIONS_3(ONE)
#undef ONE
#define ONE(name, ...) out[row * count + i] = sycl::name(in[row * count + i], exponent(i)), ++row;
  FUNCTIONS_INT(ONE)
#undef ONE
}
template <class T> void references(const T *in, wide *out, int i) {
  const wide wpi = 3.14159265358979323846264338327950288L;
  int row = 0;
#define ONE(name, low, high, in_float, in_double, ...) \
  { \
    const wide x = in[row * count + i], y = in[row * count + count - 1 - i], z = in[row * count + i / 2]; \
    const int k = exponent(i); \
    static_cast<void>(y), static_cast<void>(z), static_cast<void>(k); \
    out[row * count + i] = __VA_ARGS__; \
    ++row; \
  }
  FUNCTIONS(ONE)
#undef ONE
}

// In units of the last place of `T`.
template <class T> double error_of(wide found, wide exact) {
  if (found == exact || (found != found && exact != exact)) return 0;
  int exponent = 0;
  std::frexp(exact, &exponent);
  const int lowest = std::numeric_limits<T>::min_exponent;
  const wide unit = std::ldexp(wide(1), (exponent < lowest ? lowest : exponent) - std::numeric_limits<T>::digits);
  return static_cast<double>(std::fabs(found - exact) / unit);
}

template <class T> void test_values(const char *type) {
  sycl::queue &queue = test_queue();
  T *in = sycl::malloc_shared<T>(rows * count, queue), *out = sycl::malloc_shared<T>(rows * count, queue);
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < count; ++i) {
      const double part = (i + 0.37) / count;
      in[row * count + i] = static_cast<T>(functions[row].low + (functions[row].high - functions[row].low) * part);
    }
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { values(in, out, static_cast<int>(i[0])); }).wait();
  std::vector<T> on_host(rows * count);
  std::vector<wide> exact(rows * count);
  for (int i = 0; i < count; ++i) values(in, on_host.data(), i), references(in, exact.data(), i);
  for (int row = 0; row < rows; ++row) {
    double device = 0, host = 0;
    for (int i = row * count; i < (row + 1) * count; ++i) {
      device = std::fmax(device, error_of<T>(out[i], exact[i]));
      host = std::fmax(host, error_of<T>(on_host[i], exact[i]));
    }
    // A half is rounded from a float; all but those that are exact may differ by one.
    const function &one = functions[row];
    const double allowed = sizeof(T) == 8 ? one.in_double : sizeof(T) == 4 ? one.in_float : one.in_float == 0 ? 0 : 1;
    if (device > allowed || host > allowed) {
      ++wrong;
      std::printf("%s of %s: errors of %g on the device, %g on the host; allowed are %g\n", one.name, type, device,
                  host, allowed);
    }
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

// Less precise functions, within their absolute or relative error near one.
int natives(int zero) {
  const float x = 1.25f + static_cast<float>(zero);
  const auto near = [](float found, float exact, float error) {
    return std::fabs(found - exact) <= error * std::fabs(exact);
  };
#define ONE(name) \
  IS(near(sycl::native::name(x), reference::name(x), 1e-3f)); \
  IS(near(sycl::half_precision::name(x), reference::name(x), 1e-3f));
  struct reference {
    static float cos(float x) { return std::cos(x); }
    static float exp(float x) { return std::exp(x); }
    static float exp2(float x) { return std::exp2(x); }
    static float exp10(float x) { return std::pow(10.0f, x); }
    static float log(float x) { return std::log(x); }
    static float log2(float x) { return std::log2(x); }
    static float log10(float x) { return std::log10(x); }
    static float recip(float x) { return 1 / x; }
    static float rsqrt(float x) { return 1 / std::sqrt(x); }
    static float sin(float x) { return std::sin(x); }
    static float sqrt(float x) { return std::sqrt(x); }
    static float tan(float x) { return std::tan(x); }
  };
  NATIVE(ONE)
#undef ONE
  IS(near(sycl::native::divide(x, 3.0f), x / 3, 1e-3f) && near(sycl::half_precision::divide(x, 3), x / 3, 1e-3f));
  IS(near(sycl::native::powr(x, 2.0f), 1.5625f, 1e-4f) && near(sycl::half_precision::powr(x, 2.0f), 1.5625f, 1e-2f));
  IS(std::fabs(sycl::native::exp(1.0 + zero) - 2.718281828459045) < 1e-14);
  IS(near(sycl::native::recip(2 + zero), 0.5f, 1e-3f));
  return 0;
}

int second_results(int zero) {
  float whole = 0, cosine = 0;
  int exponent = 0;
  const float x = 2.75f + static_cast<float>(zero);
  GIVES(0.75f, sycl::modf(x, &whole));
  GIVES(2.0f, whole);
  GIVES(-0.75f, sycl::modf(-x, &whole));
  GIVES(-2.0f, whole);
  GIVES(0.25f, sycl::fract(-x, &whole));
  GIVES(-3.0f, whole);
  GIVES(0.6875f, sycl::frexp(x, &exponent));
  GIVES(2, exponent);
  const float sine = sycl::sincos(x, &cosine);
  IS(std::fabs(sine - std::sin(x)) < 1e-6f && std::fabs(cosine - std::cos(x)) < 1e-6f);
  IS(std::fabs(sycl::lgamma_r(-1.5f + static_cast<float>(zero), &exponent) - 0.8600470f) < 1e-6f && exponent == 1);
  IS(std::fabs(sycl::lgamma_r(-0.5f + static_cast<float>(zero), &exponent) - 1.2655121f) < 1e-6f && exponent == -1);
  GIVES(1, sycl::ilogb(x));
  double wide = 0;
  GIVES(0.75, sycl::modf(2.75 + zero, &wide));
  GIVES(2.0, wide);
  IS(sycl::remquo(11.0f + static_cast<float>(zero), 3.0f, &exponent) == -1 && (exponent & 7) == 4);
  IS(sycl::remquo(11.0 + zero, 3.0, &exponent) == -1 && (exponent & 7) == 4);
  // Seven bits of the quotient 1000, with its sign
  IS(sycl::remquo(3001.0f + static_cast<float>(zero), 3.0f, &exponent) == 1 && (exponent & 127) == 104);
  IS(sycl::remquo(-3001.0 + zero, 3.0, &exponent) == -1 && exponent < 0 && (-exponent & 127) == 104);
  IS(sycl::remquo(2e38f + static_cast<float>(zero), 1e38f, &exponent) == 0 && exponent == 2);
  sycl::half narrow = 0;
  GIVES(sycl::half(0.75f), sycl::modf(sycl::half(2.75f + static_cast<float>(zero)), &narrow));
  GIVES(sycl::half(2), narrow);
  using sycl::access::address_space;
  const auto to = sycl::address_space_cast<address_space::private_space, sycl::access::decorated::no>(&whole);
  GIVES(0.75f, sycl::fract(x, to));
  GIVES(2.0f, whole);
  return 0;
}

int special_values(int zero) {
  const float z = static_cast<float>(zero), infinity = std::numeric_limits<float>::infinity();
  const float nan = sycl::nan(1u + static_cast<unsigned>(zero));
  IS(nan != nan && sycl::isnan(sycl::nan(std::uint64_t(1))) && sycl::isnan(sycl::nan(std::uint16_t(1))));
  GIVES(1.0f, sycl::fmax(nan, 1.0f + z));
  GIVES(1.0f, sycl::fmin(1.0f + z, nan));
  GIVES(infinity, sycl::exp(1000.0f + z));
  GIVES(-infinity, sycl::log(z));
  GIVES(nan, sycl::sqrt(-1.0f + z));
  GIVES(1.0f, sycl::pow(nan, z));
  GIVES(-8.0f, sycl::pow(-2.0f + z, 3.0f));
  GIVES(nan, sycl::powr(-2.0f + z, 3.0f));
  GIVES(0.0f, sycl::sinpi(2.0f + z));
  GIVES(1.0f, sycl::sinpi(2.5f + z));
  GIVES(-1.0f, sycl::cospi(3.0f + z));
  GIVES(0.0f, sycl::cospi(0.5f + z));
  IS(std::fabs(sycl::rootn(-27.0f + z, 3) + 3.0f) < 1e-6f);
  GIVES(nan, sycl::rootn(-16.0f + z, 4));
  GIVES(2.0f, sycl::rint(2.5f + z));
  GIVES(3.0f, sycl::round(2.5f + z));
  GIVES(1.0f + 0x1p-23f, sycl::nextafter(1.0f + z, 2.0f));
  GIVES(1.0 - 0x1p-53, sycl::nextafter(1.0 + zero, 0.0));
  GIVES(true, sycl::signbit(sycl::copysign(z, -1.0f)));
  return 0;
}

// As programs write them.
int mixed_arguments(int zero) {
  using sycl::half;
  float x = 2 + static_cast<float>(zero);
  double d = 2 + zero;
  const unsigned u = 9;
  GIVES(8.0f, sycl::pow(x, 3));
  GIVES(8.0f, sycl::pow(2, x + 1));
  GIVES(8.0, sycl::pow(x, 3.0));
  GIVES(8.0, sycl::pow(2, 3 + zero));
  GIVES(3.0, sycl::sqrt(9 + zero));
  GIVES(3.0, sycl::sqrt(u));
  GIVES(2.0f, sycl::fmax(x, 0.f));
  GIVES(2.0f, sycl::fmax(x, 0));
  GIVES(2.0, sycl::fmin(d, 3.0f));
  GIVES(half(2), sycl::fmax(half(x), 0));
  GIVES(half(2), sycl::sqrt(half(x + 2)));
  GIVES(2.5f, sycl::fmax(half(x), 2.5f));
  GIVES(5.0, sycl::fabs(-5 + zero));
  GIVES(7.0f, sycl::fma(x, 3, 1));
  GIVES(7.0, sycl::mad(x, 3.0, 1));
  GIVES(16.0f, sycl::ldexp(x, 3u));
  GIVES(8.0f, sycl::pown(x, 3L));
  const volatile float loaded = x;
  GIVES(2.0f, sycl::fabs(loaded));
  struct convertible {
    float value;
    operator float() const { return value; }
  };
  GIVES(2.0f, sycl::floor(convertible{x + 0.5f}));
  // A class with one conversion is what it converts to.
  struct to_double { operator double() const { return 2.5; } };
  struct to_half { operator sycl::half() const { return 2.5f; } };
  struct to_code { operator std::uint64_t() const { return 1; } };
  GIVES(2.0, sycl::floor(to_double()));
  GIVES(sycl::half(2), sycl::floor(to_half()));
  GIVES(true, sycl::isgreater(to_half(), sycl::half(2)));
  static_assert(std::is_same_v<decltype(sycl::nan(to_code())), double>);
  // The pointer is the first template argument of a function of a number.
  float whole = 0;
  GIVES(0.5f, sycl::fract<float *>(x + 0.5f, &whole));
  int quotient = 0;
  GIVES(-0.5f, sycl::remquo<int *>(x + 1.5f, 1.0f * 2 + 0 * x, &quotient) * 1.0f);
  sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device> atomic(x);
  GIVES(2.0f, sycl::floor(atomic));
  return 0;
}

int standard_functions(int zero) {
  const float x = 0.5f + static_cast<float>(zero);
  IS(std::fabs(std::sin(x) - 0.47942554f) < 1e-6f && std::fabs(std::exp(x) - 1.6487213f) < 1e-6f);
  IS(std::fabs(std::pow(x, 2.0f) - 0.25f) < 1e-6f && std::sqrt(x + 3.5f) == 2 && std::abs(-x) == 0.5f);
  IS(std::fabs(::cos(0.5 + zero) - 0.8775825618903728) < 1e-14 && ::fabsf(-x) == 0.5f && ::floorf(x) == 0);
  IS(std::fmax(x, 1.0f) == 1 && std::max(x, 1.0f) == 1 && std::hypot(3.0f, x + 3.5f) == 5 && std::isnan(x) == false);
  IS(std::lround(x + 2) == 3 && std::trunc(x) == 0 && std::fmod(x + 3, 2.0f) == 1.5f);
  std::complex<float> c(x, 2 * x);
  c = c * c + std::complex<float>(1, 0);
  IS(std::fabs(c.real() - 0.25f) < 1e-6f && std::fabs(c.imag() - 1) < 1e-6f);
  c = c / std::complex<float>(0, 1);
  IS(std::fabs(c.real() - 1) < 1e-6f && std::fabs(c.imag() + 0.25f) < 1e-6f);
  IS(std::fabs(std::norm(c) - 1.0625f) < 1e-6f);
  IS(std::fabs(std::abs(std::complex<double>(3, 4 + zero)) - 5) < 1e-12);
  const std::complex<double> power = std::exp(std::complex<double>(zero, pi));
  IS(std::fabs(power.real() + 1) < 1e-12 && std::fabs(power.imag()) < 1e-12);
  return 0;
}

// Unqualified names, with the library's in the global namespace, too.
int unqualified(int zero) {
  using namespace sycl;
  using namespace std;
  const float x = 4 + static_cast<float>(zero);
  IS(sqrt(x) == 2 && sqrt(4 + zero) == 2 && pow(x, 2) == 16 && pow(2, 2 + zero) == 4 && floor(zero) == 0);
  IS(fmax(x, 2) == 4 && fma(x, 2, 1) == 9 && max(x, 2.0f) == 4 && min(zero, 2) == 0 && abs(-2 + zero) == 2);
  IS(!isnan(x) && !isnan(zero) && fabs(-x) == 4 && exp(zero) == 1 && hypot(3 + zero, 4) == 5 && isless(zero, 2));
  IS(rsqrt(x) == 0.5f && clamp(zero, 1, 2) == 1 && sycl::max<std::size_t>(3, 4) == 4 && sycl::fmax<float>(x, 2) == 4);
  return 0;
}

int main() {
  test_values<float>("float");
  test_values<double>("double");
  test_values<sycl::half>("half");
  ON_BOTH(natives);
  ON_BOTH(second_results);
  ON_BOTH(special_values);
  ON_BOTH(mixed_arguments);
  ON_BOTH(standard_functions);
  ON_BOTH(unqualified);
  int quotient = 0;
  CHECK(sycl::remquo(11.0f, 3.0f, &quotient) == -1 && (quotient & 7) == 4);
  CHECK(sycl::remquo(-11.0, 3.0, &quotient) == 1 && quotient < 0 && (-quotient & 7) == 4);
  return result();
}
