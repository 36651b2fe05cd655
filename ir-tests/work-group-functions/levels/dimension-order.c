// The loop over dimension 0 is the innermost one.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK-LABEL: define internal void @kernel.wg(
// CHECK:       region0.2:
// CHECK-NEXT:    %[[ID2:.+]] = phi i64
// CHECK-NEXT:    br label %region0.1
// CHECK:       region0.1:
// CHECK-NEXT:    %[[ID1:.+]] = phi i64
// CHECK-NEXT:    br label %region0.0
// CHECK:       region0.0:
// CHECK-NEXT:    %[[ID0:.+]] = phi i64
// CHECK:         br label %region0.items

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(unsigned long (*out)[3]) {
  out[0][0] = __sp_host_local_id(0);
  out[0][1] = __sp_host_local_id(1);
  out[0][2] = __sp_host_local_id(2);
}
