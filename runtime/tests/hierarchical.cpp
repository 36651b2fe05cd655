// Hierarchical kernels (section 4.9.4.2.3).
#include "check.hpp"
#include <string>
#include <sycl/sycl.hpp>

using namespace sycl;

int main() {
  queue q;
  constexpr std::size_t groups = 6, local = 16;
  int *sums = malloc_shared<int>(groups, q), *data = malloc_shared<int>(groups * local, q),
      *times = malloc_shared<int>(groups, q);
  for (std::size_t g = 0; g < groups; ++g) times[g] = 0;
  q.submit([&](handler &h) {
    h.parallel_for_work_group<class Sums>(range<1>(groups), range<1>(local), [=](group<1> g) {
      int of_group[local]; // shared by the items of a group
      private_memory<int> own(g);
      ++times[g[0]];
      g.parallel_for_work_item([&](h_item<1> item) {
        own(item) = static_cast<int>(item.get_global_id(0));
        h_item<1> same = item;
        if (same != item || !(same == item)) own(item) = -1;
        of_group[item.get_local_id(0)] = own(item) * 2;
      });
      int sum = 0;
      for (int value : of_group) sum += value;
      g.parallel_for_work_item([&](h_item<1> item) {
        data[item.get_global_id(0)] = own(item) + of_group[local - 1 - item.get_local_id(0)];
      });
      sums[g[0]] = sum;
    });
  }).wait();
  for (std::size_t g = 0; g < groups; ++g) {
    int first = static_cast<int>(g * local), expected = 0;
    for (int i = 0; i < static_cast<int>(local); ++i) {
      expected += 2 * (first + i);
      CHECK(data[first + i] == first + i + 2 * (first + static_cast<int>(local) - 1 - i));
    }
    CHECK(sums[g] == expected && times[g] == 1);
  }
  // Items are equal to their copies and to no other item.
  int *comparisons = malloc_shared<int>(2, q);
  q.submit([&](handler &h) {
    h.parallel_for_work_group(range<1>(1), range<1>(local), [=](group<1> g) {
      comparisons[0] = comparisons[1] = 0;
      g.parallel_for_work_item([&](h_item<1> item) {
        const h_item<1> copy = item;
        const h_item<1> next({local}, {local}, {local}, {item.get_local_id(0) + 1}, {0});
        atomic_ref<int, memory_order::relaxed, memory_scope::work_group> same(comparisons[0]), other(comparisons[1]);
        same += item == copy && !(item != copy);
        other += item != next && !(item == next);
      });
    });
  }).wait();
  CHECK(comparisons[0] == static_cast<int>(local) && comparisons[1] == comparisons[0]);
  free(comparisons, q);
  // A range of the loops' own, and two dimensions.
  int *cells = malloc_shared<int>(4 * 6, q);
  q.submit([&](handler &h) {
    h.parallel_for_work_group(range<2>(2, 3), range<2>(2, 2), [=](group<2> g) {
      g.parallel_for_work_item([&](h_item<2> item) {
        cells[item.get_global().get_linear_id()] = static_cast<int>(10 * item.get_local_id(0) + item.get_local_id(1));
      });
    });
  }).wait();
  CHECK(cells[0] == 0 && cells[1] == 1 && cells[6] == 10 && cells[23] == 11);
  q.submit([&](handler &h) {
    h.parallel_for_work_group(range<1>(3), [=](group<1> g) {
      g.parallel_for_work_item(range<1>(8), [&](h_item<1> item) {
        cells[g[0] * 8 + item.get_logical_local_id(0)] = static_cast<int>(item.get_logical_local_range(0));
      });
    });
  }).wait();
  CHECK(cells[0] == 8 && cells[23] == 8);
  free(sums, q), free(data, q), free(times, q), free(cells, q);
  return result();
}
