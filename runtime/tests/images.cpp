// Images (sections 4.7.3, 4.7.6.13 and 4.7.6.14): how each format is stored, dimensions and pitches, samplers, what
// commands and the host see, and what is written back.
#include <cmath>
#include <limits>
#include <memory>
#include <vector>
#include <sycl/sycl.hpp>
#include "check.hpp"

using namespace sycl;
using format = image_format;

template <class Color> static bool same(const Color &a, const Color &b) {
  for (int i = 0; i < 4; ++i)
    if (!(a[i] == b[i])) return false;
  return true;
}

// A color is stored as four channels, and read as another color, by kernels and by the host.
template <class Channel, class Color>
static void is_stored(queue q, format as, Color given, vec<Channel, 4> stored, Color read) {
  vec<Channel, 4> memory[2] = {};
  Color on_device[2] = {}, on_host{};
  {
    unsampled_image<1> image(memory, as, range<1>(2));
    buffer<Color> out(on_device, range<1>(2));
    q.submit([&](handler &h) {
      unsampled_image_accessor<Color, 1, access_mode::write> to(image, h);
      h.single_task([=] { to.write(1, given); });
    });
    q.submit([&](handler &h) {
      unsampled_image_accessor<const Color, 1, access_mode::read> from(image, h);
      accessor to(out, h, write_only);
      h.parallel_for(range<1>(2), [=](item<1> i) { to[i] = from.read(i); });
    });
    on_host = image.get_host_access<Color, access_mode::read>().read(1);
    image.get_host_access<Color>().write(0, given);
    CHECK(image.byte_size() == sizeof(memory) && image.size() == 2);
  }
  CHECK(same(memory[0], stored) && same(memory[1], stored));
  CHECK(same(on_host, read) && same(on_device[1], read) && same(on_device[0], Color(0)));
  // A sampler reads the same elements.
  constexpr image_sampler by = {addressing_mode::none, coordinate_normalization_mode::unnormalized,
                                filtering_mode::nearest};
  sampled_image<1> sampled(memory, as, by, range<1>(2));
  CHECK(same(sampled.get_host_access<Color>().read(1.5f), read));
}

static void formats(queue q) {
  const int4 numbers(1, -2, 300, -70000);
  is_stored<std::int8_t>(q, format::r8g8b8a8_sint, numbers, {1, -2, 127, -128}, int4(1, -2, 127, -128));
  is_stored<std::int16_t>(q, format::r16g16b16a16_sint, numbers, {1, -2, 300, -32768}, int4(1, -2, 300, -32768));
  is_stored<std::int32_t>(q, format::r32b32g32a32_sint, numbers, numbers, numbers);
  const uint4 counts(1, 255, 300, 70000);
  is_stored<std::uint8_t>(q, format::r8g8b8a8_uint, counts, {1, 255, 255, 255}, uint4(1, 255, 255, 255));
  is_stored<std::uint16_t>(q, format::r16g16b16a16_uint, counts, {1, 255, 300, 65535}, uint4(1, 255, 300, 65535));
  is_stored<std::uint32_t>(q, format::r32b32g32a32_uint, counts, counts, counts);
  // Shares: outside of 0 to 1 they are cut off, between numbers they are rounded to the even one.
  const float third = 85 * (1.0f / 255), nan = std::numeric_limits<float>::quiet_NaN();
  is_stored<std::uint8_t>(q, format::r8g8b8a8_unorm, float4(0.5f, -3, 7, third), {128, 0, 255, 85},
                          float4(128 * (1.0f / 255), 0, 1, third));
  is_stored<std::uint8_t>(q, format::b8g8r8a8_unorm, float4(0, 1, third, nan), {85, 255, 0, 0}, float4(0, 1, third, 0));
  is_stored<std::uint16_t>(q, format::r16g16b16a16_unorm, float4(0.5f, 1, 0, -nan), {32768, 65535, 0, 0},
                           float4(32768 * (1.0f / 65535), 1, 0, 0));
  const float4 any(1.5f, -0.25f, 65504, 1e-3f);
  is_stored<float>(q, format::r32g32b32a32_sfloat, any, any, any);
  is_stored<half>(q, format::r16b16g16a16_sfloat, any, {1.5f, -0.25f, 65504, 1e-3f}, float4(1.5f, -0.25f, 65504,
      half(1e-3f)));
  if (!q.get_device().has(aspect::fp16)) return;
  const half4 halves(half(0.5f), half(-1), half(1), half(0));
  is_stored<std::uint8_t>(q, format::r8g8b8a8_unorm, halves, {128, 0, 255, 0}, half4(half(128 * (1.0f / 255)), half(0),
      half(1), half(0)));
  is_stored<std::uint8_t>(q, format::b8g8r8a8_unorm, halves, {255, 0, 128, 0}, half4(half(128 * (1.0f / 255)), half(0),
      half(1), half(0)));
  is_stored<std::uint16_t>(q, format::r16g16b16a16_unorm, halves, {32768, 0, 65535, 0}, half4(half(0.5f), half(0),
      half(1), half(0)));
  is_stored<half>(q, format::r16b16g16a16_sfloat, halves, halves, halves);
}

// The first dimension runs fastest; padding stays as it is; what is outside reads as 0 and is not written.
static void dimensions(queue q) {
  const int4 none(-1);
  std::vector<int4> flat(5 * 3, none), deep(6 * 4 * 2, none);
  {
    unsampled_image two(flat.data(), format::r32b32g32a32_sint, range<2>(4, 3), range<1>(5 * sizeof(int4)));
    unsampled_image three(deep.data(), format::r32b32g32a32_sint, range<3>(5, 3, 2), range<2>(6 * sizeof(int4),
        24 * sizeof(int4)));
    CHECK(two.get_range() == range<2>(4, 3) && two.get_pitch() == range<1>(80) && two.size() == 12 &&
        two.byte_size() == 240);
    CHECK(three.get_pitch() == range<2>(96, 384) && three.size() == 30 && three.byte_size() == 768);
    q.submit([&](handler &h) {
      auto to = two.get_access<int4, access_mode::write>(h);
      h.parallel_for(range<2>(5, 4), [=](id<2> at) {
        const int x = static_cast<int>(at[0]), y = static_cast<int>(at[1]);
        to.write(int2(x, y), int4(x, y, 0, 1));
      });
    });
    q.submit([&](handler &h) {
      auto both = three.get_access<int4>(h), same_one = both;
      CHECK(both.size() == 30 && both == same_one);
      CHECK(std::hash<decltype(both)>()(both) == std::hash<decltype(both)>()(same_one));
      h.parallel_for(range<3>(6, 4, 3), [=](id<3> at) {
        const int4 place(static_cast<int>(at[0]), static_cast<int>(at[1]), static_cast<int>(at[2]), 7);
        both.write(place, both.read(place) + place);
      });
    });
    host_unsampled_image_accessor<const int4, 2> read(two);
    CHECK(same(read.read(int2(3, 2)), int4(3, 2, 0, 1)) && same(read.read(int2(4, 2)), int4(0)) &&
        same(read.read(int2(0, -1)), int4(0)));
  }
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 5; ++x) CHECK(same(flat[5 * y + x], x < 4 ? int4(x, y, 0, 1) : none));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 6; ++x) CHECK(same(deep[24 * z + 6 * y + x], x < 5 && y < 3 ? int4(x - 1, y - 1, z - 1,
          6) : none));
  unsampled_image<3> own(format::r8g8b8a8_unorm, range<3>(5, 3, 2));
  CHECK(own.get_pitch() == range<2>(20, 60) && own.byte_size() == 120 && unsampled_image(own).get_pitch()[1] == 60);
}

// Commands run in the order of their accesses, and after what the host does.
static void order(queue q) {
  queue other(q.get_context(), q.get_device());
  unsampled_image<2> image(format::r32g32b32a32_sfloat, range<2>(64, 64));
  auto all = [](auto access, float factor, float summand) {
    return [=](id<2> at) {
      const int2 place(static_cast<int>(at[0]), static_cast<int>(at[1]));
      access.write(place, access.read(place) * factor + summand);
    };
  };
  q.submit([&](handler &h) {
    auto to = image.get_access<float4, access_mode::write>(h, no_init);
    h.parallel_for(range<2>(64, 64), [=](id<2> at) { to.write(int2(static_cast<int>(at[0]), static_cast<int>(at[1])),
        float4(2)); });
  });
  for (int n = 0; n < 4; ++n)
    (n % 2 ? q : other).submit([&](handler &h) { h.parallel_for(range<2>(64, 64), all(image.get_access<float4>(h), 2,
        1)); });
  {
    host_unsampled_image_accessor<float4, 2> host(image);
    CHECK(same(host.read(int2(63, 1)), float4(47)));
    host.write(int2(63, 1), float4(1, 2, 3, 4));
  }
  q.submit([&](handler &h) {
    unsampled_image_accessor<float4, 2, access_mode::read_write, image_target::host_task> on_host(image, h);
    h.host_task([=] { on_host.write(int2(63, 1), on_host.read(int2(63, 1)) + 1); });
  });
  other.submit([&](handler &h) { h.parallel_for(range<2>(64, 64), all(image.get_access<float4>(h), 10, 0)); });
  CHECK(same(image.get_host_access<float4>().read(int2(63, 1)), float4(20, 30, 40, 50)));
  CHECK(same(image.get_host_access<float4>().read(int2(0, 0)), float4(470)));
}

struct sample {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
  float at, expected;
};
// What the formulas of OpenCL's specification give for the elements 10, 20, 30, 40. Of -1e-9 the remainder is 1, so the
// element is that behind the last.
static void samplers(queue q) {
  constexpr auto edge = addressing_mode::clamp_to_edge, border = addressing_mode::clamp, none = addressing_mode::none;
  constexpr auto repeat = addressing_mode::repeat, mirror = addressing_mode::mirrored_repeat;
  constexpr auto norm = coordinate_normalization_mode::normalized, plain = coordinate_normalization_mode::unnormalized;
  constexpr auto near = filtering_mode::nearest, linear = filtering_mode::linear;
  const sample samples[] = {
    {edge, plain, near, -5, 10}, {edge, plain, near, 1.5f, 20}, {edge, plain, near, 3.875f, 40},
    {edge, plain, near, 9, 40}, {edge, norm, near, 0.375f, 20}, {edge, norm, near, 1, 40}, {edge, norm, near, -1, 10},
    {border, plain, near, -0.5f, 0}, {border, plain, near, 0.5f, 10}, {border, plain, near, 4, 0},
    {border, plain, near, 1e30f, 0}, {border, norm, near, -1e30f, 0}, {border, norm, near, 0.875f, 40},
    {border, norm, near, 1, 0}, {repeat, norm, near, 1.125f, 10}, {repeat, norm, near, -0.125f, 40},
    {repeat, norm, near, 7, 10}, {repeat, norm, near, -1e-9f, 10},
    {mirror, norm, near, 1.125f, 40}, {mirror, norm, near, -0.125f, 10}, {mirror, norm, near, 2.375f, 20},
    {mirror, norm, near, 1, 40}, {none, norm, near, 0.375f, 20}, {none, plain, near, 2.5f, 30},
    {edge, plain, linear, 0.25f, 10}, {edge, plain, linear, 1, 15}, {edge, plain, linear, 3.75f, 40},
    {edge, plain, linear, -7, 10}, {edge, norm, linear, 0.25f, 15}, {edge, norm, linear, 0.3125f, 17.5f},
    {none, norm, linear, 0.25f, 15}, {border, plain, linear, 0.25f, 7.5f}, {border, plain, linear, 3.75f, 30},
    {border, plain, linear, 2, 25}, {border, plain, linear, -1, 0}, {border, plain, linear, 99, 0},
    {repeat, norm, linear, 0, 25}, {repeat, norm, linear, 0.9375f, 32.5f}, {repeat, norm, linear, -1, 25},
    {repeat, norm, linear, 0.5f, 25}, {mirror, norm, linear, 1, 40}, {mirror, norm, linear, 0, 10},
    {mirror, norm, linear, 0.25f, 15}, {mirror, norm, linear, 1.75f, 15}, {none, plain, near, 4, 0},
    {none, plain, linear, 0, 5}};
  static const float4 elements[] = {float4(10), float4(20), float4(30), float4(40)};
  const half4 halves[] = {half4(half(10)), half4(half(20)), half4(half(30)), half4(half(40))};
  for (const sample &one : samples) {
    const image_sampler by = {one.addressing, one.coordinate, one.filtering};
    sampled_image<1> image(elements, format::r32g32b32a32_sfloat, by, range<1>(4));
    sampled_image<1> small(halves, format::r16b16g16a16_sfloat, by, range<1>(4));
    float4 found[2] = {};
    {
      buffer<float4> out(found, range<1>(2));
      q.submit([&](handler &h) {
        sampled_image_accessor<float4, 1> from(image, h);
        sampled_image_accessor<const float4, 1> of_half = small.get_access<float4>(h);
        accessor to(out, h, write_only);
        h.single_task([=, at = one.at] { to[0] = from.read(at), to[1] = of_half.read(at); });
      });
    }
    const host_sampled_image_accessor<float4, 1> host(image), other(small);
    CHECK(host != other && std::hash<host_sampled_image_accessor<float4, 1>>()(host) != 0);
    const float4 expected(one.expected), on_host = host.read(one.at);
    CHECK(same(found[0], expected) && same(found[1], expected) && same(on_host, expected));
    if (!same(found[0], expected) || !same(on_host, expected))
      std::printf("  sample %d: found %g and %g; expected %g\n", static_cast<int>(&one - samples),
                  static_cast<double>(found[0][0]), static_cast<double>(on_host[0]), static_cast<double>(one.expected));
    // Integers between which a sampler is become the nearest one, of two the even one.
    const short4 whole[] = {short4(10), short4(20), short4(30), short4(40)};
    sampled_image<1> integers(whole, format::r16g16b16a16_sint, by, range<1>(4));
    const int4 nearest(static_cast<int>(std::nearbyint(one.expected)));
    CHECK(same(integers.get_host_access<int4>().read(one.at), nearest));
    // Anything may come out, but it comes.
    for (float at : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity()})
      image.get_host_access<float4>().read(at);
  }
}

// In several dimensions, of shares and of integers.
static void samplers_in_space(queue q) {
  constexpr image_sampler linear = {addressing_mode::clamp_to_edge, coordinate_normalization_mode::unnormalized,
                                    filtering_mode::linear};
  constexpr image_sampler nearest = {addressing_mode::repeat, coordinate_normalization_mode::normalized,
                                     filtering_mode::nearest};
  std::vector<uchar4> shares(4 * 2);
  std::vector<float4> cube(2 * 2 * 2);
  std::vector<uint4> counts(4 * 2);
  for (int n = 0; n < 8; ++n)
    shares[n] = uchar4(static_cast<std::uint8_t>(n), 255, 0, 51), cube[n] = float4(static_cast<float>(1 << n)),
        counts[n] = uint4(n);
  sampled_image<2> flat(shares.data(), format::r8g8b8a8_unorm, linear, range<2>(4, 2));
  sampled_image<3> deep(cube.data(), format::r32g32b32a32_sfloat, linear, range<3>(2, 2, 2));
  sampled_image<2> whole(counts.data(), format::r32b32g32a32_uint, nearest, range<2>(4, 2));
  float4 found[4] = {};
  uint4 number[2] = {};
  {
    buffer<float4> out(found, range<1>(4));
    buffer<uint4> out_whole(number, range<1>(2));
    q.submit([&](handler &h) {
      sampled_image_accessor<float4, 2> from(flat, h);
      sampled_image_accessor<float4, 3> space(deep, h);
      accessor to(out, h, write_only);
      h.single_task([=] {
        to[0] = from.read(float2(2.5f, 1.5f)) * 255, to[1] = from.read(float2(2, 1)) * 255;
        to[2] = space.read(float4(0.5f, 1.5f, 0.5f, 9)), to[3] = space.read(float4(1));
      });
    });
    q.submit([&](handler &h) {
      sampled_image_accessor<uint4, 2> from(whole, h);
      accessor to(out_whole, h, write_only);
      h.single_task([=] { to[0] = from.read(float2(0.625f, 0.75f)), to[1] = from.read(float2(-0.875f, 1.25f)); });
    });
  }
  auto near = [](const float4 &a, const float4 &b) {
    for (int i = 0; i < 4; ++i)
      if (std::fabs(a[i] - b[i]) > 1e-4f) return false;
    return true;
  };
  CHECK(near(found[0], float4(6, 255, 0, 51)) && near(found[1], float4(3.5f, 255, 0, 51)));
  CHECK(near(found[2], float4(4)) && near(found[3], float4(255.0f / 8)));
  CHECK(same(number[0], uint4(6)) && same(number[1], uint4(0)));
  CHECK(near(deep.get_host_access<float4>().read(float4(1)), float4(255.0f / 8)));
  // Shares are filtered before they are rounded to `half`.
  CHECK(flat.get_host_access<half4>().read(float2(2, 1))[0] == half(3.5f * (1.0f / 255)));
  q.submit([&](handler &h) {
    sampled_image_accessor<uint4, 2, image_target::host_task> from(whole, h);
    h.host_task([=] { CHECK(same(from.read(float2(0.625f, 0.75f)), uint4(6))); });
  }).wait();
}

static void add_one(queue q, unsampled_image<1> image) {
  q.submit([&](handler &h) {
    auto both = image.get_access<uint4>(h);
    h.parallel_for(range<1>(3), [=](id<1> at) { both.write(at, both.read(at) + 1); });
  });
}
static void written_back(queue q) {
  using element = vec<std::uint16_t, 4>;
  constexpr auto as = format::r16g16b16a16_uint;
  element memory[3] = {}, target[3] = {};
  std::vector<element> list(3);
  std::vector<std::byte> bytes;
  auto first = [](const element *of) { return static_cast<int>((*of)[0]) * 100 + static_cast<int>(of[2][3]); };
  {
    unsampled_image<1> image(memory, as, range<1>(3));
    add_one(q, image);
  }
  CHECK(first(memory) == 101);
  {
    unsampled_image<1> image(memory, as, range<1>(3));
    image.set_final_data(target);
    add_one(q, image);
  }
  CHECK(first(memory) == 101 && first(target) == 202);
  {
    unsampled_image<1> image(memory, as, range<1>(3)), same_image = image;
    image.set_write_back(false);
    add_one(q, image);
    CHECK(image == same_image && std::hash<unsampled_image<1>>()(image) == std::hash<unsampled_image<1>>()(same_image));
  }
  CHECK(first(memory) == 101);
  auto shared = std::make_shared<std::vector<element>>(3, element(std::uint16_t(7)));
  {
    unsampled_image<1> image(std::shared_ptr<void>(shared, shared->data()), as, range<1>(3));
    add_one(q, image);
    std::weak_ptr<void> untyped = std::shared_ptr<void>(shared, shared->data());
    unsampled_image<1> second(memory, as, range<1>(3)), third(memory, as, range<1>(3));
    second.set_final_data(list.begin());
    add_one(q, second);
    third.set_final_data(std::back_inserter(bytes));
    unsampled_image<1> fourth(as, range<1>(3));
    fourth.set_final_data(std::weak_ptr<element>(std::make_shared<element>())); // gone
    fourth.set_final_data(nullptr);
  }
  CHECK(first(shared->data()) == 808 && first(list.data()) == 202 && first(memory) == 101 && bytes.size() == 24);
  {
    unsampled_image<1> image(memory, as, range<1>(3));
    image.set_final_data(std::weak_ptr<void>(std::shared_ptr<void>(shared, shared->data())));
    add_one(q, image);
  }
  CHECK(first(shared->data()) == 202);
  // Memory that is not aligned as elements are.
  alignas(16) std::byte loose[25] = {};
  {
    unsampled_image<1> image(static_cast<void *>(loose + 1), as, range<1>(3));
    add_one(q, image);
  }
  CHECK(loose[0] == std::byte(0) && loose[1] == std::byte(1) && loose[2] == std::byte(0) && loose[23] == std::byte(1));
  CHECK_THROWS(errc::invalid, "not aligned to 8 bytes", unsampled_image<1>(static_cast<void *>(loose + 1), as,
      range<1>(3),
                                                                          property::image::use_host_ptr()));
  constexpr image_sampler by = {addressing_mode::none, coordinate_normalization_mode::unnormalized,
      filtering_mode::nearest};
  sampled_image<1> unaligned(static_cast<const void *>(loose + 1), as, by, range<1>(3));
  CHECK(same(unaligned.get_host_access<uint4>().read(2.5f), uint4(1)));
  sampled_image<1> owned(std::shared_ptr<const void>(shared, shared->data()), as, by, range<1>(3), image_allocator());
  CHECK(same(owned.get_host_access<uint4>().read(0), uint4(2)));
}

static void mistakes(queue q) {
  constexpr auto of_floats = format::r32g32b32a32_sfloat, of_ints = format::r8g8b8a8_sint;
  CHECK_THROWS(errc::invalid, "0 elements in dimension 1", unsampled_image<2>(of_ints, range<2>(1, 0)));
  CHECK_THROWS(errc::invalid, "2147483648 elements in dimension 0", unsampled_image<1>(of_ints,
      range<1>(std::size_t(1) << 31)));
  CHECK_THROWS(errc::memory_allocation, "more bytes than memory",
               unsampled_image<3>(of_ints, range<3>(INT32_MAX, INT32_MAX, INT32_MAX)));
  CHECK_THROWS(errc::invalid, "found a pitch of 15 bytes for a row of 16", unsampled_image<2>(of_ints, range<2>(4, 2),
      range<1>(15)));
  CHECK_THROWS(errc::invalid, "multiple of the 4 bytes", unsampled_image<2>(of_ints, range<2>(4, 2), range<1>(18)));
  CHECK_THROWS(errc::invalid, "found a pitch of 32 bytes for a slice of 40",
               unsampled_image<3>(of_ints, range<3>(4, 2, 2), range<2>(20, 32)));
  unsampled_image<1> floats(of_floats, range<1>(4)), ints(of_ints, range<1>(4)), shares(format::b8g8r8a8_unorm,
      range<1>(4));
  CHECK_THROWS(errc::invalid,
      "found an accessor of `int4` for an image of `r32g32b32a32_sfloat`; expected one of `float4`",
               floats.get_host_access<int4>());
  CHECK_THROWS(errc::invalid, "`half4` for an image of `r32g32b32a32_sfloat`; expected one of `float4`",
               floats.get_host_access<half4>());
  CHECK_THROWS(errc::invalid, "`uint4` for an image of `b8g8r8a8_unorm`; expected one of `float4` or `half4`",
               shares.get_host_access<uint4>());
  CHECK_THROWS(errc::invalid, "`float4` for an image of `r8g8b8a8_sint`; expected one of `int4`",
      q.submit([&](handler &h) {
    auto to = ints.get_access<float4>(h);
    h.single_task([=] { to.write(0, float4(1)); });
  }));
  CHECK_THROWS(errc::invalid, "accessor that reads", (ints.get_host_access<int4, access_mode::read>(no_init)));
  CHECK(!ints.has_property<property::image::use_mutex>());
  CHECK_THROWS(errc::invalid, "without the property", ints.get_property<property::image::use_mutex>());
}

static void facts(queue q) {
  const device on = q.get_device();
  CHECK(on.has(aspect::image) && on.get_info<info::device::image_support>() && all_devices_have_v<aspect::image>);
  CHECK(on.get_info<info::device::image2d_max_width>() >= 8192 &&
      on.get_info<info::device::image3d_max_depth>() >= 2048);
  CHECK(on.get_info<info::device::max_read_image_args>() >= 128 && on.get_info<info::device::max_samplers>() >= 16);
  int images = 0;
  for (aspect one : on.get_info<info::device::aspects>()) images += one == aspect::image;
  CHECK(images == 1);
}

// From the specification's synopsis.
using reads = unsampled_image_accessor<float4, 2, access_mode::read>;
using writes = unsampled_image_accessor<float4, 2, access_mode::write>;
template <class Accessor, class Coordinates, class = void> constexpr bool can_read = false;
template <class Accessor, class Coordinates>
constexpr bool can_read<Accessor, Coordinates,
    std::void_t<decltype(std::declval<Accessor>().read(std::declval<Coordinates>()))>> = true;
static_assert(std::is_same_v<reads::value_type, const float4> && std::is_same_v<writes::value_type, float4>);
static_assert(std::is_same_v<writes::const_reference, const float4 &> && std::is_same_v<reads::reference,
    const float4 &>);
static_assert(can_read<reads, int2> && !can_read<writes, int2> && !can_read<reads, int4> && !can_read<reads, int>);
static_assert(is_device_copyable_v<reads> && is_device_copyable_v<sampled_image_accessor<half4, 3>>);
static_assert(std::is_convertible_v<reads, unsampled_image_accessor<const float4, 2, access_mode::read>>);
static_assert(!std::is_convertible_v<writes, unsampled_image_accessor<const float4, 2, access_mode::write>>);
static_assert(std::is_convertible_v<host_sampled_image_accessor<const int4, 1>, host_sampled_image_accessor<int4, 1>>);
static_assert(is_property_of_v<property::image::use_mutex, sampled_image<2>> && !is_property_of_v<property::no_init,
    unsampled_image<>>);
static_assert(is_property_of_v<property::no_init, writes> && !is_property_of_v<property::no_init,
    sampled_image_accessor<int4, 1>>);
static_assert(is_property_of_v<property::queue::in_order, queue> && !is_property_of_v<property::queue::in_order,
    buffer<int>>);

int main() {
  queue q;
  formats(q);
  dimensions(q);
  order(q);
  samplers(q);
  samplers_in_space(q);
  written_back(q);
  mistakes(q);
  facts(q);
  return result();
}
