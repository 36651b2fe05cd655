// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension sycl_ext_oneapi_device_global is not there: stock clang's front end does not tell such variables from
// those of the host, so each image would have a copy of its own.
#pragma once
#include <sycl/detail/config.hpp>

namespace sycl { inline namespace _V1 { namespace ext::oneapi::experimental {
template <class T, class... Properties> class device_global {
  static_assert(detail::is_false<T>, "device_global is not supported; pass a USM pointer to the kernels that share memory");
};
}}}
