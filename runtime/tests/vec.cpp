// Vectors (section 4.14.2): constructors, operators, conversions, memory.
#include <limits>
#include "on_both.hpp"
using namespace sycl;

template <class T, int Size> void layout() {
  using V = vec<T, Size>;
  static_assert(sizeof(V) == sizeof(T) * (Size == 3 ? 4 : Size) && V::byte_size() == sizeof(V));
  static_assert(alignof(V) == (sizeof(V) < 64 ? sizeof(V) : 64));
  static_assert(V::size() == Size && std::is_trivially_copyable_v<V> && std::is_standard_layout_v<V>);
  static_assert(std::is_trivially_default_constructible_v<V>);
  static_assert(std::is_same_v<typename V::element_type, T> && std::is_same_v<typename V::value_type, T>);
  static_assert(std::is_convertible_v<V, T> == (Size == 1) && std::is_convertible_v<T, V> == (Size == 1));
  static_assert(std::is_constructible_v<V, T>);
  V v(T(1));
  CHECK(v.get_count() == Size && v.get_size() == sizeof(V) && &v[Size - 1] == reinterpret_cast<T *>(&v) + Size - 1);
  for (int i = 0; i < Size; ++i) CHECK(v[i] == T(1));
}
template <class T> void layouts() {
  layout<T, 1>(), layout<T, 2>(), layout<T, 3>(), layout<T, 4>(), layout<T, 8>(), layout<T, 16>();
}

// Every operator, for any number of elements, against the element's own.
template <class T, int Size> int operators(int zero) {
  using Vector = vec<T, Size>;
  using Truth = vec<std::conditional_t<sizeof(T) == 1, std::int8_t, std::conditional_t<sizeof(T) == 2, std::int16_t,
                    std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>, Size>;
  Vector a, b;
  for (int i = 0; i < Size; ++i) a[i] = static_cast<T>(20 + 3 * i + zero), b[i] = static_cast<T>(2 + i % 4 + zero);
  const T one = static_cast<T>(3 + zero);
#define EACH(op) \
  { \
    Vector of_pair, of_left, of_right, of_assigned, assigned = a; \
    for (int i = 0; i < Size; ++i) { \
      of_pair[i] = static_cast<T>(a[i] op b[i]); \
      of_left[i] = static_cast<T>(a[i] op one); \
      of_right[i] = static_cast<T>(one op b[i]); \
      of_assigned[i] = static_cast<T>(of_pair[i] op one); \
    } \
    GIVES(of_pair, a op b); \
    GIVES(of_left, a op one); \
    GIVES(of_right, one op b); \
    (assigned op##= b) op##= one; \
    GIVES(of_assigned, assigned); \
  }
  EACH(+) EACH(-) EACH(*) EACH(/)
  if constexpr (std::is_integral_v<T>) {
    EACH(%) EACH(&) EACH(|) EACH(^) EACH(<<) EACH(>>)
    GIVES(static_cast<T>(~T(20 + zero)), (~a)[0]);
  }
#undef EACH
#define EACH(op) \
  { \
    Truth of_pair, of_left, of_right; \
    for (int i = 0; i < Size; ++i) { \
      of_pair[i] = a[i] op b[i] ? -1 : 0; \
      of_left[i] = b[i] op one ? -1 : 0; \
      of_right[i] = one op b[i] ? -1 : 0; \
    } \
    GIVES(of_pair, a op b); \
    GIVES(of_left, b op one); \
    GIVES(of_right, one op b); \
  }
  EACH(==) EACH(!=) EACH(<) EACH(>) EACH(<=) EACH(>=)
  for (int i = 0; i < Size; i += 3) a[i] = 0;
  b[0] = 0;
  EACH(&&) EACH(||)
#undef EACH
  Vector v = b, double_sum;
  const Vector before = v++;
  ++v, v--, --v, ++v;
  for (int i = 0; i < Size; ++i) double_sum[i] = static_cast<T>(b[i] + 1 + b[i]);
  GIVES(double_sum, +v - -before);
  const Truth none = !b;
  IS(none[0] == -1 && (Size == 1 || none[Size - 1] == 0));
  return 0;
}

int constructors(int zero) {
  GIVES(int4(1, 2, 3, 4), int4(int2(1, 2), int2(3, 4)));
  GIVES(int4(1, 2, 3, 4), int4(1 + zero, int2(2, 3), 4));
  GIVES(int8(1, 2, 3, 4, 5, 5, 5, 5), int8(int3(1, 2, 3), 4, int4(5)));
  GIVES(float3(1, 2, 0.5f), float3(1, 2.0, 0.5f));
  GIVES(float4(4, 3, 2, 1), float4(float4(1, 2, 3, 4).swizzle<3, 2>(), float2(2, 1)));
  GIVES(int16(7), int16(int8(7), int8(7)));
  GIVES((vec<float, 1>(2.5f)), vec<float, 1>(2.5f));
  GIVES(float4(1), [] { float4 v; v = 1; return v; }());
  GIVES(float4(1, 2, 3, 4), [] { float4 v; v = {1, 2, 3, 4}; return v; }());
  static_assert(std::is_same_v<decltype(vec(1, 2, 3, 4)), int4> && std::is_same_v<decltype(vec(1.0f, 2.0f)), float2>);
  static_assert(!std::is_constructible_v<int4, int, int> && !std::is_constructible_v<int4, int4, int>);
  static_assert(!std::is_constructible_v<int4, float2, int2>);
  constexpr int4 constant(1, 2, 3, 4);
  static_assert(constant[2] == 3 && int2(5)[1] == 5 && float4(1, 2, 3, 4).w() == 4);
  GIVES(float4(2, 3, 4, 5), [] { float4 v(1); v += {1, 2, 3, 4}; return v; }());
  GIVES(int4(1, 3, 3, 4), [] { int4 v(1, 1, 3, 4); v.swizzle<1, 0>() += {2, 0}; return v; }());
  GIVES((vec<float, 1>(5)), vec<float, 1>{5 + zero});
  GIVES(float2(5), float2{5 + zero});
  // A number with a vector, of another type too.
  GIVES(float4(2, 4, 6, 8), float4(1, 2, 3, 4) * 2.0);
  GIVES(float4(3), 1 + float4(2));
  GIVES(uint2(1, 0), uint2(1, 0) & ~0u);
  GIVES((vec<float, 1>(3)), vec<float, 1>(1) + vec<float, 1>(2));
  GIVES(4.5f, vec<float, 1>(4) + 0.5f > 4 ? static_cast<float>(vec<float, 1>(4) + 0.5f) : 0);
  GIVES(3, static_cast<int>(vec<float, 1>(3.7f)));
  const int4::vector_t native = int4(1, 2, 3, 4 + zero);
  GIVES(int4(2, 4, 6, 8), int4(native + native));
  GIVES(int4(2, 4, 6, 8), int4(1, 2, 3, 4) + native);
  struct data { char first; float4 second; };
  static_assert(sizeof(data) == 32);
  static_assert(std::is_same_v<uchar4, vec<std::uint8_t, 4>> && std::is_same_v<long2, vec<std::int64_t, 2>>);
  static_assert(std::is_same_v<half8, vec<half, 8>> && std::is_same_v<ushort3, vec<std::uint16_t, 3>>);
  using bytes = vec<std::byte, 2>;
  IS((bytes(std::byte(6)) & bytes(std::byte(3)))[1] == std::byte(2));
  IS((vec<bool, 4>(true, false, true, false) == vec<bool, 4>(true)).x() == -1);
  return 0;
}

int conversions(int) {
  GIVES(int4(2, -2, 2, -2), float4(1.5f, -1.5f, 2.5f, -2.5f).convert<int>());
  GIVES(int2(4, 3), float2(3.8f, 3.2f).swizzle<1, 0>().swizzle<1, 0>().convert<int>());
  GIVES(int4(2, -2, 2, -2), float4(1.5f, -1.5f, 2.5f, -2.5f).convert<int, rounding_mode::rte>());
  GIVES(int4(1, -1, 2, -2), float4(1.5f, -1.5f, 2.5f, -2.5f).convert<int, rounding_mode::rtz>());
  GIVES(int4(2, -1, 3, -2), float4(1.5f, -1.5f, 2.5f, -2.5f).convert<int, rounding_mode::rtp>());
  GIVES(int4(1, -2, 2, -3), float4(1.5f, -1.5f, 2.5f, -2.5f).convert<int, rounding_mode::rtn>());
  GIVES(uchar3(1, 2, 255), int3(257, 2, -1).convert<std::uint8_t>());
  GIVES(half4(1, 2, 3, 4), int4(1, 2, 3, 4).convert<half>());
  GIVES(double2(1, 0.5), float2(1, 0.5f).convert<double>());
  GIVES((vec<bool, 2>(true, false)), int2(2, 0).convert<bool>());
  GIVES(int2(1, 0), vec<bool, 2>(true, false).convert<int>());
  GIVES((vec<int, 1>(4)), vec<float, 1>(3.5f).convert<int>());
  // One above and one below what a float has: a unit in the last place at 2^24 is 2.
  GIVES(float2(16777216, -16777216), double2(16777217.0, -16777217.0).convert<float>());
  GIVES(float2(16777218, -16777216), double2(16777217.0, -16777217.0).convert<float, rounding_mode::rtp>());
  GIVES(float2(16777216, -16777218), int2(16777217, -16777217).convert<float, rounding_mode::rtn>());
  GIVES(float2(16777218, -16777218), double2(16777219.0, -16777219.0).convert<float, rounding_mode::rtz>());
  GIVES(float2(0x1.fffffep63f, -0x1p63f), long2(std::numeric_limits<std::int64_t>::max(),
                                                 std::numeric_limits<std::int64_t>::min())
                                             .convert<float, rounding_mode::rtz>() * float2(2, 1));
  GIVES(float2(0x1.fffffep63f, 1), ulong2(~0ull, 1).convert<float, rounding_mode::rtn>());
  GIVES(uint2(3, 4000000001u), double2(2.5, 4000000000.5).convert<unsigned, rounding_mode::rtp>());
  GIVES(long2(-3, 2), double2(-2.5, 2.5).convert<std::int64_t, rounding_mode::rtn>());
  GIVES(ulong2(2, 1ull << 63), float2(1.5f, 0x1p63f).convert<std::uint64_t, rounding_mode::rte>());
  GIVES((vec<long long, 2>(-1, 2)), float2(-1.5f, 1.5f).convert<long long, rounding_mode::rtp>());
  GIVES(float2(16777218, 5), uint2(16777217u, 5u).convert<float, rounding_mode::rtp>());
  GIVES(double2(9007199254740994.0, -9007199254740992.0),
        long2(9007199254740993, -9007199254740993).convert<double, rounding_mode::rtp>());
  GIVES(double2(0x1.fffffffffffffp63, 7), ulong2(~0ull, 7).convert<double, rounding_mode::rtz>());
  GIVES(float2(-7, 7), short2(-7, 7).convert<float, rounding_mode::rtn>());
  GIVES(half2(65504, -65504), float2(1e6f, -1e6f).convert<half, rounding_mode::rtz>());
  GIVES(float2(0x1p-149f, 0), double2(1e-300, -1e-300).convert<float, rounding_mode::rtp>());
  GIVES(int4(0x3f800000, 0, 0x40000000, 0), float4(1, 0, 2, 0).as<int4>());
  GIVES(float3(1, 2, 4), uint3(0x3f800000, 0x40000000, 0x40800000).as<float3>());
  GIVES(short4(1, 0, 2, 0), int2(1, 2).as<short4>());
  GIVES(std::int64_t(0x200000001), int2(1, 2).as<std::int64_t>());
  return 0;
}

void memory() {
  int *numbers = malloc_shared<int>(24, test_queue());
  for (int i = 0; i < 24; ++i) numbers[i] = i;
  test_queue().single_task([=] {
    int3 three;
    three.load(1, numbers);
    three *= 10;
    three.store(2, numbers);
    auto global = address_space_cast<access::address_space::global_space, access::decorated::no>(numbers);
    int4 four;
    four.load(3, global);
    (four + 100).store(4, global);
    int8 even;
    even.even().load(5, global);
    even.even().store(0, global);
  }).wait();
  CHECK(numbers[6] == 30 && numbers[7] == 40 && numbers[8] == 50 && numbers[5] == 5 && numbers[9] == 9);
  CHECK(numbers[16] == 112 && numbers[19] == 115 && numbers[20] == 20);
  CHECK(numbers[0] == 20 && numbers[3] == 23 && numbers[4] == 4);
  free(numbers, test_queue());
  float plain[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const float *constant = plain;
  float4 v;
  v.load(1, constant);
  CHECK(v.x() == 5 && v.w() == 8);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static_assert(std::is_same_v<sycl::vec<sycl::byte, 2>, sycl::uchar2>);
#pragma clang diagnostic pop
static_assert(std::is_same_v<sycl::opencl::cl_half, half> && std::is_same_v<sycl::opencl::cl_ulong, std::uint64_t>);

int main() {
  layouts<char>(), layouts<std::int8_t>(), layouts<std::uint8_t>(), layouts<short>(), layouts<unsigned short>();
  layouts<int>(), layouts<unsigned>(), layouts<long>(), layouts<unsigned long>(), layouts<long long>();
  layouts<half>(), layouts<float>(), layouts<double>(), layouts<bool>(), layouts<ext::oneapi::bfloat16>();
  layouts<std::byte>();
  ON_BOTH(operators<std::int8_t, 1>);
  ON_BOTH(operators<std::int8_t, 3>);
  ON_BOTH(operators<unsigned short, 16>);
  ON_BOTH(operators<int, 4>);
  ON_BOTH(operators<unsigned, 3>);
  ON_BOTH(operators<unsigned long, 2>);
  ON_BOTH(operators<long long, 8>);
  ON_BOTH(operators<half, 8>);
  ON_BOTH(operators<float, 3>);
  ON_BOTH(operators<float, 1>);
  ON_BOTH(operators<double, 4>);
  ON_BOTH(constructors);
  ON_BOTH(conversions);
  memory();
  return result();
}
