; Front ends take ids for constants. A function that cannot be inlined reads its item from a variable, so neither it nor what
; calls it stays without effects, and no call of it leaves the loop over items.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=NONE < %t.ll
; NONE-NOT: {{memory\(none|argmem: read\)|speculatable}}
; RUN: %opt -S -passes='work-group-functions,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2

; CHECK-LABEL: define internal i32 @deep(i32 %n)
; CHECK:         call i32 @deep(i32 %less){{$}}
; CHECK-LABEL: define internal i32 @reads(ptr %p)
; CHECK:         call i32 @deep(i32 2){{$}}
; CHECK-LABEL: define internal i32 @pointer(ptr %f)
; CHECK:         call i32 %f(i32 2){{$}}

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = global [1 x ptr] [ptr @deep]
declare i64 @__sp_host_local_id(i32) memory(none)

define i32 @deep(i32 %n) willreturn nounwind memory(none) speculatable {
  %is.zero = icmp eq i32 %n, 0
  br i1 %is.zero, label %end, label %more
more:
  %less = sub i32 %n, 1
  %below = call i32 @deep(i32 %less) memory(none)
  %me = call i64 @__sp_host_local_id(i32 0)
  %short = trunc i64 %me to i32
  %sum = add i32 %below, %short
  ret i32 %sum
end:
  ret i32 0
}

; It is in the recursion, but asks for nothing itself.
define i32 @reads(ptr %p) willreturn nounwind memory(argmem: read) {
  %n = load i32, ptr %p
  %below = call i32 @deep(i32 2) memory(argmem: read)
  %is.zero = icmp eq i32 %n, 0
  br i1 %is.zero, label %end, label %more
more:
  %other = call i32 @reads(ptr %p) memory(argmem: read)
  br label %end
end:
  ret i32 %below
}

define i32 @pointer(ptr %f) noinline memory(none) {
  %value = call i32 %f(i32 2) memory(none)
  ret i32 %value
}

; O2-LABEL: define internal void @kernel.wg(
; O2:         [[LOOP:region0.0]]:
; O2-NEXT:      %me = phi i64
; O2:           store i64 %me, ptr @sycl.host.item
; O2:           call {{.*}}i32 @pointer(
; O2:           call i32 %function(
; O2:           br i1 {{.*}}label %[[LOOP]]
define void @kernel(ptr %out, ptr %p) "sycl-kernel" {
  %me = call i64 @__sp_host_local_id(i32 0)
  %one = call i32 @deep(i32 2) memory(none)
  %two = call i32 @reads(ptr %p) memory(argmem: read)
  %function = load ptr, ptr @table
  %three = call i32 @pointer(ptr %function) memory(none)
  %four = call i32 %function(i32 2) memory(none)
  %five = add i32 %one, %two
  %six = add i32 %three, %four
  %seven = add i32 %five, %six
  %place = getelementptr i32, ptr %out, i64 %me
  store i32 %seven, ptr %place
  ret void
}
