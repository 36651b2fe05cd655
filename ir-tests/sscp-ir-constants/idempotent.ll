; A second run with the same values changes nothing, with and without values.

; RUN: %opt -S -passes='sscp-ir-constants<set=flag=1;set=text=abc;unset=keep>' %s -o %t.once.ll
; RUN: %opt -S -passes='sscp-ir-constants<set=flag=1;set=text=abc;unset=keep>,sscp-ir-constants<set=flag=1;set=text=abc;unset=keep>' %s -o %t.twice.ll
; RUN: cmp %t.once.ll %t.twice.ll
; RUN: FileCheck %s < %t.once.ll

target triple = "spir64-unknown-unknown"

; CHECK: @flag = internal constant i32 1
@flag = external global i32
; CHECK: @text = internal constant [4 x i8] c"abc\00"
@text = external constant [0 x i8]
; CHECK: @__acpp_sscp_is_host = external externally_initialized global i32
@__acpp_sscp_is_host = external global i32

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %host = load i32, ptr @__acpp_sscp_is_host
  store i32 %host, ptr addrspace(1) %out
  ret void
}
