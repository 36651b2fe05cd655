; The older intrinsic on NVPTX returns a pointer to all three offsets. In the original, every load becomes zero and the
; address arithmetic is removed; in the clone, the parameter replaces the pointer.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --implicit-check-not=implicit.offset

target triple = "nvptx64-nvidia-cuda"

declare ptr @llvm.nvvm.implicit.offset()

; CHECK: define ptx_kernel void @kernel(ptr addrspace(1) %out, i1 %flag) {
; CHECK-NEXT: entry:
; CHECK-NEXT: br i1 %flag, label %then, label %end
; CHECK: then:
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: store i32 0, ptr addrspace(1) %out, align 4
; CHECK-NEXT: store <2 x i16> zeroinitializer, ptr addrspace(1) %out, align 4
; CHECK-NEXT: ret void

; CHECK: define ptx_kernel void @kernel_with_offset(ptr addrspace(1) %out, i1 %flag, ptr byval([3 x i32]) align 4 %offset) {
; CHECK: then:
; CHECK-NEXT: %second = getelementptr inbounds i32, ptr %offset, i64 1
; CHECK: end:
; CHECK-NEXT: %place = phi ptr [ %offset, %entry ], [ %second, %then ]
; CHECK-NEXT: %value = load i32, ptr %place, align 4
; CHECK: %chosen = select i1 %flag, ptr %offset, ptr %place
; CHECK-NEXT: %vector = load <2 x i16>, ptr %chosen, align 4
define ptx_kernel void @kernel(ptr addrspace(1) %out, i1 %flag) {
entry:
  %pointer = call ptr @llvm.nvvm.implicit.offset()
  br i1 %flag, label %then, label %end
then:
  %second = getelementptr inbounds i32, ptr %pointer, i64 1
  br label %end
end:
  %place = phi ptr [ %pointer, %entry ], [ %second, %then ]
  %value = load i32, ptr %place, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  %chosen = select i1 %flag, ptr %pointer, ptr %place
  %vector = load <2 x i16>, ptr %chosen, align 4
  store <2 x i16> %vector, ptr addrspace(1) %out, align 4
  ret void
}
