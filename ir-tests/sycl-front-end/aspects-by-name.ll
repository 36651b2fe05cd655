; Facts name aspects, in calls and in annotations. Runtimes number aspects in their own ways: with a table, names get its
; numbers, also where the pass ran before with other numbers. Names of facts and aspects are removed. A second run changes
; nothing.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/a.ll -o %t/builtin.ll
; RUN: FileCheck %s --input-file=%t/builtin.ll -D#ATOMIC=28 -D#HALF=5 --implicit-check-not='c"'
; RUN: %opt -S -passes='sycl-front-end<aspects=%t/runtime.json>' -verify-each %t/a.ll -o %t/runtime.ll
; RUN: FileCheck %s --input-file=%t/runtime.ll -D#ATOMIC=27 -D#HALF=105 --implicit-check-not='c"' --implicit-check-not='i32 28'

; RUN: %opt -S -passes='sycl-front-end<aspects=%t/runtime.json>' -verify-each %t/builtin.ll -o %t/again.ll
; RUN: FileCheck %s --input-file=%t/again.ll -D#ATOMIC=27 -D#HALF=105 --implicit-check-not='i32 28'
; RUN: %opt -S -passes='sycl-front-end<aspects=%t/runtime.json>,sycl-front-end<aspects=%t/runtime.json>' %t/builtin.ll -o %t/twice.ll
; RUN: cmp %t/again.ll %t/twice.ll

; CHECK: define weak_odr spir_kernel void @_ZTS1K() #[[#]] !sycl_declared_aspects ![[HAS:[0-9]+]] {
; CHECK: define internal spir_func void @helper() !sycl_used_aspects ![[USED:[0-9]+]] {
; CHECK: define spir_func void @exported() #[[#]] !sycl_used_aspects ![[HAS]] {
; CHECK-DAG: = !{!"half", i32 [[#HALF]]}
; CHECK-DAG: ![[ATOMIC64:[0-9]+]] = !{!"atomic64", i32 [[#ATOMIC]]}
; CHECK-DAG: ![[FP64:[0-9]+]] = !{!"fp64", i32 6}
; CHECK-DAG: ![[USED]] = !{![[ATOMIC64]]}
; CHECK-DAG: ![[HAS]] = !{![[FP64]], ![[ATOMIC64]]}

;--- a.ll
target triple = "spirv64-unknown-unknown"
@name.has = private unnamed_addr addrspace(1) constant [11 x i8] c"device_has\00"
@name.uses = private unnamed_addr addrspace(1) constant [13 x i8] c"uses_aspects\00"
@name.atomic64 = private unnamed_addr addrspace(1) constant [9 x i8] c"atomic64\00"
@name.file = private unnamed_addr addrspace(1) constant [6 x i8] c"a.cpp\00", section "llvm.metadata"
@name.annotation = private unnamed_addr addrspace(1) constant [39 x i8] c"sycl-passes:uses_aspects=fp64,atomic64\00", section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [1 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @exported to ptr addrspace(1)), ptr addrspace(1) @name.annotation, ptr addrspace(1) @name.file, i32 3, ptr addrspace(1) null }
], section "llvm.metadata"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)

define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.has to ptr addrspace(4)), i64 6, ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.atomic64 to ptr addrspace(4)))
  call spir_func void @helper()
  ret void
}
define internal spir_func void @helper() {
  %value = alloca i32
  store i32 1, ptr %value
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.uses to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.atomic64 to ptr addrspace(4)))
  ret void
}
define spir_func void @exported() {
  ret void
}

;--- runtime.json
{"schema_version": 1, "aspects": [{"name": "fp16", "value": 105}, {"name": "fp64", "value": 6}, {"name": "atomic64", "value": 27}]}
