; A kernel that requires a size of work-groups does not read it from a register, and neither does its variant, which still
; computes ids in 32 bits.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80;distinct-memory>' %s | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80;distinct-memory;group-size=96:2>' %s | FileCheck %s
; RUN: sed 's/!reqd_work_group_size !0//' %s | %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80;distinct-memory>' | FileCheck %s --check-prefix=FREE

; CHECK-NOT: call{{.*}}sreg.ntid
; CHECK-LABEL: define ptx_kernel void @ids_distinct(
; CHECK: mul nuw nsw i32 {{%.*}}, 96
; CHECK: shl nuw nsw i32 {{%.*}}, 1
; CHECK-NOT: call{{.*}}sreg.ntid
; FREE: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_kernel void @ids(ptr addrspace(1) %to) !reqd_work_group_size !0 {
  %x = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %place = getelementptr i64, ptr addrspace(1) %to, i64 %x
  store i64 %y, ptr addrspace(1) %place
  ret void
}

!0 = !{i32 96, i32 2, i32 1}
