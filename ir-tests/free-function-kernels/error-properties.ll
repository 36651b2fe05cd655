; Properties with other numbers than they take, and ones that do not go together.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes='free-function-kernels' %t/dimensions.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=DIMENSIONS
; RUN: not %opt -S -passes='free-function-kernels' %t/task.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=TASK
; RUN: not %opt -S -passes='free-function-kernels' %t/zero.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ZERO
; RUN: not %opt -S -passes='free-function-kernels' %t/sizes.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SIZES
; RUN: not %opt -S -passes='free-function-kernels' %t/both.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=BOTH
; RUN: not %opt -S -passes='free-function-kernels' %t/other.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=OTHER
; RUN: not %opt -S -passes='free-function-kernels' %t/alone.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ALONE
; RUN: not ls %t/out

; DIMENSIONS: error: a.cpp:3: property `nd_range_kernel` of function `f` is given [4]; expected 1, 2 or 3 dimensions
;--- dimensions.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [16 x i8] c"nd_range_kernel\00"
@.args0 = private constant { ptr, [1 x i32] } { ptr @.name0, [1 x i32] [i32 4] }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func void @f() {
  ret void
}

; TASK: error: a.cpp:3: property `single_task_kernel` of function `f` is given [1]; expected no numbers
;--- task.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [19 x i8] c"single_task_kernel\00"
@.args0 = private constant { ptr, [1 x i32] } { ptr @.name0, [1 x i32] [i32 1] }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func void @f() {
  ret void
}

; ZERO: error: a.cpp:4: property `work_group_size` of function `f` is given [16, 0]; expected 1 to 3 sizes, none of them 0
;--- zero.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [19 x i8] c"single_task_kernel\00"
@.args0 = private constant { ptr } { ptr @.name0 }
@.name1 = private constant [16 x i8] c"work_group_size\00"
@.args1 = private constant { ptr, [2 x i32] } { ptr @.name1, [2 x i32] [i32 16, i32 0] }
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 4, ptr @.args1 }
], section "llvm.metadata"
define spir_func void @f() {
  ret void
}

; SIZES: error: a.cpp:3: property `sub_group_size` of function `f` is given [16, 16]; expected 1 size that is not 0
;--- sizes.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [15 x i8] c"sub_group_size\00"
@.args0 = private constant { ptr, [2 x i32] } { ptr @.name0, [2 x i32] [i32 16, i32 16] }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func void @f() {
  ret void
}

; BOTH: error: a.cpp:4: function `f` has the properties `nd_range_kernel(1)` and `single_task_kernel()`; expected one of them
;--- both.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [16 x i8] c"nd_range_kernel\00"
@.args0 = private constant { ptr, [1 x i32] } { ptr @.name0, [1 x i32] [i32 1] }
@.name1 = private constant [19 x i8] c"single_task_kernel\00"
@.args1 = private constant { ptr } { ptr @.name1 }
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 4, ptr @.args1 }
], section "llvm.metadata"
define spir_func void @f() {
  ret void
}

; OTHER: error: a.cpp:4: function `f` has the properties `nd_range_kernel(1)` and `nd_range_kernel(2)`; expected one of them
;--- other.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [16 x i8] c"nd_range_kernel\00"
@.args0 = private constant { ptr, [1 x i32] } { ptr @.name0, [1 x i32] [i32 1] }
@.name1 = private constant [16 x i8] c"nd_range_kernel\00"
@.args1 = private constant { ptr, [1 x i32] } { ptr @.name1, [1 x i32] [i32 2] }
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 4, ptr @.args1 }
], section "llvm.metadata"
define spir_func void @f() {
  ret void
}

; ALONE: error: a.cpp:3: function `f` has the property `sub_group_size(16)` and is not a kernel; expected `nd_range_kernel` or `single_task_kernel` beside it
;--- alone.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [15 x i8] c"sub_group_size\00"
@.args0 = private constant { ptr, [1 x i32] } { ptr @.name0, [1 x i32] [i32 16] }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func void @f() {
  ret void
}
