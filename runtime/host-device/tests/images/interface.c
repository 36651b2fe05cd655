// Uses every function of the C interface. The images are in this program, or in the file that the first argument names.
#include "sycl_host_device.h"

#include <stdio.h>
#include <string.h>

// Prints what a call answers, and why.
static void show(const char *what, int result) {
  printf("%s: %d%s%s\n", what, result, result ? " " : "", result ? sycl_host_error() : "");
}

int main(int count, char **values) {
  struct sycl_host_description device;
  int result = sycl_host_describe(&device);
  show("describe", result);
  if (result)
    return 1;
  printf("%d threads, work-groups of %d, local memory of %d, %d sub-group sizes, %d aspects, the first %d\n",
         (int)device.threads, (int)device.max_work_group_size, (int)device.local_memory_size,
         (int)device.sub_group_size_count, (int)device.aspect_count, (int)device.aspects[0]);
  show("describe nowhere", sycl_host_describe(NULL));
  show("open nowhere", sycl_host_open("a.so", NULL));
  sycl_host_program *program = NULL;
  show("open missing", sycl_host_open("missing.so", &program));
  show("open a name that is not UTF-8", sycl_host_open("\xff", &program));
  show("load nowhere", sycl_host_load("a", 1, NULL));
  show("load null", sycl_host_load(NULL, 1, &program));
  show("load a text", sycl_host_load("text", 4, &program) == SYCL_HOST_OPEN_ERROR ? 0 : 1);
  result = sycl_host_open(count > 1 ? values[1] : NULL, &program);
  show("open", result);
  if (result)
    return 1;

  int32_t in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {0}, add = 10, *in_address = in, *out_address = out;
  uint64_t global = 8, local = 4, offset = 0, three = 3;
  struct sycl_host_range range = {1, &global, &local, &offset, 0};
  struct sycl_host_value arguments[] = {{&out_address, 8}, {&add, 4}, {&in_address, 8}};
  show("launch", sycl_host_launch(program, "add", &range, arguments, 3));
  for (int index = 0; index != 8; ++index)
    printf("%d ", out[index]);
  show("\nlaunch too few", sycl_host_launch(program, "add", &range, arguments, 2));
  arguments[0].size = 4;
  show("launch half an address", sycl_host_launch(program, "add", &range, arguments, 3));
  arguments[0].size = 8, arguments[2].value = NULL;
  show("launch local memory", sycl_host_launch(program, "add", &range, arguments, 3));
  arguments[2].value = &in_address, range.local = &three;
  show("launch uneven", sycl_host_launch(program, "add", &range, arguments, 3));
  range.dimensions = 1000000, range.local = NULL, range.offset = NULL;
  show("launch dimensions", sycl_host_launch(program, "add", &range, arguments, 3));
  range.dimensions = 1;
  show("launch nothing", sycl_host_launch(program, "subtract", &range, arguments, 3));
  show("launch null", sycl_host_launch(program, NULL, &range, arguments, 3));
  show("launch without a range", sycl_host_launch(program, "add", NULL, arguments, 3));
  show("launch without arguments", sycl_host_launch(program, "add", &range, NULL, 3));
  show("launch too many", sycl_host_launch(program, "add", &range, arguments, ~0ull));
  show("launch no program", sycl_host_launch(NULL, "add", &range, arguments, 3));
  range.global = NULL;
  show("launch without a size", sycl_host_launch(program, "add", &range, arguments, 3));
  range.global = &global;

  uint64_t first = 0, begun = 0, *begun_address = &begun;
  struct sycl_host_value of_assertion[] = {{&first, 8}, {&begun_address, 8}};
  show("assertion", sycl_host_launch(program, "assertion", &range, of_assertion, 2) == -14 ? 0 : 1);

  int32_t counter = 7;
  show("write", sycl_host_write_global(program, "counter", 0, &counter, sizeof counter));
  show("launch count", sycl_host_launch(program, "count", &(struct sycl_host_range){1, &local, &local, NULL, 0}, NULL, 0));
  show("read", sycl_host_read_global(program, "counter", 0, &counter, sizeof counter));
  printf("counter is %d\n", counter);
  show("read behind", sycl_host_read_global(program, "counter", 2, &counter, sizeof counter));
  show("write nothing there", sycl_host_write_global(program, "nothing", 0, &counter, sizeof counter));

  struct {
    uint64_t first;
    uint32_t second;
  } constants = {0, 0}, *constants_address = &constants;
  uint32_t second = 5;
  struct sycl_host_value of_constants[] = {{&constants_address, 8}};
  show("set", sycl_host_set_constant(program, "second", &second, 4));
  show("set half", sycl_host_set_constant(program, "second", &second, 2) == -71 ? 0 : 1);
  show("launch constants", sycl_host_launch(program, "constants", &(struct sycl_host_range){1, &local, &local, NULL, 0}, of_constants, 1));
  printf("constants are %d and %d\n", (int)constants.first, (int)constants.second);
  sycl_host_close(program);
  sycl_host_close(NULL);
  return 0;
}
