// Launches the same kernel as launch.c with libsycl_host_device.so, which finds it, checks everything, and runs groups
// on all processors. The argument is what `sycl-packager build examples/ir/local_accessor.bc --target host -o images/`
// wrote; without one, the kernel is linked into the program.
//
//   cc -I runtime/front-door examples/host/library.c -L target/release -lsycl_host_device -o library
#include "sycl_host_device.h"

#include <stdio.h>

int main(int count, char **values) {
  enum { items = 256, size = 64, groups = items / size };
  float input[items], sums[groups], *input_address = input, *sums_address = sums;
  for (int item = 0; item != items; ++item)
    input[item] = (float)item;
  sycl_host_program *program = NULL;
  uint64_t global = items, local = size;
  struct sycl_host_range range = {1, &global, &local, NULL, 0};
  struct sycl_host_value arguments[] = {{&input_address, 8}, {&sums_address, 8}, {NULL, size * sizeof(float)}};
  if (sycl_host_open(count > 1 ? values[1] : NULL, &program) ||
      sycl_host_launch(program, "_ZTS8BlockSum", &range, arguments, 3)) {
    fprintf(stderr, "%s\n", sycl_host_error());
    return 1;
  }
  for (int index = 0; index != groups; ++index)
    printf("%g ", sums[index]);
  puts("");
  sycl_host_close(program);
  return 0;
}
