// What main.cpp and helper.cpp share.
#pragma once
#include <sycl/sycl.hpp>

// `inline`, so it is one constant in the whole program, with one symbolic id.
inline constexpr sycl::specialization_id<int> factor{3};
