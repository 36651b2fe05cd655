// Operators of reductions and scans, with what they start from.
#pragma once

#include "types.hpp"

namespace sp::operators {

struct add {
  template <class T> static T identity() { return T(0); }
  template <class T> static T apply(T a, T b) { return T(a + b); }
};
struct multiply {
  template <class T> static T identity() { return T(1); }
  template <class T> static T apply(T a, T b) { return T(a * b); }
};
struct smin {
  template <class T> static T identity() { return largest<T>; }
  template <class T> static T apply(T a, T b) { return as_signed(b) < as_signed(a) ? b : a; }
};
struct smax {
  template <class T> static T identity() { return smallest<T>; }
  template <class T> static T apply(T a, T b) { return as_signed(a) < as_signed(b) ? b : a; }
};
struct umin {
  template <class T> static T identity() { return T(~T(0)); }
  template <class T> static T apply(T a, T b) { return b < a ? b : a; }
};
struct umax {
  template <class T> static T identity() { return T(0); }
  template <class T> static T apply(T a, T b) { return a < b ? b : a; }
};
struct fmin {
  template <class T> static T identity() { return infinity<T>(); }
  template <class T> static T apply(T a, T b) { return __builtin_elementwise_minnum(a, b); }
};
struct fmax {
  template <class T> static T identity() { return -infinity<T>(); }
  template <class T> static T apply(T a, T b) { return __builtin_elementwise_maxnum(a, b); }
};
struct bit_and {
  template <class T> static T identity() { return T(~T(0)); }
  template <class T> static T apply(T a, T b) { return T(a & b); }
};
struct bit_or {
  template <class T> static T identity() { return T(0); }
  template <class T> static T apply(T a, T b) { return T(a | b); }
};
struct bit_xor {
  template <class T> static T identity() { return T(0); }
  template <class T> static T apply(T a, T b) { return T(a ^ b); }
};

}  // namespace sp::operators
