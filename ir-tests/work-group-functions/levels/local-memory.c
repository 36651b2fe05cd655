// A variable in local memory is a part of the block of the group. C has threads in the place of groups.

// REQUIRES: llvm-22, clang
// RUN: %clang -target x86_64-unknown-linux-gnu -O0 -g -S -emit-llvm -w %s -o %t.O0.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/; s/= .*call .*@llvm.threadlocal.address.p0(.*\(@[a-z]*\))/= getelementptr i8, ptr \1, i64 0/' %t.O0.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O0.ll | FileCheck %s
// RUN: %clang -target x86_64-unknown-linux-gnu -O2 -g -S -emit-llvm -w %s -o %t.O2.ll
// RUN: sed -i '/^define .*@kernel(/s/ !dbg/ "sycl-kernel" !dbg/; s/= .*call .*@llvm.threadlocal.address.p0(.*\(@[a-z]*\))/= getelementptr i8, ptr \1, i64 0/' %t.O2.ll
// RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.O2.ll | FileCheck %s

// CHECK-NOT: @tile =
// CHECK: define internal void @kernel.wg(ptr %arguments, ptr %group, ptr %local)
// CHECK: %tile = getelementptr inbounds i8, ptr %local, i64 16
// CHECK: getelementptr {{.*}}ptr %tile,

__attribute__((const)) unsigned long __sp_host_local_id(unsigned);
__attribute__((convergent)) void __sp_host_group_barrier(void);
static _Thread_local int first[4], tile[64];
void kernel(int *out) {
  unsigned long id = __sp_host_local_id(0);
  first[id % 4] = 1;
  tile[id] = id;
  __sp_host_group_barrier();
  out[id] = tile[63 - id] + first[0];
}
