; Kernels are identified by their calling conventions, which differ between families of devices.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -disable-output -passes='device-code-split<symbols;S;o=%t/spir.table>' %t/spir.ll
; RUN: %opt -disable-output -passes='device-code-split<symbols;S;o=%t/ptx.table>' %t/ptx.ll
; RUN: %opt -disable-output -passes='device-code-split<symbols;S;o=%t/amdgpu.table>' %t/amdgpu.ll
; RUN: cd %t && grep -H . spir_0.sym ptx_0.sym amdgpu_0.sym | FileCheck %s --implicit-check-not=sym:

; CHECK:      spir_0.sym:kernel
; CHECK-NEXT: ptx_0.sym:kernel
; CHECK-NEXT: amdgpu_0.sym:kernel

;--- spir.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() {
  ret void
}
define spir_func void @helper() {
  ret void
}

;--- ptx.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel() {
  ret void
}
define void @helper() {
  ret void
}

;--- amdgpu.ll
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @kernel() {
  ret void
}
define void @helper() {
  ret void
}
