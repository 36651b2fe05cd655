; Modules without such kernels are unchanged and keep their analyses: kernels without local parameters, no kernels or
; functions at all, and targets that can pass pointers to local memory.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=verify %t/no-local-parameters.ll -o %t/before && %opt -S -passes=local-accessor-to-shared-memory %t/no-local-parameters.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/no-entry-points.ll -o %t/before && %opt -S -passes=local-accessor-to-shared-memory %t/no-entry-points.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/empty.ll -o %t/before && %opt -S -passes=local-accessor-to-shared-memory %t/empty.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/spirv.ll -o %t/before && %opt -S -passes=local-accessor-to-shared-memory %t/spirv.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/host.ll -o %t/before && %opt -S -passes=local-accessor-to-shared-memory %t/host.ll | diff %t/before -
; RUN: %opt -passes='require<globals-aa>,local-accessor-to-shared-memory' -debug-pass-manager -disable-output %t/no-local-parameters.ll 2>&1 | FileCheck %s --implicit-check-not=Invalidating

; CHECK: Running pass: LocalAccessorToSharedMemoryPass on [module]

;--- no-local-parameters.ll
target triple = "nvptx64-nvidia-cuda"
@block = internal addrspace(3) global i32 undef
define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %n, ptr %generic) {
  store i32 %n, ptr addrspace(3) @block
  ret void
}
;--- no-entry-points.ll
target triple = "nvptx64-nvidia-cuda"
define void @function(ptr addrspace(3) %p) {
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{}
!1 = !{null, !"kernel", i32 1}
;--- empty.ll
target triple = "amdgcn-amd-amdhsa"
;--- spirv.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @kernel(ptr addrspace(3) %p) {
  ret void
}
;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
define void @function(ptr addrspace(3) %p) {
  ret void
}
