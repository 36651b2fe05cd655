; Claim A: constants that were set are internal, so that two modules with the same ones can be linked: no symbol is there twice.

; RUN: split-file %s %t
; RUN: %opt -S -passes='sscp-ir-constants<set=flag=1;set=content=abc>' %t/a.ll -o %t/a.set.ll
; RUN: %opt -S -passes='sscp-ir-constants<set=flag=2;set=content=defgh>' %t/b.ll -o %t/b.set.ll
; RUN: llvm-link -S %t/a.set.ll %t/b.set.ll | FileCheck %s

; CHECK-DAG: @flag = internal constant i32 1
; CHECK-DAG: @content = internal constant [4 x i8] c"abc\00"
; CHECK-DAG: @flag.{{[0-9]+}} = internal constant i32 2
; CHECK-DAG: @content.{{[0-9]+}} = internal constant [6 x i8] c"defgh\00"

;--- a.ll
target triple = "spir64-unknown-unknown"
@flag = global i32 0
@content = external constant [0 x i8]
define i32 @a() {
  %flag = load i32, ptr @flag
  ret i32 %flag
}
define i8 @a2() {
  %first = load i8, ptr @content
  ret i8 %first
}
;--- b.ll
target triple = "spir64-unknown-unknown"
$flag = comdat any
@flag = linkonce_odr global i32 0, comdat
@content = external constant [0 x i8]
define i32 @b() {
  %flag = load i32, ptr @flag
  ret i32 %flag
}
define i8 @b2() {
  %first = load i8, ptr @content
  ret i8 %first
}
