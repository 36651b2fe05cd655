; On AMDGPU, the zeros of a function without offset are on its stack. A pointer to them that leaves the function in any
; way would be read after they are gone.

; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/module.ll %t/stored.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=STORES --implicit-check-not=define
; RUN: cat %t/module.ll %t/stored.ll | not %opt -S -passes='global-offset<disable>' 2>&1 | FileCheck %s --check-prefix=STORES --implicit-check-not=define
; RUN: cat %t/module.ll %t/stored-number.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=STORES --implicit-check-not=define
; RUN: cat %t/module.ll %t/stored-merged.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=STORES --implicit-check-not=define
; RUN: cat %t/module.ll %t/stored-from-slot.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=STORES --implicit-check-not=define
; RUN: cat %t/module.ll %t/stored-in-slot-of-unknown-use.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=STORES --implicit-check-not=define
; RUN: cat %t/module.ll %t/exchanged.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=STORES --implicit-check-not=define
; RUN: cat %t/module.ll %t/returned.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=RETURNS --implicit-check-not=define
; RUN: cat %t/module.ll %t/returned-in-struct.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=RETURNS --implicit-check-not=define
; RUN: cat %t/module.ll %t/returned-as-number.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=RETURNS --implicit-check-not=define
; RUN: cat %t/module.ll %t/returned-by-callee.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=RETURNS --implicit-check-not=define
; RUN: cat %t/module.ll %t/passed-out.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=PASSES --implicit-check-not=define
; RUN: cat %t/module.ll %t/passed-as-number.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=PASSES --implicit-check-not=define
; RUN: cat %t/module.ll %t/passed-indirectly.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=PASSES --implicit-check-not=define
; RUN: cat %t/module.ll %t/passed-to-assembly.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=PASSES --implicit-check-not=define
; RUN: cat %t/module.ll %t/passed-in-bundle.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=PASSES --implicit-check-not=define
; RUN: cat %t/module.ll %t/stored-by-callee.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=CALLEE --implicit-check-not=define
; RUN: cat %t/module.ll %t/stored-by-callee-of-invoke.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --check-prefix=CALLEE --implicit-check-not=define

; STORES: error: function `helper` stores the pointer of `llvm.amdgcn.implicit.offset`; expected it to be used inside the function
; RETURNS: error: function `helper` returns the pointer of `llvm.amdgcn.implicit.offset`; expected it to be used inside the function
; PASSES: error: function `helper` passes on the pointer of `llvm.amdgcn.implicit.offset`; expected it to be used inside the function
; CALLEE: error: function `keep` stores the pointer of `llvm.amdgcn.implicit.offset`; expected it to be used inside function `helper`, which asks for it

;--- module.ll
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"
@place = addrspace(1) global ptr addrspace(5) null
declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()
declare void @unknown(ptr addrspace(5))
declare void @unknown_number(i32)
define internal void @keep(ptr addrspace(5) %p, ptr addrspace(5) %to) {
  store ptr addrspace(5) %p, ptr addrspace(5) %to
  ret void
}
define internal ptr addrspace(5) @same(ptr addrspace(5) %p) {
  ret ptr addrspace(5) %p
}
;--- stored.ll
define void @helper(ptr addrspace(5) %to) {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  store ptr addrspace(5) %p, ptr addrspace(5) %to
  ret void
}
;--- stored-number.ll
define void @helper(ptr addrspace(5) %to) {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %n = ptrtoint ptr addrspace(5) %p to i32
  %m = add i32 %n, 4
  %v = insertelement <2 x i32> zeroinitializer, i32 %m, i32 1
  store <2 x i32> %v, ptr addrspace(5) %to
  ret void
}
;--- stored-merged.ll
define void @helper(ptr addrspace(5) %to, i1 %c) {
entry:
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %m = phi ptr addrspace(5) [ %p, %entry ], [ %to, %a ]
  %s = select i1 %c, ptr addrspace(5) %m, ptr addrspace(5) null
  %f = freeze ptr addrspace(5) %s
  %g = getelementptr i8, ptr addrspace(5) %f, i32 4
  %x = addrspacecast ptr addrspace(5) %g to ptr
  store ptr %x, ptr addrspace(5) %to
  ret void
}
;--- stored-from-slot.ll
define void @helper(ptr addrspace(5) %to) {
  %slot = alloca ptr addrspace(5), addrspace(5)
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  store ptr addrspace(5) %p, ptr addrspace(5) %slot
  %q = load ptr addrspace(5), ptr addrspace(5) %slot
  store ptr addrspace(5) %q, ptr addrspace(1) @place
  ret void
}
;--- stored-in-slot-of-unknown-use.ll
define void @helper() {
  %slot = alloca ptr addrspace(5), addrspace(5)
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  store ptr addrspace(5) %p, ptr addrspace(5) %slot
  call void @unknown(ptr addrspace(5) %slot)
  ret void
}
;--- exchanged.ll
define void @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %old = atomicrmw xchg ptr addrspace(1) @place, ptr addrspace(5) %p monotonic, align 8
  ret void
}
;--- returned.ll
define ptr addrspace(5) @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  ret ptr addrspace(5) %p
}
;--- returned-in-struct.ll
define { i32, [1 x ptr addrspace(5)] } @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %s = insertvalue { i32, [1 x ptr addrspace(5)] } undef, ptr addrspace(5) %p, 1, 0
  ret { i32, [1 x ptr addrspace(5)] } %s
}
;--- returned-as-number.ll
define i32 @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %n = ptrtoint ptr addrspace(5) %p to i32
  %x = xor i32 %n, 1
  ret i32 %x
}
;--- returned-by-callee.ll
define ptr addrspace(5) @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %q = call ptr addrspace(5) @same(ptr addrspace(5) %p)
  ret ptr addrspace(5) %q
}
;--- passed-out.ll
define void @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  call void @unknown(ptr addrspace(5) %p)
  ret void
}
;--- passed-as-number.ll
define void @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %n = ptrtoint ptr addrspace(5) %p to i32
  call void @unknown_number(i32 %n)
  ret void
}
;--- passed-indirectly.ll
define void @helper(ptr %f) {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  call void %f(ptr addrspace(5) %p)
  ret void
}
;--- passed-to-assembly.ll
define void @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  call void asm sideeffect "; $0", "v"(ptr addrspace(5) %p)
  ret void
}
;--- passed-in-bundle.ll
define void @helper() {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  call void @unknown_number(i32 0) [ "x"(ptr addrspace(5) %p) ]
  ret void
}
;--- stored-by-callee.ll
define void @helper(ptr addrspace(5) %to) {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %q = call ptr addrspace(5) @same(ptr addrspace(5) %p)
  call void @keep(ptr addrspace(5) %q, ptr addrspace(5) %to)
  ret void
}
;--- stored-by-callee-of-invoke.ll
declare i32 @__gxx_personality_v0(...)
define void @helper(ptr addrspace(5) %to) personality ptr @__gxx_personality_v0 {
  %p = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  invoke void @keep(ptr addrspace(5) %p, ptr addrspace(5) %to) to label %done unwind label %failed
done:
  ret void
failed:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
