// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images, their samplers and accessors (sections 4.7.3, 4.7.8, and 4.7.6.13 to 4.7.6.14).
//
// An image is the memory of a buffer and a description of the elements in it. Accessors take both to the kernel, which
// finds, converts and filters elements itself, by OpenCL's formulas ("Image Addressing and Filtering"). So all devices
// have images, of any size, and compute the same; none uses texture units of a GPU.
//
// The first dimension of an image runs fastest, unlike that of a buffer.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <sycl/accessor.hpp>
#include <sycl/math.hpp>
#include <sycl/vec.hpp>

namespace sycl { inline namespace _V1 {
// The names are the specification's, which has one with the letters in another order.
enum class image_format : std::uint8_t {
  r8g8b8a8_unorm, r16g16b16a16_unorm, r8g8b8a8_sint, r16g16b16a16_sint, r32b32g32a32_sint, r8g8b8a8_uint,
  r16g16b16a16_uint, r32b32g32a32_uint, r16b16g16a16_sfloat, r32g32b32a32_sfloat, b8g8r8a8_unorm
};
enum class addressing_mode : std::uint8_t { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : std::uint8_t { nearest, linear };
enum class coordinate_normalization_mode : std::uint8_t { normalized, unnormalized };
enum class image_target : std::uint8_t { device, host_task };
struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};
using image_allocator = std::allocator<std::byte>;
template <int Dimensions = 1, class Allocator = image_allocator> class sampled_image;
template <int Dimensions = 1, class Allocator = image_allocator> class unsampled_image;
template <class T, int Dimensions, image_target Target = image_target::device> class sampled_image_accessor;
template <class T, int Dimensions, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <class T, int Dimensions> class host_sampled_image_accessor;
template <class T, int Dimensions = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_unsampled_image_accessor;

namespace detail {
// Whether an accessor of vectors of a type may see elements of a format: its channels become numbers of that type.
template <class T> constexpr bool can_hold(image_format format) {
  switch (format) {
  case image_format::r8g8b8a8_sint:
  case image_format::r16g16b16a16_sint:
  case image_format::r32b32g32a32_sint: return std::is_same_v<T, std::int32_t>;
  case image_format::r8g8b8a8_uint:
  case image_format::r16g16b16a16_uint:
  case image_format::r32b32g32a32_uint: return std::is_same_v<T, std::uint32_t>;
  case image_format::r32g32b32a32_sfloat: return std::is_same_v<T, float>;
  default: return std::is_same_v<T, float> || std::is_same_v<T, half>;
  }
}
// Bytes of an element. Elements are aligned to as many.
constexpr size_t element_size(image_format format) {
  switch (format) {
  case image_format::r32b32g32a32_sint:
  case image_format::r32b32g32a32_uint:
  case image_format::r32g32b32a32_sfloat: return 16;
  case image_format::r16g16b16a16_unorm:
  case image_format::r16g16b16a16_sint:
  case image_format::r16g16b16a16_uint:
  case image_format::r16b16g16a16_sfloat: return 8;
  default: return 4;
  }
}
inline std::string format_name(image_format format) {
  static constexpr const char *names[] = {
    "r8g8b8a8_unorm", "r16g16b16a16_unorm", "r8g8b8a8_sint", "r16g16b16a16_sint", "r32b32g32a32_sint", "r8g8b8a8_uint",
    "r16g16b16a16_uint", "r32b32g32a32_uint", "r16b16g16a16_sfloat", "r32g32b32a32_sfloat", "b8g8r8a8_unorm"};
  return names[static_cast<int>(format)];
}

SYCL_PASSES_INLINE_BEGIN
// Addresses of the elements of an image, and how they are stored.
struct elements_of_image {
  std::byte *data = nullptr;
  size_t pitch[2] = {}; // bytes from a row to the next, and from a slice
  std::int32_t extent[3] = {1, 1, 1};
  image_format format = {};

  // Calls a function with a number of the type of the channels, as they are stored, and whether they stand for numbers
  // from 0 to 1. T: what they become, which the format fits.
  template <class T, class Then> void with_channels(const Then &then) const {
    if constexpr (std::is_same_v<T, std::int32_t>) {
      switch (format) {
      case image_format::r8g8b8a8_sint: return then(std::int8_t(), std::false_type());
      case image_format::r16g16b16a16_sint: return then(std::int16_t(), std::false_type());
      default: return then(std::int32_t(), std::false_type());
      }
    } else if constexpr (std::is_same_v<T, std::uint32_t>) {
      switch (format) {
      case image_format::r8g8b8a8_uint: return then(std::uint8_t(), std::false_type());
      case image_format::r16g16b16a16_uint: return then(std::uint16_t(), std::false_type());
      default: return then(std::uint32_t(), std::false_type());
      }
    } else {
      switch (format) {
      case image_format::r16g16b16a16_unorm: return then(std::uint16_t(), std::true_type());
      case image_format::r16b16g16a16_sfloat: return then(half(), std::false_type());
      case image_format::r32g32b32a32_sfloat:
        if constexpr (std::is_same_v<T, float>) return then(float(), std::false_type());
        else return;
      default: return then(std::uint8_t(), std::true_type());
      }
    }
  }
  // The number of a type that is nearest to another, which is of a larger type.
  template <class T, class From> static T nearest(From number) {
    constexpr From least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    return static_cast<T>(number < least ? least : number > most ? most : number);
  }
  // Null outside of the image.
  template <int Dimensions, class Index> std::byte *find(const Index (&at)[3]) const {
    for (int d = 0; d < Dimensions; ++d)
      if (at[d] < 0 || at[d] >= extent[d]) return nullptr;
    std::byte *place = data + static_cast<size_t>(at[0]) * element_size(format);
    for (int d = 1; d < Dimensions; ++d) place += static_cast<size_t>(at[d]) * pitch[d - 1];
    return place;
  }
  template <class T> vec<T, 4> load(const std::byte *from) const {
    vec<T, 4> color(T(0)); // the border's
    if (!from) return color;
    with_channels<T>([&](auto channel, auto is_share) {
      using Channel = decltype(channel);
      const auto &stored = *static_cast<const vec<Channel, 4> *>(static_cast<const void *>(from));
      for (int i = 0; i < 4; ++i)
        if constexpr (is_share.value)
          color[i] = static_cast<T>(static_cast<float>(stored[i]) * (1.0f / std::numeric_limits<Channel>::max()));
        else color[i] = static_cast<T>(stored[i]);
    });
    return format == image_format::b8g8r8a8_unorm ? vec<T, 4>(color[2], color[1], color[0], color[3]) : color;
  }
  // Numbers that the channels cannot hold become the nearest that they can.
  template <class T> void store(std::byte *to, const vec<T, 4> &color) const {
    if (!to) return;
    const bool is_swapped = format == image_format::b8g8r8a8_unorm;
    with_channels<T>([&](auto channel, auto is_share) {
      using Channel = decltype(channel);
      auto &stored = *static_cast<vec<Channel, 4> *>(static_cast<void *>(to));
      for (int i = 0; i < 4; ++i) {
        const T given = color[is_swapped && i < 3 ? 2 - i : i];
        if constexpr (is_share.value) {
          const float share = static_cast<float>(given);
          stored[i] = rounded<Channel, rounding_mode::rte>((share > 0 ? share < 1 ? share : 1.0f : 0.0f) *
                                                           std::numeric_limits<Channel>::max());
        } else if constexpr (std::is_integral_v<Channel>) {
          stored[i] = nearest<Channel>(given);
        } else {
          stored[i] = static_cast<Channel>(given);
        }
      }
    });
  }

  // The element, or the two elements between which a coordinate is: `at` and the share of the second. Coordinates that
  // are no numbers, or far outside, are outside.
  static float place(const image_sampler &by, float coordinate, std::int32_t size, std::int64_t (&at)[2]) {
    const bool is_linear = by.filtering == filtering_mode::linear;
    const bool is_repeated = by.addressing == addressing_mode::repeat;
    const bool is_mirrored = by.addressing == addressing_mode::mirrored_repeat;
    const bool is_clamped = is_mirrored || by.addressing == addressing_mode::clamp_to_edge;
    const float extent = static_cast<float>(size);
    float exact = coordinate;
    if (is_repeated || is_mirrored) {
      float whole = by.coordinate == coordinate_normalization_mode::normalized ? coordinate : coordinate / extent;
      exact = (is_mirrored ? sycl::fabs(whole - 2 * sycl::rint(0.5f * whole)) : whole - sycl::floor(whole)) * extent;
    } else if (by.coordinate == coordinate_normalization_mode::normalized) {
      exact *= extent;
    }
    if (is_linear) exact -= 0.5f;
    const float low = sycl::floor(exact);
    at[0] = static_cast<std::int64_t>(low >= -2 ? low <= extent ? low : extent : -2.0f);
    at[1] = at[0] + 1;
    for (std::int64_t &one : at) {
      if (is_repeated) one += one < 0 ? size : one >= size ? -size : 0;
      else if (is_clamped) one = one < 0 ? 0 : one >= size ? size - 1 : one;
    }
    return exact - low;
  }
  template <class T, int Dimensions, class Coordinates>
  vec<T, 4> sample(const image_sampler &by, const Coordinates &coordinates) const {
    std::int64_t between[3][2] = {}, at[3] = {};
    float share[3] = {};
    for (int d = 0; d < Dimensions; ++d) share[d] = place(by, coordinates[d], extent[d], between[d]);
    if (by.filtering == filtering_mode::nearest) {
      for (int d = 0; d < Dimensions; ++d) at[d] = between[d][0];
      return load<T>(find<Dimensions>(at));
    }
    vec<float, 4> sum(0.0f);
    for (int corner = 0; corner < 1 << Dimensions; ++corner) {
      float weight = 1;
      for (int d = 0; d < Dimensions; ++d) {
        const int side = corner >> d & 1;
        at[d] = between[d][side];
        weight *= side ? share[d] : 1 - share[d];
      }
      const auto color = load<std::conditional_t<std::is_same_v<T, half>, float, T>>(find<Dimensions>(at));
      for (int i = 0; i < 4; ++i) sum[i] += weight * static_cast<float>(color[i]);
    }
    vec<T, 4> color;
    for (int i = 0; i < 4; ++i)
      if constexpr (std::is_integral_v<T>) color[i] = nearest<T>(rounded<std::int64_t, rounding_mode::rte>(sum[i]));
      else color[i] = static_cast<T>(sum[i]);
    return color;
  }
};

// Coordinates in an image. In three dimensions the last of four is not used.
template <class Number, int Dimensions>
using image_coordinates = std::conditional_t<Dimensions == 1, Number, vec<Number, Dimensions == 3 ? 4 : 2>>;
template <class T> inline constexpr bool is_color =
  std::is_same_v<T, vec<std::int32_t, 4>> || std::is_same_v<T, vec<std::uint32_t, 4>> ||
  std::is_same_v<T, vec<float, 4>> || std::is_same_v<T, vec<half, 4>>;

struct image_access;
// Members that all accessors of images have in common.
template <class T, int Dimensions, access_mode Mode> class image_view {
  static_assert(is_color<std::remove_const_t<T>>, "accessors of images are of int4, uint4, float4 or half4");

protected:
  using color = std::remove_const_t<T>;
  elements_of_image elements;
  friend image_access;

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const color, T>;
  using reference = value_type &;
  using const_reference = const T &;
  std::size_t size() const noexcept {
    size_t count = 1;
    for (std::int32_t extent : elements.extent) count *= static_cast<size_t>(extent);
    return count;
  }
  // Images do not share memory.
  friend bool operator==(const image_view &a, const image_view &b) { return a.elements.data == b.elements.data; }
  friend bool operator!=(const image_view &a, const image_view &b) { return !(a == b); }
};
template <class T, int Dimensions, access_mode Mode> class unsampled_view : public image_view<T, Dimensions, Mode> {
  using typename image_view<T, Dimensions, Mode>::color;
  using coordinates = image_coordinates<int, Dimensions>;

  std::byte *find(const coordinates &given) const {
    std::int32_t at[3] = {};
    if constexpr (Dimensions == 1) at[0] = given;
    else
      for (int d = 0; d < Dimensions; ++d) at[d] = given[d];
    return this->elements.template find<Dimensions>(at);
  }

public:
  template <class Given, access_mode Same = Mode,
            only_if<Same != access_mode::write && std::is_convertible_v<const Given &, coordinates>> = 0>
  color read(const Given &at) const noexcept {
    return this->elements.template load<typename color::value_type>(find(at));
  }
  template <class Given, access_mode Same = Mode,
            only_if<Same != access_mode::read && std::is_convertible_v<const Given &, coordinates>> = 0>
  void write(const Given &at, const color &written) const {
    this->elements.store(find(at), written);
  }
};
template <class T, int Dimensions> class sampled_view : public image_view<T, Dimensions, access_mode::read> {
  using typename image_view<T, Dimensions, access_mode::read>::color;
  using coordinates = image_coordinates<float, Dimensions>;

protected:
  image_sampler sampler = {};

public:
  template <class Given, only_if<std::is_convertible_v<const Given &, coordinates>> = 0>
  color read(const Given &given) const noexcept {
    const coordinates at = given;
    using number = typename color::value_type;
    if constexpr (Dimensions == 1) return this->elements.template sample<number, 1>(sampler, &at);
    else return this->elements.template sample<number, Dimensions>(sampler, at);
  }
};
SYCL_PASSES_INLINE_END

// Memory of an image: memory of the program, or none.
struct image_memory {
  void *start = nullptr;
  std::shared_ptr<void> owner = nullptr;
  bool is_constant = false;

  image_memory() = default;
  image_memory(void *start, bool is_constant = false) : start(start), is_constant(is_constant) {}
  image_memory(const void *start) : image_memory(const_cast<void *>(start), true) {}
  image_memory(const std::shared_ptr<void> &owner) : start(owner.get()), owner(owner) {}
  image_memory(const std::shared_ptr<const void> &owner) : image_memory(std::const_pointer_cast<void>(owner)) {
    is_constant = true;
  }
};

template <int Dimensions, class Allocator> class image {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "images have 1, 2 or 3 dimensions");
  friend image_access;
  elements_of_image elements; // without the address, which is the storage's
  Allocator allocator;

  void set_extents(const range<Dimensions> &extent, const range<Dimensions - 1> *pitch) {
    for (int d = 0; d < Dimensions; ++d) {
      if (extent[d] < 1 || extent[d] > INT32_MAX)
        refuse(errc::invalid, "found an image with " + std::to_string(extent[d]) + " elements in dimension " +
                                std::to_string(d) + "; expected 1 to " + std::to_string(INT32_MAX));
      elements.extent[d] = static_cast<std::int32_t>(extent[d]);
    }
    const size_t element = element_size(elements.format);
    size_t bytes = element;
    for (int d = 0; d < Dimensions; ++d) {
      if (__builtin_mul_overflow(bytes, extent[d], &bytes))
        refuse(errc::memory_allocation, "found an image of more bytes than memory has; expected fewer");
      if constexpr (Dimensions > 1) {
        if (d == Dimensions - 1) break;
        if (pitch) {
          const size_t given = (*pitch)[d];
          if (given < bytes || given % element != 0)
            refuse(errc::invalid, "found a pitch of " + std::to_string(given) + " bytes for a " +
                                    (d == 0 ? "row" : "slice") + " of " + std::to_string(bytes) +
                                    "; expected as many or more, and a multiple of the " + std::to_string(element) +
                                    " bytes of an element");
          bytes = given;
        }
        elements.pitch[d] = bytes;
      }
    }
    byte_count = bytes;
  }

protected:
  std::shared_ptr<buffer_storage> storage;
  size_t byte_count = 0;

  image(const image_memory &memory, image_format format, const range<Dimensions> &extent,
        const range<Dimensions - 1> *pitch, const Allocator &allocator, const property_list &properties)
      : allocator(allocator) {
    elements.format = format;
    set_extents(extent, pitch);
    // Elements are read and written as a whole, so they are aligned. Memory that is not is copied.
    const size_t alignment = element_size(format);
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(memory.start) % alignment == 0;
    if (!is_aligned && properties.has_property<property::image::use_host_ptr>())
      refuse(errc::invalid, "found memory for an image of `" + format_name(format) + "` that is not aligned to " +
                              std::to_string(alignment) + " bytes; expected an alignment of as many with use_host_ptr");
    storage = std::make_shared<buffer_storage>(byte_count, alignment, is_aligned ? memory.start : nullptr, properties);
    if (is_aligned) {
      storage->work_in(memory.owner, memory.start);
    } else {
      std::memcpy(storage->address(), memory.start, byte_count);
      if (!memory.is_constant)
        storage->write_back = [memory, size = byte_count](const void *from) { std::memcpy(memory.start, from, size); };
    }
  }

public:
  range<Dimensions> get_range() const {
    range<Dimensions> extent;
    for (int d = 0; d < Dimensions; ++d) extent[d] = static_cast<size_t>(elements.extent[d]);
    return extent;
  }
  template <int Same = Dimensions, only_if<(Same > 1)> = 0> range<Same - 1> get_pitch() const {
    range<Same - 1> pitch;
    for (int d = 0; d < Same - 1; ++d) pitch[d] = elements.pitch[d];
    return pitch;
  }
  std::size_t size() const noexcept { return get_range().size(); }
  std::size_t byte_size() const noexcept { return byte_count; }
  Allocator get_allocator() const { return allocator; }
  template <class Property> bool has_property() const noexcept { return storage->template has_property<Property>(); }
  template <class Property> Property get_property() const { return storage->template get_property<Property>(); }
  friend bool operator==(const image &a, const image &b) { return a.storage == b.storage; }
  friend bool operator!=(const image &a, const image &b) { return !(a == b); }
};

struct image_access {
  template <int Dimensions, class Allocator> static const void *identity(const image<Dimensions, Allocator> &of) {
    return of.storage.get();
  }
  template <class T, int Dimensions, access_mode Mode>
  static const void *identity(const image_view<T, Dimensions, Mode> &of) {
    return of.elements.data;
  }
  // Facts that an accessor of vectors of a type needs; null: for the host.
  template <class T, int Dimensions, class Allocator>
  static elements_of_image elements(const image<Dimensions, Allocator> &of, const sycl_rt_device *on) {
    using number = typename T::value_type;
    if (!can_hold<number>(of.elements.format)) {
      constexpr const char *own = std::is_same_v<number, std::int32_t>    ? "int4"
                                  : std::is_same_v<number, std::uint32_t> ? "uint4"
                                  : std::is_same_v<number, float>         ? "float4"
                                                                          : "half4";
      const char *fitting = can_hold<std::int32_t>(of.elements.format)    ? "`int4`"
                            : can_hold<std::uint32_t>(of.elements.format) ? "`uint4`"
                            : can_hold<half>(of.elements.format)          ? "`float4` or `half4`"
                                                                          : "`float4`";
      refuse(errc::invalid, std::string("found an accessor of `") + own + "` for an image of `" +
                              format_name(of.elements.format) + "`; expected one of " + fitting);
    }
    elements_of_image found = of.elements;
    found.data = static_cast<std::byte *>(of.storage->address(on));
    return found;
  }
  template <int Dimensions, class Allocator>
  static image_sampler sampler(const sampled_image<Dimensions, Allocator> &of) {
    return of.sampler;
  }
  template <int Dimensions, class Allocator> static sycl_rt_buffer *handle(const image<Dimensions, Allocator> &of) {
    return of.storage->handle.get();
  }
  static std::uint32_t mode(access_mode mode, const property_list &properties) {
    return runtime_mode(mode, properties.has_property<property::no_init>());
  }
};

template <class Object> struct hash_by_identity {
  std::size_t operator()(const Object &one) const noexcept {
    return std::hash<const void *>()(image_access::identity(one));
  }
};

#define SYCL_PASSES_LIST(...) __VA_ARGS__
// Constructors of an image: what is before its range in each, what that makes, and what they do then.
#define SYCL_PASSES_IMAGE(name, given, made, ...) \
  name(SYCL_PASSES_LIST given, const range<Dimensions> &extent, const property_list &properties = {}) \
      : base(SYCL_PASSES_LIST made, extent, nullptr, Allocator(), properties) __VA_ARGS__ \
  name(SYCL_PASSES_LIST given, const range<Dimensions> &extent, Allocator allocator, \
       const property_list &properties = {}) \
      : base(SYCL_PASSES_LIST made, extent, nullptr, allocator, properties) __VA_ARGS__ \
  template <int Same = Dimensions, detail::only_if<(Same > 1)> = 0> \
  name(SYCL_PASSES_LIST given, const range<Dimensions> &extent, const range<Same - 1> &pitch, \
       const property_list &properties = {}) \
      : base(SYCL_PASSES_LIST made, extent, &pitch, Allocator(), properties) __VA_ARGS__ \
  template <int Same = Dimensions, detail::only_if<(Same > 1)> = 0> \
  name(SYCL_PASSES_LIST given, const range<Dimensions> &extent, const range<Same - 1> &pitch, Allocator allocator, \
       const property_list &properties = {}) \
      : base(SYCL_PASSES_LIST made, extent, &pitch, allocator, properties) __VA_ARGS__
}

template <int Dimensions, class Allocator> class unsampled_image : public detail::image<Dimensions, Allocator> {
  using base = detail::image<Dimensions, Allocator>;

public:
  SYCL_PASSES_IMAGE(unsampled_image, (image_format format), (detail::image_memory(), format), {})
  SYCL_PASSES_IMAGE(unsampled_image, (void *memory, image_format format), (memory, format), {})
  SYCL_PASSES_IMAGE(unsampled_image, (const std::shared_ptr<void> &memory, image_format format), (memory, format), {})

  template <class T, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
            image_target Target = image_target::device>
  unsampled_image_accessor<T, Dimensions, Mode, Target> get_access(handler &in, const property_list &properties = {}) {
    return {*this, in, properties};
  }
  template <class T, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
  host_unsampled_image_accessor<T, Dimensions, Mode> get_host_access(const property_list &properties = {}) {
    return {*this, properties};
  }
  // To an iterator go elements of its type, to a pointer bytes.
  template <class Destination = std::nullptr_t> void set_final_data(Destination to = nullptr) {
    auto bytes = [](auto *start) { return static_cast<std::byte *>(static_cast<void *>(start)); };
    if constexpr (std::is_null_pointer_v<Destination>) {
      this->storage->template set_final_data<std::byte>(nullptr);
    } else if constexpr (std::is_pointer_v<Destination>) {
      this->storage->template set_final_data<std::byte>(bytes(to));
    } else if constexpr (detail::is_iterator<Destination>::value) {
      using value = typename std::iterator_traits<Destination>::value_type;
      this->storage->template set_final_data<std::conditional_t<std::is_void_v<value>, std::byte, value>>(to);
    } else {
      auto owner = to.lock();
      std::weak_ptr<std::byte> place = std::shared_ptr<std::byte>(owner, bytes(owner.get()));
      this->storage->template set_final_data<std::byte>(place);
    }
  }
  void set_write_back(bool writes = true) { this->storage->set_write_back(writes); }
};

template <int Dimensions, class Allocator> class sampled_image : public detail::image<Dimensions, Allocator> {
  using base = detail::image<Dimensions, Allocator>;
  friend detail::image_access;
  image_sampler sampler;

public:
  SYCL_PASSES_IMAGE(sampled_image, (const void *memory, image_format format, image_sampler sampler),
                    (memory, format), , sampler(sampler) {})
  SYCL_PASSES_IMAGE(sampled_image,
                    (const std::shared_ptr<const void> &memory, image_format format, image_sampler sampler),
                    (memory, format), , sampler(sampler) {})

  template <class T, image_target Target = image_target::device>
  sampled_image_accessor<T, Dimensions, Target> get_access(handler &in, const property_list &properties = {}) {
    return {*this, in, properties};
  }
  template <class T> host_sampled_image_accessor<T, Dimensions> get_host_access(const property_list &properties = {}) {
    return {*this, properties};
  }
};
#undef SYCL_PASSES_IMAGE
#undef SYCL_PASSES_LIST

// Accessors for commands. They convert from those of the same type with or without `const`.
template <class T, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor : public detail::unsampled_view<std::remove_const_t<T>, Dimensions, Mode> {
  static_assert(Mode == access_mode::read || Mode == access_mode::write || Mode == access_mode::read_write,
                "accessors of images read or write");
  using base = detail::unsampled_view<std::remove_const_t<T>, Dimensions, Mode>;

public:
  template <class Allocator>
  unsampled_image_accessor(unsampled_image<Dimensions, Allocator> &of, handler &in,
                           const property_list &properties = {}) {
    const sycl_rt_device *on = Target == image_target::device ? detail::handler_access::device(in) : nullptr;
    this->elements = detail::image_access::elements<std::remove_const_t<T>>(of, on);
    const std::uint32_t mode = detail::image_access::mode(Mode, properties);
    detail::handler_access::add_access(in, detail::image_access::handle(of), mode, false);
  }
  template <class Other, detail::only_if<Mode == access_mode::read && !std::is_same_v<Other, T> &&
                                         std::is_same_v<std::remove_const_t<Other>, std::remove_const_t<T>>> = 0>
  unsampled_image_accessor(const unsampled_image_accessor<Other, Dimensions, Mode, Target> &other) : base(other) {}
};
template <class T, int Dimensions, image_target Target>
class sampled_image_accessor : public detail::sampled_view<std::remove_const_t<T>, Dimensions> {
  using base = detail::sampled_view<std::remove_const_t<T>, Dimensions>;

public:
  template <class Allocator>
  sampled_image_accessor(sampled_image<Dimensions, Allocator> &of, handler &in, const property_list & = {}) {
    const sycl_rt_device *on = Target == image_target::device ? detail::handler_access::device(in) : nullptr;
    this->elements = detail::image_access::elements<std::remove_const_t<T>>(of, on);
    this->sampler = detail::image_access::sampler(of);
    detail::handler_access::add_access(in, detail::image_access::handle(of), SYCL_RT_READ, false);
  }
  template <class Other, detail::only_if<!std::is_same_v<Other, T> &&
                                         std::is_same_v<std::remove_const_t<Other>, std::remove_const_t<T>>> = 0>
  sampled_image_accessor(const sampled_image_accessor<Other, Dimensions, Target> &other) : base(other) {}
};

// The host reads and writes an image while it has such an accessor; commands that need the image wait for its end.
template <class T, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor : public detail::unsampled_view<std::remove_const_t<T>, Dimensions, Mode> {
  static_assert(Mode == access_mode::read || Mode == access_mode::write || Mode == access_mode::read_write,
                "accessors of images read or write");
  using base = detail::unsampled_view<std::remove_const_t<T>, Dimensions, Mode>;
  std::shared_ptr<void> held; // the access; copies are the same one
  template <class, int, access_mode> friend class host_unsampled_image_accessor;

public:
  template <class Allocator>
  host_unsampled_image_accessor(unsampled_image<Dimensions, Allocator> &of, const property_list &properties = {}) {
    this->elements = detail::image_access::elements<std::remove_const_t<T>>(of, nullptr);
    const std::uint32_t mode = detail::image_access::mode(Mode, properties);
    held = detail::begin_host_access(detail::image_access::handle(of), mode);
  }
  template <class Other, detail::only_if<Mode == access_mode::read && !std::is_same_v<Other, T> &&
                                         std::is_same_v<std::remove_const_t<Other>, std::remove_const_t<T>>> = 0>
  host_unsampled_image_accessor(const host_unsampled_image_accessor<Other, Dimensions, Mode> &other)
      : base(other), held(other.held) {}
};
template <class T, int Dimensions>
class host_sampled_image_accessor : public detail::sampled_view<std::remove_const_t<T>, Dimensions> {
  using base = detail::sampled_view<std::remove_const_t<T>, Dimensions>;
  std::shared_ptr<void> held;
  template <class, int> friend class host_sampled_image_accessor;

public:
  template <class Allocator>
  host_sampled_image_accessor(sampled_image<Dimensions, Allocator> &of, const property_list & = {}) {
    this->elements = detail::image_access::elements<std::remove_const_t<T>>(of, nullptr);
    this->sampler = detail::image_access::sampler(of);
    held = detail::begin_host_access(detail::image_access::handle(of), SYCL_RT_READ);
  }
  template <class Other, detail::only_if<!std::is_same_v<Other, T> &&
                                         std::is_same_v<std::remove_const_t<Other>, std::remove_const_t<T>>> = 0>
  host_sampled_image_accessor(const host_sampled_image_accessor<Other, Dimensions> &other)
      : base(other), held(other.held) {}
};

template <class Property, int Dimensions, class Allocator>
struct is_property_of<Property, unsampled_image<Dimensions, Allocator>> : detail::is_storage_property<Property> {};
template <class Property, int Dimensions, class Allocator>
struct is_property_of<Property, sampled_image<Dimensions, Allocator>> : detail::is_storage_property<Property> {};
template <class T, int Dimensions, access_mode Mode, image_target Target>
struct is_property_of<property::no_init, unsampled_image_accessor<T, Dimensions, Mode, Target>> : std::true_type {};
template <class T, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_unsampled_image_accessor<T, Dimensions, Mode>> : std::true_type {};
}}
template <int Dimensions, class Allocator>
struct std::hash<sycl::unsampled_image<Dimensions, Allocator>>
    : sycl::detail::hash_by_identity<sycl::unsampled_image<Dimensions, Allocator>> {};
template <int Dimensions, class Allocator>
struct std::hash<sycl::sampled_image<Dimensions, Allocator>>
    : sycl::detail::hash_by_identity<sycl::sampled_image<Dimensions, Allocator>> {};
template <class T, int Dimensions, sycl::access_mode Mode, sycl::image_target Target>
struct std::hash<sycl::unsampled_image_accessor<T, Dimensions, Mode, Target>>
    : sycl::detail::hash_by_identity<sycl::unsampled_image_accessor<T, Dimensions, Mode, Target>> {};
template <class T, int Dimensions, sycl::image_target Target>
struct std::hash<sycl::sampled_image_accessor<T, Dimensions, Target>>
    : sycl::detail::hash_by_identity<sycl::sampled_image_accessor<T, Dimensions, Target>> {};
template <class T, int Dimensions, sycl::access_mode Mode>
struct std::hash<sycl::host_unsampled_image_accessor<T, Dimensions, Mode>>
    : sycl::detail::hash_by_identity<sycl::host_unsampled_image_accessor<T, Dimensions, Mode>> {};
template <class T, int Dimensions>
struct std::hash<sycl::host_sampled_image_accessor<T, Dimensions>>
    : sycl::detail::hash_by_identity<sycl::host_sampled_image_accessor<T, Dimensions>> {};
