// A free function kernel and a template of one, compiled at run time: `sycl-rtc compile scale.cpp --name 'power<3>'`.
#include <sycl/sycl.hpp>
namespace syclexp = sycl::ext::oneapi::experimental;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>)) void scale(float *x, float by) {
  x[sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0)] *= by;
}

template <int N> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>)) void power(float *x) {
  float &value = x[sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0)];
  value = sycl::pown(value, N);
}
