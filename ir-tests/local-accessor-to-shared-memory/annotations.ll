; In older IR, !nvvm.annotations marks kernels, alone or among other pairs. The annotations move to the new function.
; When LLVM 22 reads them, it turns those it knows into calling convention and attributes.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s --check-prefixes=CHECK,LLVM%llvm

target triple = "nvptx64-nvidia-cuda"

; CHECK: @first_shared_mem =
; CHECK: @second_shared_mem =
; CHECK-NOT: shared_mem =

; CHECK: define {{(ptx_kernel )?}}void @first(i32 %p.offset)
define void @first(ptr addrspace(3) %p) {
  ret void
}
; CHECK: define {{(ptx_kernel )?}}void @second(i32 %p.offset)
define void @second(ptr addrspace(3) %p) {
  ret void
}
; CHECK: define void @function(ptr addrspace(3) %p)
define void @function(ptr addrspace(3) %p) {
  ret void
}

; LLVM16: !nvvm.annotations = !{![[#A:]], ![[#B:]], ![[#C:]], ![[#D:]]}
; LLVM16: ![[#A]] = !{ptr @first, !"kernel", i32 1}
; LLVM16: ![[#B]] = !{ptr @second, !"maxntidx", i32 64, !"kernel", i32 1, !"else", i32 7}
; LLVM16: ![[#C]] = !{ptr @first, !"else", i32 3}
; LLVM16: ![[#D]] = !{ptr @function, !"kernel", i32 0}
; LLVM19: !nvvm.annotations = !{![[#A:]], ![[#B:]], ![[#C:]], ![[#D:]]}
; LLVM19: ![[#A]] = !{ptr @first, !"kernel", i32 1}
; LLVM19: ![[#B]] = !{ptr @second, !"maxntidx", i32 64, !"kernel", i32 1, !"else", i32 7}
; LLVM19: ![[#C]] = !{ptr @first, !"else", i32 3}
; LLVM19: ![[#D]] = !{ptr @function, !"kernel", i32 0}
; LLVM22: attributes #{{.*}} = { "nvvm.maxntid"="64" }
; LLVM22: !{ptr @second, !"else", i32 7}
; LLVM22: !{ptr @first, !"else", i32 3}
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @first, !"kernel", i32 1}
!1 = !{ptr @second, !"maxntidx", i32 64, !"kernel", i32 1, !"else", i32 7}
!2 = !{ptr @first, !"else", i32 3}
!3 = !{ptr @function, !"kernel", i32 0}
