// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command graphs, under the name that DPC++ gives the header.
#pragma once
#include <sycl/ext/graph.hpp>
