// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers (section 4.7.2). The runtime orders commands by what they access; this is the C++ around that: constructors,
// sub-buffers, and what is written back at the end.
//
// A buffer over memory of the program works in that memory, unless it must not be changed; so there is nothing to copy
// at its end.
#pragma once
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <sycl/access.hpp>
#include <sycl/detail/runtime.hpp>
#include <sycl/index_space.hpp>
#include <sycl/property.hpp>

namespace sycl { inline namespace _V1 {
class handler;
template <class T> using buffer_allocator = std::allocator<T>;
template <class T, int Dimensions = 1, class Allocator = buffer_allocator<std::remove_const_t<T>>> class buffer;
template <class T, int Dimensions, access_mode Mode> class host_accessor;

namespace detail {
template <class Iterator, class = void> struct is_iterator : std::false_type {};
template <class Iterator>
struct is_iterator<Iterator, std::void_t<typename std::iterator_traits<Iterator>::iterator_category>> : std::true_type {};
template <class Allocator> using is_allocator = decltype(std::declval<Allocator &>().allocate(size_t()));

// Content that all copies of a buffer, and its sub-buffers, share; those of an image, too.
class buffer_storage : public has_properties {
public:
  buffer_handle handle;
  size_t size; // bytes
  std::function<void(const void *)> write_back; // gets the content at the end, unless it is where it belongs
  std::shared_ptr<void> kept; // memory of the program that the buffer works in
  bool writes_back = true;
  bool waits = false; // whether its end waits for commands (section 4.7.2.3)

  buffer_storage(size_t size, size_t alignment, void *memory, const property_list &properties) : has_properties(properties), size(size) {
    sycl_rt_buffer *made = nullptr;
    check(sycl_rt_buffer_create(size, alignment, memory, &made));
    handle = buffer_handle(made);
  }
  // In memory of the program, if there is any.
  void work_in(std::shared_ptr<void> owner, const void *memory) {
    kept = std::move(owner);
    waits = memory != nullptr;
  }
  // The program's memory is not to be changed: the content goes on in memory of its own.
  void leave_memory() {
    if (!waits || has_property<property::buffer::use_host_ptr>()) return;
    check(sycl_rt_buffer_move(handle.get()));
    waits = false;
    kept = nullptr;
  }
  void set_write_back(bool writes) {
    if (!writes) leave_memory();
    writes_back = writes;
  }
  // Elements of a type go to an iterator, or where a std::weak_ptr points to, at the end.
  template <class T, class Destination> void set_final_data(Destination to) {
    leave_memory();
    write_back = nullptr;
    if constexpr (std::is_pointer_v<Destination>) {
      if (!to) return;
    }
    if constexpr (!std::is_null_pointer_v<Destination>) {
      write_back = [to, count = size / sizeof(T)](const void *content) {
        const T *from = static_cast<const T *>(content);
        if constexpr (is_iterator<Destination>::value) {
          Destination place = to;
          for (size_t n = 0; n < count; ++n, ++place) *place = from[n];
        } else if (auto owner = to.lock()) { // std::weak_ptr
          auto *place = owner.get();
          for (size_t n = 0; n < count; ++n) place[n] = from[n];
        }
      };
    }
  }
  buffer_storage(const buffer_storage &) = delete;
  ~buffer_storage() {
    bool is_written = writes_back && write_back;
    if (waits || is_written) sycl_rt_buffer_wait(handle.get());
    if (is_written) write_back(address());
  }
  // Address on a device; null: on the host.
  void *address(const sycl_rt_device *on = nullptr) const {
    void *found = nullptr;
    check(sycl_rt_buffer_address(handle.get(), on, &found));
    return found;
  }
};

struct buffer_access;
template <class Container> using has_data = decltype(std::declval<Container &>().data(), std::declval<Container &>().size());
template <class Container, class T, class = void> struct is_container_of : std::false_type {};
template <class Container, class T>
struct is_container_of<Container, T, std::void_t<has_data<Container>>>
    : std::is_convertible<decltype(std::declval<Container &>().data()), const T *> {};
}

template <class T, int Dimensions, class Allocator> class buffer {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "buffers have 1, 2 or 3 dimensions");
  using stored = std::remove_const_t<T>;
  std::shared_ptr<detail::buffer_storage> storage;
  range<Dimensions> extent;
  size_t first = 0; // bytes from the start of the storage, of a sub-buffer
  bool is_part = false;
  Allocator allocator;
  template <class, int, class> friend class buffer;
  friend struct detail::buffer_access;
  friend struct std::hash<buffer>;

  void make(void *memory, const property_list &properties) {
    size_t size = 0;
    if (__builtin_mul_overflow(extent.size(), sizeof(T), &size))
      throw exception(errc::memory_allocation, "found a range of more bytes than memory has; expected fewer");
    storage.reset(new detail::buffer_storage(size, alignof(T), memory, properties));
  }
  // In memory of the program.
  void work_in(stored *memory, const property_list &properties, std::shared_ptr<void> owner = nullptr) {
    make(memory, properties);
    storage->work_in(std::move(owner), memory);
  }
  void copy_in(const void *memory) { if (storage->size > 0) std::memcpy(storage->address(), memory, storage->size); }

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using allocator_type = Allocator;

  buffer(const range<Dimensions> &extent, const property_list &properties = {}) : extent(extent) { make(nullptr, properties); }
  buffer(const range<Dimensions> &extent, Allocator allocator, const property_list &properties = {})
      : extent(extent), allocator(allocator) { make(nullptr, properties); }
  buffer(stored *memory, const range<Dimensions> &extent, const property_list &properties = {}) : extent(extent) {
    work_in(memory, properties);
  }
  buffer(stored *memory, const range<Dimensions> &extent, Allocator allocator, const property_list &properties = {})
      : extent(extent), allocator(allocator) { work_in(memory, properties); }
  // Memory that must not be changed is copied.
  buffer(const stored *memory, const range<Dimensions> &extent, const property_list &properties = {}) : extent(extent) {
    make(nullptr, properties);
    if (memory) copy_in(memory);
  }
  buffer(const stored *memory, const range<Dimensions> &extent, Allocator allocator, const property_list &properties = {})
      : buffer(memory, extent, properties) { this->allocator = allocator; }
  buffer(const std::shared_ptr<stored> &memory, const range<Dimensions> &extent, const property_list &properties = {})
      : extent(extent) { work_in(memory.get(), properties, memory); }
  buffer(const std::shared_ptr<stored> &memory, const range<Dimensions> &extent, Allocator allocator, const property_list &properties = {})
      : buffer(memory, extent, properties) { this->allocator = allocator; }
  buffer(const std::shared_ptr<stored[]> &memory, const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(std::shared_ptr<stored>(memory, memory.get()), extent, properties) {}
  buffer(const std::shared_ptr<stored[]> &memory, const range<Dimensions> &extent, Allocator allocator, const property_list &properties = {})
      : buffer(std::shared_ptr<stored>(memory, memory.get()), extent, allocator, properties) {}
  template <class Iterator, int Same = Dimensions, detail::only_if<Same == 1 && detail::is_iterator<Iterator>::value> = 0>
  buffer(Iterator begin, Iterator end, const property_list &properties = {})
      : extent(static_cast<size_t>(std::distance(begin, end))) {
    make(nullptr, properties);
    auto *to = static_cast<stored *>(storage->address());
    for (; begin != end; ++begin, ++to) new (to) stored(*begin);
  }
  template <class Iterator, int Same = Dimensions, detail::only_if<Same == 1 && detail::is_iterator<Iterator>::value> = 0>
  buffer(Iterator begin, Iterator end, Allocator allocator, const property_list &properties = {})
      : buffer(begin, end, properties) { this->allocator = allocator; }
  template <class Container, int Same = Dimensions, detail::only_if<Same == 1 && detail::is_container_of<Container, stored>::value> = 0>
  buffer(Container &from, const property_list &properties = {}) : extent(from.size()) {
    if constexpr (std::is_const_v<std::remove_pointer_t<decltype(from.data())>>) {
      make(nullptr, properties);
      copy_in(from.data());
    } else {
      work_in(from.data(), properties);
    }
  }
  template <class Container, int Same = Dimensions, detail::only_if<Same == 1 && detail::is_container_of<Container, stored>::value> = 0>
  buffer(Container &from, Allocator allocator, const property_list &properties = {}) : buffer(from, properties) {
    this->allocator = allocator;
  }
  // A sub-buffer.
  buffer(buffer &of, const id<Dimensions> &base, const range<Dimensions> &extent)
      : storage(of.storage), extent(extent), first(of.first), is_part(true), allocator(of.allocator) {
    if (of.is_part) throw exception(errc::invalid, "found a sub-buffer of a sub-buffer; expected one of a buffer");
    bool is_contiguous = true;
    for (int d = 0; d < Dimensions; ++d) {
      if (extent[d] > of.extent[d] || base[d] > of.extent[d] - extent[d])
        throw exception(errc::invalid, "found a sub-buffer that reaches beyond its buffer; expected one within it");
      // All dimensions behind one that is divided are whole, and all before it have one element.
      for (int after = d + 1; after < Dimensions; ++after)
        is_contiguous &= extent[d] == 1 || extent[after] == of.extent[after];
    }
    if (!is_contiguous) throw exception(errc::invalid, "found a sub-buffer whose elements are not contiguous; expected whole rows");
    first += detail::linear<Dimensions>(base, of.extent) * sizeof(T);
  }

  range<Dimensions> get_range() const { return extent; }
  std::size_t size() const noexcept { return extent.size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(T); }
  std::size_t get_count() const { return size(); }
  std::size_t get_size() const { return byte_size(); }
  Allocator get_allocator() const { return allocator; }
  bool is_sub_buffer() const { return is_part; }
  template <class Property> bool has_property() const noexcept { return storage->template has_property<Property>(); }
  template <class Property> Property get_property() const { return storage->template get_property<Property>(); }

  // Defined in accessor.hpp.
  template <access_mode Mode, target Target = target::device, class... Args> auto get_access(handler &in, Args... args);
  template <access_mode Mode, class... Args> auto get_access(Args... args);
  template <class... Args> auto get_access(handler &in, const Args &...args);
  template <class... Args> auto get_host_access(const Args &...args);

  template <class Destination = std::nullptr_t> void set_final_data(Destination to = nullptr) {
    storage->template set_final_data<stored>(to);
  }
  template <class Element> void set_final_data(const std::shared_ptr<Element> &to) { set_final_data(std::weak_ptr<Element>(to)); }
  void set_write_back(bool writes = true) { storage->set_write_back(writes); }

  template <class Other, int OtherDimensions> buffer<Other, OtherDimensions> reinterpret(const range<OtherDimensions> &as) const {
    if (as.size() * sizeof(Other) != byte_size())
      throw exception(errc::invalid, "found a range of " + std::to_string(as.size() * sizeof(Other)) + " bytes for a buffer of " +
                                     std::to_string(byte_size()) + "; expected as many");
    return buffer<Other, OtherDimensions>(*this, as);
  }
  template <class Other, int OtherDimensions = Dimensions, detail::only_if<OtherDimensions == 1 || (OtherDimensions == Dimensions && sizeof(Other) == sizeof(T))> = 0>
  buffer<Other, OtherDimensions> reinterpret() const {
    if constexpr (OtherDimensions == 1) return reinterpret<Other, 1>(range<1>(byte_size() / sizeof(Other)));
    else return reinterpret<Other, OtherDimensions>(extent);
  }
  friend bool operator==(const buffer &a, const buffer &b) {
    return a.storage == b.storage && a.first == b.first && a.extent == b.extent;
  }
  friend bool operator!=(const buffer &a, const buffer &b) { return !(a == b); }

private:
  // The same memory as other elements.
  template <class Other, int OtherDimensions, class OtherAllocator>
  buffer(const buffer<Other, OtherDimensions, OtherAllocator> &of, const range<Dimensions> &extent)
      : storage(of.storage), extent(extent), first(of.first), is_part(of.is_part) {}
};
template <class T, int Dimensions> buffer(const T *, const range<Dimensions> &, const property_list & = {}) -> buffer<T, Dimensions>;
template <class T, int Dimensions> buffer(T *, const range<Dimensions> &, const property_list & = {}) -> buffer<std::remove_const_t<T>, Dimensions>;
template <class T> buffer(const T *, std::size_t, const property_list & = {}) -> buffer<T, 1>;
template <class T, int Dimensions> buffer(const std::shared_ptr<T> &, const range<Dimensions> &, const property_list & = {}) -> buffer<std::remove_extent_t<T>, Dimensions>;
template <class Iterator, detail::only_if<detail::is_iterator<Iterator>::value> = 0>
buffer(Iterator, Iterator, const property_list & = {}) -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <class Iterator, class Allocator, class = detail::is_allocator<Allocator>, detail::only_if<detail::is_iterator<Iterator>::value> = 0>
buffer(Iterator, Iterator, Allocator, const property_list & = {})
  -> buffer<typename std::iterator_traits<Iterator>::value_type, 1, Allocator>;
template <class T, int Dimensions, class Allocator, class = detail::is_allocator<Allocator>>
buffer(T *, const range<Dimensions> &, Allocator, const property_list & = {}) -> buffer<std::remove_const_t<T>, Dimensions, Allocator>;
template <class Container, class Allocator, class = detail::has_data<Container>, class = detail::is_allocator<Allocator>>
buffer(Container &, Allocator, const property_list & = {}) -> buffer<typename Container::value_type, 1, Allocator>;
template <class Container, class = detail::has_data<Container>>
buffer(Container &, const property_list & = {}) -> buffer<typename Container::value_type, 1>;
template <class Property, class T, int Dimensions, class Allocator>
struct is_property_of<Property, buffer<T, Dimensions, Allocator>> : detail::is_storage_property<Property> {};

namespace detail {
struct buffer_access {
  template <class T, int Dimensions, class Allocator> static sycl_rt_buffer *handle(const buffer<T, Dimensions, Allocator> &of) {
    return of.storage->handle.get();
  }
  template <class T, int Dimensions, class Allocator>
  static void *address(const buffer<T, Dimensions, Allocator> &of, const sycl_rt_device *on = nullptr) {
    return static_cast<std::byte *>(of.storage->address(on)) + of.first;
  }
};
}
}}
template <class T, int Dimensions, class Allocator> struct std::hash<sycl::buffer<T, Dimensions, Allocator>> {
  std::size_t operator()(const sycl::buffer<T, Dimensions, Allocator> &one) const noexcept {
    return std::hash<const void *>()(one.storage.get()) + one.first;
  }
};
