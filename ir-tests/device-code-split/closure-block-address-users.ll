; Code that uses the address of a block can be in another image than the block. The bitcode of the block's function
; lists its users, but only those in the same image.

; RUN: rm -rf %t && mkdir -p %t/1 %t/3
; RUN: cd %t/1 && %opt -disable-output -passes='device-code-split<kernel;o=x.table>' %s
; RUN: cd %t/3 && %opt -disable-output -passes='device-code-split<kernel;jobs=3;o=x.table>' %s
; RUN: diff -r %t/1 %t/3
; RUN: opt -S -passes=verify %t/1/x_0.bc | FileCheck %s --check-prefix=CALLS --implicit-check-not=@takes
; RUN: opt -S -passes=verify %t/1/x_1.bc | FileCheck %s --check-prefix=ALONE --implicit-check-not=@takes
; RUN: opt -S -passes=verify %t/1/x_2.bc | FileCheck %s --check-prefix=TAKES

target triple = "spir64-unknown-unknown"

define internal void @shared(i64 %n) {
entry:
  br label %block
block:
  ret void
}
@table = internal constant [1 x ptr] [ptr blockaddress(@alone, %block)]
define internal void @alone() {
entry:
  br label %block
block:
  ret void
}
define internal void @takes_one(ptr %p) {
  store ptr blockaddress(@shared, %block), ptr %p
  store i64 ptrtoint (ptr blockaddress(@alone, %block) to i64), ptr %p
  ret void
}
; TAKES: define internal void @shared(
; TAKES: define internal void @alone(
; TAKES: define internal void @takes_one(
; TAKES: store ptr blockaddress(@shared, %block), ptr %p
; TAKES: store i64 ptrtoint (ptr blockaddress(@alone, %block) to i64), ptr %p
define spir_kernel void @a_takes(ptr %p) #0 {
  call void @takes_one(ptr %p)
  ret void
}
; ALONE: @table = internal constant [1 x ptr] [ptr blockaddress(@alone, %block)]
define spir_kernel void @b_alone() #0 {
  %v = load ptr, ptr @table
  ret void
}
; CALLS: define internal void @shared(
; CALLS: define spir_kernel void @c_calls()
define spir_kernel void @c_calls() #0 {
  call void @shared(i64 0)
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
