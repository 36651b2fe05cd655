// SYCL kernels of DPC++ for `scripts/bench host`; dpcpp.bc is what its front end makes of them (examples/regenerate).
// Accessors of local memory have a pitch that is known when a kernel is launched, vectors have SYCL's functions, and
// ranges leave the size of groups open.
#include <sycl/sycl.hpp>
using namespace sycl;

class Gravity;
class Move;
template <class T> class Mandelbrot;
template <class T, int Size> class Product;
class RowSum;

constexpr specialization_id<int> rounds(1000);
constexpr specialization_id<int> stride(4);

void gravity(queue q, float4 *position, float4 *velocity, int count, float time) {
  q.submit([&](handler &h) {
    local_accessor<float4, 1> tile(128, h);
    h.parallel_for<Gravity>(nd_range<1>(count, 128), [=](nd_item<1> item) {
      int i = int(item.get_global_id(0)), l = int(item.get_local_id(0));
      float4 at = position[i];
      float3 sum(0.f);
      for (int first = 0; first < count; first += 128) {
        tile[l] = position[first + l];
        group_barrier(item.get_group());
        for (int j = 0; j < 128; ++j) {
          float4 other = tile[j];
          float3 way(other.x() - at.x(), other.y() - at.y(), other.z() - at.z());
          float inverse = sycl::rsqrt(dot(way, way) + 1e-4f);
          sum += way * (other.w() * inverse * inverse * inverse);
        }
        group_barrier(item.get_group());
      }
      velocity[i] += float4(sum.x() * time, sum.y() * time, sum.z() * time, 0);
    });
  });
  q.parallel_for<Move>(range<1>(count), [=](id<1> i) { position[i] += velocity[i] * time; });
}

template <class T> void mandelbrot(queue q, int *out, int width, int height) {
  q.submit([&](handler &h) {
    h.parallel_for<Mandelbrot<T>>(range<2>(height, width), [=](item<2> item, kernel_handler constants) {
      T cx = T(item[1]) / width * 3 - 2, cy = T(item[0]) / height * 2 - 1, x = 0, y = 0;
      int n = 0, limit = constants.get_specialization_constant<rounds>();
      while (n < limit && x * x + y * y < 4) {
        T next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        ++n;
      }
      out[item.get_linear_id()] = n;
    });
  });
}
template void mandelbrot<float>(queue, int *, int, int);
template void mandelbrot<double>(queue, int *, int, int);

template <class T, int Size> void product(queue q, const T *a, const T *b, T *c, int n) {
  q.submit([&](handler &h) {
    local_accessor<T, 2> tile_a({Size, Size}, h), tile_b({Size, Size}, h);
    h.parallel_for<Product<T, Size>>(
        nd_range<2>({size_t(n), size_t(n)}, {Size, Size}),
        [=](nd_item<2> item) [[sycl::reqd_work_group_size(Size, Size)]] {
          int row = item.get_global_id(0), column = item.get_global_id(1);
          int r = item.get_local_id(0), k0 = item.get_local_id(1);
          T sum = 0;
          for (int first = 0; first < n; first += Size) {
            tile_a[r][k0] = a[row * n + first + k0];
            tile_b[r][k0] = b[(first + r) * n + column];
            group_barrier(item.get_group());
            for (int k = 0; k < Size; ++k) sum += tile_a[r][k] * tile_b[k][k0];
            group_barrier(item.get_group());
          }
          c[row * n + column] = sum;
        });
  });
}
template void product<float, 8>(queue, const float *, const float *, float *, int);
template void product<float, 16>(queue, const float *, const float *, float *, int);
template void product<double, 8>(queue, const double *, const double *, double *, int);
template void product<half, 16>(queue, const half *, const half *, half *, int);

void row_sum(queue q, const float *a, float *sums, int n) {
  q.submit([&](handler &h) {
    h.parallel_for<RowSum>(range<2>(n, n), [=](item<2> item, kernel_handler constants) {
      float sum = 0;
      for (int k = 0; k < n; k += constants.get_specialization_constant<stride>()) sum += a[item[0] * n + k];
      sums[item.get_linear_id()] = sum;
    });
  });
}
