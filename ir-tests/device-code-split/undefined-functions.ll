; There is a warning about a user function that is not defined anywhere. Intrinsics, builtins and reserved names are not
; user functions, and unreachable declarations are ignored.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --input-file=%t/messages --implicit-check-not='Undefined function'

; CHECK: warning: Undefined function missing found in
; CHECK-SAME: This may result in runtime errors.

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a(i32 %x) #0 {
  call spir_func void @missing()
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  call spir_func void @__reserved()
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret void
}
define spir_func void @unreached() {
  call spir_func void @never()
  ret void
}
declare spir_func void @missing()
declare spir_func void @never()
declare spir_func void @__reserved()
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i32 @llvm.ctpop.i32(i32)

attributes #0 = { "sycl-module-id"="a.cpp" }
