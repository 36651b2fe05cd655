// Composite specialization constants: a structure with padding inside, at its end and in a nested structure, an array
// of structures, a SYCL vector, and a structure with a base class. Every leaf is set by its own numeric id, at its own
// offset; the padding between them has no id, and the padding at the end is announced in the properties.
//
// The kernels copy the leaves out one by one, so that a wrong offset shows in exactly one slot.
#include <array>
#include <cstdint>
#include <sycl/sycl.hpp>

// x at 0, tag at 4, three bytes of padding at the end.
struct Point {
  float x;
  int8_t tag;
  constexpr Point(float x, int8_t tag) : x(x), tag(tag) {}
};

// kind at 0, padding, count at 4, corners at 8 (two of 8 bytes), enabled at 24, padding, level at 26, weight at 32
// after padding, last at 40, seven bytes of padding at the end: 48 bytes.
struct Shape {
  int8_t kind;
  int32_t count;
  Point corners[2];
  bool enabled;
  int16_t level;
  int64_t weight;
  int8_t last;
  constexpr Shape(int8_t kind, int32_t count)
      : kind(kind), count(count), corners{Point{1.5f, 3}, Point{-2.5f, -4}}, enabled(true), level(-300),
        weight(5000000000), last(9) {}
};

struct Header {
  int32_t version;
  constexpr Header(int32_t version) : version(version) {}
};

struct Packet : Header {
  std::array<uint16_t, 3> fields;
  constexpr Packet() : Header(17), fields{1, 20, 300} {}
};

constexpr sycl::specialization_id<Shape> shape{static_cast<int8_t>('s'), 77};
constexpr sycl::specialization_id<Packet> packet;
constexpr sycl::specialization_id<sycl::float4> color{0.25f, 0.5f, 0.75f, 1.0f};

class ShapeLeaves;
class PacketLeaves;
class Tint;

void leaves(sycl::queue queue, int64_t *output, float *corners) {
  queue.submit([&](sycl::handler &handler) {
    handler.single_task<ShapeLeaves>([output, corners](sycl::kernel_handler constants) {
      const Shape value = constants.get_specialization_constant<shape>();
      output[0] = value.kind;
      output[1] = value.count;
      output[2] = value.corners[0].tag;
      output[3] = value.corners[1].tag;
      output[4] = value.enabled ? 1 : 0;
      output[5] = value.level;
      output[6] = value.weight;
      output[7] = value.last;
      corners[0] = value.corners[0].x;
      corners[1] = value.corners[1].x;
    });
  });
  queue.submit([&](sycl::handler &handler) {
    handler.single_task<PacketLeaves>([output](sycl::kernel_handler constants) {
      const Packet value = constants.get_specialization_constant<packet>();
      output[0] = value.version;
      for (int i = 0; i < 3; ++i)
        output[1 + i] = value.fields[i];
    });
  });
}

void tint(sycl::queue queue, float *pixels, size_t count) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<Tint>(sycl::nd_range<1>(count, 8),
                               [pixels](sycl::nd_item<1> item, sycl::kernel_handler constants) {
                                 const sycl::float4 by = constants.get_specialization_constant<color>();
                                 const size_t i = item.get_global_id(0);
                                 pixels[i] *= by[i % 4];
                               });
  });
}
