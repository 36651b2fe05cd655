; Intrinsics with two results are calls of C's functions, which have one of them in memory. Back ends of GPUs do not have
; `modf`, and LLVM ends on vectors of such results, which its vectorizer makes on the host. SPIR-V's back end has them.

; REQUIRES: llvm-22
; RUN: sed 's/TRIPLE/nvptx64-nvidia-cuda/' %s | %opt -S -passes=link-builtins -verify-each - -o %t.nvptx.ll
; RUN: FileCheck %s < %t.nvptx.ll
; RUN: %opt -S -passes=link-builtins -verify-each - < %t.nvptx.ll | diff - %t.nvptx.ll
; RUN: sed 's/TRIPLE/amdgcn-amd-amdhsa/' %s | %opt -S -passes=link-builtins -verify-each - | FileCheck %s
; RUN: sed 's/TRIPLE/x86_64-unknown-linux-gnu/' %s | %opt -S -passes='link-builtins,default<O2>' -verify-each - | FileCheck %s --check-prefix=HOST
; RUN: sed 's/TRIPLE/spirv64-unknown-unknown/' %s | %opt -S -passes=link-builtins -verify-each - | FileCheck %s --check-prefix=SPIRV

; CHECK: define void @both(
; CHECK: call { double, double } @__sp_modf_two(double %x)
; CHECK: call { float, i32 } @__sp_frexpf_two(float %y)
; CHECK: define internal { double, double } @__sp_modf_two(double %0)
; CHECK: [[FIRST:%.+]] = call double @__sp_ocl_modf_{{[^(]+}}(
; CHECK: [[SECOND:%.+]] = load double
; CHECK: insertvalue { double, double } {{undef|poison}}, double [[FIRST]], 0
; CHECK: insertvalue { double, double } {{.+}}, double [[SECOND]], 1
; CHECK-NOT: @llvm.{{modf|frexp}}

; HOST-NOT: @llvm.{{modf|frexp}}

; SPIRV: call { double, double } @llvm.modf.f64(double %x)

target triple = "TRIPLE"

define void @both(double %x, float %y, ptr %out) {
  %parts = call { double, double } @llvm.modf.f64(double %x)
  store { double, double } %parts, ptr %out
  %split = call { float, i32 } @llvm.frexp.f32.i32(float %y)
  %behind = getelementptr i8, ptr %out, i64 16
  store { float, i32 } %split, ptr %behind
  ret void
}
declare { double, double } @llvm.modf.f64(double)
declare { float, i32 } @llvm.frexp.f32.i32(float)
