// Kernels whose results `results.py` compares: each form that a launcher can meet.
#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;
namespace item = sycl::ext::oneapi::this_work_item;
#define KERNEL(property) extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((property)) void

KERNEL(ex::nd_range_kernel<1>) line(int *out) {
  auto it = item::get_nd_item<1>();
  out[it.get_global_linear_id()] = 100 * int(it.get_group(0)) + int(it.get_local_id(0));
}

KERNEL(ex::nd_range_kernel<2>) plane(int *out) {
  auto it = item::get_nd_item<2>();
  out[it.get_global_linear_id()] = 100 * int(it.get_global_id(0)) + int(it.get_global_id(1));
}

KERNEL(ex::nd_range_kernel<3>) space(int *out) {
  auto it = item::get_nd_item<3>();
  out[it.get_global_linear_id()] =
      10000 * int(it.get_global_id(0)) + 100 * int(it.get_global_id(1)) + int(it.get_global_id(2));
}

KERNEL(ex::single_task_kernel) once(int *out) { *out = 42; }

KERNEL(ex::single_task_kernel) nothing() {}

struct Shape {
  float width;
  int counts[3];
  char kind;
};

KERNEL(ex::single_task_kernel) by_value(float *out, Shape shape, short add) {
  *out = shape.width * shape.counts[1] + shape.kind + add;
}

KERNEL(ex::nd_range_kernel<1>) reversed(int *data, sycl::local_accessor<int, 1> shared) {
  auto it = item::get_nd_item<1>();
  size_t own = it.get_local_id(0), last = it.get_local_range(0) - 1;
  shared[own] = data[it.get_global_id(0)];
  sycl::group_barrier(it.get_group());
  data[it.get_global_id(0)] = shared[last - own];
}

KERNEL(ex::nd_range_kernel<1>) totals(int *data, ex::work_group_memory<int> total) {
  auto it = item::get_nd_item<1>();
  if (it.get_local_id(0) == 0)
    total = 0;
  sycl::group_barrier(it.get_group());
  sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group> all(*&total);
  all += data[it.get_global_id(0)];
  sycl::group_barrier(it.get_group());
  data[it.get_global_id(0)] = total;
}

KERNEL(ex::single_task_kernel) thirty(long *out, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9,
                                      int a10, int a11, int a12, int a13, int a14, int a15, int a16, int a17, int a18,
                                      int a19, int a20, int a21, int a22, int a23, int a24, int a25, int a26, int a27,
                                      int a28, int a29) {
  int all[] = {a1,  a2,  a3,  a4,  a5,  a6,  a7,  a8,  a9,  a10, a11, a12, a13, a14, a15,
               a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29};
  long sum = 0;
  for (int i = 0; i < 29; ++i)
    sum += long(i + 1) * all[i];
  *out = sum;
}

namespace ns {
template <class T, int N> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void times(T *data) {
  data[item::get_nd_item<1>().get_global_id(0)] *= T(N);
}
} // namespace ns

struct Pair {
  int a;
  float b;
};
constexpr sycl::specialization_id<int> first(3), second(7);
constexpr sycl::specialization_id<bool> flag(true);
constexpr sycl::specialization_id<double> ratio(0.5);
constexpr sycl::specialization_id<Pair> both(Pair{11, 2.5f});

KERNEL(ex::single_task_kernel) constants(double *out) {
  out[0] = sycl::get_specialization_constant<first>();
  out[1] = sycl::get_specialization_constant<second>();
  out[2] = sycl::get_specialization_constant<flag>();
  out[3] = sycl::get_specialization_constant<ratio>();
  out[4] = sycl::get_specialization_constant<both>().a;
  out[5] = sycl::get_specialization_constant<both>().b;
}
