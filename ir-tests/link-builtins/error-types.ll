; A built-in function with types that it does not have: the error has its mangled name and the types that there are.

; REQUIRES: llvm-22
; RUN: not %opt -passes=link-builtins -disable-output %s 2>&1 | FileCheck %s

; CHECK:      error: built-in function `_Z18__spirv_AtomicIAddPU3AS1niin` has the type `i128 (ptr addrspace(1), i32, i32, i128)`, used by kernel `kernel`; expected `T (ptr addrspace(0, 1 or 3), i32, i32, T)` with T {{.*}}i32 or i64
; CHECK-NEXT: built-in function `_Z15__spirv_ocl_sinDv5_f` has the type `<5 x float> (<5 x float>)`, used by kernel `kernel`; expected `T (T)` with T half, float or double or vectors of 2, 3, 4, 8 or 16 of them

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %p) {
  %a = call i128 @_Z18__spirv_AtomicIAddPU3AS1niin(ptr addrspace(1) %p, i32 1, i32 896, i128 1)
  %b = call <5 x float> @_Z15__spirv_ocl_sinDv5_f(<5 x float> zeroinitializer)
  ret void
}
declare i128 @_Z18__spirv_AtomicIAddPU3AS1niin(ptr addrspace(1), i32, i32, i128)
declare <5 x float> @_Z15__spirv_ocl_sinDv5_f(<5 x float>)
