; Claim A, embedded string: a text that is longer than its array makes a variable of another type in its place, and every use
; follows: instructions, constant expressions, initializers, aliases and metadata. A shorter one keeps the type.

; RUN: %opt -S -passes='sscp-ir-constants<set=content=sm_90;set=room=ab>' -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: @content = internal addrspace(1) constant [6 x i8] c"sm_90\00", section "names", align 8, !about ![[ABOUT:[0-9]+]]
@content = external addrspace(1) constant [0 x i8], section "names", align 8, !about !0
; CHECK: @room = internal constant [8 x i8] c"ab\00\00\00\00\00\00"
@room = global [8 x i8] zeroinitializer
; CHECK: @table = internal constant { ptr addrspace(1), ptr addrspace(1) } { ptr addrspace(1) @content, ptr addrspace(1) getelementptr inbounds ([0 x i8], ptr addrspace(1) @content, i64 0, i64 3) }
@table = internal constant { ptr addrspace(1), ptr addrspace(1) } { ptr addrspace(1) @content, ptr addrspace(1) getelementptr inbounds ([0 x i8], ptr addrspace(1) @content, i64 0, i64 3) }

define spir_kernel void @kernel(i64 %index, ptr addrspace(1) %out) {
; CHECK: load i8, ptr addrspace(1) getelementptr inbounds ([0 x i8], ptr addrspace(1) @content, i64 0, i64 2)
; CHECK: getelementptr inbounds [0 x i8], ptr addrspace(1) @content, i64 0, i64 %index
; CHECK: load i8, ptr addrspacecast (ptr addrspace(1) @content to ptr)
  %a = load i8, ptr addrspace(1) getelementptr inbounds ([0 x i8], ptr addrspace(1) @content, i64 0, i64 2)
  %place = getelementptr inbounds [0 x i8], ptr addrspace(1) @content, i64 0, i64 %index
  %b = load i8, ptr addrspace(1) %place
  %c = load i8, ptr addrspacecast (ptr addrspace(1) @content to ptr)
  store i8 %a, ptr addrspace(1) %out
  store i8 %b, ptr addrspace(1) %out
  store i8 %c, ptr addrspace(1) %out
  ret void
}

; CHECK: !named = !{![[NAMED:[0-9]+]]}
; CHECK-DAG: ![[NAMED]] = !{ptr addrspace(1) @content}
; CHECK-DAG: ![[ABOUT]] = !{!"kept"}
!named = !{!1}
!0 = !{!"kept"}
!1 = !{ptr addrspace(1) @content}
