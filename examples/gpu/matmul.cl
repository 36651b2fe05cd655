// c = a * b for square matrices, tile by tile, with two local arguments of different types.
#include "device.h"

#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void matmul(global const float *a, global const double *b, global double *c, uint n, local float *tile_a,
                   local double *tile_b) {
  uint x = local_id(0), y = local_id(1);
  uint column = group_id(0) * TILE + x, row = group_id(1) * TILE + y;
  double sum = 0;
  for (uint start = 0; start < n; start += TILE) {
    tile_a[y * TILE + x] = a[row * n + start + x];
    tile_b[y * TILE + x] = b[(start + y) * n + column];
    group_barrier();
    for (uint k = 0; k < TILE; ++k)
      sum += tile_a[y * TILE + k] * tile_b[k * TILE + x];
    group_barrier();
  }
  c[row * n + column] = sum;
}
