; An ifunc is needed if its address or an alias of it is used, and it needs its resolver with everything that the
; resolver may return. It is in no other image, even if it is externally visible.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: opt -disable-output -passes=verify %t/x_2.ll
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x_0.ll --implicit-check-not=@by_alias
; RUN: FileCheck %s --check-prefix=OTHER --input-file=%t/x_1.ll --implicit-check-not=@by --implicit-check-not=@resolve --implicit-check-not=@choice
; RUN: FileCheck %s --check-prefix=ALIAS --input-file=%t/x_2.ll --implicit-check-not=@by_table --implicit-check-not=@table

target triple = "spir64-unknown-unknown"

; TABLE-DAG: @table = internal constant [1 x ptr] [ptr @by_table]
@table = internal constant [1 x ptr] [ptr @by_table]

; ALIAS-DAG: @by_alias_name = internal alias void (), ptr @by_alias
@by_alias_name = internal alias void (), ptr @by_alias

; TABLE-DAG: @by_table = ifunc void (), ptr @resolve
@by_table = ifunc void (), ptr @resolve
; ALIAS-DAG: @by_alias = ifunc void (), ptr @resolve
@by_alias = ifunc void (), ptr @resolve

; TABLE-DAG: define internal ptr @resolve()
; ALIAS-DAG: define internal ptr @resolve()
define ptr @resolve() {
  %is_first = icmp eq i32 0, 0
  %chosen = select i1 %is_first, ptr @choice_first, ptr @choice_second
  ret ptr %chosen
}
; TABLE-DAG: define internal void @choice_first()
; ALIAS-DAG: define internal void @choice_first()
define void @choice_first() {
  ret void
}
; TABLE-DAG: define internal void @choice_second()
; ALIAS-DAG: define internal void @choice_second()
define void @choice_second() {
  ret void
}
; ALIAS-DAG: define spir_kernel void @kernel_alias()
define spir_kernel void @kernel_alias() #0 {
  call void @by_alias_name()
  ret void
}
; OTHER: define spir_kernel void @kernel_other()
define spir_kernel void @kernel_other() #0 {
  ret void
}
; TABLE-DAG: define spir_kernel void @kernel_table(
define spir_kernel void @kernel_table(ptr %p) #0 {
  store ptr @table, ptr %p
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
