// Launches kernels of the file that the first argument names, built with sanitizers. A number as second argument is
// the size of local memory that `overrun` accesses behind; without it nothing is wrong.
#include "sycl_host_device.h"

#include <stdio.h>
#include <stdlib.h>

static sycl_host_program *program;

static int launch(const char *kernel, uint64_t global, uint64_t local, struct sycl_host_value *arguments, uint64_t count) {
  return sycl_host_launch(program, kernel, &(struct sycl_host_range){1, &global, &local, NULL, 0}, arguments, count);
}

int main(int count, char **values) {
  if (sycl_host_open(values[1], &program)) {
    puts(sycl_host_error());
    return 1;
  }
  uint64_t out[2001] = {0}, *address = out, first = 3, sizes = 100 | 37 << 16;
  for (int round = 0; round != 20; ++round) {
    struct sycl_host_value of_order[] = {{&address, 8}};
    out[0] = 0;
    if (launch("order", 2000, 1, of_order, 1) || out[0] != 2000)
      return 2;
    struct sycl_host_value of_local[] = {{NULL, 100}, {&address, 8}, {NULL, 37}, {&sizes, 8}};
    if (launch("local_memory", 640, 16, of_local, 4) || out[3] != 0)
      return 3;
    struct sycl_host_value of_assertion[] = {{&first, 8}, {&address, 8}};
    if (launch("assertion", 64, 1, of_assertion, 2) != -14)
      return 4;
    struct sycl_host_value of_barrier[] = {{&first, 8}};
    if (launch("barrier", 64, 1, of_barrier, 1) != -14)
      return 5;
    struct sycl_host_value of_stack[] = {{&address, 8}};
    if (launch("stack", 16, 8, of_stack, 1))
      return 6;
    // What one launch writes, the next reads, on other threads.
    int32_t cells[256] = {0}, one = 1, *cells_address = cells;
    struct sycl_host_value of_add[] = {{&cells_address, 8}, {&one, 4}, {&cells_address, 8}};
    for (int step = 0; step != 5; ++step)
      if (launch("add", 256, 8, of_add, 3))
        return 7;
    for (int cell = 0; cell != 256; ++cell)
      if (cells[cell] != 5)
        return 8;
  }
  puts("nothing is wrong so far");
  fflush(stdout);
  if (count > 2) {
    uint64_t size = strtoull(values[2], NULL, 10);
    struct sycl_host_value of_overrun[] = {{NULL, size}, {&size, 8}};
    launch("overrun", 4, 1, of_overrun, 2);
    puts("it was not noticed");
  }
  sycl_host_close(program);
  return 0;
}
