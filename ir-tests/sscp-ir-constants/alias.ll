; The name of an alias means what it stands for, as a symbol and as in the source: a variable, one copy of it, a
; specialization constant. What stands for a part of a variable, or for a function, is unknown.

; RUN: %opt -S -passes='sscp-ir-constants<set=other=7>' -verify-each %s | FileCheck %s --check-prefix=SYMBOL
; RUN: %opt -S -passes='sscp-ir-constants<set=ns::other=7>' -verify-each %s | FileCheck %s --check-prefix=SYMBOL
; RUN: %opt -S -passes='sscp-ir-constants<set=second=7>' -verify-each %s | FileCheck %s --check-prefix=SECOND
; RUN: %opt -S -passes='sscp-ir-constants<set=copy=7>' -verify-each %s | FileCheck %s --check-prefix=COPY
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=part=7>' %s 2>&1 | FileCheck %s --check-prefix=PART
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=code=7>' %s 2>&1 | FileCheck %s --check-prefix=CODE
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=other=x>' %s 2>&1 | FileCheck %s --check-prefix=VALUE

; SYMBOL:  @gain = internal addrspace(1) constant i32 7
; SYMBOL:  @size = addrspace(1) global i32 2
; SYMBOL:  @other = alias i32, ptr addrspace(1) @gain
; SECOND:  @gain = internal addrspace(1) constant i32 7
; COPY:    @size = addrspace(1) global i32 2
; COPY:    @size.1 = internal addrspace(1) constant i32 7
; PART:    error: `part` is neither an IR constant nor a specialization constant of the module
; CODE:    error: `code` is neither an IR constant nor a specialization constant of the module
; VALUE:   error: {{.*}}`other`{{.*}}`x`
target triple = "spir64-unknown-unknown"
@gain = addrspace(1) global i32 1
@size = addrspace(1) global i32 2
@size.1 = addrspace(1) global i32 3
@pair = addrspace(1) global [2 x i32] [i32 1, i32 2]
@other = alias i32, ptr addrspace(1) @gain
@_ZN2ns5otherE = alias i32, ptr addrspace(1) @gain
@second = alias i32, ptr addrspace(1) @other
@copy = alias i32, ptr addrspace(1) @size.1
@part = alias i32, ptr addrspace(1) getelementptr ([2 x i32], ptr addrspace(1) @pair, i32 0, i32 1)
@code = alias void (), ptr @k
define spir_kernel void @k() {
  %a = load i32, ptr addrspace(1) @gain
  %b = load i32, ptr addrspace(1) @other
  ret void
}
