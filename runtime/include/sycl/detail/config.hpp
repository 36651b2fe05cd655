// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that all other headers use: macros, and built-in functions for device code by SPIR-V's names.
#pragma once
#if !defined(SYCL_LANGUAGE_VERSION)
// Fatal, so that no other error follows; the second line is for -w, which hides the first.
#pragma clang diagnostic fatal "-W#warnings"
#warning "found a compilation without SYCL; compile with clang++ --config=<prefix>/lib/sycl-passes/sycl.cfg, or with sycl++"
#error "found a compilation without SYCL; compile with clang++ --config=<prefix>/lib/sycl-passes/sycl.cfg, or with sycl++"
#endif
#if __cplusplus < 201703L
#pragma clang diagnostic fatal "-W#warnings"
#warning "SYCL 2020 needs C++17; compile with -std=c++17 or later"
#error "SYCL 2020 needs C++17; compile with -std=c++17 or later"
#endif
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <sycl_passes/spirv.hpp>

// Names this implementation; the value grows with its interface.
#define SYCL_IMPLEMENTATION_SYCL_PASSES 1
#define SYCL_FEATURE_SET_REDUCED 1
#define SYCL_EXTERNAL [[clang::sycl_external]]
// DPC++'s word for kernels that need no name, which libraries for several compilers ask for.
#ifndef __SYCL_UNNAMED_LAMBDA__
#define __SYCL_UNNAMED_LAMBDA__ 1
#endif

// In the host pass, functions of items exist only to be compiled: clang checks kernels in both passes.
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_PASSES_FACT(...) __sycl_passes_fact(__VA_ARGS__)
#else
namespace sycl { inline namespace _V1 { namespace detail {
[[noreturn]] inline void refuse_on_the_host(); // in exception.hpp, which is read at the end of this
template <class T, class... Args> [[noreturn]] T on_the_host(const Args &...) { refuse_on_the_host(); }
}}}
#define SYP_CALL(type, name, ...) ::sycl::detail::on_the_host<type>(__VA_ARGS__)
#define SYP_CALL_IN(type, name, scope, ...) SYP_CALL(type, name, __VA_ARGS__)
#define SYP_CALL_OVER(type, name, scope, operation, ...) SYP_CALL(type, name, __VA_ARGS__)
#define SYCL_PASSES_FACT(...) static_cast<void>(0)
#endif
// A built-in variable for a dimension, counted as SYCL counts: the last is the fastest.
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_PASSES_AT(name, dimensions, d) ::__syp_at_##name((dimensions) - 1 - (d))
#else
#define SYCL_PASSES_AT(name, dimensions, d) ::sycl::detail::on_the_host<std::size_t>(d)
#endif

// Functions of device code are small, and images are smaller and faster with them inlined.
#define SYCL_PASSES_INLINE_BEGIN _Pragma("clang attribute push(__attribute__((always_inline)), apply_to = function)")
#define SYCL_PASSES_INLINE_END _Pragma("clang attribute pop")

namespace sycl { inline namespace _V1 { namespace detail {
using std::size_t;
template <bool Condition> using only_if = std::enable_if_t<Condition, int>; // its parameters have a default: `= 0`
template <class T> inline constexpr bool is_false = false;
template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;
}}}
#include <sycl/exception.hpp>
