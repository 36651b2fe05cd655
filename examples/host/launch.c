// Launches a kernel that is linked into this program, with nothing but the layout of its image. The kernel is
// `BlockSum` of examples/src/local_accessor.cpp, which sums up groups of 64 numbers in local memory.
//
//   sycl-packager build examples/ir/local_accessor.bc --target host -o images.o
//   cc -I runtime/front-door examples/host/launch.c images.o -lm -o launch
#include "sycl_host_image.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char __start_sycl_host_images[], __stop_sycl_host_images[];
static jmp_buf out;

static void failed(const struct sycl_host_failure *failure) {
  fprintf(stderr, "%s: %s\n", failure->kernel, failure->message ? failure->message : "a barrier that items miss");
  longjmp(out, 1);
}

// The kernel of that name, of an image that any processor of this architecture runs.
static const struct sycl_host_kernel *find(const char *name) {
  const char *at = __start_sycl_host_images;
  while (at != __stop_sycl_host_images) {
    const struct sycl_host_image *image = (const void *)at;
    at += image->struct_size ? image->struct_size : 8; // or padding
    if (image->version != SYCL_HOST_IMAGE_VERSION || strcmp(image->features, "") != 0)
      continue;
    *image->on_failure = failed;
    for (uint64_t index = 0; index != image->kernel_count; ++index)
      if (strcmp(image->kernels[index].name, name) == 0)
        return &image->kernels[index];
  }
  return NULL;
}

int main(void) {
  enum { items = 256, size = 64, groups = items / size };
  const struct sycl_host_kernel *kernel = find("_ZTS8BlockSum");
  if (!kernel || kernel->argument_count != 3) {
    fprintf(stderr, "no such kernel\n");
    return 2;
  }
  float input[items], sums[groups], *input_address = input, *sums_address = sums;
  for (int item = 0; item != items; ++item)
    input[item] = (float)item;

  // Local memory: the kernel's variables, scratch for each item, and last the argument.
  struct sycl_host_group group = {{0}, {size, 1, 1}, {groups, 1, 1}, {0}, 0};
  uint64_t argument = (kernel->local_size + 127) / 128 * 128 + (size * kernel->scratch_per_item + 127) / 128 * 128;
  group.local_size = (argument + size * sizeof(float) + 127) / 128 * 128;
  char *local = aligned_alloc(128, group.local_size);
  void *partial = local + argument, *arguments[] = {&input_address, &sums_address, &partial};
  if (setjmp(out))
    return 1;
  for (group.id[0] = 0; group.id[0] != groups; ++group.id[0])
    kernel->function(arguments, &group, local);
  for (int index = 0; index != groups; ++index)
    printf("%g ", sums[index]);
  puts("");
  free(local);
  return 0;
}
