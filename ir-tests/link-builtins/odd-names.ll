; Names that are not UTF-8, or no names of C++: nothing goes wrong. A function of the user's that is called as one of C is
; not that one.

; REQUIRES: llvm-22
; RUN: not %opt -passes=link-builtins -disable-output %s 2>&1 | FileCheck %s

; CHECK: error: '_Z3{{.*}}' is undefined, used by kernel `kernel`; '_ZN9__spirv_x' is undefined, used by kernel `kernel`; 'mine::printf(char const*, ...)' is undefined, used by kernel `kernel`; expected definitions

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() {
  call void @"_Z3\FF\FE\FD"()
  call void @_ZN9__spirv_x()
  %a = call i32 (ptr, ...) @_ZN4mine6printfEPKcz(ptr null)
  ret void
}
declare void @"_Z3\FF\FE\FD"()
declare void @_ZN9__spirv_x()
declare i32 @_ZN4mine6printfEPKcz(ptr, ...)
