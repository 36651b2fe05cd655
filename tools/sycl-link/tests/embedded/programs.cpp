// Launches the kernels of images.c, whose device code is not linked, and prints what they do.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sycl_passes.hpp>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

class Fill; class Reverse; class Required; class Everything; class Assertion; class Barrier; class Stack; class Newer;
class Foreign; class Nowhere; class Gpu; class Wide; class Large; class Fixed;
class Mine; class Shared; class Enormous;
struct Shape { float gain; char letter; };
inline constexpr syp::specialization_id<Shape> shape(Shape{1.5f, 'a'});
inline constexpr syp::specialization_id<int> scale(3);

namespace {
constexpr int count = 96;

void show(const char *what, const int *o, int n) {
  std::printf("%s:", what);
  for (int i = 0; i < n; ++i) std::printf(" %d", o[i]);
  std::printf("\n");
}
// What goes wrong is an exception of the launch, and the next launch is none the worse for it.
void fails(const char *what, auto launch) {
  try {
    launch();
    std::printf("%s: passed\n", what);
  } catch (const sycl::exception &e) {
    bool is_code = e.code() == sycl::make_error_code(static_cast<sycl::errc>(e.code().value()));
    std::printf("%s: %s %d: %s\n", what, is_code ? e.code().category().name() : "?", e.code().value(), e.what());
  }
}

void sizes(syp::queue q, int *o) {
  auto fill = [=](auto) { *o = 0; };
  // Each item once, whatever the number of threads.
  auto all_once = [=](const char *what) {
    int wrong = 0;
    for (int i = 0; i < count; ++i) wrong += o[i] < 1000 || o[i] % 1000 >= 96;
    std::printf("%s: %d wrong\n", what, wrong);
  };
  q.fill(o, 0, count);
  syp::parallel_for<Fill>(q, count, fill).wait();
  all_once("range");
  q.fill(o, 0, count);
  syp::parallel_for<Fill>(q, syp::range(4, 3, 8), fill);
  all_once("range of three dimensions");
  q.fill(o, 0, count);
  syp::parallel_for<Fill>(q, syp::nd_range<2>({2, 8}, {2, 4}), fill);
  show("nd_range", o, 16);
  q.fill(o, 0, count);
  syp::parallel_for<Fill>(q, 0, fill);
  syp::single_task<Fill>(q, [=] { *o = 0; });
  show("nothing and a single task", o, 2);
  q.fill(o, 0, count);
  syp::parallel_for<Required>(q, syp::range(2, 8), fill);
  show("required size", o, 16);
}

void arguments(syp::queue q, int *o) {
  for (int i = 0; i < count; ++i) o[i] = i;
  auto reverse = [=](syp::nd_item<1>, int *tile, double *) { *o = *tile; };
  syp::parallel_for<Reverse>(q, syp::nd_range(12, 3), reverse, syp::local<int>(3), syp::local<double>(1));
  show("local memory", o, 12);
  double *x = sycl::malloc_shared<double>(3, q);
  auto constants = [=](syp::kernel_handler) { *x = 0; };
  syp::single_task<Everything>(q, constants);
  std::printf("default constants: %g %g %g\n", x[0], x[1], x[2]);
  syp::single_task<Everything>(q, constants, syp::set<scale>(-9), syp::set<shape>(Shape{2.25f, 'b'}));
  std::printf("constants: %g %g %g\n", x[0], x[1], x[2]);
  syp::single_task<Everything>(q, constants, syp::set<scale>(11));
  std::printf("one constant: %g %g %g\n", x[0], x[1], x[2]);
  sycl::free(x, q);
}

void failures(syp::queue q, int *o) {
  auto fill = [=](auto) { *o = 0; };
  auto with_local = [=](syp::nd_item<1>, int *tile) { *o = *tile; };
  int more = 1;
  fails("assertion", [=] { syp::parallel_for<Assertion>(q, syp::nd_range(16, 4), fill); });
  fails("barrier", [=] { syp::parallel_for<Barrier>(q, syp::nd_range<2>({1, 8}, {1, 8}), fill); });
  fails("no multiple", [=] { syp::parallel_for<Fill>(q, syp::nd_range(10, 4), fill); });
  fails("no size", [=] { syp::parallel_for<Fill>(q, syp::nd_range(10, 0), fill); });
  fails("too large", [=] { syp::parallel_for<Fill>(q, syp::nd_range<2>({8192, 2}, {8192, 2}), fill); });
  fails("another size", [=] { syp::parallel_for<Required>(q, syp::nd_range<2>({4, 4}, {4, 2}), fill); });
  fails("required range", [=] { syp::parallel_for<Required>(q, syp::range(2, 6), fill); });
  fails("another function", [=] { syp::parallel_for<Fill>(q, 8, [=](syp::id<1>) { *o = more; }); });
  fails("local memory", [=] { syp::parallel_for<Fill>(q, syp::nd_range(8, 8), with_local, syp::local<int>(8)); });
  fails("no local memory", [=] {
    syp::parallel_for<Reverse>(q, syp::nd_range(8, 8), with_local, syp::local<int>(8));
  });
  fails("much local memory", [=] {
    auto reverse = [=](syp::nd_item<1>, int *tile, double *) { *o = *tile; };
    syp::parallel_for<Reverse>(q, syp::nd_range(8, 8), reverse, syp::local<int>(8), syp::local<double>(1 << 17));
  });
  fails("local memory that no size counts", [=] {
    auto reverse = [=](syp::nd_item<1>, int *tile, double *) { *o = *tile; };
    std::size_t wraps = (std::size_t(1) << 61) + 1; // to 8 bytes
    syp::parallel_for<Reverse>(q, syp::nd_range(8, 8), reverse, syp::local<int>(8), syp::local<double>(wraps));
  });
  fails("a copy that no size counts", [=] { sycl::queue(q).copy(o, o, (std::size_t(1) << 62) + 1); });
  fails("stack", [=] { syp::parallel_for<Stack>(q, 8, fill); });
  fails("another version", [=] { syp::parallel_for<Newer>(q, 8, fill); });
  fails("another processor", [=] { syp::parallel_for<Foreign>(q, 8, fill); });
  fails("no image", [=] { syp::parallel_for<Nowhere>(q, 8, fill); });
  fails("a GPU's", [=] { syp::parallel_for<Gpu>(q, 8, fill); });
  fails("a wide one's", [=] { syp::parallel_for<Wide>(q, 8, fill); });
  fails("a large one's", [=] { syp::parallel_for<Large>(q, 8, fill); });
  fails("an accelerator's", [=] { syp::parallel_for<Fixed>(q, 8, fill); });
  fails("beside one that was left out", [=] { syp::parallel_for<Mine>(q, 8, fill); });
  fails("the one that was left out", [=] { syp::parallel_for<Shared>(q, 8, fill); });
  fails("an enormous one's", [=] { syp::parallel_for<Enormous>(q, 8, fill); });
  sycl::device device = q.get_device();
  std::printf("compatible: %d%d%d%d\n", syp::is_compatible<Fill>(device), syp::is_compatible<Gpu>(device),
              syp::is_compatible<Fixed>(device), syp::is_compatible<Nowhere>(device));
  fails("no GPU", [=] { sycl::queue gpu(sycl::gpu_selector_v); });
  fails("after failures", [=] { syp::parallel_for<Fill>(q, 8, fill); });
}

void host(syp::queue q) {
  sycl::device device = q.get_device();
  std::printf("name: %s\n", device.get_info<sycl::info::device::name>().c_str());
  std::printf("aspects:");
  for (int number = 0; number < 100; ++number)
    if (device.has(static_cast<sycl::aspect>(number))) std::printf(" %d", number);
  std::printf("\nhost: %d%d\n", device.is_cpu(), device.is_gpu());
  int *a = sycl::malloc_device<int>(4, q), *b = sycl::malloc_host<int>(4, q);
  q.fill(a, 5, 4).wait();
  q.copy(a, b, 3), q.memset(b + 3, 0, sizeof(int)), q.memcpy(b + 1, b + 2, 2 * sizeof(int)).wait_and_throw();
  show("memory", b, 4);
  std::printf("too much memory: %d\n", sycl::malloc_shared<int>(~std::size_t(0) / 2, q) == nullptr);
  char *much = sycl::malloc_shared<char>(std::size_t(16) << 20, q);
  std::printf("begins with a large page: %d\n", much && reinterpret_cast<std::uintptr_t>(much) % (2 << 20) == 0);
  sycl::free(a, q), sycl::free(b, q), sycl::free(much, q);
}
}

// ---------------------------------------------------------------- forked processes, and the end of one
int sum_of_launch(syp::queue q, int *o) {
  int sum = 0;
  q.fill(o, 0, count);
  syp::parallel_for<Fill>(q, syp::nd_range(count, 4), [=](auto) { *o = 0; });
  for (int i = 0; i < count; ++i) sum += o[i] / 1000;
  return sum;
}
// Made before the first launch, so that it goes after the threads.
struct Last {
  syp::queue q;
  int *o = sycl::malloc_shared<int>(count, q);
  ~Last() { std::printf("in a destructor: %d\n", sum_of_launch(q, o)); }
};
int leave() {
  static Last last;
  std::atexit([] { std::printf("at exit: %d\n", sum_of_launch(last.q, last.o)); });
  std::printf("first: %d\n", sum_of_launch(last.q, last.o));
  std::atomic<bool> is_over = false;
  std::thread other([&] {
    int *o = sycl::malloc_shared<int>(count, last.q);
    while (!is_over) sum_of_launch(last.q, o);
    sycl::free(o, last.q);
  });
  int wrong = 0;
  for (int i = 0; i < 20; ++i) {
    pid_t child = fork();
    if (child == 0) {
      alarm(20);
      std::_Exit(sum_of_launch(last.q, last.o) + sum_of_launch(last.q, last.o) != 8 * count);
    }
    int status = 1;
    waitpid(child, &status, 0);
    wrong += status != 0;
  }
  is_over = true, other.join();
  std::printf("children: %d wrong\n", wrong);
  return 0;
}

int main(int argument_count, char **) {
  if (argument_count > 1) return leave();
  try {
    sycl::queue q(sycl::cpu_selector_v, sycl::property::queue::in_order());
    int *o = sycl::malloc_shared<int>(count, q);
    host(q), sizes(q, o), arguments(q, o), failures(q, o);
    sycl::free(o, q);
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
  }
}
