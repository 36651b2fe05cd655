// The C interface of libsycl_host_device.so, which launches kernels of images for the target `host` on threads of this
// process. C99 and C++11; needs nothing but <stdint.h>.
//
// Functions return 0 or an error: OpenCL's number for the same mistake (-54, CL_INVALID_WORK_GROUP_SIZE), or
// SYCL_HOST_OPEN_ERROR. sycl_host_error() has the text. The environment variable SYCL_HOST_THREADS is the number of
// threads that run groups; with 1 they run in order on the thread that launches. All functions may be called by several
// threads at once; launches of a program run side by side, and its other functions wait for them.
#ifndef SYCL_HOST_DEVICE_H
#define SYCL_HOST_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYCL_HOST_OPEN_ERROR 1

// Facts about the device. Texts and lists live as long as the process.
struct sycl_host_description {
  const char *name; // of the processor
  uint64_t threads;
  uint64_t max_work_group_size;
  uint64_t local_memory_size; // bytes of variables and arguments of a group
  const uint32_t *sub_group_sizes;
  uint64_t sub_group_size_count;
  const uint32_t *aspects; // their numbers in DPC++
  uint64_t aspect_count;
};
int sycl_host_describe(struct sycl_host_description *description);

// Images, the values of their specialization constants, and their device globals.
typedef struct sycl_host_program sycl_host_program;

// Opens a shared library, a file table or a directory that `sycl-packager build --target host` wrote; with null, the
// images that are linked into the program and its libraries.
int sycl_host_open(const char *path, sycl_host_program **program);
// Opens a shared library that is in memory, as sycl_rtc.h gives it; the bytes are not needed any more then.
int sycl_host_load(const void *image, uint64_t size, sycl_host_program **program);
void sycl_host_close(sycl_host_program *program); // null is allowed

// The value of a specialization constant, by its symbolic id. An id that no image has is ignored, as in SYCL.
int sycl_host_set_constant(sycl_host_program *program, const char *id, const void *value, uint64_t size);

// Copies from and to a device global, by its unique id.
int sycl_host_read_global(sycl_host_program *program, const char *id, uint64_t offset, void *bytes, uint64_t size);
int sycl_host_write_global(sycl_host_program *program, const char *id, uint64_t offset, const void *bytes,
                           uint64_t size);

// Number of items. Dimension 0 is the fastest, as in OpenCL.
struct sycl_host_range {
  uint32_t dimensions; // 1, 2 or 3: how many numbers each of the pointers is to
  const uint64_t *global;
  const uint64_t *local;       // null: the device chooses
  const uint64_t *offset;      // null: none
  uint64_t dynamic_local_size; // bytes of local memory without an argument (AdaptiveCpp), else 0
};

// The value of an argument, or bytes of local memory: then `value` is null. Memory is passed by a pointer to its
// address. The buffer of specialization constants is not given.
struct sycl_host_value {
  const void *value;
  uint64_t size;
};

// Runs a kernel and waits for it. After an error other than -14 nothing has run; -14 is a failed assertion, or a
// barrier that not all items of a group reached.
int sycl_host_launch(const sycl_host_program *program, const char *kernel, const struct sycl_host_range *range,
                     const struct sycl_host_value *arguments, uint64_t argument_count);

// Text of the last error of this thread; lives until the thread's next call.
const char *sycl_host_error(void);

#ifdef __cplusplus
}
#endif

#endif
