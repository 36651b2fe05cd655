// Loops over the items of a kernel with a required size have constant bounds, and dimensions of size 1 have none.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !reqd_work_group_size !{i32 8, i32 4, i32 1} !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !reqd_work_group_size !{i32 8, i32 4, i32 1} !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK-LABEL: define internal void @kernel.wg(
// CHECK-NOT:   %group.size
// CHECK:       icmp eq i64 %{{.+}}, 8
// CHECK:       icmp eq i64 %{{.+}}, 4
// CHECK-NOT:   region0.2:
// CHECK:       !{ptr @kernel.wg, !"kernel", i32 1, i64 0, i64 0, i64 {{[0-9]+}}, i64 {{[0-9]+}}, ![[SIZE:[0-9]+]],
// CHECK:       ![[SIZE]] = !{i64 8, i64 4, i64 1}

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(int *out) {
  out[__sp_host_local_id(1) * 8 + __sp_host_local_id(0)] = 1;
}
