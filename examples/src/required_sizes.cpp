// Kernels that fix their work-group size or sub-group size at compile time. A size is a property of an image, so
// kernels with different ones never share an image, and the host must launch each with exactly its own size.
#include <cstdint>
#include <sycl/sycl.hpp>

class Transpose;
class RowSums;
class LaneBroadcast;
class Free;

// A 4 x 8 tile turned into an 8 x 4 one. In SYCL the first number is the slowest dimension; OpenCL counts from the
// fastest, so this kernel's size is (8, 4, 1) there.
void transpose(sycl::queue queue, const int *input, int *output) {
  queue.parallel_for<Transpose>(sycl::nd_range<2>({8, 16}, {4, 8}),
                                [input, output](sycl::nd_item<2> item) [[sycl::reqd_work_group_size(4, 8)]] {
                                  const size_t row = item.get_global_id(0), column = item.get_global_id(1);
                                  output[column * 8 + row] = input[row * 16 + column];
                                });
}

// Each work-group of 16 sums its row.
void row_sums(sycl::queue queue, const int *input, int *output) {
  queue.parallel_for<RowSums>(sycl::nd_range<1>(64, 16),
                              [input, output](sycl::nd_item<1> item) [[sycl::reqd_work_group_size(16)]] {
                                const int sum = sycl::reduce_over_group(item.get_group(),
                                                                        input[item.get_global_id(0)],
                                                                        sycl::plus<int>());
                                output[item.get_global_id(0)] = sum;
                              });
}

// Every work-item gets the value of the first lane of its sub-group of 8.
void lane_broadcast(sycl::queue queue, const int *input, int *output) {
  queue.parallel_for<LaneBroadcast>(sycl::nd_range<1>(64, 32),
                                    [input, output](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(8)]] {
                                      const sycl::sub_group lanes = item.get_sub_group();
                                      const size_t i = item.get_global_id(0);
                                      output[i] = sycl::group_broadcast(lanes, input[i]) +
                                                  static_cast<int>(lanes.get_max_local_range()[0]);
                                    });
}

void no_requirement(sycl::queue queue, int *output) {
  queue.parallel_for<Free>(sycl::nd_range<1>(64, 32), [output](sycl::nd_item<1> item) {
    output[item.get_global_id(0)] = static_cast<int>(item.get_local_id(0) * 100 + item.get_group(0));
  });
}
