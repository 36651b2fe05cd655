; Annotations are refused like markers; the message has the file and line that they name.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=sycl-front-end %t/unknown.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %opt -S -passes=sycl-front-end %t/number.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NUMBER
; RUN: not %opt -S -passes=sycl-front-end %t/empty.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not %opt -S -passes=sycl-front-end %t/argument.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ARGUMENT
; RUN: not %opt -S -passes=sycl-front-end %t/arguments.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
; RUN: not %opt -S -passes=sycl-front-end %t/variable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=VARIABLE
; RUN: not ls %t/out

; UNKNOWN: error: a.cpp:3: unknown fact `uses_aspect` in function `f()`; expected one of: reqd_work_group_size, max_work_group_size,
;--- unknown.ll
target triple = "spir64-unknown-unknown"
@text = private constant [26 x i8] c"sycl-passes:uses_aspect=6\00"
@file = private constant [6 x i8] c"a.cpp\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z1fv, ptr @text, ptr @file, i32 3, ptr null }], section "llvm.metadata"
define spir_func void @_Z1fv() {
  ret void
}

; NUMBER: error: operand 2 of fact `uses_aspects` in function `f()` is `fp46`, which is no aspect in the built-in table
;--- number.ll
target triple = "spir64-unknown-unknown"
@text = private constant [32 x i8] c"sycl-passes:uses_aspects=6,fp46\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z1fv, ptr @text, ptr null, i32 3, ptr null }], section "llvm.metadata"
define spir_func void @_Z1fv() {
  ret void
}

; EMPTY: error: operand 1 of fact `uses_aspects` in function `f()` is ``, which is no aspect in the built-in table
;--- empty.ll
target triple = "spir64-unknown-unknown"
@text = private constant [26 x i8] c"sycl-passes:uses_aspects=\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z1fv, ptr @text, ptr null, i32 3, ptr null }], section "llvm.metadata"
define spir_func void @_Z1fv() {
  ret void
}

; ARGUMENT: error: operand 2 of fact `uses_aspects` in function `f()` is `sycl-passes:uses_aspects=5`, which is no aspect in the built-in table
;--- argument.ll
target triple = "spir64-unknown-unknown"
@text = private constant [27 x i8] c"sycl-passes:uses_aspects=5\00"
@arguments = private constant { ptr } { ptr @text }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z1fv, ptr @text, ptr null, i32 3, ptr @arguments }], section "llvm.metadata"
define spir_func void @_Z1fv() {
  ret void
}

; ARGUMENTS: error: operand 1 of fact `uses_aspects` in function `f()` is `arguments`; expected a constant integer or string, the number or name of an aspect
;--- arguments.ll
target triple = "spir64-unknown-unknown"
@text = private constant [25 x i8] c"sycl-passes:uses_aspects\00"
@arguments = external constant { i32 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z1fv, ptr @text, ptr null, i32 3, ptr @arguments }], section "llvm.metadata"
define spir_func void @_Z1fv() {
  ret void
}

; VARIABLE: error: annotation "sycl-passes:uses_aspects=5" is about `variable`; expected a function
;--- variable.ll
target triple = "spir64-unknown-unknown"
@text = private constant [27 x i8] c"sycl-passes:uses_aspects=5\00"
@variable = global i32 0
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @variable, ptr @text, ptr null, i32 3, ptr null }], section "llvm.metadata"
