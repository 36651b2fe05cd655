; Annotations of functions say what markers say: names and numbers stand in the text or are arguments. Ours are removed
; with their texts; others stay, with what they share with ours.

; RUN: %opt -S -passes=sycl-front-end -verify-each %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll --implicit-check-not=sycl-passes --implicit-check-not=@.args
; RUN: %opt -S -passes=sycl-front-end,sycl-front-end %s -o %t.twice.ll
; RUN: cmp %t.ll %t.twice.ll

target triple = "spirv64-unknown-unknown"

@.file = private unnamed_addr addrspace(1) constant [6 x i8] c"a.cpp\00", section "llvm.metadata"
@.other_file = private unnamed_addr addrspace(1) constant [6 x i8] c"b.cpp\00", section "llvm.metadata"
@.uses = private unnamed_addr addrspace(1) constant [29 x i8] c"sycl-passes:uses_aspects=6,5\00", section "llvm.metadata"
@.uses_arguments = private unnamed_addr addrspace(1) constant [27 x i8] c"sycl-passes:uses_aspects=9\00", section "llvm.metadata"
@.has = private unnamed_addr addrspace(1) constant [23 x i8] c"sycl-passes:device_has\00", section "llvm.metadata"
@.size = private unnamed_addr addrspace(1) constant [39 x i8] c"sycl-passes:reqd_work_group_size=16, 4\00", section "llvm.metadata"
@.theirs = private unnamed_addr addrspace(1) constant [7 x i8] c"theirs\00", section "llvm.metadata"
@.args.name = private unnamed_addr addrspace(1) constant [9 x i8] c"atomic64\00"
@.args = private unnamed_addr addrspace(1) constant { ptr addrspace(1), i64 } { ptr addrspace(1) @.args.name, i64 0 }, section "llvm.metadata"
@.args.zero = private unnamed_addr addrspace(1) constant { i32 } zeroinitializer, section "llvm.metadata"
@variable = addrspace(1) global i32 1

; CHECK-NOT: @.uses
; CHECK: @.file = private
; CHECK-NOT: @.other_file
; CHECK: @.theirs = private
; CHECK: @llvm.global.annotations = appending addrspace(1) global [2 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }]
; CHECK-SAME: @exported{{.*}}@.theirs{{.*}}@variable{{.*}}@.theirs{{.*}}, section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [7 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @exported to ptr addrspace(1)), ptr addrspace(1) @.uses, ptr addrspace(1) @.other_file, i32 3, ptr addrspace(1) null },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @exported to ptr addrspace(1)), ptr addrspace(1) @.theirs, ptr addrspace(1) @.file, i32 3, ptr addrspace(1) null },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @exported to ptr addrspace(1)), ptr addrspace(1) @.uses_arguments, ptr addrspace(1) @.file, i32 3, ptr addrspace(1) @.args },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @kernel to ptr addrspace(1)), ptr addrspace(1) @.has, ptr addrspace(1) @.file, i32 3, ptr addrspace(1) @.args.zero },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @operator to ptr addrspace(1)), ptr addrspace(1) @.size, ptr addrspace(1) @.file, i32 3, ptr addrspace(1) null },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) @variable, ptr addrspace(1) @.theirs, ptr addrspace(1) @.file, i32 4, ptr addrspace(1) null },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @imported to ptr addrspace(1)), ptr addrspace(1) @.uses, ptr addrspace(1) @.file, i32 3, ptr addrspace(1) null }
], section "llvm.metadata"

; CHECK: define spir_func void @exported() #[[#]] !sycl_used_aspects ![[USED:[0-9]+]] {
define spir_func void @exported() {
  ret void
}
; The fact about a kernel holds for the one that calls the function.
; CHECK: define linkonce_odr spir_func void @operator() {
define linkonce_odr spir_func void @operator() {
  ret void
}
; CHECK: define weak_odr spir_kernel void @kernel() #[[#]] !sycl_declared_aspects ![[HAS:[0-9]+]] !reqd_work_group_size ![[SIZE:[0-9]+]] !work_group_num_dim
define spir_kernel void @kernel() {
  call spir_func void @operator()
  call spir_func void @imported()
  ret void
}
; CHECK: declare !sycl_used_aspects ![[IMPORTED:[0-9]+]] spir_func void @imported()
declare spir_func void @imported()

; CHECK-DAG: ![[USED]] = !{![[HOST:[0-9]+]], ![[FP16:[0-9]+]], ![[FP64:[0-9]+]], ![[IMAGE:[0-9]+]], ![[ATOMIC64:[0-9]+]]}
; CHECK-DAG: ![[IMPORTED]] = !{![[FP16]], ![[FP64]]}
; CHECK-DAG: ![[HOST]] = !{!"host", i32 0}
; CHECK-DAG: ![[FP16]] = !{!"fp16", i32 5}
; CHECK-DAG: ![[FP64]] = !{!"fp64", i32 6}
; CHECK-DAG: ![[IMAGE]] = !{!"image", i32 9}
; CHECK-DAG: ![[ATOMIC64]] = !{!"atomic64", i32 28}
; CHECK-DAG: ![[HAS]] = !{![[HOST]]}
; CHECK-DAG: ![[SIZE]] = !{i32 4, i32 16, i32 1}
