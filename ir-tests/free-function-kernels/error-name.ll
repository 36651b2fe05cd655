; The name of a kernel that belongs to something else.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes='free-function-kernels' %t/variable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=VARIABLE
; RUN: not ls %t/out

; VARIABLE: error: the kernel of function `f(int)` would be called `_Z15__sycl_kernel_fi`, which is taken; expected another name for either
;--- variable.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [19 x i8] c"single_task_kernel\00"
@.args0 = private constant { ptr } { ptr @.name0 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @_Z1fi, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
@_Z15__sycl_kernel_fi = global i32 0
define spir_func void @_Z1fi(i32) {
  ret void
}
