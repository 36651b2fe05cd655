; Libraries count in their order, and a later one can define what an earlier one needs.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes='link-builtins<lib=%t/first.ll;lib=%t/second.ll>' -verify-each %t/module.ll | FileCheck %s --check-prefix=FIRST
; RUN: %opt -S -passes='link-builtins<lib=%t/second.ll;lib=%t/first.ll>' -verify-each %t/module.ll | FileCheck %s --check-prefix=SECOND

; FIRST: define internal i32 @f() {
; FIRST: call i32 @g()
; FIRST: define internal i32 @g() {
; FIRST-NEXT: ret i32 3

; SECOND: define internal i32 @f() {
; SECOND-NEXT: ret i32 2
; SECOND-NOT: @g

;--- module.ll
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %a = call i32 @f()
  store i32 %a, ptr addrspace(1) %out
  ret void
}
declare i32 @f()

;--- first.ll
target triple = "amdgcn--"

define i32 @f() {
  %a = call i32 @g()
  ret i32 %a
}
declare i32 @g()

;--- second.ll
target triple = "amdgcn-amd-amdhsa"

define i32 @f() {
  ret i32 2
}
define i32 @g() {
  ret i32 3
}
