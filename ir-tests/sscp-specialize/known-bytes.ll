; Bytes of an argument that every launch passes: what a kernel loads of them becomes numbers, and the argument stays.
; Everything else is loaded: pointers, what is not known as a whole, volatile loads, and objects that the kernel writes to.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='sscp-specialize<bytes=kernel:0:8=2500000000000040ffff;bytes=kernel:object:18=7f00;bytes=kernel:n:0=feffffff;bytes=kernel:0:0=1000000000000000;bytes=writes:0:0=01000000>' -verify-each %s | FileCheck %s
; RUN: not %opt -disable-output -passes='sscp-specialize<bytes=kernel:1:2=000000>' %s 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not %opt -disable-output -passes='sscp-specialize<bytes=kernel:9:0=00>' %s 2>&1 | FileCheck %s --check-prefix=ARGUMENT
; RUN: not %opt -disable-output -passes='sscp-specialize<bytes=kernel:0=00>' %s 2>&1 | FileCheck %s --check-prefix=FORM
; RUN: not %opt -disable-output -passes='sscp-specialize<bytes=kernel:0:0=0>' %s 2>&1 | FileCheck %s --check-prefix=FORM
; RUN: not %opt -disable-output -passes='sscp-specialize<bytes=kernel:0:0=>' %s 2>&1 | FileCheck %s --check-prefix=FORM

; SIZE: error: argument `kernel:1` has 4 bytes, and 3 are given from byte 2; expected bytes of it
; ARGUMENT: error: kernel `kernel` has no argument `9`; expected `0 (object)`, `1 (n)`
; FORM: parameter `bytes` of pass `sscp-specialize` has the value `kernel:0{{.*}}`; expected KERNEL:ARG:OFFSET=HEX

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare void @use(i64)

; CHECK-LABEL: define spir_kernel void @kernel(ptr readonly byval({ ptr addrspace(1), i32, float, <2 x i16>, i32 }) align 8 %object, i32 %n)
; CHECK: %pointer = load ptr addrspace(1)
; CHECK: store i32 37, ptr addrspace(1) %pointer
; CHECK: store float 2.000000e+00, ptr addrspace(1) %pointer
; CHECK: store <2 x i16> <i16 -1, i16 127>, ptr addrspace(1) %pointer
; CHECK: %volatile = load volatile i32
; CHECK: %last = load i32
; CHECK: %beyond = load i64
; CHECK: %where = load i32
; CHECK: store i32 -2, ptr addrspace(1) %pointer
define spir_kernel void @kernel(ptr readonly byval({ ptr addrspace(1), i32, float, <2 x i16>, i32 }) align 8 %object, i32 %n) {
  %generic = addrspacecast ptr %object to ptr addrspace(4)
  %pointer = load ptr addrspace(1), ptr addrspace(4) %generic
  %1 = getelementptr inbounds i8, ptr addrspace(4) %generic, i64 8
  %count = load i32, ptr addrspace(4) %1
  store i32 %count, ptr addrspace(1) %pointer
  %2 = getelementptr inbounds i8, ptr %object, i64 12
  %factor = load float, ptr %2
  store float %factor, ptr addrspace(1) %pointer
  %3 = getelementptr inbounds i8, ptr %object, i64 16
  %both = load <2 x i16>, ptr %3
  store <2 x i16> %both, ptr addrspace(1) %pointer
  %volatile = load volatile i32, ptr addrspace(4) %1
  store i32 %volatile, ptr addrspace(1) %pointer
  %4 = getelementptr inbounds i8, ptr %object, i64 20
  %last = load i32, ptr %4
  store i32 %last, ptr addrspace(1) %pointer
  %beyond = load i64, ptr %3
  store i64 %beyond, ptr addrspace(1) %pointer
  %index = sext i32 %n to i64
  %5 = getelementptr inbounds i8, ptr %object, i64 %index
  %where = load i32, ptr %5
  store i32 %where, ptr addrspace(1) %pointer
  store i32 %n, ptr addrspace(1) %pointer
  ret void
}

; CHECK-LABEL: define spir_kernel void @writes(
; CHECK: load i32
define spir_kernel void @writes(ptr byval({ i32 }) align 4 %object, ptr addrspace(1) %out) {
  %n = load i32, ptr %object
  store i32 %n, ptr addrspace(1) %out
  store i32 2, ptr %object
  ret void
}
