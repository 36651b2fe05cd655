// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to memory of a kind, local memory, orders and scopes by the names of SYCL.
#pragma once
namespace sycl { inline namespace _V1 {
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed,
                              memory_order_acquire = memory_order::acquire,
                              memory_order_release = memory_order::release,
                              memory_order_acq_rel = memory_order::acq_rel,
                              memory_order_seq_cst = memory_order::seq_cst;
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item,
                              memory_scope_sub_group = memory_scope::sub_group,
                              memory_scope_work_group = memory_scope::work_group,
                              memory_scope_device = memory_scope::device, memory_scope_system = memory_scope::system;
namespace access {
enum class address_space { private_space, global_space, constant_space, local_space, generic_space };
enum class decorated { no, yes, legacy };
enum class fence_space { local_space, global_space, global_and_local };
}
// A pointer; the code finds out itself which memory it points to.
template <class T, access::address_space Space, access::decorated = access::decorated::no> class multi_ptr {
  T *pointer = nullptr;

public:
  static constexpr access::address_space address_space = Space;
  using value_type = T;
  using pointer_type = T *;
  multi_ptr() = default;
  explicit multi_ptr(T *p) : pointer(p) {}
  T *get() const { return pointer; }
  T *get_raw() const { return pointer; }
  operator T *() const { return pointer; }
  T &operator*() const { return *pointer; }
  T *operator->() const { return pointer; }
  template <class I, detail::only_if<__is_integral(I)> = 0> T &operator[](I i) const { return pointer[i]; }
  multi_ptr &operator++() { return ++pointer, *this; }
  multi_ptr &operator--() { return --pointer, *this; }
  multi_ptr &operator+=(ptrdiff_t n) { return pointer += n, *this; }
  multi_ptr &operator-=(ptrdiff_t n) { return pointer -= n, *this; }
};
template <class T, access::decorated D = access::decorated::no>
using global_ptr = multi_ptr<T, access::address_space::global_space, D>;
template <class T, access::decorated D = access::decorated::no>
using local_ptr = multi_ptr<T, access::address_space::local_space, D>;
template <class T, access::decorated D = access::decorated::no>
using private_ptr = multi_ptr<T, access::address_space::private_space, D>;
template <class T, access::decorated D = access::decorated::no>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, D>;
template <access::address_space Space, access::decorated D = access::decorated::no, class T>
multi_ptr<T, Space, D> address_space_cast(T *p) {
  return multi_ptr<T, Space, D>(p);
}

// A parameter of a kernel: its pointer and the first of three sizes that the launcher gives, as the pass
// `free-function-kernels` puts them together.
template <class T, int D = 1> class local_accessor {
  __attribute__((opencl_local)) T *pointer;
  range<D == 0 ? 1 : D> extent;

  template <int Left> struct part { // of less than D dimensions
    const local_accessor &whole;
    size_t at;
    decltype(auto) operator[](size_t i) const {
      size_t next = at * whole.extent[D - Left] + i;
      if constexpr (Left == 1) return (whole.get()[next]);
      else return part<Left - 1>{whole, next};
    }
  };
  T *get() const { return static_cast<T *>(pointer); }

public:
  using value_type = T;
  using reference = T &;
  using iterator = T *;
  range<D == 0 ? 1 : D> get_range() const { return extent; }
  size_t size() const { return extent.size(); }
  size_t byte_size() const { return size() * sizeof(T); }
  bool empty() const { return size() == 0; }
  T *begin() const { return get(); }
  T *end() const { return get() + size(); }
  template <access::decorated A = access::decorated::no> local_ptr<T, A> get_multi_ptr() const {
    return local_ptr<T, A>(get());
  }
  local_ptr<T> get_pointer() const { return local_ptr<T>(get()); }
  template <int E = D, detail::only_if<E != 0> = 0> T &operator[](const id<D> &at) const {
    return get()[linear(at, extent)];
  }
  template <class I, int E = D, detail::only_if<E != 0 && __is_integral(I)> = 0> decltype(auto) operator[](I i) const {
    if constexpr (D == 1) return (get()[i]);
    else return part<D - 1>{*this, static_cast<size_t>(i)};
  }
  template <int E = D, detail::only_if<E == 0> = 0> operator T &() const { return *get(); }
  template <int E = D, detail::only_if<E == 0> = 0> const local_accessor &operator=(const T &x) const {
    return *get() = x, *this;
  }
};

namespace ext::oneapi::experimental {
// A parameter of a kernel; `T` can be an array, also of unknown length.
template <class T> class work_group_memory {
  using element = __remove_all_extents(T);
  __attribute__((opencl_local)) element *pointer;
  T *get() const { return reinterpret_cast<T *>(static_cast<element *>(pointer)); }

public:
  using value_type = element;
  T *operator&() const { return get(); }
  operator T &() const { return *get(); }
  template <class U = T, detail::only_if<!__is_array(U)> = 0> const work_group_memory &operator=(const U &x) const {
    return *get() = x, *this;
  }
};
}
}}
