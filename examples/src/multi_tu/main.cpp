// A program of two translation units. The kernel here calls functions that helper.cpp defines as SYCL_EXTERNAL; the two
// modules become one with llvm-link before post-link sees them. `factor` is one constant for the whole program.
#include "shared.hpp"

static int hidden(int x) { return x - 1; }

SYCL_EXTERNAL int cube(int x);
SYCL_EXTERNAL int through_helper(int x);

class InMain;
class CallsNothing;

void in_main(sycl::queue queue, const int *input, int *output, size_t count) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<InMain>(sycl::nd_range<1>(count, 8),
                                 [input, output](sycl::nd_item<1> item, sycl::kernel_handler constants) {
                                   const size_t i = item.get_global_id(0);
                                   output[i] = cube(hidden(input[i])) * constants.get_specialization_constant<factor>() +
                                               through_helper(input[i]);
                                 });
  });
  queue.parallel_for<CallsNothing>(sycl::nd_range<1>(count, 8), [output](sycl::nd_item<1> item) {
    output[item.get_global_id(0)] = static_cast<int>(item.get_global_id(0)) * 3;
  });
}
