// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code that is compiled at run time, by stock clang in SYCL mode, from C++17. docs/runtime-header.md lists what
// is here. There is no standard library, because reading one takes longer than everything else: what kernels mostly use
// of it is in small headers beside this one.
#pragma once
#ifndef __SYCL_DEVICE_ONLY__
#error "sycl/sycl.hpp of run-time compilation is for device code: compile with -fsycl -fsycl-device-only"
#endif
#include <cstddef>
#include <cstdint>
#include <sycl_passes/spirv.hpp>

#define SYCL_EXTERNAL [[clang::sycl_external]]
// A property is a structure of its name and its numbers; the pass `free-function-kernels` reads it.
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property) \
  [[clang::sycl_external]] [[clang::annotate("sycl-free-function", (property))]]
// clang ignores the name in SYCL mode; format strings of printf are there.
#define opencl_constant address_space(2)

namespace sycl { inline namespace _V1 {
using half = _Float16;
enum class aspect : unsigned { // config/aspects.json
  cpu = 1, gpu, accelerator, custom, fp16, fp64, image = 9, online_compiler, online_linker, queue_profiling,
  usm_device_allocations, usm_host_allocations, usm_shared_allocations, usm_system_allocations = 17,
  usm_atomic_host_allocations = 26, usm_atomic_shared_allocations, atomic64
};
#include <sycl_passes/index_space.hpp>
#include <sycl_passes/work_items.hpp>
using size_t = detail::size_type;
}}
#include "detail/memory.hpp"
#include "detail/free_functions.hpp"
#include "detail/elements.hpp"
#include "detail/vec.hpp"
#include "detail/bfloat16.hpp"
#include "detail/math.hpp"
#include "detail/integer.hpp"
#include "detail/relational.hpp"
#include "detail/constants.hpp"
#include "detail/printf.hpp"
#include "detail/instances.hpp"
