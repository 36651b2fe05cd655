// Results of the small headers of the standard library.
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <complex>
#include <cstring>
#include <tuple>

constexpr std::array<int, 7> numbers = {5, 3, 9, -1, 3, 7, 0};
constexpr auto sorted() {
  auto copy = numbers;
  std::sort(copy.begin(), copy.end());
  return copy;
}
constexpr auto reversed() {
  auto copy = numbers;
  std::reverse(copy.begin(), copy.end());
  return copy;
}
constexpr auto descending() {
  auto copy = numbers;
  std::sort(copy.begin(), copy.end(), [](int a, int b) { return a > b; });
  return copy;
}
constexpr auto doubled() {
  std::array<int, 7> copy{};
  std::transform(numbers.begin(), numbers.end(), copy.begin(), [](int x) { return 2 * x; });
  return copy;
}
static_assert(sorted() == std::array<int, 7>{-1, 0, 3, 3, 5, 7, 9});
static_assert(descending() == std::array<int, 7>{9, 7, 5, 3, 3, 0, -1});
static_assert(reversed() == std::array<int, 7>{0, 7, 3, -1, 9, 3, 5});
static_assert(doubled() == std::array<int, 7>{10, 6, 18, -2, 6, 14, 0});
constexpr auto in_order = sorted();
static_assert(std::is_sorted(in_order.begin(), in_order.end()) && !std::is_sorted(numbers.begin(), numbers.end()));
static_assert(std::lower_bound(in_order.begin(), in_order.end(), 3) - in_order.begin() == 2);
static_assert(std::upper_bound(in_order.begin(), in_order.end(), 3) - in_order.begin() == 4);
static_assert(std::binary_search(in_order.begin(), in_order.end(), 7));
static_assert(!std::binary_search(in_order.begin(), in_order.end(), 8));
static_assert(*std::min_element(numbers.begin(), numbers.end()) == -1);
static_assert(*std::max_element(numbers.begin(), numbers.end()) == 9);
static_assert(std::find(numbers.begin(), numbers.end(), 9) - numbers.begin() == 2);
static_assert(std::count(numbers.begin(), numbers.end(), 3) == 2);
constexpr bool isNegative(int x) { return x < 0; }
static_assert(std::any_of(numbers.begin(), numbers.end(), isNegative));
static_assert(!std::all_of(numbers.begin(), numbers.end(), isNegative));
static_assert(!std::none_of(numbers.begin(), numbers.end(), isNegative));
static_assert(std::equal(numbers.begin(), numbers.end(), numbers.begin()));
static_assert(!std::equal(numbers.begin(), numbers.end(), in_order.begin()));
static_assert(std::min(2, 1) == 1 && std::max(2, 1) == 2 && std::clamp(5, 0, 3) == 3 && std::clamp(-5, 0, 3) == 0);

static_assert(std::popcount(0xf0u) == 4 && std::popcount(static_cast<unsigned char>(255)) == 8);
static_assert(std::countl_zero(static_cast<unsigned short>(1)) == 15 && std::countl_zero(0u) == 32);
static_assert(std::countr_zero(8ul) == 3 && std::countr_zero(0ul) == 64);
static_assert(std::countl_one(static_cast<unsigned char>(0xe0)) == 3 && std::countr_one(7u) == 3);
static_assert(std::rotl(0x80000001u, 1) == 3 && std::rotr(3u, 1) == 0x80000001u && std::rotl(5u, 0) == 5);
static_assert(std::rotl(static_cast<unsigned char>(0x81), -1) == 0xc0 && std::rotr(1u, -33) == 2);
static_assert(std::has_single_bit(64u) && !std::has_single_bit(0u) && !std::has_single_bit(6u));
static_assert(std::bit_width(0u) == 0 && std::bit_width(9u) == 4);
static_assert(std::bit_floor(9u) == 8 && std::bit_ceil(9u) == 16 && std::bit_ceil(8u) == 8 && std::bit_floor(0u) == 0);
static_assert(std::bit_cast<unsigned>(1.0f) == 0x3f800000u && std::endian::native == std::endian::little);

constexpr std::tuple<int, double, char> three(1, 2.5, 'c');
static_assert(std::get<0>(three) == 1 && std::get<1>(three) == 2.5 && std::get<2>(three) == 'c');
static_assert(std::tuple_size_v<decltype(three)> == 3);
static_assert(std::is_same_v<std::tuple_element_t<1, decltype(three)>, const double>);
static_assert(std::make_tuple(1, 2.5, 'c') == three && std::make_tuple(1, 2.5, 'd') != three);
static_assert(std::apply([](int a, double b, char) { return a + b; }, three) == 3.5);
constexpr int swapped() {
  int a = 1, b = 2;
  std::tie(a, b) = std::make_tuple(b, a);
  auto [x, y] = std::make_tuple(a, b);
  x += 10;
  return 10 * a + b + (x == 12 && y == 1 ? 0 : 100);
}
static_assert(swapped() == 21);

using C = std::complex<double>;
static_assert(C(1, 2) * C(3, -1) == C(5, 5) && C(0, 10) / C(4, 2) == C(1, 2) && C(2, 4) / C(0, 2) == C(2, -1));
static_assert(C(1, 2) + 1.0 == C(2, 2) && 2.0 * C(1, 2) == C(2, 4) && -C(1, 2) == C(-1, -2));
static_assert(std::conj(C(1, 2)) == C(1, -2) && std::norm(C(3, 4)) == 25);
static_assert(std::real(C(1, 2)) + std::imag(C(1, 2)) == 3);
static_assert(C(std::complex<float>(1, 2)) == C(1, 2));

static_assert(std::strlen("four") == 4 && std::strcmp("a", "b") < 0 && std::strcmp("b", "a") > 0);
static_assert(std::strcmp("ab", "ab") == 0 && std::strcmp("ab", "a") > 0);

[[clang::sycl_external]] double rest(double x, char *to, const char *from) {
  assert(false && "nothing is checked");
  std::memcpy(to, from, 3), std::memmove(to + 1, to, 2), std::memset(to, 0, 1);
  C z = std::exp(C(x, x)) + std::log(C(x)) + std::sqrt(C(-x)) + std::polar(x, 2.0);
  z += C(1), z -= C(2), z *= z, z /= C(3);
  return std::abs(z) + std::arg(z) + std::memcmp(to, from, 3);
}
