; A call through a pointer may reach every function of its signature that is marked `referenced-indirectly`. Such a
; function keeps its linkage.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=INDIRECT --input-file=%t/x_1.ll --implicit-check-not=@other_signature --implicit-check-not=@unmarked
; RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t/x_0.ll --implicit-check-not=@candidate

target triple = "spir64-unknown-unknown"

; INDIRECT-DAG: define spir_kernel void @calls_pointer(
define spir_kernel void @calls_pointer(ptr %slot) #0 {
  %callee = load ptr, ptr %slot
  %r = call spir_func i32 %callee(i32 1)
  ret void
}
; INDIRECT-DAG: define spir_func i32 @candidate(i32 %x)
define spir_func i32 @candidate(i32 %x) #1 {
  ret i32 %x
}
define spir_func i64 @other_signature(i32 %x) #1 {
  ret i64 0
}
define spir_func i32 @unmarked(i32 %x) {
  ret i32 %x
}
; PLAIN: define spir_kernel void @plain()
define spir_kernel void @plain() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "referenced-indirectly" }
