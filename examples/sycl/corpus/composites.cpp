// Specialization constants of structures: padding, arrays, empty members, alignment, bit fields, bases.
#include <sycl_passes.hpp>

struct Inner {
  float a;
  double d;
};
struct Pod {
  char c;
  int i;
  Inner in[2];
  bool b;
  short s;
  constexpr Pod(char c, int i) : c(c), i(i), in{{1.5f, 2.5}, {3.5f, 4.5}}, b(true), s(-3) {}
};
struct Packed {
  char a = 1, b = 2, c = 3;
};
struct Empty {};
struct HasEmpty {
  Empty e;
  int x = 5;
};
struct alignas(32) Aligned {
  int x = 9;
  float y = 0.5f;
};
struct Bits {
  unsigned a : 3, b : 9, c : 20;
  constexpr Bits() : a(5), b(300), c(70000) {}
};
struct Base {
  int bx = 11;
};
struct Derived : Base {
  float dy = 1.25f;
};
struct Word {
  std::uint64_t p = ~std::uint64_t(0);
  std::int8_t q = -1;
};
constexpr syp::specialization_id<Pod> sc_pod('z', 77);
constexpr syp::specialization_id<Packed> sc_p3;
constexpr syp::specialization_id<HasEmpty> sc_he;
constexpr syp::specialization_id<Aligned> sc_al;
constexpr syp::specialization_id<Bits> sc_bits;
constexpr syp::specialization_id<Derived> sc_der;
constexpr syp::specialization_id<Word> sc_wp;
class CPod;
class CPodPart;
class CMisc;

void start(syp::queue q, double *d, int *o) {
  syp::single_task<CPod>(q, [=](syp::kernel_handler k) {
    Pod p = k.get_specialization_constant<sc_pod>();
    d[0] = p.c, d[1] = p.i, d[2] = static_cast<double>(p.in[0].a), d[3] = p.in[0].d;
    d[4] = static_cast<double>(p.in[1].a), d[5] = p.in[1].d, d[6] = p.b, d[7] = p.s;
  });
  syp::single_task<CPodPart>(q, [=](syp::kernel_handler k) { d[0] = k.get_specialization_constant<sc_pod>().in[1].d; });
  syp::single_task<CMisc>(q, [=](syp::kernel_handler k) {
    Packed packed = k.get_specialization_constant<sc_p3>();
    o[0] = packed.a + packed.b + packed.c;
    o[1] = k.get_specialization_constant<sc_he>().x;
    Aligned aligned = k.get_specialization_constant<sc_al>();
    o[2] = aligned.x, o[3] = static_cast<int>(aligned.y);
    Bits bits = k.get_specialization_constant<sc_bits>();
    o[4] = static_cast<int>(bits.a), o[5] = static_cast<int>(bits.b), o[6] = static_cast<int>(bits.c);
    Derived derived = k.get_specialization_constant<sc_der>();
    o[7] = derived.bx, o[8] = static_cast<int>(derived.dy);
    Word word = k.get_specialization_constant<sc_wp>();
    o[9] = static_cast<int>(word.p >> 33), o[10] = word.q;
  });
}
