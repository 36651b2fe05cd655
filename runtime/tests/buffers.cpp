// Buffers and accessors (sections 4.7.2 to 4.7.6): where the content comes from and goes to, order of commands, ranges.
#include "check.hpp"
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>
#include <sycl/sycl.hpp>

using namespace sycl;

static void content_is_written_back(queue q) {
  std::vector<int> data(100);
  std::iota(data.begin(), data.end(), 0);
  {
    buffer<int> b(data.data(), range<1>(100));
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(range<1>(100), [=](id<1> i) { a[i] *= 2; });
    });
  }
  CHECK(data[7] == 14 && data[99] == 198);
  {
    buffer b(data);
    static_assert(std::is_same_v<decltype(b), buffer<int, 1>>);
    b.set_write_back(false);
    q.submit([&](handler &h) {
      accessor a(b, h, write_only, no_init);
      h.parallel_for(100, [=](id<1> i) { a[i] = -1; });
    });
  }
  CHECK(data[7] == 14);
  std::vector<int> other(100);
  {
    buffer b(data);
    b.set_final_data(other.begin());
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(b.get_range(), [=](item<1> i) { a[i] += 1; });
    });
  }
  CHECK(data[7] == 14 && other[7] == 15 && other[99] == 199);
  const std::vector<int> fixed(data);
  {
    buffer b(fixed);
    q.submit([&](handler &h) {
      auto a = b.get_access<access::mode::read_write>(h);
      h.parallel_for<class Fixed>(range<1>(100), [=](id<1> i) { a[i] = 3; });
    });
    host_accessor a(b, read_only);
    CHECK(a[5] == 3);
  }
  CHECK(fixed[5] == 10);
  auto shared = std::make_shared<std::vector<float>>(8, 1.0f);
  {
    std::shared_ptr<float> first(shared, shared->data());
    buffer<float, 1> b(first, range<1>(8));
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.single_task([=] { a[3] = 4; });
    });
  }
  CHECK((*shared)[3] == 4);
  {
    buffer<int, 1> b(data.begin(), data.end());
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for(range<1>(100), [=](id<1> i) { a[i] = 0; });
    });
  }
  CHECK(data[7] == 14);
}

static void commands_follow_accesses() {
  queue q; // not in order
  constexpr int size = 1000, rounds = 50;
  buffer<int> a{range<1>(size)}, b{range<1>(size)};
  q.submit([&](handler &h) { h.fill(accessor(a, h, write_only), 1); });
  for (int n = 0; n < rounds; ++n) {
    q.submit([&](handler &h) {
      accessor from(a, h, read_only);
      accessor to(b, h, write_only);
      h.parallel_for(range<1>(size), [=](id<1> i) { to[i] = from[i] + 1; });
    });
    q.submit([&](handler &h) {
      accessor from(b, h, read_only);
      accessor to(a, h, write_only);
      h.parallel_for(range<1>(size), [=](id<1> i) { to[i] = from[i] + 1; });
    });
  }
  host_accessor result(a, read_only);
  int bad = 0;
  for (int i = 0; i < size; ++i) bad += result[i] != 1 + 2 * rounds;
  CHECK(bad == 0);
  // Two queues, one buffer.
  queue p;
  buffer<long> sum{range<1>(1)};
  p.submit([&](handler &h) { h.fill(accessor(sum, h), 0L); });
  for (int n = 0; n < 200; ++n) {
    queue &of = n % 2 ? p : q;
    of.submit([&](handler &h) {
      accessor s(sum, h);
      h.single_task([=] { s[0] = s[0] * 3 % 1000 + n; });
    });
  }
  long expected = 0;
  for (int n = 0; n < 200; ++n) expected = expected * 3 % 1000 + n;
  CHECK(sum.get_host_access()[0] == expected);
}

static void dimensions_and_ranges(queue q) {
  buffer<int, 2> b{range<2>(6, 5)};
  q.submit([&](handler &h) {
    accessor a(b, h, write_only, no_init);
    h.parallel_for(range<2>(6, 5), [=](item<2> i) { a[i] = static_cast<int>(10 * i[0] + i[1]); });
  });
  q.submit([&](handler &h) { // a part of it
    accessor a(b, h, range<2>(2, 3), id<2>(1, 2), read_write);
    CHECK(a.size() == 6 && a.get_offset() == id<2>(1, 2));
    h.parallel_for(a.get_range(), [=](id<2> i) { a[i] += 100; }); // indices begin at the offset
  });
  {
    host_accessor a(b);
    CHECK(a[2][3] == 123 && a[5][4] == 54 && a[id<2>(1, 2)] == 112 && a[0][0] == 0 && a[3][2] == 32);
    int sum = 0;
    for (int value : a) sum += value;
    CHECK(sum == 30 * 27 + 600 && std::accumulate(a.begin(), a.end(), 0) == sum && a.end() - a.begin() == 30);
  }
  {
    host_accessor part(b, range<2>(2, 3), id<2>(1, 2), read_only);
    CHECK(part[0][0] == 112 && part[1][2] == 124 && part.begin()[3] == 122);
    CHECK(part.get_pointer()[0] == 0 && part.get_pointer()[7] == 112);
  }
  {
    buffer<int> found{range<1>(1)};
    q.submit([&](handler &h) {
      auto part = b.get_access<access_mode::read, target::constant_buffer>(h, range<2>(2, 3), id<2>(1, 2));
      accessor to(found, h, write_only);
      h.single_task([=] { to[0] = part.get_pointer()[7]; }); // of the whole buffer
    });
    CHECK(host_accessor(found)[0] == 112);
  }
  buffer<double, 3> c{range<3>(2, 3, 4)};
  q.submit([&](handler &h) {
    accessor a(c, h, write_only);
    static_assert(std::is_same_v<decltype(a.get_pointer()), global_ptr<double>>);
    double *converted = a.get_pointer();
    CHECK(converted == a.get_pointer().get());
    h.parallel_for(range<3>(2, 3, 4), [=](id<3> i) { a[i[0]][i[1]][i[2]] = i[0] * 100 + i[1] * 10 + i[2]; });
  });
  auto flat = c.reinterpret<double, 1>(range<1>(24));
  host_accessor a(flat, read_only);
  CHECK(a[23] == 123 && a[12] == 100 && a[5] == 11);
  buffer<int, 1> one{range<1>(1)};
  q.submit([&](handler &h) {
    accessor<int, 0> a(one, h);
    h.single_task([=] { a = 42; });
  });
  CHECK((host_accessor<int, 0>(one)) == 42);
}

static void sub_buffers(queue q) {
  std::vector<int> data(256, 1);
  {
    buffer b(data);
    buffer half(b, id<1>(128), range<1>(128));
    CHECK(half.is_sub_buffer() && half.size() == 128);
    q.submit([&](handler &h) {
      accessor a(half, h);
      h.parallel_for(range<1>(128), [=](id<1> i) { a[i] = static_cast<int>(i[0]); });
    });
  }
  CHECK(data[127] == 1 && data[128] == 0 && data[255] == 127);
  buffer b(data);
  CHECK_THROWS(errc::invalid, "beyond its buffer", buffer(b, id<1>(200), range<1>(100)));
  buffer odd(b, id<1>(3), range<1>(10));
  q.submit([&](handler &h) {
    accessor a(odd, h);
    h.parallel_for(10, [=](id<1> i) { a[i] = 7; });
  });
  CHECK((host_accessor(b, read_only)[3] == 7 && host_accessor(b, read_only)[12] == 7));
}

// Accessors without a handler: required behind the kernel, by another of the buffer, or not at all.
static void required(queue q) {
  buffer<int> b(8);
  accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> later(b);
  accessor same(b);
  auto set = [=](item<1> i) { later[i] = 7; };
  q.submit([&](handler &h) {
    h.parallel_for(range<1>(4), set);
    h.require(later);
  }).wait();
  q.submit([&](handler &h) {
    h.require(later);
    h.parallel_for(range<1>(4), [=](item<1> i) { same[i] += later[i]; });
  }).wait();
  CHECK(host_accessor(b)[1] == 14);
  CHECK_THROWS(errc::kernel_argument, "handler::require",
               q.submit([&](handler &h) { h.parallel_for(range<1>(4), set); }));
  buffer<int> another(4);
  CHECK_THROWS(errc::kernel_argument, "handler::require", q.submit([&](handler &h) {
    accessor of_another(another, h);
    h.single_task([=] { of_another[0] = later[0]; });
  }));
}

static void copies(queue q) {
  buffer<int, 2> b{range<2>(8, 8)};
  std::vector<int> data(64), part(6, 7);
  std::iota(data.begin(), data.end(), 0);
  q.submit([&](handler &h) { h.copy(data.data(), accessor(b, h, write_only)); });
  q.submit([&](handler &h) { h.copy(part.data(), accessor(b, h, range<2>(2, 3), id<2>(1, 1), write_only)); });
  q.submit([&](handler &h) { h.fill(accessor(b, h, range<2>(1, 2), id<2>(7, 6), write_only), -1); });
  std::vector<int> back(64), corner(4);
  q.submit([&](handler &h) { h.copy(accessor(b, h, read_only), back.data()); });
  q.submit([&](handler &h) { h.copy(accessor(b, h, range<2>(2, 2), id<2>(0, 0), read_only), corner.data()); }).wait();
  q.wait();
  CHECK(back[0] == 0 && back[9] == 7 && back[11] == 7 && back[12] == 12 && back[19] == 7 && back[63] == -1 &&
      back[61] == 61);
  CHECK(corner[0] == 0 && corner[1] == 1 && corner[2] == 8 && corner[3] == 7);
  buffer<int, 1> c{range<1>(64)};
  q.submit([&](handler &h) { h.copy(accessor(b, h, read_only), accessor(c, h, write_only)); });
  CHECK(host_accessor(c)[11] == 7);
  // A placeholder.
  accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> later(c);
  CHECK(later.is_placeholder());
  q.submit([&](handler &h) {
    h.require(later);
    h.parallel_for(range<1>(64), [=](id<1> i) { later[i] = static_cast<int>(i); });
  });
  CHECK(host_accessor(c)[33] == 33);
}

// The same without a command group, and of constant elements.
static void shortcuts(queue q) {
  int data[4] = {1, 2, 3, 4}, back[4] = {}, last[4] = {};
  buffer<const int> constant(data, range<1>(4));
  buffer<int> b{range<1>(4)};
  q.copy(accessor<const int, 1, access_mode::read>(constant), accessor(b, write_only)).wait();
  q.copy(accessor(b, read_only), back).wait();
  CHECK(back[0] == 1 && back[3] == 4 && (host_accessor<const int, 1, access_mode::read>(constant)[2] == 3));
  q.fill(accessor{b}, 9).wait();
  q.update_host(accessor{b}).wait();
  q.copy(accessor{b}, std::shared_ptr<int>(last, [](int *) {})).wait();
  CHECK(last[0] == 9 && last[3] == 9);
  q.copy(data, accessor{b}).wait();
  CHECK(host_accessor(b)[1] == 2);
}

static void mistakes(queue q) {
  buffer<int> b{range<1>(10)};
  CHECK_THROWS(errc::invalid, "beyond its buffer", q.submit([&](handler &h) {
    accessor a(b, h, range<1>(5), id<1>(6));
    h.single_task([=] { a[6] = 1; });
  }));
  CHECK_THROWS(errc::invalid, "bytes", (b.reinterpret<int, 1>(range<1>(11))));
}

static void properties_and_deduction() {
  std::vector<float> data(8, 1);
  std::allocator<float> allocator;
  buffer over_iterators(data.begin(), data.end(), allocator);
  buffer over_memory(data.data(), range<2>(2, 4), allocator);
  buffer over_container(data, allocator);
  static_assert(std::is_same_v<decltype(over_iterators), buffer<float, 1, std::allocator<float>>>);
  static_assert(std::is_same_v<decltype(over_memory), buffer<float, 2, std::allocator<float>>>);
  static_assert(std::is_same_v<decltype(over_container), buffer<float, 1, std::allocator<float>>>);
  accessor later(over_iterators, write_only, no_init);
  CHECK(later.has_property<property::no_init>() && !later.has_property<property::buffer::use_host_ptr>());
  (void)later.get_property<property::no_init>();
  {
    host_accessor reads(over_iterators);
    CHECK(!reads.has_property<property::no_init>());
    CHECK_THROWS(errc::invalid, "made without the property", reads.get_property<property::no_init>());
  }
  CHECK((host_accessor(over_iterators, write_only, no_init).has_property<property::no_init>()));
  std::shared_ptr<int[]> end(new int[4]());
  {
    buffer<int> numbers(range<1>(4));
    for (int &one : host_accessor(numbers)) one = 3;
    numbers.set_final_data(end);
  }
  CHECK(end[0] == 3 && end[3] == 3);
  // A null pointer is no place for the content
  {
    buffer<int> numbers(end, range<1>(4));
    numbers.set_final_data(static_cast<int *>(nullptr));
    host_accessor{numbers}[0] = 4;
  }
  CHECK(end[0] == 3);
  buffer<int> none(range<1>(0));
  CHECK((accessor<int, 0>(none).empty() && host_accessor<int, 0>(none).size() == 0));
}

// Elements of every size, those that do not divide the distance between memory of the host and of a device among them.
template <int Count> struct Words { int words[Count]; };
template <int Count> static void elements_of(queue q) {
  Words<Count> in[3], out[3] = {}, later[3] = {}, copied[3] = {};
  for (int n = 0; n < 3 * Count; ++n) in[n / Count].words[n % Count] = n;
  {
    buffer<Words<Count>> from(in, 3), to(out, 3), also(later, 3);
    accessor<Words<Count>, 1, access_mode::write> required(also);
    q.submit([&](handler &h) {
      accessor a(from, h, read_only);
      accessor b(to, h, write_only, no_init);
      h.require(required);
      h.parallel_for(3, [=](id<1> i) { b[i] = required[i] = a[i]; });
    });
    q.submit([&](handler &h) { h.copy(accessor(to, h, read_only), copied); });
  }
  CHECK(std::memcmp(in, out, sizeof in) == 0 && std::memcmp(in, later, sizeof in) == 0);
  CHECK(std::memcmp(in, copied, sizeof in) == 0);
}
template <int... Counts> static void elements_of_all(queue q, std::integer_sequence<int, Counts...>) {
  (elements_of<Counts + 1>(q), ...);
}

// What converts to a range or an offset: numbers, lists in braces, items.
static void converted_arguments(queue q) {
  buffer<int> numbers(range(100));
  buffer<int, 2> plane({10, 10});
  q.submit([&](handler &h) {
    accessor<int> some(numbers, h, 10, 5);
    accessor<int, 2, access_mode::write> part(plane, h, {2, 3}, {4, 5}, no_init);
    CHECK(some.get_range() == range(10) && some.get_offset() == id(5));
    CHECK(part.get_range() == range(2, 3) && part.get_offset() == id(4, 5));
    h.parallel_for(10, [=](id<1> at) { some[at] = int(at[0]); });
  });
  const long few = 7;
  accessor<int, 1, access_mode::read, target::device, access::placeholder::true_t> later(numbers, few, 3);
  accessor<int, 1, access_mode::read, target::device, access::placeholder::true_t> first(numbers, few);
  CHECK(later.get_range() == range(7) && later.get_offset() == id(3) && later.is_placeholder() && first.size() == 7);
  host_accessor<int> seen(numbers, {4}, {6});
  host_accessor<int, 2> row(plane, {1, 10});
  CHECK(seen.get_range() == range(4) && seen[0] == 1 && row.size() == 10);
}

int main() {
  queue q;
  converted_arguments(q);
  properties_and_deduction();
  elements_of_all(q, std::make_integer_sequence<int, 17>());
  content_is_written_back(q);
  content_is_written_back(queue(property::queue::in_order()));
  commands_follow_accesses();
  dimensions_and_ranges(q);
  sub_buffers(q);
  required(q);
  copies(q);
  shortcuts(q);
  mistakes(q);
  return result();
}
