; Free function kernels come first, so what other steps do to kernels is done to them. A module for SPIR-V needs nothing
; more.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=sycl-device-pipeline -verify-each %t/nvptx.ll | FileCheck %s
; RUN: %opt -S -passes=sycl-device-pipeline -verify-each %t/spirv.ll | FileCheck %s --check-prefix=SPIRV
; RUN: not %opt -S -passes=sycl-device-pipeline %t/wrong.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=WRONG

;--- nvptx.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.range = private constant [16 x i8] c"nd_range_kernel\00"
@.size = private constant [16 x i8] c"work_group_size\00"
@.args = private constant { ptr, i32 } { ptr @.range, i32 1 }
@.args.size = private constant { ptr, i32 } { ptr @.size, i32 64 }
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 0, ptr @.args.size }
], section "llvm.metadata"
; CHECK: @__sycl_kernel_f_shared_mem = external addrspace(3) global [0 x i8]
; CHECK: define ptx_kernel void @__sycl_kernel_f(i32 %l.offset, ptr addrspace(1) %p)
; CHECK: {{"nvvm.reqntid"="64|!"reqntidx", i32 64}}
define void @f(ptr addrspace(3) %l, ptr %p) {
  store ptr addrspace(3) %l, ptr %p
  ret void
}

;--- spirv.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"
; SPIRV: define spir_kernel void @__sycl_kernel_f(ptr addrspace(3) %l, ptr addrspace(1) %p)
define spir_func void @f(ptr addrspace(3) %l, ptr addrspace(4) %p) {
  store ptr addrspace(3) %l, ptr addrspace(4) %p
  ret void
}

;--- wrong.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"
; WRONG: error: free function kernel `f` returns `i32`; expected `void`
define spir_func i32 @f() {
  ret i32 0
}
