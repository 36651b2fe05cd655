; Kernels that only AdaptiveCpp's annotation names are kernels for every stage: they stay, and become kernels of the target.
; Code without any kernel is warned of, because nothing of it stays.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80;generic=0>' %s 2>&1 | FileCheck %s --check-prefix=NVPTX --implicit-check-not=warning:
; RUN: %opt -S -passes='llvm-to-backend<target=amdgcn:gfx90a;generic=0>' %s 2>&1 | FileCheck %s --check-prefix=AMDGPU --implicit-check-not=warning:
; RUN: %opt -S -passes='llvm-to-backend<target=spirv64;generic=0>' %s 2>&1 | FileCheck %s --check-prefix=SPIRV --implicit-check-not=warning:
; RUN: %opt -S -passes='llvm-to-backend<target=host;generic=0;entry>,llvm-to-backend<target=host;generic=0;entry>' %s 2>&1 | FileCheck %s --check-prefix=HOST --implicit-check-not=warning:
; RUN: %opt -S -passes=sscp-prune %s | FileCheck %s --check-prefix=PRUNED
; RUN: sed 's/c"hipsycl_sscp/c"another_sscp/' %s > %t.ll
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80;generic=0>' -pass-remarks-output=%t.yaml %t.ll 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: FileCheck %s --check-prefix=ID < %t.yaml
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80;generic=0;keep=scale>' %t.ll 2>&1 | FileCheck %s --check-prefix=KEPT --implicit-check-not=warning:

; NVPTX:  define{{.*}} ptx_kernel void @scale(
; AMDGPU: define{{.*}} amdgpu_kernel void @scale(
; SPIRV:  define{{.*}} spir_kernel void @scale(
; HOST:   define{{.*}} @sycl_host_image_v1
; PRUNED-NOT: @other
; PRUNED:     define void @scale(
; PRUNED-NOT: @other
; NONE:   warning: the module has functions, but no kernel among them, so the image is empty; expected a function with a kernel's calling convention (`spir_kernel`) or AdaptiveCpp's annotation
; NONE-NOT: define
; ID:     Pass: {{ *}}llvm-to-backend
; ID:     Name: {{ *}}NoKernel
; ID:     Function: {{ *}}scale
; KEPT:   define void @scale(

target triple = "x86_64-unknown-linux-gnu"

@mark = private unnamed_addr constant [20 x i8] c"hipsycl_sscp_kernel\00", section "llvm.metadata"
@file = private unnamed_addr constant [2 x i8] c"f\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @scale, ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"

define void @scale(ptr %p) {
  store i32 1, ptr %p
  ret void
}

define void @other(ptr %p) {
  ret void
}
