// Generic code on a GPU: what the program asks about its target is answered when a kernel is compiled for one. The
// stand-in of the driver (cuda.c) runs nothing, so the answers are looked for in the PTX.
#include "../check.hpp"
#include <sycl/sycl.hpp>

using namespace sycl;

extern "C" int __acpp_sscp_jit_reflect_compiler_backend();
[[clang::annotate("sycl-ir-constant")]] extern const int current_backend;

struct Scaled {
  int *to, unused;
  void operator()(nd_item<1>) const {
#ifdef __SYCL_DEVICE_ONLY__
    *to = 1000 * __acpp_sscp_jit_reflect_compiler_backend() + current_backend;
#endif
  }
};

int main() {
  queue gpu{gpu_selector_v}, host{cpu_selector_v};
  int *to = malloc_host<int>(1, host), *other = malloc_shared<int>(1, gpu);
  host.parallel_for(nd_range<1>(1, 1), Scaled{to, 0}).wait();
  CHECK(*to == 3003);
  gpu.parallel_for(nd_range<1>(1, 1), Scaled{other, 0}).wait();
  free(to, host), free(other, gpu);
  return result();
}
