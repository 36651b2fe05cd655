// A value of an item that lives across a barrier has an array with an element for each item.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s --check-prefixes=CHECK,O2

// CHECK-LABEL: define internal void @kernel.wg(
// O2:          [[ARRAY:%.+]] = alloca i32, i64 %group.items, align 64
// O0:          [[ARRAY:%.+]] = alloca [4 x i8], i64 %group.items, align 64
// CHECK:       region0.items:
// O2:          [[ELEMENT:%.+]] = getelementptr inbounds i32, ptr [[ARRAY]], i64 %item
// O2-NEXT:     store i32 %{{.+}}, ptr [[ELEMENT]], align 4
// CHECK:       region1.0:
// O2:          [[ELEMENT:%.+]] = getelementptr inbounds i32, ptr [[ARRAY]], i64 %item
// O2-NEXT:     load i32, ptr [[ELEMENT]], align 4
// O0:          getelementptr inbounds [4 x i8], ptr [[ARRAY]], i64 %item

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(int *out) {
  unsigned long id = __sp_host_local_id(0);
  int loaded = out[id + 1];
  __sp_host_group_barrier();
  out[id] = loaded;
}
