// Stack memory whose size is known when a kernel runs.
#include <sycl/sycl.hpp>
#include "check.hpp"

#pragma clang diagnostic ignored "-Wvla-cxx-extension"

// What an item adds up: squares of squares, modulo their number.
static int expected(int n) {
  int sum = 0;
  for (int k = 0; k <= n; ++k) {
    int at = k * k % (n + 1);
    sum += at * at;
  }
  return sum;
}
template <class Memory> static int sum(Memory squares, int n) {
  for (int k = 0; k <= n; ++k) squares[k] = k * k;
  int sum = 0;
  for (int k = 0; k <= n; ++k) sum += squares[squares[k] % (n + 1)];
  return sum;
}
[[gnu::noinline]] static int in_function(int n) {
  short squares[n + 1];
  return sum(squares, n);
}

int main() {
  constexpr int count = 64;
  sycl::queue q;
  int *array = sycl::malloc_shared<int>(count, q), *allocated = sycl::malloc_shared<int>(count, q),
      *called = sycl::malloc_shared<int>(count, q), *behind = sycl::malloc_shared<int>(count, q);
  q.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) {
    int n = int(i[0]) & 15;
    int squares[n + 1];
    array[i] = sum(squares, n);
    allocated[i] = sum(static_cast<int *>(__builtin_alloca(sizeof(int) * (n + 1))), n);
    called[i] = in_function(n);
  }).wait();
  q.parallel_for(sycl::nd_range<1>(count, 16), [=](sycl::nd_item<1> it) {
    int i = int(it.get_global_id(0)), n = i & 15;
    int *squares = static_cast<int *>(__builtin_alloca(sizeof(int) * (n + 1)));
    for (int k = 0; k <= n; ++k) squares[k] = k;
    sycl::group_barrier(it.get_group());
    behind[i] = sum(squares, n);
  }).wait();
  for (int i = 0; i < count; ++i) {
    CHECK(array[i] == expected(i & 15));
    CHECK(allocated[i] == expected(i & 15));
    CHECK(called[i] == expected(i & 15));
    CHECK(behind[i] == expected(i & 15));
  }
  for (int *memory : {array, allocated, called, behind}) sycl::free(memory, q);
  return result();
}
