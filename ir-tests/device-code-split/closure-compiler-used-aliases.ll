; If `llvm.compiler.used` names an alias, the alias, its aliasee and the list are in every image.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -passes='device-code-split<kernel;S;o=%t/out.table>' -disable-output %s
; RUN: FileCheck %s --input-file=%t/out_0.ll
; RUN: FileCheck %s --input-file=%t/out_1.ll

; CHECK-DAG: @llvm.compiler.used = appending global [2 x ptr] [ptr @local, ptr addrspacecast (ptr addrspace(1) @cast to ptr)], section "llvm.metadata"
; CHECK-DAG: @local = internal alias i8, ptr @helper
; CHECK-DAG: @cast = internal alias i32, ptr addrspace(1) @variable
; CHECK: define internal void @helper()

target triple = "spir64-unknown-unknown"

@variable = internal addrspace(1) global i32 1
@local = internal alias i8, ptr @helper
@cast = internal alias i32, ptr addrspace(1) @variable
@llvm.compiler.used = appending global [2 x ptr] [ptr @local, ptr addrspacecast (ptr addrspace(1) @cast to ptr)], section "llvm.metadata"

define spir_kernel void @first() #0 {
  ret void
}

define spir_kernel void @second() #0 {
  ret void
}

define internal void @helper() {
  ret void
}

attributes #0 = { "sycl-module-id"="unit" }
