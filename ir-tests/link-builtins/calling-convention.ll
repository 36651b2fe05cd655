; Functions of another calling convention than the library's are made here, and call it by its own.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes='link-builtins<lib=%t/library.ll>' -verify-each %t/module.ll | FileCheck %s

; CHECK: call spir_func i32 @f.adapted(i32 1) #[[CALL:[0-9]+]]
; CHECK: define internal spir_func i32 @f.adapted(i32 %0) #[[MADE:[0-9]+]] {
; CHECK-NEXT: %result = call i32 @f(i32 %0)
; CHECK: define internal i32 @f(i32 %x) #[[DEFINED:[0-9]+]]
; CHECK-DAG: attributes #[[MADE]] = { alwaysinline convergent }
; CHECK-DAG: attributes #[[DEFINED]] = { convergent }

;--- module.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() {
  %a = call spir_func i32 @f(i32 1) #0
  ret void
}
declare spir_func i32 @f(i32)
attributes #0 = { nounwind }

;--- library.ll
target triple = "nvptx64-nvidia-cuda"

define i32 @f(i32 %x) #0 {
  ret i32 %x
}
attributes #0 = { convergent "target-cpu"="sm_20" }
