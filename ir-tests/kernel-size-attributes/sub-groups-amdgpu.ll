; On AMDGPU a sub-group is a wave, of 32 or 64. The size is one for all functions of a module.

; RUN: %opt -S -passes='kernel-size-attributes,kernel-size-attributes' -verify-each %s | FileCheck %s
; RUN: %opt -passes=kernel-size-attributes %s | %llc -mcpu=gfx1100 | FileCheck %s --check-prefix=W64
; RUN: sed -e 's/i32 64/i32 32/' %s | %opt -passes=kernel-size-attributes | %llc -mcpu=gfx1100 | FileCheck %s --check-prefix=W32
; RUN: sed -e '/intel_reqd/s/!intel_reqd_sub_group_size !0//' %s | %opt -passes=kernel-size-attributes | %llc -mcpu=gfx1100 | FileCheck %s --check-prefix=W32

target triple = "amdgcn-amd-amdhsa"

; W32: .wavefront_size: 32
; W64: .wavefront_size: 64
; CHECK: define amdgpu_kernel void @kernel() #[[#KERNEL:]] !intel_reqd_sub_group_size
define amdgpu_kernel void @kernel() !intel_reqd_sub_group_size !0 {
  ret void
}
; CHECK: define void @helper() #[[#HELPER:]] {
define void @helper() #0 {
  ret void
}
; CHECK: define amdgpu_kernel void @same() #[[#KERNEL]]
define amdgpu_kernel void @same() !intel_reqd_sub_group_size !0 {
  ret void
}
; CHECK: declare void @elsewhere(){{$}}
declare void @elsewhere()

; CHECK-DAG: attributes #[[#KERNEL]] = { "target-features"="-wavefrontsize32,+wavefrontsize64" }
; CHECK-DAG: attributes #[[#HELPER]] = { "target-features"="+dl-insts,-wavefrontsize32,+wavefrontsize64" }
attributes #0 = { "target-features"="+wavefrontsize32,+dl-insts" }
!0 = !{i32 64}
