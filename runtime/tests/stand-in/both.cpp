// A program with GPUs of NVIDIA and of AMD, as far as stand-ins of their drivers (cuda.c, hip.c) go: commands of one
// that wait for the other's.
#include <sycl/sycl.hpp>
#include "../check.hpp"

using namespace sycl;

struct Add {
  accessor<int> to;
  void operator()(id<1> at) const { to[at] += 1; }
};

int main() {
  auto of = [](backend wanted) { return [=](const device &one) { return one.get_backend() == wanted ? 1 : -1; }; };
  queue nvidia{of(backend::ext_oneapi_cuda)}, amd{of(backend::ext_oneapi_hip)};
  CHECK(device::get_devices(info::device_type::gpu).size() == 2);
  int from[4] = {}, to[4] = {};
  event filled = nvidia.fill(from, 7, 4);
  amd.copy(from, to, 4, filled).wait();
  CHECK(to[0] == 7 && to[3] == 7);
  buffer<int> numbers{range(10)};
  nvidia.submit([&](handler &h) { h.fill(accessor<int, 1, access_mode::write>(numbers, h), 1); });
  for (queue *q : {&nvidia, &amd, &nvidia, &amd, &amd})
    q->submit([&](handler &h) { h.parallel_for(range(10), Add{accessor<int>(numbers, h)}); });
  CHECK(host_accessor(numbers)[9] == 6);
  return result();
}
