// Loops over items say that accesses that are not atomic are independent.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK-LABEL: define internal void @kernel.wg(
// CHECK:       br i1 %{{.+}}, label %{{.+}}, label %region0.0, !llvm.loop ![[LOOP:[0-9]+]]
// CHECK:       atomicrmw add ptr %{{.+}}, i32 {{.+}} monotonic, align 4, !dbg ![[#]]{{$}}
// CHECK:       store i32 %{{.+}}, ptr %{{.+}}, align 4, {{.*}}!llvm.access.group ![[GROUP:[0-9]+]]
// CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[ACCESSES:[0-9]+]]}
// CHECK:       ![[ACCESSES]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
void kernel(int *out, int *sum) {
  unsigned long id = __sp_host_local_id(0);
  __atomic_fetch_add(sum, 1, 0);
  out[id] = id;
}
