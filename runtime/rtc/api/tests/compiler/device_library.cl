// Every function of the device library that OpenCL C kernels for GPUs may call, with the types that differ in how they are
// made: mathematics (float, double, vectors), native and half functions, integers, geometry, relations, memory, atomics,
// ids, barriers, and the algorithms of work-groups and sub-groups.

#define M1(f) \
  __kernel void k_##f(__global float *x, __global double *d, __global float4 *v) { \
    int i = get_global_id(0); \
    x[i] = f(x[i]); d[i] = f(d[i]); v[i] = f(v[i]); \
  }

M1(acos) M1(acosh) M1(acospi) M1(asin) M1(asinh) M1(asinpi) M1(atan) M1(atanh) M1(atanpi) M1(cbrt) M1(ceil) M1(cos)
M1(cosh) M1(cospi) M1(erf) M1(erfc) M1(exp) M1(exp2) M1(exp10) M1(expm1) M1(fabs) M1(floor) M1(lgamma) M1(log)
M1(log2) M1(log10) M1(log1p) M1(logb) M1(rint) M1(round) M1(rsqrt) M1(sin) M1(sinh) M1(sinpi) M1(sqrt) M1(tan)
M1(tanh) M1(tanpi) M1(tgamma) M1(trunc) M1(degrees) M1(radians) M1(sign) M1(normalize)

#define M2(f) \
  __kernel void k_##f(__global float *x, __global double *d, __global float4 *v) { \
    int i = get_global_id(0); \
    x[i] = f(x[i], x[i+1]); d[i] = f(d[i], d[i+1]); v[i] = f(v[i], v[i+1]); \
  }

M2(atan2) M2(atan2pi) M2(copysign) M2(fdim) M2(fmax) M2(fmin) M2(fmod) M2(hypot) M2(maxmag) M2(minmag) M2(nextafter)
M2(pow) M2(powr) M2(remainder) M2(max) M2(min) M2(step)

#define N1(f) \
  __kernel void k_##f(__global float *x, __global float4 *v) { \
    int i = get_global_id(0); \
    x[i] = f(x[i]); v[i] = f(v[i]); \
  }

N1(native_cos) N1(native_exp) N1(native_exp2) N1(native_exp10) N1(native_log) N1(native_log2) N1(native_log10)
N1(native_recip) N1(native_rsqrt) N1(native_sin) N1(native_sqrt) N1(native_tan) N1(half_cos) N1(half_exp) N1(half_log)
N1(half_sqrt) N1(half_sin)

__kernel void k_ptr(__global float *x, __global int *n, __local float *l) {
  int i = get_global_id(0);
  float p;
  int e;
  x[i] = fract(x[i], &p) + p;
  x[i] = frexp(x[i], &e) + e;
  x[i] = modf(x[i], &p) + p;
  x[i] = sincos(x[i], &p) + p;
  x[i] = remquo(x[i], x[i+1], &e) + e;
  x[i] = lgamma_r(x[i], &e) + e;
  x[i] = ldexp(x[i], e);
  x[i] = pown(x[i], e);
  x[i] = rootn(x[i], e);
  n[i] = ilogb(x[i]);
  x[i] = nan((uint)e);
  vstore4(vload4(i, x), i, l);
  x[i] = vload_half(i, (__global half *)n);
  vstore_half(x[i], i, (__global half *)n);
  x[i] = fract(x[i], l + i) + fract(x[i], x + 1 + i);
}

__kernel void k_int(__global int *n, __global ulong *u, __global char4 *c) {
  int i = get_global_id(0);
  n[i] = abs_diff(n[i], n[i+1]) + add_sat(n[i], n[i+1]) + hadd(n[i], n[i+1]) + rhadd(n[i], 2) +
    clamp(n[i], 0, 3) + clz(n[i]) + ctz(n[i]) + mad_hi(n[i], 2, 3) + mad_sat(n[i], 2, 3) + mul_hi(n[i], 3) +
    rotate(n[i], 3) + sub_sat(n[i], 3) + popcount(n[i]) + mad24(n[i], 2, 3) + mul24(n[i], 5);
  u[i] = upsample((uint)n[i], 3u) + mul_hi(u[i], 3ul);
  c[i] = add_sat(c[i], c[i+1]);
  c[i] = convert_char4_sat(convert_float4_rte(c[i]));
}

__kernel void k_geo(__global float4 *v, __global float *x, __global int *n) {
  int i = get_global_id(0);
  v[i] = cross(v[i], v[i+1]);
  x[i] = dot(v[i], v[i+1]) + distance(v[i], v[i+1]) + length(v[i]) + fast_length(v[i]);
  n[i] = isequal(x[i], 2.0f) + isfinite(x[i]) + isinf(x[i]) + isnan(x[i]) + isnormal(x[i]) + signbit(x[i]) +
    any(convert_int4(v[i])) + all(convert_int4(v[i]));
  v[i] = select(v[i], v[i+1], isless(v[i], v[i+1]));
  v[i] = bitselect(v[i], v[i+1], v[i+2]);
  v[i] = shuffle(v[i], (uint4)(n[i]));
  v[i] = mix(v[i], v[i+1], 0.5f);
  v[i] = smoothstep(v[i], v[i+1], v[i+2]);
  v[i] = clamp(v[i], 0.0f, 1.0f);
  v[i] = mad(v[i], v[i+1], v[i+2]);
  v[i] = fma(v[i], v[i+1], v[i+2]);
}

__kernel void k_atomic(__global int *n, __local int *l, __global long *q, __global float *f) {
  int i = get_global_id(0);
  atomic_add(n, 1);
  atomic_sub(n, 1);
  atomic_xchg(n, 1);
  atomic_inc(n);
  atomic_dec(n);
  atomic_cmpxchg(n, 1, 2);
  atomic_min(n, 1);
  atomic_max(n, 2);
  atomic_and(n, 3);
  atomic_or(l, 4);
  atomic_xor(l, 5);
  atom_add(q, 1l);
  atom_cmpxchg(q, 1l, 2l);
  atom_min(q, 2l);
  atom_max(q, 2l);
  atom_xor(q, 2l);
  atomic_xchg(f, 1.0f);
}

__kernel void k_id(__global ulong *n) {
  n[0] = get_global_id(0) + get_global_size(1) + get_local_id(2) + get_local_size(0) + get_group_id(1) +
    get_num_groups(2) + get_global_offset(0) + get_enqueued_local_size(0) + get_local_linear_id() +
    get_global_linear_id() + get_sub_group_size() + get_max_sub_group_size() + get_num_sub_groups() +
    get_sub_group_id() + get_sub_group_local_id();
}

__kernel void k_sync(__global float *x, __local float *l) {
  barrier(CLK_LOCAL_MEM_FENCE);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  mem_fence(CLK_LOCAL_MEM_FENCE);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
  event_t e = async_work_group_copy(l, x, 16, 0);
  wait_group_events(1, &e);
  prefetch(x, 4);
  x[0] = l[1];
}

__kernel void k_group(__global float *x, __global int *n, __global ulong *u, __global double *d) {
  int i = get_global_id(0);
  x[i] = sub_group_reduce_add(x[i]) + sub_group_scan_inclusive_min(x[i]) + sub_group_scan_exclusive_max(x[i]) +
    work_group_reduce_add(x[i]) + work_group_scan_inclusive_add(x[i]) + sub_group_broadcast(x[i], 3) +
    work_group_broadcast(x[i], 1);
  n[i] = sub_group_all(n[i]) + work_group_any(n[i]) + work_group_reduce_max(n[i]);
  u[i] = sub_group_reduce_min(u[i]) + work_group_broadcast(u[i], 1, 2);
  d[i] = work_group_scan_exclusive_add(d[i]) + work_group_broadcast(d[i], 1, 2, 3);
}
