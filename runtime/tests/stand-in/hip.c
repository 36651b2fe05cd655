// A stand-in for AMD's driver, for machines without a GPU: what the runtime's back end `hip` calls, as "HIP Runtime API
// Reference" describes it. It is the stand-in of CUDA's driver under other names, for what is alike, and takes code
// objects for gfx90a alone.
#include "cuda.c"

typedef void *pointer;

// The addresses say whose memory it is.
enum { DEFAULT = 4 };

static int current = -1;
static int is_entered(void) { return current == 0 ? fault : INVALID; }

int hipInit(unsigned flags) { return cuInit(flags); }
int hipDriverGetVersion(int *version) { return *version = 60241133, 0; }
int hipGetDeviceCount(int *count) { return *count = 1, 0; }
int hipDeviceGet(int *device, int number) { return cuDeviceGet(device, number); }
int hipDeviceGetName(char *name, int size, int device) { return cuDeviceGetName(name, size, device); }
int hipDeviceTotalMem(size_t *size, int device) { return cuDeviceTotalMem_v2(size, device); }
int hipDeviceGetAttribute(int *value, int fact, int device) {
  switch (fact) {
  case 56: case 26: case 27: case 28: *value = 1024; break; // items of a group
  case 29: *value = 2147483647; break;
  case 30: case 31: *value = 65536; break;
  case 74: *value = 64 << 10; break; // local memory
  case 87: *value = 64; break;       // sub-groups
  case 15: case 75: *value = 0; break; // atomics of the host; local memory of those who ask for more
  default: *value = 1; break;
  }
  return device;
}
// The architecture is behind what CUDA has.
int hipGetDevicePropertiesR0600(char *properties, int device) {
  memset(properties, 0xaa, 1472);
  strcpy(properties + 1160, "gfx90a:sramecc+:xnack-");
  return device;
}
// Unlike CUDA's, it does not notice that the process is a fork.
int hipSetDevice(int device) { return current = device; }
int hipDeviceCanAccessPeer(int *can, int device, int other) { return *can = 0, device + other; }
int hipDeviceEnablePeerAccess(int device, unsigned flags) { return device && !flags ? 0 : INVALID; }
int hipMemGetInfo(size_t *free, size_t *total) { return cuMemGetInfo_v2(free, total); }
int hipMalloc(uint64_t *address, size_t size) { return is_entered() ? INVALID : cuMemAlloc_v2(address, size); }
int hipMallocManaged(uint64_t *address, size_t size, unsigned flags) { return cuMemAllocManaged(address, size, flags); }
int hipHostMalloc(pointer *address, size_t size, unsigned flags) { return cuMemHostAlloc(address, size, flags); }
int hipFree(uint64_t address) { return cuMemFree_v2(address); }
int hipHostFree(pointer address) { return cuMemFreeHost(address); }
int hipMemcpyHtoD(uint64_t to, const void *from, size_t size) { return cuMemcpyHtoD_v2(to, from, size); }
int hipMemcpyDtoH(void *to, uint64_t from, size_t size) { return cuMemcpyDtoH_v2(to, from, size); }
int hipMemcpyAsync(uint64_t to, uint64_t from, size_t size, unsigned kind, void *stream) {
  return kind == DEFAULT ? cuMemcpyAsync(to, from, size, stream) : INVALID;
}
int hipMemcpy2DAsync(uint64_t to, size_t to_pitch, uint64_t from, size_t from_pitch, size_t width, size_t height,
                     unsigned kind, void *stream) {
  const struct copy copy = {
    {.kind = 4, .device = from, .pitch = from_pitch}, {.kind = 4, .device = to, .pitch = to_pitch}, width, height};
  return kind == DEFAULT && width <= to_pitch && width <= from_pitch ? cuMemcpy2DAsync_v2(&copy, stream) : INVALID;
}
int hipMemsetD8Async(uint64_t to, uint8_t v, size_t n, void *s) { return cuMemsetD8Async(to, v, n, s); }
int hipMemsetD16Async(uint64_t to, uint16_t v, size_t n, void *s) { return cuMemsetD16Async(to, v, n, s); }
int hipMemsetD32Async(uint64_t to, int v, size_t n, void *s) { return cuMemsetD32Async(to, v, n, s); }
int hipMemset2DAsync(uint64_t to, size_t pitch, int v, size_t width, size_t height, void *s) {
  return cuMemsetD2D8Async(to, pitch, v, width, height, s);
}
int hipMemPrefetchAsync(uint64_t at, size_t size, int device, void *s) { return cuMemPrefetchAsync(at, size, device, s); }
int hipModuleLoadDataEx(pointer *module, const char *image, unsigned count, unsigned *options, pointer *values) {
  enum { AMDGPU = 224, GFX90A = 0x3f };
  uint16_t machine;
  uint32_t flags;
  memcpy(&machine, image + 18, sizeof machine), memcpy(&flags, image + 48, sizeof flags);
  if (count || !options || !values) return INVALID;
  return memcmp(image, "\177ELF", 4) == 0 && machine == AMDGPU && (flags & 0xff) == GFX90A ? load(module, image) : 209;
}
int hipModuleUnload(pointer module) { return cuModuleUnload(module); }
int hipModuleGetFunction(pointer *function, pointer module, const char *name) {
  return cuModuleGetFunction(function, module, name);
}
int hipModuleGetGlobal(uint64_t *address, size_t *size, pointer module, const char *name) {
  return cuModuleGetGlobal_v2(address, size, module, name);
}
int hipFuncGetAttribute(int *value, int fact, pointer function) { return cuFuncGetAttribute(value, fact, function); }
int hipModuleLaunchKernel(pointer function, unsigned gx, unsigned gy, unsigned gz, unsigned x, unsigned y, unsigned z,
                          unsigned shared, pointer stream, pointer *parameters, pointer *extra) {
  if ((uint64_t)gx * x > UINT32_MAX || is_entered()) return INVALID;
  return cuLaunchKernel(function, gx, gy, gz, x, y, z, shared, stream, parameters, extra);
}
int hipStreamCreateWithFlags(pointer *stream, unsigned flags) { return cuStreamCreate(stream, flags); }
int hipStreamDestroy(pointer stream) { return cuStreamDestroy_v2(stream); }
int hipStreamSynchronize(pointer stream) { return cuStreamSynchronize(stream); }
int hipStreamWaitEvent(pointer stream, pointer event, unsigned flags) { return cuStreamWaitEvent(stream, event, flags); }
int hipEventCreateWithFlags(pointer *event, unsigned flags) { return cuEventCreate(event, flags); }
int hipEventRecord(pointer event, pointer stream) { return cuEventRecord(event, stream); }
int hipEventQuery(pointer event) { return cuEventQuery(event); }
int hipEventSynchronize(pointer event) { return cuEventSynchronize(event); }
int hipEventElapsedTime(float *ms, pointer from, pointer to) { return cuEventElapsedTime(ms, from, to); }
int hipEventDestroy(pointer event) { return cuEventDestroy_v2(event); }
int hipDrvGetErrorName(int code, const char **name) {
  return *name = code == ILLEGAL_ADDRESS ? "hipErrorIllegalAddress" : "hipErrorOfStandIn", 0;
}
int hipDrvGetErrorString(int code, const char **text) { return cuGetErrorString(code, text); }
