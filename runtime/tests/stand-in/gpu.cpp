// SYCL programs on a GPU, as far as a stand-in of its driver (cuda.c, hip.c) goes: where the content of buffers is, the
// order of commands, USM, errors.
#include <sycl/sycl.hpp>
#include "../check.hpp"
#include <cstring>
#include <dlfcn.h>
#include <numeric>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace sycl;

struct Add {
  accessor<int> to;
  void operator()(id<1> at) const { to[at] += 1; }
};
using placeholder = accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t>;
struct Later {
  placeholder to;
  void operator()(id<1> at) const { to[at] += 1; }
};
struct Large {
  void operator()(nd_item<1>) const {}
};
namespace ex = ext::oneapi::experimental;
ex::device_global<int> counter{40}, quiet{21};
struct Counted {
  void operator()() const { ++counter.get(); }
};
struct Moved {
  const int *from;
  int *to;
  void operator()() const { *to = *from; }
};
struct Fault {
  int *where;
  void operator()() const { *where = 1; }
};

// By NVIDIA's driver, or by AMD's.
static bool is_cuda() { return device().get_backend() == backend::ext_oneapi_cuda; }

static void add(queue &q, buffer<int> &of) {
  q.submit([&](handler &h) { h.parallel_for(of.get_range(), Add{accessor<int>(of, h)}); });
}

static void content_follows_commands() {
  queue gpu, host{cpu_selector_v};
  std::vector<int> data(100);
  std::iota(data.begin(), data.end(), 0);
  {
    buffer<int> numbers(data);
    for (int i = 0; i < 3; ++i) add(gpu, numbers);
    {
      host_accessor seen(numbers);
      CHECK(seen[0] == 3 && seen[99] == 102);
      seen[1] = -7;
    }
    add(gpu, numbers);
    host.submit([&](handler &h) {
      accessor to(numbers, h);
      h.parallel_for(numbers.get_range(), [=](id<1> at) { to[at] *= 2; });
    });
    add(gpu, numbers);
    // Made without a handler; a kernel finds the device's address in its place.
    placeholder later(numbers);
    gpu.submit([&](handler &h) {
      h.require(later);
      h.parallel_for(numbers.get_range(), Later{later});
    });
    gpu.submit([&](handler &h) {
      h.parallel_for(numbers.get_range(), Later{later});
      h.require(later);
    });
    gpu.submit([&](handler &h) {
      accessor<int> some(numbers, h, range<1>(2), id<1>(98));
      h.fill(some, 5);
    });
    std::vector<int> copy(100);
    gpu.submit([&](handler &h) { h.copy(accessor<int>(numbers, h), copy.data()); }).wait();
    CHECK(copy[0] == (3 + 1) * 2 + 3 && copy[1] == (-7 + 1) * 2 + 3 && copy[98] == 5);
  }
  CHECK(data[0] == 11 && data[1] == -9 && data[97] == (97 + 4) * 2 + 3 && data[99] == 5);
}

static void memory_is_copied_and_filled() {
  queue q{property::queue::in_order{}};
  struct Three {
    char letters[3];
  };
  auto *threes = malloc_device<Three>(5, q);
  auto *doubles = malloc_shared<double>(7, q);
  auto *ints = malloc_host<int>(12, q);
  CHECK(get_pointer_type(threes, q.get_context()) == usm::alloc::device);
  q.fill(threes, Three{{'a', 'b', 'c'}}, 5);
  q.fill(doubles, 0.1, 7);
  q.fill(ints, 9, 12);
  Three seen[5];
  q.copy(threes, seen, 5);
  int rows[4] = {1, 2, 3, 4};
  q.ext_oneapi_memcpy2d(ints, 4 * sizeof(int), rows, 2 * sizeof(int), 2 * sizeof(int), 2);
  q.wait();
  CHECK(std::string(seen[4].letters, 3) == "abc" && doubles[0] == 0.1 && doubles[6] == 0.1);
  CHECK(ints[0] == 1 && ints[1] == 2 && ints[2] == 9 && ints[4] == 3 && ints[5] == 4 && ints[11] == 9);
  free(threes, q), free(doubles, q), free(ints, q);
}

static void order_goes_between_the_gpu_and_the_host() {
  queue q{property::queue::enable_profiling{}};
  buffer<int> numbers{range(10)};
  q.submit([&](handler &h) { h.fill(accessor<int, 1, access_mode::write>(numbers, h), 1); });
  add(q, numbers);
  std::vector<int> seen;
  event last = q.submit([&](handler &h) {
    accessor<int, 1, access_mode::read, target::host_task> of(numbers, h);
    h.host_task([&, of] { seen.assign(of.begin(), of.end()); });
  });
  last.wait();
  CHECK(seen == std::vector<int>(10, 2));
  event kernel = q.submit([&](handler &h) {
    h.depends_on(last);
    h.parallel_for(range(10), Add{accessor<int>(numbers, h)});
  });
  CHECK(kernel.get_info<info::event::command_execution_status>() != info::event_command_status::complete);
  kernel.wait();
  CHECK(kernel.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
  CHECK(kernel.get_profiling_info<info::event_profiling::command_end>() -
          kernel.get_profiling_info<info::event_profiling::command_start>() == 1'000'000);
  // Constant memory of SYCL 1.2.1 is the device's.
  std::vector<int> constant(10);
  q.submit([&](handler &h) {
    h.copy(accessor<int, 1, access_mode::read, target::constant_buffer>(numbers, h), constant.data());
  }).wait();
  CHECK(constant[9] == 3);
  // An accessor of the device is the host's in a host task.
  q.submit([&](handler &h) {
    accessor<int> of(numbers, h);
    h.host_task([of] { for (int &one : of) one += 2; });
  });
  add(q, numbers);
  CHECK(host_accessor(numbers)[9] == 6);
  // Without a wait, few commands stay open.
  for (int i = 0; i < 1000; ++i) add(q, numbers);
  CHECK(host_accessor(numbers)[3] == 1006);
}

static void device_globals_have_one_value() {
  queue q{property::queue::in_order{}};
  int seen = 0, seven = 7;
  q.copy(counter, &seen).wait();
  CHECK(seen == 40);
  q.copy(&seven, counter);
  q.single_task(Counted{});
  q.copy(counter, &seen).wait();
  CHECK(seen == 8);
  // No kernel has it.
  q.copy(quiet, &seen).wait();
  CHECK(seen == 21);
}

static void events_are_recorded_where_the_program_may_ask() {
  void *driver = dlopen(is_cuda() ? "libcuda.so.1" : "libamdhip64.so.6", RTLD_NOW | RTLD_NOLOAD);
  CHECK(driver != nullptr);
  auto &recorded = *static_cast<unsigned *>(dlsym(driver, "recorded_events"));
  queue q{property::queue::in_order{}};
  int *memory = malloc_device<int>(1, q), seen = 0;
  q.fill(memory, 0, 1).wait();
  unsigned before = recorded;
  for (int i = 0; i < 1000; ++i) q.fill(memory, i, 1);
  q.copy(memory, &seen, 1).wait();
  CHECK(seen == 999 && recorded - before <= 40);
  // What is behind a command may run until the program has seen its end.
  event first = q.copy(memory, &seen, 1);
  int later = 0;
  q.copy(memory, &later, 1);
  later = -1;
  first.wait();
  CHECK(later == -1);
  q.wait();
  CHECK(later == 999);
  free(memory, q);
}

static void variants_are_for_pointers_to_different_allocations() {
  queue q{property::queue::in_order{}};
  int *pair = malloc_device<int>(8, q), *shared = malloc_shared<int>(1, q), own = 7;
  auto moved = [&](const int *from, int *to) {
    int seen = 0;
    q.fill(pair, 1, 8), q.fill(shared, 2, 1);
    q.single_task(Moved{from, to});
    q.copy(to, &seen, 1).wait();
    return seen;
  };
  CHECK(moved(pair, shared) == 1000 && moved(pair + 4, shared) == 1000 && moved(nullptr, shared) == 1000);
  CHECK(moved(pair, pair + 4) == 1 && moved(shared, shared) == 2);
  // They are multiples of 16 bytes.
  CHECK(moved(pair + 1, shared) == 1);
  CHECK(moved(&own, shared) == 7);
  // Addresses mean something else once their allocations are gone.
  free(shared, q);
  shared = pair;
  CHECK(moved(&own, pair) == 7);
  shared = malloc_shared<int>(1, q);
  CHECK(moved(pair, shared) == 1000);
  free(pair, q), free(shared, q);
}

static void forks_are_told() {
  std::string said;
  queue q{default_selector_v, [&](exception_list all) {
            for (auto &one : all)
              try {
                std::rethrow_exception(one);
              } catch (const exception &e) {
                said = e.what();
              }
          }};
  int *memory = malloc_device<int>(1, q);
  q.fill(memory, 1, 1).wait();
  std::fflush(stdout);
  if (pid_t child = fork()) {
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
  } else {
    q.fill(memory, 2, 1).wait_and_throw();
    CHECK(said.find("this process is a fork of one that used the GPU") != std::string::npos);
    std::fflush(stdout);
    _exit(wrong);
  }
  free(memory, q);
}

static void mistakes_are_told() {
  std::vector<std::string> seen;
  queue q{default_selector_v, [&](exception_list all) {
            for (auto &one : all)
              try {
                std::rethrow_exception(one);
              } catch (const exception &e) {
                seen.push_back(e.what());
              }
          }};
  CHECK_THROWS(errc::nd_range, "expected at most 512", q.parallel_for(nd_range<1>(1024, 1024), Large{}));
  CHECK_THROWS(errc::nd_range, is_cuda() ? "expected at most 2147483647" : "expected at most 8388607",
               q.parallel_for(nd_range<1>(size_t(512) << 32, 512), Large{}));
  CHECK(malloc_device(size_t(2) << 30, q) == nullptr);
  buffer<int> lost{range(10)};
  add(q, lost);
  q.wait();
  int *memory = malloc_device<int>(1, q);
  q.single_task(Fault{nullptr});
  q.single_task(Moved{memory, memory}); // stands for the one before it, and an error tells of both
  q.wait_and_throw();
  CHECK(seen.size() == 1 && seen[0].find("one of the kernels `Fault`, `Moved`") != std::string::npos);
  const char *why = is_cuda() ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "hipErrorIllegalAddress";
  CHECK(seen[0].find(why) != std::string::npos);
  // What the GPU had is gone, and is not taken for what the host has.
  CHECK_THROWS(errc::runtime, why, host_accessor(lost, read_only)[0]);
}

// Handles are the driver's, and a host task finds memory of buffers where its functions do.
template <backend Backend, class Memory> static void handles_are_the_drivers() {
  device gpu;
  queue q{property::queue::in_order{}}, other;
  CHECK(get_native<Backend>(gpu) == 0 && make_device<Backend>(0) == gpu);
  CHECK_THROWS(errc::invalid, "not of SYCL", make_device<Backend>(17));
  CHECK_THROWS(errc::backend_mismatch, "another back end", get_native<backend::opencl>(q));
  auto stream = get_native<Backend>(q);
  CHECK(stream && stream == get_native<Backend>(queue(q)) && stream != get_native<Backend>(other));
  void *driver = dlopen(is_cuda() ? "libcuda.so.1" : "libamdhip64.so.6", RTLD_NOW | RTLD_NOLOAD);
  auto copy = reinterpret_cast<int (*)(std::uint64_t, std::uint64_t, size_t, void *)>(dlsym(driver, "cuMemcpyAsync"));
  std::vector<int> data = {1, 2, 3, 4};
  {
    buffer<int> numbers(data);
    add(q, numbers);
    q.submit([&](handler &h) {
      accessor last(numbers, h, range<1>(1), id<1>(3));
      h.host_task([=](interop_handle handles) {
        CHECK(handles.get_native_queue<Backend>() == stream && handles.get_native_device<Backend>() == 0);
        Memory memory = handles.get_native_mem<Backend>(last);
        auto address = (std::uint64_t)memory; // a number or a pointer
        CHECK(copy(address, address + 2 * sizeof(int), 2 * sizeof(int), stream) == 0);
        sycl::queue(gpu).wait();
      });
    });
    add(q, numbers);
  }
  CHECK((data == std::vector<int>{5, 6, 5, 6}));
  // A stream of the program's stays its own.
  auto make = reinterpret_cast<int (*)(void **, unsigned)>(dlsym(driver, "cuStreamCreate"));
  void *own = nullptr;
  CHECK(make(&own, 1) == 0);
  int *memory = malloc_device<int>(1, q), seen = 0;
  {
    queue adopted = make_queue<Backend>(static_cast<decltype(stream)>(own), context(gpu));
    CHECK(get_native<Backend>(adopted) == own);
    adopted.fill(memory, 9, 1), adopted.wait();
    adopted.copy(memory, &seen, 1).wait();
  }
  CHECK(seen == 9);
  reinterpret_cast<int (*)(void *)>(dlsym(driver, "cuStreamDestroy_v2"))(own);
  free(memory, q);
}

// Elements whose size does not divide the distance between memory of the host and of the GPU.
template <int Count> static void elements_have_the_size(queue q) {
  struct Words { int words[Count]; } in[3], out[3] = {};
  for (int n = 0; n < 3 * Count; ++n) in[n / Count].words[n % Count] = n;
  buffer<Words> content(in, 3);
  q.submit([&](handler &h) { h.copy(accessor(content, h, read_only), out); }).wait();
  CHECK(std::memcmp(in, out, sizeof in) == 0);
}
template <int... Counts> static void elements_have_any_size(std::integer_sequence<int, Counts...>) {
  (elements_have_the_size<2 * Counts + 1>(queue()), ...);
}

int main() {
  device gpu;
  elements_have_any_size(std::make_integer_sequence<int, 17>());
  CHECK(gpu.is_gpu() && gpu.get_info<info::device::name>() == "Stand-in 0");
  CHECK(is_cuda() || gpu.get_backend() == backend::ext_oneapi_hip);
  CHECK(gpu.get_info<info::device::vendor>() == (is_cuda() ? "NVIDIA Corporation" : "AMD Corporation"));
  CHECK(gpu.get_info<info::device::driver_version>() == (is_cuda() ? "CUDA 12.4" : "HIP 6.2.41133"));
  CHECK(gpu.get_info<info::device::version>() == (is_cuda() ? "8.6" : "gfx90a"));
  CHECK(gpu.get_info<info::device::sub_group_sizes>() == std::vector<size_t>{is_cuda() ? 32u : 64u});
  CHECK(gpu.get_info<info::device::local_mem_size>() == 64 << 10);
  CHECK(gpu.has(aspect::usm_shared_allocations) && !gpu.has(aspect::usm_atomic_shared_allocations));
  content_follows_commands();
  memory_is_copied_and_filled();
  order_goes_between_the_gpu_and_the_host();
  device_globals_have_one_value();
  events_are_recorded_where_the_program_may_ask();
  if (is_cuda()) variants_are_for_pointers_to_different_allocations();
  if (is_cuda()) handles_are_the_drivers<backend::cuda, unsigned long long>();
  else handles_are_the_drivers<backend::hip, void *>();
  forks_are_told();
  mistakes_are_told();
  return result();
}
