; A program's objects of device globals are listed with their identities, in a section of their own; the symbol is that of the program, which
; need not have it. A second run changes nothing.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='host-image' -verify-each %s -o %t.ll && FileCheck %s --input-file=%t.ll
; RUN: %opt -S -passes='host-image,host-image' -verify-each %s | diff %t.ll -

; CHECK-DAG: @counter.device = internal externally_initialized global i64 7
; CHECK-DAG: @own = internal externally_initialized global i64 8
; CHECK-DAG: @counter = extern_weak global i8
; CHECK-DAG: @[[ID:.+]] = private unnamed_addr constant [3 x i8] c"id\00", align 1
; CHECK-DAG: @sycl_host_image.objects = internal constant [1 x { ptr, ptr }] [{ ptr, ptr } { ptr @counter, ptr @[[ID]] }], section "sycl_device_globals", align 8
; CHECK-DAG: @llvm.used = appending global [2 x ptr] [ptr @sycl_host_image, ptr @sycl_host_image.objects], section "llvm.metadata"
; CHECK: store i64 1, ptr @counter.device

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@counter = externally_initialized global i64 7, align 8 #0
@own = internal externally_initialized global i64 8, align 8 #1

define internal void @a.wg(ptr %arguments, ptr %group, ptr %local) {
  store i64 1, ptr @counter
  ret void
}

attributes #0 = { "sycl-unique-id"="id" "sycl-device-global-size"="8" "sycl-host-symbol"="counter" }
attributes #1 = { "sycl-unique-id"="other" "sycl-device-global-size"="8" }

!sycl.host.kernels = !{!6}
!6 = !{ptr @a.wg, !"a", i32 1, i64 0, i64 0, i64 4096, i64 0, null, !7}
!7 = !{}
