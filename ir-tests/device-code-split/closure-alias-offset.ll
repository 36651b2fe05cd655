; An alias that others can see goes with the variable that it stands for a part of.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll

target triple = "spir64-unknown-unknown"

; CHECK: @pair =
@pair = internal addrspace(1) global [2 x i32] [i32 1, i32 2]
; CHECK: @second = alias i32, getelementptr
@second = alias i32, getelementptr ([2 x i32], ptr addrspace(1) @pair, i64 0, i64 1)

define spir_kernel void @kernel() {
  store i32 3, ptr addrspace(1) @pair
  ret void
}
