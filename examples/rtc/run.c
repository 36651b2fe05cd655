// Compiles vec_add.cpp in the process for a device, and runs it there: on the first GPU of NVIDIA, or on threads of the
// process, for which no driver is needed. ONEAPI_DEVICE_SELECTOR=host:* chooses these.
//
// clang-22 run.c -Iinclude -Llib -lsycl_rtc -lsycl_runtime -o run && ./run vec_add.cpp
#include "compile.h"
#include "sycl_runtime.h"

#define RUN(call) stop_unless((call) == 0, sycl_rt_error())

int main(int argc, char **argv) {
  stop_unless(argc == 2, "usage: run vec_add.cpp");
  const sycl_rt_device *const *devices;
  uint64_t count, size;
  char target[64] = "";
  RUN(sycl_rt_devices(&devices, &count));
  stop_unless(count > 0, "there is no device");
  RUN(sycl_rt_device_info(devices[0], SYCL_RT_TARGET, target, sizeof target - 1, &size));

  sycl_rtc_image image;
  sycl_rtc_program *program = compile_file(argv[1], "sycl", target, &image);
  const void *images;
  size_t length;
  stop_unless(sycl_rtc_program_offload_binary(program, &images, &length) == 0, "no file of images");
  sycl_rt_module *module;
  const sycl_rt_kernel *kernel;
  RUN(sycl_rt_load_module(images, length, &module));
  sycl_rtc_program_destroy(program); // the images were copied
  RUN(sycl_rt_get_kernel(module, "__sycl_kernel_vec_add", &kernel));

  float *memory[3]; // in1, in2, out
  struct sycl_rt_value arguments[3];
  for (int i = 0; i < 3; i++) {
    RUN(sycl_rt_allocate(devices[0], SYCL_RT_SHARED_MEMORY, COUNT * sizeof(float), 0, (void **)&memory[i]));
    arguments[i].value = &memory[i];
    arguments[i].size = sizeof memory[i];
  }
  fill(memory[0], memory[1]);
  struct sycl_rt_launch launch = {.kernel = kernel, .dimensions = 1, .global = {COUNT}, .local = {64},
                                  .arguments = arguments, .argument_count = 3};
  struct sycl_rt_command command = {.struct_size = sizeof command, .kind = SYCL_RT_LAUNCH, .operation = &launch};
  sycl_rt_queue *queue;
  RUN(sycl_rt_queue_create(devices[0], SYCL_RT_SAY_FAILURES, &queue));
  RUN(sycl_rt_submit(queue, &command, NULL));
  RUN(sycl_rt_queue_wait(queue));
  int status = check(memory[2]);
  for (int i = 0; i < 3; i++) RUN(sycl_rt_free(memory[i]));
  sycl_rt_queue_release(queue);
  sycl_rt_remove_module(module);
  return status;
}
