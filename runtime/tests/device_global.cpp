// Device globals (sycl_ext_oneapi_device_global): kernels share them, and queues and handlers copy to and from them.
#include <string>
#include <vector>
#include <sycl/sycl.hpp>
#include "check.hpp"

namespace ex = sycl::ext::oneapi::experimental;
using ex::device_global;

device_global<int> counter;
static device_global<int[4]> numbers{1, 2, 3, 4};
static device_global<int[4]> same{1, 2, 3, 4}, other{1, 2, 3, 4};
namespace {
device_global<const float> factor{2.5f};
}
namespace outer::inner {
inline device_global<double> shared{0.5};
}
struct point {
  int x, y;
  int sum() const { return x + y; }
};
device_global<point> corner{3, 4};
struct pointer_like {
  point at;
  point *operator->() { return &at; }
};
device_global<pointer_like> smart;
template <class T> struct holder {
  static device_global<T> member;
  static inline device_global<T> inlined{T(7)};
};
template <class T> device_global<T> holder<T>::member{T(5)};
device_global<int, decltype(ex::properties(ex::device_image_scope, ex::host_access_read_write))> scoped{11};
device_global<int, decltype(ex::properties(ex::host_access<ex::host_access_enum::write>, ex::init_mode_reset,
                                           ex::implement_in_csr_on))>
  with_properties;
device_global<int *> address;
device_global<float[4][8]> table;
static device_global<int> unused{21}; // by kernels
struct alignas(64) wide {
  long parts[8];
};
static device_global<wide> aligned;

static_assert(decltype(scoped)::has_property<ex::device_image_scope_key>());
static_assert(!decltype(counter)::has_property<ex::device_image_scope_key>());
static_assert(decltype(with_properties)::get_property<ex::init_mode_key>().value == ex::init_mode_enum::reset);
static_assert(std::is_same_v<device_global<int[4]>::type, int>);

template <class T> T value_of(sycl::queue &q, const device_global<T> &global) {
  T value{};
  q.copy(global, &value).wait();
  return value;
}

static void in_kernels(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(16, q);
  q.parallel_for(100, [=](sycl::id<1>) {
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(counter.get()).fetch_add(2);
   }).wait();
  q.single_task([=] {
    out[0] = counter;
    out[1] = numbers[0] + numbers[3];
    numbers[1] = 20;
    out[2] = static_cast<int>(factor.get() * 4);
    outer::inner::shared = outer::inner::shared + 1.25;
    out[3] = corner.get().sum();
    smart.get().at = corner.get();
    out[4] = smart->x;
    out[5] = holder<int>::member + holder<int>::inlined + static_cast<int>(holder<float>::inlined);
    out[7] = (*numbers.get_multi_ptr<sycl::access::decorated::no>())[0];
    address = out + 12;
    for (int i = 0; i < 4; ++i) table[i][i] = static_cast<float>(i);
    aligned.get().parts[7] = 9;
    with_properties = 1;
    out[9] = reinterpret_cast<std::uintptr_t>(&aligned.get()) % 64 == 0;
  }).wait();
  q.single_task([=] {
    out[8] = static_cast<int>(outer::inner::shared * 100) + numbers[1] + same[0] + other[3];
    *address = 77;
  }).wait();
  // Kernels with doubles are in an image of their own, and that of `scoped` is of one image.
  q.single_task([=] { out[6] = scoped++; }).wait();
  const int expected[] = {200, 5, 10, 7, 3, 19, 11, 1, 175 + 20 + 1 + 4, 1};
  for (int i = 0; i < 10; ++i) CHECK(out[i] == expected[i]);
  CHECK(out[12] == 77);
  sycl::free(out, q);
}

static void copies(sycl::queue &q) {
  CHECK(value_of(q, counter) == 200);
  CHECK(value_of(q, outer::inner::shared) == 1.75);
  CHECK(value_of(q, holder<int>::member) == 5);
  CHECK(value_of(q, smart).at.y == 4);
  int read[4] = {};
  q.memcpy(read, numbers).wait();
  CHECK(read[0] == 1 && read[1] == 20 && read[2] == 3 && read[3] == 4);
  // Variables of one place, but for the column, and of one type and value.
  const int first[] = {100, 200}, second[] = {300};
  q.copy(first, same, 2, 1).wait();
  q.memcpy(other, second, sizeof(int), 3 * sizeof(int)).wait();
  q.copy(same, read).wait();
  CHECK(read[0] == 1 && read[1] == 100 && read[2] == 200 && read[3] == 4);
  q.copy(other, read, 2, 2).wait();
  CHECK(read[0] == 3 && read[1] == 300);
  // Kernels see what was copied, also with events and by handlers.
  int *out = sycl::malloc_shared<int>(3, q), seven = 7, eight = 8;
  sycl::event copied = q.memcpy(counter, &seven);
  sycl::event more = q.submit([&](sycl::handler &h) {
    h.depends_on(copied);
    h.memcpy(scoped, &eight);
  });
  q.submit([&](sycl::handler &h) {
    h.depends_on({copied, more});
    h.single_task([=] {
      out[0] = counter + scoped;
      out[1] = same[2];
      out[2] = other[3];
    });
  }).wait();
  CHECK(out[0] == 15 && out[1] == 200 && out[2] == 300);
  q.copy(counter, out, 1, 0, copied).wait();
  q.copy(scoped, out + 1, 1, 0, std::vector<sycl::event>{copied, more}).wait();
  CHECK(out[0] == 7 && out[1] == 8);
  float diagonal[32];
  q.copy(table, diagonal).wait();
  for (int i = 0; i < 32; ++i) CHECK(diagonal[i] == (i % 9 == 0 ? static_cast<float>(i / 9) : 0.0f));
  CHECK(value_of(q, aligned).parts[7] == 9);
  CHECK(value_of(q, unused) == 21);
  q.memcpy(unused, &seven).wait();
  CHECK(value_of(q, unused) == 7);
  sycl::queue again(q.get_device());
  CHECK(value_of(again, unused) == 7 && value_of(again, counter) == 7);
  sycl::free(out, q);
}

static void bounds(sycl::queue &q) {
  int values[8] = {};
  CHECK_THROWS(sycl::errc::invalid, "Copy to device_global is out of bounds: it has 16 bytes",
               q.copy(values, numbers, 5));
  CHECK_THROWS(sycl::errc::invalid, "Copy from device_global is out of bounds", q.memcpy(values, numbers, 4, 13));
  CHECK_THROWS(sycl::errc::invalid, "out of bounds",
               q.submit([&](sycl::handler &h) { h.copy(numbers, values, 1, 4); }));
  CHECK_THROWS(sycl::errc::invalid, "out of bounds", q.memcpy(values, numbers, 1, ~std::size_t(0)));
}

int main() {
  sycl::queue q;
  in_kernels(q);
  copies(q);
  bounds(q);
  return result();
}
