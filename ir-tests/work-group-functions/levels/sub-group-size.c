// A kernel that asks about sub-groups and requires no size has sub-groups of 16.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s --check-prefixes=CHECK,O2

// CHECK: define internal void @kernel.wg(
// O0:    store i32 16, ptr
// O2:    store i32 16, ptr
// CHECK: !{ptr @kernel.wg, !"kernel", i32 16,

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
__attribute__((const)) unsigned __sp_host_sub_group_size(void);
void kernel(int *out) {
  unsigned long id = __sp_host_local_id(0);
  int size = __sp_host_sub_group_size();
  __sp_host_group_barrier();
  out[id] = size;
}
