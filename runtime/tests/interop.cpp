// Handles of drivers: on the OpenCL device they are what OpenCL takes; the host has none.
#include <sycl/sycl.hpp>
#include "check.hpp"
#include <dlfcn.h>
#include <type_traits>
#include <vector>

using namespace sycl;

static_assert(std::is_same_v<backend_return_t<backend::cuda, context>, std::vector<CUctx_st *>>);
static_assert(std::is_same_v<backend_input_t<backend::cuda, context>, CUctx_st *>);
static_assert(std::is_same_v<backend_return_t<backend::opencl, queue>, _cl_command_queue *>);

static void of_opencl(const queue &q) {
  void *loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_NOLOAD);
  CHECK(loader != nullptr);
  const device on = q.get_device();
  constexpr backend cl = backend::opencl;
  using ask = int(void *of, unsigned what, size_t capacity, void *value, size_t *size);
  auto info = [&](const char *function, void *of, unsigned what) {
    void *value = nullptr;
    CHECK(reinterpret_cast<ask *>(dlsym(loader, function))(of, what, sizeof value, &value, nullptr) == 0);
    return value;
  };
  // CL_DEVICE_PLATFORM, CL_QUEUE_CONTEXT, CL_QUEUE_DEVICE
  CHECK(info("clGetDeviceInfo", get_native<cl>(on), 0x1031) == get_native<cl>(on.get_platform()));
  CHECK(info("clGetCommandQueueInfo", get_native<cl>(q), 0x1090) == get_native<cl>(context(on)));
  CHECK(info("clGetCommandQueueInfo", get_native<cl>(q), 0x1091) == get_native<cl>(on));
  CHECK(make_device<cl>(get_native<cl>(on)) == on);
  CHECK(make_platform<cl>(get_native<cl>(on.get_platform())) == on.get_platform());
  CHECK(make_context<cl>(get_native<cl>(context(on))).get_devices() == std::vector<device>{on});
  CHECK_THROWS(errc::backend_mismatch, "`opencl` has no handles of a driver for streams",
               make_queue<cl>(get_native<cl>(q), context(on)));
}

int main() {
  queue q;
  if (q.get_backend() == backend::opencl) of_opencl(q);
  CHECK_THROWS(errc::backend_mismatch, "another back end", get_native<backend::cuda>(q));
  CHECK_THROWS(errc::backend_mismatch, "another back end", get_native<backend::hip>(q.get_device()));
  CHECK_THROWS(errc::invalid, "not of SYCL", make_device<backend::cuda>(77));
  // A host task that takes handles may use accessors of the host, too.
  int content = 1;
  {
    buffer<int> of(&content, 1);
    q.submit([&](handler &h) {
      accessor<int, 1, access_mode::read_write, target::host_task> here(of, h);
      h.host_task([=](interop_handle handles) { here[0] = handles.get_backend() == q.get_backend() ? 5 : 6; });
    });
  }
  CHECK(content == 5);
  return result();
}
