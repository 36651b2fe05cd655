// Generic code on a GPU, as far as a stand-in of NVIDIA's driver (cuda.c) goes: specialization constants, whose values
// the kernel reads from a buffer; and what a program says that lacks the library which compiles such code.
#include "../check.hpp"
#include <string>
#include <sycl/sycl.hpp>

using namespace sycl;

constexpr specialization_id<int> number(7);
struct Constants {
  int *to;
  void operator()(kernel_handler constants) const { *to = constants.get_specialization_constant<number>(); }
};

int main() {
  queue gpu{gpu_selector_v};
  int *to = malloc_shared<int>(1, gpu);
#ifdef WITHOUT_LIBRARY
  CHECK(device().is_cpu());
  CHECK_THROWS(errc::kernel_not_supported, "link with -fsycl-targets=nvptx64-nvidia-cuda",
               gpu.single_task(Constants{to}));
  CHECK_THROWS(errc::kernel_not_supported, "SYCL_RTC_LIBRARY", gpu.single_task(Constants{to}));
#else
  CHECK(device().is_gpu());
  gpu.single_task(Constants{to}).wait();
  CHECK(*to == 7);
  gpu
    .submit([&](handler &h) {
      h.set_specialization_constant<number>(-3);
      h.single_task(Constants{to});
    })
    .wait();
  CHECK(*to == -3);
#endif
  free(to, gpu);
  return result();
}
