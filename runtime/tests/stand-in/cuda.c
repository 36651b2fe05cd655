// A stand-in for NVIDIA's driver, for machines without a GPU: what the runtime's back end `cuda` calls, as "CUDA Driver
// API" describes it. Commands wait in one list, in the order in which they came, until a stream or an event after them is
// waited for or is asked about a second time; so a program that does not wait sees what was before. `recorded_events` is
// how many events were recorded. Kernels are known by name:
//
//   _ZTS9Constants   takes two addresses, and copies an int from the second, the buffer of constants, to the first
//   _ZTS7Counted adds 1 to the value of the device global `counter`
//   _ZTS5Moved   takes an object of two addresses, and copies an int from the first to the second; its variant for
//                different allocations writes 1000 there
//   _ZTS5Fault   reads where there is nothing: from then on each call answers with that
//   others       take an address of int and a number of 64 bits, and add 1 to so many
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INVALID = 1, NOT_INITIALIZED = 3, NOT_FOUND = 500, NOT_READY = 600, ILLEGAL_ADDRESS = 700 };
enum kind { COPY, FILL, KERNEL, COUNT, FAULT, RECORD };

struct event {
  int has_happened, was_asked;
};
struct command {
  enum kind kind;
  char *to;
  const char *from;
  size_t width, height, to_pitch, from_pitch, size;
  char pattern[4];
  int64_t count;
  struct event *event;
  struct command *next;
};
static struct command *first, **last = &first;
static int fault;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// As the header lays out a device global that begins with 40.
static struct {
  int *memory;
  uint64_t magic, size, offset, place;
  uint32_t properties[4];
  int value;
} counter = {0, 0x6c61626f6c673231, sizeof(int), offsetof(__typeof__(counter), value), 0, {4, 4, 4, 4}, 40};

// Memory of the device is where the host's is not: its addresses have this bit, which those of the host have not.
static const uint64_t of_device = 1ull << 47;
static char *at(uint64_t address) { return (char *)(uintptr_t)(address & ~of_device); }

static struct command *add(enum kind kind) {
  struct command *command = calloc(1, sizeof *command);
  command->kind = kind;
  return command;
}
// The command is whole from here on.
static int submit(struct command *command) {
  pthread_mutex_lock(&mutex);
  *last = command, last = &command->next;
  pthread_mutex_unlock(&mutex);
  return fault;
}
static void run_until(const struct event *event) {
  pthread_mutex_lock(&mutex);
  while (first && !event->has_happened) {
    struct command *command = first;
    first = command->next;
    if (!first) last = &first;
    if (command->kind == COPY)
      for (size_t row = 0; row < command->height; ++row)
        memcpy(command->to + row * command->to_pitch, command->from + row * command->from_pitch, command->width);
    if (command->kind == FILL)
      for (size_t row = 0; row < command->height; ++row)
        for (size_t at = 0; at < command->width; ++at)
          memcpy(command->to + row * command->to_pitch + at * command->size, command->pattern, command->size);
    if (command->kind == KERNEL)
      for (int64_t at = 0; at < command->count; ++at) ((int *)command->to)[at] += 1;
    if (command->kind == COUNT) ++*(int *)at((uintptr_t)counter.memory);
    if (command->kind == FAULT) fault = ILLEGAL_ADDRESS;
    if (command->kind == RECORD) command->event->has_happened = 1;
    free(command);
  }
  pthread_mutex_unlock(&mutex);
}

static pid_t process;
int cuInit(unsigned flags) { return process = getpid(), flags ? INVALID : 0; }
int cuDriverGetVersion(int *version) { return *version = 12040, 0; }
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDeviceGet(int *device, int number) { return *device = number, number ? INVALID : 0; }
int cuDeviceGetName(char *name, int size, int device) { return snprintf(name, size, "Stand-in %d", device), 0; }
int cuDeviceTotalMem_v2(size_t *size, int device) { return *size = 1 << 30, device; }
int cuDeviceGetAttribute(int *value, int fact, int device) {
  switch (fact) {
  case 1: case 2: case 3: *value = 1024; break;
  case 4: *value = 64; break;
  case 5: *value = 2147483647; break;
  case 6: case 7: *value = 65535; break;
  case 8: *value = 48 << 10; break;
  case 97: *value = 64 << 10; break;
  case 10: *value = 32; break;
  case 75: *value = 8; break;
  case 76: *value = 6; break;
  case 86: *value = 0; break; // atomics of the host
  default: *value = 1; break;
  }
  return device;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { return *context = &fault, device; }
int cuDeviceCanAccessPeer(int *can, int device, int other) { return *can = 0, device + other; }
// A context is of no use in a fork.
int cuCtxSetCurrent(void *context) { return getpid() != process ? NOT_INITIALIZED : context == &fault ? 0 : INVALID; }
int cuCtxEnablePeerAccess(void *context, unsigned flags) { return context && !flags ? 0 : INVALID; }
int cuMemGetInfo_v2(size_t *free, size_t *total) { return *free = *total = 1 << 30, 0; }
int cuMemAlloc_v2(uint64_t *address, size_t size) {
  if (size > 1 << 30) return 2;
  return *address = (uintptr_t)calloc(1, size) | of_device, fault;
}
int cuMemAllocManaged(uint64_t *address, size_t size, unsigned flags) {
  int status = cuMemAlloc_v2(address, size);
  return *address &= ~of_device, flags == 1 ? status : INVALID;
}
int cuMemHostAlloc(void **address, size_t size, unsigned flags) { return *address = malloc(size), flags == 3 ? fault : INVALID; }
int cuMemFree_v2(uint64_t address) { return free(at(address)), fault; }
int cuMemFreeHost(void *address) { return free(address), fault; }
int cuMemcpyAsync(uint64_t to, uint64_t from, size_t size, void *stream) {
  struct command *command = add(COPY);
  command->to = at(to), command->from = at(from);
  command->width = size, command->height = 1;
  return stream ? submit(command) : INVALID;
}
struct place {
  size_t x, y;
  unsigned kind;
  void *host;
  uint64_t device;
  void *array;
  size_t pitch;
};
struct copy {
  struct place from, to;
  size_t width, height;
};
int cuMemcpy2DAsync_v2(const struct copy *copy, void *stream) {
  if (copy->from.kind != 4 || copy->to.kind != 4 || !stream) return INVALID;
  struct command *command = add(COPY);
  command->to = at(copy->to.device), command->from = at(copy->from.device);
  command->width = copy->width, command->height = copy->height;
  command->to_pitch = copy->to.pitch, command->from_pitch = copy->from.pitch;
  return submit(command);
}
// Bytes that the default stream still has to bring to the device, for which other streams do not wait.
static struct {
  void *to, *bytes;
  size_t size;
} brought;
static void bring(void) {
  if (brought.size) memcpy(brought.to, brought.bytes, brought.size), free(brought.bytes);
  brought.size = 0;
}
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size) {
  bring();
  return memcpy(to, at(from), size), fault;
}
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size) {
  bring();
  brought.to = at(to), brought.size = size;
  return brought.bytes = memcpy(malloc(size), from, size), fault;
}
int cuStreamSynchronize(void *stream) {
  struct event none = {0, 0};
  if (stream) run_until(&none);
  else bring();
  return fault;
}
static int fill(uint64_t to, size_t pitch, const void *pattern, size_t size, size_t width, size_t height) {
  struct command *command = add(FILL);
  command->to = at(to), command->size = size;
  memcpy(command->pattern, pattern, size);
  command->width = width, command->height = height, command->to_pitch = pitch;
  return submit(command);
}
int cuMemsetD8Async(uint64_t to, uint8_t v, size_t n, void *s) { return s ? fill(to, 0, &v, 1, n, 1) : INVALID; }
int cuMemsetD16Async(uint64_t to, uint16_t v, size_t n, void *s) { return s ? fill(to, 0, &v, 2, n, 1) : INVALID; }
int cuMemsetD32Async(uint64_t to, uint32_t v, size_t n, void *s) { return s ? fill(to, 0, &v, 4, n, 1) : INVALID; }
int cuMemsetD2D8Async(uint64_t to, size_t pitch, uint8_t v, size_t width, size_t height, void *s) {
  return s ? fill(to, pitch, &v, 1, width, height) : INVALID;
}
int cuMemsetD2D32Async(uint64_t to, size_t pitch, uint32_t v, size_t width, size_t height, void *s) {
  return s ? fill(to, pitch, &v, 4, width, height) : INVALID;
}
int cuMemPrefetchAsync(uint64_t at, size_t size, int device, void *s) { return at && size && s ? device : INVALID; }

static const char *const kernels[] = {"_ZTS5Fault",     "_ZTS3Add",     "_ZTS5Later",        "_ZTS5Large",
                                      "_ZTS9Constants", "_ZTS7Counted", "__sycl_kernel_add", "add", "_ZTS5Moved", "_ZTS5Moved_distinct",
                                      "_ZTS6Scaled"};
enum { KERNELS = sizeof kernels / sizeof *kernels };
// Functions of modules, and behind them those of modules with a kernel that requires a size of groups.
static char modules[2 * KERNELS];
// Keeps PTX for the test in the directory that STAND_IN_IMAGES names.
static void keep(const char *image) {
  static int number;
  const char *directory = getenv("STAND_IN_IMAGES");
  char name[4096];
  if (!directory || strncmp(image, "\177ELF", 4) == 0) return;
  snprintf(name, sizeof name, "%s/%d.ptx", directory, number++);
  FILE *file = fopen(name, "w");
  if (file) fputs(image, file), fclose(file);
}
// Modules and kernels that were loaded. With STAND_IN_SLOW, a module takes a while.
unsigned loaded_modules, loaded_kernels;
int cuFuncLoad(void *function) { return ++loaded_kernels, function ? fault : INVALID; }
static int load(void **module, const char *image) {
  keep(image);
  if (getenv("STAND_IN_SLOW")) usleep(300000);
  ++loaded_modules;
  return *module = modules + (strstr(image, ".reqntid") ? KERNELS : 0), fault;
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned count, unsigned *options, void **values) {
  const char *start = image;
  if (count != 2 || options[0] != 5 || !values[0]) return INVALID;
  return strncmp(start, "\177ELF", 4) == 0 || strstr(start, ".version") ? load(module, start) : 218;
}
// PTX is its own machine code. A library of its own takes a while for it, if there is one.
struct link {
  char *code;
  size_t size;
};
int cuLinkCreate_v2(unsigned count, unsigned *options, void **values, void **link) {
  return *link = calloc(1, sizeof(struct link)), count == 2 && options[0] == 5 && values[0] ? fault : INVALID;
}
int cuLinkAddData_v2(void *link, unsigned kind, const void *data, size_t size, const char *name, unsigned count,
                     unsigned *options, void **values) {
  struct link *of = link;
  if (kind != 1 || !size || ((const char *)data)[size - 1] || !name || count || options || values) return INVALID;
  void *compiler = dlopen("libnvidia-ptxjitcompiler.so.1", RTLD_NOW);
  if (compiler) ((void (*)(void))dlsym(compiler, "assemble"))();
  of->code = memcpy(malloc(size), data, size), of->size = size;
  return fault;
}
int cuLinkComplete(void *link, void **code, size_t *size) {
  struct link *of = link;
  return *code = of->code, *size = of->size, of->code ? fault : INVALID;
}
int cuLinkDestroy(void *link) { return free(((struct link *)link)->code), free(link), 0; }
int cuModuleUnload(void *module) { return module ? 0 : INVALID; }
int cuModuleGetFunction(void **function, void *module, const char *name) {
  for (int kernel = 0; kernel < KERNELS; ++kernel)
    if (module && strcmp(kernels[kernel], name) == 0) return *function = (char *)module + kernel, fault;
  return NOT_FOUND;
}
int cuModuleGetGlobal_v2(uint64_t *address, size_t *size, void *module, const char *name) {
  if (!module || !name) return INVALID;
  if (strcmp(name, "counter") != 0) return *address = *size = 0, NOT_FOUND;
  return *address = (uintptr_t)&counter, *size = sizeof counter, fault;
}
// Two parameters of 8 bytes, for the kernels that programs compile themselves.
int cuFuncGetParamInfo(void *function, size_t number, size_t *place, size_t *size) {
  if (function != modules + 6 && function != modules + 7) return INVALID;
  return *place = number * 8, *size = 8, number < 2 ? 0 : INVALID;
}
int cuFuncGetAttribute(int *value, int fact, void *function) { return *value = fact ? 16 : 512, function ? 0 : INVALID; }
int cuFuncSetAttribute(void *function, int fact, int value) { return function && fact == 8 && value ? 0 : INVALID; }
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned x, unsigned y, unsigned z,
                   unsigned shared, void *stream, void **parameters, void **extra) {
  if (!gx || !gy || !gz || !x || !y || !z || x * y * z > 512 || shared > 64 << 10 || !stream || extra) return INVALID;
  if (function == modules + 10 || function == modules + 10 + KERNELS) {
    const int forms = function == modules + 10 ? 1 : 2;
    return fill(*(uint64_t *)parameters[0], 0, &forms, sizeof forms, 1, 1);
  }
  if ((char *)function >= modules + KERNELS) function = (char *)function - KERNELS;
  if (function == modules) return submit(add(FAULT));
  if (function == modules + 5) return submit(add(COUNT));
  if (function == modules + 4) {
    struct command *copy = add(COPY);
    copy->to = at(*(uint64_t *)parameters[0]), copy->from = at(*(uint64_t *)parameters[1]);
    copy->width = sizeof(int), copy->height = 1;
    return submit(copy);
  }
  if (function == modules + 8) {
    const uint64_t *object = parameters[0];
    struct command *copy = add(COPY);
    copy->from = at(object[0]), copy->to = at(object[1]);
    copy->width = sizeof(int), copy->height = 1;
    return submit(copy);
  }
  if (function == modules + 9) return fill(((uint64_t *)parameters[0])[1], 0, &(int){1000}, sizeof(int), 1, 1);
  struct command *command = add(KERNEL);
  command->to = at(*(uint64_t *)parameters[0]);
  memcpy(&command->count, parameters[1], sizeof command->count);
  return submit(command);
}
int cuStreamCreate(void **stream, unsigned flags) { return *stream = malloc(1), flags == 1 ? fault : INVALID; }
int cuStreamDestroy_v2(void *stream) { return free(stream), 0; }
int cuStreamWaitEvent(void *stream, void *event, unsigned flags) { return stream && event && !flags ? fault : INVALID; }
int cuEventCreate(void **event, unsigned flags) {
  return *event = calloc(1, sizeof(struct event)), flags == 0 || flags == 2 ? fault : INVALID;
}
unsigned recorded_events;
int cuEventRecord(void *event, void *stream) {
  ++recorded_events;
  struct event *of = event;
  of->has_happened = of->was_asked = 0;
  struct command *command = add(RECORD);
  command->event = of;
  return stream ? submit(command) : INVALID;
}
int cuEventQuery(void *event) {
  struct event *of = event;
  if (of->was_asked++) run_until(of);
  return fault ? fault : of->has_happened ? 0 : NOT_READY;
}
int cuEventSynchronize(void *event) { return run_until(event), fault; }
int cuEventElapsedTime(float *milliseconds, void *from, void *to) { return *milliseconds = 1, from && to ? 0 : INVALID; }
int cuEventDestroy_v2(void *event) { return free(event), 0; }
int cuGetErrorName(int code, const char **name) {
  return *name = code == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_OF_STAND_IN", 0;
}
int cuGetErrorString(int code, const char **text) { return *text = "of the stand-in", code ? 0 : INVALID; }
