// The process ends while another thread has the compiler of NVIDIA's driver (compiler.c) make a kernel for launches
// that are alike.
#include <dlfcn.h>
#include <unistd.h>
#include "../check.hpp"
#include <sycl/sycl.hpp>

using namespace sycl;

struct Scaled {
  int *to, factor;
  void operator()(nd_item<1> at) const {
    if (at.get_global_id(0) == 0) *to = factor * int(at.get_local_range(0));
  }
};

int main() {
  queue gpu{gpu_selector_v};
  int *to = malloc_shared<int>(1, gpu);
  const volatile int *is_busy = nullptr;
  for (int tries = 0; tries < 20000 && !(is_busy && *is_busy); ++tries) {
    gpu.parallel_for(nd_range<1>(64, 8), Scaled{to, 5}).wait();
    usleep(1000);
    if (void *compiler = dlopen("libnvidia-ptxjitcompiler.so.1", RTLD_NOW | RTLD_NOLOAD))
      is_busy = static_cast<volatile int *>(dlsym(compiler, "is_busy"));
  }
  CHECK(is_busy && *is_busy);
  return result();
}
