// Local accessors (section 4.7.6.11).
#include <sycl/sycl.hpp>
#include <numeric>
#include <string>
#include "check.hpp"

struct pair { double number; char letter; };
static_assert(std::is_trivially_copyable_v<sycl::local_accessor<int, 2>>);
static_assert(sycl::is_device_copyable_v<sycl::local_accessor<pair>>);
static_assert(std::is_same_v<sycl::local_accessor<int>, sycl::local_accessor<int, 1>>);
static_assert(std::is_same_v<sycl::local_accessor<const int>::reference, const int &>);
static_assert(std::is_same_v<sycl::local_accessor<float>::accessor_ptr<sycl::access::decorated::yes>,
                             sycl::decorated_local_ptr<float>>);

[[gnu::noinline]] static int sum_of(const sycl::local_accessor<int> &numbers) {
  int sum = 0;
  for (int x : numbers) sum += x;
  return sum;
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1024, q);

  // One dimension, several accessors at a time, which do not overlap.
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<char> odd(sycl::range<1>(3), h);
    sycl::local_accessor<pair, 1> pairs(16, h);
    sycl::local_accessor<int> numbers(sycl::range<1>(16), h);
    sycl::accessor<int, 1, sycl::access::mode::read_write, sycl::access::target::local,
                   sycl::access::placeholder::false_t> old(sycl::range<1>(16), h);
    h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
      int l = static_cast<int>(it.get_local_id(0));
      if (l < 3) odd[l] = static_cast<char>('a' + l);
      pairs[it.get_local_id()] = {l * 0.5, 'p'};
      numbers[static_cast<unsigned>(l)] = l;
      old[l] = 100 * l;
      sycl::group_barrier(it.get_group());
      int r = 15 - l;
      bool right = odd[0] == 'a' && odd[2] == 'c' && pairs[r].number == r * 0.5 && pairs[r].letter == 'p' &&
                   numbers[r] == r && old[r] == 100 * r && numbers.size() == 16 && numbers.byte_size() == 64 &&
                       !odd.empty();
      out[it.get_global_id(0)] = right;
    });
  }).wait();
  CHECK(std::accumulate(out, out + 64, 0) == 64);

  // Copies by a whole group, with a stride in global memory.
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> few(4, h);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
      int l = static_cast<int>(it.get_local_id(0));
      auto to = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(out);
      out[l] = out[l + 4] = -1, few[l] = l + 1;
      sycl::group_barrier(it.get_group());
      it.async_work_group_copy(to, few.get_multi_ptr<sycl::access::decorated::yes>(), 4, 2).wait();
      few[l] = 0;
      it.async_work_group_copy(few.get_multi_ptr<sycl::access::decorated::yes>(), to, 4, 2).wait();
      out[8 + l] = few[l];
    });
  }).wait();
  for (int n = 0; n < 8; ++n) CHECK(out[n] == (n % 2 ? -1 : n / 2 + 1));
  for (int n = 0; n < 4; ++n) CHECK(out[8 + n] == n + 1);

  // Atomic elements of two dimensions, by rows.
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 2, sycl::access::mode::atomic, sycl::access::target::local> two({2, 3}, h);
    h.parallel_for(sycl::nd_range<1>(6, 6), [=](sycl::nd_item<1> it) {
      size_t l = it.get_local_id(0);
      two[l / 3][l % 3].store(0);
      sycl::group_barrier(it.get_group());
      two[1][2].fetch_add(static_cast<int>(l));
      sycl::group_barrier(it.get_group());
      out[l] = two[1][2].load() == 15 && two[sycl::id<2>(0, 1)].load() == 0;
    });
  }).wait();
  CHECK(std::accumulate(out, out + 6, 0) == 6);

  // Two and three dimensions, by id and by rows; none.
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 2> two({4, 5}, h);
    sycl::local_accessor<int, 3> three(sycl::range<3>(2, 2, 4), h);
    sycl::local_accessor<int, 0> one(h);
    h.parallel_for(sycl::nd_range<2>({8, 8}, {4, 4}), [=](sycl::nd_item<2> it) {
      int x = static_cast<int>(it.get_local_id(1)), y = static_cast<int>(it.get_local_id(0));
      two[it.get_local_id()] = 10 * y + x;
      three[y / 2][y % 2][x] = 100 * y + x;
      if (it.get_group().leader()) one = 7;
      it.barrier(sycl::access::fence_space::local_space);
      bool right = two[x][y] == 10 * x + y && two[sycl::id<2>(x, y)] == 10 * x + y &&
                   &two[1][2] - &two[0][0] == 7 && three[sycl::id<3>(x / 2, x % 2, y)] == 100 * x + y && one == 7 &&
                   two.get_range() == sycl::range<2>(4, 5) && one.size() == 1;
      const sycl::local_accessor<int, 2> copy = two;
      right &= copy == two;
      out[it.get_global_linear_id()] = right;
    });
  }).wait();
  CHECK(std::accumulate(out, out + 64, 0) == 64);

  // Iterators, pointers, constant elements.
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> numbers(16, h);
    CHECK(numbers.get_pointer() == nullptr); // SYCL 1.2.1 has it outside of kernels, too
    h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
      numbers[static_cast<float>(it.get_local_linear_id())] = static_cast<int>(it.get_local_linear_id());
      it.barrier();
      sycl::local_accessor<const int> constant = numbers;
      int sum = 0, back = 0;
      for (int x : numbers) sum += x;
      for (auto i = numbers.crbegin(); i != numbers.crend(); ++i) back = 2 * back + (*i > 7);
      int *raw = numbers.get_pointer();
      auto decorated = numbers.get_multi_ptr<sycl::access::decorated::yes>();
      out[it.get_global_id(0)] = sum == 120 && back == 0xff00 && constant[3] == 3 && raw[4] == 4 && decorated[5] == 5 &&
                                 constant.begin() == numbers.cbegin() && numbers.get_pointer().get() == raw;
    });
  }).wait();
  CHECK(std::accumulate(out, out + 16, 0) == 16);

  // Of more bytes than one variable of SPIR-V would have, in a function too.
  q.submit([&](sycl::handler &h) {
    constexpr int many = 3000;
    sycl::local_accessor<int> low(many, h), high(many, h);
    h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
      for (int n = static_cast<int>(it.get_local_id(0)); n < many; n += 16) low[n] = n, high[n] = -n;
      it.barrier();
      out[it.get_global_id(0)] = sum_of(low) + sum_of(high) == 0 && low[many - 1] == many - 1;
    });
  }).wait();
  CHECK(std::accumulate(out, out + 16, 0) == 16);

  // Only launches with work-groups have local memory.
  CHECK_THROWS(sycl::errc::kernel_argument, "nd_range", q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> numbers(16, h);
    h.parallel_for(sycl::range<1>(16), [=](sycl::id<1> i) { numbers[i] = 1; });
  }));
  CHECK_THROWS(sycl::errc::kernel_argument, "nd_range", q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 0> one(h);
    h.single_task([=] { one = 1; });
  }));
  sycl::free(out, q);
  return result();
}
