; A library's function that takes its arguments elsewhere: pointers in other address spaces, values in memory, truth
; values and vectors of three as wider ones. What stands between is inlined.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes='link-builtins<lib=%t/library.ll>' -verify-each %t/module.ll | FileCheck %s
; RUN: %opt -S -passes='link-builtins<lib=%t/library.ll>,always-inline,globaldce' -verify-each %t/module.ll | FileCheck %s --check-prefix=INLINE

; CHECK: define internal void @to_stack.adapted(ptr %0) #[[INLINED:[0-9]+]] {
; CHECK-NEXT:    %cast = addrspacecast ptr %0 to ptr addrspace(5)
; CHECK-NEXT:    call void @to_stack(ptr addrspace(5) %cast)
; CHECK: define internal <3 x float> @wider.adapted(<3 x float> %0, i1 %1) #[[INLINED]] {
; CHECK:         call <4 x float> @wider(<4 x float> %{{.*}}, i8 %{{.*}})
; CHECK: define internal <4 x double> @in_memory.adapted(<4 x double> %0) #[[INLINED]] {
; CHECK:         alloca <4 x double>{{.*}}, addrspace(5)
; CHECK:         call void @in_memory(ptr %{{.*}}, ptr %{{.*}})
; CHECK:         ret <4 x double>
; CHECK: attributes #[[INLINED]] = { alwaysinline

; INLINE-NOT: .adapted

;--- module.ll
target datalayout = "e-p:64:64-p1:64:64-p3:32:32-p4:64:64-p5:32:32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %slot = alloca i32, addrspace(5)
  %flat = addrspacecast ptr addrspace(5) %slot to ptr
  call void @to_stack(ptr %flat)
  %v = call <3 x float> @wider(<3 x float> zeroinitializer, i1 true)
  %w = call <4 x double> @in_memory(<4 x double> zeroinitializer)
  store <3 x float> %v, ptr addrspace(1) %out
  store <4 x double> %w, ptr addrspace(1) %out
  ret void
}
declare void @to_stack(ptr)
declare <3 x float> @wider(<3 x float>, i1)
declare <4 x double> @in_memory(<4 x double>)

;--- library.ll
target triple = "amdgcn-amd-amdhsa"

define void @to_stack(ptr addrspace(5) %p) {
  store i32 1, ptr addrspace(5) %p
  ret void
}
define <4 x float> @wider(<4 x float> %v, i8 %b) {
  ret <4 x float> %v
}
define void @in_memory(ptr sret(<4 x double>) %to, ptr byval(<4 x double>) %from) {
  %v = load <4 x double>, ptr %from
  store <4 x double> %v, ptr %to
  ret void
}
