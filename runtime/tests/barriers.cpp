// Barriers that the items of a group do not reach alike (section 4.17.3): a launch in which items meet different
// barriers, different numbers of them, or end before others do, fails. The same code runs where all go the same way.
// With an argument: a program that is linked with `--sycl-barriers=lenient`, in which none fails.
#include "check.hpp"
#include <string>
#include <utility>
#include <sycl/sycl.hpp>

using namespace sycl;

constexpr int items = 48;  // a sub-group of 32 items, and one of 16
constexpr int rounds = 3;

template <int D> struct of_item {
  nd_item<D> item;
  int *local;
  int place;
  int sum = 0;
  void wait() {
    group_barrier(item.get_group());
    ++sum;
  }
  void exchange() {
    local[place] = sum + 1;
    wait();
    sum += local[(place + 1) % items];
    wait();
  }
  void wait_in_sub_group() {
    group_barrier(item.get_sub_group());
    ++sum;
  }
  template <class Group> void add(Group group) { sum += reduce_over_group(group, 1, plus<>()); }
  [[gnu::noinline]] void unless(int c) {
    if (!c) exchange();
  }
};

static bool is_lenient = false;

constexpr int first_of_sub_groups = 100;

// Actions of items, each with a number `c` of its own; `n` is the same for all. It is valid if all items of the group
// have the same `c`; in cases from `first_of_sub_groups`, all of a sub-group.
template <int Case, int D> void act(of_item<D> &my, int c, int n) {
  auto group = my.item.get_group();
  auto sub_group = my.item.get_sub_group();
  if constexpr (Case == 0) { if (c) my.wait(); }
  if constexpr (Case == 1) { if (c) my.exchange(); else my.wait(); }
  if constexpr (Case == 2) { if (c) { my.wait(); return; } my.exchange(); my.wait(); }
  if constexpr (Case == 3) { for (int i = 0; i < c + n; ++i) my.exchange(); }
  if constexpr (Case == 4) { if (c) return; my.wait(); }
  if constexpr (Case == 5) { for (int i = 0; i < n; ++i) { if (c && i == 1) break; my.wait(); } my.exchange(); }
  if constexpr (Case == 6) { for (int i = 0; i < n; ++i) { if (c && i == 1) continue; my.wait(); } }
  if constexpr (Case == 7) { for (int i = 0; i < n; ++i) { my.wait(); if (c && i == 1) return; } my.wait(); }
  if constexpr (Case == 8) {
    switch (c + n) { case 3: my.wait(); break; case 4: my.exchange(); break; default: my.sum = 7; }
  }
  if constexpr (Case == 9) { my.unless(c); my.wait(); }
  if constexpr (Case == 10) { if (n > 1) { if (c) { if (n > 2) my.wait(); else my.exchange(); } else ++my.sum; } }
  if constexpr (Case == 11) { int i = 0; do my.wait(); while (++i < c + 1); }
  if constexpr (Case == 12) { if (c) my.add(group); }
  if constexpr (Case == 13) { if (c) my.add(group); else my.sum += exclusive_scan_over_group(group, 1, plus<>()); }
  if constexpr (Case == 14) { for (int j = 0; j < n; ++j) for (int i = 0; i < j + c; ++i) my.wait(); }
  if constexpr (Case == 15) { int i = c; again: my.wait(); if (i++ < n) goto again; }
  if constexpr (Case == 16) { if (c) { my.wait(); my.sum = 1; } if (!c) { my.wait(); my.sum = 2; } my.wait(); }
  if constexpr (Case == 17) { if (c) my.wait_in_sub_group(); else my.wait(); }
  if constexpr (Case == 18) { for (int i = 0; i < n + c; ++i) { my.wait_in_sub_group(); my.wait(); } }
  if constexpr (Case == 19) { if (any_of_group(group, c == n)) my.wait(); if (c) my.wait(); }
  if constexpr (Case == 20) {
    if (c) {
      for (int i = my.place; i < 100; i += items) my.local[i % items] = i;
      my.wait();
      return;
    }
    for (int i = my.place; i < 100; i += items - 5) if (i % 7 != 3) ++my.sum;
    my.wait();
    if (my.place < n) for (int i = 0; i < 10; ++i) my.local[my.place] += my.local[10 + i];
    my.wait();
    if (my.place == n) my.local[0] = 1;
    my.wait();
    for (int i = my.place; i < 100; i += items - 5) my.sum += i;
  }
  if constexpr (Case == 100) { if (c) my.wait_in_sub_group(); }
  if constexpr (Case == 101) { if (c) my.wait_in_sub_group(); else { my.wait_in_sub_group(); my.add(sub_group); } }
  if constexpr (Case == 102) { for (int i = 0; i < c + n; ++i) my.add(sub_group); }
  if constexpr (Case == 103) { if (c) return; my.sum += shift_group_left(sub_group, my.place, 1); }
  if constexpr (Case == 104) {
    switch (c) { case 1: my.wait_in_sub_group(); break; default: my.sum += any_of_group(sub_group, n == 3); }
  }
  if constexpr (Case == 105) {
    my.wait(); for (int i = 0; i < n; ++i) { if (c && i == 1) break; my.wait_in_sub_group(); } my.wait();
  }
  if constexpr (Case == 106) { if (c) my.sum += permute_group_by_xor(sub_group, my.place, 1); my.wait(); }
  if constexpr (Case == 107) {
    while (any_of_group(sub_group, c > my.sum)) { ++my.sum; if (c) my.wait_in_sub_group(); }
  }
}

struct pattern {
  unsigned mask, number; // `c` is 1 for items of which these bits are this number
  bool is_same, is_same_in_sub_groups;
};
constexpr pattern patterns[] = {{0, 0, true, true},        {0, 1, true, true},    {1, 0, false, false},
                                {~0u, 0, false, false},    {~0u, items - 1, false, false},
                                {~0u, 17, false, false},   {16, 0, false, false}, {32, 32, false, true}};

static range<1> size(std::integral_constant<int, 1>) { return {items}; }
static range<2> size(std::integral_constant<int, 2>) { return {3, items / 3}; }
static range<3> size(std::integral_constant<int, 3>) { return {2, 3, items / 6}; }

template <int Case> void check_case(queue &q, std::string &said, int *memory) {
  constexpr int D = Case % 3 + 1;
  for (const pattern &of : patterns) {
    for (int i = 0; i < items; ++i) memory[i] = (unsigned(i) & of.mask) == of.number;
    q.submit([&](handler &h) {
      local_accessor<int> local(items, h);
      const range<D> all = size(std::integral_constant<int, D>());
      h.parallel_for(nd_range<D>(all, all), [=](nd_item<D> item) {
        const int id = int(item.get_local_linear_id());
        int c = (unsigned(id) & of.mask) == of.number; // by the id, from memory, from local memory
        if constexpr (Case % 4 == 1) c = memory[id];
        if constexpr (Case % 4 == 2) {
          local[id] = memory[id];
          group_barrier(item.get_group());
          c = local[id];
          group_barrier(item.get_group());
        }
        of_item<D> my{item, &local[0], id};
        act<Case>(my, c, rounds);
        memory[items + id] = my.sum;
      });
    });
    q.wait_and_throw();
    const bool fails = !is_lenient && !(of.is_same || (Case >= first_of_sub_groups && of.is_same_in_sub_groups));
    const bool failed = said.find("at a barrier that others do not reach") != std::string::npos &&
                        said.find("link with -Wl,--sycl-barriers=lenient") != std::string::npos;
    if (failed != fails || said.empty() == fails) {
      ++wrong;
      std::printf("case %d, items with %u in %x: %s %s\n", Case, of.number, of.mask,
                  fails ? "expected a failure, found" : "expected none, found", said.empty() ? "none" : said.c_str());
    }
    said.clear();
  }
}

template <int First, int... Cases>
void check_cases(std::integer_sequence<int, Cases...>, queue &q, std::string &said, int *memory) {
  (check_case<First + Cases>(q, said, memory), ...);
}

int main(int count, char **) {
  is_lenient = count > 1;
  std::string said;
  queue q([&](exception_list all) {
    for (const std::exception_ptr &one : all) {
      try {
        std::rethrow_exception(one);
      } catch (const sycl::exception &thrown) {
        said += thrown.what();
      }
    }
  });
  int *memory = malloc_shared<int>(2 * items, q);
  check_cases<0>(std::make_integer_sequence<int, 21>(), q, said, memory);
  check_cases<first_of_sub_groups>(std::make_integer_sequence<int, 8>(), q, said, memory);
  sycl::free(memory, q);
  return result();
}
