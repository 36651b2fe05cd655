; What items reach from several barriers, but not together, is copied for each. Where that is too large, or may not be
; copied, `barriers=fission` refuses the kernel, and `auto` makes a coroutine of it.

; REQUIRES: llvm-22
; RUN: not %opt -passes='work-group-functions<barriers=fission>' %s -o /dev/null 2>&1 | FileCheck %s
; RUN: sed 's/store volatile i32 0, ptr @memory/call void @once()/; s/@level[1-4]()$/@level0()/' %s > %t.ll
; RUN: not %opt -passes='work-group-functions<barriers=fission>' %t.ll -o /dev/null 2>&1 | FileCheck %s
; RUN: %opt -S -passes='work-group-functions' -verify-each %s | FileCheck %s --check-prefix=AUTO

; CHECK: error: kernel `kernel` gets to `br label %end` from several barriers, with the items that the branch at `br i1 %is.even, label %{{.+}}, label %{{.+}}` parts; expected at most {{[0-9]+}} instructions that are reached so with `barriers=fission`
; AUTO: define internal void @kernel.item(

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@memory = external global i32

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent
declare void @once() noduplicate

define void @kernel(ptr %data, i32 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %is.even = trunc i64 %id to i1
  %is.set = icmp ne i32 %n, 0
  br i1 %is.set, label %then, label %rest
then:
  call void @__sp_host_group_barrier()
  %is.one = icmp eq i32 %n, 1
  br i1 %is.one, label %one, label %more
one:
  br i1 %is.even, label %end, label %rest
more:
  call void @__sp_host_group_barrier()
  br i1 %is.even, label %end, label %rest
rest:
  call void @level5()
  br label %end
end:
  ret void
}

define void @level0() alwaysinline {
  store volatile i32 0, ptr @memory
  ret void
}
define void @level1() alwaysinline {
  call void @level0()
  call void @level0()
  call void @level0()
  call void @level0()
  ret void
}
define void @level2() alwaysinline {
  call void @level1()
  call void @level1()
  call void @level1()
  call void @level1()
  ret void
}
define void @level3() alwaysinline {
  call void @level2()
  call void @level2()
  call void @level2()
  call void @level2()
  ret void
}
define void @level4() alwaysinline {
  call void @level3()
  call void @level3()
  call void @level3()
  call void @level3()
  ret void
}
define void @level5() alwaysinline {
  call void @level4()
  call void @level4()
  call void @level4()
  call void @level4()
  ret void
}
