// atomic_ref and fences (sections 4.15.2 and 4.15.3).
#include <sycl/sycl.hpp>
#include <string>
#include "check.hpp"

using order = sycl::memory_order;
using scope = sycl::memory_scope;
using space = sycl::access::address_space;
template <class T> using reference = sycl::atomic_ref<T, order::relaxed, scope::device, space::global_space>;

using of_int = sycl::atomic_ref<int, order::acq_rel, scope::work_group>;
static_assert(of_int::default_read_order == order::acquire && of_int::default_write_order == order::release);
static_assert(of_int::default_read_modify_write_order == order::acq_rel && of_int::default_scope == scope::work_group);
static_assert(of_int::required_alignment == 4 && of_int::is_always_lock_free);
static_assert(std::is_same_v<of_int::value_type, int> && std::is_same_v<of_int::difference_type, int>);
static_assert(std::is_same_v<reference<int *>::difference_type, std::ptrdiff_t>);
static_assert(!std::is_copy_assignable_v<of_int> && std::is_trivially_copy_constructible_v<of_int>);

// All operations that a type has, by one item; the same text runs on the host.
template <class T> int wrong_operations(T *at) {
  int errors = 0;
  reference<T> x(*at);
  auto is = [&](bool right) { errors += !right; };
  x.store(T(5)), is(x.load() == T(5) && x.is_lock_free());
  x = T(6), is(x == T(6));
  is(x.exchange(T(7)) == T(6));
  T expected = T(1);
  is(!x.compare_exchange_strong(expected, T(9)) && expected == T(7));
  is(x.compare_exchange_strong(expected, T(9), order::acq_rel, order::acquire) && expected == T(7) && x.load() == T(9));
  expected = T(9);
  while (!x.compare_exchange_weak(expected, T(10), order::seq_cst, scope::system)) {}
  is(x.fetch_add(T(3)) == T(10) && x.fetch_sub(T(2), order::relaxed, scope::work_group) == T(13) && x.load() == T(11));
  is((x += T(4)) == T(15) && (x -= T(5)) == T(10));
  is(x.fetch_min(T(4)) == T(10) && x.fetch_min(T(6)) == T(4) && x.fetch_max(T(8)) == T(4) && x.fetch_max(T(2)) == T(8));
  if constexpr (std::is_signed_v<T>) is(x.fetch_min(T(-3)) == T(8) && x.fetch_max(T(8)) == T(-3));
  if constexpr (std::is_integral_v<T>) {
    is(x++ == T(8) && ++x == T(10) && x-- == T(10) && --x == T(8));
    is(x.fetch_or(T(3)) == T(8) && x.fetch_and(T(9)) == T(11) && x.fetch_xor(T(15)) == T(9));
    is((x |= T(8)) == T(14) && (x &= T(12)) == T(12) && (x ^= T(4)) == T(8));
  }
  return errors;
}
template <class T> void check_type(sycl::queue &q) {
  T *at = sycl::malloc_shared<T>(2, q);
  int *errors = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *errors = wrong_operations(at); }).wait();
  CHECK(*errors == 0);
  CHECK(*at == T(8));
  CHECK(wrong_operations(at) == 0);
  // By many items at a time.
  at[0] = T(0), at[1] = T(100);
  q.parallel_for(sycl::range<1>(1000), [=](sycl::id<1> i) {
    reference<T>(at[0]).fetch_add(T(2));
    reference<T>(at[1]).fetch_min(T(i[0] % 101 + 3));
  }).wait();
  CHECK(at[0] == T(2000) && at[1] == T(3));
  sycl::free(at, q), sycl::free(errors, q);
}

int main() {
  sycl::queue q;
  check_type<int>(q), check_type<unsigned>(q), check_type<long>(q), check_type<unsigned long>(q);
  check_type<long long>(q), check_type<unsigned long long>(q), check_type<float>(q), check_type<double>(q);

  // Pointers count in elements.
  double **pointer = sycl::malloc_shared<double *>(1, q);
  double *numbers = sycl::malloc_shared<double>(8, q);
  int *out = sycl::malloc_shared<int>(64, q);
  *pointer = numbers;
  q.single_task([=] {
    reference<double *> x(*pointer);
    bool right = x.fetch_add(3) == numbers && x.fetch_sub(1) == numbers + 3 && x++ == numbers + 2 && --x == numbers + 2;
    right &= (x += 4) == numbers + 6 && (x -= 1) == numbers + 5 && x.exchange(numbers + 1) == numbers + 5;
    double *expected = numbers;
    right &= !x.compare_exchange_strong(expected, numbers) && expected == numbers + 1;
    right &= x.compare_exchange_weak(expected, numbers + 7);
    out[0] = right;
  }).wait();
  CHECK(out[0] == 1 && *pointer == numbers + 7);

  // Local memory, and a message by fences: who comes last in a group sees what all have written.
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> sum(sycl::range<1>(2), h);
    h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
      int l = static_cast<int>(it.get_local_id(0));
      if (l < 2) sum[l] = 0;
      sycl::group_barrier(it.get_group());
      sycl::atomic_ref<int, order::acq_rel, scope::work_group, space::local_space> all(sum[0]), count(sum[1]);
      all.fetch_add(l);
      sycl::atomic_fence(order::acq_rel, scope::work_group);
      if (count.fetch_add(1) == 15) out[it.get_group(0)] = all.load();
    });
  }).wait();
  for (int g = 0; g < 4; ++g) CHECK(out[g] == 120);
  sycl::free(pointer, q), sycl::free(numbers, q), sycl::free(out, q);
  return result();
}
