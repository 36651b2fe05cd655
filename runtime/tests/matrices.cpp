// Matrices of a sub-group (sycl_ext_oneapi_matrix, and parts of sycl_ext_intel_matrix).
#include "check.hpp"
#include <cmath>
#include <sycl/sycl.hpp>
#include <vector>

using namespace sycl;
using namespace sycl::ext::oneapi::experimental::matrix;
using sycl::ext::oneapi::bfloat16;
namespace intel = sycl::ext::intel::experimental::matrix;

template <class T> auto global(T *pointer) {
  return address_space_cast<access::address_space::global_space, access::decorated::no>(pointer);
}
template <class T> struct stored { using type = T; };
template <> struct stored<precision::tf32> { using type = float; };

// Small integers, which all types have.
template <class T> T number(int n) {
  const int value = n * 7 % 11 - (std::is_unsigned_v<T> ? 0 : 5);
  return static_cast<T>(static_cast<float>(value < 0 && std::is_unsigned_v<T> ? -value : value));
}
constexpr std::size_t place(layout of, std::size_t row, std::size_t column, std::size_t stride,
                            std::size_t in_word = 1) {
  if (of == layout::ext_intel_packed) return row / in_word * stride + column * in_word + row % in_word;
  return of == layout::row_major ? row * stride + column : column * stride + row;
}

// D = 2 (A B + C), tile by tile: two sub-groups in a group, each with a tile of its own. `Offset` elements before each
// matrix take away the alignment.
template <class A, class B, class C, class D, int M, int N, int K, layout LayoutA, layout LayoutB, layout LayoutC,
          int Offset>
bool multiply(queue q) {
  using a_type = typename stored<A>::type;
  using b_type = typename stored<B>::type;
  constexpr int tiles = 3, depth = 2 * K, in_word = LayoutB == layout::ext_intel_packed ? 4 / sizeof(b_type) : 1;
  const std::size_t stride_a = (LayoutA == layout::row_major ? depth : M * tiles) + Offset;
  const std::size_t stride_b = (LayoutB == layout::col_major ? depth : N * 2 * in_word) + Offset;
  const std::size_t stride_c = (LayoutC == layout::row_major ? N * 2 : M * tiles) + Offset;
  auto *a = malloc_shared<a_type>(Offset + stride_a * (M * tiles + depth), q) + Offset;
  auto *b = malloc_shared<b_type>(Offset + stride_b * (N * 2 + depth), q) + Offset;
  auto *c = malloc_shared<C>(Offset + stride_c * (M * tiles + N * 2), q) + Offset;
  auto *d = malloc_shared<D>(Offset + stride_c * (M * tiles + N * 2), q) + Offset;
  for (int row = 0; row < M * tiles; ++row)
    for (int k = 0; k < depth; ++k) a[place(LayoutA, row, k, stride_a)] = number<a_type>(row * 3 + k);
  for (int k = 0; k < depth; ++k)
    for (int column = 0; column < N * 2; ++column)
      b[place(LayoutB, k, column, stride_b, in_word)] = number<b_type>(k * 5 + column);
  for (int row = 0; row < M * tiles; ++row)
    for (int column = 0; column < N * 2; ++column) c[place(LayoutC, row, column, stride_c)] = number<C>(row + column);

  q.parallel_for(nd_range<2>({tiles, 64}, {1, 64}), [=](nd_item<2> item) {
     sub_group sg = item.get_sub_group();
     const std::size_t row = item.get_group(0) * M, column = sg.get_group_linear_id() * N;
     joint_matrix<sub_group, A, use::a, M, K, LayoutA> sub_a;
     joint_matrix<sub_group, B, use::b, K, N, LayoutB> sub_b;
     joint_matrix<sub_group, C, use::accumulator, M, N> sub_c;
     joint_matrix<sub_group, D, use::accumulator, M, N> sub_d;
     joint_matrix_load(sg, sub_c, global(c) + place(LayoutC, row, column, stride_c), stride_c, LayoutC);
     joint_matrix_copy(sg, sub_c, sub_d);
     for (int k = 0; k < depth; k += K) {
       joint_matrix_load(sg, sub_a, global(a) + place(LayoutA, row, k, stride_a), stride_a);
       joint_matrix_load(sg, sub_b, global(b) + place(LayoutB, k, column, stride_b, in_word), stride_b);
       joint_matrix_mad(sg, sub_d, sub_a, sub_b, sub_c);
       if (k == 0) joint_matrix_copy(sg, sub_d, sub_c);
     }
     joint_matrix_apply(sg, sub_d, [](D &element) { element = element * static_cast<D>(2); });
     joint_matrix_store(sg, sub_d, global(d) + place(LayoutC, row, column, stride_c), stride_c, LayoutC);
   }).wait();

  bool is_right = true;
  for (int row = 0; row < M * tiles; ++row)
    for (int column = 0; column < N * 2; ++column) {
      double sum = static_cast<double>(c[place(LayoutC, row, column, stride_c)]);
      for (int k = 0; k < depth; ++k)
        sum += static_cast<double>(a[place(LayoutA, row, k, stride_a)]) *
          static_cast<double>(b[place(LayoutB, k, column, stride_b, in_word)]);
      is_right &= static_cast<double>(d[place(LayoutC, row, column, stride_c)]) == 2 * sum;
    }
  free(a - Offset, q);
  free(b - Offset, q);
  free(c - Offset, q);
  free(d - Offset, q);
  return is_right;
}

constexpr layout row = layout::row_major, col = layout::col_major, packed = layout::ext_intel_packed;

int main() {
  queue q;
  // Each pair of types, and each size.
  CHECK((multiply<half, half, float, float, 16, 16, 16, row, col, row, 0>(q)));
  CHECK((multiply<half, half, half, half, 16, 16, 16, row, row, row, 0>(q)));
  CHECK((multiply<half, half, float, float, 8, 32, 16, row, row, row, 0>(q)));
  CHECK((multiply<half, half, half, half, 8, 32, 16, row, col, col, 0>(q)));
  CHECK((multiply<half, half, float, float, 32, 8, 16, col, row, col, 0>(q)));
  CHECK((multiply<bfloat16, bfloat16, float, float, 16, 16, 16, row, col, row, 0>(q)));
  CHECK((multiply<bfloat16, bfloat16, float, float, 8, 16, 32, row, packed, row, 0>(q)));
  CHECK((multiply<precision::tf32, precision::tf32, float, float, 16, 16, 8, row, row, row, 0>(q)));
  CHECK((multiply<precision::tf32, precision::tf32, float, float, 8, 16, 8, col, col, row, 0>(q)));
  CHECK((multiply<std::int8_t, std::int8_t, std::int32_t, std::int32_t, 16, 16, 16, row, col, row, 0>(q)));
  CHECK((multiply<std::uint8_t, std::uint8_t, std::int32_t, std::int32_t, 8, 32, 16, row, row, row, 0>(q)));
  CHECK((multiply<std::uint8_t, std::int8_t, std::int32_t, std::int32_t, 32, 8, 32, row, packed, row, 0>(q)));
  CHECK((multiply<std::int8_t, std::uint8_t, std::int32_t, std::int32_t, 8, 16, 32, col, packed, row, 0>(q)));
  CHECK((multiply<double, double, double, double, 8, 8, 4, row, col, row, 0>(q)));
  CHECK((multiply<double, double, double, double, 16, 16, 8, col, row, col, 0>(q)));
  // Bytes that are not aligned as words are.
  CHECK((multiply<std::int8_t, std::int8_t, std::int32_t, std::int32_t, 16, 16, 16, row, col, row, 3>(q)));

  // Elements with their places; copies to a matrix of another use; stores of a.
  auto *places = malloc_shared<float>(256, q);
  auto *copied = malloc_shared<half>(256, q);
  q.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> item) {
     sub_group sg = item.get_sub_group();
     joint_matrix<sub_group, float, use::accumulator, 16, 16> sum;
     joint_matrix<sub_group, half, use::a, 16, 16, layout::row_major> a;
     joint_matrix_fill(sg, sum, 1);
     intel::joint_matrix_apply(sg, sum, [](float &element, std::size_t row, std::size_t column) {
       element += static_cast<float>(row * 16 + column);
     });
     joint_matrix_copy(sg, sum, a);
     joint_matrix_store(sg, sum, global(places), 16, layout::row_major);
     intel::joint_matrix_store(sg, a, global(copied), 16);
   }).wait();
  bool is_right = true;
  for (int n = 0; n < 256; ++n) is_right &= places[n] == float(n + 1) && copied[n] == half(n + 1);
  CHECK(is_right);
  free(places, q);
  free(copied, q);

  CHECK(round_to_tf32(1.0f + 0x1p-11f) == 1.0f && round_to_tf32(1.0f + 0x3p-11f) == 1.0f + 0x1p-9f);
  CHECK(std::isnan(round_to_tf32(NAN)) && round_to_tf32(-INFINITY) == -INFINITY);
  using ext::oneapi::experimental::info::device::matrix_combinations;
  bool has_half = false;
  for (const combination &one : q.get_device().get_info<matrix_combinations>())
    has_half |= one.atype == matrix_type::fp16 && one.dtype == matrix_type::fp32 && one.msize == 16 && one.ksize == 16;
  CHECK(has_half);
  return result();
}
