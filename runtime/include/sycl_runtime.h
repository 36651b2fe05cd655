// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface of the SYCL runtime: devices, memory, queues, events, command groups and buffers. This header is its
// normative description; <sycl/sycl.hpp> is written over it, and other languages may be. C99 and C++11; needs nothing
// but <stdint.h>.
//
// Functions that can fail return a status: 0, or the number of a `sycl::errc` (SYCL 2020, section 4.13.2), and then
// sycl_rt_error() has the text. All functions may be called by several threads at once. Strings are UTF-8. Sizes and
// offsets are in bytes. In ranges, dimension 0 is the fastest, as in OpenCL; SYCL's last dimension is 0 here.
//
// Objects are counted: who gets one from a function owns a reference and gives it back with `..._release`. A null
// pointer for an object is refused with SYCL_RT_INVALID; any other wrong pointer is the caller's fault.
#ifndef SYCL_RUNTIME_H
#define SYCL_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface. It grows: functions, enumerators, and fields at the end of structures whose size is in
// them.
#define SYCL_RUNTIME_VERSION 1

typedef int32_t sycl_rt_status;
enum {
  SYCL_RT_SUCCESS = 0,
  SYCL_RT_RUNTIME = 1,
  SYCL_RT_KERNEL = 2,
  SYCL_RT_ACCESSOR = 3,
  SYCL_RT_ND_RANGE = 4,
  SYCL_RT_EVENT = 5,
  SYCL_RT_KERNEL_ARGUMENT = 6,
  SYCL_RT_BUILD = 7,
  SYCL_RT_INVALID = 8,
  SYCL_RT_MEMORY_ALLOCATION = 9,
  SYCL_RT_PLATFORM = 10,
  SYCL_RT_PROFILING = 11,
  SYCL_RT_FEATURE_NOT_SUPPORTED = 12,
  SYCL_RT_KERNEL_NOT_SUPPORTED = 13,
  SYCL_RT_BACKEND_MISMATCH = 14
};

// The text of this thread's last error; lives until the thread's next call that fails.
const char *sycl_rt_error(void);

// The version of the library, SYCL_RUNTIME_VERSION of the header that it was built with.
uint32_t sycl_rt_version(void);

// ---------------------------------------------------------------- device code

// The device code of a program or a shared library. Kernels are found by their names in a module, so that two libraries
// may have kernels of one name.
typedef struct sycl_rt_module sycl_rt_module;

// A device global whose object in the program others can refer to. The device link writes an array of them to the
// section `sycl_device_globals`, for all back ends.
struct sycl_rt_global_object {
  const void *object; // null if the program has none, since nothing but kernels uses it
  const char *id;     // its identity in images, `sycl-unique-id`
};

struct sycl_rt_images {
  uint64_t struct_size; // of this structure
  // Bounds of the section `sycl_host_images` (sycl_host_image.h); both null if there is none.
  const void *host_start, *host_end;
  // Bounds of the section `sycl_device_images`: LLVM's OffloadBinaries with the images for other devices; both null if
  // there is none.
  const void *device_start, *device_end;
  // Bounds of the section `sycl_device_globals`; both null if there is none.
  const struct sycl_rt_global_object *globals_start, *globals_end;
};

// Registers the device code of a module. Images are read when one of its kernels is first asked for. `images` is
// copied; what it points to has to stay until sycl_rt_remove_module. Returns null only if there is no memory.
sycl_rt_module *sycl_rt_add_module(const struct sycl_rt_images *images);
// The device code that a program has in memory, such as what it has compiled with sycl_rtc.h: OffloadBinaries, one
// after another, with images for any devices, as sycl_rtc_program_offload_binary gives them. They are copied. Kernels
// have the names that the compiler gives them (sycl_rtc_program_kernel_name). SYCL_RT_INVALID for other bytes.
sycl_rt_status sycl_rt_load_module(const void *images, uint64_t size, sycl_rt_module **module);
// Before the module is unloaded, when none of its kernels runs.
void sycl_rt_remove_module(sycl_rt_module *module); // null is allowed

// ---------------------------------------------------------------- devices

// A device; lives as long as the process.
typedef struct sycl_rt_device sycl_rt_device;

enum sycl_rt_device_type { SYCL_RT_CPU = 1, SYCL_RT_GPU = 2, SYCL_RT_ACCELERATOR = 4, SYCL_RT_CUSTOM = 8 };
enum sycl_rt_back_end { SYCL_RT_HOST = 0, SYCL_RT_CUDA = 1, SYCL_RT_OPENCL = 2, SYCL_RT_HIP = 3 };

// All devices that the environment variable ONEAPI_DEVICE_SELECTOR allows, those of a back end one after another. The
// array lives as long as the process. There may be none. Devices of OpenCL are there only if a module that was added
// before the first call has SPIR-V, or if the variable names `opencl`.
sycl_rt_status sycl_rt_devices(const sycl_rt_device *const **devices, uint64_t *count);

// Facts about a device. Types: `n32`, `n64` a number of so many bits; `bool32` 0 or 1 in 32 bits; `text` bytes without
// a 0 at the end; `[...]` as many of them as there are.
enum sycl_rt_device_info {
  SYCL_RT_TYPE = 0,                   // n32, an enum sycl_rt_device_type
  SYCL_RT_BACK_END = 1,               // n32, an enum sycl_rt_back_end
  SYCL_RT_NAME = 2,                   // text
  SYCL_RT_VENDOR = 3,                 // text
  SYCL_RT_DRIVER_VERSION = 4,         // text
  SYCL_RT_VERSION = 5,                // text, of the back end that the device implements
  SYCL_RT_PLATFORM_NAME = 6,          // text
  SYCL_RT_PLATFORM_VENDOR = 7,        // text
  SYCL_RT_PLATFORM_VERSION = 8,       // text
  SYCL_RT_ASPECTS = 9,                // [n32], by DPC++'s numbers
  SYCL_RT_MAX_COMPUTE_UNITS = 10,     // n32
  SYCL_RT_MAX_WORK_GROUP_SIZE = 11,   // n64
  SYCL_RT_MAX_WORK_ITEM_SIZES = 12,   // [n64], three
  SYCL_RT_SUB_GROUP_SIZES = 13,       // [n32], ascending
  SYCL_RT_MAX_NUM_SUB_GROUPS = 14,    // n32
  SYCL_RT_LOCAL_MEM_SIZE = 15,        // n64
  SYCL_RT_GLOBAL_MEM_SIZE = 16,       // n64
  SYCL_RT_MAX_MEM_ALLOC_SIZE = 17,    // n64
  SYCL_RT_GLOBAL_MEM_CACHE_SIZE = 18, // n64
  SYCL_RT_CACHE_LINE_SIZE = 19,       // n32
  SYCL_RT_MAX_CLOCK_FREQUENCY = 20,   // n32, MHz; 0 if unknown
  SYCL_RT_ADDRESS_BITS = 21,          // n32
  SYCL_RT_HAS_UNIFIED_MEMORY = 22,    // bool32
  SYCL_RT_FREE_MEMORY = 23,           // n64
  SYCL_RT_NATIVE_VECTOR_BYTES = 24,   // n32, bytes of a vector register
  SYCL_RT_VENDOR_ID = 25,             // n32
  SYCL_RT_TARGET = 26,                // text, the target for which sycl_rtc.h compiles kernels for it; empty if none
  // Handles of the driver, which the runtime owns; SYCL_RT_BACKEND_MISMATCH if it has none of that kind.
  SYCL_RT_NATIVE_DEVICE = 27,         // n64, CUdevice or hipDevice_t, or the address of a cl_device_id
  SYCL_RT_NATIVE_CONTEXT = 28,        // n64, the address of a CUcontext (the primary one) or cl_context
  SYCL_RT_NATIVE_PLATFORM = 29        // n64, the address of a cl_platform_id
};

// Writes at most `capacity` bytes of a fact to `value`, and its whole size to `size`.
sycl_rt_status sycl_rt_device_info(const sycl_rt_device *device, uint32_t info, void *value, uint64_t capacity,
                                   uint64_t *size);

// ---------------------------------------------------------------- kernels

// A kernel of a module; lives as long as the module.
typedef struct sycl_rt_kernel sycl_rt_kernel;

// A handle for the kernel of this name. Whether a device can run it turns out at a launch, or from
// sycl_rt_check_kernel. Names are what `__builtin_sycl_unique_stable_name` gives. Of a module of sycl_rt_load_module
// there has to be one: SYCL_RT_INVALID, with the names that there are.
sycl_rt_status sycl_rt_get_kernel(sycl_rt_module *module, const char *name, const sycl_rt_kernel **kernel);

// Calls `each` with the name of each kernel in the module's device code, in order, whether or not a device can run it.
sycl_rt_status sycl_rt_module_kernels(sycl_rt_module *module, void (*each)(void *data, const char *name), void *data);

// 0 if the device can run the kernel; else SYCL_RT_KERNEL_NOT_SUPPORTED or another reason, with its text.
sycl_rt_status sycl_rt_check_kernel(const sycl_rt_kernel *kernel, const sycl_rt_device *device);

// Calls `each` with the symbolic id of each specialization constant in the image that the device takes for the kernel,
// in order; other kernels of the image may be those that read it.
sycl_rt_status sycl_rt_kernel_constants(const sycl_rt_kernel *kernel, const sycl_rt_device *device,
                                        void (*each)(void *data, const char *id), void *data);

// 1 if the module has device code that was made for such a device, else 0. Whether the device can run a kernel of it,
// sycl_rt_check_kernel says.
int32_t sycl_rt_has_images(sycl_rt_module *module, const sycl_rt_device *device);

enum sycl_rt_kernel_info {
  SYCL_RT_KERNEL_WORK_GROUP_SIZE = 0,          // n64, the most items of a group
  SYCL_RT_KERNEL_COMPILE_WORK_GROUP_SIZE = 1,  // [n64], three; zeros if any size will do
  SYCL_RT_KERNEL_SUB_GROUP_SIZE = 2,           // n32
  SYCL_RT_KERNEL_LOCAL_SIZE = 3,               // n64, bytes of its variables in local memory
  SYCL_RT_KERNEL_ARGUMENT_COUNT = 4,           // n32, without the buffer of specialization constants
  SYCL_RT_KERNEL_COMPILE_SUB_GROUP_SIZE = 5    // n32; 0 if any size will do
};
sycl_rt_status sycl_rt_kernel_info(const sycl_rt_kernel *kernel, const sycl_rt_device *device, uint32_t info,
                                   void *value, uint64_t capacity, uint64_t *size);

// ---------------------------------------------------------------- memory (USM)

enum sycl_rt_memory_kind { SYCL_RT_UNKNOWN_MEMORY = 0, SYCL_RT_HOST_MEMORY = 1, SYCL_RT_DEVICE_MEMORY = 2,
                           SYCL_RT_SHARED_MEMORY = 3 };

// Memory of a device or that it can access. `alignment` is 0 or a power of two. A size of 0 gives null.
// SYCL_RT_MEMORY_ALLOCATION if there is not as much.
sycl_rt_status sycl_rt_allocate(const sycl_rt_device *device, uint32_t kind, uint64_t size, uint64_t alignment,
                                void **memory);
// Frees memory of sycl_rt_allocate; null is allowed. Commands that use it must have ended.
sycl_rt_status sycl_rt_free(void *memory);
// Facts about an address, also one within an allocation: its kind, and the device that it was allocated for (null if
// unknown).
sycl_rt_status sycl_rt_pointer_info(const void *address, uint32_t *kind, const sycl_rt_device **device);

// ---------------------------------------------------------------- device globals

// A device global of a module: that of `id`, or if that is null, that of `object`.
struct sycl_rt_global {
  const char *id;     // its identity in images, `sycl-unique-id`
  const void *object; // its object in the program
  // A hash of where the object is defined. If the object is in no section `sycl_device_globals`, because its name is
  // not visible to others, it is the device global whose identity begins with this number, 16 hexadecimal digits. 0 is
  // none.
  uint64_t place;
  // First bytes of an object that no kernel uses: no image has it, so that it gets memory of its own. With null it is
  // refused.
  const void *initial;
  uint64_t initial_size;
};

// Address at which kernels of a device find the value of a device global, and its size in bytes. Commands copy to and
// from there as with memory of sycl_rt_allocate; it lives as long as the module. All images of the module have one
// value on a device, but those of a device global with the property device_image_scope, of which this is the one of the
// image that kernels are taken from first. SYCL_RT_INVALID if there is none, or if two are defined at one place.
sycl_rt_status sycl_rt_global_address(sycl_rt_module *module, const sycl_rt_device *device,
                                      const struct sycl_rt_global *global, void **address, uint64_t *size);

// ---------------------------------------------------------------- events

// A command, from its submission on.
typedef struct sycl_rt_event sycl_rt_event;

enum sycl_rt_command_status { SYCL_RT_SUBMITTED = 0, SYCL_RT_RUNNING = 1, SYCL_RT_COMPLETE = 2 };
enum sycl_rt_profiling { SYCL_RT_SUBMIT_TIME = 0, SYCL_RT_START_TIME = 1, SYCL_RT_END_TIME = 2 };

void sycl_rt_event_retain(sycl_rt_event *event);
void sycl_rt_event_release(sycl_rt_event *event); // null is allowed
// Waits until the command has ended; whether it has failed, its queue knows.
sycl_rt_status sycl_rt_event_wait(sycl_rt_event *event);
uint32_t sycl_rt_event_status(const sycl_rt_event *event);
// Nanoseconds of a clock that all devices share. Waits for the end of the command where the time is not known before.
// SYCL_RT_INVALID if the queue has no SYCL_RT_PROFILING_QUEUE.
sycl_rt_status sycl_rt_event_time(sycl_rt_event *event, uint32_t which, uint64_t *nanoseconds);
// The events that this one waits for and that have not ended: calls `each` with one at a time, which it may retain.
sycl_rt_status sycl_rt_event_wait_list(const sycl_rt_event *event, void (*each)(void *data, sycl_rt_event *event),
                                       void *data);

// ---------------------------------------------------------------- queues

typedef struct sycl_rt_queue sycl_rt_queue;

// SYCL_RT_SAY_FAILURES: the program has no function for failures, which are written to stderr when they happen.
enum sycl_rt_queue_flags { SYCL_RT_IN_ORDER = 1, SYCL_RT_PROFILING_QUEUE = 2, SYCL_RT_SAY_FAILURES = 4 };

sycl_rt_status sycl_rt_queue_create(const sycl_rt_device *device, uint32_t flags, sycl_rt_queue **queue);
// A queue whose commands go to a stream of the program's, a CUstream or hipStream_t of the device's context, which has
// to outlive the queue. SYCL_RT_BACKEND_MISMATCH for other back ends.
sycl_rt_status sycl_rt_queue_of_native(const sycl_rt_device *device, uint32_t flags, uintptr_t stream,
                                       sycl_rt_queue **queue);
// The address of the driver's stream of a queue: a CUstream, hipStream_t or cl_command_queue, which the queue owns.
// Commands that wait for the host, or for other queues' memory, may not be in it yet.
sycl_rt_status sycl_rt_queue_native(const sycl_rt_queue *queue, uintptr_t *stream);
void sycl_rt_queue_retain(sycl_rt_queue *queue);
void sycl_rt_queue_release(sycl_rt_queue *queue); // null is allowed; commands go on
// Waits for all commands that were submitted to the queue before.
sycl_rt_status sycl_rt_queue_wait(sycl_rt_queue *queue);
// 1 if all commands of the queue have ended.
int32_t sycl_rt_queue_is_empty(const sycl_rt_queue *queue);

// Reason why a command failed after it was submitted. `exception` is what a host task gave, else null.
struct sycl_rt_failure {
  sycl_rt_status status;
  const char *text;
  void *exception;
};
// Takes the failures of the queue's commands that were not taken yet, in the order in which they happened, and calls
// `each` with one at a time; texts live until it returns, exceptions become its own.
sycl_rt_status sycl_rt_queue_take_failures(sycl_rt_queue *queue,
                                           void (*each)(void *data, const struct sycl_rt_failure *failure), void *data);

// ---------------------------------------------------------------- buffers

// Memory whose content follows the commands that access it. Commands wait for one another by what they access: readers
// for the last writer, writers for it and for all readers since.
typedef struct sycl_rt_buffer sycl_rt_buffer;

// With `memory` the buffer works in that memory of the caller, which stays valid until the buffer is released; with
// null it has its own, whose content is undefined.
sycl_rt_status sycl_rt_buffer_create(uint64_t size, uint64_t alignment, void *memory, sycl_rt_buffer **buffer);
void sycl_rt_buffer_retain(sycl_rt_buffer *buffer);
void sycl_rt_buffer_release(sycl_rt_buffer *buffer); // null is allowed; does not wait
// Waits for all commands that access the buffer, and makes the host's memory of it current.
sycl_rt_status sycl_rt_buffer_wait(sycl_rt_buffer *buffer);
// Moves the content to memory of the buffer's own, after all commands that access it now: the caller's is not used any
// more. Nothing happens if it has its own.
sycl_rt_status sycl_rt_buffer_move(sycl_rt_buffer *buffer);
// Address at which kernels of a device find the buffer; with null for the device, at which the host does.
sycl_rt_status sycl_rt_buffer_address(sycl_rt_buffer *buffer, const sycl_rt_device *device, void **address);

enum sycl_rt_access_mode { SYCL_RT_READ = 1, SYCL_RT_WRITE = 2, SYCL_RT_READ_WRITE = 3,
                           SYCL_RT_DISCARD = 4, /* with a mode that writes: the content before does not matter */
                           SYCL_RT_ON_DEVICE = 8 /* a host task finds the content on the device of its queue */ };

struct sycl_rt_access {
  sycl_rt_buffer *buffer;
  uint32_t mode; // of enum sycl_rt_access_mode
};

// The host accesses a buffer: waits until it may, and later commands wait until sycl_rt_host_access_end.
sycl_rt_status sycl_rt_host_access_begin(sycl_rt_buffer *buffer, uint32_t mode, sycl_rt_event **access);
void sycl_rt_host_access_end(sycl_rt_event *access); // gives the reference back, too

// ---------------------------------------------------------------- command groups

enum sycl_rt_command_kind {
  SYCL_RT_BARRIER = 0,   // nothing but its dependencies; without events, all commands of the queue before it, and
                         // commands after it wait for it
  SYCL_RT_LAUNCH = 1,    // a struct sycl_rt_launch
  SYCL_RT_COPY = 2,      // a struct sycl_rt_copy
  SYCL_RT_FILL = 3,      // a struct sycl_rt_fill
  SYCL_RT_PREFETCH = 4,  // a struct sycl_rt_prefetch; a hint
  SYCL_RT_HOST_TASK = 5  // a struct sycl_rt_host_task
};

// As an argument of a launch, null with a size is so many bytes of local memory, for a pointer to it.
struct sycl_rt_value {
  const void *value;
  uint64_t size;
};

// The value of a specialization constant for one launch, by the constant's symbolic id.
struct sycl_rt_constant {
  const char *id;
  const void *value; // the object representation of its type
  uint64_t size;
};

enum sycl_rt_launch_flags {
  SYCL_RT_MAY_ROUND_UP = 1 // more items than `global` may run: the kernel tests for that
};

struct sycl_rt_launch {
  const sycl_rt_kernel *kernel;
  uint32_t dimensions; // 1, 2 or 3
  uint32_t flags;      // of enum sycl_rt_launch_flags
  uint64_t global[3];
  uint64_t local[3];           // all 0: the device chooses
  uint64_t offset[3];          // added to global ids
  uint64_t dynamic_local_size; // bytes of local memory from `__acpp_sscp_get_dynamic_local_memory` on
  const struct sycl_rt_value *arguments; // copied at submission
  uint64_t argument_count;
  const struct sycl_rt_constant *constants; // copied at submission; others have their defaults
  uint64_t constant_count;
};

struct sycl_rt_copy {
  void *to;
  const void *from;
  uint64_t size; // of a row
  uint64_t rows; // 1 for memory in one piece
  uint64_t to_pitch, from_pitch; // from one row to the next
};

struct sycl_rt_fill {
  void *to;
  const void *pattern; // copied at submission
  uint64_t pattern_size;
  uint64_t count;
};

struct sycl_rt_prefetch {
  const void *memory;
  uint64_t size;
};

struct sycl_rt_host_task {
  // Runs on a thread of the runtime. Returns 0, or a status with `failure->text` (until the call of `drop`) and
  // `failure->exception`.
  sycl_rt_status (*call)(void *data, struct sycl_rt_failure *failure);
  // Is called once, when the task has ended or will never run.
  void (*drop)(void *data);
  void *data;
};

struct sycl_rt_command {
  uint64_t struct_size; // of this structure
  uint32_t kind;        // an enum sycl_rt_command_kind
  uint32_t reserved;    // 0
  const void *operation; // the structure for the kind; null for a barrier
  sycl_rt_event *const *after; // events that the command waits for
  uint64_t after_count;
  const struct sycl_rt_access *accesses;
  uint64_t access_count;
  void (*ended)(void *data); // null, or called once when the command has ended or will never run
  void *data;
};

// Submits a command. It starts when what it depends on has ended; the call does not wait for that. After an error
// nothing was submitted, and neither `drop` of a host task nor `ended` was called. `event` may be null.
sycl_rt_status sycl_rt_submit(sycl_rt_queue *queue, const struct sycl_rt_command *command, sycl_rt_event **event);

#ifdef __cplusplus
}
#endif

#endif
