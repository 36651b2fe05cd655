; Functions with barriers are inlined. Where they call each other so often that no kernel would come out of it, that is an
; error, and not an endless run.

; REQUIRES: llvm-22
; RUN: not %opt -passes=work-group-functions %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: kernel `kernel` has {{[0-9]+}} instructions with all functions that wait at barriers; expected at most 5000000

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier()

define void @level0() {
  call void @__sp_host_group_barrier()
  ret void
}
define void @level1() {
  call void @level0()
  call void @level0()
  ret void
}
define void @level2() {
  call void @level1()
  call void @level1()
  ret void
}
define void @level3() {
  call void @level2()
  call void @level2()
  ret void
}
define void @level4() {
  call void @level3()
  call void @level3()
  ret void
}
define void @level5() {
  call void @level4()
  call void @level4()
  ret void
}
define void @level6() {
  call void @level5()
  call void @level5()
  ret void
}
define void @level7() {
  call void @level6()
  call void @level6()
  ret void
}
define void @level8() {
  call void @level7()
  call void @level7()
  ret void
}
define void @level9() {
  call void @level8()
  call void @level8()
  ret void
}
define void @level10() {
  call void @level9()
  call void @level9()
  ret void
}
define void @level11() {
  call void @level10()
  call void @level10()
  ret void
}
define void @level12() {
  call void @level11()
  call void @level11()
  ret void
}
define void @level13() {
  call void @level12()
  call void @level12()
  ret void
}
define void @level14() {
  call void @level13()
  call void @level13()
  ret void
}
define void @level15() {
  call void @level14()
  call void @level14()
  ret void
}
define void @level16() {
  call void @level15()
  call void @level15()
  ret void
}
define void @level17() {
  call void @level16()
  call void @level16()
  ret void
}
define void @level18() {
  call void @level17()
  call void @level17()
  ret void
}
define void @level19() {
  call void @level18()
  call void @level18()
  ret void
}
define void @level20() {
  call void @level19()
  call void @level19()
  ret void
}
define void @level21() {
  call void @level20()
  call void @level20()
  ret void
}
define void @level22() {
  call void @level21()
  call void @level21()
  ret void
}

define void @kernel() "sycl-kernel" {
  call void @level22()
  ret void
}
