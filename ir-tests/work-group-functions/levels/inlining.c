// Functions with a barrier become part of the kernel; others are left to LLVM.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK-NOT:   @wait(
// CHECK-LABEL: define internal void @kernel.wg(
// CHECK:       region1.0:
// CHECK:       call {{.*}}i32 @other(
// CHECK-NOT:   @wait(

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
static __attribute__((noinline)) void wait(int *local) {
  local[__sp_host_local_id(0)]++;
  __sp_host_group_barrier();
}
__attribute__((noinline)) int other(int n) { return n * 7; }
void kernel(int *out, int *local) {
  wait(local);
  out[__sp_host_local_id(0)] = other(local[0]);
}
