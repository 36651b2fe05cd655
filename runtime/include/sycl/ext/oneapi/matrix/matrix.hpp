// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices that the items of a sub-group share (the extension sycl_ext_oneapi_matrix, and of sycl_ext_intel_matrix the
// packed layout, stores of a and b, and functions of elements with their places): on tensor cores of NVIDIA's GPUs from
// sm_80 on, by exchanges on other devices.
//
// Rows and columns of sums are multiples of 8, one of them of 16; products have a multiple of 16 terms (tf32: 8,
// double: 4). Sub-groups have 32 items. Each has these elements (g is its number / 4, t the rest, P = 4 / sizeof(T), 1
// for double):
//
//   a:            rows g + 8h, columns 8mP + 2tP + jP + i, in the order of m, j, h, i (j is 0 or 1)
//   b:            the same with rows and columns exchanged
//   accumulator:  rows g + 8h, columns 8n + 2t + i, in the order of h, n, i; with 8 rows, unless of doubles, exchanged
//
// With a last block of 4P columns, those are 8mP + tP + i. These are the operands of PTX's `mma.sync`, but for the
// order in which products are added up, so that an item has 2P elements that are next to each other in memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>
#include <sycl/bfloat16.hpp>
#include <sycl/device.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/half.hpp>
#include <sycl/items.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_MATRIX 1
#define SYCL_EXT_ONEAPI_MATRIX_VERSION 1

SYCL_PASSES_INLINE_BEGIN
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_PASSES_MAD(name) SYP_BUILTIN_AS(matrix_mad_##name, __sycl_matrix_mad_##name, )
SYCL_PASSES_MAD(f16) SYCL_PASSES_MAD(f16_f16) SYCL_PASSES_MAD(bf16) SYCL_PASSES_MAD(tf32) SYCL_PASSES_MAD(f64)
SYCL_PASSES_MAD(s8_s8) SYCL_PASSES_MAD(s8_u8) SYCL_PASSES_MAD(u8_s8) SYCL_PASSES_MAD(u8_u8)
#undef SYCL_PASSES_MAD
#endif
namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental::matrix {
enum class use { a, b, accumulator };
enum class layout { row_major, col_major, ext_intel_packed, dynamic };
namespace precision { class tf32; }

enum class matrix_type { bf16, fp16, tf32, fp32, fp64, sint8, sint16, sint32, sint64, uint8, uint16, uint32, uint64 };
struct combination {
  std::size_t max_msize, max_nsize, max_ksize, msize, nsize, ksize;
  matrix_type atype, btype, ctype, dtype;
};
}
namespace ext::oneapi::experimental::info::device {
struct matrix_combinations {
  using return_type = std::vector<matrix::combination>;
  static return_type on_all_devices() { // for this implementation
    using matrix::matrix_type;
    return_type all;
    auto add = [&](matrix_type of, matrix_type c, matrix_type d, std::size_t m, std::size_t n, std::size_t k) {
      all.push_back({0, 0, 0, m, n, k, of, of, c, d});
    };
    for (matrix_type c : {matrix_type::fp32, matrix_type::fp16})
      for (matrix_type d : {matrix_type::fp32, matrix_type::fp16})
        for (auto [m, n] : {std::pair{16, 16}, {8, 32}, {32, 8}}) add(matrix_type::fp16, c, d, m, n, 16);
    for (auto [m, n] : {std::pair{16, 16}, {8, 32}, {32, 8}}) {
      add(matrix_type::bf16, matrix_type::fp32, matrix_type::fp32, m, n, 16);
      add(matrix_type::sint8, matrix_type::sint32, matrix_type::sint32, m, n, 16);
      add(matrix_type::uint8, matrix_type::sint32, matrix_type::sint32, m, n, 16);
    }
    add(matrix_type::tf32, matrix_type::fp32, matrix_type::fp32, 16, 16, 8);
    add(matrix_type::fp64, matrix_type::fp64, matrix_type::fp64, 8, 8, 4);
    return all;
  }
};
}

namespace detail::matrix {
using namespace ext::oneapi::experimental::matrix;

template <class T> struct storage { using type = T; };
template <> struct storage<precision::tf32> { using type = float; };
template <class T> using stored = typename storage<T>::type;

// Calls a function with each number below `Count`, as a constant.
template <class Function, std::size_t... Numbers>
void each_of(const Function &function, std::index_sequence<Numbers...>) {
  (function(std::integral_constant<std::size_t, Numbers>()), ...);
}
template <std::size_t Count, class Function> void each(const Function &function) {
  each_of(function, std::make_index_sequence<Count>());
}

// The number of the item. Kernels that state another size of sub-groups are refused.
inline std::uint32_t lane() {
  SYCL_PASSES_FACT("reqd_sub_group_size", 32);
  return sub_group().get_local_linear_id();
}

struct place {
  std::size_t row, column;
};

// Places of the elements of an item.
template <class T, use Use, std::size_t Rows, std::size_t Columns> struct shape {
  using element = stored<T>;
  static constexpr bool is_double = std::is_same_v<T, double>;
  static constexpr bool is_sum = Use == use::accumulator;
  static constexpr std::size_t in_word = is_sum ? 2 : is_double ? 1 : 4 / sizeof(element);
  static constexpr bool is_exchanged = Use == use::b || (is_sum && Rows % 16 != 0 && !is_double);
  // Rows and columns of a and of sums of 16 rows.
  static constexpr std::size_t rows = is_exchanged ? Columns : Rows, columns = is_exchanged ? Rows : Columns;
  static constexpr std::size_t halves = rows / 8, blocks = columns / (4 * in_word);
  static constexpr std::size_t count = halves * blocks * in_word;
  // Words of an item that are next to each other.
  static constexpr std::size_t run = is_sum || blocks % 2 != 0 ? 1 : 2;
  static_assert(rows % 8 == 0 && columns % (4 * in_word) == 0 && count > 0,
                "found a joint_matrix of a size that tensor cores do not have; expected multiples of 8 rows and "
                "columns, and in use::a and use::b a multiple of 16 elements (tf32: 8, double: 4) that are added up");

  static constexpr place exchanged(std::size_t row, std::size_t column) {
    return is_exchanged ? place{column, row} : place{row, column};
  }
  static constexpr place at(std::uint32_t lane, std::size_t n) {
    const std::size_t i = n % in_word, word = n / in_word, g = lane / 4, t = lane % 4;
    if constexpr (is_sum) return exchanged(g + word / blocks * 8, word % blocks * 8 + 2 * t + i);
    const std::size_t block = word / halves;
    return exchanged(g + word % halves * 8, ((block / run * 4 + t) * run + block % run) * in_word + i);
  }
  // Item that has an element, and number of the element there.
  static constexpr std::uint32_t lane_of(place p) {
    const place own = exchanged(p.row, p.column);
    return static_cast<std::uint32_t>(own.row % 8 * 4 + own.column / (run * in_word) % 4);
  }
  static constexpr std::size_t number_of(place p) {
    const place own = exchanged(p.row, p.column);
    const std::size_t half = own.row / 8, word = own.column / in_word;
    const std::size_t block = word / (4 * run) * run + word % run;
    return (is_sum ? half * blocks + block : block * halves + half) * in_word + own.column % in_word;
  }
  // Number of words that are next to each other in memory.
  static constexpr std::size_t run_in(layout of) {
    if (of == layout::ext_intel_packed) return 1;
    return (of == layout::row_major) != is_exchanged ? run : 0;
  }
};

// Distance of an element from the first one.
constexpr std::size_t offset(layout of, place p, std::size_t stride, std::size_t in_word) {
  switch (of) {
  case layout::col_major: return p.column * stride + p.row;
  case layout::ext_intel_packed: return p.row / in_word * stride + p.column * in_word + p.row % in_word;
  default: return p.row * stride + p.column;
  }
}

template <class Shape, bool IsStore, class Memory, class Own>
void move_elements(Memory *memory, Own *own, std::size_t stride, layout of) {
  const std::uint32_t number = lane();
  each<Shape::count>([&](auto n) {
    auto &there = memory[offset(of, Shape::at(number, n), stride, Shape::in_word)];
    if constexpr (IsStore) there = own[n];
    else own[n] = there;
  });
}
// By as many words at once as are next to each other.
template <class Shape, bool IsStore, std::size_t Run, class Memory, class Own>
void move_words(Memory *memory, Own *own, std::size_t stride, layout of) {
  using element = std::remove_cv_t<Own>;
  constexpr std::size_t size = Shape::in_word * sizeof(element), pitch = Shape::halves * Shape::in_word;
  const std::uint32_t number = lane();
  each<Shape::blocks / Run * Shape::halves>([&](auto n) {
    constexpr std::size_t halves = Shape::halves, word = Shape::is_sum ? n : n / halves * Run * halves + n % halves;
    const place begin = Shape::at(number, word * Shape::in_word);
    auto *there = __builtin_assume_aligned(memory + offset(of, begin, stride, Shape::in_word), Run * size);
    auto *first = own + word * Shape::in_word;
    element words[Run * Shape::in_word];
    if constexpr (IsStore) {
      for (std::size_t n = 0; n < Run; ++n) __builtin_memcpy(words + n * Shape::in_word, first + n * pitch, size);
      __builtin_memcpy(there, words, sizeof(words));
    } else {
      __builtin_memcpy(words, there, sizeof(words));
      for (std::size_t n = 0; n < Run; ++n) __builtin_memcpy(first + n * pitch, words + n * Shape::in_word, size);
    }
  });
}

// Copies elements to or from memory. As with CUDA, pointers and strides of a and b are multiples of 16 bytes, unless
// their elements are bytes.
template <class Shape, bool IsStore, class Memory, class Own>
void move(Memory *memory, Own *own, std::size_t stride, layout of) {
  using element = typename Shape::element;
  static_assert(std::is_same_v<std::conditional_t<IsStore, Memory, std::remove_const_t<Memory>>, element>,
                "found a pointer to another type; expected one to the type of the matrix's elements");
  const std::size_t run = Shape::run_in(of);
  const std::size_t alignment = reinterpret_cast<std::uintptr_t>(memory) | (stride * sizeof(element));
  const std::size_t wanted = run * Shape::in_word * sizeof(element); // a power of two, or 0
  if (run == 0 || ((sizeof(element) == 1 || Shape::is_sum) && alignment & (wanted - 1))) {
    move_elements<Shape, IsStore>(memory, own, stride, of);
  } else if (run == Shape::run) {
    move_words<Shape, IsStore, Shape::run>(memory, own, stride, of);
  } else {
    move_words<Shape, IsStore, 1>(memory, own, stride, of);
  }
}

template <class Vector, class From> Vector words(const From *from) {
  Vector all;
  __builtin_memcpy(&all, from, sizeof(all));
  return all;
}
using word = std::uint32_t;
using words_2 = word __attribute__((ext_vector_type(2)));
using words_4 = word __attribute__((ext_vector_type(4)));
using floats = float __attribute__((ext_vector_type(4)));
using doubles = double __attribute__((ext_vector_type(2)));

// Product of 16 rows and 8 columns, added to four elements.
template <class Left, class Right, bool IsHalf, class LeftTo, class RightTo, class Added>
void multiply(const LeftTo *upper_and_lower, const RightTo *columns, std::size_t next, std::size_t next_columns,
              Added (&c)[4]) {
  words_2 first = words<words_2>(upper_and_lower);
  if constexpr (sizeof(LeftTo) == 1) {
    words_4 sum = words<words_4>(c);
    const word b = words<word>(columns);
    constexpr bool is_a_signed = std::is_signed_v<Left>, is_b_signed = std::is_signed_v<Right>;
    if constexpr (is_a_signed && is_b_signed) sum = SYP_CALL(words_4, matrix_mad_s8_s8, first, b, sum);
    else if constexpr (is_a_signed) sum = SYP_CALL(words_4, matrix_mad_s8_u8, first, b, sum);
    else if constexpr (is_b_signed) sum = SYP_CALL(words_4, matrix_mad_u8_s8, first, b, sum);
    else sum = SYP_CALL(words_4, matrix_mad_u8_u8, first, b, sum);
    __builtin_memcpy(c, &sum, sizeof(c));
  } else {
    const words_2 second = words<words_2>(upper_and_lower + next);
    const words_4 a{first.x, first.y, second.x, second.y};
    const words_2 b{words<word>(columns), words<word>(columns + next_columns)};
    if constexpr (IsHalf) {
      words_2 sum = words<words_2>(c);
      sum = SYP_CALL(words_2, matrix_mad_f16_f16, a, b, sum);
      __builtin_memcpy(c, &sum, sizeof(c));
    } else {
      floats sum = words<floats>(c);
      if constexpr (std::is_same_v<Left, half>) sum = SYP_CALL(floats, matrix_mad_f16, a, b, sum);
      else if constexpr (std::is_same_v<Left, precision::tf32>) sum = SYP_CALL(floats, matrix_mad_tf32, a, b, sum);
      else sum = SYP_CALL(floats, matrix_mad_bf16, a, b, sum);
      __builtin_memcpy(c, &sum, sizeof(c));
    }
  }
}

template <class T> inline constexpr bool is_byte = std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::uint8_t>;
template <class Left, class Right, class Added, class Sum> constexpr bool can_multiply() {
  if (is_byte<Left>) return is_byte<Right> && std::is_same_v<Added, std::int32_t> && std::is_same_v<Sum, std::int32_t>;
  if (!std::is_same_v<Left, Right>) return false;
  if (std::is_same_v<Left, double>) return std::is_same_v<Added, double> && std::is_same_v<Sum, double>;
  if (std::is_same_v<Left, half>)
    return (std::is_same_v<Added, half> || std::is_same_v<Added, float>) &&
      (std::is_same_v<Sum, half> || std::is_same_v<Sum, float>);
  return (std::is_same_v<Left, ext::oneapi::bfloat16> || std::is_same_v<Left, precision::tf32>) &&
    std::is_same_v<Added, float> && std::is_same_v<Sum, float>;
}
}

namespace ext::oneapi::experimental::matrix {
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout = layout::dynamic>
struct joint_matrix {
  static_assert(std::is_same_v<Group, sub_group>, "found another group; expected a joint_matrix of a sub_group");
  static_assert((Use == use::accumulator) == (Layout == layout::dynamic),
                "expected layout::dynamic, the default, for use::accumulator, and another for use::a and use::b");
  using shape_ = detail::matrix::shape<T, Use, Rows, Cols>; // this and what follows is for this implementation
  typename shape_::element elements_[shape_::count];

  joint_matrix() = default;
  joint_matrix(const joint_matrix &) = delete;
  joint_matrix &operator=(const joint_matrix &) = delete;
};

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class Value>
void joint_matrix_fill(Group, joint_matrix<Group, T, Use, Rows, Cols, Layout> &matrix, const Value &value) {
  using one = joint_matrix<Group, T, Use, Rows, Cols, Layout>;
  for (auto &element : matrix.elements_) element = static_cast<typename one::shape_::element>(value);
}

template <class Group, class T, std::size_t Rows, std::size_t Cols, class From, access::address_space Space,
          access::decorated Decorated>
void joint_matrix_load(Group, joint_matrix<Group, T, use::accumulator, Rows, Cols> &to,
                       multi_ptr<From, Space, Decorated> from, std::size_t stride, layout of) {
  using shape = detail::matrix::shape<T, use::accumulator, Rows, Cols>;
  detail::matrix::move<shape, false>(from.get_raw(), to.elements_, stride, of);
}
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class From,
          access::address_space Space, access::decorated Decorated, detail::only_if<Layout != layout::dynamic> = 0>
void joint_matrix_load(Group, joint_matrix<Group, T, Use, Rows, Cols, Layout> &to,
                       multi_ptr<From, Space, Decorated> from, std::size_t stride) {
  using shape = detail::matrix::shape<T, Use, Rows, Cols>;
  detail::matrix::move<shape, false>(from.get_raw(), to.elements_, stride, Layout);
}

template <class Group, class T, std::size_t Rows, std::size_t Cols, class To, access::address_space Space,
          access::decorated Decorated>
void joint_matrix_store(Group, const joint_matrix<Group, T, use::accumulator, Rows, Cols> &from,
                        multi_ptr<To, Space, Decorated> to, std::size_t stride, layout of) {
  using shape = detail::matrix::shape<T, use::accumulator, Rows, Cols>;
  detail::matrix::move<shape, true>(to.get_raw(), from.elements_, stride, of);
}

template <class Group, class Sum, class Left, class Right, class Added, std::size_t Rows, std::size_t Depth,
          std::size_t Cols, layout LayoutA, layout LayoutB>
void joint_matrix_mad(Group, joint_matrix<Group, Sum, use::accumulator, Rows, Cols> &d,
                      const joint_matrix<Group, Left, use::a, Rows, Depth, LayoutA> &a,
                      const joint_matrix<Group, Right, use::b, Depth, Cols, LayoutB> &b,
                      const joint_matrix<Group, Added, use::accumulator, Rows, Cols> &c) {
  static_assert(detail::matrix::can_multiply<Left, Right, Added, Sum>(),
                "found types that joint_matrix_mad does not multiply; expected half with sums of half or float, "
                "bfloat16 or tf32 with float, bytes with int32_t, or double");
  using sums = detail::matrix::shape<Added, use::accumulator, Rows, Cols>;
  if constexpr (std::is_same_v<Left, double>) {
    using detail::matrix::doubles;
    detail::matrix::each<Rows / 8 * (Cols / 8)>([&](auto tile) {
      constexpr std::size_t row = tile / (Cols / 8), column = tile % (Cols / 8);
      doubles sum{c.elements_[2 * tile], c.elements_[2 * tile + 1]};
      detail::matrix::each<Depth / 4>([&](auto k) {
        sum = SYP_CALL(doubles, matrix_mad_f64, a.elements_[k * (Rows / 8) + row],
                       b.elements_[k * (Cols / 8) + column], sum);
      });
      d.elements_[2 * tile] = sum.x;
      d.elements_[2 * tile + 1] = sum.y;
    });
  } else {
    // With 8 rows, D' = B' A' + C', whose operands the items have in the same order.
    constexpr bool is_exchanged = sums::is_exchanged;
    constexpr bool is_half = std::is_same_v<Added, half> && std::is_same_v<Sum, half>;
    using floating = std::conditional_t<is_half, half, float>;
    using sum_type = std::conditional_t<detail::matrix::is_byte<Left>, std::int32_t, floating>;
    constexpr std::size_t rows = sums::rows, columns = sums::columns;
    constexpr std::size_t in_word = detail::matrix::shape<Left, use::a, Rows, Depth>::in_word;
    constexpr std::size_t blocks = in_word == 4 ? 1 : 2; // in a product
    static_assert(rows % 16 == 0 && Depth % (blocks * 4 * in_word) == 0,
                  "found a size that joint_matrix_mad does not multiply; expected 16 rows or columns, and 16 elements "
                  "(tf32: 8) that are added up");
    auto *of_rows = [&] {
      if constexpr (is_exchanged) return b.elements_;
      else return a.elements_;
    }();
    auto *of_columns = [&] {
      if constexpr (is_exchanged) return a.elements_;
      else return b.elements_;
    }();
    detail::matrix::each<rows / 16 * (columns / 8)>([&](auto tile) {
      constexpr std::size_t row = tile / (columns / 8), column = tile % (columns / 8);
      auto at = [](std::size_t n) { return ((2 * row + n / 2) * (columns / 8) + column) * 2 + n % 2; };
      sum_type sum[4];
      for (std::size_t n = 0; n < 4; ++n) sum[n] = static_cast<sum_type>(c.elements_[at(n)]);
      detail::matrix::each<Depth / (blocks * 4 * in_word)>([&](auto k) {
        constexpr std::size_t block = k * blocks;
        using left = std::conditional_t<is_exchanged, Right, Left>;
        using right = std::conditional_t<is_exchanged, Left, Right>;
        detail::matrix::multiply<left, right, is_half>(
          of_rows + (block * (rows / 8) + 2 * row) * in_word, of_columns + (block * (columns / 8) + column) * in_word,
          rows / 8 * in_word, columns / 8 * in_word, sum);
      });
      for (std::size_t n = 0; n < 4; ++n) d.elements_[at(n)] = static_cast<Sum>(sum[n]);
    });
  }
}

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class Function>
void joint_matrix_apply(Group, joint_matrix<Group, T, Use, Rows, Cols, Layout> &matrix, Function &&function) {
  for (auto &element : matrix.elements_) function(element);
}
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class Function>
void joint_matrix_apply(Group, const joint_matrix<Group, T, Use, Rows, Cols, Layout> &from,
                        joint_matrix<Group, T, Use, Rows, Cols, Layout> &to, Function &&function) {
  using shape = detail::matrix::shape<T, Use, Rows, Cols>;
  for (std::size_t n = 0; n < shape::count; ++n) function(from.elements_[n], to.elements_[n]);
}

template <class Group, class From, class To, std::size_t Rows, std::size_t Cols, use UseFrom, use UseTo,
          layout LayoutFrom, layout LayoutTo>
void joint_matrix_copy(Group group, const joint_matrix<Group, From, UseFrom, Rows, Cols, LayoutFrom> &from,
                       joint_matrix<Group, To, UseTo, Rows, Cols, LayoutTo> &to) {
  using source = detail::matrix::shape<From, UseFrom, Rows, Cols>;
  using target = detail::matrix::shape<To, UseTo, Rows, Cols>;
  using element = typename target::element;
  if constexpr (UseFrom == UseTo && source::in_word == target::in_word &&
                source::is_exchanged == target::is_exchanged) {
    for (std::size_t n = 0; n < target::count; ++n) to.elements_[n] = static_cast<element>(from.elements_[n]);
  } else {
    const std::uint32_t lane = detail::matrix::lane();
    for (std::size_t n = 0; n < target::count; ++n) {
      const detail::matrix::place place = target::at(lane, n);
      // All items ask for each element of the one that has theirs.
      for (std::size_t other = 0; other < source::count; ++other) {
        const auto value = select_from_group(group, from.elements_[other], source::lane_of(place));
        if (source::number_of(place) == other) to.elements_[n] = static_cast<element>(value);
      }
    }
  }
}

// A hint, which this implementation does not need.
template <std::size_t Rows, std::size_t Cols, class Group, class T, class... Properties>
void joint_matrix_prefetch(Group, T *, std::size_t, layout, Properties...) {}

// To the nearest number with 10 bits behind the leading one, to even of two.
inline float round_to_tf32(const float &number) {
  const std::uint32_t all = __builtin_bit_cast(std::uint32_t, number);
  if ((all & 0x7f800000) == 0x7f800000) return number;
  return __builtin_bit_cast(float, (all + 0xfff + (all >> 13 & 1)) & ~0x1fffu);
}
}

namespace ext::intel::experimental::matrix {
using oneapi::experimental::matrix::joint_matrix;
using oneapi::experimental::matrix::layout;
using oneapi::experimental::matrix::use;

template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class To,
          access::address_space Space, access::decorated Decorated, detail::only_if<Layout != layout::dynamic> = 0>
void joint_matrix_store(Group, const joint_matrix<Group, T, Use, Rows, Cols, Layout> &from,
                        multi_ptr<To, Space, Decorated> to, std::size_t stride) {
  using shape = detail::matrix::shape<T, Use, Rows, Cols>;
  detail::matrix::move<shape, true>(to.get_raw(), from.elements_, stride, Layout);
}
// The function has an element, its row and its column.
template <class Group, class T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, class Function>
void joint_matrix_apply(Group, joint_matrix<Group, T, Use, Rows, Cols, Layout> &matrix, Function &&function) {
  using shape = detail::matrix::shape<T, Use, Rows, Cols>;
  const std::uint32_t lane = detail::matrix::lane();
  for (std::size_t n = 0; n < shape::count; ++n) {
    const detail::matrix::place place = shape::at(lane, n);
    function(matrix.elements_[n], place.row, place.column);
  }
}
}
}}
SYCL_PASSES_INLINE_END
