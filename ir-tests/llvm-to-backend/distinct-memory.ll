; With `distinct-memory`, kernels for NVIDIA's GPUs get variants after optimization, and what a variant loads in a loop from
; memory that it does not write is loaded once.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80;distinct-memory>' %s | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80>' %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -S -passes='llvm-to-backend<target=amdgcn:gfx90a;distinct-memory>' %s | FileCheck %s --check-prefix=OFF

; OFF-NOT: @scale_distinct

target triple = "spirv64-unknown-unknown"

; CHECK: @scale_distinct_pointers =
; CHECK: define ptx_kernel void @scale_distinct(
; CHECK: load float, ptr addrspace(1) {{.*}}, !invariant.load
; CHECK-NOT: load float
; CHECK: ret void
define spir_kernel void @scale(ptr addrspace(1) %factor, ptr addrspace(1) %y, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %f = load float, ptr addrspace(1) %factor, align 4
  %place = getelementptr float, ptr addrspace(1) %y, i32 %i
  store volatile float %f, ptr addrspace(1) %place, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
