// Classes of numbers, comparisons and selections.
#pragma once

#include "types.hpp"

namespace sp {

template <class T> bits_of<T> magnitude(T x) { return bits_of<T>(bits(x) & ~sign_bit<T>); }

template <class T> bool is_nan(T x) { return x != x; }
template <class T> bool is_inf(T x) { return magnitude(x) == infinity_bits<T>; }
template <class T> bool is_finite(T x) { return magnitude(x) < infinity_bits<T>; }
template <class T> bool is_normal(T x) { return is_finite(x) && magnitude(x) >> format<T>::fraction != 0; }
template <class T> bool sign_bit_set(T x) { return bits(x) & sign_bit<T>; }

template <class T> bool ordered(T a, T b) { return a == a && b == b; }
template <class T> bool unordered(T a, T b) { return !ordered(a, b); }
template <class T> bool f_ord_equal(T a, T b) { return a == b; }
template <class T> bool f_ord_not_equal(T a, T b) { return a < b || a > b; }
template <class T> bool f_ord_less_than(T a, T b) { return a < b; }
template <class T> bool f_ord_less_than_equal(T a, T b) { return a <= b; }
template <class T> bool f_ord_greater_than(T a, T b) { return a > b; }
template <class T> bool f_ord_greater_than_equal(T a, T b) { return a >= b; }
template <class T> bool f_unord_equal(T a, T b) { return !f_ord_not_equal(a, b); }
template <class T> bool f_unord_not_equal(T a, T b) { return a != b; }
template <class T> bool f_unord_less_than(T a, T b) { return !(a >= b); }
template <class T> bool f_unord_less_than_equal(T a, T b) { return !(a > b); }
template <class T> bool f_unord_greater_than(T a, T b) { return !(a <= b); }
template <class T> bool f_unord_greater_than_equal(T a, T b) { return !(a < b); }

template <class T> bool any(T x) {
  if constexpr (lanes<T> == 1) return as_signed(x) < 0;
  else return as_signed(__builtin_reduce_or(x)) < 0;
}
template <class T> bool all(T x) {
  if constexpr (lanes<T> == 1) return as_signed(x) < 0;
  else return as_signed(__builtin_reduce_and(x)) < 0;
}

// The bits of `b` where `mask` has one, else those of `a`.
template <class T> T bitselect(T a, T b, T mask) {
  return from_bits<T>(bits_of<T>((bits(a) & ~bits(mask)) | (bits(b) & bits(mask))));
}
// `b` if the condition of a scalar is not 0, or the highest bit of that of an element is set.
template <class T, class U> T select(T a, T b, U condition) { return condition ? b : a; }
template <class T, class U> T select_each(T a, T b, U condition) { return as_signed(condition) < 0 ? b : a; }

}  // namespace sp
