// Products of small matrices by the 32 lanes of a sub-group: what `joint_matrix_mad` of <sycl/sycl.hpp> calls.
//
// Lane l has g = l / 4 and t = l % 4. A word holds P = 4 / sizeof(element) consecutive elements.
//
//   a, 16 x 8P:  word 2b + h has row g + 8h, columns (4b + t)P ...
//   b, 8P x 8:   word b has rows (4b + t)P ..., column g
//   c, 16 x 8:   element 2h + i has row g + 8h, column 2t + i
//
// This is the layout of NVIDIA's tensor cores (PTX ISA, `mma.sync`), for all targets. With one block b for two, the
// matrices have 4P for 8P.
#pragma once

#include "types.hpp"

#if !defined(SP_SPIRV)
#include "exchange.hpp"
#endif

#if defined(SP_NVPTX)
extern "C" {
// Answered by the pass `sscp-reflect`.
bool __acpp_sscp_jit_reflect_knows_target_arch();
sp::i32 __acpp_sscp_jit_reflect_target_arch();
}
#endif

namespace sp::matrix {

// Numbers in words, as the accumulator's type.
struct half_numbers {
  static constexpr int in_word = 2;
  static f32 at(u32 word, int i) { return f32(from_bits<f16>(u16(word >> 16 * i))); }
};
struct bfloat16_numbers {
  static constexpr int in_word = 2;
  static f32 at(u32 word, int i) { return from_bits<f32>(word >> 16 * i << 16); }
};
// A float, of which the upper 19 bits count.
struct tf32_numbers {
  static constexpr int in_word = 1;
  static f32 at(u32 word, int) { return from_bits<f32>(word & ~0x1fffu); }
};
struct signed_numbers {
  static constexpr int in_word = 4;
  static u32 at(u32 word, int i) { return u32(i32(i8(word >> 8 * i))); }
};
struct unsigned_numbers {
  static constexpr int in_word = 4;
  static u32 at(u32 word, int i) { return u32(u8(word >> 8 * i)); }
};
struct double_numbers {
  static constexpr int in_word = 1;
  static f64 at(f64 word, int) { return word; }
};

// The operands of a lane. `Halves` is 2 for matrices with 16 rows, and 1 for those with 8.
template <class Word, class C, int Blocks, int Halves> struct operands {
  Word a[Blocks * Halves], b[Blocks];
  C c[2 * Halves];
};

#if defined(SP_HOST)

// The first lane computes for all, with the others' operands where they are.
template <class A, class B, class Word, class C, int Blocks, int Halves>
void multiply(operands<Word, C, Blocks, Halves> &own) {
  constexpr int rows = 8 * Halves, depth = Blocks * 4 * A::in_word;
  u64 *lanes = target::scratch() + (target::local_linear_id() - target::lane());
  lanes[target::lane()] = reinterpret_cast<u64>(&own);
  target::subgroup_barrier();
  if (target::lane() == 0) {
    C a[rows][depth], b[depth][8], c[rows][8];
    for (int lane = 0; lane < 32; lane++) {
      auto &from = *reinterpret_cast<operands<Word, C, Blocks, Halves> *>(lanes[lane]);
      int g = lane / 4, t = lane % 4;
      for (int block = 0; block < Blocks; block++) {
        for (int i = 0; i < A::in_word; i++) {
          int k = (4 * block + t) * A::in_word + i;
          for (int h = 0; h < Halves; h++) a[g + 8 * h][k] = A::at(from.a[Halves * block + h], i);
          b[k][g] = B::at(from.b[block], i);
        }
      }
      for (int i = 0; i < 2 * Halves; i++) c[g + i / 2 * 8][2 * t + i % 2] = from.c[i];
    }
    for (int row = 0; row < rows; row++)
      for (int k = 0; k < depth; k++)
        for (int column = 0; column < 8; column++) c[row][column] += a[row][k] * b[k][column];
    for (int lane = 0; lane < 32; lane++) {
      auto &to = *reinterpret_cast<operands<Word, C, Blocks, Halves> *>(lanes[lane]);
      for (int i = 0; i < 2 * Halves; i++) to.c[i] = c[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2];
    }
  }
  target::subgroup_barrier();
}

#else

#if defined(SP_SPIRV)
inline u32 lane() { return call::subgroup_local_invocation_id(); }
template <class Word> Word word_of(Word word, u32 lane) { return call::shuffle(scope::Subgroup, word, i32(lane)); }
#else
inline u32 lane() { return target::lane(); }
template <class Word> Word word_of(Word word, u32 lane) { return from_lane(word, lane); }
#endif

template <class A, class B, class Word, class C, int Blocks, int Halves>
void multiply(operands<Word, C, Blocks, Halves> &own) {
  u32 row = lane() & ~3u, column = (lane() & 3) * 8;
  for (int block = 0; block < Blocks; block++) {
    for (u32 t = 0; t < 4; t++) {
      Word a[Halves], b[2] = {word_of(own.b[block], column + t), word_of(own.b[block], column + 4 + t)};
      for (int h = 0; h < Halves; h++) a[h] = word_of(own.a[Halves * block + h], row + t);
      for (int k = 0; k < A::in_word; k++)
        for (int i = 0; i < 2 * Halves; i++) own.c[i] += A::at(a[i / 2], k) * B::at(b[i % 2], k);
    }
  }
}

#endif

#if defined(SP_NVPTX)
// Tensor cores have these operations from sm_80 on.
inline bool has_tensor_cores() {
  return __acpp_sscp_jit_reflect_knows_target_arch() && __acpp_sscp_jit_reflect_target_arch() >= 80;
}
#define SP_IF_TENSOR_CORES(...) if (matrix::has_tensor_cores()) { asm(__VA_ARGS__); } else
#else
#define SP_IF_TENSOR_CORES(...)
#endif

template <class Word, class C, int Blocks, int Halves> auto gather(auto a, auto b, auto c) {
  operands<Word, C, Blocks, Halves> own;
  __builtin_memcpy(own.a, &a, sizeof(own.a));
  __builtin_memcpy(own.b, &b, sizeof(own.b));
  for (int i = 0; i < 2 * Halves; i++) own.c[i] = c[i];
  return own;
}
template <class Vector> Vector result(const auto &own) {
  Vector c;
  for (u32 i = 0; i < sizeof(own.c) / sizeof(own.c[0]); i++) c[i] = own.c[i];
  return c;
}

}  // namespace sp::matrix

namespace sp {

#define SP_MATRIX_MAD(name, numbers, instruction) \
  inline vec<f32, 4> matrix_mad_##name(vec<u32, 4> a, vec<u32, 2> b, vec<f32, 4> c) { \
    auto own = matrix::gather<u32, f32, 2, 2>(a, b, c); \
    SP_IF_TENSOR_CORES( \
        "mma.sync.aligned." instruction " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
        : "+f"(own.c[0]), "+f"(own.c[1]), "+f"(own.c[2]), "+f"(own.c[3]) \
        : "r"(own.a[0]), "r"(own.a[1]), "r"(own.a[2]), "r"(own.a[3]), "r"(own.b[0]), "r"(own.b[1])) \
    matrix::multiply<matrix::numbers, matrix::numbers>(own); \
    return matrix::result<vec<f32, 4>>(own); \
  }
SP_MATRIX_MAD(f16, half_numbers, "m16n8k16.row.col.f32.f16.f16.f32")
SP_MATRIX_MAD(bf16, bfloat16_numbers, "m16n8k16.row.col.f32.bf16.bf16.f32")
SP_MATRIX_MAD(tf32, tf32_numbers, "m16n8k8.row.col.f32.tf32.tf32.f32")
#undef SP_MATRIX_MAD

// Accumulators that are halves, two in a word.
inline vec<u32, 2> matrix_mad_f16_f16(vec<u32, 4> a, vec<u32, 2> b, vec<u32, 2> c) {
  u32 upper = c.x, lower = c.y;
  SP_IF_TENSOR_CORES("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                     : "+r"(upper), "+r"(lower)
                     : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y)) {
    using numbers = matrix::half_numbers;
    vec<f32, 4> sums{numbers::at(upper, 0), numbers::at(upper, 1), numbers::at(lower, 0), numbers::at(lower, 1)};
    auto own = matrix::gather<u32, f32, 2, 2>(a, b, sums);
    matrix::multiply<numbers, numbers>(own);
    auto word = [&](int i) { return u32(bits(f16(own.c[i + 1]))) << 16 | bits(f16(own.c[i])); };
    upper = word(0), lower = word(2);
  }
  return {upper, lower};
}

#define SP_MATRIX_MAD(name, A, B, types) \
  inline vec<u32, 4> matrix_mad_##name(vec<u32, 2> a, u32 b, vec<u32, 4> c) { \
    auto own = matrix::gather<u32, u32, 1, 2>(a, b, c); \
    SP_IF_TENSOR_CORES( \
        "mma.sync.aligned.m16n8k16.row.col.s32." types ".s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};" \
        : "+r"(own.c[0]), "+r"(own.c[1]), "+r"(own.c[2]), "+r"(own.c[3]) \
        : "r"(own.a[0]), "r"(own.a[1]), "r"(own.b[0])) \
    matrix::multiply<matrix::A, matrix::B>(own); \
    return matrix::result<vec<u32, 4>>(own); \
  }
SP_MATRIX_MAD(s8_s8, signed_numbers, signed_numbers, "s8.s8")
SP_MATRIX_MAD(s8_u8, signed_numbers, unsigned_numbers, "s8.u8")
SP_MATRIX_MAD(u8_s8, unsigned_numbers, signed_numbers, "u8.s8")
SP_MATRIX_MAD(u8_u8, unsigned_numbers, unsigned_numbers, "u8.u8")
#undef SP_MATRIX_MAD

// 8 x 4 by 4 x 8.
inline vec<f64, 2> matrix_mad_f64(f64 a, f64 b, vec<f64, 2> c) {
  auto own = matrix::gather<f64, f64, 1, 1>(a, b, c);
  SP_IF_TENSOR_CORES("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(own.c[0]), "+d"(own.c[1])
                     : "d"(own.a[0]), "d"(own.b[0]))
  matrix::multiply<matrix::double_numbers, matrix::double_numbers>(own);
  return matrix::result<vec<f64, 2>>(own);
}
#undef SP_IF_TENSOR_CORES

}  // namespace sp
