; The host that code is for may be another one than LLVM's own.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=host:neoverse-v1;host=aarch64-unknown-linux-gnu;stop-after=prune-libraries>' %s -verify-each | FileCheck %s
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=host:x86-64-v3;host=aarch64-unknown-linux-gnu>' %s 2>&1 | FileCheck %s --check-prefix=PROCESSOR

; CHECK:     target triple = "aarch64-unknown-linux-gnu"
; CHECK:     define void @kernel(
; CHECK-NOT: {{declare|call}} {{.*}}__spirv
; PROCESSOR: target `host:x86-64-v3`: unknown processor `x86-64-v3`; expected one of: {{.+}}neoverse-v1

target triple = "spir64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}
