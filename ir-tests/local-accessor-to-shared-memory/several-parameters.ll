; The local parameters of a kernel share one block, and each has its own offset. Other parameters keep their types,
; names, attributes and positions, including unnamed ones. Of the attributes of a pointer, only those that an integer
; can have are kept.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%struct = type { i64, i8 }

; CHECK: @kernel_shared_mem = external addrspace(3) global [0 x i8], align 8
; CHECK-NOT: @{{.*}}shared_mem =

; CHECK: define weak_odr protected ptx_kernel void @kernel(ptr addrspace(1) noalias noundef readonly align 16 %in, i32 noundef "mark"="yes" %a.offset, i64 signext %n, ptr byval(%struct) align 8 %s, i32 %b.offset, i32 %0, float %1)
; CHECK-SAME: local_unnamed_addr #[[#ATTRIBUTES:]] section "kernels" align 256
; CHECK-NEXT: %a = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_shared_mem, i32 0, i32 %a.offset
; CHECK-NEXT: %b = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_shared_mem, i32 0, i32 %b.offset
; CHECK-NEXT: %3 = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_shared_mem, i32 0, i32 %0
; CHECK-NEXT: store i8 1, ptr addrspace(3) %a, align 1
; CHECK-NEXT: store i64 %n, ptr addrspace(3) %b, align 8
; CHECK-NEXT: store float %1, ptr addrspace(3) %3, align 4
define weak_odr protected ptx_kernel void @kernel(ptr addrspace(1) noalias noundef readonly align 16 %in, ptr addrspace(3) noalias noundef nonnull dereferenceable(8) "mark"="yes" %a, i64 signext %n, ptr byval(%struct) align 8 %s, ptr addrspace(3) readonly %b, ptr addrspace(3) %0, float %1) local_unnamed_addr #0 section "kernels" align 256 {
  store i8 1, ptr addrspace(3) %a, align 1
  store i64 %n, ptr addrspace(3) %b, align 8
  store float %1, ptr addrspace(3) %0, align 4
  ret void
}

; The order of functions stays.
; CHECK: define void @helper()
define void @helper() {
  ret void
}

; CHECK: attributes #[[#ATTRIBUTES]] = { nounwind "some"="thing"{{.*}} }
attributes #0 = { nounwind "some"="thing" }
