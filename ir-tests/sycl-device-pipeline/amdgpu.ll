; The same for AMDGPU.

; RUN: %opt -S -passes='sycl-device-pipeline<target=amdgcn:gfx90a>' -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc -mcpu=gfx90a -filetype=obj %t.ll -o %t.gfx90a.o
; RUN: %llc -mcpu=gfx1100 -filetype=obj %t.ll -o %t.gfx1100.o

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define amdgpu_kernel void @kernel(i32 %scratch.offset) #[[#SIZE:]]
; CHECK: define amdgpu_kernel void @kernel_with_offset(i32 %scratch.offset, ptr byref([3 x i32]) align 4 %offset) #[[#SIZE]]
define amdgpu_kernel void @kernel(ptr addrspace(3) %scratch) !reqd_work_group_size !0 {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  store i64 %x, ptr addrspace(3) %scratch, align 8
  ret void
}
; CHECK: attributes #[[#SIZE]] = { "amdgpu-flat-work-group-size"="16,16" }
!0 = !{i32 16, i32 1, i32 1}
