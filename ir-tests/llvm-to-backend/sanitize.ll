; Code for the host looks for mistakes while it runs, with the places of debug info. Other targets are not instrumented, nor is the table.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=host;sanitize=address;sanitize=undefined>' %s -verify-each | FileCheck %s --check-prefixes=ADDRESS,BOUNDS
; RUN: %opt -S -passes='llvm-to-backend<target=host;sanitize=thread>' %s -verify-each | FileCheck %s --check-prefix=THREAD --implicit-check-not=asan
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;sanitize=address>' %s -verify-each | FileCheck %s --check-prefix=GPU --implicit-check-not=asan
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=host;sanitize=memory>' %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: %llvm_to_backend %s --target host --sanitize address,undefined -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll --check-prefixes=ADDRESS,BOUNDS

; ADDRESS-DAG: @sycl_host_image = internal constant { i32, i32, ptr, ptr, ptr, ptr, i64, ptr, i64, ptr, i64, ptr } {
; ADDRESS-DAG: call void @__asan_report_store4(
; ADDRESS-DAG: define internal void @asan.module_ctor()
; ADDRESS-DAG: attributes #{{.+}} = {{.*}}sanitize_address
; BOUNDS-DAG:  call void @__ubsan_handle_local_out_of_bounds()
; THREAD-DAG:  call void @__tsan_func_entry(
; THREAD-DAG:  call void @__tsan_write4(
; THREAD-DAG:  define internal void @tsan.module_ctor()
; GPU:         define ptx_kernel void @kernel(
; UNKNOWN:     parameter `sanitize` of pass `llvm-to-backend` has the value `memory`; expected address, undefined or thread

target triple = "spir64-unknown-unknown"

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 5]

define spir_kernel void @kernel(ptr addrspace(1) %out, i64 %index) {
  %entry = getelementptr [4 x i32], ptr addrspace(2) @table, i64 0, i64 %index
  %value = load i32, ptr addrspace(2) %entry
  store i32 %value, ptr addrspace(1) %out
  ret void
}
