; Trap 2: a constant that is keyed by a constexpr object is internal, so that a link of two units leaves `name` and `name.3`; one
; keyed by an inline variable is `linkonce_odr` with a comdat. All copies are set, each in its own type and alignment.

; RUN: %opt -S -passes='sscp-ir-constants<set=inner=7;set=inline=8;set=other.5=9>' -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

$inline = comdat any

; CHECK-NOT: comdat
; CHECK: @inner = internal constant i32 7, align 4
@inner = internal global i32 0, align 4
; CHECK: @inner.3 = internal constant i32 7, align 16
@inner.3 = internal global i32 0, align 16
; CHECK: @inner.12 = internal constant i64 7
@inner.12 = internal global i64 0
; CHECK: @inner.x = internal global i32 0
@inner.x = internal global i32 0
; CHECK: @inline = internal constant i32 8
@inline = linkonce_odr global i32 0, comdat
; A copy can be named alone.
; CHECK: @other = internal global i32 0
@other = internal global i32 0
; CHECK: @other.5 = internal constant i32 9
@other.5 = internal global i32 0

@llvm.used = appending global [4 x ptr] [ptr @inner, ptr @inner.3, ptr @inner.x, ptr @other], section "llvm.metadata"
