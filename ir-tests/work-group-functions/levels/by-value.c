// An argument by value that the kernel writes to is copied for each item.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK: define internal void @kernel.wg(
// CHECK: [[COPY:%.+]] = alloca {{.+}}, align {{[0-9]+}}
// CHECK: call void @llvm.memcpy{{.*}}(ptr align {{[0-9]+}} [[COPY]]{{.*}}, ptr align {{[0-9]+}} %{{.+}}, i64 64, i1 false)

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
struct object { int a[16]; };
void kernel(int *out, struct object object, int n) {
  unsigned long id = __sp_host_local_id(0);
  object.a[n] += id;
  __sp_host_group_barrier();
  out[id] = object.a[0];
}
