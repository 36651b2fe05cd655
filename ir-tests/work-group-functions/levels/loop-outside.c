// A loop that contains a barrier runs once for the group, with the loops over items in it.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s --check-prefixes=CHECK,O2

// CHECK-LABEL: define internal void @kernel.wg(
// CHECK-NOT:   coro
// CHECK:       br i1 %{{.+}}, label %{{.+}}, label %{{.+}}, !dbg
// CHECK-NOT:   __sp_host_group_barrier
// O2:          [[NEXT:%.+]] = add nuw nsw i32 %{{.+}}, 1, !dbg
// O2-NEXT:     icmp eq i32 [[NEXT]], %
// O0:          freeze i1

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(int *out, int *local, int n) {
  unsigned long id = __sp_host_local_id(0);
  for (int round = 0; round < n; round++) {
    local[id] += round;
    __sp_host_group_barrier();
    out[id] += local[id + 1];
    __sp_host_group_barrier();
  }
}
