; Calls through a pointer reach the original, and a warning says so. Direct calls of the same function, before and after
; the place that takes its address, go to the clone.

; RUN: %opt -S -passes=global-offset -verify-each %s 2> %t.err | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not=warning: < %t.err

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare void @use(ptr)

; WARNING: warning: the address of function `helper`, which needs the global offset, is used: calls through it see no offset
; WARNING: warning: the address of function `in_table`, which needs the global offset, is used: calls through it see no offset

; CHECK: @table = addrspace(1) constant [1 x ptr] [ptr @in_table]
@table = addrspace(1) constant [1 x ptr] [ptr @in_table]
@llvm.compiler.used = appending global [1 x ptr] [ptr @only_kept], section "llvm.metadata"

define i64 @helper() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %o
}
define i64 @in_table() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %o
}
define i64 @only_kept() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %o
}
; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: call i64 @helper_with_offset(ptr %offset)
; CHECK-NEXT: call void @use(ptr @helper)
; CHECK-NEXT: call i64 %pointer()
; CHECK-NEXT: call i64 @helper_with_offset(ptr %offset)
; CHECK-NEXT: call i64 @in_table_with_offset(ptr %offset)
define ptx_kernel void @kernel(ptr %pointer) {
  %a = call i64 @helper()
  call void @use(ptr @helper)
  %b = call i64 %pointer()
  %c = call i64 @helper()
  %d = call i64 @in_table()
  ret void
}
