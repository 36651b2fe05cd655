// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions and error codes (section 4.13.2).
#pragma once
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <vector>
#include <sycl/detail/config.hpp>

namespace sycl { inline namespace _V1 {
class context;
enum class backend : char { host = 0, ext_oneapi_cuda = 1, cuda = ext_oneapi_cuda, opencl = 2, ext_oneapi_hip = 3,
                            hip = ext_oneapi_hip, ext_oneapi_level_zero = 4, level_zero = ext_oneapi_level_zero,
                            ext_oneapi_native_cpu = host, all = 127 };

enum class errc : unsigned {
  success, runtime, kernel, accessor, nd_range, event, kernel_argument, build, invalid, memory_allocation, platform,
  profiling, feature_not_supported, kernel_not_supported, backend_mismatch
};

namespace detail {
struct category final : std::error_category {
  const char *name() const noexcept override { return "sycl"; }
  std::string message(int code) const override {
    static constexpr const char *names[] = {
      "success", "runtime", "kernel", "accessor", "nd_range", "event", "kernel_argument", "build", "invalid",
      "memory_allocation", "platform", "profiling", "feature_not_supported", "kernel_not_supported",
      "backend_mismatch"};
    bool is_known = code >= 0 && code < static_cast<int>(std::size(names));
    return is_known ? std::string("SYCL error: ") + names[code] : "SYCL error " + std::to_string(code);
  }
};
}
inline const std::error_category &sycl_category() noexcept {
  [[clang::no_destroy]] static const detail::category of_sycl;
  return of_sycl;
}
template <backend Backend> const std::error_category &error_category_for() noexcept { return sycl_category(); }
inline std::error_code make_error_code(errc code) noexcept { return {static_cast<int>(code), sycl_category()}; }

class exception : public virtual std::exception {
  // Shared, so that a copy throws nothing.
  struct content { std::string message; std::shared_ptr<sycl::context> of; };
  std::shared_ptr<const content> inside;
  std::error_code number;

public:
  exception(std::error_code code, const std::string &message)
      : inside(new content{message, nullptr}), number(code) {}
  exception(std::error_code code, const char *message) : exception(code, std::string(message)) {}
  exception(std::error_code code) : exception(code, code.message()) {}
  exception(int code, const std::error_category &category, const std::string &message)
      : exception(std::error_code(code, category), message) {}
  exception(int code, const std::error_category &category, const char *message)
      : exception(std::error_code(code, category), std::string(message)) {}
  exception(int code, const std::error_category &category) : exception(std::error_code(code, category)) {}
  // With the context that the error is of; defined in context.hpp.
  exception(const context &of, std::error_code code, const std::string &message);
  exception(const context &of, std::error_code code, const char *message);
  exception(const context &of, std::error_code code);
  exception(const context &of, int code, const std::error_category &category, const std::string &message);
  exception(const context &of, int code, const std::error_category &category, const char *message);
  exception(const context &of, int code, const std::error_category &category);

  const std::error_code &code() const noexcept { return number; }
  const std::error_category &category() const noexcept { return number.category(); }
  const char *what() const noexcept override { return inside->message.c_str(); }
  bool has_context() const noexcept { return inside->of != nullptr; }
  context get_context() const;
};

// From SYCL 1.2.1, as they are still caught.
using runtime_error [[deprecated("sycl::exception with a code")]] = exception;
using invalid_parameter_error [[deprecated("sycl::exception with errc::invalid")]] = exception;

class exception_list {
  std::vector<std::exception_ptr> all;

public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = iterator;
  exception_list() = default;
  explicit exception_list(std::vector<std::exception_ptr> all) : all(std::move(all)) {}
  size_type size() const { return all.size(); }
  iterator begin() const { return all.begin(); }
  iterator end() const { return all.end(); }
};
namespace detail {
// A kernel may keep what it was given, and the host find it.
[[noreturn]] inline void refuse_on_the_host() {
  throw exception(make_error_code(errc::invalid), "a function for device code was called on the host; expected a call in a kernel");
}
}
using async_handler = std::function<void(exception_list)>;
using exception_ptr_class [[deprecated("std::exception_ptr")]] = std::exception_ptr;
}}
template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};
