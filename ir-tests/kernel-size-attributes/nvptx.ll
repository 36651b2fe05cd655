; Sizes in the order of the metadata, x first, become attributes of NVPTX kernels. Missing dimensions are 1. A required
; size excludes a maximum, since PTX rejects both together; of two maxima, the smaller counts. An existing maximum is
; kept unless there is a required size. Metadata of other functions is ignored.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes=kernel-size-attributes -verify-each %s | FileCheck %s --implicit-check-not=nvvm.
; RUN: %opt -passes=kernel-size-attributes %s | %llc -mcpu=sm_90 | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @required() #[[#REQUIRED:]] !reqd_work_group_size
; PTX: .entry required(
; PTX: .reqntid 8, 4, 2
define ptx_kernel void @required() !reqd_work_group_size !0 !max_work_group_size !1 {
  ret void
}
; CHECK: define ptx_kernel void @short() #[[#SHORT:]] !reqd_work_group_size
; PTX: .entry short(
; PTX: .reqntid 64, 1, 1
define ptx_kernel void @short() !reqd_work_group_size !2 !work_group_num_dim !3 {
  ret void
}
; CHECK: define ptx_kernel void @maximum() #[[#MAXIMUM:]] !max_work_group_size
; PTX: .entry maximum(
; PTX: .maxntid 16, 8, 1
define ptx_kernel void @maximum() !max_work_group_size !1 {
  ret void
}
; CHECK: define ptx_kernel void @linear() #[[#LINEAR:]] {{.*}}!max_linear_work_group_size
; PTX: .entry linear(
; PTX: .maxntid 100
define ptx_kernel void @linear() !max_linear_work_group_size !4 !max_work_group_size !1 {
  ret void
}
; CHECK: define ptx_kernel void @already() #[[#ALREADY:]] !max_work_group_size
define ptx_kernel void @already() #0 !max_work_group_size !1 {
  ret void
}
; CHECK: define ptx_kernel void @replaced() #[[#REQUIRED]] !reqd_work_group_size
; PTX: .entry replaced(
; PTX: .reqntid 8, 4, 2
define ptx_kernel void @replaced() #0 !reqd_work_group_size !0 {
  ret void
}
; CHECK: define ptx_kernel void @corrected() #[[#REQUIRED]] !reqd_work_group_size
define ptx_kernel void @corrected() #1 !reqd_work_group_size !0 {
  ret void
}
; CHECK: define void @function() !reqd_work_group_size
define void @function() !reqd_work_group_size !0 {
  ret void
}

; CHECK-DAG: attributes #[[#REQUIRED]] = { "nvvm.reqntid"="8,4,2" }
; CHECK-DAG: attributes #[[#SHORT]] = { "nvvm.reqntid"="64,1,1" }
; CHECK-DAG: attributes #[[#MAXIMUM]] = { "nvvm.maxntid"="16,8,1" }
; CHECK-DAG: attributes #[[#LINEAR]] = { "nvvm.maxntid"="100" }
; CHECK-DAG: attributes #[[#ALREADY]] = { "nvvm.maxntid"="32" }
attributes #0 = { "nvvm.maxntid"="32" }
attributes #1 = { "nvvm.maxntid"="32" "nvvm.reqntid"="32" }
!0 = !{i32 8, i32 4, i32 2}
!1 = !{i32 16, i32 8, i32 1}
!2 = !{i32 64}
!3 = !{i32 1}
!4 = !{i64 100}
