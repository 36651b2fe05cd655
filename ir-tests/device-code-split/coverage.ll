; What says where counters belong is in each image, as counters are: the names of functions, records of functions with
; counters, and the names of files. Nothing but `llvm.used` refers to it. Without counters there is nothing to describe.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll --implicit-check-not=@uncounted --implicit-check-not=@plain --implicit-check-not=@empty
; RUN: FileCheck %s --input-file=%t/x_1.ll --implicit-check-not=@uncounted --implicit-check-not=@plain --implicit-check-not=@empty
; RUN: sed 's/section "__llvm_prf_data"/section "elsewhere"/' %s > %t/without.ll
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/y.table>' %t/without.ll
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t/y_0.ll --implicit-check-not=__llvm_ --implicit-check-not=@llvm.used
; NONE: @counters

target triple = "spirv64-unknown-unknown"

; CHECK-DAG: @counters = {{.*}}section "__llvm_prf_data"
; CHECK-DAG: @record = linkonce_odr hidden addrspace(1) constant {{.*}}section "__llvm_covfun"
; CHECK-DAG: @files = private addrspace(1) constant {{.*}}section "__llvm_covmap"
; CHECK-DAG: @llvm.used = appending addrspace(1) global [3 x ptr] [ptr addrspacecast (ptr addrspace(1) @record to ptr), ptr addrspacecast (ptr addrspace(1) @files to ptr), ptr addrspacecast (ptr addrspace(1) @names to ptr)], section "llvm.metadata"
@counters = protected addrspace(1) global { i64, i64 } { i64 -7, i64 24 }, section "__llvm_prf_data", align 8
@record = linkonce_odr hidden addrspace(1) constant <{ i64, i32, i64, i64, [1 x i8] }> <{ i64 -7, i32 1, i64 24, i64 5, [1 x i8] c"A" }>, section "__llvm_covfun", align 8
@uncounted = linkonce_odr hidden addrspace(1) constant <{ i64, i32, i64, i64, [1 x i8] }> <{ i64 8, i32 1, i64 0, i64 5, [1 x i8] c"B" }>, section "__llvm_covfun", align 8
@empty = linkonce_odr hidden addrspace(1) constant <{}> zeroinitializer, section "__llvm_covfun", align 8
@files = private addrspace(1) constant { { i32, i32, i32, i32 }, [1 x i8] } { { i32, i32, i32, i32 } { i32 0, i32 1, i32 0, i32 6 }, [1 x i8] c"C" }, section "__llvm_covmap", align 8
; CHECK-DAG: @names = private addrspace(1) constant {{.*}}section "__llvm_prf_names"
@names = private addrspace(1) constant [1 x i8] c"D", section "__llvm_prf_names"
@plain = internal addrspace(1) constant i64 -7
@llvm.used = appending addrspace(1) global [6 x ptr] [ptr addrspacecast (ptr addrspace(1) @record to ptr), ptr addrspacecast (ptr addrspace(1) @uncounted to ptr), ptr addrspacecast (ptr addrspace(1) @empty to ptr), ptr addrspacecast (ptr addrspace(1) @files to ptr), ptr addrspacecast (ptr addrspace(1) @names to ptr), ptr addrspacecast (ptr addrspace(1) @plain to ptr)], section "llvm.metadata"

define spir_kernel void @first() #0 {
  ret void
}

define spir_kernel void @second() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
