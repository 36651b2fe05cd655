; The buffer of emulated specialization constants, as every launch passes it: what a kernel loads of it becomes numbers, and
; the buffer stays an argument. A kernel that asks for no constant has none.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='sscp-specialize<constants=kernel=fdffffff000000400700;constants=none=00>' -verify-each %s | FileCheck %s
; RUN: not %opt -disable-output -passes='sscp-specialize<constants=missing=00>' %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not %opt -disable-output -passes='sscp-specialize<constants=kernel=0>' %s 2>&1 | FileCheck %s --check-prefix=FORM
; RUN: not %opt -disable-output -passes='sscp-specialize<constants=kernel>' %s 2>&1 | FileCheck %s --check-prefix=FORM

; NAME: error: `missing` is not a kernel of the module; expected `kernel`, `none`
; FORM: parameter `constants` of pass `sscp-specialize` has the value `kernel{{.*}}`; expected KERNEL=HEX

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) "sycl-argument"="constants" %constants)
; CHECK: store i32 -3, ptr addrspace(1) %out
; CHECK: store float 2.000000e+00, ptr addrspace(1) %out
; CHECK: store i16 7, ptr addrspace(1) %out
; CHECK: %beyond = load i32
; CHECK: %other = load i32
define spir_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) "sycl-argument"="constants" %constants) {
  %generic = addrspacecast ptr addrspace(1) %constants to ptr addrspace(4)
  %number = load i32, ptr addrspace(4) %generic, align 4
  store i32 %number, ptr addrspace(1) %out
  %1 = getelementptr i8, ptr addrspace(4) %generic, i32 4
  %factor = load float, ptr addrspace(4) %1
  store float %factor, ptr addrspace(1) %out
  %2 = getelementptr i8, ptr addrspace(4) %generic, i32 8
  %short = load i16, ptr addrspace(4) %2
  store i16 %short, ptr addrspace(1) %out
  %beyond = load i32, ptr addrspace(4) %2
  store i32 %beyond, ptr addrspace(1) %out
  %other = load i32, ptr addrspace(1) %out
  store i32 %other, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @none(ptr addrspace(1) %out) {
  ret void
}
