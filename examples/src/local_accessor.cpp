// Work-group local memory handed in by the host: a tree reduction over each work-group, and a reversal of each
// work-group's elements through two local arrays of different element types. Each accessor is one pointer parameter of
// the kernel, whose size the host chooses when it launches.
#include <sycl/sycl.hpp>

constexpr size_t group = 64;

class BlockSum;
class BlockReverse;

void block_sum(sycl::queue queue, const float *input, float *sums, size_t count) {
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<float, 1> partial(group, handler);
    handler.parallel_for<BlockSum>(sycl::nd_range<1>(count, group), [input, sums, partial](sycl::nd_item<1> item) {
      const size_t local = item.get_local_id(0);
      partial[local] = input[item.get_global_id(0)];
      for (size_t width = item.get_local_range(0) / 2; width > 0; width /= 2) {
        sycl::group_barrier(item.get_group());
        if (local < width)
          partial[local] += partial[local + width];
      }
      if (local == 0)
        sums[item.get_group(0)] = partial[0];
    });
  });
}

void block_reverse(sycl::queue queue, const int *keys, const float *values, int *out_keys, float *out_values,
                   size_t count) {
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> local_keys(group, handler);
    sycl::local_accessor<float, 1> local_values(group, handler);
    handler.parallel_for<BlockReverse>(
        sycl::nd_range<1>(count, group),
        [keys, values, out_keys, out_values, local_keys, local_values](sycl::nd_item<1> item) {
          const size_t here = item.get_local_id(0);
          const size_t there = item.get_local_range(0) - 1 - here;
          local_keys[here] = keys[item.get_global_id(0)];
          local_values[here] = values[item.get_global_id(0)];
          sycl::group_barrier(item.get_group());
          out_keys[item.get_global_id(0)] = local_keys[there];
          out_values[item.get_global_id(0)] = local_values[there];
        });
  });
}
