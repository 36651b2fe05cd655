// Items of a group that share memory. Without an argument all is as it should be; with one, a kernel lacks a barrier or
// an atomic operation, which a program that is linked with `--sycl-barriers=check` says with both places.

#include <cstdio>
#include <string>

#include <sycl/sycl.hpp>

constexpr int size = 16, groups = 4;

template <class Kernel> static void each(sycl::queue &queue, Kernel kernel) {
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> local(size, handler);
    handler.parallel_for(sycl::nd_range<1>(size * groups, size),
                         [=](sycl::nd_item<1> item) { kernel(item, &local[0], int(item.get_local_id(0))); });
  }).wait();
}

int main(int count, char **words) {
  const std::string mistake = count > 1 ? words[1] : "";
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(size * groups, queue);
  out[0] = 0;
  if (mistake == "barrier")
    each(queue, [=](sycl::nd_item<1> item, int *local, int i) {
      local[i] = i;                                       // barrier writes
      out[item.get_global_id(0)] = local[(i + 1) % size]; // barrier reads
    });
  if (mistake == "sub-group")
    each(queue, [=](sycl::nd_item<1> item, int *local, int i) {
      local[i] = i + int(item.get_sub_group().get_local_id());
      sycl::group_barrier(item.get_sub_group());
      local[i] += 1;
      sycl::group_barrier(item.get_sub_group());
      if (i % 2 == 0) out[item.get_global_id(0)] = local[i ^ 1];
      sycl::group_barrier(item.get_group());
      out[item.get_global_id(0)] = local[i]; // sub-group reads
      local[(i + 1) % size] = 1;             // sub-group writes
    });
  if (mistake == "atomic")
    queue.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
      out[0] = out[0] + int(i); // atomic sums
    }).wait();
  if (mistake == "copy")
    each(queue, [=](sycl::nd_item<1> item, int *local, int i) {
      struct many { int numbers[4]; };
      *reinterpret_cast<many *>(local + i / 4 * 4) = many{{i, i, i, i}}; // copy writes
      sycl::group_barrier(item.get_group());
      out[item.get_global_id(0)] = local[i];
    });
  out[2] = 0;

  each(queue, [=](sycl::nd_item<1> item, int *local, int i) {
    auto group = item.get_group();
    local[i] = i;
    sycl::group_barrier(group);
    const int next = local[(i + 1) % size];
    sycl::group_barrier(group);
    local[(i + 3) % size] = next;
    sycl::group_barrier(group);
    int own[4] = {next, local[i], i, 0};
    int *through = own;
    for (int k = 0; k < 3; k++) own[3] += through[k];
    const int all = sycl::reduce_over_group(group, own[3], sycl::plus<>());
    local[i] = all;
    sycl::group_barrier(item.get_sub_group());
    if (i == 0) out[item.get_group(0) + 4] = all;
    out[3] = 7; // All items write the same.
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(out[2]) += 1;
  });
  const bool is_right = out[2] == size * groups && out[4] == 360 && out[7] == 360;
  std::puts(is_right ? "passed" : "failed");
  sycl::free(out, queue);
  return !is_right;
}
