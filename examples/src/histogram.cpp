// Atomic updates of global memory: an integer histogram, and the sum and the maximum of floats, which need extensions
// of SPIR-V (SPV_EXT_shader_atomic_float_add and SPV_EXT_shader_atomic_float_min_max).
#include <sycl/sycl.hpp>

template <typename T>
using Global = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device,
                                sycl::access::address_space::global_space>;

class Histogram;
class FloatExtremes;

void histogram(sycl::queue queue, const unsigned *input, unsigned *bins, unsigned bin_count, size_t count) {
  queue.parallel_for<Histogram>(sycl::nd_range<1>(count, 32), [input, bins, bin_count](sycl::nd_item<1> item) {
    Global<unsigned>(bins[input[item.get_global_id(0)] % bin_count]).fetch_add(1u);
  });
}

void extremes(sycl::queue queue, const float *input, float *sum_and_maximum, size_t count) {
  queue.parallel_for<FloatExtremes>(sycl::nd_range<1>(count, 32), [input, sum_and_maximum](sycl::nd_item<1> item) {
    const float value = input[item.get_global_id(0)];
    Global<float>(sum_and_maximum[0]).fetch_add(value);
    Global<float>(sum_and_maximum[1]).fetch_max(value);
  });
}
