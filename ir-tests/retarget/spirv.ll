; SPIR-V's code that becomes SPIR-V changes its triple and data layout only, from any front end.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=spirv64>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='retarget<target=spirv64;generic=auto>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='retarget<target=spirv64>' %s -o %t.ll
; RUN: opt -S %s -o %t.before.ll
; RUN: sed '/^target\|^; ModuleID/d' %t.ll > %t.a
; RUN: sed '/^target\|^; ModuleID/d' %t.before.ll > %t.b
; RUN: cmp %t.a %t.b

; CHECK:      target datalayout = "e-i64:64-{{.*}}-n8:16:32:64-G1"
; CHECK-NEXT: target triple = "spirv64-unknown-unknown"
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInGlobalSize = external addrspace(1) constant <3 x i64>
; CHECK: define spir_kernel void @kernel(ptr addrspace(1) %p, ptr byval(ptr addrspace(4)) %s)
define spir_kernel void @kernel(ptr addrspace(1) %p, ptr byval(ptr addrspace(4)) %s) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %q = load ptr addrspace(4), ptr %s
  call spir_func void @kernel(ptr addrspace(1) %p, ptr byval(ptr addrspace(4)) %s)
  %size = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalSize
  ret void
}
