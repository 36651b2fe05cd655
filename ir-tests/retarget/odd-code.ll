; What programs rarely have: addresses of blocks, cycles, vectors of pointers, atomic pointers, pointers in aggregates, variable
; arguments, invokes, tail calls, names that are not UTF-8, intrinsics over pointers.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,GPU,NVPTX
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,GPU,AMDGPU
; RUN: %opt -S -passes='retarget<target=host>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,HOST

target triple = "spir64-unknown-unknown"

@ba = addrspace(1) constant [2 x ptr] [ptr blockaddress(@blocks, %one), ptr blockaddress(@blocks, %two)]
@"na\FFme" = internal addrspace(1) global i32 0
; Addresses of blocks stay with their blocks.
; CHECK: @blocks(
; CHECK: indirectbr ptr %t, [label %one, label %two]
define spir_func i32 @blocks(i64 %i) {
entry:
  %p = getelementptr [2 x ptr], ptr addrspace(1) @ba, i64 0, i64 %i
  %t = load ptr, ptr addrspace(1) %p
  indirectbr ptr %t, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
; Casts vanish in cycles of phis, and in circles of code that nothing reaches.
; CHECK-LABEL: @cycle(
; GPU:   %g = addrspacecast ptr %x to ptr addrspace(1)
; HOST:  %x = phi ptr [ %a, %entry ], [ %y, %loop ], [ %x, %other ]
; HOST-NEXT: %y = phi ptr [ %x, %loop ], [ null, %entry ], [ %y, %other ]
; CHECK: dead:
; CHECK-NEXT: store ptr poison, ptr poison
define spir_func ptr addrspace(4) @cycle(ptr addrspace(4) %a, ptr addrspace(1) %b, i1 %c) {
entry:
  br label %loop
loop:
  %x = phi ptr addrspace(4) [ %a, %entry ], [ %y, %loop ], [ %x, %other ]
  %y = phi ptr addrspace(4) [ %z, %loop ], [ null, %entry ], [ %y, %other ]
  %g = addrspacecast ptr addrspace(4) %x to ptr addrspace(1)
  %z = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  br i1 %c, label %loop, label %other
other:
  switch i32 3, label %out [ i32 1, label %loop ]
out:
  ret ptr addrspace(4) %x
dead:
  %d1 = addrspacecast ptr %d2 to ptr addrspace(4)
  %d2 = addrspacecast ptr addrspace(4) %d1 to ptr
  store ptr addrspace(4) %d1, ptr %d2
  br label %dead
}
; CHECK-LABEL: @vectors(
; GPU:   %c = addrspacecast <2 x ptr addrspace(1)> %v to <2 x ptr>
; GPU:   %g = getelementptr i32, <2 x ptr> %c, <2 x i64> %i
; CHECK: call void @llvm.masked.scatter.v2i32.v2p0(
define spir_func <2 x ptr addrspace(4)> @vectors(<2 x ptr addrspace(1)> %v, <2 x ptr addrspace(3)> %l, <2 x i64> %i) {
  %c = addrspacecast <2 x ptr addrspace(1)> %v to <2 x ptr addrspace(4)>
  %g = getelementptr i32, <2 x ptr addrspace(4)> %c, <2 x i64> %i
  %s = shufflevector <2 x ptr addrspace(4)> %c, <2 x ptr addrspace(4)> %g, <2 x i32> <i32 0, i32 3>
  %e = extractelement <2 x ptr addrspace(4)> %s, i32 0
  %n = insertelement <2 x ptr addrspace(4)> %s, ptr addrspace(4) %e, i32 1
  %lc = addrspacecast <2 x ptr addrspace(3)> %l to <2 x ptr addrspace(4)>
  %sel = select <2 x i1> <i1 true, i1 false>, <2 x ptr addrspace(4)> %n, <2 x ptr addrspace(4)> zeroinitializer
  call void @llvm.masked.scatter.v2i32.v2p4(<2 x i32> zeroinitializer, <2 x ptr addrspace(4)> align 4 %lc, <2 x i1> splat (i1 true))
  ret <2 x ptr addrspace(4)> %sel
}
declare void @llvm.masked.scatter.v2i32.v2p4(<2 x i32>, <2 x ptr addrspace(4)>, <2 x i1>)
; CHECK-LABEL: @atomics(
; NVPTX: %a = atomicrmw xchg ptr addrspace(1) %p, ptr %q syncscope("block") seq_cst
; AMDGPU: %a = atomicrmw xchg ptr addrspace(1) %p, ptr %q syncscope("workgroup") seq_cst
; GPU:   %b = cmpxchg ptr addrspace(1) %p, ptr %q, ptr %a acq_rel monotonic
; HOST:  %b = cmpxchg ptr %p, ptr %q, ptr %a acq_rel monotonic
; CHECK: %c = extractvalue { ptr, i1 } %b, 0
define spir_func ptr addrspace(4) @atomics(ptr addrspace(1) %p, ptr addrspace(4) %q, ptr addrspace(3) %l) {
  %a = atomicrmw xchg ptr addrspace(1) %p, ptr addrspace(4) %q syncscope("workgroup") seq_cst
  %b = cmpxchg ptr addrspace(1) %p, ptr addrspace(4) %q, ptr addrspace(4) %a acq_rel monotonic
  %c = extractvalue { ptr addrspace(4), i1 } %b, 0
  %d = atomicrmw add ptr addrspace(3) %l, i32 1 monotonic
  %e = load atomic ptr addrspace(4), ptr addrspace(4) %c acquire, align 8
  %f = atomicrmw xchg ptr addrspace(1) %p, ptr addrspace(3) %l seq_cst
  ret ptr addrspace(4) %e
}
; AMDGPU has pointers to local memory of 32 bits. In memory they stay as large as they are.
; CHECK-LABEL: @aggregates(
; NVPTX:       %a = insertvalue { ptr addrspace(3), [2 x ptr addrspace(3)] } zeroinitializer, ptr addrspace(3) %l, 1, 1
; AMDGPU-NEXT: %[[L:.+]] = ptrtoint ptr addrspace(3) %l to i64
; AMDGPU-NEXT: %a = insertvalue { i64, [2 x i64] } zeroinitializer, i64 %[[L]], 1, 1
; AMDGPU-NEXT: %b = extractvalue { i64, [2 x i64] } %a, 0
; AMDGPU-NEXT: %[[B:.+]] = inttoptr i64 %b to ptr addrspace(3)
; AMDGPU:      %slot = alloca i64, align 8, addrspace(5)
; AMDGPU:      store ptr addrspace(3) %[[B]], ptr %slot.ascast
; AMDGPU:      %o = getelementptr i64, ptr %m, i64 1
; AMDGPU:      %ad = ptrtoint ptr addrspace(3) %n to i64
; NVPTX:       %ad = ptrtoaddr ptr addrspace(3) %n to i64
; AMDGPU:      ret { i64, [2 x i64] } %c
define spir_func { ptr addrspace(3), [2 x ptr addrspace(3)] } @aggregates(ptr addrspace(3) %l, ptr addrspace(4) %m) {
  %a = insertvalue { ptr addrspace(3), [2 x ptr addrspace(3)] } zeroinitializer, ptr addrspace(3) %l, 1, 1
  %b = extractvalue { ptr addrspace(3), [2 x ptr addrspace(3)] } %a, 0
  %c = insertvalue { ptr addrspace(3), [2 x ptr addrspace(3)] } %a, ptr addrspace(3) %b, 0
  store { ptr addrspace(3), [2 x ptr addrspace(3)] } %c, ptr addrspace(4) %m
  %slot = alloca ptr addrspace(3)
  store ptr addrspace(3) %b, ptr %slot
  %n = load ptr addrspace(3), ptr %slot
  %o = getelementptr ptr addrspace(3), ptr addrspace(4) %m, i64 1
  store ptr addrspace(3) %n, ptr addrspace(4) %o
  %ad = ptrtoaddr ptr addrspace(3) %n to i64
  store i64 %ad, ptr addrspace(4) %m
  ret { ptr addrspace(3), [2 x ptr addrspace(3)] } %c
}
define spir_func i32 @var(ptr addrspace(4) %f, ...) {
  %ap = alloca ptr
  call void @llvm.va_start.p0(ptr %ap)
  %x = va_arg ptr %ap, i32
  call void @llvm.va_end.p0(ptr %ap)
  ret i32 %x
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
; CHECK-LABEL: @recursive(
; CHECK: call i32 (ptr, ...) @var(ptr %p, i32 3, ptr {{(addrspace\(1\) )?}}null)
; CHECK: call void @recursive(ptr %p)
define spir_func void @recursive(ptr addrspace(4) %p) {
  %c = call spir_func i32 (ptr addrspace(4), ...) @var(ptr addrspace(4) %p, i32 3, ptr addrspace(1) null)
  call spir_func void @recursive(ptr addrspace(4) %p)
  ret void
}
; CHECK: %r = musttail call ptr @tail(ptr %p)
define spir_func ptr addrspace(4) @tail(ptr addrspace(4) %p) {
  %r = musttail call spir_func ptr addrspace(4) @tail(ptr addrspace(4) %p)
  ret ptr addrspace(4) %r
}
; CHECK-LABEL: @inv(
; CHECK: landingpad { ptr, i32 }
; CHECK-NEXT: catch ptr {{(addrspace\(1\) )?}}@"na\FFme"
define spir_func void @inv(ptr addrspace(4) %p) personality ptr @pers {
  %r = invoke spir_func ptr addrspace(4) @tail(ptr addrspace(4) %p) to label %ok unwind label %lp
ok:
  ret void
lp:
  %l = landingpad { ptr addrspace(4), i32 } catch ptr addrspace(1) @"na\FFme"
  resume { ptr addrspace(4), i32 } %l
}
declare i32 @pers(...)
; CHECK: define available_externally {{(protected )?}}ptr @ae(ptr %p)
define available_externally spir_func ptr addrspace(4) @ae(ptr addrspace(4) %p) {
  ret ptr addrspace(4) %p
}
; CHECK-LABEL: @local_md(
; CHECK: call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr null) ]
; CHECK: call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
; CHECK: call ptr @llvm.launder.invariant.group.p0(ptr %q)
; GPU:   call ptr @llvm.ptr.annotation.p0.p1(ptr %r,
; HOST:  call ptr @llvm.ptr.annotation.p0.p0(ptr %r,
define spir_func void @local_md(ptr addrspace(4) %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(4) %p, i64 8), "nonnull"(ptr addrspace(4) null) ]
  %q = call ptr addrspace(4) @llvm.ptrmask.p4.i64(ptr addrspace(4) %p, i64 -8)
  %r = call ptr addrspace(4) @llvm.launder.invariant.group.p4(ptr addrspace(4) %q)
  %s = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %r, ptr addrspace(1) @"na\FFme", ptr addrspace(1) @"na\FFme", i32 1, ptr addrspace(1) null)
  store i32 0, ptr addrspace(4) inttoptr (i64 add (i64 ptrtoint (ptr addrspace(1) @"na\FFme" to i64), i64 8) to ptr addrspace(4))
  ret void
}
declare ptr addrspace(4) @llvm.ptrmask.p4.i64(ptr addrspace(4), i64)
declare ptr addrspace(4) @llvm.launder.invariant.group.p4(ptr addrspace(4))
declare ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
