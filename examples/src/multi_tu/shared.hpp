// Declarations of main.cpp and helper.cpp.
#pragma once
#include <sycl/sycl.hpp>

// `inline`, so it is one constant in the whole program, with one symbolic id.
inline constexpr sycl::specialization_id<int> factor{3};
