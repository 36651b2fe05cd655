// Stack memory whose size is known when a kernel runs.
#include <sycl/sycl.hpp>
#include "check.hpp"

#pragma clang diagnostic ignored "-Wvla-cxx-extension"

// Sum of an item: squares of squares, modulo their number.
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

[[gnu::noinline]] static float sum_of(sycl::vec<float, 8> some, sycl::vec<double, 8> others) {
  float sum = 0;
  for (int n = 0; n < 8; ++n) sum += some[n] + float(others[n]);
  return sum;
}
// Vectors that a call passes on the stack, below memory for each item of a group of any size.
static void vectors_are_passed(sycl::queue &q) {
  constexpr int most = 9;
  float *sums = sycl::malloc_shared<float>(most, q), *thirds = sycl::malloc_shared<float>(most, q);
  for (int items = 1; items <= most; ++items) {
    q.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> item) {
      auto id = item.get_local_id(0);
      sycl::vec<float, 4> kept(float(id + 1));
      sycl::group_barrier(item.get_group());
      sums[id] = sum_of(sycl::vec<float, 8>(float(id)), sycl::vec<double, 8>(kept[1]));
      sycl::group_barrier(item.get_group());
      thirds[id] = kept[2] * sums[0];
    }).wait();
    for (int id = 0; id < items; ++id)
      CHECK(sums[id] == float(16 * id + 8) && thirds[id] == float(8 * (id + 1)));
  }
  sycl::free(sums, q), sycl::free(thirds, q);
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
  vectors_are_passed(q);
  for (int *memory : {array, allocated, called, behind}) sycl::free(memory, q);
  return result();
}
