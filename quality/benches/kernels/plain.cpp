// The kernels of sycl.cpp in plain C++ for NVPTX: what `scripts/bench kernels` compares with.
typedef float float4 __attribute__((ext_vector_type(4)));
#define KERNEL extern "C" [[clang::device_kernel]] void
#define LOCAL __attribute__((address_space(3)))

static inline int local_x() { return __nvvm_read_ptx_sreg_tid_x(); }
static inline int local_y() { return __nvvm_read_ptx_sreg_tid_y(); }
static inline int group_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
static inline int group_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
static inline int size_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
static inline int size_y() { return __nvvm_read_ptx_sreg_ntid_y(); }
static inline int global_x() { return group_x() * size_x() + local_x(); }
static inline int global_y() { return group_y() * size_y() + local_y(); }

[[clang::loader_uninitialized]] static LOCAL float4 bodies[128];

KERNEL nbody(const float4 *position, float4 *velocity, int count, float step) {
  int i = global_x(), l = local_x();
  float4 at = position[i];
  float x = 0, y = 0, z = 0;
  for (int tile = 0; tile < count; tile += 128) {
    bodies[l] = position[tile + l];
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      float4 other = bodies[j];
      float dx = other.x - at.x, dy = other.y - at.y, dz = other.z - at.z;
      float inverse = 1 / __builtin_sqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
      float force = other.w * inverse * inverse * inverse;
      x += dx * force, y += dy * force, z += dz * force;
    }
    __syncthreads();
  }
  float4 v = velocity[i];
  v.x += x * step, v.y += y * step, v.z += z * step;
  velocity[i] = v;
}

extern "C" LOCAL char dynamic_memory[];

// As in SYCL, where tiles are is known when the kernel is launched.
KERNEL matmul(const float *a, const float *b, float *c, int n, int at_a, int at_b) {
  auto tile_a = (LOCAL float *)(dynamic_memory + at_a), tile_b = (LOCAL float *)(dynamic_memory + at_b);
  int row = global_y(), column = global_x(), r = local_y(), k0 = local_x();
  float sum = 0;
  for (int tile = 0; tile < n; tile += 16) {
    tile_a[r * 16 + k0] = a[row * n + tile + k0];
    tile_b[r * 16 + k0] = b[(tile + r) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile_a[r * 16 + k] * tile_b[k * 16 + k0];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Tiles as variables, whose addresses and alignment the compiler knows: SYCL's local accessors have no such form.
[[clang::loader_uninitialized]] static LOCAL float tile_a[16][16], tile_b[16][16];

KERNEL matmul_static(const float *a, const float *b, float *c, int n) {
  int row = global_y(), column = global_x(), r = local_y(), k0 = local_x();
  float sum = 0;
  for (int tile = 0; tile < n; tile += 16) {
    tile_a[r][k0] = a[row * n + tile + k0];
    tile_b[r][k0] = b[(tile + r) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile_a[r][k] * tile_b[k][k0];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

KERNEL mandelbrot(int *out, int width, int height, int limit) {
  int column = global_x(), row = global_y();
  float cx = float(column) / width * 3 - 2, cy = float(row) / height * 2 - 1, x = 0, y = 0;
  int n = 0;
  while (n < limit && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++n;
  }
  out[row * width + column] = n;
}
