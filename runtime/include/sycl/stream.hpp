// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams (section 4.16). Kernels write records of what they stream, and the host makes text of them when the command
// has ended: all of an item up to a flush, whatever other items stream between.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>
#include <sycl/atomic_ref.hpp>
#include <sycl/functional.hpp>
#include <sycl/handler.hpp>
#include <sycl/hierarchical.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl { inline namespace _V1 {
enum class stream_manipulator {
  flush, dec, hex, oct, noshowbase, showbase, noshowpos, showpos, endl, fixed, scientific, hexfloat, defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

namespace detail {
struct stream_precision { int value; };
struct stream_width { int value; };

// A record: this, then its value in multiples of 8 bytes.
struct stream_record {
  enum kinds : std::uint8_t { end, text, character, signed_number, unsigned_number, single, real, address, manipulator,
      precision, width };
  std::uint32_t item; // its linear global id
  kinds kind;
  std::uint8_t bytes;    // of a number
  std::uint16_t content; // a length, a character or a manipulator
};
static_assert(sizeof(stream_record) == 8);
// The memory of a stream: this, then records.
struct stream_memory {
  std::uint32_t used, capacity; // `used` may be more
  char *records() { return reinterpret_cast<char *>(this + 1); }
};

constexpr size_t size_of_value(const stream_record &record) {
  switch (record.kind) {
  case stream_record::text: return (record.content + 7u) / 8 * 8;
  case stream_record::signed_number: case stream_record::unsigned_number: case stream_record::address: return 8;
  case stream_record::single: case stream_record::real: return 8;
  default: return 0;
  }
}

// Makes text of records. It owns the memory, and lives as long as the command. A template, and instantiated by one, so
// that programs without streams need not compile it.
template <class Character> class stream_text {
  struct state {
    std::basic_string<Character> text;
    stream_manipulator base = dec, form = defaultfloat;
    bool has_base = false, has_sign = false;
    int precision = 6, width = 0;
  };
  stream_memory *memory = nullptr;
  size_t total, of_item;
  std::unordered_map<std::uint32_t, state> items;
  std::basic_string<Character> output;

  void end_unit(state &item) {
    size_t size = std::min({item.text.size(), of_item, total - output.size()});
    output.append(item.text, 0, size);
    item.text.clear();
  }
  static void pad(state &item, const char *text) {
    size_t size = std::strlen(text), width = item.width > 0 ? static_cast<size_t>(item.width) : 0;
    if (size < width) item.text.append(width - size, ' ');
    item.text += text;
    item.width = 0;
  }
  static void add_integer(state &item, std::uint64_t bits, bool is_signed, unsigned bytes) {
    char text[48];
    if (item.base == dec) {
      if (is_signed) std::snprintf(text, sizeof(text), item.has_sign ? "%+lld" : "%lld", static_cast<long long>(bits));
      else std::snprintf(text, sizeof(text), "%llu", static_cast<unsigned long long>(bits));
    } else {
      if (bytes < 8) bits &= (std::uint64_t(1) << bytes * 8) - 1;
      const char *form = item.base == hex ? (item.has_base ? "%#llx" : "%llx") : (item.has_base ? "%#llo" : "%llo");
      std::snprintf(text, sizeof(text), form, static_cast<unsigned long long>(bits));
    }
    pad(item, text);
  }
  static void add_real(state &item, double value) {
    char form[8] = "%", text[400];
    char *next = form + 1;
    if (item.has_sign) *next++ = '+';
    if (item.form != hexfloat) *next++ = '.', *next++ = '*';
    *next++ = item.form == fixed ? 'f' : item.form == scientific ? 'e' : item.form == hexfloat ? 'a' : 'g';
    *next = 0;
    _Pragma("clang diagnostic push")
    _Pragma("clang diagnostic ignored \"-Wformat-nonliteral\"")
    if (item.form == hexfloat) std::snprintf(text, sizeof(text), form, value);
    else std::snprintf(text, sizeof(text), form, item.precision, value);
    _Pragma("clang diagnostic pop")
    pad(item, text);
  }
  void manipulate(state &item, stream_manipulator how) {
    switch (how) {
    case endl: item.text += '\n'; end_unit(item); break;
    case flush: end_unit(item); break;
    case dec: case hex: case oct: item.base = how; break;
    case noshowbase: case showbase: item.has_base = how == showbase; break;
    case noshowpos: case showpos: item.has_sign = how == showpos; break;
    case fixed: case scientific: case hexfloat: case defaultfloat: item.form = how; break;
    }
  }
  void add(const stream_record &record, const char *value) {
    state &item = items[record.item];
    std::uint64_t bits = 0;
    if (record.kind == stream_record::signed_number || record.kind == stream_record::unsigned_number ||
        record.kind == stream_record::address)
      std::memcpy(&bits, value, sizeof(bits));
    switch (record.kind) {
    case stream_record::text: pad(item, std::string(value, record.content).c_str()); break;
    case stream_record::character: pad(item, std::string(1, static_cast<char>(record.content)).c_str()); break;
    case stream_record::signed_number: add_integer(item, bits, true, record.bytes); break;
    case stream_record::unsigned_number: add_integer(item, bits, false, record.bytes); break;
    case stream_record::single: {
      float number;
      std::memcpy(&number, value, sizeof(number));
      add_real(item, static_cast<double>(number));
      break;
    }
    case stream_record::real: {
      double number;
      std::memcpy(&number, value, sizeof(number));
      add_real(item, number);
      break;
    }
    case stream_record::address: {
      char text[24];
      std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(bits));
      pad(item, text);
      break;
    }
    case stream_record::manipulator: manipulate(item, static_cast<stream_manipulator>(record.content)); break;
    case stream_record::precision: item.precision = record.content; break;
    case stream_record::width: item.width = record.content; break;
    case stream_record::end: break;
    }
  }

public:
  stream_text(const sycl_rt_device *on, size_t total, size_t of_item) : total(total), of_item(of_item) {
    // A character takes up to 24 bytes: a number of one digit with a manipulator.
    size_t capacity = std::min(total, size_t(1) << 25) * 24 + 4096;
    void *room = nullptr;
    check(sycl_rt_allocate(on, SYCL_RT_SHARED_MEMORY, sizeof(stream_memory) + capacity, 64, &room));
    memory = static_cast<stream_memory *>(room);
    memory->used = 0, memory->capacity = static_cast<std::uint32_t>(capacity);
  }
  stream_text(const stream_text &) = delete;
  ~stream_text() {
    const char *records = memory->records();
    std::vector<std::uint32_t> order; // of items, as they come
    for (size_t at = 0, end = std::min(memory->used, memory->capacity); at < end;) {
      stream_record record;
      std::memcpy(&record, records + at, sizeof(record));
      if (record.kind == stream_record::end) break;
      if (items.find(record.item) == items.end()) order.push_back(record.item);
      add(record, records + at + sizeof(record));
      at += sizeof(record) + size_of_value(record);
    }
    for (std::uint32_t item : order) end_unit(items[item]);
    std::fwrite(output.data(), 1, output.size(), stdout);
    std::fflush(stdout);
    sycl_rt_free(memory);
  }
  stream_memory *get() const { return memory; }
};
}

SYCL_PASSES_INLINE_BEGIN
class stream {
  detail::stream_memory *memory;
  size_t total, of_item;

  static std::uint32_t item() {
    size_t number = 0;
    for (int d = 0; d < 3; ++d)
      number = number * SYCL_PASSES_AT(GlobalSize, 3, d) + SYCL_PASSES_AT(GlobalInvocationId, 3, d);
    return static_cast<std::uint32_t>(number);
  }
  // The place for a record and its value; null if the memory is used up.
  char *begin(detail::stream_record record) const {
    record.item = item();
    const auto size = static_cast<std::uint32_t>(sizeof(record) + detail::size_of_value(record));
    // So that the number does not wrap around.
    const auto used = detail::atomic_load(&memory->used, memory_order::relaxed, memory_scope::device);
    if (used >= memory->capacity) return nullptr;
    std::uint32_t at = detail::atomic_add(&memory->used, size, memory_order::relaxed, memory_scope::device);
    if (at >= memory->capacity) return nullptr;
    const bool has_room = memory->capacity - at >= size;
    if (!has_room) record.kind = detail::stream_record::end;
    char *place = memory->records() + at;
    __builtin_memcpy(place, &record, sizeof(record));
    return has_room ? place + sizeof(record) : nullptr;
  }
  template <class Value> void add(detail::stream_record::kinds kind, const Value &value,
      size_t bytes = sizeof(Value)) const {
    static_assert(sizeof(Value) <= 8);
    char *place = begin({0, kind, static_cast<std::uint8_t>(bytes), 0});
    if (place) __builtin_memcpy(place, &value, sizeof(Value));
  }
  void add_small(detail::stream_record::kinds kind, unsigned content) const {
    begin({0, kind, 0, static_cast<std::uint16_t>(content)});
  }
  void add_text(const char *text) const {
    const size_t most = of_item < 0xffff ? of_item : 0xffff;
    std::uint16_t length = 0;
    while (length < most && text[length]) ++length;
    if (char *place = begin({0, detail::stream_record::text, 0, length}))
      for (std::uint16_t n = 0; n < length; ++n) place[n] = text[n];
  }
  // Coordinates as `{1, 2, 3}`.
  template <class Coordinates> void add_coordinates(const Coordinates &at) const {
    for (int d = 0; d < Coordinates::dimensions; ++d) {
      add_text(d == 0 ? "{" : ", ");
      add(detail::stream_record::unsigned_number, static_cast<std::uint64_t>(at[d]));
    }
    add_text("}");
  }
  // vec, its swizzles and marray.
  template <class T, class = void> struct is_vector : std::bool_constant<detail::element<T>::is_vector> {};
  template <class T> struct is_vector<T, std::void_t<typename T::element_type, decltype(T::size())>>
      : std::true_type {};
  template <class T> static constexpr bool is_text = std::is_convertible_v<T, const char *>;
  friend struct std::hash<stream>;

public:
  template <class Group, detail::only_if<std::is_same_v<Group, handler>> = 0>
  stream(size_t total, size_t of_item, Group &in, const property_list & = {})
      : memory(nullptr), total(total), of_item(of_item) {
    auto text = std::make_shared<detail::stream_text<char>>(detail::handler_access::device(in), total, of_item);
    memory = text->get();
    detail::handler_access::keep(in, std::move(text));
  }
  size_t size() const noexcept { return total; }
  size_t get_size() const { return total; }
  size_t get_work_item_buffer_size() const { return of_item; }
  size_t get_max_statement_size() const { return of_item; }
  template <class Property> bool has_property() const noexcept { return false; }
  template <class Property> Property get_property() const {
    throw exception(errc::invalid, "the object was made without the property that is asked for");
  }
  friend bool operator==(const stream &a, const stream &b) { return a.memory == b.memory; }
  friend bool operator!=(const stream &a, const stream &b) { return !(a == b); }

  friend const stream &operator<<(const stream &to, stream_manipulator how) {
    to.add_small(detail::stream_record::manipulator, static_cast<unsigned>(how));
    return to;
  }
  friend const stream &operator<<(const stream &to, detail::stream_precision how) {
    to.add_small(detail::stream_record::precision, how.value < 0 ? 6u : static_cast<unsigned>(how.value));
    return to;
  }
  friend const stream &operator<<(const stream &to, detail::stream_width how) {
    to.add_small(detail::stream_record::width, how.value < 0 ? 0u : static_cast<unsigned>(how.value));
    return to;
  }
  friend const stream &operator<<(const stream &to, const char *text) {
    to.add_text(text);
    return to;
  }
  template <class T, detail::only_if<detail::is_number<T>> = 0>
  friend const stream &operator<<(const stream &to, const T &value) {
    using record = detail::stream_record;
    if constexpr (std::is_same_v<T, bool>) to.add_text(value ? "true" : "false");
    else if constexpr (std::is_same_v<T, char>) to.add_small(record::character, static_cast<unsigned char>(value));
    else if constexpr (detail::is_half<T>) to.add(record::single, static_cast<float>(value));
    else if constexpr (std::is_same_v<T, float>) to.add(record::single, value);
    else if constexpr (std::is_same_v<T, double>) to.add(record::real, value);
    else if constexpr (std::is_signed_v<T>) to.add(record::signed_number, static_cast<std::int64_t>(value), sizeof(T));
    else to.add(record::unsigned_number, static_cast<std::uint64_t>(value), sizeof(T));
    return to;
  }
  template <class T, detail::only_if<std::is_pointer_v<T> && !is_text<T>> = 0>
  friend const stream &operator<<(const stream &to, const T &address) {
    to.add(detail::stream_record::address, reinterpret_cast<std::uint64_t>(address));
    return to;
  }
  template <class T, access::address_space Space, access::decorated Form>
  friend const stream &operator<<(const stream &to, const multi_ptr<T, Space, Form> &address) {
    return to << address.get_raw();
  }
  template <class Vector, detail::only_if<is_vector<Vector>::value> = 0>
  friend const stream &operator<<(const stream &to, const Vector &vector) {
    for (int n = 0; n < static_cast<int>(Vector::size()); ++n) {
      if (n > 0) to.add_text(", ");
      to << vector[n];
    }
    return to;
  }
  template <int Dimensions> friend const stream &operator<<(const stream &to, const id<Dimensions> &at) {
    to.add_coordinates(at);
    return to;
  }
  template <int Dimensions> friend const stream &operator<<(const stream &to, const range<Dimensions> &size) {
    to.add_coordinates(size);
    return to;
  }
  template <int Dimensions> friend const stream &operator<<(const stream &to, const nd_range<Dimensions> &of) {
    return to << "nd_range(global_range: " << of.get_global_range() << ", local_range: " << of.get_local_range()
              << ", offset: " << of.get_offset() << ")";
  }
  template <int Dimensions, bool WithOffset>
  friend const stream &operator<<(const stream &to, const sycl::item<Dimensions, WithOffset> &of) {
    to << "item(range: " << of.get_range() << ", id: " << of.get_id();
    if constexpr (WithOffset) to << ", offset: " << of.get_offset();
    return to << ")";
  }
  template <int Dimensions> friend const stream &operator<<(const stream &to, const h_item<Dimensions> &of) {
    return to << "h_item(global_id: " << of.get_global_id() << ", local_id: " << of.get_local_id() << ")";
  }
  template <int Dimensions> friend const stream &operator<<(const stream &to, const nd_item<Dimensions> &of) {
    return to << "nd_item(global_id: " << of.get_global_id() << ", local_id: " << of.get_local_id() << ")";
  }
  template <int Dimensions> friend const stream &operator<<(const stream &to, const group<Dimensions> &of) {
    return to << "group(id: " << of.get_group_id() << ", local_range: " << of.get_local_range()
              << ", global_range: " << of.get_global_range() << ", group_range: " << of.get_group_range() << ")";
  }
};
constexpr detail::stream_precision setprecision(int value) { return {value}; }
constexpr detail::stream_width setw(int value) { return {value}; }
SYCL_PASSES_INLINE_END
}}
template <> struct std::hash<sycl::stream> {
  std::size_t operator()(const sycl::stream &one) const noexcept { return std::hash<const void *>()(one.memory); }
};
