// Generic code on a GPU, as far as a stand-in of NVIDIA's driver (cuda.c) goes: values of specialization constants that
// launches have in common are constants of the code.
#include "../check.hpp"
#include <chrono>
#include <sycl/sycl.hpp>

using namespace sycl;

constexpr specialization_id<int> number(7);
struct Constants {
  int *to;
  void operator()(nd_item<1>, kernel_handler constants) const { *to = constants.get_specialization_constant<number>(); }
};

int main() {
  queue gpu{gpu_selector_v};
  int *to = malloc_shared<int>(1, gpu);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  while (std::chrono::steady_clock::now() < end) {
    gpu
      .submit([&](handler &h) {
        h.set_specialization_constant<number>(-3);
        h.parallel_for(nd_range<1>(8, 8), Constants{to});
      })
      .wait();
    CHECK(*to == -3);
  }
  free(to, gpu);
  return result();
}
