; If messages cannot be written, only they are lost: the host does not crash.

; RUN: not %opt -passes='spec-constants<foo>' -disable-output %s 2> /dev/full
; RUN: not %opt -passes='sycl-post-link<split=foo>' -disable-output %s 2> /dev/full
; RUN: %opt -passes='print<sycl-passes>' -disable-output %s 2> /dev/full
; RUN: env SYCL_PASSES_LOG=no=such=filter %opt -passes=spec-constants -disable-output %s 2> /dev/full
; RUN: env SYCL_PASSES_LOG=info %opt -passes=spec-constants -disable-output %s 2> /dev/full

define void @f() {
  ret void
}
