; On AMDGPU arguments of kernels are in constant memory: code gets a copy on its stack.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

%struct.point = type { float, [3 x i32] }
%accessor = type { ptr addrspace(3), { [1 x i64] } }
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.range = private constant [16 x i8] c"nd_range_kernel\00"
@.args = private constant { ptr, i32 } { ptr @.range, i32 1 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"

; CHECK: define amdgpu_kernel void @__sycl_kernel_kernel(ptr addrspace(1) %p, ptr addrspace(4) noundef byref(%struct.point) align 4 %s, ptr addrspace(3) noundef %l.pointer, ptr addrspace(4) noundef byref({ [1 x i64] }) align 8 %l.range, ptr addrspace(4) noundef byref({ [1 x i64] }) align 8 %l.memory, ptr addrspace(4) noundef byref({ [1 x i64] }) align 8 %l.offset)
; CHECK-NEXT: %[[P:[0-9]+]] = addrspacecast ptr addrspace(1) %p to ptr
; CHECK-NEXT: %[[S:[0-9]+]] = alloca %struct.point, align 4, addrspace(5)
; CHECK-NEXT: call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) align 4 %[[S]], ptr addrspace(4) align 4 %s, i64 16, i1 false)
; CHECK-NEXT: %l = alloca %accessor, align 8, addrspace(5)
; CHECK-NEXT: store ptr addrspace(3) %l.pointer, ptr addrspace(5) %l, align 4
; CHECK: store ptr %[[P]], ptr addrspace(5) %[[S]]
define void @kernel(ptr %p, ptr addrspace(5) byval(%struct.point) align 4 %s, ptr addrspace(5) byval(%accessor) align 8 %l) {
  store ptr %p, ptr addrspace(5) %s
  ret void
}
