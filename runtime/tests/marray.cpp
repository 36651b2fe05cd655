// Arrays of numbers (section 4.14.3).
#include "on_both.hpp"
using namespace sycl;

static_assert(sizeof(marray<float, 3>) == 12 && alignof(marray<float, 3>) == 4 && sizeof(marray<char, 7>) == 7);
static_assert(std::is_trivially_copyable_v<mfloat4> && std::is_trivially_default_constructible_v<mfloat4>);
static_assert(std::is_same_v<muint4, marray<std::uint32_t, 4>> && std::is_same_v<mbool3, marray<bool, 3>>);
static_assert(std::is_same_v<mhalf16, marray<half, 16>> && std::is_same_v<mlong2, marray<std::int64_t, 2>>);
static_assert(std::is_same_v<decltype(marray(1.0f, 2.0f, 3.0f)), mfloat3> && mint4::size() == 4);
static_assert(!std::is_convertible_v<int, mint4> && std::is_constructible_v<mint4, int>);
static_assert(std::is_convertible_v<marray<int, 1>, int> && !std::is_constructible_v<mint4, int, int>);
static_assert(std::is_same_v<mint4::iterator, int *> && std::is_same_v<mint4::const_reference, const int &>);
static_assert(mint4(mint2(1, 2), 3, 4)[2] == 3 && mint3(7)[2] == 7);
template <class Value, class = void> inline constexpr bool has_bits = false;
template <class Value>
inline constexpr bool has_bits<Value, std::void_t<decltype(~std::declval<Value>() % 2 << 1)>> = true;
static_assert(has_bits<mint4> && !has_bits<mfloat4> && !has_bits<mhalf4>);

template <class T, std::size_t Size> int operators(int zero) {
  using Array = marray<T, Size>;
  using Truth = marray<bool, Size>;
  Array a, b;
  for (std::size_t i = 0; i < Size; ++i) {
    a[i] = static_cast<T>(20 + 3 * i + zero);
    b[i] = static_cast<T>(2 + i % 4 + zero);
  }
  const T one = static_cast<T>(3 + zero);
#define EACH(op) \
  { \
    Array of_pair, of_left, of_right, of_assigned, assigned = a; \
    for (std::size_t i = 0; i < Size; ++i) { \
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
    for (std::size_t i = 0; i < Size; ++i) { \
      of_pair[i] = a[i] op b[i]; \
      of_left[i] = b[i] op one; \
      of_right[i] = one op b[i]; \
    } \
    GIVES(of_pair, a op b); \
    GIVES(of_left, b op one); \
    GIVES(of_right, one op b); \
  }
  EACH(==) EACH(!=) EACH(<) EACH(>) EACH(<=) EACH(>=)
  b[0] = 0;
  EACH(&&) EACH(||)
#undef EACH
  Array v = b, sum;
  const Array before = v++;
  ++v, v--, --v, ++v;
  for (std::size_t i = 0; i < Size; ++i) sum[i] = static_cast<T>(b[i] + 1 + b[i]);
  GIVES(sum, +v - -before);
  GIVES(true, (!b)[0]);
  v = one;
  GIVES(Array(one), v);
  T total = 0;
  for (const T &element : v) total = static_cast<T>(total + element);
  GIVES(static_cast<T>(one * static_cast<T>(Size)), total);
  return 0;
}

int constructors(int zero) {
  GIVES(mint4(1, 2, 3, 4), mint4(mint2(1 + zero, 2), mint2(3, 4)));
  GIVES(mfloat3(1, 2, 0.5f), mfloat3(1 + zero, 2.0, 0.5f));
  GIVES((marray<int, 5>(1, 2, 3, 4, 5)), marray<int, 5>(mint3(1, 2, 3), 4 + zero, 5));
  GIVES(mfloat4(2, 4, 6, 8), mfloat4(1, 2, 3, 4) * 2.0);
  const int number = marray<int, 1>(7 + zero);
  GIVES(7, number);
  mint4 v(1 + zero, 2, 3, 4);
  *v.begin() += 9;
  *(v.end() - 1) = 5;
  GIVES(mint4(10, 2, 3, 5), v);
  return 0;
}

int main() {
  ON_BOTH(operators<std::int8_t, 3>);
  ON_BOTH(operators<int, 4>);
  ON_BOTH(operators<int, 1>);
  ON_BOTH(operators<unsigned long, 5>);
  ON_BOTH(operators<float, 7>);
  ON_BOTH(operators<half, 2>);
  ON_BOTH(operators<double, 16>);
  ON_BOTH(constructors);
  return result();
}
