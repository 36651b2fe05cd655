// Scalar specialization constants of every type that SYCL allows on a device, one kernel for each set of aspects:
// integers (and bool, and an enumeration) need nothing, `double` needs aspect fp64, `half` needs fp16.
// `scale` is read by three kernels, which land in different images: each image numbers its constants by itself.
#include <cstdint>
#include <sycl/sycl.hpp>

enum class Mode : int { off, slow = 7, fast };

constexpr sycl::specialization_id<bool> flag{true};
constexpr sycl::specialization_id<int8_t> i8{-8};
constexpr sycl::specialization_id<uint8_t> u8{200};
constexpr sycl::specialization_id<int16_t> i16{-1600};
constexpr sycl::specialization_id<uint16_t> u16{65000};
constexpr sycl::specialization_id<int32_t> i32{-42};
constexpr sycl::specialization_id<uint32_t> u32{4000000000u};
constexpr sycl::specialization_id<int64_t> i64{-123456789012345};
constexpr sycl::specialization_id<uint64_t> u64{0xfedcba9876543210};
constexpr sycl::specialization_id<Mode> mode{Mode::slow};
constexpr sycl::specialization_id<float> scale{1.5f};
constexpr sycl::specialization_id<double> offset{0.125};
constexpr sycl::specialization_id<sycl::half> half_scale{2.0f};

class Integers;
class Single;
class Double;
class Half;

// Every constant in its own slot, widened to 64 bits.
void integers(sycl::queue queue, int64_t *output) {
  queue.submit([&](sycl::handler &handler) {
    handler.single_task<Integers>([output](sycl::kernel_handler constants) {
      output[0] = constants.get_specialization_constant<flag>() ? 1 : 0;
      output[1] = constants.get_specialization_constant<i8>();
      output[2] = constants.get_specialization_constant<u8>();
      output[3] = constants.get_specialization_constant<i16>();
      output[4] = constants.get_specialization_constant<u16>();
      output[5] = constants.get_specialization_constant<i32>();
      output[6] = constants.get_specialization_constant<u32>();
      output[7] = constants.get_specialization_constant<i64>();
      output[8] = static_cast<int64_t>(constants.get_specialization_constant<u64>());
      output[9] = static_cast<int64_t>(constants.get_specialization_constant<mode>());
    });
  });
}

void floats(sycl::queue queue, const float *input, float *single, double *wide, sycl::half *narrow, size_t count) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<Single>(sycl::nd_range<1>(count, 8), [input, single](sycl::nd_item<1> item,
                                                                              sycl::kernel_handler constants) {
      const size_t i = item.get_global_id(0);
      const float value = input[i] * constants.get_specialization_constant<scale>();
      single[i] = constants.get_specialization_constant<flag>() ? value : -value;
    });
  });
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<Double>(sycl::nd_range<1>(count, 8),
                                 [input, wide](sycl::nd_item<1> item, sycl::kernel_handler constants) {
                                   const size_t i = item.get_global_id(0);
                                   wide[i] = static_cast<double>(input[i]) *
                                                 constants.get_specialization_constant<scale>() +
                                             constants.get_specialization_constant<offset>();
                                 });
  });
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<Half>(sycl::nd_range<1>(count, 8), [input, narrow](sycl::nd_item<1> item,
                                                                            sycl::kernel_handler constants) {
      const size_t i = item.get_global_id(0);
      narrow[i] = static_cast<sycl::half>(input[i]) * constants.get_specialization_constant<half_scale>();
    });
  });
}
