; Functions of C that OpenCL has under no name are in the library for every target: complex numbers, strings, integers nearest
; to a number, quotients with a rest. What is passed as a struct, in registers or in memory, is taken apart.

; REQUIRES: llvm-22
; RUN: sed 's/TRIPLE/nvptx64-nvidia-cuda/' %s | %opt -S -passes=link-builtins -verify-each - | FileCheck %s
; RUN: sed 's/TRIPLE/x86_64-unknown-linux-gnu/' %s | %opt -S -passes=link-builtins -verify-each - | FileCheck %s
; RUN: sed 's/TRIPLE/nvptx64-nvidia-cuda/' %s | %opt -S -passes=link-builtins -verify-each - | FileCheck %s --check-prefix=GPU
; RUN: sed 's/TRIPLE/x86_64-unknown-linux-gnu/' %s | %opt -S -passes=link-builtins -verify-each - | FileCheck %s --check-prefix=HOST

; CHECK-DAG: define internal {{.*}}i64 @__sp_c_lrint_f64(
; CHECK-DAG: define internal {{.*}}double @__sp_c_complex_product_f64(
; CHECK-DAG: define internal {{.*}}float @__sp_c_complex_quotient_f32(
; CHECK-DAG: define internal {{.*}}double @__sp_c_cexp_f64(
; CHECK-DAG: define internal {{.*}}i32 @__sp_c_div_i32(
; CHECK-DAG: define internal {{.*}}i32 @__sp_s_abs_i32(
; CHECK-NOT: declare {{.*}}@{{lrint|__muldc3|__divsc3|cexp|div|abs}}(
; GPU: define internal {{.*}}i64 @__sp_c_strlen(
; HOST: declare i64 @strlen(ptr)

target triple = "TRIPLE"

define i64 @f(double %x, ptr %p, i32 %n) {
  %a = call i64 @lrint(double %x)
  %b = call { double, double } @__muldc3(double %x, double %x, double %x, double %x)
  call void @cexp(ptr sret({ double, double }) %p, ptr byval({ double, double }) %p)
  ; clang declares it without the attribute.
  call void @__divsc3(ptr sret({ float, float }) %p, float 1.0, float 2.0, float 3.0, float 4.0)
  %c = call { i32, i32 } @div(i32 %n, i32 3)
  %d = call i32 @abs(i32 %n)
  %e = call i64 @strlen(ptr %p)
  ret i64 %a
}
declare i64 @lrint(double)
declare { double, double } @__muldc3(double, double, double, double)
declare void @cexp(ptr sret({ double, double }), ptr byval({ double, double }))
declare void @__divsc3(ptr, float, float, float, float)
declare { i32, i32 } @div(i32, i32)
declare i32 @abs(i32)
declare i64 @strlen(ptr)
