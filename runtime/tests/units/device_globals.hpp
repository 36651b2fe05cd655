// Device globals that two units share, and one that each has for itself.
#pragma once
#include <sycl/sycl.hpp>

using sycl::ext::oneapi::experimental::device_global;
extern device_global<int> counter;
inline device_global<int[2]> pair{10, 20};
static device_global<int> own{1};

void add_in_second(sycl::queue &q, int to_own);
int own_of_second(sycl::queue &q);
int constants_of_second(sycl::queue &q);
int unnamed_of_second(sycl::queue &q);
