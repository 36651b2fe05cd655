// Prints what a launch and a group cost, with kernels that do nothing. docs/speed.md has what it printed.
//
//   clang-22 -O2 -shared -fPIC -I runtime/front-door runtime/host-device/tests/images/kernels.c -o /tmp/kernels.so
//   clang-22 -O2 -I runtime/front-door runtime/host-device/tests/images/overhead.c -o /tmp/overhead -L target/release -lsycl_host_device
//   LD_LIBRARY_PATH=target/release /tmp/overhead /tmp/kernels.so
#define _POSIX_C_SOURCE 199309L
#include "sycl_host_device.h"

#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Seconds for a launch of so many groups, on average.
static double launch(sycl_host_program *program, uint64_t groups, int times) {
  uint64_t global = groups * 4, local = 4;
  struct sycl_host_range range = {1, &global, &local, NULL, 0};
  double start = now();
  for (int index = 0; index != times; ++index)
    if (sycl_host_launch(program, "empty", &range, NULL, 0))
      puts(sycl_host_error());
  return (now() - start) / times;
}

int main(int count, char **values) {
  struct sycl_host_description device;
  sycl_host_program *program;
  if (sycl_host_describe(&device) || sycl_host_open(count > 1 ? values[1] : NULL, &program)) {
    puts(sycl_host_error());
    return 1;
  }
  launch(program, 1 << 16, 10);
  double one = launch(program, 1, 20000), many = launch(program, 64, 20000), groups = launch(program, 1 << 22, 3);
  printf("%d threads: launch of 1 group %.2f us, of 64 groups %.2f us; %.1f ns for a group\n", (int)device.threads,
         one * 1e6, many * 1e6, groups / (1 << 22) * 1e9);
  sycl_host_close(program);
  return 0;
}
