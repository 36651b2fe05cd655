; On NVPTX printf is the driver's `vprintf`, with the arguments in a struct on the stack of the function; on the host it is
; that of the C library. Numbers are as wide as C makes them.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes=link-builtins -verify-each %t/nvptx.ll | FileCheck %s
; RUN: %opt -S -passes=link-builtins,link-builtins -verify-each %t/host.ll | FileCheck %s --check-prefix=HOST

; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %[[SLOT:.+]] = alloca { i32, double, i64, ptr }, align 8
; CHECK:       loop:
; CHECK-NEXT:    %[[WIDE:.+]] = fpext float %x to double
; CHECK-NEXT:    %{{.+}} = addrspacecast ptr addrspace(1) %p to ptr
; CHECK:         store double %[[WIDE]], ptr %{{.+}}, align 8
; CHECK:         call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @format to ptr), ptr %[[SLOT]])
; CHECK:         call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @format to ptr), ptr null)
; CHECK-NOT:     __spirv_ocl_printf
; HOST:          call i32 (ptr, ...) @printf(ptr @format, double %{{.+}}, i32 %{{.+}})
; HOST-NOT:      __spirv_ocl_printf
; HOST:          declare i32 @printf(ptr, ...)

;--- nvptx.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@format = internal addrspace(4) constant [4 x i8] c"%d\0A\00"

define ptx_kernel void @kernel(float %x, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %a = call i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(4) @format, i32 1, float %x, i64 2, ptr addrspace(1) %p)
  %b = call i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(4) @format)
  %c = icmp eq i32 %a, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}
declare i32 @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(4), ...)

;--- host.ll
target triple = "x86_64-unknown-linux-gnu"

@format = internal constant [4 x i8] c"%d\0A\00"

define void @kernel(half %x, i8 %y) {
  %a = call i32 (ptr, ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr @format, half %x, i8 %y)
  ret void
}
declare i32 @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr, ...)
