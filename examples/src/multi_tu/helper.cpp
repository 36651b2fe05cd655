// The second translation unit of the program in main.cpp: defines the functions that are called from there, and has a
// kernel and a specialization constant of its own (`addend`). `hidden` exists in both units, with different results.
#include "shared.hpp"

constexpr sycl::specialization_id<int> addend{1000};

static int hidden(int x) { return x + 200; }

SYCL_EXTERNAL int cube(int x) { return x * x * x; }
SYCL_EXTERNAL int through_helper(int x) { return hidden(x) * 2; }

class InHelper;

void in_helper(sycl::queue queue, const int *input, int *output, size_t count) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<InHelper>(sycl::nd_range<1>(count, 8),
                                   [input, output](sycl::nd_item<1> item, sycl::kernel_handler constants) {
                                     const size_t i = item.get_global_id(0);
                                     output[i] = hidden(input[i]) * constants.get_specialization_constant<factor>() +
                                                 constants.get_specialization_constant<addend>();
                                   });
  });
}
