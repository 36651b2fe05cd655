; Members of an argument are read in front of the condition that decides whether an item needs them, so that LLVM can
; read them once for all items: `if (id < n) out[id] = in[id];` would read the address of `out` once for each. What may be
; behind the object is read where it was, and so are objects that the kernel writes to, of which each item has its own.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%captures = type { ptr, i32 }

declare i64 @__sp_host_local_id(i32) memory(none)

; CHECK-LABEL: define internal void @behind.wg(
; CHECK:         br i1 %is.inside
; CHECK:         load ptr, ptr %{{.+}}, align 8
define void @behind(ptr byval(%captures) align 8 %object) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %is.inside = icmp slt i64 %id, 7
  br i1 %is.inside, label %then, label %end
then:
  %place = getelementptr i8, ptr %object, i64 16
  %out = load ptr, ptr %place, align 8
  %element = getelementptr inbounds i64, ptr %out, i64 %id
  store i64 %id, ptr %element, align 8
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         load ptr, ptr %object.address
; CHECK:         br i1 %is.inside
; CHECK-NOT:     load ptr
define void @kernel(ptr byval(%captures) align 8 %object) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %item = trunc i64 %id to i32
  %place = getelementptr inbounds i8, ptr %object, i64 8
  %n = load i32, ptr %place, align 8
  %is.inside = icmp slt i32 %item, %n
  br i1 %is.inside, label %then, label %end
then:
  %out = load ptr, ptr %object, align 8, !nonnull !0
  %element = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %item, ptr %element, align 4
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @written.wg(
; CHECK:         br i1 %is.inside
; CHECK:         load ptr, ptr %{{.+}}, align 8
define void @written(ptr byval(%captures) align 8 %object, ptr %other) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %is.inside = icmp slt i64 %id, 7
  br i1 %is.inside, label %then, label %end
then:
  %out = load ptr, ptr %object, align 8
  store ptr %other, ptr %object, align 8
  %element = getelementptr inbounds i64, ptr %out, i64 %id
  store i64 %id, ptr %element, align 8
  br label %end
end:
  ret void
}

!0 = !{}
