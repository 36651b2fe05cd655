// A kernel that uses much of what DPC++'s headers rely on DPC++'s compiler for; `dpcpp.py` compares its results.
#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>))
    SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::work_group_size<32>)) void all(float *a, float *b, float *c) {
  auto it = sycl::ext::oneapi::this_work_item::get_nd_item<1>();
  size_t i = it.get_global_linear_id();
  sycl::float4 x{a[i], a[i] + 100, b[i], -a[i]}, y{b[i], a[i], a[i], b[i]};
  // Relations of vectors, which are vectors of integers of the same size.
  auto greater = sycl::isgreater(x, y);
  int bits = (greater[0] ? 1 : 0) + (greater[1] ? 2 : 0) + (greater[2] ? 4 : 0) + (greater[3] ? 8 : 0);
  float chosen = sycl::select(x, y, greater)[0];
  auto is_nan = sycl::isnan(sycl::float2{a[i], sycl::nan(1u)});
  // Conversions with a rounding mode, functions with two results, integers.
  int rounded = (x * 1.25f).convert<int, sycl::rounding_mode::rtp>()[0];
  int exponent;
  float mantissa = sycl::frexp(a[i] + 1, &exponent);
  int integers = sycl::max(int(a[i]), 7) + sycl::clz(short(a[i])) + sycl::popcount(unsigned(i));
  // Groups.
  sycl::group_barrier(it.get_group());
  int sum = sycl::reduce_over_group(it.get_group(), int(it.get_local_linear_id()), sycl::plus<int>());
  float first = sycl::group_broadcast(it.get_group(), a[i], 0);
  bool any = sycl::any_of_group(it.get_group(), it.get_local_linear_id() == 5);
  c[i] = bits + chosen + (is_nan[1] ? 1000 : 0) + (is_nan[0] ? 5000 : 0) + rounded +
         mantissa * static_cast<float>(1 << exponent) + integers + sum + first + (any ? 20000 : 0);
}

template <typename T, int N> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void times(T *values) {
  values[sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id()] *= N;
}
