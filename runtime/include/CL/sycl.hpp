// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of the header in SYCL 1.2.1.
#pragma once
#include <sycl/sycl.hpp>
