// Macros of programs: names that the headers use are not those that programs define before they include them.
#define A this is a macro
#define B this is a macro
#define C this is a macro
#define D this is a macro
#define E this is a macro
#define F this is a macro
#define G this is a macro
#define H this is a macro
#define I this is a macro
#define J this is a macro
#define K this is a macro
#define L this is a macro
#define M this is a macro
#define N this is a macro
#define O this is a macro
#define P this is a macro
#define Q this is a macro
#define R this is a macro
#define S this is a macro
#define U this is a macro
#define V this is a macro
#define W this is a macro
#define X this is a macro
#define Y this is a macro
#define Z this is a macro
#define Real double
#include <sycl/sycl.hpp>
#undef A
#undef B
#undef C
#undef D
#undef E
#undef F
#undef G
#undef H
#undef I
#undef J
#undef K
#undef L
#undef M
#undef N
#undef O
#undef P
#undef Q
#undef R
#undef S
#undef U
#undef V
#undef W
#undef X
#undef Y
#undef Z
#include "check.hpp"

int main() {
  sycl::queue q;
  sycl::float4 *data = sycl::malloc_shared<sycl::float4>(16, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<sycl::float4> local(16, h);
     h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> item) {
       local[item.get_local_id(0)] = sycl::float4(static_cast<float>(item.get_local_id(0)));
       sycl::group_barrier(item.get_group());
       data[item.get_global_id(0)] = sycl::fmax(local[15 - item.get_local_id(0)], sycl::float4(2));
     });
   }).wait();
  CHECK(data[0][0] == 15 && data[15][3] == 2);
  sycl::free(data, q);
  return result();
}
