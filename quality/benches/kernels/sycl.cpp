// SYCL kernels that stock clang compiles, for `scripts/bench kernels`. Each is a function object, so that the layout of
// its argument is known: the members in their order, then local memory.
#include "sycl_passes.hpp"
typedef float float4 __attribute__((ext_vector_type(4)));

struct nbody {
  const float4 *position;
  float4 *velocity;
  int count;
  float step;
  void operator()(syp::nd_item<1> item, float4 *bodies) const {
    int i = item.get_global_id(0), l = item.get_local_id(0);
    float4 at = position[i];
    float x = 0, y = 0, z = 0;
    for (int tile = 0; tile < count; tile += 128) {
      bodies[l] = position[tile + l];
      syp::group_barrier(item.get_group());
      for (int j = 0; j < 128; ++j) {
        float4 other = bodies[j];
        float dx = other.x - at.x, dy = other.y - at.y, dz = other.z - at.z;
        float inverse = 1 / syp::sqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
        float force = other.w * inverse * inverse * inverse;
        x += dx * force, y += dy * force, z += dz * force;
      }
      syp::group_barrier(item.get_group());
    }
    float4 v = velocity[i];
    v.x += x * step, v.y += y * step, v.z += z * step;
    velocity[i] = v;
  }
};

struct matmul {
  const float *a, *b;
  float *c;
  int n;
  void operator()(syp::nd_item<2> item, float *tile_a, float *tile_b) const {
    int row = item.get_global_id(0), column = item.get_global_id(1);
    int r = item.get_local_id(0), k0 = item.get_local_id(1);
    float sum = 0;
    for (int tile = 0; tile < n; tile += 16) {
      tile_a[r * 16 + k0] = a[row * n + tile + k0];
      tile_b[r * 16 + k0] = b[(tile + r) * n + column];
      syp::group_barrier(item.get_group());
      for (int k = 0; k < 16; ++k) sum += tile_a[r * 16 + k] * tile_b[k * 16 + k0];
      syp::group_barrier(item.get_group());
    }
    c[row * n + column] = sum;
  }
};

struct mandelbrot {
  int *out;
  int width, height, limit;
  void operator()(syp::nd_item<2> item) const {
    int column = item.get_global_id(1), row = item.get_global_id(0);
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
};

struct element {
  const float *x;
  float *y;
  int n;
  void operator()(syp::nd_item<1> item) const {
    int i = item.get_global_id(0);
    if (i < n) y[i] = 2 * x[i];
  }
};

// The same, with items that are all of a step apart.
struct stride {
  const float *x;
  float *y;
  int n;
  void operator()(syp::nd_item<1> item) const {
    for (int i = item.get_global_id(0); i < n; i += item.get_global_range(0)) y[i] = 2 * x[i];
  }
};

// For some of the items, as behind an early return.
struct stride_guarded {
  const float *x;
  float *y;
  int n;
  void operator()(syp::nd_item<1> item) const {
    if (item.get_global_id(0) >= item.get_global_range(0) - 3) return;
    for (int i = item.get_global_id(0); i < n; i += item.get_global_range(0)) y[i] = 2 * x[i];
  }
};

struct stride_break {
  const float *x;
  float *y;
  int n;
  void operator()(syp::nd_item<1> item) const {
    for (int i = item.get_global_id(0); i < n; i += item.get_global_range(0)) {
      if (x[i] > 1e6f) break;
      y[i] = 2 * x[i];
    }
  }
};

// Rows and columns a step apart.
struct stride_nest {
  const float *x;
  float *y;
  int width;
  void operator()(syp::nd_item<2> item) const {
    for (int j = item.get_global_id(0); j < width; j += item.get_global_range(0))
      for (int i = item.get_global_id(1); i < width; i += item.get_global_range(1)) {
        y[j * width + i] = 2 * x[j * width + i];
      }
  }
};

// Each item takes a column of a matrix.
struct columns {
  const float *x;
  float *y;
  int rows;
  void operator()(syp::nd_item<1> item) const {
    const int width = item.get_global_range(0), column = item.get_global_id(0);
    for (int k = 0; k < rows; ++k) y[k * width + column] = 2 * x[k * width + column];
  }
};

struct row_sum {
  const float *x;
  float *y;
  int width;
  void operator()(syp::nd_item<1> item, float *sums) const {
    int l = item.get_local_id(0), row = item.get_group(0);
    float sum = 0;
    for (int i = l; i < width; i += item.get_local_range(0)) sum += x[row * width + i];
    sums[l] = sum;
    for (int half = item.get_local_range(0) / 2; half > 0; half /= 2) {
      syp::group_barrier(item.get_group());
      if (l < half) sums[l] += sums[l + half];
    }
    if (l == 0) y[row] = sums[0];
  }
};

// A barrier in a loop whose bound is the same for all items, but comes from memory.
struct bound {
  int *out;
  const int *rounds;
  void operator()(syp::nd_item<1> item, int *shared) const {
    int sum = 0, me = item.get_local_id(0);
    for (int k = 0; k < *rounds; ++k) {
      shared[me] = k;
      syp::group_barrier(item.get_group());
      sum += shared[255 - me];
      syp::group_barrier(item.get_group());
    }
    out[item.get_global_id(0)] = sum;
  }
};

// A sum of the group, by the first sub-group: the others do not come to its exchanges.
struct block_sum {
  const int *in;
  int *out;
  void operator()(syp::nd_item<1> item, int *sums) const {
    auto sub_group = item.get_sub_group();
    int lane = sub_group.get_local_linear_id(), size = sub_group.get_local_range()[0];
    int sum = in[item.get_global_id(0)];
    for (int step = size / 2; step > 0; step /= 2) sum += syp::permute_group_by_xor(sub_group, sum, step);
    if (lane == 0) sums[sub_group.get_group_linear_id()] = sum;
    syp::group_barrier(item.get_group());
    if (sub_group.get_group_linear_id() == 0) {
      sum = 0;
      for (int i = lane; i < 256 / size; i += size) sum += sums[i];
      for (int step = size / 2; step > 0; step /= 2) sum += syp::permute_group_by_xor(sub_group, sum, step);
      if (lane == 0) out[item.get_group(0)] = sum;
    }
  }
};

class sub_group_row;

// A row for each 16 items, whose length is in memory: each sub-group goes around the loop as often as its row needs.
struct sub_group_rows {
  const int *in, *ends;
  int *out;
  void operator()(syp::nd_item<1> item) const {
    auto sub_group = item.get_sub_group();
    int lane = sub_group.get_local_linear_id(), row = item.get_global_id(0) / 16, sum = 0;
    for (int i = 0; i < ends[row]; i += 16)
      sum += syp::reduce_over_group(sub_group, in[(row * 64 + i + lane) & 0xfffff], syp::plus<int>());
    if (lane == 0) out[row] = sum;
  }
};

struct exponential {
  const float *in;
  float *out;
  void operator()(syp::nd_item<1> item) const {
    int i = item.get_global_id(0);
    out[i] = syp::exp(in[i]);
  }
};

struct sine {
  const float *in;
  float *out;
  void operator()(syp::nd_item<1> item) const {
    int i = item.get_global_id(0);
    out[i] = syp::sin(in[i]);
  }
};

struct power {
  const float *in;
  float *out;
  void operator()(syp::nd_item<1> item) const {
    int i = item.get_global_id(0);
    out[i] = syp::pow(syp::fabs(in[i]), 1.5f);
  }
};

void kernels(syp::queue q) {
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, block_sum(), syp::local<int>(256));
  syp::parallel_for<sub_group_row, syp::reqd_sub_group_size<16>>(q, syp::nd_range<1>{{256}, {256}}, sub_group_rows());
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, bound(), syp::local<int>(256));
  syp::parallel_for(q, syp::nd_range<1>{{128}, {128}}, exponential());
  syp::parallel_for(q, syp::nd_range<1>{{128}, {128}}, sine());
  syp::parallel_for(q, syp::nd_range<1>{{128}, {128}}, power());
  syp::parallel_for(q, syp::nd_range<1>{{128}, {128}}, nbody(), syp::local<float4>(128));
  syp::parallel_for(q, syp::nd_range<2>{{16, 16}, {16, 16}}, matmul(), syp::local<float>(256), syp::local<float>(256));
  syp::parallel_for(q, syp::nd_range<2>{{16, 16}, {16, 16}}, mandelbrot());
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, element());
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, stride());
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, stride_guarded());
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, stride_break());
  syp::parallel_for(q, syp::nd_range<2>{{16, 16}, {16, 16}}, stride_nest());
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, columns());
  syp::parallel_for(q, syp::nd_range<1>{{256}, {256}}, row_sum(), syp::local<float>(256));
}
