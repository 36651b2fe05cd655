; All annotations of a kernel are copied to its clone; in older IR, an annotation is what makes it a kernel.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --check-prefixes=CHECK,LLVM%llvm

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define {{.*}}void @kernel_with_offset(ptr byval([3 x i32]) align 4 %offset) {{(#0 )?}}{
; LLVM22: define ptx_kernel void @none()
define void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
define void @none() {
  ret void
}
; LLVM22: attributes #[[#]] = { "nvvm.maxntid"="64" }
; LLVM22: !{ptr @kernel, !"else", i32 7}
; LLVM22: !{ptr @kernel_with_offset, !"else", i32 7}
; LLVM19: !nvvm.annotations = !{![[#A:]], ![[#B:]], ![[#C:]], ![[#D:]], ![[#E:]]}
; LLVM19-DAG: ![[#A]] = !{ptr @kernel, !"kernel", i32 1, !"maxntidx", i32 64}
; LLVM19-DAG: ![[#B]] = !{ptr @none, !"kernel", i32 1}
; LLVM19-DAG: ![[#D]] = !{ptr @kernel_with_offset, !"kernel", i32 1, !"maxntidx", i32 64}
; LLVM19-DAG: ![[#E]] = !{ptr @kernel_with_offset, !"else", i32 7}
; LLVM16: !nvvm.annotations = !{![[#A:]], ![[#B:]], ![[#C:]], ![[#D:]], ![[#E:]]}
; LLVM16-DAG: ![[#A]] = !{ptr @kernel, !"kernel", i32 1, !"maxntidx", i32 64}
; LLVM16-DAG: ![[#B]] = !{ptr @none, !"kernel", i32 1}
; LLVM16-DAG: ![[#D]] = !{ptr @kernel_with_offset, !"kernel", i32 1, !"maxntidx", i32 64}
; LLVM16-DAG: ![[#E]] = !{ptr @kernel_with_offset, !"else", i32 7}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @kernel, !"kernel", i32 1, !"maxntidx", i32 64}
!1 = !{ptr @none, !"kernel", i32 1}
!2 = !{ptr @kernel, !"else", i32 7}
