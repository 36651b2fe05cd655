// Tests of numbers that run on the host and in a kernel: functions that give 0, or the line of what did not hold. Their
// parameter is 0, which no compiler knows.
#pragma once
#include <type_traits>
#include <sycl/sycl.hpp>
#include "check.hpp"

inline sycl::queue &test_queue() {
  static sycl::queue queue;
  return queue;
}

#define ON_BOTH(...) \
  do { \
    int *line = sycl::malloc_shared<int>(2, test_queue()); \
    line[0] = line[1] = 0; \
    if (const int on_host = (__VA_ARGS__)(line[1])) ++wrong, std::printf("%s:%d: on the host\n", __FILE__, on_host); \
    test_queue().single_task([=] { line[0] = (__VA_ARGS__)(line[1]); }).wait(); \
    if (line[0]) ++wrong, std::printf("%s:%d: on the device\n", __FILE__, line[0]); \
    sycl::free(line, test_queue()); \
  } while (false)

// Whether all elements are equal; NaNs are.
template <class Value> bool equal(const Value &a, const Value &b) {
  if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, sycl::half> ||
                std::is_same_v<Value, sycl::ext::oneapi::bfloat16> || std::is_enum_v<Value>) {
    return a == b || (a != a && b != b);
  } else {
    for (std::size_t i = 0; i < Value::size(); ++i)
      if (!equal(a[i], b[i])) return false;
    return true;
  }
}

// In a test function: a condition; a value of exactly the type of what is expected.
#define IS(...) \
  if (!(__VA_ARGS__)) return __LINE__
#define GIVES(expected, ...) \
  do { \
    const auto &found = __VA_ARGS__; \
    static_assert(std::is_same_v<std::decay_t<decltype(found)>, std::decay_t<decltype(expected)>>); \
    if (!equal<std::decay_t<decltype(found)>>(found, expected)) return __LINE__; \
  } while (false)
