// Products of bytes (sycl_ext_oneapi_dot_accumulate).
#include "check.hpp"
#include <string>
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/sycl.hpp>

using namespace sycl;

int main() {
  queue q;
  int *sums = malloc_shared<int>(4, q);
  unsigned a = 0x01fe037f, b = 0x80020304;
  q.single_task([=] {
     sums[0] = ext::oneapi::dot_acc(static_cast<int>(a), static_cast<int>(b), 5);
     sums[1] = ext::oneapi::dot_acc(a, b, 5);
     sums[2] = ext::oneapi::dot_acc(static_cast<int>(a), b, 5);
     sums[3] = ext::oneapi::dot_acc(vec<std::int8_t, 4>(1, -2, 3, 4), vec<std::uint8_t, 4>(200, 1, 1, 255), -1);
   }).wait();
  CHECK(sums[0] == 5 + 1 * -128 + -2 * 2 + 3 * 3 + 127 * 4 && sums[1] == 5 + 1 * 128 + 254 * 2 + 3 * 3 + 127 * 4);
  CHECK(sums[2] == 5 + 1 * 128 + -2 * 2 + 3 * 3 + 127 * 4 && sums[3] == -1 + 200 - 2 + 3 + 4 * 255);
  free(sums, q);
  return result();
}
