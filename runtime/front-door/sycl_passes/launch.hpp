// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels of host images: checks a launch, and lets a team of threads take its work-groups in chunks.
// sycl_passes/embedded.hpp includes it. `SYCL_HOST_THREADS` in the environment is the number of threads; with 1, groups
// run in order on the thread that launches.
#pragma once
#include "images.hpp"
#include <array>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <new>
#include <pthread.h>
#include <system_error>
#include <thread>

#if __has_feature(address_sanitizer)
extern "C" void __asan_poison_memory_region(const volatile void *, std::size_t);
#endif

namespace syp { namespace [[gnu::visibility("hidden")]] embedded {
constexpr std::size_t local_mem_size = 1 << 20, max_threads = 4096;
using extent = std::array<std::size_t, 3>; // dimension 0 is the fastest, as in images
inline std::string shown(const auto &e) {  // as SYCL writes it: the last one is the fastest
  return "{" + std::to_string(e[2]) + ", " + std::to_string(e[1]) + ", " + std::to_string(e[0]) + "}";
}

// Arguments of a launch for its kernel: in order, values and, without an address, memory of each group.
struct arguments {
  struct argument { const void *value; std::size_t size, alignment; };
  const kernel &of;
  std::vector<argument> given;
  std::vector<unsigned char> constants = of.values.defaults;

  template <class T> void add(const T &value) { given.push_back({&value, sizeof(T), alignof(T)}); }
  template <class T> void add(const local<T> &l) {
    given.push_back({nullptr, bytes_of<T>(l.count).value_or(SIZE_MAX), alignof(T)});
  }
  template <auto &Id> void add(const set<Id> &s) {
    of.values.put(constants, detail::symbolic_id<Id>, &s.value, sizeof(s.value));
  }
};

// ---------------------------------------------------------------- failures
// What a thread needs to run groups: a block of local memory, and the addresses of arguments.
struct worker {
  std::align_val_t alignment;
  std::byte *block;
  std::vector<void *> locals, addresses;
  std::string failure;
  std::jmp_buf back;

  worker(std::size_t size, std::align_val_t alignment) : alignment(alignment), block(new (alignment) std::byte[size]) {}
  worker(worker &&) = delete;
  ~worker() { ::operator delete[](block, alignment); }
};
inline constinit thread_local worker *current = nullptr; // while the thread runs groups

inline std::string described(const sycl_host_failure &f) {
  auto text = [](const char *text) { return std::string(text ? text : "unknown"); };
  std::string place = "kernel `" + text(f.kernel) + "`, work-group " + shown(f.group_id);
  if (f.kind == SYCL_HOST_BARRIER)
    return place + ": " + std::to_string(f.waiting) + " items wait at a barrier, item " + shown(f.global_id) +
           " among them, " + std::to_string(f.ended) + " have ended" + (f.message ? " (" + text(f.message) + ")" : "");
  return place + ", item " + shown(f.global_id) + ": " + text(f.file) + ":" + std::to_string(f.line) + ": " +
         text(f.function) + ": assertion `" + text(f.message) + "` failed";
}
// The handler of images. The frames that longjmp leaves have nothing to destroy.
inline void failed(const sycl_host_failure *f) {
  if (!current) std::fprintf(stderr, "%s\n", described(*f).c_str()), std::abort();
  current->failure = described(*f);
  std::longjmp(current->back, 1);
}

// ---------------------------------------------------------------- a launch
class launch {
  const sycl_host_kernel &kernel;
  std::vector<unsigned char> constants;
  const void *constants_address = constants.data();
  sycl_host_group group{};
  std::size_t groups = 1, chunk = 1, alignment = 128;
  std::atomic<std::size_t> next = 0;
  struct slot { const void *value; std::size_t offset, size; }; // in the block, without a value
  std::vector<slot> slots;

  [[noreturn]] void no(errc code, const auto &...reason) { refuse(code, "kernel `", kernel.name, "`: ", reason...); }

  // Local memory: the offset of a part in the block.
  std::size_t place(std::size_t size, std::size_t aligned) {
    std::size_t at = (group.local_size + aligned - 1) / aligned * aligned;
    if (size > local_mem_size || at + size > local_mem_size)
      no(errc::memory_allocation, "found local memory of more than ", local_mem_size, " bytes; expected less");
    alignment = std::max(alignment, aligned);
    group.local_size = at + size;
    return at;
  }
  void check_sizes(const extent &global, const extent &local) {
    std::size_t items = 1;
    for (int d = 0; d < 3; ++d) {
      if (kernel.required_size[0] && local[d] != kernel.required_size[d])
        no(errc::nd_range, "The specified local size ", shown(local), " doesn't match the required work-group size "
           "specified in the program source ", shown(kernel.required_size));
      if (local[d] == 0)
        no(errc::nd_range, "the local work-group size is ", shown(local), "; expected 1 or more in each dimension");
      if (global[d] % local[d] != 0)
        no(errc::nd_range, "Global work size ", shown(global), " is not evenly divisible by local work-group size ",
           shown(local), ". Non-uniform work-groups are not supported by the target device");
      if (local[d] > max_group_size || (items *= local[d]) > max_group_size)
        no(errc::nd_range, "Total number of work-items in a work-group cannot exceed ", max_group_size, " for this "
           "kernel; the local size is ", shown(local));
      group.size[d] = local[d], group.group_count[d] = global[d] / local[d];
      if (__builtin_mul_overflow(groups, group.group_count[d], &groups))
        no(errc::nd_range, "the global size ", shown(global), " has more than 2^64 work-groups; expected fewer");
    }
    std::size_t stack = kernel.stack_size + kernel.stack_per_item * items;
    if (!has_stack(stack))
      no(errc::memory_allocation, "needs a stack of ", stack, " bytes, which threads do not have; `ulimit -s` sets it");
    place(kernel.local_size, 1), place(kernel.scratch_per_item * items, 128), place(0, 128);
  }
  void place_arguments(const std::vector<arguments::argument> &given) {
    auto at = given.begin();
    for (std::uint32_t n = 0; n < kernel.argument_count; ++n) {
      const sycl_host_argument &expected = kernel.arguments[n];
      if (expected.kind == SYCL_HOST_CONSTANTS) {
        slots.push_back({&constants_address, 0, 0});
        continue;
      }
      if (at == given.end()) no(errc::kernel_argument, "found ", given.size(), " arguments; expected more");
      bool is_local = expected.kind == SYCL_HOST_LOCAL;
      if (is_local == (at->value != nullptr))
        no(errc::kernel_argument, "argument ", n, " is ",
           is_local ? "a value; expected local memory" : "local memory; expected a value");
      if (!is_local && (at->size != expected.size || at->alignment % expected.alignment != 0))
        no(errc::kernel_argument, "argument ", n, " has ", at->size, " bytes, aligned to ", at->alignment,
           "; expected ", expected.size, " bytes, aligned to ", expected.alignment);
      slots.push_back({at->value, is_local ? place(at->size, at->alignment) : 0, at->size});
      if (is_local) place(gap, 1);
      ++at;
    }
    if (at != given.end())
      no(errc::kernel_argument, "found ", given.size(), " arguments; expected ", at - given.begin());
  }
  // With AddressSanitizer, what is behind the memory of an argument is no memory.
#if __has_feature(address_sanitizer)
  static constexpr std::size_t gap = 64;
  static void poison(const std::byte *at) { __asan_poison_memory_region(at, gap); }
#else
  static constexpr std::size_t gap = 0;
  static void poison(const std::byte *) {}
#endif

  // Whether groups can use so much of the stack, of this thread and of new ones.
  static bool has_stack(std::size_t needed) {
    constexpr std::size_t reserve = 64 << 10;
    if (needed <= reserve) return true; // which is less than any thread has
    struct bounds { std::byte *start; std::size_t of_new; };
    static thread_local bounds known = [] { // that takes long
      pthread_attr_t own, fresh;
      void *start;
      std::size_t size;
      if (pthread_getattr_np(pthread_self(), &own) != 0 || pthread_attr_init(&fresh) != 0)
        refuse(errc::runtime, "cannot find out the size of stacks");
      pthread_attr_getstack(&own, &start, &size), pthread_attr_getstacksize(&fresh, &size);
      pthread_attr_destroy(&own), pthread_attr_destroy(&fresh);
      return bounds{static_cast<std::byte *>(start), size};
    }();
    std::size_t left = static_cast<std::byte *>(__builtin_frame_address(0)) - known.start;
    return needed + reserve < std::min(left, known.of_new);
  }

  // Runs groups until none is left.
  void run_groups(const worker &w) {
    sycl_host_group at = group;
    for (std::size_t n; (n = next.fetch_add(chunk, std::memory_order_relaxed)) < groups;) {
      for (std::size_t end = std::min(n + chunk, groups); n < end; ++n) {
        at.id[0] = n % at.group_count[0];
        at.id[1] = n / at.group_count[0] % at.group_count[1];
        at.id[2] = n / at.group_count[0] / at.group_count[1];
        kernel.function(w.addresses.data(), &at, w.block);
      }
    }
  }

public:
  std::deque<worker> workers; // for the threads that take part

  launch(const arguments &a, const extent &global, const extent &local, std::size_t threads)
      : kernel(*a.of.code), constants(a.constants) {
    check_sizes(global, local);
    place_arguments(a.given);
    chunk = std::max<std::size_t>(1, groups / (threads * 8));
    while (workers.size() < std::min(threads, groups)) {
      worker &w = workers.emplace_back(group.local_size, std::align_val_t(alignment));
      w.locals.reserve(slots.size());
      for (const slot &s : slots) {
        if (!s.value) w.locals.push_back(w.block + s.offset), poison(w.block + s.offset + s.size);
        w.addresses.push_back(s.value ? const_cast<void *>(s.value) : &w.locals.back());
      }
    }
  }
  // On a thread of the team. The first failure is the last group.
  void run(worker &w) {
    current = &w;
    if (setjmp(w.back) == 0) run_groups(w);
    else next = groups;
    current = nullptr;
  }
};

// ---------------------------------------------------------------- threads
// The thread that launches, and threads that wait for launches. The team outlives all objects of the program: after the
// end of its threads, the thread that launches does everything. A process that was forked starts threads of its own.
class team {
  std::mutex one_launch, mutex; // of the members below
  std::condition_variable starts, ends;
  launch *now = nullptr;
  std::size_t round = 0, busy = 0;
  bool is_over = false, is_forked = false;
  std::vector<std::thread> threads;
  std::deque<std::vector<std::thread>> of_parents;

  void serve(std::size_t number) {
    std::unique_lock lock(mutex);
    for (std::size_t known = 0;;) {
      starts.wait(lock, [&] { return is_over || round != known; });
      if (known == round) return;
      known = round;
      if (!now || number >= now->workers.size()) continue;
      launch &l = *now;
      lock.unlock();
      l.run(l.workers[number]);
      lock.lock();
      if (--busy == 0) ends.notify_one();
    }
  }

  // If the system has no more, those that there are take all groups. They wait until `mutex` is free.
  void start_threads(std::size_t count) try {
    if (std::exchange(is_forked, false)) of_parents.push_back(std::exchange(threads, {}));
    while (!is_over && threads.size() < count) threads.emplace_back(&team::serve, this, threads.size() + 1);
  } catch (const std::system_error &) {
  }

  // Ends the threads; those that take part in a launch end after it.
  void end_threads() {
    std::vector<std::thread> ended;
    {
      std::lock_guard lock(mutex);
      is_over = true;
      if (!is_forked) ended.swap(threads);
    }
    starts.notify_all();
    for (std::thread &t : ended) t.join();
  }

  // In the child of a fork, where no memory may be allocated. Threads and their launches stay behind in the parent.
  void forked() {
    new (&one_launch) std::mutex, new (&mutex) std::mutex;
    new (&starts) std::condition_variable, new (&ends) std::condition_variable;
    is_forked = true, busy = 0, now = nullptr;
  }

public:
  const std::size_t size = wanted();

  static std::size_t wanted() {
    const char *text = std::getenv("SYCL_HOST_THREADS");
    if (!text) return std::max(1u, std::thread::hardware_concurrency());
    std::size_t number = 0;
    auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
    if (error != std::errc() || *end || number == 0 || number > max_threads)
      refuse(errc::runtime, "`SYCL_HOST_THREADS` is `", text, "`; expected a number from 1 to ", max_threads);
    return number;
  }
  static team &get() {
    [[clang::no_destroy]] static team of_program;
    static const struct guard {
      guard() { pthread_atfork(nullptr, nullptr, [] { of_program.forked(); }); }
      ~guard() { of_program.end_threads(); }
    } of_threads;
    return of_program;
  }
  team() = default;
  team(team &&) = delete;
  void run(launch &l) {
    if (l.workers.size() > 1) {
      std::lock_guard one(one_launch);
      {
        std::lock_guard lock(mutex);
        start_threads(l.workers.size() - 1);
        now = &l, ++round, busy = std::min(threads.size(), l.workers.size() - 1);
      }
      starts.notify_all();
      l.run(l.workers[0]);
      std::unique_lock lock(mutex);
      ends.wait(lock, [&] { return busy == 0; });
      now = nullptr;
    } else if (l.workers.size() == 1) {
      l.run(l.workers[0]);
    }
    for (const worker &w : l.workers)
      if (!w.failure.empty()) throw sycl::exception(w.failure);
  }
};

// The size of work-groups where a launch leaves it open: as required, or so that each thread gets some.
inline extent group_size(const sycl_host_kernel &kernel, const extent &global, std::size_t threads) {
  if (kernel.required_size[0]) return {kernel.required_size[0], kernel.required_size[1], kernel.required_size[2]};
  extent size{1, 1, 1};
  std::size_t most = std::clamp<std::size_t>(global[0] * global[1] * global[2] / (threads * 8), 1, 1024);
  for (int d = 0; d < 3; ++d) {
    std::size_t n = std::min(most, global[d]);
    while (n > 1 && global[d] % n != 0) --n;
    size[d] = std::max<std::size_t>(n, 1), most /= size[d];
  }
  return size;
}
}}
