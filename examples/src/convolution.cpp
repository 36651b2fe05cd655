// A 3x3 convolution whose coefficients are a specialization constant: the use that SYCL 2020 gives for them in section
// 4.9.5. The device compiler sees the values that the application chose and can unroll and fold around them.
//
// `coefficients` is composite (an array of arrays); `gain` and `bias` are scalars. The second kernel uses only `gain`,
// so the images of the two kernels hold different sets of constants when the code is split by kernel.
#include <array>
#include <sycl/sycl.hpp>

using Coefficients = std::array<std::array<float, 3>, 3>;

// A blur: the nine weights sum to one.
constexpr sycl::specialization_id<Coefficients> coefficients{
    Coefficients{{{0.0625f, 0.125f, 0.0625f}, {0.125f, 0.25f, 0.125f}, {0.0625f, 0.125f, 0.0625f}}}};
constexpr sycl::specialization_id<float> gain{1.0f};
constexpr sycl::specialization_id<int> bias{0};

// Declared out here, so that the kernels are named `_ZTS8Convolve` and `_ZTS7Amplify`.
class Convolve;
class Amplify;

// Outside of the image, the nearest pixel counts.
inline int nearest(int index, int count) { return index < 0 ? 0 : index < count ? index : count - 1; }

void convolve(sycl::queue queue, const float *input, float *output, int width, int height) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<Convolve>(
        sycl::nd_range<2>({static_cast<size_t>(height), static_cast<size_t>(width)}, {1, 8}),
        [input, output, width, height](sycl::nd_item<2> item, sycl::kernel_handler constants) {
          const Coefficients weights = constants.get_specialization_constant<coefficients>();
          const int row = static_cast<int>(item.get_global_id(0));
          const int column = static_cast<int>(item.get_global_id(1));
          float sum = 0.0f;
          for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x) {
              const int from_row = nearest(row + y - 1, height);
              const int from_column = nearest(column + x - 1, width);
              sum += weights[y][x] * input[from_row * width + from_column];
            }
          output[row * width + column] =
              sum * constants.get_specialization_constant<gain>() +
              static_cast<float>(constants.get_specialization_constant<bias>());
        });
  });
}

void amplify(sycl::queue queue, const float *input, float *output, int count) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<Amplify>(sycl::nd_range<1>(static_cast<size_t>(count), 8),
                                        [input, output](sycl::nd_item<1> item, sycl::kernel_handler constants) {
                                          const size_t i = item.get_global_id(0);
                                          output[i] = input[i] * constants.get_specialization_constant<gain>();
                                        });
  });
}
