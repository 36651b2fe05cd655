; An alias needs its aliasee, and an ifunc needs its resolver and everything that the resolver refers to. An alias that
; other modules may refer to is kept wherever its aliasee is.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=USER --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=OTHER --input-file=%t/x_1.ll --implicit-check-not=@helper --implicit-check-not=@second_name \
; RUN:   --implicit-check-not=@resolved --implicit-check-not=@resolver --implicit-check-not=@implementation

target triple = "spir64-unknown-unknown"

; OTHER: @other_name = alias void (), ptr @other
@other_name = alias void (), ptr @other
; USER-DAG: @second_name = internal alias void (), ptr @helper
@second_name = internal alias void (), ptr @helper
; USER-DAG: @resolved = internal ifunc void (), ptr @resolver
@resolved = internal ifunc void (), ptr @resolver

; USER-DAG: define internal void @helper()
define void @helper() {
  ret void
}
; USER-DAG: define internal ptr @resolver()
define ptr @resolver() {
  ret ptr @implementation
}
; USER-DAG: define internal void @implementation()
define internal void @implementation() {
  ret void
}
; OTHER: define spir_kernel void @other()
define spir_kernel void @other() #0 {
  ret void
}
; USER-DAG: define spir_kernel void @user()
define spir_kernel void @user() #0 {
  call void @second_name()
  call void @resolved()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
