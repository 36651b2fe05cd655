// Runs every kernel of the images in this program for groups of several shapes, and prints the number of the image and a hash of
// what each wrote.
#include "sycl_host_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char __start_sycl_host_images[], __stop_sycl_host_images[];

enum { INPUTS = 64, ITEMS = 64, GROUPS = 2, RESULTS = 16, BLOCK = 1 << 16 };

static const uint64_t shapes[][3] = {{16, 1, 1}, {7, 1, 1}, {5, 3, 1}, {4, 2, 2}, {1, 1, 1}, {33, 1, 1}};

static uint64_t hash(const void *data, size_t size) {
  uint64_t value = 14695981039346656037u;
  for (size_t at = 0; at != size; ++at)
    value = (value ^ ((const unsigned char *)data)[at]) * 1099511628211u;
  return value;
}

int main(void) {
  int32_t in[INPUTS];
  for (int at = 0; at != INPUTS; ++at)
    in[at] = at * 2654435761u >> 7;
  static int32_t out[ITEMS * GROUPS * RESULTS + 1];
  int images = 0;
  void *block = aligned_alloc(128, BLOCK);
  for (const char *at = __start_sycl_host_images; at < __stop_sycl_host_images;) {
    const struct sycl_host_image *image = (const void *)at;
    ++images;
    for (uint64_t number = 0; number != image->kernel_count; ++number) {
      const struct sycl_host_kernel *kernel = &image->kernels[number];
      for (unsigned shape = 0; shape != sizeof shapes / sizeof *shapes; ++shape) {
        printf("%d %s %u", images, kernel->name, shape);
        fflush(stdout); // a crash is this kernel's
        memset(out, 0, sizeof out);
        int32_t n = 3 + (int32_t)shape % 3, m = 2, object[6] = {1, 2, 3, 4, 5, 6};
        const int32_t *in_address = in;
        int32_t *out_address = out;
        void *local = block;
        void *arguments[] = {&in_address, &out_address, &local, &n, &m, object};
        for (uint64_t id = 0; id != GROUPS; ++id) {
          struct sycl_host_group group = {{id, 0, 0}, {0, 0, 0}, {GROUPS, 1, 1}, {0, 0, 0}, BLOCK};
          memcpy(group.size, shapes[shape], sizeof group.size);
          memset(block, 0, BLOCK);
          kernel->function(arguments, &group, block);
        }
        printf(" %016llx\n", (unsigned long long)hash(out, sizeof out));
      }
    }
    at += image->struct_size;
  }
  free(block);
  return 0;
}
