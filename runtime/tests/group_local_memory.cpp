// Local memory that functions declare (the extension SYCL_EXT_ONEAPI_LOCAL_MEMORY).
#include <sycl/sycl.hpp>
#include <numeric>
#include <string>
#include "check.hpp"
#ifndef SYCL_EXT_ONEAPI_LOCAL_MEMORY
#error "expected the macro of the extension"
#endif

struct state { int sum = 3; float scale = 0.5f; };
int turned(const sycl::group<1> &group, int x) {
  auto &memory = *sycl::ext::oneapi::group_local_memory_for_overwrite<int[16]>(group);
  memory[group.get_local_linear_id()] = x;
  sycl::group_barrier(group);
  return memory[15 - group.get_local_linear_id()];
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
    int l = static_cast<int>(it.get_local_id(0));
    auto group = it.get_group();
    // Of one type, but two places.
    auto a = sycl::ext::oneapi::group_local_memory_for_overwrite<int[16]>(group);
    sycl::multi_ptr<int[16], sycl::access::address_space::local_space> b =
      sycl::ext::oneapi::group_local_memory_for_overwrite<int[16]>(group);
    auto c = sycl::ext::oneapi::group_local_memory<state>(group, 7, 1.5f);
    auto d = sycl::ext::oneapi::group_local_memory<state>(group);
    (*a)[l] = l;
    b[0][l] = 100 + l;
    int t = turned(group, 1000 + l);
    sycl::group_barrier(group);
    using sum_of = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group>;
    sum_of(c->sum).fetch_add(1);
    sycl::group_barrier(group);
    out[it.get_global_id(0)] = (*a)[15 - l] == 15 - l && (*b)[15 - l] == 115 - l && t == 1015 - l && c->sum == 23 &&
                               c->scale == 1.5f && d->sum == 3 && d->scale == 0.5f;
  }).wait();
  CHECK(std::accumulate(out, out + 64, 0) == 64);
  sycl::free(out, q);
  return result();
}
