; Where all annotations are ours, their list is removed, too. Older compilers write lists without arguments.

; RUN: %opt -S -passes=sycl-front-end -verify-each %s | FileCheck %s --implicit-check-not=llvm.global.annotations

target triple = "spir64-unknown-unknown"

@.text = private unnamed_addr constant [36 x i8] c"sycl-passes: reqd_sub_group_size=8 \00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32 }] [{ ptr, ptr, ptr, i32 } { ptr @kernel, ptr @.text, ptr null, i32 3 }], section "llvm.metadata"

; CHECK-NOT: @.text
; CHECK: define weak_odr spir_kernel void @kernel() #[[#]] !intel_reqd_sub_group_size ![[SIZE:[0-9]+]] {
; CHECK: ![[SIZE]] = !{i32 8}
define spir_kernel void @kernel() {
  ret void
}
