// Elementary functions of `float` over all of their arguments, within the errors that the specification allows (section
// 4.17.5, table of OpenCL): small and large numbers, those that are not normal, angles of many turns, infinities.
// With an argument, so many numbers for each function, and the largest errors are printed.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>
#include <sycl/sycl.hpp>
#include "check.hpp"

using wide = long double;

// M(name, largest size of arguments as an exponent of 2, allowed units in the last place, the value)
#define FUNCTIONS(M) \
  M(acos, 0, 4, std::acos(x)) M(asin, 0, 4, std::asin(x)) M(atan, 128, 5, std::atan(x)) M(cbrt, 128, 2, std::cbrt(x)) \
  M(cos, 128, 4, std::cos(x)) M(cosh, 7, 4, std::cosh(x)) M(exp, 7, 3, std::exp(x)) M(exp2, 8, 3, std::exp2(x)) \
  M(exp10, 6, 3, std::pow(wide(10), x)) M(expm1, 7, 3, std::expm1(x)) M(log, 128, 3, std::log(x)) \
  M(log2, 128, 3, std::log2(x)) M(log10, 128, 3, std::log10(x)) M(log1p, 128, 2, std::log1p(x)) \
  M(rsqrt, 128, 2, 1 / std::sqrt(x)) M(sin, 128, 4, std::sin(x)) M(sinh, 7, 4, std::sinh(x)) \
  M(sqrt, 128, 3, std::sqrt(x)) M(tan, 128, 5, std::tan(x)) M(tanh, 128, 5, std::tanh(x))
#define FUNCTIONS_2(M) \
  M(atan2, 128, 6, std::atan2(x, y)) M(hypot, 128, 4, std::hypot(x, y)) M(pow, 128, 16, std::pow(x, y))

// A sequence of numbers that is the same everywhere.
static float argument(std::uint64_t at, int largest) {
  at = (at + 1) * 0x9e3779b97f4a7c15;
  at = (at ^ (at >> 29)) * 0xbf58476d1ce4e5b9;
  std::uint32_t bits = static_cast<std::uint32_t>(at >> 32);
  // A third of them near 1, where functions change most.
  std::uint32_t exponent = (bits >> 23 & 255) % (largest + 127 + (largest == 128));
  if (at % 3 == 0) exponent = 119 + at / 3 % 12;
  if (exponent > 126u + largest) exponent = 126 + largest;
  bits = (bits & 0x807fffff) | exponent << 23;
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

static int whole(float number) { return std::fabs(number) < 2000 ? static_cast<int>(number) : 3; }

static double error(float got, wide wanted) {
  if (std::isnan(wanted)) return std::isnan(got) ? 0 : INFINITY;
  float rounded = static_cast<float>(wanted);
  if (got == rounded) return 0;
  if (std::isinf(got) || std::isinf(rounded)) {
    // One unit beyond the largest number is infinite.
    float largest = std::numeric_limits<float>::max();
    return std::fabs(got) >= largest && std::fabs(rounded) >= largest ? 1 : INFINITY;
  }
  float size = std::fabs(rounded);
  wide unit = static_cast<wide>(std::nextafter(size, INFINITY)) - size;
  return static_cast<double>(std::fabs(static_cast<wide>(got) - wanted) / unit);
}

template <class Device, class Host>
static void check(sycl::queue &q, const char *name, int largest, double allowed, int count, bool is_told, Device device,
                  Host host) {
  float *in = sycl::malloc_shared<float>(2 * count, q), *out = sycl::malloc_shared<float>(count, q);
  for (int i = 0; i < 2 * count; ++i) in[i] = argument(i, largest);
  q.parallel_for(count, [=](sycl::id<1> i) { out[i] = device(in[i], in[i + count]); }).wait();
  double most = 0;
  float at = 0, other = 0, got = 0;
  for (int i = 0; i < count; ++i) {
    double found = error(out[i], host(wide(in[i]), wide(in[i + count])));
    if (found > most) most = found, at = in[i], other = in[i + count], got = out[i];
  }
  if (is_told) std::printf("%-6s %5.2f of %2.0f  at %.9g, %.9g\n", name, most, allowed, at, other);
  if (most > allowed) std::printf("%s(%.9g, %.9g): found %.9g\n", name, at, other, got);
  CHECK(most <= allowed);
  sycl::free(in, q), sycl::free(out, q);
}

int main(int argc, char **argv) {
  sycl::queue q;
  int count = argc > 1 ? std::stoi(argv[1]) : 1 << 14;
  bool is_told = argc > 1;
#define ROW(name, largest, allowed, ...) \
  check(q, #name, largest, allowed, count, is_told, [](float x, float) { return sycl::name(x); }, \
        []([[maybe_unused]] wide x, wide) -> wide { return __VA_ARGS__; });
  FUNCTIONS(ROW)
#undef ROW
#define ROW(name, largest, allowed, ...) \
  check(q, #name, largest, allowed, count, is_told, [](float x, float y) { return sycl::name(x, y); }, \
        [](wide x, wide y) -> wide { return __VA_ARGS__; });
  FUNCTIONS_2(ROW)
#undef ROW
  check(q, "pown", 128, 16, count, is_told, [](float x, float y) { return sycl::pown(x, whole(y)); },
        [](wide x, wide y) -> wide { return std::pow(x, wide(whole(static_cast<float>(y)))); });
  return result();
}
