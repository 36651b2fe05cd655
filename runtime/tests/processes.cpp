// The ends of processes and their children (spec of the runtime): forks, exit while commands run, objects of static
// storage, assertions.
#include "check.hpp"
#include <cassert>
#include <chrono>
#include <csignal>
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
  at_the_end.data = data;
  return result();
}
