// Loads a SYCLBIN file through the SYCL runtime, launches kernels out of it and compares what they compute.
//
// usage: syclbin saxpy FILE input|object|executable
//        syclbin amplify FILE
//
// `saxpy` is for a file made of examples/src/free_function.cpp. `amplify` is for one of examples/src/convolution.cpp in
// state input: it runs a kernel with the default value of a specialization constant and with another.
#include <cstring>
#include <filesystem>
#include <iostream>
#include <vector>

#include <sycl/sycl.hpp>

#include <sycl/ext/oneapi/experimental/syclbin_kernel_bundle.hpp>

constexpr sycl::specialization_id<float> gain{1.0f};

// Text that a SYCL front end would write into the integration footer.
namespace sycl {
inline namespace _V1 {
namespace detail {
template <> inline const char *get_spec_constant_symbolic_ID_impl<::gain>() { return "____ZL4gain"; }
} // namespace detail
} // namespace _V1
} // namespace sycl
#include <sycl/detail/spec_const_integration.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
using sycl::bundle_state;

constexpr int count = 64;

template <bundle_state State> auto load(sycl::queue &queue, const char *file) {
  return experimental::get_kernel_bundle<State>(queue.get_context(), std::vector<sycl::device>{queue.get_device()},
                                                std::filesystem::path(file));
}

sycl::kernel_bundle<bundle_state::executable> load_executable(sycl::queue &queue, const char *file,
                                                              const char *state) {
  if (std::strcmp(state, "input") == 0)
    return sycl::build(load<bundle_state::input>(queue, file));
  if (std::strcmp(state, "object") == 0)
    return sycl::link(load<bundle_state::object>(queue, file));
  return load<bundle_state::executable>(queue, file);
}

bool saxpy(sycl::queue &queue, const char *file, const char *state) {
  auto bundle = load_executable(queue, file, state);
  auto *x = sycl::malloc_shared<float>(count, queue);
  auto *y = sycl::malloc_shared<float>(count, queue);
  auto *numbers = sycl::malloc_shared<int>(count, queue);
  for (int i = 0; i < count; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 1.0f;
  }
  sycl::kernel kernel = bundle.ext_oneapi_get_kernel("saxpy");
  queue.submit([&](sycl::handler &handler) {
    handler.set_args(2.0f, x, y);
    handler.parallel_for(sycl::nd_range<1>(count, 16), kernel);
  });
  kernel = bundle.ext_oneapi_get_kernel("__sycl_kernel_iota");
  queue.submit([&](sycl::handler &handler) {
    handler.set_args(numbers, count, 1000);
    handler.single_task(kernel);
  });
  queue.wait_and_throw();
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += (y[i] != 2.0f * static_cast<float>(i) + 1.0f) + (numbers[i] != 1000 + i);
  std::cout << "saxpy, state " << state << ": y[63] = " << y[count - 1] << ", numbers[63] = " << numbers[count - 1]
            << ", " << wrong << " wrong\n";
  return wrong == 0;
}

bool amplify(sycl::queue &queue, const char *file) {
  auto *input = sycl::malloc_shared<float>(count, queue);
  auto *output = sycl::malloc_shared<float>(count, queue);
  bool good = true;
  for (float factor : {1.0f, -2.5f}) {
    auto bundle = load<bundle_state::input>(queue, file);
    if (factor != 1.0f)
      bundle.set_specialization_constant<gain>(factor);
    auto executable = sycl::build(bundle);
    for (int i = 0; i < count; ++i) {
      input[i] = static_cast<float>(i);
      output[i] = -1.0f;
    }
    sycl::kernel kernel = executable.ext_oneapi_get_kernel("amplify");
    queue.submit([&](sycl::handler &handler) {
      handler.set_args(input, output);
      handler.parallel_for(sycl::nd_range<1>(count, 8), kernel);
    });
    queue.wait_and_throw();
    int wrong = 0;
    for (int i = 0; i < count; ++i)
      wrong += output[i] != static_cast<float>(i) * factor;
    std::cout << "amplify by " << factor << ": output[63] = " << output[count - 1] << ", " << wrong << " wrong\n";
    good = good && wrong == 0;
  }
  return good;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  try {
    sycl::queue queue;
    bool good = std::strcmp(argv[1], "amplify") == 0 ? amplify(queue, argv[2])
                                                     : saxpy(queue, argv[2], argc > 3 ? argv[3] : "executable");
    return good ? 0 : 1;
  } catch (const std::exception &error) {
    std::cout << "exception: " << error.what() << "\n";
    return 1;
  }
}
