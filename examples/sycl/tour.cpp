// Features of the header: constants set at run time, a required size, a required aspect, local memory, a second
// translation unit (tour_math.cpp). The kernels are in three images: with fp64, with the required size, and the rest.
// Prints the values of the constants, then `ALL OK`. With the argument `defaults` no constant is set.
//
// Compile and link: docs/front-door.md.
#include <cstdio>
#include <cstring>
#include <sycl_passes.hpp>

struct Filter {
  int taps;
  float gain;
  double bias[2];
  constexpr Filter(int taps, float gain) : taps(taps), gain(gain), bias{0.25, -0.5} {}
};
constexpr syp::specialization_id<int> scale(3);
constexpr syp::specialization_id<Filter> filter(7, 1.5f);

// In tour_math.cpp.
[[clang::sycl_external]] float smooth(float x);
[[clang::sycl_external]] double halved(double x);

// The name of a kernel that is started in two places is declared outside of functions.
class Constants;

namespace {
constexpr int size = 64, group_size = 16;
int wrong = 0;

void expect(bool right, const char *what, int i) {
  if (right) return;
  std::printf("%s: element %d is wrong\n", what, i);
  ++wrong;
}

void constants(syp::queue q, bool set) {
  int *o = syp::malloc_shared<int>(3, q);
  auto kernel = [=](syp::kernel_handler constants) {
    Filter f = constants.get_specialization_constant<filter>();
    o[0] = constants.get_specialization_constant<scale>();
    o[1] = f.taps;
    o[2] = static_cast<int>(f.gain * 100);
  };
  if (set) {
    syp::single_task<Constants>(q, kernel, syp::set<scale>(1000), syp::set<filter>(Filter(-5, 2.25f))).wait();
  } else {
    syp::single_task<Constants>(q, kernel).wait();
  }
  std::printf("scale %d, taps %d, gain %d%%\n", o[0], o[1], o[2]);
  expect(o[0] == (set ? 1000 : 3), "scale", 0);
  expect(o[1] == (set ? -5 : 7), "taps", 1);
  expect(o[2] == (set ? 225 : 150), "gain", 2);
  syp::free(o, q);
}

void other_translation_unit(syp::queue q) {
  float *x = syp::malloc_shared<float>(size, q);
  syp::parallel_for<class Smooth>(q, syp::range(size), [=](syp::id<1> i) {
    x[i] = smooth(static_cast<float>(i));
  }).wait();
  for (int i = 0; i < size; ++i) expect(x[i] == smooth(static_cast<float>(i)), "smooth", i);
  syp::free(x, q);
}

// Nothing declares fp64 here: the type and the call of `halved` say it.
void doubles(syp::queue q) {
  double *d = syp::malloc_shared<double>(size, q);
  syp::parallel_for<class Doubles>(q, size, [=](syp::id<1> i) { d[i] = halved(static_cast<double>(i)); }).wait();
  for (int i = 0; i < size; ++i) expect(d[i] == i / 2.0, "halved", i);
  syp::free(d, q);
}

void declared_aspect(syp::queue q) {
  double *d = syp::malloc_shared<double>(size, q);
  syp::parallel_for<class Thirds, syp::device_has<syp::aspect::fp64>>(q, size, [=](auto i) { d[i] = i / 3.0; }).wait();
  for (int i = 0; i < size; ++i) expect(d[i] == i / 3.0, "thirds", i);
  syp::free(d, q);
}

// Each group reverses its elements through local memory.
void local_memory(syp::queue q) {
  int *o = syp::malloc_shared<int>(size, q);
  syp::parallel_for<class Reverse, syp::reqd_work_group_size<group_size>>(
      q, syp::nd_range(size, group_size),
      [=](syp::nd_item<1> i, int *tile) {
        auto at = i.get_local_id(0);
        tile[at] = static_cast<int>(i.get_global_id(0));
        syp::group_barrier(i.get_group());
        o[i.get_global_id(0)] = tile[group_size - 1 - at];
      },
      syp::local<int>(group_size)).wait();
  for (int i = 0; i < size; ++i) {
    expect(o[i] == i / group_size * group_size + group_size - 1 - i % group_size, "reverse", i);
  }
  syp::free(o, q);
}
}

int main(int count, char **arguments) {
  bool defaults = count > 1 && std::strcmp(arguments[1], "defaults") == 0;
  try {
    syp::queue q;
    std::printf("%s\n", q.get_device().get_info<sycl::info::device::name>().c_str());
    constants(q, false);
    if (!defaults) constants(q, true);
    other_translation_unit(q);
    doubles(q);
    declared_aspect(q);
    local_memory(q);
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
    ++wrong;
  }
  std::printf("%s\n", wrong ? "FAILED" : "ALL OK");
  return wrong != 0;
}
