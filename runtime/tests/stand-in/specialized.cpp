// Generic code on a GPU, as far as a stand-in of NVIDIA's driver (cuda.c) goes: launches that are alike get a kernel of
// their own. The stand-in writes 1 for a kernel, and 2 for one that requires a size of groups.
#include "../check.hpp"
#include <chrono>
#include <sycl/sycl.hpp>
#include <thread>

using namespace sycl;

struct Scaled {
  int *to, factor;
  void operator()(nd_item<1> at) const {
    if (at.get_global_id(0) == 0) *to = factor * int(at.get_local_range(0));
  }
};

enum { PLAIN = 1, SPECIALIZED };

int main() {
  queue gpu{gpu_selector_v};
  int *to = malloc_shared<int>(1, gpu);
  auto launch = [&](size_t size, int factor) {
    gpu.parallel_for(nd_range<1>(64, size), Scaled{to, factor}).wait();
    return *to;
  };
  auto wait_for = [](auto is_so) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(200);
    while (!is_so() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  for (int i = 0; i < 10; ++i) CHECK(launch(8 << i % 2, 5) == PLAIN);
  wait_for([&] { return launch(8, 5) == SPECIALIZED; });
  CHECK(launch(8, 5) == SPECIALIZED);
  CHECK(launch(16, 5) == PLAIN);
  CHECK(launch(8, 6) == PLAIN);
  CHECK(launch(8, 5) == SPECIALIZED);
  // A number that changed once does not count any more.
  int factor = 7;
  wait_for([&] { return launch(8, factor++) == SPECIALIZED; });
  CHECK(launch(8, factor) == SPECIALIZED);
  CHECK(launch(16, factor) == PLAIN);
  // Where the program does not wait, the GPU is late at once.
  for (size_t size : {16, 32}) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
    while (std::chrono::steady_clock::now() < end) gpu.parallel_for(nd_range<1>(64, size), Scaled{to, factor});
    gpu.wait();
    wait_for([&] { return launch(size, factor) == SPECIALIZED; });
    CHECK(launch(size, factor) == SPECIALIZED);
  }
  free(to, gpu);
  return result();
}
