// The second translation unit of tour.cpp: functions that kernels of another unit call. The host calls them too.
#include <sycl_passes.hpp>

[[clang::sycl_external]] float smooth(float x) { return syp::floor(x * 0.25f) + 1; }
[[clang::sycl_external]] double halved(double x) { return x * 0.5; }
