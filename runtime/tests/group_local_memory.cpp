// Local memory that functions declare (the extension SYCL_EXT_ONEAPI_LOCAL_MEMORY): each call has memory of its own.
#include <sycl/sycl.hpp>
#include <numeric>
#include <string>
#include "check.hpp"
#ifndef SYCL_EXT_ONEAPI_LOCAL_MEMORY
#error "expected the macro of the extension"
#endif

using namespace sycl::ext::oneapi;
struct state { int sum = 3; float scale = 0.5f; };
// Names of the extension are functions, which a program may have, too.
struct mine { int group_local_memory = 3; };

int turned(const sycl::group<1> &group, int x) {
  auto &memory = *sycl::ext::oneapi::group_local_memory_for_overwrite<int[16]>(group);
  memory[group.get_local_linear_id()] = x;
  sycl::group_barrier(group);
  return memory[15 - group.get_local_linear_id()];
}
template <class T> [[gnu::always_inline]] inline T *place(const sycl::group<1> &group) {
  return &(*group_local_memory_for_overwrite<T[16]>(group))[0];
}

// Not inlined by the optimizer, and a pair of calls in it
[[gnu::noinline]] int sum_of_others(const sycl::group<1> &group, int x) {
  auto &left = *group_local_memory_for_overwrite<int[16]>(group);
  auto &right = *group_local_memory_for_overwrite<int[16]>(group);
  const auto l = group.get_local_linear_id();
  left[l] = x, right[l] = 2 * x;
  sycl::group_barrier(group);
  return left[15 - l] + right[l ^ 1];
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  q.parallel_for<class all>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
    int l = static_cast<int>(it.get_local_id(0));
    auto group = it.get_group();
    // Of one type, but two places.
    auto a = sycl::ext::oneapi::group_local_memory_for_overwrite<int[16]>(group);
    sycl::multi_ptr<int[16], sycl::access::address_space::local_space> b =
      group_local_memory_for_overwrite<int[16]>(it.get_group());
    auto c = sycl::ext::oneapi::group_local_memory<state>(group, 7, 1.5f);
    auto d = group_local_memory<state>(group);
    (*a)[l] = l;
    b[0][l] = 100 + l;
    int t = turned(group, 1000 + l);
    sycl::group_barrier(group);
    using sum_of = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group>;
    sum_of(c->sum).fetch_add(1);
    sycl::group_barrier(group);
    out[it.get_global_id(0)] = (*a)[15 - l] == 15 - l && (*b)[15 - l] == 115 - l && t == 1015 - l && c->sum == 23 &&
                               c->scale == 1.5f && d->sum == 3 && d->scale == 0.5f && mine().group_local_memory == 3;
  }).wait();
  CHECK(std::accumulate(out, out + 64, 0) == 64);

  // One function that is called twice, for one type and for two; a call in a loop, in which memory is of the round.
  q.parallel_for<class often>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
    int l = static_cast<int>(it.get_local_id(0));
    auto group = it.get_group();
    int *first = place<int>(group), *second = place<int>(group);
    float *third = place<float>(group);
    first[l] = l, second[l] = 100 + l, third[l] = l + 0.5f;
    sycl::group_barrier(group);
    int right = first != second && first[15 - l] == 15 - l && second[15 - l] == 115 - l && third[15 - l] == 15.5f - l;
    for (int round = 0; round < 3; ++round) {
      auto &memory = *group_local_memory_for_overwrite<int[16]>(group);
      memory[l] = round * 16 + l;
      sycl::group_barrier(group);
      right = right && memory[15 - l] == round * 16 + 15 - l;
      sycl::group_barrier(group);
    }
    out[it.get_global_id(0)] = right;
  }).wait();
  CHECK(std::accumulate(out, out + 64, 0) == 64);
  q.parallel_for<class apart>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
    int l = static_cast<int>(it.get_local_id(0));
    const int first = sum_of_others(it.get_group(), l), second = sum_of_others(it.get_group(), 100 + l);
    out[it.get_global_id(0)] = first == 15 - l + 2 * (l ^ 1) && second == 315 - l + 2 * (l ^ 1);
  }).wait();
  CHECK(std::accumulate(out, out + 64, 0) == 64);
  sycl::free(out, q);
  return result();
}
