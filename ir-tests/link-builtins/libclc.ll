; Mathematics comes from libclc, whatever processor it was compiled for, and only what the built-in functions call: the
; user's `max(int, int)` is not libclc's. Without it, what needs it is an error that names the functions and the package.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes='link-builtins<undefined=warn>' -verify-each %t/module.ll 2>/dev/null | FileCheck %s
; RUN: not %opt -passes=link-builtins -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=MAX
; RUN: %opt -S -passes='link-builtins<undefined=warn;libclc=auto>,default<O2>' %t/module.ll 2>/dev/null | FileCheck %s --check-prefix=INLINE
; RUN: not %opt -passes='link-builtins<libclc=off>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=OFF
; RUN: %opt -S -passes='link-builtins<undefined=warn;libclc=%t/clc.ll>' -verify-each %t/module.ll 2>/dev/null | FileCheck %s --check-prefix=FILE
; RUN: not %opt -passes='link-builtins<libclc=%t/none.bc>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %opt -passes='link-builtins<libclc=%t/empty.ll>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: %opt -S -passes='link-builtins<libclc=off>' -verify-each %t/no-mathematics.ll | FileCheck %s --check-prefix=WITHOUT

; CHECK: declare i32 @_Z3maxii(i32, i32)
; CHECK: define internal float @_Z3erff(float {{.*}} #[[ERF:[0-9]+]] {
; CHECK: attributes #[[ERF]] = {
; CHECK-NOT: target-features
; CHECK-SAME: "target-cpu"="sm_90"
; MAX: error: 'max(int, int)' is undefined, used by kernel `K`; expected a definition, `SYCL_EXTERNAL` if it is in another file, or a --device-lib that has one
; INLINE-NOT: call float @_Z3erff
; OFF: error: 'erf(float)' is undefined, used by kernel `K`: libclc, which has it, is off; expected `libclc=auto` and package `libclc-22`
; OFF-NEXT: 'max(int, int)' is undefined
; FILE: define internal float @_Z3erff(
; FILE-NEXT: ret float 7.0{{0*}}e+00
; EMPTY: error: 'erf(float)' is undefined, used by kernel `K`: libclc has it; expected package `libclc-22`, or its file as `libclc`
; NONE: error: library `{{.*}}none.bc`: No such file or directory
; WITHOUT: call i64 @__sp_global_size(i32 0)

;--- module.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @_ZTS1K(ptr addrspace(1) %out, float %x) #0 {
  %a = call float @_Z15__spirv_ocl_erff(float %x)
  %b = call i32 @_Z3maxii(i32 1, i32 2)
  store float %a, ptr addrspace(1) %out
  ret void
}
declare float @_Z15__spirv_ocl_erff(float)
declare i32 @_Z3maxii(i32, i32)
attributes #0 = { "target-cpu"="sm_90" }

;--- clc.ll
target triple = "nvptx64-unknown-unknown"
define float @_Z3erff(float %x) #0 {
  ret float 7.0
}
attributes #0 = { "target-features"="+ptx42" }

;--- empty.ll
target triple = "nvptx64--"

;--- no-mathematics.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() {
  %a = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  ret void
}
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
