; On NVPTX generic pointers are in address space 0, and copies of structs are too.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s | FileCheck %s

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.point = type { float, [3 x i32] }
%accessor = type { ptr addrspace(3), { [1 x i64] } }
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.range = private constant [16 x i8] c"nd_range_kernel\00"
@.args = private constant { ptr, i32 } { ptr @.range, i32 1 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"

; CHECK: define ptx_kernel void @__sycl_kernel_kernel(ptr addrspace(1) %p, ptr byval(%struct.point) align 4 %s, ptr addrspace(3) noundef %l.pointer, ptr noundef byval({ [1 x i64] }) align 8 %l.range, ptr noundef byval({ [1 x i64] }) align 8 %l.memory, ptr noundef byval({ [1 x i64] }) align 8 %l.offset)
; CHECK-NEXT: %[[P:[0-9]+]] = addrspacecast ptr addrspace(1) %p to ptr
; CHECK: store ptr %[[P]], ptr %s
define void @kernel(ptr %p, ptr byval(%struct.point) align 4 %s, ptr byval(%accessor) align 8 %l) {
  store ptr %p, ptr %s
  ret void
}
