; An error of a stage is that of its pass, and the stages before it are written down.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;dump-stages=%t>' %s 2>&1 | FileCheck %s
; RUN: ls %t | FileCheck %s --check-prefix=FILES
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=spirv64;set=nothing=1>' %s 2>&1 | FileCheck %s --check-prefix=SET
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=spirv64;dump-stages=%s/x>' %s 2>&1 | FileCheck %s --check-prefix=DUMP

; CHECK:     fromA(int){{.*}} is undefined
; FILES:     08-retarget.ll
; FILES-NOT: .ll
; SET:       `nothing` is neither an IR constant nor a specialization constant of the module
; DUMP:      cannot write `{{.*}}/x`:

target triple = "spir64-unknown-unknown"
declare spir_func i32 @_Z5fromAi(i32)
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %value = call spir_func i32 @_Z5fromAi(i32 1)
  store i32 %value, ptr addrspace(1) %out
  ret void
}
