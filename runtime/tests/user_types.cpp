// Groups and types of the program's own: any trivially copyable type, and any function of two of them.
#include <sycl/sycl.hpp>
#include <complex>
#include <numeric>
#include <string>
#include "check.hpp"

static_assert(sycl::bit_cast<unsigned>(1.0f) == 0x3f800000 && sycl::bit_cast<float>(0x40000000) == 2.0f);
struct best { float value = -1; int index = -1; }; // with a constructor of its own
struct better {
  best operator()(const best &a, const best &b) const {
    return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};
struct matrix { // whose product is not commutative
  int a, b, c, d;
  friend matrix operator*(const matrix &x, const matrix &y) {
    auto cut = [](int n) { return n % 1009; };
    return {cut(x.a * y.a + x.b * y.c), cut(x.a * y.b + x.b * y.d), cut(x.c * y.a + x.d * y.c),
        cut(x.c * y.b + x.d * y.d)};
  }
  friend bool operator==(const matrix &x, const matrix &y) {
    return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
  }
};
matrix matrix_of(int n) { return {1 + n % 3, n % 5, 1, 2 + n % 7}; }

void check_size(sycl::queue &q, int size) {
  best *bests = sycl::malloc_shared<best>(size, q);
  matrix *in = sycl::malloc_shared<matrix>(size, q), *out = sycl::malloc_shared<matrix>(4 * size, q);
  std::complex<float> *sums = sycl::malloc_shared<std::complex<float>>(1, q);
  for (int n = 0; n < size; ++n) in[n] = matrix_of(n);
  q.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> it) {
    int n = static_cast<int>(it.get_local_id(0));
    auto group = it.get_group();
    best own;
    own.value = static_cast<float>(n * 37 % 101), own.index = n;
    bests[n] = sycl::reduce_over_group(group, own, better());
    out[n] = sycl::reduce_over_group(group, in[n], std::multiplies<>());
    out[size + n] = sycl::inclusive_scan_over_group(group, in[n], sycl::multiplies<matrix>());
    out[2 * size + n] = sycl::exclusive_scan_over_group(group, in[n], matrix{1, 0, 0, 1}, sycl::multiplies<>());
    sycl::joint_inclusive_scan(group, in, in + size, out + 3 * size, sycl::multiplies<>());
    auto sum = sycl::reduce_over_group(group, std::complex<float>(static_cast<float>(n), 1), sycl::plus<>());
    if (n == 0) *sums = sum;
  }).wait();
  best expected = bests[0];
  for (int n = 0; n < size; ++n) CHECK(bests[n].index == expected.index &&
      expected.value >= static_cast<float>(n * 37 % 101));
  matrix product{1, 0, 0, 1};
  for (int n = 0; n < size; ++n) {
    CHECK(out[2 * size + n] == product);
    product = product * in[n];
    CHECK(out[size + n] == product && out[3 * size + n] == product);
  }
  for (int n = 0; n < size; ++n) CHECK(out[n] == product);
  CHECK(sums->real() == static_cast<float>(size * (size - 1) / 2) && sums->imag() == static_cast<float>(size));
  sycl::free(bests, q), sycl::free(in, q), sycl::free(out, q), sycl::free(sums, q);
}

// Vectors go element by element where the operation is known.
void check_vectors(sycl::queue &q) {
  constexpr int size = 40;
  sycl::float4 *in = sycl::malloc_shared<sycl::float4>(size, q), *out = sycl::malloc_shared<sycl::float4>(4 * size, q);
  sycl::marray<int, 3> *array = sycl::malloc_shared<sycl::marray<int, 3>>(1, q);
  float *flat = sycl::malloc_shared<float>(128, q);
  for (int n = 0; n < size; ++n) in[n] = sycl::float4(static_cast<float>(n), 1, static_cast<float>(n % 7), -2);
  for (int n = 0; n < 128; ++n) flat[n] = static_cast<float>(n);
  q.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> it) {
    int n = static_cast<int>(it.get_local_id(0));
    auto group = it.get_group();
    out[n] = sycl::reduce_over_group(group, in[n], sycl::plus<>());
    out[size + n] = sycl::inclusive_scan_over_group(group, in[n], sycl::plus<sycl::float4>(), sycl::float4(100));
    out[2 * size + n] = sycl::group_broadcast(group, in[n], 9);
    out[3 * size + n] = sycl::select_from_group(it.get_sub_group(), in[n], 2);
    auto sum = sycl::reduce_over_group(group, sycl::marray<int, 3>(n, 1, -n), sycl::maximum<>());
    if (n == 0) *array = sum;
  }).wait();
  for (int n = 0; n < size; ++n) {
    CHECK(out[n].x() == 780 && out[n].y() == 40 && out[n].z() == 115 && out[n].w() == -80);
    CHECK(out[size + n].x() == static_cast<float>(100 + n * (n + 1) / 2) &&
        out[size + n].y() == static_cast<float>(101 + n));
    CHECK(out[2 * size + n].x() == 9 && out[2 * size + n].z() == 2);
    CHECK(out[3 * size + n].x() == static_cast<float>(n < 32 ? 2 : 34));
  }
  CHECK((*array)[0] == 39 && (*array)[1] == 1 && (*array)[2] == 0);
  // Loads and stores of sub-groups.
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
    auto sg = it.get_sub_group();
    sycl::vec<float, 4> x = sg.load<4>(sycl::global_ptr<float>(flat));
    x *= 2.0f;
    sg.barrier();
    sg.store<4>(sycl::global_ptr<float>(flat), x);
  }).wait();
  for (int n = 0; n < 128; ++n) CHECK(flat[n] == static_cast<float>(2 * n));
  sycl::free(in, q), sycl::free(out, q), sycl::free(array, q), sycl::free(flat, q);
}

int main() {
  sycl::queue q;
  check_vectors(q);
  for (int size : {1, 2, 7, 32, 33, 40, 64, 250}) check_size(q, size);
  return result();
}
