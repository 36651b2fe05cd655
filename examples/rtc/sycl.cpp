// Compiles vec_add.cpp in the process and runs it on a SYCL runtime: source_language::spirv takes the image. All of it
// is host code, so that any C++ compiler will do.
//
// clang++-22 -std=c++17 sycl.cpp -Iinclude -Llib -lsycl_rtc -lsycl -o sycl && ./sycl vec_add.cpp
#include <cstddef>
#include <vector>

#include <sycl/sycl.hpp>

#include "compile.h"

namespace syclexp = sycl::ext::oneapi::experimental;

int main(int argc, char **argv) {
  stop_unless(argc == 2, "usage: sycl vec_add.cpp");
  sycl_rtc_image image;
  sycl_rtc_program *compiled = compile_file(argv[1], "sycl", "spirv64", &image);

  sycl::queue queue;
  auto begin = static_cast<const std::byte *>(image.bytes);
  std::vector<std::byte> bytes(begin, begin + image.length);
  auto source = syclexp::create_kernel_bundle_from_source(queue.get_context(), syclexp::source_language::spirv, bytes);
  sycl::kernel kernel = syclexp::build(source).ext_oneapi_get_kernel("__sycl_kernel_vec_add");
  sycl_rtc_program_destroy(compiled);

  auto allocate = [&] { return sycl::malloc_shared<float>(COUNT, queue); };
  float *a = allocate(), *b = allocate(), *c = allocate();
  fill(a, b);
  queue.submit([&](sycl::handler &handler) {
    handler.set_args(a, b, c);
    handler.parallel_for(sycl::nd_range<1>(COUNT, 64), kernel);
  });
  queue.wait_and_throw();
  return check(c);
}
