; Metadata that names a global through a constant expression does not keep it: if no code needs the global, the metadata
; loses the reference, and the image verifies. If code needs the global, the metadata keeps it.

; RUN: rm -rf %t && mkdir -p %t/1 %t/3
; RUN: cd %t/1 && %opt -disable-output -passes='device-code-split<kernel;o=x.table>' %s
; RUN: cd %t/3 && %opt -disable-output -passes='device-code-split<kernel;jobs=3;o=x.table>' %s
; RUN: diff -r %t/1 %t/3
; RUN: opt -S -passes=verify %t/1/x_0.bc | FileCheck %s --check-prefix=USER
; RUN: opt -S -passes=verify %t/1/x_1.bc | FileCheck %s --check-prefix=NAMES --implicit-check-not=@target --implicit-check-not=@helper
; RUN: opt -S -passes=verify %t/1/x_2.bc | FileCheck %s --check-prefix=BOTH --implicit-check-not=@helper

target triple = "spir64-unknown-unknown"

@target = internal addrspace(1) global [4 x ptr] [ptr @helper, ptr null, ptr null, ptr null]
@present = internal addrspace(1) global i32 0
define internal void @helper() {
  ret void
}

; BOTH: @present
; BOTH: define spir_kernel void @both() {{.*}} !own ![[OWN:[0-9]+]]
; BOTH: ![[OWN]] = distinct !{null, i64 ptrtoint (ptr addrspace(1) @present to i64)}
define spir_kernel void @both() #0 !own !2 {
  %v = load i32, ptr addrspace(1) @present
  ret void
}
; NAMES: define spir_kernel void @names() {{.*}} !own ![[OWN:[0-9]+]]
; NAMES: !other ![[OTHER:[0-9]+]]
; NAMES-DAG: ![[OWN]] = distinct !{null}
; NAMES-DAG: ![[OTHER]] = distinct !{!"x", null}
define spir_kernel void @names() #0 !own !0 {
  %slot = alloca i32
  store i32 0, ptr %slot, !other !1
  ret void
}
; USER: @target = internal addrspace(1) global [4 x ptr] [ptr @helper
; USER: define internal void @helper()
; USER: define spir_kernel void @user() {{.*}} !own ![[OWN:[0-9]+]]
; USER: ![[OWN]] = !{i64 ptrtoint (ptr addrspace(1) @target to i64)}
define spir_kernel void @user() #0 !own !0 {
  %v = load i32, ptr addrspace(1) @target
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i64 ptrtoint (ptr addrspace(1) @target to i64)}
!1 = !{!"x", [1 x ptr addrspace(1)] [ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @target, i64 8)]}
!2 = !{ptr addrspacecast (ptr addrspace(1) @target to ptr), i64 ptrtoint (ptr addrspace(1) @present to i64)}
