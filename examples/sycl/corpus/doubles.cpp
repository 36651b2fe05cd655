// fp64 that nothing declares: in a helper, in a conversion, and as a bit pattern only, which is no use of it.
#include <sycl_passes.hpp>

class D1;
class D2;
class D3;
class D4;

[[gnu::noinline]] static double helper(double x) { return syp::exp(x) * 0.5; }

void start(syp::queue q, double *d, float *f) {
  syp::parallel_for<D1>(q, syp::range(32), [=](syp::id<1> i) { d[i] = helper(d[i]); });
  syp::parallel_for<D2>(q, syp::range(32), [=](syp::id<1> i) {
    f[i] = static_cast<float>(helper(static_cast<double>(f[i])));
  });
  syp::parallel_for<D3>(q, syp::range(32), [=](syp::id<1> i) { f[i] = f[i] + 1.0f; });
  syp::parallel_for<D4>(q, syp::range(32), [=](syp::id<1> i) {
    auto *words = reinterpret_cast<std::uint64_t *>(d);
    words[i] = words[i] ^ 1;
  });
}
