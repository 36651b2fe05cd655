; Host code stays as it is, markers included.

; RUN: opt -S %s -o %t.before.ll
; RUN: %opt -S -passes=sycl-front-end %s -o %t.after.ll
; RUN: cmp %t.before.ll %t.after.ll

target triple = "x86_64-unknown-linux-gnu"

declare void @_Z18__sycl_passes_factPKcz(ptr, ...)
define void @f() {
  call void (ptr, ...) @_Z18__sycl_passes_factPKcz(ptr null, i64 1)
  ret void
}
