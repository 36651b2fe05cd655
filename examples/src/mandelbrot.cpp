// Escape times of the Mandelbrot set over a range without a work-group size. The front end makes two kernels of
// Escape: the plain one, and one that rounds the range up and tests the bounds. The limit of iterations is a
// specialization constant, so a loop bound is known to the device compiler.
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> limit{64};

class Escape;

void escape(sycl::queue queue, int *output, float left, float top, float step, size_t rows, size_t columns) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<Escape>(sycl::range<2>(rows, columns), [output, left, top, step](
                                                                    sycl::item<2> item, sycl::kernel_handler constants) {
      const float re = left + step * static_cast<float>(item.get_id(1));
      const float im = top + step * static_cast<float>(item.get_id(0));
      float x = 0.0f, y = 0.0f;
      int iteration = 0;
      while (iteration < constants.get_specialization_constant<limit>() && x * x + y * y <= 4.0f) {
        const float next = x * x - y * y + re;
        y = 2.0f * x * y + im;
        x = next;
        ++iteration;
      }
      output[item.get_linear_id()] = iteration;
    });
  });
}
