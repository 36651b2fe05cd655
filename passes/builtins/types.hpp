// Types of the library. Integers are unsigned: an operation that is signed says so in its name.
#pragma once

namespace sp {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long;
using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long;
using f16 = _Float16;
using bf16 = __bf16;
using f32 = float;
using f64 = double;

template <class T, int N> using vec = T __attribute__((ext_vector_type(N)));

template <int Space, class T> struct pointer_to { using type = T __attribute__((address_space(Space))) *; };
template <class T> struct pointer_to<0, T> { using type = T *; };
// A pointer in an address space of the target.
template <int Space, class T> using pointer = typename pointer_to<Space, T>::type;

#if defined(SP_SPIRV)
inline constexpr int flat_space = 4;
#else
inline constexpr int flat_space = 0;
#endif
// A pointer to another type in the same address space; for `decltype`.
template <class U, class T> U *pointer_like(T *);
template <class U, class T> pointer<1, U> pointer_like(__attribute__((address_space(1))) T *);
template <class U, class T> pointer<3, U> pointer_like(__attribute__((address_space(3))) T *);
template <class U, class T> pointer<4, U> pointer_like(__attribute__((address_space(4))) T *);
// A pointer to any memory.
template <class T> using flat = pointer<flat_space, T>;

template <class T, class U> inline constexpr bool same = __is_same(T, U);
template <class T> inline constexpr bool is_float = same<T, f16> || same<T, bf16> || same<T, f32> || same<T, f64>;

template <class T> struct traits { using element = T; static constexpr int lanes = 1; };
template <class T, int N> struct traits<vec<T, N>> { using element = T; static constexpr int lanes = N; };
template <class T> using element = typename traits<T>::element;
template <class T> inline constexpr int lanes = traits<T>::lanes;

// The integers of a number of bytes.
template <int Bytes> struct sized;
template <> struct sized<1> { using u = u8; using s = i8; };
template <> struct sized<2> { using u = u16; using s = i16; };
template <> struct sized<4> { using u = u32; using s = i32; };
template <> struct sized<8> { using u = u64; using s = i64; };
template <class T> using bits_of = typename sized<sizeof(T)>::u;
template <class T> using signed_of = typename sized<sizeof(T)>::s;

template <class T> constexpr bits_of<T> bits(T x) { return __builtin_bit_cast(bits_of<T>, x); }
template <class T> constexpr T from_bits(bits_of<T> x) { return __builtin_bit_cast(T, x); }
template <class T> constexpr signed_of<T> as_signed(T x) { return static_cast<signed_of<T>>(x); }

// The smallest and largest signed number, in an unsigned type.
template <class T> inline constexpr T smallest = static_cast<T>(T(1) << (sizeof(T) * 8 - 1));
template <class T> inline constexpr T largest = static_cast<T>(smallest<T> - 1);

// The parts of a floating-point number.
template <class T> struct format;
template <> struct format<f16> { static constexpr int fraction = 10, bias = 15; };
template <> struct format<bf16> { static constexpr int fraction = 7, bias = 127; };
template <> struct format<f32> { static constexpr int fraction = 23, bias = 127; };
template <> struct format<f64> { static constexpr int fraction = 52, bias = 1023; };
template <class T> inline constexpr bits_of<T> sign_bit = smallest<bits_of<T>>;
template <class T> inline constexpr bits_of<T> infinity_bits =
    static_cast<bits_of<T>>(bits_of<T>(2 * format<T>::bias + 1) << format<T>::fraction);

template <class T> T infinity() { return from_bits<T>(infinity_bits<T>); }
template <class T> T not_a_number() {
  return from_bits<T>(static_cast<bits_of<T>>(infinity_bits<T> | bits_of<T>(1) << (format<T>::fraction - 1)));
}

// The numbers of SPIR-V.
namespace scope {
enum : i32 { CrossDevice = 0, Device = 1, Workgroup = 2, Subgroup = 3, Invocation = 4 };
}
namespace semantics {
enum : i32 {
  Relaxed = 0,
  Acquire = 0x2,
  Release = 0x4,
  AcquireRelease = 0x8,
  SequentiallyConsistent = 0x10,
  Orders = Acquire | Release | AcquireRelease | SequentiallyConsistent,
  WorkgroupMemory = 0x100,
  CrossWorkgroupMemory = 0x200,
};
}
namespace group_operation {
enum : i32 { Reduce = 0, InclusiveScan = 1, ExclusiveScan = 2, ClusteredReduce = 3 };
}

// `bfloat16` in an integer; to the nearest, to even of two, and a NaN stays one.
inline f32 convert_bf16_to_f(u16 x) { return from_bits<f32>(u32(x) << 16); }
inline u16 convert_f_to_bf16(f32 x) {
#ifdef SP_NVPTX
  return __builtin_bit_cast(u16, static_cast<__bf16>(x)); // one instruction since sm_80
#else
  u32 b = bits(x);
  if (x != x) return u16(b >> 16 | 0x40);
  return u16((b + 0x7fff + (b >> 16 & 1)) >> 16);
#endif
}

}  // namespace sp
