// A required size of sub-groups is that of the kernel. Barriers of sub-groups of one item are none.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !intel_reqd_sub_group_size !{i32 1} !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !intel_reqd_sub_group_size !{i32 1} !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK-LABEL: define internal void @kernel.wg(
// CHECK-NOT:   region1.0
// CHECK:       !{ptr @kernel.wg, !"kernel", i32 1,

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
__attribute__((convergent)) void __sp_host_sub_group_barrier(void);
void kernel(int *out) {
  unsigned long id = __sp_host_local_id(0);
  out[id] = id;
  __sp_host_sub_group_barrier();
  out[id] = out[id] + 1;
}
