// Sub-groups: exchanges, members of earlier versions, masks.
#include <sycl/sycl.hpp>
#include <numeric>
#include <string>
#include "check.hpp"

struct large { double number; char text[5]; short more[3]; };

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(256, q);
  q.parallel_for(sycl::nd_range<1>(80, 40), [=](sycl::nd_item<1> it) {
    auto sg = it.get_sub_group();
    int lane = static_cast<int>(sg.get_local_linear_id()), size = static_cast<int>(sg.get_local_linear_range());
    // All items take part in each call, so none stands behind && or ||.
    float next = sycl::select_from_group(sg, lane * 1.5f, (lane + 1) % size);
    long crossed = sycl::permute_group_by_xor(sg, static_cast<long>(lane), 3);
    signed char left = sycl::shift_group_left(sg, static_cast<signed char>(-lane));
    unsigned short right = sycl::shift_group_right(sg, static_cast<unsigned short>(lane), 2);
    _Float16 fifth = sycl::group_broadcast(sg, _Float16(lane), 5);
    int ninth = sycl::group_broadcast(sg, lane + 9);
    bool any = sycl::any_of_group(sg, lane == 3), all = sycl::all_of_group(sg, lane == 3),
        none = sycl::none_of_group(sg, lane == size);
    sycl::group_barrier(sg);
    out[it.get_global_id(0)] = size <= static_cast<int>(sg.get_max_local_range()[0]) &&
        sg.get_group_linear_id() < sg.get_group_linear_range() &&
                               next == static_cast<float>((lane + 1) % size) * 1.5f && crossed == (lane ^ 3) &&
                                   (lane == size - 1 || left == -lane - 1) &&
                               (lane < 2 || right == lane - 2) && fifth == _Float16(5) && ninth == 9 && any && !all &&
                                   none;
  }).wait();
  CHECK(std::accumulate(out, out + 80, 0) == 80);
  // A large type, in words.
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
    auto sg = it.get_sub_group();
    short l = static_cast<short>(sg.get_local_linear_id());
    large own{l * 0.25, {'a', 'b', 'c', 'd', static_cast<char>('e' + l)}, {1, 2, l}};
    large other = sycl::select_from_group(sg, own, sg.get_local_linear_range() - 1 - l);
    large first = sycl::group_broadcast(it.get_group(), own, 3);
    int from = static_cast<int>(sg.get_local_linear_range()) - 1 - l;
    out[it.get_global_id(0)] = other.number == from * 0.25 && other.text[4] == static_cast<char>('e' + from) &&
        other.more[2] == from &&
                               first.number == 0.75 && first.more[2] == 3 && first.text[0] == 'a';
  }).wait();
  CHECK(std::accumulate(out, out + 32, 0) == 32);
  // Members of earlier versions.
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
    auto sg = it.get_sub_group();
    int l = static_cast<int>(sg.get_local_linear_id()), size = static_cast<int>(sg.get_local_linear_range());
    int next = sg.shuffle(l, (l + 1) % size), crossed = sg.shuffle_xor(l, 1), down = sg.shuffle_down(l, 1),
        up = sg.shuffle_up(l, 1);
    int second = sg.broadcast(l, 2), sum = sg.reduce(l, sycl::plus<>()), before = sg.exclusive_scan(1, sycl::plus<>());
    int after = sg.inclusive_scan(1, sycl::plus<int>(), 5);
    bool any = sg.any(l == 1), all = sg.all(l == 1);
    int *part = out + 64 + size * static_cast<int>(sg.get_group_linear_id());
    sg.store(part, l * 3);
    sg.barrier();
    out[it.get_global_id(0)] = next == (l + 1) % size && crossed == (l ^ 1) && (l == size - 1 || down == l + 1) &&
        (l == 0 || up == l - 1) &&
                               second == 2 && any && !all && sum == size * (size - 1) / 2 && before == l &&
                                   after == l + 6 &&
                               sg.load(part) == 3 * l && sg.load(sycl::global_ptr<int>(part)) == 3 * l;
  }).wait();
  CHECK(std::accumulate(out, out + 32, 0) == 32);
  // Masks.
  q.parallel_for(sycl::nd_range<1>(40, 40), [=](sycl::nd_item<1> it) {
    using sycl::ext::oneapi::group_ballot;
    auto sg = it.get_sub_group();
    unsigned l = sg.get_local_linear_id(), size = sg.get_local_linear_range();
    sycl::ext::oneapi::sub_group_mask odd = group_ballot(sg, l % 2 == 1), all = group_ballot(sg);
    bool right = odd.size() == size && odd.count() == size / 2 && odd[1] && !odd[0] && !odd.all() && odd.any() &&
        all.all();
    right &= odd.find_low() == 1 && odd.find_high() == size - 1 && (~odd).find_low() == 0 && (odd & ~odd).none() &&
        (odd | ~odd) == all;
    right &= (odd ^ all) == ~odd && (odd << 1)[2] && (odd >> 1)[0] && odd != all;
    unsigned bits = 0;
    unsigned char byte = 0;
    odd.extract_bits(bits);
    odd.extract_bits(byte, 1);
    right &= bits == (0xaaaaaaaau & (size == 32 ? ~0u : (1u << size) - 1)) &&
        byte == (size > 8 ? 0x55 : 0x55 & ((1u << (size - 1)) - 1));
    odd.reset_low(), right &= odd.find_low() == 3;
    odd.set(0), right &= odd[0];
    odd[0] = false, odd[4] = true, odd.flip(5), right &= !odd[0] && odd[4] && !odd[5];
    odd.reset_high(), right &= !odd[size - 1];
    odd.reset(), right &= odd.none() && odd.find_low() == size;
    odd.insert_bits(static_cast<unsigned char>(6)), right &= odd.count() == 2 && odd.find_low() == 1;
    out[it.get_global_id(0)] = right;
  }).wait();
  CHECK(std::accumulate(out, out + 40, 0) == 40);
  // Parts of sub-groups.
  q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
    namespace experimental = sycl::ext::oneapi::experimental;
    auto sg = it.get_sub_group();
    int l = static_cast<int>(sg.get_local_linear_id());
    bool is_low = l < 5;
    auto part = experimental::get_ballot_group(sg, is_low);
    int size = is_low ? 5 : 27, own = is_low ? l : l - 5, first = is_low ? 0 : 5;
    int sum = sycl::reduce_over_group(part, l, sycl::plus<>()),
        scan = sycl::inclusive_scan_over_group(part, 1, sycl::plus<>());
    int before = sycl::exclusive_scan_over_group(part, 1, sycl::plus<>()), second = sycl::group_broadcast(part, l, 2);
    int left = sycl::shift_group_left(part, l, 1), right = sycl::shift_group_right(part, l, 1);
    bool any = sycl::any_of_group(part, l == 4), all = sycl::all_of_group(part, l < 5);
    sycl::group_barrier(part);
    bool is_right = static_cast<int>(part.get_local_linear_range()) == size &&
        static_cast<int>(part.get_local_linear_id()) == own &&
                    part.leader() == (own == 0) && sum == (is_low ? 10 : 486) && scan == own + 1 && before == own &&
                        second == first + 2 &&
                    (own == size - 1 || left == l + 1) && (own == 0 || right == l - 1) && any == is_low &&
                        all == is_low;
    auto four = experimental::get_fixed_size_group<4>(sg);
    int most = sycl::reduce_over_group(four, l, sycl::maximum<>()), crossed = sycl::permute_group_by_xor(four, l, 3);
    is_right = is_right && most == l / 4 * 4 + 3 && crossed == (l ^ 3) && four.get_local_linear_range() == 4 &&
        static_cast<int>(four.get_group_linear_id()) == l / 4;
    // Alone, and so anywhere.
    if (l % 3 == 0) {
      auto alone = experimental::this_kernel::get_opportunistic_group();
      int number = sycl::group_broadcast(alone, l);
      number += static_cast<int>(alone.get_local_linear_id() + alone.get_local_linear_range());
      is_right = is_right && alone.leader() && number == l + 1 &&
          sycl::reduce_over_group(alone, l, sycl::plus<>()) == l;
    }
    auto start = experimental::clock<experimental::clock_scope::sub_group>();
    out[it.get_global_id(0)] = is_right && experimental::clock<experimental::clock_scope::sub_group>() >= start;
  }).wait();
  CHECK(std::accumulate(out, out + 32, 0) == 32);
  sycl::free(out, q);
  return result();
}
