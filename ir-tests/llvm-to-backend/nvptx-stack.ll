; Functions with stack memory whose size is known at run time say that they need PTX 7.3, where LLVM's version for the
; processor is lower. Other functions, and later processors, do not.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_86;passes=verify>' %s | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_86;passes=verify>,llvm-to-backend<target=nvptx64:sm_86;passes=verify>' %s | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;passes=verify>' %s | FileCheck %s --check-prefix=LATER

; CHECK: define{{.*}} ptx_kernel void @size({{.*}} #[[NEEDS:[0-9]+]]
; CHECK: define{{.*}} ptx_kernel void @block({{.*}} #[[NEEDS]]
; CHECK: define{{.*}} ptx_kernel void @saved({{.*}} #[[NEEDS]]
; CHECK: define{{.*}} ptx_kernel void @static({{.*}}) {
; CHECK: attributes #[[NEEDS]] = {{.*}}"target-features"="+ptx73"
; CHECK-NOT: ptx73
; LATER-NOT: ptx73

target triple = "spir64-unknown-unknown"

define spir_kernel void @size(ptr addrspace(1) %out, i32 %n) {
  %a = alloca i32, i32 %n
  store volatile i32 %n, ptr %a
  ret void
}
define spir_kernel void @block(ptr addrspace(1) %out, i1 %c) {
  br i1 %c, label %then, label %end
then:
  %a = alloca i32
  store volatile i32 1, ptr %a
  br label %end
end:
  ret void
}
define spir_kernel void @saved(ptr addrspace(1) %out) {
  %saved = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %saved)
  ret void
}
define spir_kernel void @static(ptr addrspace(1) %out) {
  %a = alloca [4 x i32]
  store volatile i32 1, ptr %a
  ret void
}
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
