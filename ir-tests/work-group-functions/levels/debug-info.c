// The function of the group is the kernel to a debugger, with the variables that it had.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s --check-prefixes=CHECK,O2

// CHECK:       define internal void @kernel.wg({{.*}} !dbg ![[KERNEL:[0-9]+]]
// O0:          #dbg_declare(ptr %{{.+}}, ![[PRODUCT:[0-9]+]], !DIExpression({{.*}}), ![[#]])
// O2:          #dbg_value(i32 %{{.+}}, ![[PRODUCT:[0-9]+]], !DIExpression(), ![[#]])
// CHECK-DAG:   ![[KERNEL]] = distinct !DISubprogram(name: "kernel"

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(int *out) {
  unsigned long id = __sp_host_local_id(0);
  int product = out[id] * 3;
  __sp_host_group_barrier();
  out[id + 1] = product;
}
