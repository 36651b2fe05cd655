// Host images as a device link makes them, written by hand so that a kernel can also do what is wrong: fail, ask for a
// stack that no thread has, have other arguments than its launch. programs.cpp launches them.
#include "properties.h" // written by the test
#include <string.h>
#include <sycl_host_image.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
static sycl_host_failure_handler on_failure;

static uint64_t global_id(const struct sycl_host_group *g, int d, uint64_t local) {
  return g->id[d] * g->size[d] + local + g->offset[d];
}
static uint64_t linear(const struct sycl_host_group *g, uint64_t x, uint64_t y, uint64_t z) {
  return (global_id(g, 2, z) * g->group_count[1] * g->size[1] + global_id(g, 1, y)) * g->group_count[0] * g->size[0] +
         global_id(g, 0, x);
}
#define FOR_ITEMS(g) \
  for (uint64_t z = 0; z < g->size[2]; ++z) \
    for (uint64_t y = 0; y < g->size[1]; ++y) \
      for (uint64_t x = 0; x < g->size[0]; ++x)

// o[linear id] = local id of the fastest dimension, and the size of a group in thousands
static void fill(void *const *arguments, const struct sycl_host_group *g, void *local) {
  int *o = *(int **)arguments[0];
  FOR_ITEMS(g) o[linear(g, x, y, z)] += (int)(x + 1000 * g->size[0] * g->size[1] * g->size[2]);
  (void)local;
}
static const struct sycl_host_argument only_function[] = {{SYCL_HOST_VALUE, 8, 8}};

// Reverses the elements of a group through local memory, which has a variable of the kernel in front; a second part
// of local memory, of doubles, has to be aligned and apart.
static void reverse(void *const *arguments, const struct sycl_host_group *g, void *local) {
  int *o = *(int **)arguments[0], *tile = *(int **)arguments[1];
  double *more = *(double **)arguments[2];
  int *variable = local;
  uint64_t n = g->size[0];
  *variable = 7;
  for (uint64_t x = 0; x < n; ++x) more[0] = 0.5, tile[x] = o[linear(g, x, 0, 0)];
  for (uint64_t x = 0; x < n; ++x) o[linear(g, x, 0, 0)] = tile[n - 1 - x];
  char *end = (char *)local + g->local_size;
  int is_apart = (char *)tile >= (char *)local + 4 && (char *)(tile + n) <= (char *)more && (char *)(more + 1) <= end;
  int is_aligned = (uintptr_t)local % 128 == 0 && (uintptr_t)more % 8 == 0;
  if (*variable != 7 || more[0] != 0.5 || !is_apart || !is_aligned) o[linear(g, 0, 0, 0)] = -1;
}
static const struct sycl_host_argument with_local[] = {
  {SYCL_HOST_VALUE, 8, 8}, {SYCL_HOST_LOCAL, 8, 8}, {SYCL_HOST_LOCAL, 8, 8}};

// The buffer has a structure of a float and a char, padding, and an int.
static void constants(void *const *arguments, const struct sycl_host_group *g, void *local) {
  double *o = *(double **)arguments[0];
  const char *buffer = *(const char **)arguments[1];
  float gain;
  int scale;
  memcpy(&gain, buffer, 4), memcpy(&scale, buffer + 8, 4);
  o[0] = gain, o[1] = buffer[4], o[2] = scale;
  (void)g, (void)local;
}
static const struct sycl_host_argument with_constants[] = {{SYCL_HOST_VALUE, 8, 8}, {SYCL_HOST_CONSTANTS, 8, 8}};
static const char properties[] = PROPERTIES;

static void assertion(void *const *arguments, const struct sycl_host_group *g, void *local) {
  if (g->id[0] == 2) {
    struct sycl_host_failure f = {
      SYCL_HOST_ASSERTION, 42, "_ZTS9Assertion", "x > 0", "file.cpp", "check", {9, 0, 0}, {2, 0, 0}, 0, 0};
    on_failure(&f);
  }
  fill(arguments, g, local);
}
static void barrier(void *const *arguments, const struct sycl_host_group *g, void *local) {
  struct sycl_host_failure f = {SYCL_HOST_BARRIER, 0, "_ZTS7Barrier", 0, 0, 0, {0}, {g->id[0], g->id[1], g->id[2]}, 3, 5};
  on_failure(&f);
  (void)arguments, (void)local;
}

#define KERNEL(name, function, arguments, required, local_size, stack) \
  {name, sizeof(name) - 1, function, arguments, COUNT(arguments), 1, required, local_size, 0, 0, stack}
#define ANY {0, 0, 0}
#define SIZE(x, y) {x, y, 1}
static const struct sycl_host_kernel kernels[] = {
  KERNEL("_ZTS10Everything", constants, with_constants, ANY, 0, 0),
  KERNEL("_ZTS4Fill", fill, only_function, ANY, 0, 0),
  KERNEL("_ZTS5Stack", fill, only_function, ANY, 0, (uint64_t)1 << 40),
  KERNEL("_ZTS7Barrier", barrier, only_function, ANY, 0, 0),
  KERNEL("_ZTS7Reverse", reverse, with_local, ANY, 4, 0),
  KERNEL("_ZTS8Required", fill, only_function, SIZE(4, 2), 0, 0),
  KERNEL("_ZTS9Assertion", assertion, only_function, ANY, 0, 0),
};
static const struct sycl_host_kernel newer[] = {KERNEL("_ZTS5Newer", fill, only_function, ANY, 0, 0)};
static const struct sycl_host_kernel foreign[] = {
  KERNEL("_ZTS4Fill", 0, only_function, ANY, 0, 0), KERNEL("_ZTS7Foreign", 0, only_function, ANY, 0, 0)};

#define IMAGE __attribute__((section("sycl_host_images"), used, retain, aligned(8))) const struct sycl_host_image
#define TRIPLE "x86_64-unknown-linux-gnu"
IMAGE baseline = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", kernels, COUNT(kernels),
                  0, 0, properties, sizeof(properties) - 1, &on_failure};
// Empty ones, as the device link leaves them, and one whose kernel is restricted to other devices.
IMAGE without_gpu = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", 0, 0, 0, 0, NEEDS_GPU,
                     sizeof(NEEDS_GPU) - 1, &on_failure};
IMAGE without_sizes = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", 0, 0, 0, 0,
                       NEEDS_WIDE, sizeof(NEEDS_WIDE) - 1, &on_failure};
IMAGE without_room = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", 0, 0, 0, 0,
                      NEEDS_LARGE, sizeof(NEEDS_LARGE) - 1, &on_failure};
static const struct sycl_host_kernel fixed[] = {KERNEL("_ZTS5Fixed", fill, only_function, ANY, 0, 0)};
IMAGE of_accelerator = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", fixed,
                        COUNT(fixed), 0, 0, NEEDS_ACCELERATOR, sizeof(NEEDS_ACCELERATOR) - 1, &on_failure};
// Its other kernel was left out.
static const struct sycl_host_kernel shared[] = {KERNEL("_ZTS4Mine", fill, only_function, ANY, 0, 0)};
IMAGE of_both = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", shared, COUNT(shared), 0,
                 0, NEEDS_SIZES_OF_OTHERS, sizeof(NEEDS_SIZES_OF_OTHERS) - 1, &on_failure};
static const struct sycl_host_kernel enormous[] = {KERNEL("_ZTS8Enormous", fill, only_function, SIZE(128, 65), 0, 0)};
IMAGE of_many_items = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host", TRIPLE, "", enormous,
                       COUNT(enormous), 0, 0, "", 0, &on_failure};
IMAGE of_tomorrow = {SYCL_HOST_IMAGE_VERSION + 1, sizeof(struct sycl_host_image), "host", TRIPLE, "", newer,
                     COUNT(newer), 0, 0, "", 0, &on_failure};
IMAGE of_another = {SYCL_HOST_IMAGE_VERSION, sizeof(struct sycl_host_image), "host:other", TRIPLE, "+sse3,+teleport",
                    foreign, COUNT(foreign), 0, 0, "", 0, &on_failure};
