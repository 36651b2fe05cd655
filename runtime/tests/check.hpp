// Code that the test programs of <sycl/sycl.hpp> share: each checks what it computes, and ends with 1 if anything was
// wrong.
#pragma once
#include <cstdio>
#include <cstdlib>

inline int wrong = 0;

// Says what did not hold, and where.
#define CHECK(...) \
  do { \
    if (!(__VA_ARGS__)) { \
      ++wrong; \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
    } \
  } while (false)

// Checks that an expression throws sycl::exception with a code, and a text that has `words`.
#define CHECK_THROWS(error, words, ...) \
  do { \
    bool is_thrown = false; \
    try { \
      __VA_ARGS__; \
    } catch (const sycl::exception &thrown) { \
      is_thrown = thrown.code() == error && std::string(thrown.what()).find(words) != std::string::npos; \
      if (!is_thrown) std::printf("  found %d: %s\n", thrown.code().value(), thrown.what()); \
    } \
    if (!is_thrown) { \
      ++wrong; \
      std::printf("%s:%d: expected an exception with `%s`: %s\n", __FILE__, __LINE__, words, #__VA_ARGS__); \
    } \
  } while (false)

inline int result() {
  if (wrong == 0) std::printf("passed\n");
  return wrong != 0;
}
