// Properties of kernels (sycl_ext_oneapi_kernel_properties), and sizes of sub-groups.
#include "check.hpp"
#include <string>
#include <sycl/sycl.hpp>

using namespace sycl;
namespace experimental = sycl::ext::oneapi::experimental;

int main() {
  queue q;
  unsigned *data = malloc_shared<unsigned>(64, q);
  experimental::properties of_16{experimental::work_group_size<32>, experimental::sub_group_size<16>};
  static_assert(of_16.has_property<experimental::sub_group_size_key>() &&
      !of_16.has_property<experimental::device_has_key>());
  auto sizes = [=](nd_item<1> item) {
    data[item.get_global_id(0)] = ext::oneapi::this_work_item::get_nd_item<1>().get_local_range(0);
  };
  q.parallel_for<class Sized>(nd_range<1>(64, 32), of_16, sizes).wait();
  CHECK(data[0] == 32 && data[63] == 32);
  kernel k = get_kernel_bundle<bundle_state::executable>(q.get_context()).get_kernel<Sized>();
  CHECK(k.get_info<info::kernel_device_specific::compile_work_group_size>(q.get_device()) == range<3>(1, 1, 32) ||
        k.get_info<info::kernel_device_specific::compile_work_group_size>(q.get_device()) == range<3>(32, 1, 1));
  CHECK(k.get_info<info::kernel_device_specific::compile_sub_group_size>(q.get_device()) == 16);
  q.parallel_for<class AnySize>(nd_range<1>(64, 32), sizes).wait();
  kernel any = get_kernel_bundle<bundle_state::executable>(q.get_context()).get_kernel<AnySize>();
  CHECK(any.get_info<info::kernel_device_specific::compile_sub_group_size>(q.get_device()) == 0);
  // Queries of a launch (sycl_ext_oneapi_launch_queries).
  namespace of_queue = experimental::info::kernel_queue_specific;
  CHECK(k.ext_oneapi_get_info<of_queue::max_work_group_size>(q) ==
        k.get_info<info::kernel_device_specific::work_group_size>(q.get_device()));
  CHECK(k.ext_oneapi_get_info<of_queue::max_work_item_sizes<2>>(q)[1] <=
        k.ext_oneapi_get_info<of_queue::max_work_group_size>(q));
  CHECK(k.ext_oneapi_get_info<of_queue::max_sub_group_size>(q) == 16);
  CHECK(k.ext_oneapi_get_info<of_queue::num_sub_groups>(q, range<2>(2, 17)) == 3);
  CHECK(k.ext_oneapi_get_info<of_queue::max_num_work_groups>(q, 32, 64) >=
        q.get_device().get_info<info::device::max_compute_units>());
  CHECK(k.ext_oneapi_get_info<of_queue::max_num_work_groups>(q, {4, 8}) > 0);
  CHECK(k.ext_oneapi_get_info<of_queue::max_num_work_groups>(q, range<1>(size_t(1) << 40)) == 0);
  CHECK(k.ext_oneapi_get_info<of_queue::max_num_work_groups>(q, 32, size_t(1) << 40) == 0);
  CHECK_THROWS(errc::nd_range, "required work-group size", q.parallel_for(nd_range<1>(64, 16), of_16,
      [=](nd_item<1> item) { data[item.get_global_id(0)] = 1; }));
  // get_sub_group() asks for 32.
  q.parallel_for(nd_range<1>(64, 64),
      [=](nd_item<1> item) { data[item.get_global_id(0)] = item.get_sub_group().get_max_local_range()[0]; }).wait();
  CHECK(data[5] == 32);
  q.single_task(experimental::properties{}, [=] { data[0] = 3; }).wait();
  CHECK(data[0] == 3);
  free(data, q);
  return result();
}
