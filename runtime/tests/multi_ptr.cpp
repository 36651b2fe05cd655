// Pointers that know their address space (section 4.7.7).
#include <sycl/sycl.hpp>
#include <cstdint>
#include <numeric>
#include <string>
#include "check.hpp"

using sycl::access::address_space;
using sycl::access::decorated;
template <class T> using global = sycl::multi_ptr<T, address_space::global_space, decorated::no>;
template <class T> using generic = sycl::multi_ptr<T, address_space::generic_space, decorated::no>;
template <class T> using local = sycl::multi_ptr<T, address_space::local_space, decorated::no>;

static_assert(std::is_trivially_copyable_v<global<int>> && sizeof(global<int>) == sizeof(int *));
static_assert(std::is_same_v<sycl::global_ptr<int, decorated::no>, sycl::raw_global_ptr<int>>);
static_assert(std::is_same_v<sycl::decorated_local_ptr<int>,
    sycl::multi_ptr<int, address_space::local_space, decorated::yes>>);
static_assert(std::is_same_v<sycl::remove_decoration_t<sycl::decorated_global_ptr<float>::pointer>, float *>);
static_assert(sycl::decorated_global_ptr<int>::is_decorated && !global<int>::is_decorated &&
    global<int>::address_space == address_space::global_space);
static_assert(std::is_same_v<global<int>::value_type, int> &&
    std::is_same_v<global<const int>::reference, const int &>);
static_assert(std::is_same_v<global<int>::iterator_category, std::random_access_iterator_tag>);
static_assert(std::is_same_v<global<void>::value_type, void> && std::is_same_v<global<void>::pointer, void *>);
// Conversions.
template <class From, class To> constexpr bool converts = std::is_convertible_v<From, To>;
template <class From, class To> constexpr bool is_cast = std::is_constructible_v<To, From> &&
    !std::is_convertible_v<From, To>;
static_assert(converts<global<int>, global<const int>> && !std::is_constructible_v<global<int>, global<const int>>);
static_assert(converts<global<int>, sycl::decorated_global_ptr<int>> &&
    converts<sycl::decorated_global_ptr<int>, global<int>>);
static_assert(converts<global<int>, generic<int>> && converts<local<int>, generic<const int>> &&
    is_cast<generic<int>, global<int>>);
static_assert(!std::is_constructible_v<global<int>, local<int>> &&
    !std::is_constructible_v<global<int>, global<float>>);
static_assert(converts<global<int>, global<void>> && converts<global<int>, global<const void>> &&
    is_cast<global<void>, global<int>>);
static_assert(!std::is_constructible_v<global<int>, global<const void>> &&
    is_cast<global<const void>, global<const int>>);
static_assert(converts<int *, sycl::global_ptr<int>> && is_cast<int *, global<int>> &&
    converts<std::nullptr_t, global<int>>);
static_assert(converts<global<int>, int *>);

struct two { int x, y; };
template <class Pointer> bool is_right(Pointer p) { // of an array 0, 1, 2 ...
  Pointer next = p + 2, same = p;
  bool right = *p == 0 && p[3] == 3 && *next == 2 && *(1 + p) == 1 && *(next - 1) == 1 && next - p == 2;
  right &= *++same == 1 && *same++ == 1 && *same == 2 && *same-- == 2 && *--same == 0 && same == p && !(same != p);
  same += 4, right &= *same == 4, same -= 2, right &= *same == 2;
  right &= p < next && next > p && p <= same && same >= next && p != nullptr && nullptr != p && !(p == nullptr);
  p.prefetch(4);
  const auto *raw = p.get();
  const auto *also = p.get_raw();
  return right && raw == also && p.get_decorated() == raw && static_cast<const int *>(p) == raw && p == raw;
}

int main() {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(16, q), *out = sycl::malloc_shared<int>(64, q);
  std::iota(data, data + 16, 0);
  // On the host and on the device, for each kind.
  CHECK(is_right(global<int>(data)) && is_right(sycl::global_ptr<int>(data)) && is_right(generic<const int>(data)));
  q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
    auto memory = sycl::ext::oneapi::group_local_memory_for_overwrite<int[16]>(it.get_group());
    int mine[16];
    for (int n = 0; n < 16; ++n) (*memory)[n] = mine[n] = n;
    sycl::group_barrier(it.get_group());
    bool right = is_right(global<int>(data)) && is_right(sycl::decorated_global_ptr<const int>(data)) &&
        is_right(generic<int>(mine)) &&
                 is_right(sycl::local_ptr<int>(&(*memory)[0])) && is_right(sycl::raw_private_ptr<int>(mine)) &&
                 is_right(sycl::make_ptr<int, address_space::constant_space>(data));
    // Casts that look where an address is.
    auto here = sycl::address_space_cast<address_space::local_space, decorated::no>(&(*memory)[0]);
    auto not_here = sycl::address_space_cast<address_space::local_space, decorated::yes>(data);
    auto there = sycl::address_space_cast<address_space::global_space, decorated::yes>(data);
    right &= here != nullptr && here.get_raw() == &(*memory)[0] && not_here == nullptr && there.get_raw() == data;
    right &= sycl::address_space_cast<address_space::generic_space>(data) == global<int>(data);
    right &= sycl::ext::oneapi::experimental::static_address_cast<address_space::global_space>(data)[2] == 2;
    // Of any type and back.
    global<void> any = global<int>(data);
    generic<int> flat = global<int>(data);
    right &= static_cast<global<int>>(any)[3] == 3 && static_cast<global<int>>(flat)[4] == 4;
    two pair{5, 6};
    generic<two> to_pair(&pair);
    right &= to_pair->y == 6;
    to_pair = nullptr;
    out[it.get_global_id(0)] = right && to_pair == nullptr;
  }).wait();
  CHECK(std::accumulate(out, out + 16, 0) == 16);
  // From accessors.
  {
    sycl::buffer<int, 1> buffer(data, sycl::range<1>(16));
    q.submit([&](sycl::handler &h) {
      sycl::accessor reads(buffer, h, sycl::read_only);
      sycl::accessor<int, 1> both(buffer, h);
      sycl::local_accessor<int, 1> memory(16, h);
      h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
        memory[it.get_local_id()] = static_cast<int>(it.get_local_id(0));
        sycl::group_barrier(it.get_group());
        sycl::multi_ptr deduced(both);
        sycl::multi_ptr deduced_local(memory);
        static_assert(std::is_same_v<decltype(deduced), global<int>> &&
            std::is_same_v<decltype(deduced_local), local<int>>);
        global<const int> constant(reads);
        generic<int> flat(memory);
        out[it.get_global_id(0)] = is_right(deduced) && is_right(deduced_local) && is_right(constant) &&
            is_right(flat) &&
                                   is_right(memory.get_multi_ptr<decorated::yes>()) &&
                                       is_right(both.get_multi_ptr<decorated::no>()) &&
                                   is_right(sycl::local_ptr<int>(memory.get_pointer()));
      });
    });
  }
  CHECK(std::accumulate(out, out + 16, 0) == 16);
  sycl::free(data, q), sycl::free(out, q);
  return result();
}
