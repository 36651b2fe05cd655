; Functions with loops become part of kernels, so that all items can run them together. Those that the source wants apart do
; not, as those without a loop: LLVM decides about them.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s

; CHECK-LABEL: define internal float @kept(
; CHECK-LABEL: define internal float @without_loop(
; CHECK-LABEL: define internal void @kernel.wg(
; CHECK-NOT:     @with_loop
; CHECK:         call float @kept(
; CHECK:         call float @without_loop(
; CHECK-NOT:   @with_loop

target triple = "x86_64-unknown-linux-gnu"

define void @kernel(ptr %out, float %x) #0 {
  %first = call float @with_loop(float %x)
  %second = call float @kept(float %first)
  %third = call float @without_loop(float %second)
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr float, ptr %out, i64 %id
  store float %third, ptr %place
  ret void
}

define internal float @with_loop(float %x) {
entry:
  br label %loop
loop:
  %now = phi float [ %x, %entry ], [ %next, %loop ]
  %next = fmul float %now, %now
  %small = fcmp olt float %next, 1.0
  br i1 %small, label %loop, label %end
end:
  ret float %next
}

define internal float @kept(float %x) noinline {
entry:
  br label %loop
loop:
  %now = phi float [ %x, %entry ], [ %next, %loop ]
  %next = fmul float %now, %now
  %small = fcmp olt float %next, 1.0
  br i1 %small, label %loop, label %end
end:
  ret float %next
}

define internal float @without_loop(float %x) {
  %result = fadd float %x, 1.0
  ret float %result
}

declare i64 @__sp_host_local_id(i32)

attributes #0 = { "sycl-kernel" }
