; Kernels compute in the mode that they were compiled for, whatever that of the program is: small numbers are flushed to zero
; only where the kernel says so, and numbers are rounded to the nearest. The program's mode is back when the group returns.
; Kernels that compute with integers only leave it alone.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=work-group-functions,'default<O2>' -verify-each %s | %llc -o - | FileCheck %s --check-prefix=CODE
; RUN: sed 's/x86_64-/aarch64-/;/datalayout/d' %s | %opt -S -passes=work-group-functions | FileCheck %s --check-prefix=ARM

; CHECK-LABEL: define internal void @floats.wg(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %mode.slot = alloca i32, align 4
; CHECK-NEXT:    call void @llvm.x86.sse.stmxcsr(ptr %mode.slot)
; CHECK-NEXT:    %mode = load i32, ptr %mode.slot, align 4
; CHECK-NEXT:    [[REST:%.+]] = and i32 %mode, -57409
; CHECK:         store i32 [[REST]], ptr %mode.slot, align 4
; CHECK-NEXT:    call void @llvm.x86.sse.ldmxcsr(ptr %mode.slot)
; CHECK:         store i32 %mode, ptr %mode.slot, align 4
; CHECK-NEXT:    call void @llvm.x86.sse.ldmxcsr(ptr %mode.slot)
; CHECK-NEXT:    ret void
; CHECK-LABEL: define internal void @flushes.wg(
; CHECK:         [[REST:%.+]] = and i32 %mode, -57409
; CHECK-NEXT:    [[OWN:%.+]] = or i32 [[REST]], 32832
; CHECK-NEXT:    store i32 [[OWN]], ptr %mode.slot
; CHECK-LABEL: define internal void @integers.wg(
; CHECK-NOT:     mxcsr
; CHECK:       }

; CODE-LABEL: floats.wg:
; CODE: ldmxcsr
; CODE: addss
; CODE: ldmxcsr
; CODE: retq

; ARM-LABEL: define internal void @floats.wg(
; ARM: %mode = call i64 @llvm.aarch64.get.fpcr()
; ARM: call void @llvm.aarch64.set.fpcr(i64 %mode)

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier()

define void @floats(ptr %out) "sycl-kernel" {
  %old = load float, ptr %out
  call void @__sp_host_group_barrier()
  %new = fadd float %old, 1.0
  store float %new, ptr %out
  ret void
}

define void @flushes(ptr %out) "sycl-kernel" "denormal-fp-math"="preserve-sign,preserve-sign" {
  %old = load float, ptr %out
  call void @__sp_host_group_barrier()
  %new = fadd float %old, 1.0
  store float %new, ptr %out
  ret void
}

define void @integers(ptr %out) "sycl-kernel" {
  %old = load float, ptr %out
  call void @__sp_host_group_barrier()
  store float %old, ptr %out
  ret void
}
