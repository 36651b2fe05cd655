// Compiles SYCL sources with the run-time compiler of the installed SYCL runtime.
//
//   front_end FILE... [-- OPTION...]
//
// The run-time compiler is reached through the documented extension sycl_ext_oneapi_kernel_compiler. With
// SYCL_CACHE_PERSISTENT=1 and SYCL_CACHE_DIR set, the runtime keeps the device bitcode of its front end in that
// directory; `regenerate` picks it up there. The images that the run-time compiler itself goes on to build are not
// used, and its failure to build them is not a failure here: it neither lowers specialization constants nor links
// translation units, so such sources end in unresolved symbols after the bitcode has been stored.
//
// The files of one call are the translation units of one program: the compiler numbers them rtc_0.cpp, rtc_1.cpp, ...,
// which is what `sycl-module-id` and the module's source_filename say later.
//
// Exit code: 0 always after compiling, 2 usage. The log of every file goes to stderr.
#define SYCL_DISABLE_FSYCL_SYCLHPP_WARNING
#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

namespace experimental = sycl::ext::oneapi::experimental;

static void compile(sycl::context context, const std::string &source, const std::vector<std::string> &options) {
  std::string log;
  try {
    auto bundle =
        experimental::create_kernel_bundle_from_source(context, experimental::source_language::sycl, source);
    experimental::build(bundle,
                        experimental::properties{experimental::build_options{options}, experimental::save_log{&log}});
    std::cerr << log;
  } catch (const sycl::exception &error) {
    std::cerr << log << error.what() << "\n";
  }
}

int main(int argc, char **argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  const std::vector<std::string> files(arguments.begin(), separator);
  const std::vector<std::string> options(separator == arguments.end() ? separator : separator + 1, arguments.end());
  if (files.empty()) {
    std::cerr << "usage: front_end FILE... [-- OPTION...]\n";
    return 2;
  }
  const sycl::context context{sycl::device{sycl::cpu_selector_v}};
  for (const std::string &name : files) {
    std::ifstream file(name);
    if (!file) {
      std::cerr << "front_end: cannot read " << name << "\n";
      return 2;
    }
    std::ostringstream source;
    source << file.rdbuf();
    compile(context, source.str(), options);
  }
}
