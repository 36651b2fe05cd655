// Functions of C's library and of clang in kernels, under their own names: each computes what it computes on the host.
#include "check.hpp"
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <strings.h>
#include <typeinfo>
#include <sycl/sycl.hpp>

struct input {
  double x, y;
  int n;
};

constexpr int most = 160;

// Results, in the order of the calls.
struct results {
  double *at;
  int count = 0;
  template <class T> void operator()(T value) { at[count++] = double(value); }
};

// All that there is for `double` (without a letter) and `float` (with an `f`).
#define OF_TYPE(T, f) \
  const T x = T(in.x), y = T(in.y); \
  const int n = in.n; \
  T part = 0, other = 0; \
  int number = 0; \
  out(sin##f(x)), out(cos##f(x)), out(tan##f(x)), out(asin##f(x)), out(acos##f(x)), out(atan##f(x)), out(sinh##f(x)); \
  out(cosh##f(x)), out(tanh##f(x)), out(asinh##f(x)), out(acosh##f(x)), out(atanh##f(x)), out(exp##f(x)); \
  out(exp2##f(x)); \
  out(expm1##f(x)), out(log##f(x)), out(log2##f(x)), out(log10##f(x)), out(log1p##f(x)), out(logb##f(x)); \
  out(sqrt##f(x)); \
  out(cbrt##f(x)), out(ceil##f(x)), out(floor##f(x)), out(trunc##f(x)), out(round##f(x)), out(rint##f(x)); \
  out(fabs##f(x)); \
  out(nearbyint##f(x)), out(erf##f(x)), out(erfc##f(x)), out(tgamma##f(x)), out(lgamma##f(x)), out(pow##f(x, y)); \
  out(fmod##f(x, y)), out(remainder##f(x, y)), out(atan2##f(x, y)), out(hypot##f(x, y)), out(copysign##f(x, y)); \
  out(nextafter##f(x, y)), out(fdim##f(x, y)), out(fmax##f(x, y)), out(fmin##f(x, y)), out(fma##f(x, y, x)); \
  out(ldexp##f(x, n)), out(scalbn##f(x, n)), out(scalbln##f(x, long(n))), out(ilogb##f(x)); \
  out(lrint##f(x)), out(llrint##f(x)), out(lround##f(x)), out(llround##f(x)); \
  out(frexp##f(x, &number)), out(number), out(modf##f(x, &part)), out(part); \
  out(remquo##f(x, y, &number)), out(number & 7), sincos##f(x, &part, &other), out(part), out(other); \
  out(__builtin_frexp##f(x, &number)), out(number), out(__builtin_modf##f(x, &part)), out(part); \
  out(__builtin_sin##f(x)), out(__builtin_pow##f(x, y)), out(__builtin_powi##f(x, n)), out(__builtin_ldexp##f(x, n)); \
  out(__builtin_scalbn##f(x, n)), out(__builtin_fma##f(x, y, y)), out(__builtin_roundeven##f(x)); \
  out(__builtin_lrint##f(x)); \
  out(__builtin_tgamma##f(x)), out(__builtin_copysign##f(x, y)), out(__builtin_isnan(x)); \
  out(__builtin_isinf_sign(x)); \
  out(std::pow(x, n)), out(std::pow(x, y)), out(std::hypot(x, y, T(3))), out(std::abs(x)), out(std::fpclassify(x)); \
  out(std::signbit(x)), out(std::isfinite(x)), out(std::isnormal(x)), out(std::isunordered(x, y)); \
  out(std::remainder(x, y)); \
  out(std::abs(std::complex<T>(x, y))), out((std::complex<T>(x, y) / std::complex<T>(y, T(3))).imag())

struct of_double {
  void operator()(const input &in, results &out) const { OF_TYPE(double, ); }
};
struct of_float {
  void operator()(const input &in, results &out) const { OF_TYPE(float, f); }
};
struct of_rest {
  void operator()(const input &in, results &out) const {
    const int n = in.n;
    const char text[] = "12.75x";
    char copy[32] = "ab";
    out(abs(-n)), out(labs(-long(n))), out(llabs(-7ll * n)), out(div(n * 7, 3).quot), out(ldiv(n * 7l, 3l).rem);
    out(ffs(n)), out(__builtin_clz(unsigned(n))), out(__builtin_ctzll(64ull * unsigned(n)));
    out(__builtin_popcount(unsigned(n)));
    out(__builtin_bswap32(unsigned(n))), out(__builtin_bitreverse16(static_cast<unsigned short>(n)));
    out(__builtin_mul_overflow(n, 2000000000, &copy[31]));
    out(strlen(text)), out(strnlen(text, std::size_t(n))), out(strcmp(text, "12.8") < 0), out(strncmp(text, "12.8", 3));
    out(strchr(text, 'x') - text), out(strrchr(text, '7') - text), out(memcmp(text, "12.75", 5));
    out(static_cast<const char *>(memchr(text, '.', 6)) - text);
    strcat(copy, text), out(strlen(copy)), memmove(copy + 1, copy, std::size_t(n));
    out(copy[2]), memset(copy, n, 4), out(copy[3]);
    strcpy(copy, text), out(copy[4]), strncpy(copy, "q", 9);
    out(copy[8]), memcpy(copy, text, std::size_t(n)), out(copy[0]);
  }
};

template <class Act> void compare(sycl::queue &q, input *in, double *at) {
  double expected[most];
  q.single_task<Act>([=] {
    results out{at};
    Act()(*in, out);
  });
  q.wait();
  results out{expected};
  Act()(*in, out);
  CHECK(out.count <= most);
  for (int i = 0; i < out.count; ++i) {
    const double allowed = 2e-6 * std::fabs(expected[i]);
    const bool is_near = at[i] == expected[i] || std::fabs(at[i] - expected[i]) <= allowed;
    const bool is_same = std::isnan(expected[i]) ? std::isnan(at[i]) : is_near;
    if (is_same) continue;
    ++wrong;
    std::printf("%s, result %d of (%g, %g, %d): %.17g, expected %.17g\n", typeid(Act).name(), i, in->x, in->y, in->n,
                at[i], expected[i]);
  }
}

int main() {
  sycl::queue q;
  auto *in = sycl::malloc_shared<input>(1, q);
  auto *at = sycl::malloc_shared<double>(most, q);
;
  const input all[] = {{0.37, 1.7, 1}, {-2.5, 2.25, 2}, {3.25, -0.5, 5}, {0, 1, 4}, {1e-3, 7, 3}};
  for (const input &one : all) {
    *in = one;
    compare<of_double>(q, in, at);
    compare<of_float>(q, in, at);
    compare<of_rest>(q, in, at);
  }
  sycl::free(in, q);
  sycl::free(at, q);
  return result();
}
