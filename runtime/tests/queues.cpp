// Queues and events (sections 4.6.5, 4.6.6, 4.13): order, dependencies, host tasks, times, errors.
#include "check.hpp"
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <sycl/sycl.hpp>

using namespace sycl;

static void order() {
  queue q{property::queue::in_order()};
  CHECK(q.is_in_order() && q.has_property<property::queue::in_order>());
  int *data = malloc_shared<int>(1000, q);
  q.memset(data, 0, 1000 * sizeof(int));
  for (int n = 0; n < 100; ++n) q.parallel_for(1000, [=](id<1> i) { data[i] = data[i] * 2 % 1000003 + n; });
  q.wait();
  int expected = 0;
  for (int n = 0; n < 100; ++n) expected = expected * 2 % 1000003 + n;
  CHECK(data[0] == expected && data[999] == expected);
  queue p; // events order its commands
  event none, another, same = none;
  CHECK(none == same && none != another && std::hash<event>()(none) == std::hash<event>()(same));
  CHECK(none.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
  event last = p.fill(data, 1, 1000);
  for (int n = 0; n < 100; ++n) last = p.parallel_for(range<1>(1000), last,
      [=](id<1> i) { data[i] = data[i] * 2 % 1000003 + n; });
  event other = p.single_task([=] {});
  event both = p.submit([&](handler &h) {
    h.depends_on({last, other});
    h.single_task([=] { data[0] = -data[999]; });
  });
  both.wait();
  expected = 1;
  for (int n = 0; n < 100; ++n) expected = expected * 2 % 1000003 + n;
  CHECK(data[0] == -expected &&
      both.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
  CHECK(both.get_wait_list().empty());
  int copy[1000];
  p.memcpy(copy, data, sizeof(copy), both).wait();
  CHECK(copy[0] == -expected && copy[500] == expected);
  p.copy(copy, data + 500, 500, {both, last}).wait();
  CHECK(data[500] == -expected);
  free(data, p);
}

static void host_tasks() {
  queue q;
  int *data = malloc_shared<int>(1, q);
  std::thread::id on;
  event filled = q.submit([&](handler &h) { h.single_task([=] { *data = 3; }); });
  event task = q.submit([&](handler &h) {
    h.depends_on(filled);
    h.host_task([=, &on] {
      on = std::this_thread::get_id();
      *data *= 2;
    });
  });
  q.submit([&](handler &h) {
    h.depends_on(task);
    h.single_task([=] { *data += 1; });
  }).wait();
  CHECK(*data == 7 && on != std::this_thread::get_id());
  // A task may wait for another one, and for the program.
  std::atomic<bool> may_go = false;
  event waits = q.submit([&](handler &h) { h.host_task([&] { while (!may_go) std::this_thread::yield(); }); });
  event inner = q.submit([&](handler &h) {
    h.host_task([&q, data] { q.single_task([=] { *data = 100; }).wait(); });
  });
  inner.wait();
  CHECK(*data == 100 &&
      waits.get_info<info::event::command_execution_status>() != info::event_command_status::complete);
  may_go = true;
  q.wait();
  q.submit([&](handler &h) {
     h.host_task([=](interop_handle ih) { *data = ih.get_backend() == q.get_backend() ? 8 : 9; });
   }).wait();
  CHECK(*data == 8);
  free(data, q);
}

static void times() {
  queue q{property::queue::enable_profiling()};
  int *data = malloc_shared<int>(1, q);
  event e = q.single_task([=] { *data = 1; });
  using namespace info::event_profiling;
  auto submit = e.get_profiling_info<command_submit>();
  auto start = e.get_profiling_info<command_start>(), end = e.get_profiling_info<command_end>();
  CHECK(submit <= start && start <= end && end > 0);
  queue without;
  event plain = without.single_task([=] { *data = 1; });
  CHECK_THROWS(errc::invalid, "enable_profiling", plain.get_profiling_info<command_end>());
  plain.wait();
  free(data, q);
}

static void errors() {
  std::vector<std::string> seen;
  auto handler_of_errors = [&](exception_list all) {
    for (const std::exception_ptr &one : all) {
      try {
        std::rethrow_exception(one);
      } catch (const std::exception &thrown) {
        seen.push_back(thrown.what());
      } catch (int number) {
        seen.push_back(std::to_string(number));
      }
    }
  };
  queue q{default_selector_v, handler_of_errors};
  q.submit([&](handler &h) { h.host_task([] { throw std::out_of_range("too far"); }); });
  q.wait();
  CHECK(seen.empty());
  q.throw_asynchronous();
  CHECK(seen == std::vector<std::string>{"too far"});
  q.submit([&](handler &h) { h.host_task([] { throw 5; }); });
  q.wait_and_throw();
  CHECK(seen == std::vector<std::string>{"too far", "5"});
  // What a launch cannot be is an exception of the submission.
  CHECK_THROWS(errc::nd_range, "not evenly divisible", q.parallel_for(nd_range<1>(10, 3), [](nd_item<1>) {}));
  CHECK_THROWS(errc::nd_range, "{10, 4} is not evenly divisible by local work-group size {3, 2}",
      q.parallel_for(nd_range<2>({10, 4}, {3, 2}), [](nd_item<2>) {}));
  CHECK_THROWS(errc::nd_range, "", q.parallel_for(nd_range<1>(1 << 20, 1 << 20), [](nd_item<1>) {}));
  CHECK_THROWS(errc::nd_range, "", q.parallel_for(nd_range<1>(8, 0), [](nd_item<1>) {}));
  CHECK_THROWS(errc::invalid, "second command", q.submit([&](handler &h) {
    h.single_task([] {});
    h.single_task([] {});
  }));
  CHECK_THROWS(errc::invalid, "null pointer", q.memcpy(nullptr, &q, 8));
  // The function of a command group throws: nothing is submitted.
  try {
    q.submit([&](handler &h) {
      h.host_task([&] { seen.push_back("never"); });
      throw std::runtime_error("on the way");
    });
    CHECK(!"expected an exception");
  } catch (const std::runtime_error &thrown) {
    CHECK(std::string(thrown.what()) == "on the way");
  }
  q.wait();
  CHECK(seen.size() == 2);
  // Items of a group that part before a barrier, which a GPU does not notice.
  if (q.get_backend() != backend::host) return;
  int *data = malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i) data[i] = i;
  seen.clear();
  q.parallel_for(nd_range<1>(64, 64), [=](nd_item<1> i) {
    if (data[i.get_global_id(0)] % 2) i.barrier();
    data[i.get_global_id(0)] = 0;
  });
  q.wait_and_throw();
  CHECK(seen.size() == 1 && seen[0].find("barrier") != std::string::npos);
  free(data, q);
}

static void several_threads() {
  queue q, p{property::queue::in_order()};
  long *sum = malloc_shared<long>(8, q);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([=]() mutable {
      sum[t] = 0;
      for (int n = 0; n < 200; ++n) (t % 2 ? q : p).single_task([=] { sum[t] += n; }).wait();
    });
  for (std::thread &t : threads) t.join();
  for (int t = 0; t < 8; ++t) CHECK(sum[t] == 199 * 100);
  free(sum, q);
}

static void copies_are_the_same() {
  queue q, copy = q, other;
  CHECK(q == copy && q != other && std::hash<queue>()(q) == std::hash<queue>()(copy));
  CHECK(q.get_context() == other.get_context() && q.get_device() == other.get_device());
  event e = q.single_task([] {}), f = e;
  CHECK(e == f && e != event());
  q.wait();
  CHECK(q.ext_oneapi_empty());
  q.ext_oneapi_submit_barrier().wait();
  // A group without a command ends when what it depends on has.
  int ended = 0;
  event task = q.submit([&](handler &h) { h.host_task([&ended] { ended = 1; }); });
  q.submit([&](handler &h) { h.depends_on(task); }).wait();
  CHECK(ended == 1);
  q.submit([](handler &) {}).wait();
}

static void facts_of_devices(const device &on) {
  CHECK(on.get_info<info::device::native_vector_width_long_long>() ==
        on.get_info<info::device::native_vector_width_long>());
  CHECK(on.get_info<info::device::preferred_vector_width_long_long>() ==
        on.get_info<info::device::preferred_vector_width_long>());
  CHECK_THROWS(errc::invalid, "not a part of another", on.get_info<info::device::parent_device>());
}

// Aspects (section 4.6.4.3): what a device does not have, and what no header names, it does not claim to have.
static void aspects() {
  device d = queue().get_device();
  CHECK(d.has(aspect::cpu) == d.is_cpu() && d.has(aspect::gpu) == d.is_gpu());
  CHECK(d.has(aspect::usm_shared_allocations));
  CHECK(!d.has(aspect::custom) && !d.has(aspect::emulated));
  constexpr int esimd = 53, none = 999;
  CHECK(!d.has(static_cast<aspect>(esimd)) && !d.has(static_cast<aspect>(none)));
  std::vector<aspect> all = d.get_info<info::device::aspects>();
  for (aspect a : all) CHECK(d.has(a));
  CHECK(!all.empty() && d.get_platform().has(aspect::usm_shared_allocations));
  CHECK(!d.get_platform().has(static_cast<aspect>(none)));
}

int main() {
  aspects();
  order();
  host_tasks();
  times();
  errors();
  several_threads();
  copies_are_the_same();
  facts_of_devices(device());
  CHECK(event().get_backend() == queue().get_backend());
  return result();
}
