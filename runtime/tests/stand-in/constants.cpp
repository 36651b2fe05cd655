// Generic code on a GPU, as far as a stand-in of NVIDIA's driver (cuda.c) goes: specialization constants, whose values
// the kernel reads from a buffer; and what a program says that lacks the library which compiles such code.
#include "../check.hpp"
#include <string>
#include <sycl/sycl.hpp>

using namespace sycl;

constexpr specialization_id<int> number(7), unused(8);
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
  // Kernel bundles of devices of several platforms.
  const context on_gpu = gpu.get_context(), on_cpu{device(cpu_selector_v)};
  const std::vector<device> cpus = on_cpu.get_devices();
  auto input = get_kernel_bundle<Constants, bundle_state::input>(on_gpu);
  CHECK(input.has_specialization_constant<number>() && !input.has_specialization_constant<unused>());
  input.set_specialization_constant<number>(12);
  gpu
    .submit([&](handler &h) {
      h.use_kernel_bundle(build(input));
      h.single_task(Constants{to});
    })
    .wait();
  CHECK(*to == 12);
  auto other = get_kernel_bundle<Constants, bundle_state::input>(on_cpu);
  CHECK_THROWS(errc::invalid, "context", has_kernel_bundle<bundle_state::executable>(on_gpu, cpus));
  CHECK_THROWS(errc::invalid, "context", get_kernel_bundle<bundle_state::executable>(on_gpu, cpus));
  CHECK_THROWS(errc::invalid, "input's", build(input, cpus));
  CHECK_THROWS(errc::invalid, "input's", compile(input, cpus));
  CHECK_THROWS(errc::invalid, "input's", link(compile(input), cpus));
  CHECK_THROWS(errc::invalid, "no device", link({compile(input), compile(other)}));
  CHECK_THROWS(errc::invalid, "several contexts", join<bundle_state::input>({input, other}));
  CHECK_THROWS(errc::invalid, "context", gpu.submit([&](handler &h) { h.use_kernel_bundle(build(other)); }));
#endif
  free(to, gpu);
  return result();
}
