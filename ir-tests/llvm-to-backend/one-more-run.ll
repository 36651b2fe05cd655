; The clean-up after sizes are known takes more than one run for some kernels, which is no error.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;distinct-memory;group-size=128;argument-bytes=K:0:0=0000010000000000>' %s | FileCheck %s

; CHECK: define ptx_kernel void @K(

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%arguments = type { i64, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4) }
%site = type { [4 x %matrix], i32, i32, i32, i32, i32, i8, [10 x i32] }
%matrix = type { [3 x [3 x %complex]] }
%complex = type { double, double }

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_kernel void @K(ptr readonly byval(%arguments) %0) {
  %2 = tail call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %3 = addrspacecast ptr %0 to ptr addrspace(4)
  %4 = load i64, ptr addrspace(4) %3, align 8
  %5 = icmp ult i64 %2, %4
  br i1 %5, label %6, label %10

6:
  %7 = getelementptr %site, ptr addrspace(4) null, i64 %2
  %8 = and i64 %2, 255
  %9 = getelementptr %matrix, ptr addrspace(4) %7, i64 %8
  store double 0.000000e+00, ptr addrspace(4) %9, align 16
  br label %10

10:
  ret void
}
