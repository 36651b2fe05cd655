; Annotations that cannot be read are refused with the place that they name.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=free-function-kernels %t/variable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=VARIABLE
; RUN: not %opt -S -passes=free-function-kernels %t/none.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %opt -S -passes=free-function-kernels %t/number.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NUMBER
; RUN: not %opt -S -passes=free-function-kernels %t/large.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=LARGE
; RUN: not %opt -S -passes=free-function-kernels %t/many.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MANY
; RUN: not %opt -S -passes=free-function-kernels %t/unknown.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %opt -S -passes=free-function-kernels %t/triple.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=TRIPLE
; RUN: not ls %t/out

; VARIABLE: error: the annotation `sycl-free-function` is on `v`; expected a function
;--- variable.ll
target triple = "spirv64-unknown-unknown"
@v = global i32 0
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @v, ptr @.text, ptr null, i32 3, ptr @.args }], section "llvm.metadata"

; NONE: error: a.cpp:3: the annotation `sycl-free-function` of function `f(int)` has nothing as arguments; expected the name of a property, and numbers of 32 bits
;--- none.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32 }] [{ ptr, ptr, ptr, i32 } { ptr @_Z1fi, ptr @.text, ptr @.file, i32 3 }], section "llvm.metadata"
define void @_Z1fi(i32) {
  ret void
}

; NUMBER: error: the annotation `sycl-free-function` of function `f` has `{ i32 } { i32 1 }` as arguments; expected
;--- number.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.args = private constant { i32 } { i32 1 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 3, ptr @.args }], section "llvm.metadata"
define void @f() {
  ret void
}

; LARGE: error: the annotation `sycl-free-function` of function `f` has `{ ptr, i64 } { ptr @.task, i64 -1 }` as arguments; expected
;--- large.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr, i64 } { ptr @.task, i64 -1 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 3, ptr @.args }], section "llvm.metadata"
define void @f() {
  ret void
}

; MANY: error: the annotation `sycl-free-function` of function `f` has `[1000000000000 x i32] zeroinitializer` as arguments; expected
;--- many.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.args = private constant [1000000000000 x i32] zeroinitializer
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 3, ptr @.args }], section "llvm.metadata"
define void @f() {
  ret void
}

; UNKNOWN: error: unknown property `nd_range` of function `f`; expected one of: nd_range_kernel, single_task_kernel, work_group_size,
;--- unknown.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.range = private constant [9 x i8] c"nd_range\00"
@.args = private constant { ptr, i64 } { ptr @.range, i64 1 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 3, ptr @.args }], section "llvm.metadata"
define void @f() {
  ret void
}

; TRIPLE: error: the module has free function kernels, and its triple is `x86_64-unknown-linux-gnu`; expected one of SPIR, SPIR-V, NVPTX or AMDGPU
;--- triple.ll
target triple = "x86_64-unknown-linux-gnu"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 3, ptr @.args }], section "llvm.metadata"
define void @f() {
  ret void
}
