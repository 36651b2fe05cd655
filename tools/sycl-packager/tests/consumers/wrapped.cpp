// A host program whose device images come from a wrapped host object: examples/src/convolution.cpp, launched by kernel
// type, so the runtime has to find kernels, specialization constants and removed parameters in what was registered.
//
// Built by a host compiler, so what a SYCL front end would generate is written by hand: `KernelInfo` of each kernel
// (the integration header) and the symbolic ids of the constants (the integration footer).
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include <sycl/detail/defines_elementary.hpp>
#include <sycl/detail/kernel_desc.hpp>

class Convolve;
class Amplify;

namespace sycl {
inline namespace _V1 {
namespace detail {
struct described_kernel {
  static constexpr bool isESIMD() { return false; }
  static constexpr const char *getFileName() { return "wrapped.cpp"; }
  static constexpr const char *getFunctionName() { return ""; }
  static constexpr unsigned getLineNumber() { return 1; }
  static constexpr unsigned getColumnNumber() { return 1; }
};

template <> struct KernelInfo<Convolve> : described_kernel {
  static constexpr kernel_param_desc_t parameters[] = {
      {kernel_param_kind_t::kind_pointer, 8, 0},     {kernel_param_kind_t::kind_pointer, 8, 8},
      {kernel_param_kind_t::kind_std_layout, 4, 16}, {kernel_param_kind_t::kind_std_layout, 4, 20},
      {kernel_param_kind_t::kind_specialization_constants_buffer, 8, 0}};
  static constexpr unsigned getNumParams() { return 5; }
  static constexpr const kernel_param_desc_t &getParamDesc(int i) { return parameters[i]; }
  static constexpr const char *getName() { return "_ZTS8Convolve"; }
  static constexpr int64_t getKernelSize() { return 24; }
};

template <> struct KernelInfo<Amplify> : described_kernel {
  static constexpr kernel_param_desc_t parameters[] = {
      {kernel_param_kind_t::kind_pointer, 8, 0},
      {kernel_param_kind_t::kind_pointer, 8, 8},
      {kernel_param_kind_t::kind_specialization_constants_buffer, 8, 0}};
  static constexpr unsigned getNumParams() { return 3; }
  static constexpr const kernel_param_desc_t &getParamDesc(int i) { return parameters[i]; }
  static constexpr const char *getName() { return "_ZTS7Amplify"; }
  static constexpr int64_t getKernelSize() { return 16; }
};
} // namespace detail
} // namespace _V1
} // namespace sycl

#include <sycl/sycl.hpp>

using Coefficients = std::array<std::array<float, 3>, 3>;
constexpr Coefficients blur{{{0.0625f, 0.125f, 0.0625f}, {0.125f, 0.25f, 0.125f}, {0.0625f, 0.125f, 0.0625f}}};
constexpr sycl::specialization_id<Coefficients> coefficients{blur};
constexpr sycl::specialization_id<float> gain{1.0f};
constexpr sycl::specialization_id<int> bias{0};

namespace sycl {
inline namespace _V1 {
namespace detail {
template <> inline const char *get_spec_constant_symbolic_ID_impl<::coefficients>() { return "____ZL12coefficients"; }
template <> inline const char *get_spec_constant_symbolic_ID_impl<::gain>() { return "____ZL4gain"; }
template <> inline const char *get_spec_constant_symbolic_ID_impl<::bias>() { return "____ZL4bias"; }
} // namespace detail
} // namespace _V1
} // namespace sycl
#include <sycl/detail/spec_const_integration.hpp>

constexpr int width = 16;
constexpr int height = 4;

struct Settings {
  const char *name;
  bool set;
  Coefficients weights;
  float gain;
  int bias;
};

// The runtime passes a kernel's arguments out of the object of this lambda; its body is never called on the host.
void launch_convolve(sycl::queue &queue, const Settings &settings, const float *input, float *output, int columns,
                     int rows) {
  queue.submit([&](sycl::handler &handler) {
    if (settings.set) {
      handler.set_specialization_constant<coefficients>(settings.weights);
      handler.set_specialization_constant<gain>(settings.gain);
      handler.set_specialization_constant<bias>(settings.bias);
    }
    handler.parallel_for<Convolve>(
        sycl::nd_range<2>({static_cast<size_t>(rows), static_cast<size_t>(columns)}, {1, 8}),
        [input, output, columns, rows](sycl::nd_item<2>, sycl::kernel_handler) {
          (void)input, (void)output, (void)columns, (void)rows;
        });
  });
}

void launch_amplify(sycl::queue &queue, const Settings &settings, const float *input, float *output, int count) {
  queue.submit([&](sycl::handler &handler) {
    if (settings.set)
      handler.set_specialization_constant<gain>(settings.gain);
    handler.parallel_for<Amplify>(sycl::nd_range<1>(static_cast<size_t>(count), 8),
                                  [input, output](sycl::nd_item<1>, sycl::kernel_handler) {
                                    (void)input, (void)output;
                                  });
  });
}

int nearest(int index, int count) { return index < 0 ? 0 : index < count ? index : count - 1; }

float convolved(const Settings &settings, const float *input, int row, int column) {
  float sum = 0.0f;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      sum += settings.weights[y][x] * input[nearest(row + y - 1, height) * width + nearest(column + x - 1, width)];
  return sum * settings.gain + static_cast<float>(settings.bias);
}

int main() {
  const Coefficients others{{{1.0f, 2.0f, 3.0f}, {-4.0f, 5.0f, -6.0f}, {0.5f, 0.25f, -0.125f}}};
  int bad = 0;
  try {
    sycl::queue queue;
    std::cout << queue.get_device().get_info<sycl::info::device::name>() << "\n";
    auto *input = sycl::malloc_shared<float>(width * height, queue);
    auto *output = sycl::malloc_shared<float>(width * height, queue);
    for (int i = 0; i < width * height; ++i)
      input[i] = static_cast<float>((i * 37) % 11);
    for (const Settings &settings :
         {Settings{"defaults", false, blur, 1.0f, 0}, Settings{"set", true, others, -2.5f, 1000}}) {
      launch_convolve(queue, settings, input, output, width, height);
      queue.wait_and_throw();
      int wrong = 0;
      for (int i = 0; i < width * height; ++i)
        wrong += std::fabs(output[i] - convolved(settings, input, i / width, i % width)) > 1e-3f;
      std::cout << "convolve, " << settings.name << ": output[17] = " << output[17] << ", " << wrong << " wrong\n";
      bad += wrong;
      launch_amplify(queue, settings, input, output, width * height);
      queue.wait_and_throw();
      wrong = 0;
      for (int i = 0; i < width * height; ++i)
        wrong += output[i] != input[i] * settings.gain;
      std::cout << "amplify, " << settings.name << ": output[17] = " << output[17] << ", " << wrong << " wrong\n";
      bad += wrong;
    }
  } catch (const std::exception &error) {
    std::cout << "exception: " << error.what() << "\n";
    return 1;
  }
  return bad == 0 ? 0 : 1;
}
