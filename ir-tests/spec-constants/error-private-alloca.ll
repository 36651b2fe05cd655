; No mode lowers private memory whose size is a constant, and no back end accepts the intrinsic. In code that is in no
; image, it does not matter.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t/out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t/out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<default-values>' %s -o %t/out 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes='sycl-post-link<spec-const=native;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=emulation;jobs=2;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes='sycl-post-link<o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls %t | count 0

; CHECK: error: `llvm.sycl.alloca.p4.p0.p0.p0.f32` in function `helper` allocates private memory by specialization constant `count`, which is not supported; expected memory of a size that is known when compiling

; RUN: sed -e 's/call void @helper/; &/' %s | %opt -disable-output -passes='sycl-post-link<spec-const=native;o=%t/x.table>'
; RUN: ls %t/x_0.bc

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [6 x i8] c"count\00"
@default = internal constant { i64 } { i64 5 }

define spir_kernel void @kernel(ptr %buffer) #0 {
  call void @helper(ptr %buffer)
  ret void
}

define spir_kernel void @kernel_other() #0 {
  ret void
}

define internal void @helper(ptr %buffer) {
  %memory = call ptr addrspace(4) @llvm.sycl.alloca.p4.p0.p0.p0.f32(ptr @name, ptr @default, ptr %buffer, float 0.0, i64 8)
  store float 1.0, ptr addrspace(4) %memory
  ret void
}

declare ptr addrspace(4) @llvm.sycl.alloca.p4.p0.p0.p0.f32(ptr, ptr, ptr, float, i64)

attributes #0 = { "sycl-module-id"="a.cpp" }
