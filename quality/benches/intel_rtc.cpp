// The peer of run-time compilation of SYCL: Intel's, with another source in each run.
//
// usage: intel_rtc COUNT [OPTION]; prints milliseconds of build() of each run, the first one too, and the peak memory
// of the process in kB
#include <sycl/sycl.hpp>

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace syclexp = sycl::ext::oneapi::experimental;

int main(int argc, char **words) {
  int count = std::atoi(words[1]);
  std::vector<std::string> options(words + 2, words + argc);
  sycl::queue queue;
  auto language = syclexp::source_language::sycl;
  for (int number = 0; number <= count; ++number) {
    std::string source = R"(#include <sycl/sycl.hpp>
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((
  sycl::ext::oneapi::experimental::nd_range_kernel<1>))
void vec_add(float* in1, float* in2, float* out){
  size_t id = sycl::ext::oneapi::this_work_item::get_nd_item<1>()
              .get_global_linear_id();
  out[id] = in1[id] + in2[id] + )" + std::to_string(number) + ";\n}\n";
    auto bundle = syclexp::create_kernel_bundle_from_source(queue.get_context(), language, source);
    auto start = std::chrono::steady_clock::now();
    auto built = syclexp::build(bundle, syclexp::properties{syclexp::build_options{options}});
    std::printf("%f\n", std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  std::printf("%ld\n", used.ru_maxrss);
}
