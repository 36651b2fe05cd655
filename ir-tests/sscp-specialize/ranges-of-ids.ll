; Claim B, ranges: with a known group size, local ids are less than it, and the index less than all of it; with
; `global-sizes-fit-in-int` global sizes and ids are less than 2^31. Optimizations use that; nothing is said twice.

; RUN: %opt -S -passes='sscp-specialize<group-size=16:8;global-sizes-fit-in-int>,sscp-specialize<group-size=16:8;global-sizes-fit-in-int>' \
; RUN:   -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='sscp-specialize<group-size=16:8>,default<O2>' %s | FileCheck %s --check-prefix=USED

target triple = "spir64-unknown-unknown"

@__spirv_BuiltInLocalInvocationId = external addrspace(1) constant <3 x i64>
@__spirv_BuiltInLocalInvocationIndex = external addrspace(1) constant i64

; CHECK-LABEL: @kernel
; CHECK-NEXT: %x = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK-NEXT: %[[X:.*]] = icmp ult i64 %x, 16
; CHECK-NEXT: call void @llvm.assume(i1 %[[X]])
; CHECK-NEXT: %y = call spir_func i32 @__acpp_sscp_get_local_id_y()
; CHECK-NEXT: %[[Y:.*]] = icmp ult i32 %y, 8
; CHECK-NEXT: call void @llvm.assume(i1 %[[Y]])
; CHECK-NEXT: %global = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
; CHECK-NEXT: %[[GLOBAL:.*]] = icmp ult i64 %global, 2147483648
; CHECK-NEXT: call void @llvm.assume(i1 %[[GLOBAL]])
; CHECK-NEXT: %fits = zext i1 true to i32
; CHECK-NEXT: %index = load i64, ptr addrspace(1) @__spirv_BuiltInLocalInvocationIndex
; CHECK-NEXT: %[[INDEX:.*]] = icmp ult i64 %index, 128
; CHECK-NEXT: call void @llvm.assume(i1 %[[INDEX]])
; CHECK-NEXT: %id = load <3 x i64>
; CHECK-NEXT: %second = extractelement <3 x i64> %id, i64 1
; CHECK-NEXT: %[[SECOND:.*]] = icmp ult i64 %second, 8
; CHECK-NEXT: call void @llvm.assume(i1 %[[SECOND]])
; CHECK-NEXT: icmp
; CHECK-NOT:  call void @llvm.assume
; USED-LABEL: @kernel
; USED:       store i1 true
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %x = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %y = call spir_func i32 @__acpp_sscp_get_local_id_y()
  %global = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %answer = call i1 @__acpp_sscp_if_global_sizes_fit_in_int()
  %fits = zext i1 %answer to i32
  %index = load i64, ptr addrspace(1) @__spirv_BuiltInLocalInvocationIndex
  %id = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInLocalInvocationId
  %second = extractelement <3 x i64> %id, i64 1
  %is_small = icmp ult i64 %x, 16
  store i1 %is_small, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func i32 @__acpp_sscp_get_local_id_y()
declare i1 @__acpp_sscp_if_global_sizes_fit_in_int()
