; Clang 22 says which pointers are to objects that the caller makes and the function destroys. On NVPTX nothing else does.

; REQUIRES: llvm-at-least-22
; RUN: not %opt -S -passes=free-function-kernels %s -o %t 2>&1 | FileCheck %s
; CHECK: error: parameter 1 of free function kernel `f` is an object that is not trivially copyable; expected a number, a vector, a

target triple = "nvptx64-nvidia-cuda"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr null, i32 3, ptr @.args }], section "llvm.metadata"
define void @f(ptr dead_on_return %object) {
  ret void
}
