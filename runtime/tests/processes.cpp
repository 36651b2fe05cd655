// The ends of processes and their children (spec of the runtime): forks, exit while commands run, objects of static
// storage, assertions.
#include "check.hpp"
#include <cassert>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <sycl/sycl.hpp>

using namespace sycl;

// Launches in its destructor, after the end of `main`.
struct late {
  int *data = nullptr;
  ~late() {
    if (!data) return;
    queue q;
    int *to = data;
    q.single_task([=] { *to = 5; }).wait();
    if (*to != 5) std::_Exit(3);
  }
};
static late at_the_end;

// The exit status of a function that runs in a child.
template <class Function> static int in_child(const Function &function) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    function();
    std::exit(0);
  }
  int status = 0;
  for (int n = 0; n < 600; ++n) {
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return -1; // it hangs
}

// Output to stderr of a function that runs in a child.
template <class Function> static std::string said(const Function &function) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  in_child([&] {
    dup2(ends[1], 2);
    close(ends[1]);
    function();
  });
  close(ends[1]);
  std::string all;
  char part[256];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;) all.append(part, std::size_t(n));
  close(ends[0]);
  return all;
}

static std::size_t count(const std::string &all, const char *words) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = all.find(words, at)) != std::string::npos; ++at) ++found;
  return found;
}

int main() {
  queue q;
  int *data = malloc_shared<int>(1000, q);
  q.fill(data, 1, 1000);
  q.wait();
  // A child has a runtime of its own, also while commands of the parent run.
  q.parallel_for(1000, [=](id<1> i) { for (int n = 0; n < 100000; ++n) data[i] = data[i] * 3 % 1000 + 1; });
  CHECK(in_child([&] {
    int *own = malloc_shared<int>(100, q);
    queue p;
    for (int n = 0; n < 20; ++n) p.parallel_for(100, [=](id<1> i) { own[i] = n; }).wait();
    if (own[99] != 19) std::_Exit(2);
  }) == 0);
  q.wait();
  // Exit while a kernel and a host task run.
  CHECK(in_child([&] {
    queue p;
    p.parallel_for(1000, [=](id<1> i) { for (int n = 0; n < 10000; ++n) data[i] = data[i] * 3 % 1000 + 1; });
    p.submit([&](handler &h) { h.host_task([] { std::this_thread::sleep_for(std::chrono::seconds(1)); }); });
    std::exit(7);
  }) == 7);
  // The last queue goes while its commands run.
  {
    queue p;
    p.parallel_for(1000, [=](id<1> i) { data[i] = 9; });
  }
  q.wait();
  // A failed assertion ends the process as in C.
  std::fflush(stdout);
  CHECK(in_child([&] {
    close(2);
    queue p;
    p.single_task([=] { assert(data[0] == -1 && "as it was told to"); }).wait();
  }) == 1000 + SIGABRT);
  // An error that no handler takes ends it, too.
  CHECK(in_child([&] {
    close(2);
    queue p;
    p.submit([&](handler &h) { h.host_task([] { throw 1; }); });
    p.wait_and_throw();
  }) == 1000 + SIGABRT);
  // It is written when it happens: the program may go on with what a failed kernel left, and end because of that. The
  // same one is written once.
  auto parts = [&](queue &of) {
    for (int n = 0; n < 3; ++n)
      of.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> item) {
        if (item.get_local_id(0) < 5) {
          group_barrier(item.get_group());
          return;
        }
        data[0] = 1;
        group_barrier(item.get_group());
        group_barrier(item.get_group());
      });
    of.wait();
  };
  std::string written = said([&] {
    queue p{property::queue::in_order()};
    parts(p);
    std::_Exit(0);
  });
  CHECK(count(written, "at a barrier that others do not reach") == 1);
  CHECK(count(written, "that no handler took") == 1);
  // A program with a function for errors decides what is written, also where it is the context's.
  written = said([&] {
    auto ignore = [](exception_list) {};
    queue p{ignore};
    parts(p);
    queue of_context{context(ignore), device()};
    parts(of_context);
    of_context.throw_asynchronous();
  });
  CHECK(written.empty());
  // A wait for an accessor of the host that the program itself has, which may last for ever; once, as it takes seconds.
  if (const char *threads = std::getenv("SYCL_HOST_THREADS"); threads && *threads == '1') {
    written = said([] {
      buffer<int> b(range<1>(4));
      auto first = std::make_unique<host_accessor<int>>(b);
      std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::seconds(6));
        first.reset();
      });
      host_accessor second(b);
      later.join();
    });
    CHECK(count(written, "for a host_accessor of a buffer of 16 bytes that the program still has") == 1);
  }
  at_the_end.data = data;
  return result();
}
