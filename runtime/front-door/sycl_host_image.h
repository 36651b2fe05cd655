// Images of the target `host`: device code as functions of the host program, one call for a work-group. This header is
// the normative description of what such an image holds. C99 and C++11; needs nothing but <stdint.h>.
//
// Places of images:
//
//   a program or object     the section `sycl_host_images` holds structures sycl_host_image one after another, each
//                           `struct_size` bytes long and aligned to 8. With GNU ld and lld, `__start_sycl_host_images`
//                           and `__stop_sycl_host_images` are its bounds. Zeros between structures are a linker's
//                           padding, 8 bytes each: compilers may align large objects to more than they have to.
//   a shared library        exports `sycl_host_image_v1`, a sycl_host_entry. If it has the section, too, launchers can
//                           see what it needs before they load it.
//
// All addresses are native pointers, all numbers have the byte order of the host, and strings are UTF-8 and end with 0
// unless a length is beside them. What an image points to lives as long as its program or library is loaded.
#ifndef SYCL_HOST_IMAGE_H
#define SYCL_HOST_IMAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this layout. A reader executes nothing of an image of another version.
#define SYCL_HOST_IMAGE_VERSION 1

// Work-group that a call runs. Dimension 0 is the fastest, as in OpenCL and SPIR-V; SYCL's last dimension is 0 here.
struct sycl_host_group {
  uint64_t id[3];          // of the group, from 0
  uint64_t size[3];        // items in a group; of the last one, too: sizes of launches are multiples of it
  uint64_t group_count[3]; // groups of the launch
  uint64_t offset[3];      // added to global ids
  uint64_t local_size;     // bytes of the block of local memory
};

// Runs all items of a group and returns. `arguments` has an element for each argument, a pointer to its value. For an
// argument of kind SYCL_HOST_LOCAL that value is an address in the block `local`; `local` is aligned to 128:
//
//   offset 0                                    variables of the kernel, `local_size` bytes of the table
//   next multiple of 128                        `scratch_per_item` bytes for each item
//   next multiple of 128                        memory that a launch asks for without an argument (AdaptiveCpp)
//   from there, in any order and alignment      memory of the arguments of kind SYCL_HOST_LOCAL
//
// The content of the block is undefined when a group starts. Groups may run at once on several threads, each with a
// block of its own.
typedef void (*sycl_host_function)(void *const *arguments, const struct sycl_host_group *group, void *local);

enum sycl_host_argument_kind {
  SYCL_HOST_VALUE = 0,    // a number, or a structure by value
  SYCL_HOST_POINTER = 1,  // the address of memory that the host and kernels share
  SYCL_HOST_LOCAL = 2,    // an address in the block of local memory
  SYCL_HOST_CONSTANTS = 3 // the address of a buffer with the values of the specialization constants of the image
};

struct sycl_host_argument {
  uint32_t kind;      // an enum sycl_host_argument_kind
  uint32_t alignment; // of the value, in bytes
  uint64_t size;      // of the value, in bytes
};

struct sycl_host_kernel {
  const char *name;
  uint64_t name_size; // without the 0 at its end
  sycl_host_function function;
  const struct sycl_host_argument *arguments;
  uint32_t argument_count;
  uint32_t sub_group_size;    // of all sub-groups of a group but the last one, which may be smaller
  uint64_t required_size[3];  // of a group; all 0 if any size will do
  uint64_t local_size;        // bytes of variables in local memory
  uint64_t scratch_per_item;  // bytes of local memory for each item that group functions need
  uint64_t stack_size;        // bytes of stack that a call needs, besides
  uint64_t stack_per_item;    // bytes for each item of the group
};

// A device global.
struct sycl_host_global {
  const char *name; // its unique id (`sycl-unique-id`)
  uint64_t name_size;
  void *address;
  uint64_t size; // bytes
};

// First fields of a device global of <sycl/sycl.hpp>, unless it has the property device_image_scope: all images of a
// program have one value of it. Before the first launch a launcher stores the address of that value in `value` of the
// variable of each image. It begins as the `size` bytes that are `offset` bytes behind the start of the variable.
#define SYCL_HOST_SHARED_GLOBAL 0x6c61626f6c673231u
struct sycl_host_shared_global {
  void *value;    // null in an image
  uint64_t magic; // SYCL_HOST_SHARED_GLOBAL; a variable without it is its own value
  uint64_t size;
  uint64_t offset;
  uint64_t place;       // a hash of where the variable is defined
  uint32_t is_of_image; // 0
  uint32_t properties[3];
};

enum sycl_host_failure_kind {
  SYCL_HOST_ASSERTION = 1, // a failed assertion
  SYCL_HOST_BARRIER = 2    // a barrier that some items of a group wait at while others have ended or wait at another
};

// Reason why a group cannot go on.
struct sycl_host_failure {
  uint32_t kind; // an enum sycl_host_failure_kind
  uint32_t line; // of an assertion
  const char *kernel;
  const char *message;  // of an assertion: its expression; of a barrier: its place and the branch's, or null
  const char *file;     // of an assertion, or null
  const char *function; // of an assertion, or null
  uint64_t global_id[3]; // of the item whose assertion failed, or of one that waits
  uint64_t group_id[3];
  uint64_t waiting; // items that wait at a barrier
  uint64_t ended;   // items that have ended
};

// Is called on the thread of the group that cannot go on, and must not return; it may leave by longjmp. Image code has
// nothing that would have to be cleaned up.
typedef void (*sycl_host_failure_handler)(const struct sycl_host_failure *failure);

struct sycl_host_image {
  uint32_t version;     // SYCL_HOST_IMAGE_VERSION
  uint32_t struct_size; // bytes of this structure
  const char *target;   // as `--target` names it: "host", "host:x86-64-v3"
  const char *triple;   // "x86_64-unknown-linux-gnu"
  const char *features; // what the processor must have, in LLVM's names: "+avx2,+fma"; empty for the baseline
  const struct sycl_host_kernel *kernels; // ordered by name
  uint64_t kernel_count;
  const struct sycl_host_global *globals; // ordered by name
  uint64_t global_count;
  const char *properties; // property sets as text (docs/property-sets.md), without a 0 at the end
  uint64_t properties_size;
  sycl_host_failure_handler *on_failure; // where a launcher stores its handler; with null a failure prints and aborts
};

// `sycl_host_image_v1` of a shared library.
typedef const struct sycl_host_image *(*sycl_host_entry)(void);

#ifdef __cplusplus
}
#endif

#endif
