// Calls the host's library and compares with references computed here: exactly where the result is exact, else within
// the error that SYCL allows, against `long double`. One work-group of one item stands for the runtime.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>

using f16 = _Float16;
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

static u64 values[64];
extern "C" {
u64 __sp_host_local_id(u32) { return 0; }
u64 __sp_host_group_id(u32 d) { return d == 0 ? 3 : 0; }
u64 __sp_host_group_size(u32) { return 1; }
u64 __sp_host_num_groups(u32 d) { return d == 0 ? 7 : 1; }
u64 __sp_host_global_offset(u32 d) { return d == 0 ? 100 : 0; }
u32 __sp_host_sub_group_size() { return 1; }
void __sp_host_group_barrier() {}
void __sp_host_sub_group_barrier() {}
void __sp_host_assert_fail(const char *, const char *, u32, const char *) { __builtin_trap(); }
void *__sp_host_scratch() { return values; }
bool __sp_host_is_local(const void *p) { return p == values; }
void *__sp_host_dynamic_local_memory() { return values; }
}

// The C library, as the pass `link-builtins` names it.
#define LIBM1(n)                                                                                                       \
  extern "C" double __sp_libm_##n(double x) { return ::n(x); }                                                         \
  extern "C" float __sp_libm_##n##f(float x) { return ::n##f(x); }
#define LIBM2(n)                                                                                                       \
  extern "C" double __sp_libm_##n(double x, double y) { return ::n(x, y); }                                            \
  extern "C" float __sp_libm_##n##f(float x, float y) { return ::n##f(x, y); }
LIBM1(acos) LIBM1(acosh) LIBM1(asin) LIBM1(asinh) LIBM1(atan) LIBM1(atanh) 
LIBM1(cbrt) LIBM1(cos) LIBM1(cosh) LIBM1(erf) LIBM1(erfc) LIBM1(exp) 
LIBM1(expm1) LIBM1(log1p) LIBM1(logb) LIBM1(sin) LIBM1(sinh) LIBM1(tan) 
LIBM1(tanh) LIBM1(tgamma)
LIBM2(atan2) LIBM2(fmod) LIBM2(hypot) LIBM2(pow) LIBM2(remainder)
extern "C" {
double __sp_libm_lgamma_r(double x, int *sign) { return ::lgamma_r(x, sign); }
float __sp_libm_lgammaf_r(float x, int *sign) { return ::lgammaf_r(x, sign); }
double __sp_libm_remquo(double x, double y, int *quotient) { return ::remquo(x, y, quotient); }
float __sp_libm_remquof(float x, float y, int *quotient) { return ::remquof(x, y, quotient); }
}

extern "C" {
double __sp_c_complex_product_f64(double, double, double, double, double *);
double __sp_c_complex_quotient_f64(double, double, double, double, double *);
#define OF_COMPLEX(n) double __sp_c_##n##_f64(double, double, double *);
OF_COMPLEX(cexp) OF_COMPLEX(clog) OF_COMPLEX(csqrt) OF_COMPLEX(csin) OF_COMPLEX(ccos) OF_COMPLEX(ctan) OF_COMPLEX(csinh)
OF_COMPLEX(ccosh) OF_COMPLEX(ctanh) OF_COMPLEX(casin) OF_COMPLEX(cacos) OF_COMPLEX(catan) OF_COMPLEX(casinh)
OF_COMPLEX(cacosh) OF_COMPLEX(catanh)
double __sp_c_cabs_f64(double, double);
double __sp_c_remquo_f64(double, double, int *);
double __sp_c_lgamma_r_f64(double, int *);
u64 __sp_c_lrint_f64(double);
u64 __sp_c_lround_f32(float);
float __sp_c_scalbln_f32(float, u64);
u32 __sp_c_div_i32(u32, u32, int *);
}

static int checks, failures;
static void expect(bool good, const char *what, double x, double y, double got, double wanted) {
  checks++;
  if (good)
    return;
  if (failures++ < 50)
    std::printf("FAILED %s(%.17g, %.17g) = %.17g; expected %.17g\n", what, x, y, got, wanted);
}
template <class T> static bool same(T a, T b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }
#define EXACT(call, x, y, wanted) expect(same(call, wanted), #call, double(x), double(y), double(call), double(wanted))

// Within a number of units in the last place.
template <class T> static bool near(T got, long double wanted, double ulps) {
  if (std::isnan(wanted))
    return got != got;
  if (std::isinf(T(wanted)))
    return double(got) == double(T(wanted));
  T rounded = T(wanted);
  long double unit = std::abs((long double)std::nextafter(rounded, std::numeric_limits<T>::infinity()) - rounded);
  return std::abs((long double)got - wanted) <= ulps * unit;
}
#define NEAR(call, x, y, wanted, ulps)                                                                                 \
  expect(near(call, wanted, ulps), #call, double(x), double(y), double(call), double(wanted))

// A fixed sequence of numbers with all exponents.
static u64 state = 88172645463325252ull;
static u64 next() {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}
template <class T, class U> static T random_bits() {
  U b = U(next());
  T x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}

#define F1(n)                                                                                                          \
  extern "C" float __sp_##n##_f32(float);                                                                              \
  extern "C" double __sp_##n##_f64(double);
#define F2(n)                                                                                                          \
  extern "C" float __sp_##n##_f32(float, float);                                                                       \
  extern "C" double __sp_##n##_f64(double, double);
#define FI(n)                                                                                                          \
  extern "C" float __sp_##n##_f32(float, int);                                                                         \
  extern "C" double __sp_##n##_f64(double, int);
F1(ocl_acospi)
F1(ocl_asinpi) F1(ocl_atanpi) F2(ocl_atan2pi) F1(ocl_cospi) F1(ocl_sinpi) F1(ocl_tanpi) F1(ocl_exp10) F2(ocl_powr)
    F1(ocl_exp2) F1(ocl_log) F1(ocl_log2) F1(ocl_log10) F1(ocl_cos) F1(ocl_tan) F1(ocl_expm1) F1(ocl_log1p) F1(ocl_sinh)
    F1(ocl_cosh) F1(ocl_tanh) F1(ocl_asinh) F1(ocl_acosh) F1(ocl_atanh) F1(ocl_cbrt) F1(ocl_atan)
    F1(ocl_asin) F1(ocl_acos)
    F2(ocl_pow) F2(ocl_atan2) F2(ocl_hypot)
    FI(ocl_pown) FI(ocl_rootn) FI(ocl_ldexp) F1(ocl_sin) F1(ocl_exp) F1(ocl_rsqrt) F2(ocl_fdim) F2(ocl_nextafter)
        F2(ocl_fmin) F2(ocl_fmax) F1(ocl_rint) F1(ocl_round) F1(ocl_trunc) F1(ocl_floor) F1(ocl_ceil) F1(ocl_lgamma)
            F1(length) F2(ocl_copysign) extern "C" {
  float __sp_ocl_frexp_f32_p0(float, int *);
  double __sp_ocl_frexp_f64_p0(double, int *);
  f16 __sp_ocl_frexp_f16_p0(f16, int *);
  float __sp_ocl_modf_f32_p0(float, float *);
  double __sp_ocl_modf_f64_p0(double, double *);
  float __sp_ocl_fract_f32_p0(float, float *);
  float __sp_ocl_remquo_f32_p0(float, float, int *);
  float __sp_ocl_lgamma_r_f32_p0(float, int *);
  int __sp_ocl_ilogb_f32(float);
  int __sp_ocl_ilogb_f64(double);
  int __sp_ocl_ilogb_f16(f16);
  f16 __sp_ocl_fma_f16(f16, f16, f16);
  f16 __sp_ocl_sin_f16(f16);
  f16 __sp_ocl_nextafter_f16(f16, f16);
  f16 __sp_ocl_ldexp_f16(f16, int);
  bool __sp_is_normal_f32(float);
  bool __sp_f_ord_not_equal_f32(float, float);
  bool __sp_f_unord_less_than_f32(float, float);
  u8 __sp_s_mul_hi_i8(u8, u8);
  u8 __sp_s_mad_sat_i8(u8, u8, u8);
  u8 __sp_s_hadd_i8(u8, u8);
  u8 __sp_s_rhadd_i8(u8, u8);
  u8 __sp_s_abs_diff_i8(u8, u8);
  u8 __sp_s_add_sat_i8(u8, u8);
  u8 __sp_u_sub_sat_i8(u8, u8);
  u8 __sp_u_mad_sat_i8(u8, u8, u8);
  u8 __sp_rotate_i8(u8, u8);
  u8 __sp_clz_i8(u8);
  u8 __sp_ctz_i8(u8);
  u8 __sp_popcount_i8(u8);
  u8 __sp_u_rhadd_i8(u8, u8);
  u64 __sp_s_mul_hi_i64(u64, u64);
  u64 __sp_s_mad_sat_i64(u64, u64, u64);
  u8 __sp_bit_reverse_i8(u8);
  u32 __sp_s_mul24_i32(u32, u32);
  u32 __sp_u_mad24_i32(u32, u32, u32);
  int __sp_convert_f_to_s_rtz_f32_i32(float);
  u8 __sp_convert_f_to_u_rte_f64_i8(double);
  u64 __sp_convert_f_to_s_rtp_f32_i64(float);
  float __sp_convert_s_to_f_rtz_i64_f32(u64);
  float __sp_convert_s_to_f_rtp_i64_f32(u64);
  float __sp_convert_s_to_f_rtn_i64_f32(u64);
  float __sp_convert_s_to_f_rte_i64_f32(u64);
  float __sp_convert_u_to_f_rtz_i64_f32(u64);
  float __sp_convert_u_to_f_rtp_i64_f32(u64);
  f16 __sp_convert_u_to_f_rtz_i32_f16(u32);
  float __sp_convert_f_rtz_f64_f32(double);
  float __sp_convert_f_rtp_f64_f32(double);
  float __sp_convert_f_rtn_f64_f32(double);
  f16 __sp_convert_f_rtz_f32_f16(float);
  u8 __sp_convert_s_sat_i32_i8(u32);
  u8 __sp_convert_s_to_u_sat_i32_i8(u32);
  u16 __sp_convert_f_to_bf16(float);
  float __sp_convert_bf16_to_f(u16);
  u64 __sp_global_invocation_id(u32);
  u64 __sp_global_size(u32);
  u32 __sp_group_iadd_i32(u32, u32, u32);
  bool __sp_group_all(u32, bool);
  u32 __sp_atomic_iadd_i32_p0(u32 *, u32, u32, u32);
  float __sp_atomic_fmax_f32_p0(float *, u32, u32, float);
  u64 __sp_atomic_compare_exchange_i64_p0(u64 *, u32, u32, u32, u64, u64);
  float __sp_vload_half_f32_p0(u64, const void *);
  void __sp_vstore_half_f64_p0(double, u64, void *);
  void __sp_vstore_half_r_f32_p0(float, u64, void *, u32);
  double __sp_acpp_frexp_f64_i64_p0(double, int64_t *);
  double __sp_acpp_frexp_f64_i32_p0(double, int *);
  double __sp_acpp_lgamma_r_f64_i64_p0(double, int64_t *);
  double __sp_acpp_ldexp_f64(double, int64_t);
  float __sp_acpp_ilogb_f32(float);
  double __sp_bitselect_f64(double, double, double);
  u32 __sp_select_i32_i32(u32, u32, u32);
  u32 __sp_select_each_i32_i32(u32, u32, u32);
}

// Reduced exactly first, so that no digits cancel: half turns of the period 2, then the distance to a zero.
static const long double half_turn = 3.14159265358979323846264338327950288L;
template <class T> static long double sine_of_turns(T x) {
  long double r = std::remainder((long double)x, 2.0L);
  return std::sin((r > 0.5L ? 1 - r : r < -0.5L ? -1 - r : r) * half_turn);
}
template <class T> static long double cosine_of_turns(T x) {
  return std::sin((0.5L - std::fabs(std::remainder((long double)x, 2.0L))) * half_turn);
}

static void mathematics() {
  const long double pi = half_turn;
  const float special[] = {0.0f, -0.0f,  0.5f,    -0.5f, 1,        -1,        1.5f, 2,         -2.5f,
                           3,    1e-40f, -1e-45f, 1e38f, INFINITY, -INFINITY, NAN,  8388609.f, 0.49999997f};
  for (int i = 0; i < 20000; i++) {
    float x = i < 18 ? special[i] : random_bits<float, u32>(),
          y = i < 18 * 18 ? special[i / 18] : random_bits<float, u32>();
    double d = i < 18 ? special[i] : random_bits<double, u64>(),
           e = i < 324 ? special[i / 18] : random_bits<double, u64>();
    float u = float(int32_t(u32(next()))) / 2147483648.f, angle = u * 100;
    NEAR(__sp_ocl_acospi_f32(u), u, 0, std::acos((long double)u) / pi, 2);
    NEAR(__sp_ocl_asinpi_f64(u), u, 0, std::asin((long double)u) / pi, 3);
    NEAR(__sp_ocl_atan2pi_f32(x, y), x, y, std::atan2((long double)x, (long double)y) / pi, 6);
    NEAR(__sp_ocl_atanpi_f64(d), d, 0, std::atan((long double)d) / pi, 3);
    if (std::isfinite(x) && std::fabs(x) < 1e15f)
      NEAR(__sp_ocl_cospi_f32(x), x, 0, cosine_of_turns(x), 4);
    NEAR(__sp_ocl_sinpi_f64(double(angle)), angle, 0, sine_of_turns(angle), 4);
    NEAR(__sp_ocl_exp10_f32(angle / 3), angle / 3, 0, std::pow(10.0L, (long double)(angle / 3)), 3);
    int n = int(next() % 41) - 20;
    NEAR(__sp_ocl_pown_f32(angle, n), angle, n, std::pow((long double)angle, (long double)n), 16);
    NEAR(__sp_ocl_powr_f64(std::fabs(double(angle)), double(u)), angle, u,
         angle == 0 && u == 0 ? NAN : std::pow(std::fabs((long double)angle), (long double)u), 16);
    if (n != 0) {
      long double root = std::pow(std::fabs((long double)angle), 1.0L / n);
      NEAR(__sp_ocl_rootn_f64(angle, n), angle, n, angle < 0 ? n & 1 ? -root : NAN : root, 16);
    }
    int k = int(next() % 600) - 300;
    EXACT(__sp_ocl_ldexp_f32(x, k), x, k, std::ldexp(x, k));
    int k2 = int(next() % 5000) - 2500;
    EXACT(__sp_ocl_ldexp_f64(d, k2), d, k2, std::ldexp(d, k2));
    EXACT(__sp_ocl_ldexp_f64(d, INT32_MIN), d, 0, std::ldexp(d, INT32_MIN));
    EXACT(__sp_ocl_nextafter_f32(x, y), x, y, std::nextafter(x, y));
    EXACT(__sp_ocl_nextafter_f64(d, e), d, e, std::nextafter(d, e));
    EXACT(__sp_ocl_fdim_f64(d, e), d, e, std::fdim(d, e));
    EXACT(__sp_ocl_rint_f32(x), x, 0, std::nearbyint(x));
    EXACT(__sp_ocl_round_f64(d), d, 0, std::round(d));
    EXACT(__sp_ocl_trunc_f32(x), x, 0, std::trunc(x));
    EXACT(__sp_ocl_copysign_f64(d, e), d, e, std::copysign(d, e));
    NEAR(__sp_ocl_rsqrt_f32(std::fabs(x)), x, 0, 1 / std::sqrt((long double)std::fabs(x)), 2);
    NEAR(__sp_length_f32(x), x, 0, std::fabs((long double)x), 3);
    int got, wanted;
    float f = __sp_ocl_frexp_f32_p0(x, &got), g = std::frexp(x, &wanted);
    EXACT(f, x, 0, g);
    if (std::isfinite(x))
      EXACT(got, x, 0, wanted);
    double fd = __sp_ocl_frexp_f64_p0(d, &got), gd = std::frexp(d, &wanted);
    EXACT(fd, d, 0, gd);
    if (std::isfinite(d))
      EXACT(got, d, 0, wanted);
    if (x != 0 && std::isfinite(x))
      EXACT(__sp_ocl_ilogb_f32(x), x, 0, std::ilogb(x));
    float whole, whole2;
    EXACT(__sp_ocl_modf_f32_p0(x, &whole), x, 0, std::modf(x, &whole2));
    EXACT(whole, x, 0, whole2);
    int q, q2;
    EXACT(__sp_ocl_remquo_f32_p0(x, y, &q), x, y, std::remquo(x, y, &q2));
    // Seven bits of the quotient, of which the C library gives three
    if (std::isfinite(x) && std::isfinite(y) && y != 0) {
      double all = std::nearbyint(double(std::fmod(x, y * 1024)) / y);
      EXACT(q % 128, x, y, int(all) % 128);
    }
    f16 h = random_bits<f16, u16>(), h2 = random_bits<f16, u16>(), h3 = random_bits<f16, u16>();
    EXACT(__sp_ocl_fma_f16(h, h2, h3), h, h2, f16((long double)h * h2 + h3));
    if (h != 0 && std::isfinite(float(h)))
      EXACT(__sp_ocl_ilogb_f16(h), h, 0, std::ilogb(float(h)));
    EXACT(__sp_ocl_ldexp_f16(h, k / 10), h, k / 10, f16(std::ldexp(float(h), k / 10)));
    EXACT(__sp_is_normal_f32(x), x, 0, bool(std::isnormal(x)));
    EXACT(__sp_f_ord_not_equal_f32(x, y), x, y, x < y || x > y);
    EXACT(__sp_f_unord_less_than_f32(x, y), x, y, !(x >= y));
  }
}

static int clamp8(long x) { return x < -128 ? -128 : x > 127 ? 127 : int(x); }
static void integers() {
  for (int i = 0; i < 65536; i++) {
    int a = int8_t(i), b = int8_t(i >> 8), c = int8_t(next());
    u8 ua = u8(a), ub = u8(b), uc = u8(c);
    EXACT(__sp_s_mul_hi_i8(ua, ub), a, b, u8(a * b >> 8));
    EXACT(__sp_s_mad_sat_i8(ua, ub, uc), a, b, u8(clamp8(a * b + c)));
    EXACT(__sp_u_mad_sat_i8(ua, ub, uc), ua, ub, u8(ua * ub + uc > 255 ? 255 : ua * ub + uc));
    EXACT(__sp_s_hadd_i8(ua, ub), a, b, u8((a + b) >> 1));
    EXACT(__sp_s_rhadd_i8(ua, ub), a, b, u8((a + b + 1) >> 1));
    EXACT(__sp_u_rhadd_i8(ua, ub), ua, ub, u8((ua + ub + 1) >> 1));
    EXACT(__sp_s_abs_diff_i8(ua, ub), a, b, u8(a < b ? b - a : a - b));
    EXACT(__sp_s_add_sat_i8(ua, ub), a, b, u8(clamp8(a + b)));
    EXACT(__sp_u_sub_sat_i8(ua, ub), ua, ub, u8(ua < ub ? 0 : ua - ub));
    EXACT(__sp_rotate_i8(ua, ub), ua, ub, u8(ua << (ub & 7) | ua >> (-ub & 7)));
    int zeros = 0, trailing = 0, bits = 0, reversed = 0;
    while (zeros < 8 && !(ua >> (7 - zeros) & 1))
      zeros++;
    while (trailing < 8 && !(ua >> trailing & 1))
      trailing++;
    for (int j = 0; j < 8; j++)
      bits += ua >> j & 1, reversed |= (ua >> j & 1) << (7 - j);
    EXACT(__sp_clz_i8(ua), ua, 0, u8(zeros));
    EXACT(__sp_ctz_i8(ua), ua, 0, u8(trailing));
    EXACT(__sp_popcount_i8(ua), ua, 0, u8(bits));
    EXACT(__sp_bit_reverse_i8(ua), ua, 0, u8(reversed));
    u64 x = next(), y = next(), z = next();
    __int128 product = __int128(int64_t(x)) * int64_t(y), sum = product + int64_t(z);
    EXACT(__sp_s_mul_hi_i64(x, y), x, y, u64(product >> 64));
    u64 saturated = sum > INT64_MAX ? u64(INT64_MAX) : sum < INT64_MIN ? u64(INT64_MIN) : u64(sum);
    EXACT(__sp_s_mad_sat_i64(x, y, z), x, y, saturated);
    EXACT(__sp_s_mul24_i32(u32(x) & 0xffffff, u32(y) & 0xffffff), x, y,
          u32(int32_t(u32(x) << 8) >> 8) * u32(int32_t(u32(y) << 8) >> 8));
    EXACT(__sp_u_mad24_i32(u32(x) & 0xffffff, u32(y) & 0xffffff, 7), x, y,
          (u32(x) & 0xffffff) * (u32(y) & 0xffffff) + 7);
  }
}

static void conversions() {
  for (int i = 0; i < 100000; i++) {
    float x = random_bits<float, u32>();
    double d = random_bits<double, u64>();
    u64 n = next() >> (next() % 64);
    int64_t s = next() & 1 ? int64_t(n) : -int64_t(n);
    long double wide = x;
    EXACT(__sp_convert_f_to_s_rtz_f32_i32(x), x, 0,
          x != x                   ? 0
          : wide >= 2147483647.0L  ? INT32_MAX
          : wide <= -2147483648.0L ? INT32_MIN
                                   : int(x));
    double r = std::nearbyint(d);
    EXACT(__sp_convert_f_to_u_rte_f64_i8(d), d, 0, u8(d != d || r <= 0 ? 0 : r >= 255 ? 255 : u8(r)));
    float nearest = float(s);
    long double exact = s;
    float down = nearest > exact ? std::nextafter(nearest, -INFINITY) : nearest,
          up = nearest < exact ? std::nextafter(nearest, INFINITY) : nearest;
    EXACT(__sp_convert_s_to_f_rte_i64_f32(u64(s)), s, 0, nearest);
    EXACT(__sp_convert_s_to_f_rtn_i64_f32(u64(s)), s, 0, down);
    EXACT(__sp_convert_s_to_f_rtp_i64_f32(u64(s)), s, 0, up);
    EXACT(__sp_convert_s_to_f_rtz_i64_f32(u64(s)), s, 0, s < 0 ? up : down);
    nearest = float(n);
    EXACT(__sp_convert_u_to_f_rtz_i64_f32(n), n, 0, nearest > (long double)n ? std::nextafter(nearest, 0.0f) : nearest);
    EXACT(__sp_convert_u_to_f_rtp_i64_f32(n), n, 0,
          nearest < (long double)n ? std::nextafter(nearest, INFINITY) : nearest);
    float single = float(d);
    down = single > d ? std::nextafter(single, -INFINITY) : single,
    up = single < d ? std::nextafter(single, INFINITY) : single;
    EXACT(__sp_convert_f_rtn_f64_f32(d), d, 0, down);
    EXACT(__sp_convert_f_rtp_f64_f32(d), d, 0, up);
    EXACT(__sp_convert_f_rtz_f64_f32(d), d, 0, std::signbit(d) ? up : down);
    EXACT(__sp_convert_s_sat_i32_i8(u32(s)), int32_t(s), 0, u8(clamp8(int32_t(s))));
    EXACT(__sp_convert_s_to_u_sat_i32_i8(u32(s)), int32_t(s), 0, u8(int32_t(s) < 0 ? 0 : int32_t(s) > 255 ? 255 : s));
    if (std::isfinite(x)) {
      u32 b;
      std::memcpy(&b, &x, 4);
      u16 low = u16(b >> 16), high = u16(low + 1);
      auto value = [](u16 bits) { return (long double)__sp_convert_bf16_to_f(bits); };
      long double below = std::fabs(x - value(low)),
                  above = std::isinf(value(high)) ? 0x1p120L - (x - value(low)) : std::fabs(value(high) - x);
      u16 wanted = below < above || (below == above && !(low & 1)) ? low : high;
      if (!std::isinf(value(high)))
        EXACT(__sp_convert_f_to_bf16(x), x, 0, wanted);
    }
  }
  // All integers to 70000, of which `half` has the largest.
  for (u32 n = 0; n < 70000; n++) {
    f16 wanted = f16(float(n));
    if (float(wanted) > float(n))
      wanted = __sp_ocl_nextafter_f16(wanted, f16(0));
    EXACT(__sp_convert_u_to_f_rtz_i32_f16(n), n, 0, wanted);
    EXACT(__sp_convert_f_rtz_f32_f16(float(n)), n, 0, wanted);
  }
}

static void the_rest() {
  EXACT(__sp_global_invocation_id(0), 0, 0, u64(103));
  EXACT(__sp_global_size(0), 0, 0, u64(7));
  EXACT(__sp_group_iadd_i32(2, 0, 5), 5, 0, 5u);
  EXACT(__sp_group_iadd_i32(2, 2, 5), 5, 0, 0u);
  EXACT(__sp_group_all(3, true), 0, 0, true);
  u32 count = 5;
  EXACT(__sp_atomic_iadd_i32_p0(&count, 1, 0x10, 3), 0, 0, count - 3);
  float largest = 2;
  __sp_atomic_fmax_f32_p0(&largest, 1, 0, 7);
  EXACT(largest, 0, 0, 7.0f);
  u64 word = 9;
  // The new value comes before the one that is compared.
  u64 found = __sp_atomic_compare_exchange_i64_p0(&word, 1, 0x10, 2, 11, 9);
  EXACT(found, 0, 0, u64(9));
  EXACT(word, 0, 0, u64(11));
  EXACT(__sp_bitselect_f64(1.0, -1.0, -0.0), 0, 0, -1.0);
  EXACT(__sp_select_i32_i32(1, 2, 1), 0, 0, 2u);
  EXACT(__sp_select_each_i32_i32(1, 2, 1), 0, 0, 1u);
}

typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float4 __attribute__((ext_vector_type(4)));
extern "C" {
float3 __sp_vload_half_v3f32_p0(u64, const void *);
float3 __sp_vloada_half_v3f32_p0(u64, const void *);
void __sp_vstore_half_r_v4f32_p0(float4, u64, void *, u32);
void __sp_vstorea_half_v3f32_p0(float3, u64, void *);
}

// Halves in memory, with each rounding mode, at an offset in elements.
static void halves() {
  for (int i = 0; i < 20000; i++) {
    float x = random_bits<float, u32>();
    f16 memory[16] = {}, nearest = f16(x);
    f16 up = float(nearest) < x ? __sp_ocl_nextafter_f16(nearest, f16(INFINITY)) : nearest,
        down = float(nearest) > x ? __sp_ocl_nextafter_f16(nearest, f16(-INFINITY)) : nearest;
    for (u32 mode = 0; mode < 4; mode++)
      __sp_vstore_half_r_f32_p0(x, mode, memory, mode);
    EXACT(memory[0], x, 0, nearest);
    EXACT(memory[1], x, 1, std::signbit(x) ? up : down);
    EXACT(memory[2], x, 2, up);
    EXACT(memory[3], x, 3, down);
    __sp_vstore_half_f64_p0(double(x), 5, memory);
    EXACT(memory[5], x, 5, nearest);
    EXACT(__sp_vload_half_f32_p0(5, memory), x, 5, float(nearest));
  }
  f16 memory[16];
  for (int i = 0; i < 16; i++)
    memory[i] = f16(i);
  EXACT(float(__sp_vload_half_v3f32_p0(1, memory).z), 1, 0, 5.0f);
  EXACT(float(__sp_vloada_half_v3f32_p0(1, memory).z), 1, 0, 6.0f);
  __sp_vstore_half_r_v4f32_p0(float4{20, 21, 22, 23}, 1, memory, 0);
  __sp_vstorea_half_v3f32_p0(float3{30, 31, 32}, 2, memory);
  const float wanted[] = {0, 1, 2, 3, 20, 21, 22, 23, 30, 31, 32, 11, 12};
  for (int i = 0; i < 13; i++)
    EXACT(float(memory[i]), i, 0, wanted[i]);
}

static void of_adaptive_cpp() {
  for (int i = 0; i < 2000; i++) {
    double d = random_bits<double, u64>();
    if (!std::isfinite(d) || d == 0)
      continue;
    int wanted, narrow[2] = {0, 77};
    double fraction = std::frexp(d, &wanted);
    int64_t wide;
    EXACT(__sp_acpp_frexp_f64_i64_p0(d, &wide), d, 0, fraction);
    EXACT(wide, d, 0, int64_t(wanted));
    EXACT(__sp_acpp_frexp_f64_i32_p0(d, narrow), d, 0, fraction);
    EXACT(narrow[0], d, 0, wanted);
    EXACT(narrow[1], d, 0, 77);
    EXACT(__sp_acpp_ldexp_f64(d, wide), d, double(wide), std::ldexp(d, int(wide)));
    float f = float(fraction);
    EXACT(__sp_acpp_ilogb_f32(f), f, 0, float(std::ilogb(f)));
  }
  EXACT(__sp_acpp_ldexp_f64(1.0, int64_t(1) << 40), 1, 0, double(INFINITY));
  EXACT(__sp_acpp_ldexp_f64(1.0, -(int64_t(1) << 40)), 1, 0, 0.0);
  int64_t sign;
  __sp_acpp_lgamma_r_f64_i64_p0(-0.5, &sign);
  EXACT(sign, -0.5, 0, int64_t(-1));
}

// Under these names the program has the library's functions; the references are made otherwise.
extern "C" {
float __extendhfsf2(f16);
f16 __truncsfhf2(float);
f16 __truncdfhf2(double);
unsigned __int128 __udivti3(unsigned __int128, unsigned __int128), __umodti3(unsigned __int128, unsigned __int128);
__int128 __divti3(__int128, __int128), __modti3(__int128, __int128);
}

// A number by the bits of a half, and whether it is one.
static double half_of(u32 bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
  double size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 0x400, exponent - 25);
  return bits & 0x8000 ? -size : size;
}
static u16 bits_of(f16 x) {
  u16 bits;
  std::memcpy(&bits, &x, 2);
  return bits;
}
static f16 half_with(u32 bits) {
  u16 narrow = u16(bits);
  f16 x;
  std::memcpy(&x, &narrow, 2);
  return x;
}

static void of_the_code_generator() {
  for (u32 bits = 0; bits < 0x10000; bits++) {
    f16 x = half_with(bits);
    float wide = __extendhfsf2(x);
    bool special = (bits & 0x7c00) == 0x7c00, nan = special && (bits & 0x3ff);
    double wanted = special ? (bits & 0x8000 ? -INFINITY : INFINITY) : half_of(bits);
    expect(nan ? std::isnan(wide) : double(wide) == wanted && std::signbit(wide) == std::signbit(wanted), "widened",
           bits, 0, wide, wanted);
    u32 quiet = nan ? bits | 0x200 : bits;
    EXACT(bits_of(__truncsfhf2(wide)), bits, 0, u16(quiet));
    EXACT(bits_of(__truncdfhf2(wide)), bits, 0, u16(quiet));
    if (special || (bits & 0x7fff) == 0x7bff)
      continue;
    // Between a number and the next larger one: the middle goes to the even one, what is beside it to the nearer.
    double a = half_of(bits), b = half_of(bits + 1), middle = (a + b) / 2;
    u16 even = u16(bits & 1 ? bits + 1 : bits);
    EXACT(bits_of(__truncsfhf2(float(middle))), bits, 0, even);
    EXACT(bits_of(__truncdfhf2(middle)), bits, 0, even);
    EXACT(bits_of(__truncsfhf2(std::nextafter(float(middle), float(a)))), bits, 1, u16(bits));
    EXACT(bits_of(__truncdfhf2(std::nextafter(middle, a))), bits, 1, u16(bits));
    EXACT(bits_of(__truncsfhf2(std::nextafter(float(middle), float(b)))), bits, 2, u16(bits + 1));
    EXACT(bits_of(__truncdfhf2(std::nextafter(middle, b))), bits, 2, u16(bits + 1));
  }
  for (double large : {65519.0, 65520.0, 65535.0, 1e6, 3e38, 1e300, double(INFINITY)}) {
    u16 wanted = large < 65520 ? 0x7bff : 0x7c00;
    EXACT(bits_of(__truncsfhf2(float(large))), large, 0, wanted);
    EXACT(bits_of(__truncdfhf2(-large)), large, 0, u16(wanted | 0x8000));
  }
  EXACT(bits_of(__truncdfhf2(5e-324)), 5e-324, 0, u16(0));
  for (int i = 0; i < 4000; i++) {
    unsigned __int128 a = (unsigned __int128)next() << 64 | next(), b = (unsigned __int128)next() << 64 | next();
    a >>= next() % 128, b >>= next() % 128;
    if (b == 0)
      continue;
    unsigned __int128 quotient = __udivti3(a, b), rest = __umodti3(a, b);
    expect(quotient * b + rest == a && rest < b, "__udivti3", double(a), double(b), double(quotient), 0);
    __int128 x = __int128(a), y = __int128(b), q = __divti3(x, y), r = __modti3(x, y);
    auto size = [](__int128 n) { return n < 0 ? -(unsigned __int128)n : (unsigned __int128)n; };
    expect(q * y + r == x && size(r) < size(y) && (r == 0 || (r < 0) == (x < 0)), "__divti3", double(x), double(y),
           double(q), 0);
  }
}

// The library's own elementary functions, against `long double`: numbers of all sizes, and many of ordinary ones.
#define OF_FLOAT(n, wanted, ulps)                                                                                      \
  for (int i = 0; i < 20000; i++) {                                                                                    \
    float x = i % 2 ? random_bits<float, u32>() : float(double(next() >> 11) * 0x1p-53 * 20 - 10);                     \
    NEAR(__sp_ocl_##n##_f32(x), x, 0, wanted((long double)x), ulps);                                                   \
  }
#define OF_DOUBLE(n, wanted, ulps)                                                                                     \
  for (int i = 0; i < 20000; i++) {                                                                                    \
    double x = i % 2 ? random_bits<double, u64>() : double(next() >> 11) * 0x1p-53 * 20 - 10;                          \
    NEAR(__sp_ocl_##n##_f64(x), x, 0, wanted((long double)x), ulps);                                                   \
  }
#define OF_BOTH(n, wanted, ulps) OF_FLOAT(n, wanted, ulps) OF_DOUBLE(n, wanted, ulps)
static void elementary() {
  OF_BOTH(exp, expl, 2)
  OF_BOTH(exp2, exp2l, 2)
  OF_BOTH(exp10, exp10l, 2)
  OF_BOTH(log, logl, 2)
  OF_BOTH(log2, log2l, 2)
  OF_BOTH(log10, log10l, 2)
  OF_BOTH(sin, sinl, 3)
  OF_BOTH(cos, cosl, 3)
  OF_BOTH(tan, tanl, 4)
  OF_FLOAT(expm1, expm1l, 1)
  OF_FLOAT(log1p, log1pl, 1)
  OF_FLOAT(sinh, sinhl, 1)
  OF_FLOAT(cosh, coshl, 1)
  OF_FLOAT(tanh, tanhl, 1)
  OF_FLOAT(asinh, asinhl, 1)
  OF_FLOAT(acosh, acoshl, 1)
  OF_FLOAT(atanh, atanhl, 1)
  OF_FLOAT(cbrt, cbrtl, 1)
  OF_FLOAT(atan, atanl, 1)
  OF_FLOAT(asin, asinl, 3)
  OF_FLOAT(acos, acosl, 2)
  const float special[] = {0.0f,  -0.0f, 1,   -1,     2,       -2,       0.5f,   -0.5f,     3,
                           -3,    1e30f, -1e30f, 1e-40f, 16777215, 16777216, INFINITY, -INFINITY, NAN};
  for (float x : special) {
    for (float y : special) {
      NEAR(__sp_ocl_pow_f32(x, y), x, y, powl(x, y), 1);
      NEAR(__sp_ocl_atan2_f32(x, y), x, y, atan2l(x, y), 1);
      NEAR(__sp_ocl_hypot_f32(x, y), x, y, hypotl(x, y), 1);
      const float want = powf(x, y);
      expect(std::signbit(__sp_ocl_pow_f32(x, y)) == std::signbit(want) || want != want, "sign of pow",
             x, y, __sp_ocl_pow_f32(x, y), powf(x, y));
    }
  }
  for (int i = 0; i < 40000; i++) {
    float x = i % 2 ? random_bits<float, u32>() : float(double(next() >> 11) * 0x1p-53 * 20 - 5);
    float y = i % 4 < 2 ? random_bits<float, u32>()
                        : float(i % 8 < 4 ? int(next() % 41) - 20 : (next() >> 11) * 0x1p-50);
    NEAR(__sp_ocl_pow_f32(x, y), x, y, powl(x, y), 1);
    NEAR(__sp_ocl_atan2_f32(x, y), x, y, atan2l(x, y), 1);
    NEAR(__sp_ocl_hypot_f32(x, y), x, y, hypotl(x, y), 1);
  }
}

// C's own: complex numbers, of which the imaginary part is the second result, and others.
static void of_c() {
  for (int i = 0; i < 2000; i++) {
    auto part = [] { return double(next() >> 11) * 0x1p-53 * 8 - 4; };
    double a = part(), b = part(), c = part(), d = part(), im;
    _Complex double x = {a, b}, y = {c, d};
    auto is = [&](const char *what, double re, _Complex double wanted) {
      double size = __builtin_cabs(wanted), off = std::hypot(re - __real__ wanted, im - __imag__ wanted);
      expect(off <= 1e-13 * size, what, a, b, re, __real__ wanted);
    };
    is("product", __sp_c_complex_product_f64(a, b, c, d, &im), x * y);
    is("quotient", __sp_c_complex_quotient_f64(a, b, c, d, &im), x / y);
    is("cexp", __sp_c_cexp_f64(a, b, &im), __builtin_cexp(x));
    is("clog", __sp_c_clog_f64(a, b, &im), __builtin_clog(x));
    is("csqrt", __sp_c_csqrt_f64(a, b, &im), __builtin_csqrt(x));
    is("csin", __sp_c_csin_f64(a, b, &im), __builtin_csin(x));
    is("ccos", __sp_c_ccos_f64(a, b, &im), __builtin_ccos(x));
    is("ctan", __sp_c_ctan_f64(a, b, &im), __builtin_ctan(x));
    is("csinh", __sp_c_csinh_f64(a, b, &im), __builtin_csinh(x));
    is("ccosh", __sp_c_ccosh_f64(a, b, &im), __builtin_ccosh(x));
    is("ctanh", __sp_c_ctanh_f64(a, b, &im), __builtin_ctanh(x));
    is("casin", __sp_c_casin_f64(a, b, &im), __builtin_casin(x));
    is("cacos", __sp_c_cacos_f64(a, b, &im), __builtin_cacos(x));
    is("catan", __sp_c_catan_f64(a, b, &im), __builtin_catan(x));
    is("casinh", __sp_c_casinh_f64(a, b, &im), __builtin_casinh(x));
    is("cacosh", __sp_c_cacosh_f64(a, b, &im), __builtin_cacosh(x));
    is("catanh", __sp_c_catanh_f64(a, b, &im), __builtin_catanh(x));
    im = 0;
    is("cabs", __sp_c_cabs_f64(a, b), __builtin_cabs(x));
    int quotient, wanted;
    EXACT(__sp_c_remquo_f64(a, c, &quotient), a, c, std::remquo(a, c, &wanted));
    EXACT(quotient & 7, a, c, wanted & 7);
    EXACT(__sp_c_lgamma_r_f64(a, &quotient), a, 0, ::lgamma_r(a, &wanted));
    EXACT(quotient, a, 0, wanted);
  }
  // An infinite operand gives an infinite product, and a quotient by 0 is infinite.
  double im;
  expect(std::isinf(__sp_c_complex_product_f64(INFINITY, NAN, 1, 1, &im)) || std::isinf(im), "product", 1, 1, im, 0);
  expect(std::isinf(__sp_c_complex_quotient_f64(1, 1, 0, 0, &im)), "quotient", 1, 1, im, 0);
  EXACT(__sp_c_complex_quotient_f64(1e300, 1e300, 1e300, 1e300, &im), 1e300, 1e300, 1.0);
  EXACT(__sp_c_lrint_f64(2.5), 2.5, 0, u64(2));
  EXACT(__sp_c_lround_f32(-2.5f), -2.5, 0, u64(-3));
  EXACT(__sp_c_scalbln_f32(1.5f, 1l << 40), 1.5, 0, INFINITY);
  int rest;
  EXACT(__sp_c_div_i32(-7, 2, &rest), -7, 2, u32(-3));
  EXACT(rest, -7, 2, -1);
}

int main() {
  of_the_code_generator();
  elementary();
  of_c();
  halves();
  of_adaptive_cpp();
  mathematics();
  integers();
  conversions();
  the_rest();
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}
