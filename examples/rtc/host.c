// Compiles vec_add.cpp in the process and runs it on threads of the process: nothing else is needed, no device and no
// driver.
//
// clang-22 host.c -Iinclude -Llib -lsycl_rtc -lsycl_host_device -o host && ./host vec_add.cpp
#include "compile.h"
#include "sycl_host_device.h"

#define HOST(call) stop_unless((call) == 0, sycl_host_error())

int main(int argc, char **argv) {
  stop_unless(argc == 2, "usage: host vec_add.cpp");
  sycl_rtc_image image;
  sycl_rtc_program *compiled = compile_file(argv[1], "sycl", "host:native", &image);
  sycl_host_program *program;
  HOST(sycl_host_load(image.bytes, image.length, &program));
  sycl_rtc_program_destroy(compiled); // the code is loaded

  static float a[COUNT], b[COUNT], c[COUNT];
  fill(a, b);
  float *addresses[] = {a, b, c};
  struct sycl_host_value arguments[3];
  for (int i = 0; i < 3; i++) {
    arguments[i].value = &addresses[i];
    arguments[i].size = sizeof addresses[i];
  }
  uint64_t global = COUNT, local = 64;
  struct sycl_host_range range = {1, &global, &local, NULL, 0};
  HOST(sycl_host_launch(program, "__sycl_kernel_vec_add", &range, arguments, 3));
  sycl_host_close(program);
  return check(c);
}
