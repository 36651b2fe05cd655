// span, and what takes one: group_load and group_store of the extension sycl_ext_oneapi_group_load_store.
#include <array>
#include <vector>
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/span.hpp>
#include "on_both.hpp"
namespace our = sycl::ext::oneapi::experimental;

int spans(int zero) {
  int numbers[] = {1 + zero, 2, 3, 4, 5};
  sycl::span all{numbers};
  static_assert(std::is_same_v<decltype(all), sycl::span<int, 5>> && decltype(all)::extent == 5);
  IS(all.size() == 5 && all.front() == 1 && all.back() == 5 && all.size_bytes() == 20 && !all.empty());
  sycl::span<const int> seen = all;
  IS(seen.size() == 5 && seen[2] == 3 && seen.data() == numbers);
  const auto part = all.subspan<1, 3>();
  static_assert(std::is_same_v<decltype(part), const sycl::span<int, 3>>);
  IS(part[0] == 2 && part.back() == 4);
  IS(all.subspan(3).size() == 2 && all.last<2>()[0] == 4 && all.first(1).size() == 1);
  int sum = 0;
  for (int &number : all.first<2>()) sum += number *= 10;
  IS(sum == 30 && numbers[1] == 20 && *all.rbegin() == 5);
  IS(sycl::span(numbers + 1, numbers + 3).size() == 2 && sycl::span(numbers, std::size_t(4)).back() == 4);
  IS(sycl::span<int>().empty());
  IS(sycl::as_bytes(all).size() == 20 && sycl::as_writable_bytes(all.subspan(4)).size() == 4);
  return 0;
}

template <class Properties> void loads(Properties how, bool is_striped) {
  auto &queue = test_queue();
  constexpr int items = 64, each = 4;
  int *from = sycl::malloc_shared<int>(items * each, queue);
  float *to = sycl::malloc_shared<float>(items * each, queue), *found = sycl::malloc_shared<float>(items * each, queue);
  for (int i = 0; i < items * each; ++i) from[i] = i, to[i] = -1;
  queue.parallel_for(sycl::nd_range<2>({4, 16}, {4, 16}), [=](sycl::nd_item<2> item) {
    float own[each];
    our::group_load(item.get_group(), from, sycl::span{own}, how);
    for (int i = 0; i < each; ++i) found[item.get_local_linear_id() * each + static_cast<std::size_t>(i)] = own[i];
    sycl::vec<int, each> vector;
    our::group_load(item.get_group(), from, vector, how);
    for (int i = 0; i < each; ++i) own[i] += static_cast<float>(vector[i]);
    our::group_store(item.get_group(), sycl::span{own}, to, how);
  }).wait();
  for (int i = 0; i < items; ++i)
    for (int n = 0; n < each; ++n)
      CHECK(found[i * each + n] == static_cast<float>(is_striped ? n * items + i : i * each + n));
  for (int i = 0; i < items * each; ++i) CHECK(to[i] == static_cast<float>(2 * i));
  queue.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> item) {
    int one = 0;
    our::group_load(item.get_group(), from, one);
    our::group_store(item.get_sub_group(), one + 1, to + item.get_sub_group().get_group_linear_id() * 32);
  }).wait();
  for (int i = 0; i < items; ++i) CHECK(to[i] == static_cast<float>(i + 1));
  sycl::free(from, queue), sycl::free(to, queue), sycl::free(found, queue);
}

int main() {
  ON_BOTH(spans);
  std::vector<float> vector = {1, 2};
  const std::array<float, 3> array = {3, 4, 5};
  sycl::span<float> of_vector = vector;
  sycl::span<const float> of_array = array;
  CHECK(of_vector.size() == 2 && of_array[2] == 5 && sycl::span(array).extent == 3 && sycl::span(vector)[1] == 2);
  static_assert(!std::is_constructible_v<sycl::span<float>, const std::vector<float> &>);
  loads(our::properties{our::data_placement_blocked, our::contiguous_memory, our::full_group}, false);
  loads(our::properties{our::data_placement_striped}, true);
  loads(our::properties<>(), false);
  // A device is its own peer, and no other's.
  const sycl::device device = test_queue().get_device();
  CHECK(device.ext_oneapi_can_access_peer(device));
  device.ext_oneapi_enable_peer_access(device);
  device.ext_oneapi_disable_peer_access(device);
  return result();
}
