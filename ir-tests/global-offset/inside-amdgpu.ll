; The zeros on the stack may be read through stack slots, by functions that do not keep the pointer, and by functions
; that return it; pointers to them may be compared. The stack of a kernel lives as long as its code runs, so there the
; pointer may go anywhere.

; RUN: %opt -S -passes=global-offset -verify-each %s -o %t.ll
; RUN: FileCheck %s --implicit-check-not=implicit.offset < %t.ll
; RUN: %llc -mcpu=gfx90a -filetype=obj %t.ll -o %t.gfx90a.o
; RUN: %llc -mcpu=gfx1100 -filetype=obj %t.ll -o %t.gfx1100.o

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()
declare void @keeps_none(ptr addrspace(5) nocapture)
declare void @llvm.assume(i1)

; CHECK: define i32 @unoptimized()
; CHECK-NEXT: %[[ZEROS:.*]] = alloca [3 x i32]
; CHECK: store ptr addrspace(5) %[[ZEROS]], ptr addrspace(5) %slot
define i32 @unoptimized() {
  %slot = alloca ptr addrspace(5), addrspace(5)
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  store ptr addrspace(5) %p, ptr addrspace(5) %slot
  %q = load ptr addrspace(5), ptr addrspace(5) %slot
  %v = load i32, ptr addrspace(5) %q
  ret i32 %v
}
; CHECK: define i32 @through_calls(i32 %n)
; CHECK-NEXT: alloca [3 x i32]
define i32 @through_calls(i32 %n) {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %q = call ptr addrspace(5) @next(ptr addrspace(5) %p, i32 %n)
  call void @keeps_none(ptr addrspace(5) %q)
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(5) %q, i64 4) ]
  %is = icmp eq ptr addrspace(5) %p, %q
  %v = load i32, ptr addrspace(5) %q
  %r = select i1 %is, i32 %v, i32 1
  ret i32 %r
}
define internal ptr addrspace(5) @next(ptr addrspace(5) %p, i32 %n) {
  %last = icmp eq i32 %n, 0
  br i1 %last, label %end, label %more
more:
  %m = sub i32 %n, 1
  %q = call ptr addrspace(5) @next(ptr addrspace(5) %p, i32 %m)
  br label %end
end:
  %r = phi ptr addrspace(5) [ %p, %0 ], [ %q, %more ]
  %s = getelementptr inbounds i32, ptr addrspace(5) %r, i32 1
  ret ptr addrspace(5) %s
}
; CHECK: define amdgpu_kernel void @kernel(
; CHECK-NEXT: %[[ZEROS:.*]] = alloca [3 x i32]
; CHECK: store ptr addrspace(5) %[[ZEROS]], ptr addrspace(1) %out
define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  store ptr addrspace(5) %p, ptr addrspace(1) %out
  %x = call i32 @unoptimized()
  %y = call i32 @through_calls(i32 1)
  ret void
}
