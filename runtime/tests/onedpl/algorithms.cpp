// Algorithms of oneDPL as it comes from PyPI, over USM.
#include <oneapi/dpl/execution>
#include <oneapi/dpl/algorithm>
#include <oneapi/dpl/numeric>
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  auto policy = oneapi::dpl::execution::make_device_policy(q);
  const int n = 1000;
  int *p = sycl::malloc_shared<int>(n, q), *s = sycl::malloc_shared<int>(n, q);
  for (int i = 0; i < n; i++) p[i] = i;
  oneapi::dpl::transform(policy, p, p + n, s, [](int x) { return 2 * x; });
  oneapi::dpl::for_each(policy, p, p + n, [](int &x) { x += 1; });
  int sum = oneapi::dpl::reduce(policy, s, s + n, 0);
  std::puts(s[77] == 154 && p[5] == 6 && sum == n * (n - 1) ? "passed" : "wrong");
}
