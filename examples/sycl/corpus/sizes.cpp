// Required work-group sizes in one, two and three dimensions.
#include <sycl_passes.hpp>

class W1;
class W1b;
class W2;
class W3;
class WHint;
class W0;

void start(syp::queue q, int *o) {
  using syp::nd_item, syp::nd_range, syp::parallel_for, syp::reqd_work_group_size;
  parallel_for<W1, reqd_work_group_size<16>>(q, nd_range(64, 16), [=](nd_item<1> i) { o[i.get_global_id(0)] = 1; });
  parallel_for<W2, reqd_work_group_size<4, 8>>(q, nd_range<2>({8, 8}, {4, 8}), [=](nd_item<2> i) {
    o[i.get_global_linear_id()] = 1;
  });
  parallel_for<W3, reqd_work_group_size<2, 4, 2>>(q, nd_range<3>({8, 8, 2}, {2, 4, 2}), [=](nd_item<3> i) {
    o[i.get_global_linear_id()] = 1;
  });
  parallel_for<W1b, reqd_work_group_size<16>>(q, nd_range(64, 16), [=](nd_item<1> i) { o[i.get_global_id(0)] = 2; });
  parallel_for<WHint>(q, nd_range(64, 32), [=](nd_item<1> i) { o[i.get_global_id(0)] = 3; });
  parallel_for<W0>(q, nd_range(64, 32), [=](nd_item<1> i) { o[i.get_global_id(0)] = 4; });
}
