; `llvm.used` keeps nothing alive, since it names every kernel. `llvm.compiler.used` keeps what it names, except device
; globals, which the SPIR-V translation rejects there.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=USER --input-file=%t/x_0.ll --implicit-check-not=@llvm.used
; RUN: FileCheck %s --check-prefix=OTHER --input-file=%t/x_1.ll --implicit-check-not=@llvm.used --implicit-check-not=@only_used

target triple = "spir64-unknown-unknown"

; OTHER-DAG: @kept = internal addrspace(1) global i32 1
; USER-DAG: @kept = internal addrspace(1) global i32 1
@kept = internal addrspace(1) global i32 1
@only_used = internal addrspace(1) global i32 2
@device_global = internal addrspace(1) global i32 3 #1
@llvm.used = appending global [3 x ptr] [ ptr @user, ptr @other, ptr addrspacecast (ptr addrspace(1) @only_used to ptr) ], section "llvm.metadata"
; OTHER-DAG: @llvm.compiler.used = appending global [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @kept to ptr addrspace(4))], section "llvm.metadata"
; USER-DAG: @llvm.compiler.used = appending global [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @kept to ptr addrspace(4))], section "llvm.metadata"
@llvm.compiler.used = appending global [2 x ptr addrspace(4)] [ ptr addrspace(4) addrspacecast (ptr addrspace(1) @kept to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @device_global to ptr addrspace(4)) ], section "llvm.metadata"

define spir_kernel void @other() #0 {
  ret void
}
define spir_kernel void @user() #0 {
  %v = load i32, ptr addrspace(1) @device_global
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id" }
