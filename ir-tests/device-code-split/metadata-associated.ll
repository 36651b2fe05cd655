; A global that `!associated` names is needed, because the metadata is invalid without it. This also holds if the image
; is finished on a copy because other metadata names missing globals.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;o=%t/x.table>' %s
; RUN: opt -S -passes=verify %t/x_0.bc | FileCheck %s --check-prefix=TWO --implicit-check-not=@leader
; RUN: opt -S -passes=verify %t/x_1.bc | FileCheck %s --check-prefix=ONE

target triple = "spir64-unknown-unknown"

; ONE-DAG: @follower = internal global i32 1, !associated ![[FIRST:[0-9]+]]
@follower = internal global i32 1, !associated !0
; ONE-DAG: @leader = internal global ptr @of_leader
@leader = internal global ptr @of_leader
define internal void @of_leader() {
  ret void
}
; ONE-DAG: define internal void @function_follower() {{.*}}!associated ![[SECOND:[0-9]+]]
define internal void @function_follower() !associated !1 {
  ret void
}
; ONE-DAG: @function_leader = internal global i32 2
@function_leader = internal global i32 2
; ONE-DAG: ![[FIRST]] = !{ptr @leader}
; ONE-DAG: ![[SECOND]] = !{ptr @function_leader}
!0 = !{ptr @leader}
!1 = !{ptr @function_leader}
!2 = !{ptr @two}

define spir_kernel void @one() #0 !own !2 {
  %v = load i32, ptr @follower
  call void @function_follower()
  ret void
}
; TWO: define spir_kernel void @two()
define spir_kernel void @two() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
