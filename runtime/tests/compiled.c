/* Device code that a program in C compiles itself, with sycl_rtc.h, for each device that there is: loaded from memory,
   found by name, launched; and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sycl_rtc.h>
#include <sycl_runtime.h>

static int wrong = 0;
#define CHECK(condition) \
  do { \
    if (!(condition)) ++wrong, printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, sycl_rt_error()); \
  } while (0)

static const char sycl[] =
    "#include <sycl/sycl.hpp>\n"
    "namespace exp = sycl::ext::oneapi::experimental;\n"
    "#define KERNEL extern \"C\" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<1>))\n"
    "KERNEL void add(int *x, size_t n) {\n"
    "  size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);\n"
    "  if (i < n) x[i] += 1;\n"
    "}\n"
    "KERNEL void other(int *x) { *x = 1; }\n";
static const char opencl_c[] =
    "__kernel void add(__global int *x, ulong n) { size_t i = get_global_id(0); if (i < n) x[i] += 1; }\n";

static sycl_rtc_compiler *compiler;

/* The images of a source for targets, which end with a null pointer, in memory that the caller frees. */
static void *compile(const char *language, const char *source, const char *option, const char *const *targets,
                     size_t *length) {
  sycl_rtc_program *program = NULL;
  const void *bytes = NULL;
  const char *log = "";
  void *copy;
  CHECK(sycl_rtc_program_create(compiler, language, source, strlen(source), "kernels", &program) == 0);
  if (option) CHECK(sycl_rtc_program_add_option(program, option) == 0);
  for (; *targets; ++targets) CHECK(sycl_rtc_program_add_target(program, *targets) == 0);
  if (sycl_rtc_program_compile(program) != 0) {
    sycl_rtc_program_log(program, &log);
    printf("%s", log);
    exit(1);
  }
  CHECK(sycl_rtc_program_offload_binary(program, &bytes, length) == 0);
  copy = malloc(*length);
  memcpy(copy, bytes, *length);
  sycl_rtc_program_destroy(program);
  return copy;
}

static sycl_rt_module *load(void *images, size_t length) {
  sycl_rt_module *module = NULL;
  CHECK(sycl_rt_load_module(images, length, &module) == 0 && module != NULL);
  memset(images, 0, length); /* they were copied */
  free(images);
  return module;
}

static void launch(const sycl_rt_device *device, sycl_rt_module *module, const char *name) {
  const sycl_rt_kernel *kernel = NULL;
  sycl_rt_queue *queue = NULL;
  int *memory = NULL, i;
  uint64_t count = 100, size = 0;
  uint32_t argument_count = 0;
  struct sycl_rt_value arguments[2];
  struct sycl_rt_launch l;
  struct sycl_rt_command c;
  CHECK(sycl_rt_get_kernel(module, name, &kernel) == 0 && sycl_rt_check_kernel(kernel, device) == 0);
  CHECK(sycl_rt_has_images(module, device));
  CHECK(sycl_rt_allocate(device, SYCL_RT_SHARED_MEMORY, count * sizeof(int), 0, (void **)&memory) == 0);
  CHECK(sycl_rt_queue_create(device, 0, &queue) == 0);
  for (i = 0; i < (int)count; ++i) memory[i] = i;
  memset(&l, 0, sizeof(l)), memset(&c, 0, sizeof(c));
  arguments[0].value = &memory, arguments[0].size = sizeof(memory);
  arguments[1].value = &count, arguments[1].size = sizeof(count);
  l.kernel = kernel, l.dimensions = 1, l.global[0] = count, l.arguments = arguments, l.argument_count = 2;
  c.struct_size = sizeof(c), c.kind = SYCL_RT_LAUNCH, c.operation = &l;
  CHECK(sycl_rt_submit(queue, &c, NULL) == 0 && sycl_rt_queue_wait(queue) == 0);
  for (i = 0; i < (int)count && memory[i] == i + 1; ++i) {
  }
  CHECK(i == (int)count);
  l.argument_count = 1;
  CHECK(sycl_rt_submit(queue, &c, NULL) == SYCL_RT_KERNEL_ARGUMENT);
  CHECK(strstr(sycl_rt_error(), "is given 1 arguments; expected 2") != NULL);
  l.argument_count = 2, arguments[1].size = 4;
  CHECK(sycl_rt_submit(queue, &c, NULL) == SYCL_RT_KERNEL_ARGUMENT);
  CHECK(strstr(sycl_rt_error(), "has 4 bytes; expected 8") != NULL);
  CHECK(sycl_rt_kernel_info(kernel, device, SYCL_RT_KERNEL_ARGUMENT_COUNT, &argument_count, sizeof(argument_count),
                            &size) == 0 && argument_count == 2);
  sycl_rt_queue_release(queue);
  CHECK(sycl_rt_free(memory) == 0);
}

static void add_name(void *data, const char *name) { strcat(strcat((char *)data, name), " "); }

static void on(const sycl_rt_device *device) {
  char target[64] = "", names[256] = "";
  const char *targets[] = {target, NULL}, *both[] = {"spirv64", target, NULL}, *elsewhere[] = {"spirv64", NULL};
  const sycl_rt_kernel *kernel = NULL, *again = NULL;
  sycl_rt_module *module = NULL;
  uint64_t size = 0;
  size_t length = 0;
  uint32_t back_end = 0;
  void *images;
  CHECK(sycl_rt_device_info(device, SYCL_RT_TARGET, target, sizeof(target) - 1, &size) == 0 && size < sizeof(target));
  CHECK(sycl_rt_device_info(device, SYCL_RT_BACK_END, &back_end, sizeof(back_end), &size) == 0);
  printf("%s\n", target);

  images = compile("sycl", sycl, NULL, targets, &length);
  module = load(images, length);
  launch(device, module, "__sycl_kernel_add");
  CHECK(sycl_rt_module_kernels(module, add_name, names) == 0);
  CHECK(strcmp(names, "__sycl_kernel_add __sycl_kernel_other ") == 0);
  CHECK(sycl_rt_get_kernel(module, "__sycl_kernel_add", &kernel) == 0);
  CHECK(sycl_rt_get_kernel(module, "__sycl_kernel_add", &again) == 0 && kernel == again);
  CHECK(sycl_rt_get_kernel(module, "add", &again) == SYCL_RT_INVALID);
  CHECK(strcmp(sycl_rt_error(), "no kernel `add` in these images; expected one of: `__sycl_kernel_add`, "
                                "`__sycl_kernel_other`") == 0);
  sycl_rt_remove_module(module);

  /* several images in one file, and files one after another */
  images = compile("sycl", sycl, "-fsycl-device-code-split=per_kernel", both, &length);
  {
    size_t second = 0;
    void *more = compile("opencl-c", "__kernel void of_opencl(__global int *x) { *x = 1; }", NULL, elsewhere, &second);
    images = realloc(images, length + second);
    memcpy((char *)images + length, more, second);
    free(more);
    module = load(images, length + second);
  }
  launch(device, module, "__sycl_kernel_add");
  CHECK(sycl_rt_get_kernel(module, "of_opencl", &kernel) == 0);
  sycl_rt_remove_module(module);

  /* none of them is for this device */
  if (back_end != SYCL_RT_OPENCL) {
    images = compile("sycl", sycl, NULL, elsewhere, &length);
    module = load(images, length);
    CHECK(sycl_rt_get_kernel(module, "__sycl_kernel_add", &kernel) == 0);
    CHECK(sycl_rt_check_kernel(kernel, device) == SYCL_RT_KERNEL_NOT_SUPPORTED);
    CHECK(!sycl_rt_has_images(module, device));
    if (back_end == SYCL_RT_HOST)
      CHECK(strcmp(sycl_rt_error(), "kernel `__sycl_kernel_add`: found no image for the processor; expected one that is "
                                    "compiled for the target `host`") == 0);
    sycl_rt_remove_module(module);
  }
  /* OpenCL C, which has no properties */
  images = compile("opencl-c", opencl_c, NULL, targets, &length);
  module = load(images, length);
  launch(device, module, "add");
  sycl_rt_remove_module(module);
}

static void refused(void) {
  const char *targets[] = {"spirv64", NULL};
  sycl_rt_module *module = NULL;
  size_t length = 0, at;
  char *images = (char *)compile("sycl", sycl, NULL, targets, &length), *part = (char *)malloc(length);
  CHECK(sycl_rt_load_module(NULL, 8, &module) == SYCL_RT_INVALID);
  CHECK(sycl_rt_load_module(images, length, NULL) == SYCL_RT_INVALID);
  CHECK(sycl_rt_load_module(images, 0, &module) == SYCL_RT_INVALID);
  CHECK(strstr(sycl_rt_error(), "the images: found no bytes; expected an OffloadBinary") != NULL);
  CHECK(sycl_rt_load_module("no images at all", 16, &module) == SYCL_RT_INVALID);
  CHECK(strstr(sycl_rt_error(), "expected an OffloadBinary, as sycl_rtc_program_offload_binary gives it") != NULL);
  for (at = 1; at < length; at += 61) { /* cut off; in a block of so many bytes, for the sake of sanitizers */
    part = (char *)realloc(part, at);
    memcpy(part, images, at);
    CHECK(sycl_rt_load_module(part, at, &module) == SYCL_RT_INVALID);
  }
  CHECK(module == NULL);
  free(images);
  free(part);
}

int main(void) {
  const sycl_rt_device *const *devices = NULL;
  uint64_t count = 0, i;
  CHECK(sycl_rtc_compiler_create(NULL, &compiler) == 0);
  CHECK(sycl_rt_devices(&devices, &count) == 0 && count >= 1);
  for (i = 0; i < count; ++i) on(devices[i]);
  refused();
  sycl_rtc_compiler_destroy(compiler);
  if (wrong == 0) printf("passed\n");
  return wrong != 0;
}
