// sycl::atomic and its functions, of SYCL 1.2.1.
#include <sycl/sycl.hpp>
#include <string>
#include "check.hpp"

int main() {
  sycl::queue q;
  int data[8] = {0, 0, 100, 0, 0xff, 0, 0, 0};
  {
    sycl::buffer<int, 1> buffer(data, sycl::range<1>(8));
    q.submit([&](sycl::handler &h) {
      auto x = buffer.get_access<sycl::access::mode::atomic>(h);
      sycl::local_accessor<int, 1> local(1, h);
      h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
        int i = static_cast<int>(it.get_global_id(0));
        x[0].fetch_add(i);
        sycl::atomic_fetch_max(x[1], i);
        sycl::atomic_fetch_min(x[2], i + 5);
        x[3].fetch_or(1 << (i % 8));
        x[4].fetch_and(~(1 << (i % 4)));
        if (i == 0) {
          sycl::atomic_store(x[5], 7);
          int expected = 7;
          bool is_exchanged = sycl::atomic_compare_exchange_strong(x[5], expected, 8) &&
              !x[5].compare_exchange_strong(expected, 9);
          sycl::atomic_fetch_sub(x[5], 2);
          sycl::atomic_fetch_xor(x[5], 1);
          x[6].store(is_exchanged && expected == 8 && sycl::atomic_load(x[5]) == 7 &&
              sycl::atomic_exchange(x[5], 70) == 7);
        }
        if (it.get_local_id(0) == 0) local[0] = 0;
        it.barrier(sycl::access::fence_space::local_space);
        sycl::atomic<int, sycl::access::address_space::local_space> sum{sycl::local_ptr<int>(&local[0])};
        sum.fetch_add(1);
        it.barrier(sycl::access::fence_space::local_space);
        if (it.get_local_id(0) == 0) x[7].fetch_add(sum.load());
      });
    });
  }
  // Accessors of local memory with mode atomic.
  int of_group[4] = {};
  {
    sycl::buffer<int, 1> buffer(of_group, sycl::range<1>(4));
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 1, sycl::access_mode::atomic, sycl::target::local> sum(sycl::range<1>(2), h);
      sycl::accessor<int, 0, sycl::access_mode::atomic, sycl::target::local> one(h);
      sycl::accessor to(buffer, h, sycl::write_only);
      h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
        sycl::atomic<int, sycl::access::address_space::local_space> first = sum[0], single = one;
        if (it.get_local_id(0) == 0) first.store(5), single.store(1);
        it.barrier(sycl::access::fence_space::local_space);
        sum[sycl::id<1>(0)].fetch_add(1);
        single.fetch_sub(1);
        it.barrier(sycl::access::fence_space::local_space);
        if (it.get_local_id(0) == 0) to[it.get_group(0)] = first.load() * 100 + single.load();
      });
    });
  }
  CHECK(of_group[0] == 2085 && of_group[3] == 2085);
  CHECK(data[0] == 2016 && data[1] == 63 && data[2] == 5 && data[3] == 0xff && data[4] == 0xf0);
  CHECK(data[5] == 70 && data[6] == 1 && data[7] == 64);
  return result();
}
