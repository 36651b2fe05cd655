; Functions that no launcher can call.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes='free-function-kernels' %t/result.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=RESULT
; RUN: not %opt -S -passes='free-function-kernels' %t/variadic.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=VARIADIC
; RUN: not %opt -S -passes='free-function-kernels' %t/private.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=PRIVATE
; RUN: not %opt -S -passes='free-function-kernels' %t/local.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=LOCAL
; RUN: not ls %t/out

; RESULT: error: free function kernel `f` returns `i32`; expected `void`
;--- result.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [19 x i8] c"single_task_kernel\00"
@.args0 = private constant { ptr } { ptr @.name0 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func i32 @f() {
  ret i32 0
}

; VARIADIC: error: free function kernel `f` is variadic; expected a fixed number of parameters
;--- variadic.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [19 x i8] c"single_task_kernel\00"
@.args0 = private constant { ptr } { ptr @.name0 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func void @f(i32, ...) {
  ret void
}

; PRIVATE: error: parameter 2 of free function kernel `f` is a pointer to private memory; expected a number, a vector, a pointer to global or local memory, a trivially copyable struct or a local accessor
;--- private.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [19 x i8] c"single_task_kernel\00"
@.args0 = private constant { ptr } { ptr @.name0 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func void @f(i32 %n, ptr %p) {
  ret void
}

; LOCAL: error: parameter 1 of free function kernel `f` is a struct with a pointer to local memory among its members; expected a number, a vector, a pointer to global or local memory, a trivially copyable struct or a local accessor
;--- local.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
%mixed = type { i32, [2 x { i8, ptr addrspace(3) }] }
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.name0 = private constant [19 x i8] c"single_task_kernel\00"
@.args0 = private constant { ptr } { ptr @.name0 }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 3, ptr @.args0 }
], section "llvm.metadata"
define spir_func void @f(ptr byval(%mixed) %p) {
  ret void
}
