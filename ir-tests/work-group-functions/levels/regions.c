// A barrier cuts the body into regions, each with a loop over the items.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK-LABEL: define internal void @kernel.wg(
// CHECK:       region0.0:
// CHECK:       region0.end:
// CHECK-NOT:   __sp_host_group_barrier
// CHECK:       region1.0:
// CHECK:       region1.end:
// CHECK-NOT:   region2.0:

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(int *out, int *local) {
  unsigned long id = __sp_host_local_id(0);
  local[id] = id;
  __sp_host_group_barrier();
  out[id] = local[id + 1];
}
