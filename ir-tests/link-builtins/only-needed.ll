; Of a library only what is needed is linked, and becomes internal. Other variants of the target's triple will do, and
; a second run changes nothing.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='link-builtins<lib=%S/Inputs/user.ll>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='link-builtins<lib=%S/Inputs/user.ll>,link-builtins' -verify-each %s -o %t.twice
; RUN: %opt -S -passes='link-builtins<lib=%S/Inputs/user.ll>' %s -o %t.once
; RUN: cmp %t.once %t.twice

; CHECK-DAG: target triple = "nvptx64-nvidia-cuda"
; CHECK-DAG: @table = internal constant [2 x i32] [i32 3, i32 5]
; CHECK-NOT: {{unneeded|nowhere}}
; CHECK-DAG: define internal i32 @_Z5fromAi(i32 %x) {
; CHECK-DAG: define internal i32 @helper(i32 %x)
; CHECK-DAG: define internal i32 @_Z5againi(i32 %x) {

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  %a = call i32 @_Z5fromAi(i32 1)
  store i32 %a, ptr addrspace(1) %out
  ret void
}
declare i32 @_Z5fromAi(i32)
declare i32 @_Z8unneededi(i32)
