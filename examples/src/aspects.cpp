// One source whose kernels need different optional features of the device: none, fp64, fp16, atomic64. Split by
// source or automatically, each set of aspects gets an image of its own, so that a device without fp64 still runs the
// kernels that do without it. `TriangleDouble` and `TriangleSingle` differ only in the instance of a template that
// they call; `Narrow` uses `half` in its body only, its parameters are float.
#include <cstdint>
#include <sycl/sycl.hpp>

template <typename T> __attribute__((noinline)) T triangle_area(T a, T b, T c) {
  const T s = (a + b + c) / T(2);
  return sycl::sqrt(s * (s - a) * (s - b) * (s - c));
}

class TriangleSingle;
class TriangleDouble;
class Narrow;
class CountWide;

void areas(sycl::queue queue, const float *sides, float *single, double *wide, size_t count) {
  queue.parallel_for<TriangleSingle>(sycl::nd_range<1>(count, 8), [sides, single](sycl::nd_item<1> item) {
    const size_t i = item.get_global_id(0);
    single[i] = triangle_area<float>(sides[3 * i], sides[3 * i + 1], sides[3 * i + 2]);
  });
  queue.parallel_for<TriangleDouble>(sycl::nd_range<1>(count, 8), [sides, wide](sycl::nd_item<1> item) {
    const size_t i = item.get_global_id(0);
    wide[i] = triangle_area<double>(sides[3 * i], sides[3 * i + 1], sides[3 * i + 2]);
  });
}

void narrow(sycl::queue queue, const float *input, float *output, size_t count) {
  queue.parallel_for<Narrow>(sycl::nd_range<1>(count, 8), [input, output](sycl::nd_item<1> item) {
    const size_t i = item.get_global_id(0);
    const sycl::half value(input[i]);
    output[i] = static_cast<float>(value * value + sycl::half(1.0f));
  });
}

void count_wide(sycl::queue queue, const uint64_t *input, uint64_t *total, size_t count) {
  queue.parallel_for<CountWide>(sycl::nd_range<1>(count, 8), [input, total](sycl::nd_item<1> item) {
    sycl::atomic_ref<uint64_t, sycl::memory_order::relaxed, sycl::memory_scope::device,
                     sycl::access::address_space::global_space>
        sum(*total);
    sum.fetch_add(input[item.get_global_id(0)]);
  });
}
