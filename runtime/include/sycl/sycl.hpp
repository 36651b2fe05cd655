// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020 for stock clang: `clang++-22 --config=<prefix>/lib/sycl-passes/sycl.cfg program.cpp`.
//
// One text for both passes of `-fsycl`. What runs is behind the C interface of sycl_runtime.h; the headers are what
// programs instantiate. Each can be read alone; section numbers are those of the SYCL 2020 specification, revision 9.
//
//   detail/config.hpp      what all others use: macros, built-in functions for device code
//   detail/entry.hpp       the entry functions of kernels: the only file with clang's attribute
//   detail/names.hpp       names of one translation unit, for which unit.hpp has a number
//   detail/runtime.hpp     calls of the C interface, whose errors become exceptions
//   index_space, items     range, id, nd_range; item, nd_item, group, sub_group
//   exception, property, info, device, context, event, usm, handler, queue
//   half, bfloat16, vec, marray, math: numbers, and functions of them
//   buffer, accessor, backend, image, reduction, specialization_id, kernel_bundle, hierarchical, ext/graph
#pragma once
// Headers that programs take for granted beside SYCL, since other implementations include them.
#include <cassert>
#include <climits>
#include <cmath>
#include <cstring>
#include <iostream>
#include <sycl/detail/config.hpp>
#if __INCLUDE_LEVEL__ > 0 // this is not the header that is precompiled
#include <sycl/detail/unit.hpp>
#endif

#include <sycl/access.hpp>
#include <sycl/accessor.hpp>
#include <sycl/atomic.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/backend.hpp>
#include <sycl/bfloat16.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/buffer.hpp>
#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/clock.hpp>
#include <sycl/ext/device_global.hpp>
#include <sycl/ext/graph.hpp>
#include <sycl/ext/group_local_memory.hpp>
#include <sycl/ext/non_uniform_groups.hpp>
#include <sycl/ext/oneapi/matrix/matrix.hpp>
#include <sycl/ext/printf.hpp>
#include <sycl/ext/root_group.hpp>
#include <sycl/ext/sub_group_mask.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/half.hpp>
#include <sycl/handler.hpp>
#include <sycl/hierarchical.hpp>
#include <sycl/image.hpp>
#include <sycl/index_space.hpp>
#include <sycl/info.hpp>
#include <sycl/items.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/marray.hpp>
#include <sycl/math.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property.hpp>
#include <sycl/queue.hpp>
#include <sycl/reduction.hpp>
#include <sycl/span.hpp>
#include <sycl/specialization_id.hpp>
#include <sycl/stream.hpp>
#include <sycl/usm.hpp>
#include <sycl/vec.hpp>
