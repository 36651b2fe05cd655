// Output and failed assertions of kernels, in a process of their own.
#include <sycl/sycl.hpp>
#include <cassert>
#include <string>
#include "check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;

constexpr int line_of_assertion = __LINE__ + 1;
static void check_number(size_t i) { assert(i != 17 && "seventeen"); }

static int run_part(const std::string &part) {
  sycl::queue q;
  if (part == "print") {
    q.single_task([] {
      experimental::printf("%d %s %5.2f %c %llu %%\n", 42, "text", 2.5, 'c', 1ull << 40);
      static const char format[] = "constant %x\n";
      experimental::printf(format, 255u);
      experimental::printf("no arguments\n");
    }).wait();
    q.parallel_for(sycl::range<1>(100), [](sycl::id<1> i) {
      experimental::printf("<%d %d>\n", int(i[0]), int(i[0]));
    }).wait();
  } else {
    q.parallel_for(sycl::nd_range<1>(64, 16), [](sycl::nd_item<1> it) { check_number(it.get_global_id(0)); }).wait();
    std::printf("not reached\n");
  }
  return 0;
}
static std::string output_of(const std::string &command, int &status) {
  std::string text;
  std::FILE *from = popen(command.c_str(), "r");
  char line[256];
  while (from && std::fgets(line, sizeof(line), from)) text += line;
  status = from ? pclose(from) : -1;
  return text;
}

int main(int count, char **arguments) {
  if (count > 1) return run_part(arguments[1]);
  int status = 0;
  std::string program = std::string("'") + arguments[0] + "' ";
  std::string text = output_of(program + "print", status);
  CHECK(status == 0);
  CHECK(text.find("42 text  2.50 c 1099511627776 %\nconstant ff\nno arguments\n") == 0);
  for (int n = 0; n < 100; ++n) {
    std::string number = std::to_string(n);
    CHECK(text.find("<" + number + " " + number + ">\n") != std::string::npos);
  }
  text = output_of(program + "assert 2>&1", status);
  CHECK(status != 0);
  CHECK(text.find("not reached") == std::string::npos);
  CHECK(text.find("printf.cpp:" + std::to_string(line_of_assertion)) != std::string::npos);
  CHECK(text.find("seventeen") != std::string::npos);
  if (wrong) std::printf("%s", text.c_str());
  return result();
}
