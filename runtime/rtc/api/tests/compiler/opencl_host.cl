// OpenCL C on the host: each kernel writes what host.rs expects.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__constant float table[4] = {1, 2, 3, 4};

__kernel void ids(__global long *out) {
  const size_t i = get_global_id(0);
  out[i] = get_local_id(0) + 10 * get_group_id(0) + 100 * get_local_size(0) + 1000 * get_global_size(0) +
           10000 * get_num_groups(0) + 100000 * (get_global_linear_id() - i) + get_global_offset(0);
}
__kernel void dimensions(__global long *out, uint d) {
  out[0] = get_global_size(d), out[1] = get_global_id(d), out[2] = get_local_size(d), out[3] = get_num_groups(d);
  out[4] = get_group_id(d), out[5] = get_local_id(d), out[6] = get_global_offset(d);
}
__kernel void sum(__global const int *in, __global int *out, __local int *scratch) {
  const uint l = get_local_id(0);
  scratch[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (l < s) scratch[l] += scratch[l + s];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = scratch[0];
}
__kernel void numbers(__global float *out, __global const float4 *in, float x) {
  const float4 v = *in; // 1, 2, 3, 4
  out[0] = max(v, 2.5f).x + min(v, 2.5f).w;
  out[1] = clamp(v, 1.5f, 2.5f).x + clamp(v, (float4)(1.5f), (float4)(2.5f)).w;
  out[2] = mix(v, v * 2, 0.25f).w + step(2.5f, v).z;
  out[3] = ldexp(v, 2).y + pown(v, 3).z;
  out[4] = dot(v, v) + length((float2)(3, 4));
  out[5] = fabs(sin(x) - 0.99749499f) < 1e-6f && fabs(native_cos(x) - 0.0707372f) < 1e-4f;
  out[6] = table[(int)x] + fma(x, 2.0f, 1.0f) + hypot(3.0f, 4.0f) + rsqrt(4.0f);
  int exponent;
  float whole;
  out[7] = frexp(x, &exponent) + exponent + fract(x, &whole) + whole;
  out[8] = select(v, -v, isgreater(v, (float4)(2.5f))).w + select(1.0f, 2.0f, isless(x, 2.0f));
  out[9] = smoothstep(0.0f, 1.0f, 0.5f) + sign(-x) + degrees(0.0f) + convert_float(convert_int_rtp(x));
}
__kernel void integers(__global int *out, int x, uint u) { // -4, 9
  out[0] = abs(x) + abs_diff(x, 3) + min(x, 3) + max(u, 7u) + clamp(x, 0, 9);
  out[1] = popcount(u) + clz(u) + rotate(u, 4u) + hadd(x, 2) + rhadd(u, 2u);
  out[2] = mad24(x, 2, 3) + mul24(u, 3u) + mul_hi(x, 2) + mad_hi(u, 1u, 2u);
  out[3] = add_sat((char)-100, (char)-100) + sub_sat((uchar)1, (uchar)2) + upsample((char)1, (uchar)2);
  out[4] = any((int4)(-1, 0, 0, 0)) + 2 * all((int2)(-1, 0)) + 4 * any(x) + isequal(1.0f, 1.0f) * 8 + isnan(NAN) * 16;
  const int2 both = isnotequal((float2)(1, 2), (float2)(1, 3));
  out[5] = both.x + 10 * both.y + signbit(-1.0f) * 100 + isordered(1.0f, NAN) * 1000;
  out[6] = convert_char_sat(x * 100) + convert_uchar_sat(x) + convert_int_sat_rte(2.5f) + convert_uint_rtn(2.9);
  out[7] = as_int(1.0f) == 0x3f800000 && convert_int4(convert_char4((int4)(x, 1, 2, 300))).w == 44;
  out[8] = bitselect(0x0f, 0xf0, 0x3c);
}
__kernel void memory(__global float *a, __global half *h, __global int *n, __global uchar *c) {
  const float3 v = vload3(0, a);
  vstore3(v.zyx, 0, a);
  vstore2(vload2(1, a + 1), 2, a);
  const int4 first = vload4(0, n), second = shuffle(first, (uint4)(3, 2, 1, 0));
  const int8 all = shuffle2(first, second, (uint8)(7, 6, 5, 4, 3, 2, 1, 8));
  n[4] = all.s0 + 10 * all.s3 + 100 * all.s7;
  vstore4(convert_uchar4_sat(second), 0, c);
  vstore_half(vload_half(1, h) * 2, 0, h);
  vstore_half4_rte(vload_half4(1, h), 2, h);
}
__kernel void atomics(__global int *a, __global uint *u, volatile __global atomic_int *x) { // four items
  atomic_add(a, 2), atomic_inc(a), atomic_sub(a, 1);
  atomic_max(a + 1, (int)get_global_id(0) - 2), atomic_min(u, 3u), atom_or(a + 2, 4), atomic_xchg(a + 4, 7);
  atomic_cmpxchg(a + 3, 0, 9);
  atomic_fetch_add(x, 3);
  atomic_fetch_max_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  int expected = 0;
  if (atomic_compare_exchange_strong(x + 1, &expected, 5)) atomic_store(x + 2, atomic_load(x + 1) * 2 + expected);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
__kernel void groups(__global int *out) { // eight items in a group
  const int i = get_global_id(0);
  out[i] = work_group_reduce_add(i) + 100 * work_group_scan_exclusive_add(1) + 1000 * work_group_all(i >= 0) +
           10000 * work_group_any(i == 3) + 100000 * work_group_broadcast(i, 3) + 1000000 * work_group_reduce_max(i);
}
__kernel void copies(__global const float2 *in, __global float2 *out, __local float2 *part) { // groups of four
  event_t event = async_work_group_strided_copy(part, in + get_group_id(0), 4, 2, 0);
  wait_group_events(1, &event);
  event = async_work_group_copy(out + 4 * get_group_id(0), part, 4, 0);
  wait_group_events(1, &event);
}
__kernel void of_plane(__global int *out) { // four times two items in a group
  const int i = get_global_id(0) + 4 * get_global_id(1);
  out[i] = work_group_broadcast(i, 2, 1);
}
