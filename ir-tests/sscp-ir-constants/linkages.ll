; Every linkage becomes internal; nothing is left of visibility, storage class, thread-local copies and external initialization.
; Names can be any bytes, and what is not named stays as it is.

; RUN: %opt -S -passes='sscp-ir-constants<set=weak=1;set=once=2;set=common=3;set=available=4;set=thread=5;set=hidden=6;set=imported=7;set=aliased=8>' \
; RUN:   -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: @weak = internal constant i32 1
@weak = weak global i32 0
; CHECK: @once = internal constant i32 2
@once = linkonce global i32 0
; CHECK: @common = internal constant i32 3
@common = common global i32 0
; CHECK: @available = internal constant i32 4
@available = available_externally global i32 0
; CHECK: @thread = internal constant i32 5
@thread = thread_local global i32 0
; CHECK: @hidden = internal constant i32 6
@hidden = external hidden global i32
; CHECK: @imported = internal constant i32 7
@imported = external dllimport global i32
; CHECK: @aliased = internal constant i32 8
@aliased = global i32 0
; CHECK: @"\FFraw" = external global i32
@"\FFraw" = external global i32
; CHECK: @"\FEraw" = external global i32
@"\FEraw" = external global i32
; CHECK: @alias = alias i32, ptr @aliased
@alias = alias i32, ptr @aliased

define i32 @f() {
; CHECK-LABEL: @f()
; CHECK-NEXT:    load i32, ptr @thread
  %place = call ptr @llvm.threadlocal.address.p0(ptr @thread)
  %value = load i32, ptr %place
  ret i32 %value
}

declare ptr @llvm.threadlocal.address.p0(ptr)
