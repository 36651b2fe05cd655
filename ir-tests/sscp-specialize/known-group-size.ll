; Claim B, known group size: queries for the size are constants, in functions and variables, of one dimension or of one that is
; computed, and of AdaptiveCpp. Every kernel requires the size.

; RUN: %opt -S -passes='sscp-specialize<group-size=16:8:2>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='sscp-specialize<group-size=16x8x2>,sscp-specialize<group-size=16x8x2>' %s -o %t.twice.ll
; RUN: %opt -S -passes='sscp-specialize<group-size=16x8x2>' %s -o %t.once.ll
; RUN: cmp %t.once.ll %t.twice.ll

target triple = "spir64-unknown-unknown"

; CHECK: @__spirv_BuiltInWorkgroupSize = internal addrspace(1) constant <3 x i64> <i64 16, i64 8, i64 2>
@__spirv_BuiltInWorkgroupSize = external addrspace(1) constant <3 x i64>

; CHECK: define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %dimension) !reqd_work_group_size ![[SIZE:[0-9]+]]
; CHECK-NEXT: store i64 16
; CHECK-NEXT: store i64 8
; CHECK-NEXT: store i64 1
; CHECK-NEXT: store i64 2
; CHECK-NEXT: %[[THIRD:.*]] = icmp ult i32 %dimension, 3
; CHECK-NEXT: %[[Z:.*]] = select i1 %[[THIRD]], i64 2, i64 1
; CHECK-NEXT: %[[SECOND:.*]] = icmp ult i32 %dimension, 2
; CHECK-NEXT: %[[Y:.*]] = select i1 %[[SECOND]], i64 8, i64 %[[Z]]
; CHECK-NEXT: %[[FIRST:.*]] = icmp ult i32 %dimension, 1
; CHECK-NEXT: %[[X:.*]] = select i1 %[[FIRST]], i64 16, i64 %[[Y]]
; CHECK-NEXT: store i64 %[[X]]
define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %dimension) {
  %x = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  store i64 %x, ptr addrspace(1) %out
  %y = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 1)
  store i64 %y, ptr addrspace(1) %out
  %none = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 3)
  store i64 %none, ptr addrspace(1) %out
  %z = call spir_func i64 @__acpp_sscp_get_local_size_z()
  store i64 %z, ptr addrspace(1) %out
  %any = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 %dimension)
  store i64 %any, ptr addrspace(1) %out
  ret void
}
; CHECK: define spir_kernel void @required() !reqd_work_group_size
define spir_kernel void @required() !reqd_work_group_size !0 {
  ret void
}

; CHECK-NOT: declare
declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare spir_func i64 @__acpp_sscp_get_local_size_z()

; CHECK: ![[SIZE]] = !{i32 16, i32 8, i32 2}
!0 = !{i32 16, i32 8, i32 2}
