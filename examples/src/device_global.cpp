// Device globals: variables that live on the device for as long as the program does. `calls` and `table` have the
// property `device_image_scope`, so they are ordinary module-scope variables of the image that uses them and all their
// kernels must be in that one image. `Record` writes them, `Report` reads them in a later launch.
#include <sycl/sycl.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
using OneImage = decltype(experimental::properties{experimental::device_image_scope});

experimental::device_global<int, OneImage> calls;
experimental::device_global<int[4], OneImage> table;

class Record;
class Report;

void record(sycl::queue queue, const int *input) {
  queue.single_task<Record>([input] {
    calls += 1;
    for (int i = 0; i < 4; ++i)
      table[i] += input[i];
  });
}

void report(sycl::queue queue, int *output) {
  queue.single_task<Report>([output] {
    output[0] = calls;
    for (int i = 0; i < 4; ++i)
      output[1 + i] = table[i];
  });
}
