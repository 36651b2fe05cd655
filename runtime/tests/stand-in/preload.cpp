// Kernels that are compiled ahead are loaded before their first launch, with a stand-in of NVIDIA's driver (cuda.c).
// The argument says what the program does while they are.
#include <sycl/sycl.hpp>
#include "../check.hpp"
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sycl;

struct Add {
  accessor<int> to;
  void operator()(id<1> at) const { to[at] += 1; }
};

static unsigned loaded(const char *what) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  return *static_cast<volatile unsigned *>(dlsym(driver, what));
}

static void add() {
  queue q;
  buffer<int> numbers{range(10)};
  q.submit([&](handler &h) { h.fill(accessor<int>(numbers, h), 1); });
  q.submit([&](handler &h) { h.parallel_for(range(10), Add{accessor<int>(numbers, h)}); });
  CHECK(host_accessor(numbers)[9] == 2);
}

int main(int, char **arguments) {
  queue q;
  if (std::strcmp(arguments[1], "wait") == 0) {
    for (int tries = 0; tries < 1000 && loaded("loaded_kernels") == 0; ++tries) usleep(10000);
    CHECK(loaded("loaded_kernels") == 1);
    add();
  } else if (std::strcmp(arguments[1], "launch") == 0) {
    add();
  } else if (std::strcmp(arguments[1], "fork") == 0) {
    usleep(100000); // another thread is in the driver
    if (const pid_t child = fork()) {
      int status = 1;
      waitpid(child, &status, 0);
      CHECK(status == 0);
    } else {
      CHECK_THROWS(errc::runtime, "this process is a fork of one that used the GPU", add());
      std::exit(wrong != 0);
    }
    add();
  } else {
    return result(); // the end of the process is not theirs to wait for
  }
  // The launch has found the image of the other thread.
  CHECK(loaded("loaded_modules") == 1);
  return result();
}
