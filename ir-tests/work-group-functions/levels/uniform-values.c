// A value that is the same for all items has no array: it is computed once, or in one slot.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s --check-prefixes=CHECK,O2

// CHECK-LABEL: define internal void @kernel.wg(
// O2-NOT:      alloca {{.*}}%group.items
// O2:          mul nsw i32 [[N:%.+]], [[N]]
// O2:          region0.0:
// O0:          alloca i1, align 1
// O0-NOT:      alloca i1, i64
// CHECK-LABEL: !llvm.module.flags

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(int *out, int *local, int n) {
  unsigned long id = __sp_host_local_id(0);
  int square = n * n;
  local[id] = square;
  __sp_host_group_barrier();
  if (square > 9) {
    __sp_host_group_barrier();
    out[id] = local[id] + square;
  }
}
