; A variable is in the images that need it, with everything its initializer refers to. Variables that must not be
; dropped (external, weak, common, appending) are in every image, as linking would keep them, and are never made
; internal.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefixes=BOTH,USER --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefixes=BOTH,OTHER --input-file=%t/x_1.ll --implicit-check-not=@private_to_user \
; RUN:   --implicit-check-not=@behind --implicit-check-not=@once --implicit-check-not=@declared

target triple = "spir64-unknown-unknown"

; USER-DAG: @private_to_user = internal addrspace(1) global ptr addrspace(1) @behind
@private_to_user = internal addrspace(1) global ptr addrspace(1) @behind
; USER-DAG: @behind = internal addrspace(1) constant i32 4
@behind = internal addrspace(1) constant i32 4
; USER-DAG: @once = linkonce_odr addrspace(1) global i32 5
@once = linkonce_odr addrspace(1) global i32 5
; USER-DAG: @declared = external addrspace(1) global i32
@declared = external addrspace(1) global i32
; BOTH-DAG: @visible = addrspace(1) global ptr @kept_by_visible
@visible = addrspace(1) global ptr @kept_by_visible
; BOTH-DAG: @weak_one = weak addrspace(1) global i32 7
@weak_one = weak addrspace(1) global i32 7
; BOTH-DAG: @list = appending addrspace(1) global [1 x i32] [i32 8]
@list = appending addrspace(1) global [1 x i32] [ i32 8 ]

; BOTH-DAG: define internal spir_func void @kept_by_visible()
define spir_func void @kept_by_visible() {
  ret void
}
; OTHER-DAG: define spir_kernel void @other()
define spir_kernel void @other() #0 {
  ret void
}
; USER-DAG: define spir_kernel void @user(
define spir_kernel void @user(ptr %out) #0 {
  %a = load ptr addrspace(1), ptr addrspace(1) @private_to_user
  %b = load i32, ptr addrspace(1) @once
  %c = load i32, ptr addrspace(1) @declared
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
