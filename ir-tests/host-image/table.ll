; The table has the kernels and device globals in the order of their names, what is known of each, and nothing that another module of the
; program could clash with. A second run changes nothing.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='host-image' -verify-each %s -o %t.ll && FileCheck %s --input-file=%t.ll
; RUN: %opt -S -passes='host-image,host-image' -verify-each %s | diff %t.ll -
; RUN: %opt -S -passes='host-image<target=host:x86-64-v2>' %s | FileCheck %s --check-prefix=PROCESSOR
; RUN: %opt -S -passes='host-image<entry>' -verify-each %s | FileCheck %s --check-prefix=ENTRY
; RUN: %opt -S -passes='host-image,default<O2>' -verify-each %s | FileCheck %s --check-prefix=KEPT

; CHECK-DAG: @[[A:.+]] = private unnamed_addr constant [2 x i8] c"a\00", align 1
; CHECK-DAG: @[[B:.+]] = private unnamed_addr constant [2 x i8] c"b\00", align 1
; CHECK-DAG: @[[ARGUMENTS:.+]] = private unnamed_addr constant [3 x { i32, i32, i64 }] [{ i32, i32, i64 } { i32 1, i32 8, i64 8 }, { i32, i32, i64 } { i32 0, i32 4, i64 12 }, { i32, i32, i64 } { i32 2, i32 16, i64 8 }], align 8
; CHECK-DAG: @[[KERNELS:.+]] = private unnamed_addr constant [2 x {{.+}}] [{{.+}} { ptr @[[A]], i64 1, ptr @a.wg, ptr null, i32 0, i32 1, [3 x i64] zeroinitializer, i64 0, i64 0, i64 4096, i64 0 }, {{.+}} { ptr @[[B]], i64 1, ptr @b.wg, ptr @[[ARGUMENTS]], i32 3, i32 16, [3 x i64] [i64 8, i64 4, i64 2], i64 1024, i64 8, i64 4096, i64 64 }], align 8
; CHECK-DAG: @[[ID:.+]] = private unnamed_addr constant [7 x i8] c"first!\00", align 1
; CHECK-DAG: @[[GLOBALS:.+]] = private unnamed_addr constant [2 x { ptr, i64, ptr, i64 }] [{ ptr, i64, ptr, i64 } { ptr @[[ID]], i64 6, ptr @second, i64 16 }, {{.+}} ptr @first, i64 4 }], align 8
; CHECK-DAG: @[[TARGET:.+]] = private unnamed_addr constant [5 x i8] c"host\00", align 1
; CHECK-DAG: @[[TRIPLE:.+]] = private unnamed_addr constant [25 x i8] c"x86_64-unknown-linux-gnu\00", align 1
; CHECK-DAG: @[[FEATURES:.+]] = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
; CHECK-DAG: @[[PROPERTIES:.+]] = private unnamed_addr constant [33 x i8] c"[SYCL/kernel names]\0Aa=1|1\0Ab=1|1\0A\00", align 1
; CHECK-DAG: @sycl_host_on_failure = internal global ptr null, align 8
; CHECK-DAG: @sycl_host_image = internal constant { i32, i32, ptr, ptr, ptr, ptr, i64, ptr, i64, ptr, i64, ptr } { i32 1, i32 88, ptr @[[TARGET]], ptr @[[TRIPLE]], ptr @[[FEATURES]], ptr @[[KERNELS]], i64 2, ptr @[[GLOBALS]], i64 2, ptr @[[PROPERTIES]], i64 32, ptr @sycl_host_on_failure }, section "sycl_host_images", align 8
; CHECK-DAG: @llvm.used = appending global [1 x ptr] [ptr @sycl_host_image], section "llvm.metadata"
; CHECK-DAG: @first = internal global i32 7
; CHECK-DAG: @exported = internal alias void (), ptr @helper
; CHECK-DAG: define internal void @helper() {
; CHECK-NOT: {{^}}!sycl.host.kernels
; CHECK-NOT: sycl_host_image_v1
; PROCESSOR-DAG: c"host:x86-64-v2\00"
; PROCESSOR-DAG: c"+crc32,+cx16,+popcnt,+sahf,+sse3,+sse4.1,+sse4.2,+ssse3\00"
; ENTRY: define dso_local ptr @sycl_host_image_v1() {
; ENTRY-NEXT: ret ptr @sycl_host_image
; A launcher writes to device globals, which nothing here does.
; KEPT: @first = internal global i32 7
; KEPT: define internal void @b.wg
; KEPT: define internal void @a.wg
; KEPT: %value = load i32, ptr @first

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

$helper = comdat any

@first = global i32 7, align 4 #0
@second = internal global [2 x i64] zeroinitializer, align 8 #1
@exported = alias void (), ptr @helper

define internal void @b.wg(ptr %arguments, ptr %group, ptr %local) {
  ret void
}
define internal void @a.wg(ptr %arguments, ptr %group, ptr %local) {
  %value = load i32, ptr @first
  store i32 %value, ptr %local
  ret void
}
define linkonce_odr void @helper() comdat {
  ret void
}

attributes #0 = { "sycl-unique-id"="last" "sycl-device-global-size"="4" }
attributes #1 = { "sycl-unique-id"="first!" "sycl-device-global-size"="16" }

!sycl.host.kernels = !{!0, !6}
!0 = !{ptr @b.wg, !"b", i32 16, i64 1024, i64 8, i64 4096, i64 64, !1, !2}
!1 = !{i64 8, i64 4, i64 2}
!2 = !{!3, !4, !5}
!3 = !{i32 1, i64 8, i64 8}
!4 = !{i32 0, i64 12, i64 4}
!5 = !{i32 2, i64 8, i64 16}
!6 = !{ptr @a.wg, !"a", i32 1, i64 0, i64 0, i64 4096, i64 0, null, !7}
!7 = !{}
