; A kernel keeps its comdat.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK: $kernel = comdat any
$kernel = comdat any

; CHECK: define linkonce_odr amdgpu_kernel void @kernel(i32 %p.offset) comdat {
define linkonce_odr amdgpu_kernel void @kernel(ptr addrspace(3) %p) comdat {
  ret void
}
