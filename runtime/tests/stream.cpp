// Streams (section 4.16): what kernels stream, read back from the output of this process.
#include <sycl/sycl.hpp>
#include <algorithm>
#include <string>
#include <unistd.h>
#include <vector>
#include "check.hpp"

static_assert(std::is_trivially_copyable_v<sycl::stream>);

struct point { int x, y; };
const sycl::stream &operator<<(const sycl::stream &out, const point &at) {
  return out << "(" << at.x << "; " << at.y << ")";
}

// Output of a function to standard output.
template <class Function> std::string output_of(const Function &write) {
  std::fflush(stdout);
  int before = dup(1);
  std::FILE *file = std::tmpfile();
  dup2(fileno(file), 1);
  write();
  std::fflush(stdout);
  dup2(before, 1), close(before);
  std::string text(static_cast<size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}
template <class Kernel>
std::string streamed(sycl::queue &q, const Kernel &kernel, size_t total = 4096, size_t of_item = 512) {
  return output_of([&] {
    q.submit([&](sycl::handler &h) {
      sycl::stream out(total, of_item, h);
      h.single_task<Kernel>([=] { kernel(out); });
    }).wait();
  });
}
#define CHECK_TEXT(expected, ...) \
  do { \
    std::string found = streamed(q, [](const sycl::stream &out) { __VA_ARGS__; }); \
    CHECK(found == expected); \
    if (found != expected) std::printf("  found: %s\n", found.c_str()); \
  } while (false)

int main() {
  sycl::queue q;
  CHECK_TEXT("text 42 -7 c 1.5 true\n", out << "text " << 42 << ' ' << -7l << " " << 'c' << ' ' << 1.5f << " " << true
      << sycl::endl);
  CHECK_TEXT("2a 52 42 0x2a 052 ffff 18446744073709551615\n",
             out << sycl::hex << 42 << ' ' << sycl::oct << 42 << ' ' << sycl::dec << 42 << ' ' << sycl::showbase
                 << sycl::hex << 42u << ' '
                 << sycl::oct << 42 << sycl::noshowbase << ' ' << sycl::hex << static_cast<short>(-1) << ' '
                     << sycl::dec << ~0ull << sycl::endl);
  CHECK_TEXT("+3 3 +2.5\n", out << sycl::showpos << 3 << sycl::noshowpos << ' ' << 3 << ' ' << sycl::showpos << 2.5
      << sycl::endl);
  CHECK_TEXT("3.14159 3.14 3.142 3.1416e+00 3.141593 0x1p-1\n",
             const double pi = 3.14159265; out << pi << ' ' << sycl::setprecision(3) << pi << ' '
                 << sycl::setprecision(3) << sycl::fixed << pi << ' '
                 << sycl::setprecision(4) << sycl::scientific << pi << ' ' << sycl::setprecision(7)
                     << sycl::defaultfloat << pi << ' '
                 << sycl::hexfloat << 0.5f << sycl::endl);
  CHECK_TEXT("[   42][42][  ab]\n", out << "[" << sycl::setw(5) << 42 << "][" << 42 << "][" << sycl::setw(4)
      << "ab" << "]" << sycl::endl);
  CHECK_TEXT("{1, 2, 3} {4} {5, 6}\n", out << sycl::id<3>(1, 2, 3) << ' ' << sycl::range<1>(4)
      << " " << sycl::id<2>(5, 6) << sycl::endl);
  CHECK_TEXT("(3; 4) 0.25\n", out << point{3, 4} << ' ' << _Float16(0.25f) << sycl::endl);
  CHECK_TEXT("1, 2.5 3, 4, 5 4, 3\n", const sycl::int4 v(2, 3, 4, 5); out << sycl::float2(1, 2.5f) << ' '
      << sycl::marray<short, 3>(3, 4, 5) << ' '
                 << v.swizzle<2, 1>() << sycl::endl);
  CHECK_TEXT("0x0", int *none = nullptr; out << none);
  CHECK_TEXT("unsigned 200 -3", out << "unsigned " << static_cast<unsigned char>(200) << ' '
      << static_cast<signed char>(-3));

  std::string of_item = output_of([&] {
    q.submit([&](sycl::handler &h) {
      sycl::stream out(100, 100, h);
      h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(1), [=](sycl::group<1> g) {
        g.parallel_for_work_item([&](sycl::h_item<1> item) { out << item << sycl::endl; });
      });
    }).wait();
  });
  CHECK(of_item == "h_item(global_id: {0}, local_id: {0})\n");

  // What an item streams up to a flush is in one piece.
  constexpr int count = 300;
  std::string text = output_of([&] {
    q.submit([&](sycl::handler &h) {
      sycl::stream out(1 << 16, 128, h);
      h.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) {
        out << "<item " << i[0];
        out << " has " << i[0] * i[0] << ">" << sycl::endl;
        out << "second " << i[0] << sycl::endl;
      });
    }).wait();
  });
  std::vector<std::string> expected, lines;
  for (int i = 0; i < count; ++i) {
    expected.push_back("<item " + std::to_string(i) + " has " + std::to_string(i * i) + ">");
    expected.push_back("second " + std::to_string(i));
  }
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(text.substr(at, end - at));
  std::sort(expected.begin(), expected.end()), std::sort(lines.begin(), lines.end());
  CHECK(lines == expected);

  // No more than the sizes allow, of an item's text and of all.
  CHECK(streamed(q, [](const sycl::stream &out) { out << "0123456789abcdef" << sycl::flush << "next"; }, 1000, 10) ==
        "0123456789next");
  CHECK(streamed(q, [](const sycl::stream &out) { for (int n = 0; n < 10000; ++n) out << n % 10; }, 25, 1000) ==
        "0123456789012345678901234");
  auto lines_of_numbers = [](const sycl::stream &out) {
    for (int n = 0; n < 100000; ++n) out << "line " << n << sycl::endl;
  };
  CHECK(streamed(q, lines_of_numbers, 100, 50).size() == 100);
  CHECK(streamed(q, [](const sycl::stream &out) { out << "nothing" << sycl::endl; }, 0, 0).empty());
  q.submit([&](sycl::handler &h) {
    sycl::stream out(100, 20, h), same = out, other(100, 20, h);
    CHECK(out.size() == 100 && out.get_work_item_buffer_size() == 20 && out == same && out != other);
    h.single_task([] {});
  }).wait();
  return result();
}
