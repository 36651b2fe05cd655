// Specialization constants of every scalar type.
#include <sycl_passes.hpp>

enum class Color : int { R, G = 7, B };
constexpr syp::specialization_id<bool> sc_b(true);
constexpr syp::specialization_id<char> sc_c('x');
constexpr syp::specialization_id<std::int8_t> sc_i8(-8);
constexpr syp::specialization_id<std::uint8_t> sc_u8(200);
constexpr syp::specialization_id<std::int16_t> sc_i16(-1600);
constexpr syp::specialization_id<std::uint16_t> sc_u16(65000);
constexpr syp::specialization_id<int> sc_i32(-42);
constexpr syp::specialization_id<unsigned> sc_u32(4000000000u);
constexpr syp::specialization_id<std::int64_t> sc_i64(-123456789012345);
constexpr syp::specialization_id<std::uint64_t> sc_u64(0xfedcba9876543210u);
constexpr syp::specialization_id<float> sc_f(3.25f);
constexpr syp::specialization_id<double> sc_d(2.5e-3);
constexpr syp::specialization_id<Color> sc_e(Color::G);
constexpr syp::specialization_id<int> sc_zero(0);
class ScInts;
class ScFloat;
class ScDouble;
class ScNone;

void start(syp::queue q, long long *integers, float *floats, double *doubles) {
  syp::single_task<ScInts>(q, [=](syp::kernel_handler k) {
    int n = 0;
    integers[n++] = k.get_specialization_constant<sc_b>();
    integers[n++] = k.get_specialization_constant<sc_c>();
    integers[n++] = k.get_specialization_constant<sc_i8>();
    integers[n++] = k.get_specialization_constant<sc_u8>();
    integers[n++] = k.get_specialization_constant<sc_i16>();
    integers[n++] = k.get_specialization_constant<sc_u16>();
    integers[n++] = k.get_specialization_constant<sc_i32>();
    integers[n++] = k.get_specialization_constant<sc_u32>();
    integers[n++] = k.get_specialization_constant<sc_i64>();
    integers[n++] = static_cast<long long>(k.get_specialization_constant<sc_u64>());
    integers[n++] = static_cast<long long>(k.get_specialization_constant<sc_e>());
    integers[n++] = k.get_specialization_constant<sc_zero>();
  });
  syp::single_task<ScFloat>(q, [=](syp::kernel_handler k) { floats[0] = k.get_specialization_constant<sc_f>() * 2; });
  syp::single_task<ScDouble>(q, [=](syp::kernel_handler k) {
    doubles[0] = k.get_specialization_constant<sc_d>() + static_cast<double>(k.get_specialization_constant<sc_f>());
  });
  syp::single_task<ScNone>(q, [=] { integers[0] = 7; });
}
