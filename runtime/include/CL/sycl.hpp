// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of the header and the namespace in SYCL 1.2.1.
#pragma once
#include <sycl/sycl.hpp>

namespace cl { namespace sycl = ::sycl; }
