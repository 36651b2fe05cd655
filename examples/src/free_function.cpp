// Kernels written as plain functions (sycl_ext_oneapi_free_function_kernels). Their names follow the function's name,
// and their parameters are the function's parameters, in order; nothing is captured.
#include <sycl/sycl.hpp>

namespace experimental = sycl::ext::oneapi::experimental;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void saxpy(float a, const float *x, float *y) {
  const size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
  y[i] = a * x[i] + y[i];
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void iota(int *output, int count, int start) {
  for (int i = 0; i < count; ++i)
    output[i] = start + i;
}
