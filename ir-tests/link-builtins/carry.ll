; Sums and differences with a carry are a struct, in memory or as it is; of vectors, too.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s | FileCheck %s
; RUN: sed s/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/ %s | %opt -S -passes=link-builtins -verify-each | FileCheck %s
; RUN: sed s/nvptx64-nvidia-cuda/x86_64-unknown-linux-gnu/ %s | %opt -S -passes=link-builtins -verify-each | FileCheck %s
; RUN: not %opt -disable-output -passes=link-builtins %S/Inputs/carry-float.ll 2>&1 | FileCheck %s --check-prefix=OTHER

; CHECK: define internal {{.*}}void @_Z17__spirv_IAddCarryjj(ptr sret({ i32, i32 }) %[[TO:.+]], i32 %[[A:.+]], i32 %[[B:.+]])
; CHECK-NEXT: %sum = add i32 %[[A]], %[[B]]
; CHECK-NEXT: %wrapped = icmp ult i32 %sum, %[[A]]
; CHECK-NEXT: %carry = zext i1 %wrapped to i32
; CHECK-NEXT: %[[P:.+]] = insertvalue { i32, i32 } undef, i32 %sum, 0
; CHECK-NEXT: %[[Q:.+]] = insertvalue { i32, i32 } %[[P]], i32 %carry, 1
; CHECK-NEXT: store { i32, i32 } %[[Q]], ptr %[[TO]]
; CHECK: define internal {{.*}}{ <4 x i64>, <4 x i64> } @_Z18__spirv_ISubBorrowDv4_mS_(<4 x i64> %[[A:.+]], <4 x i64> %[[B:.+]])
; CHECK-NEXT: %difference = sub <4 x i64> %[[A]], %[[B]]
; CHECK-NEXT: %wrapped = icmp ult <4 x i64> %[[A]], %[[B]]
; CHECK-NEXT: %carry = zext <4 x i1> %wrapped to <4 x i64>
; OTHER: error: built-in function `_Z17__spirv_IAddCarryff` has the type {{.*}}; expected `{ T, T } (T, T)` with T i8, i16, i32 or i64 or vectors of 2, 3, 4, 8 or 16 of them

target triple = "nvptx64-nvidia-cuda"
declare void @_Z17__spirv_IAddCarryjj(ptr sret({ i32, i32 }), i32, i32)
declare { <4 x i64>, <4 x i64> } @_Z18__spirv_ISubBorrowDv4_mS_(<4 x i64>, <4 x i64>)
define void @f(ptr %p, i32 %a, <4 x i64> %v) {
  call void @_Z17__spirv_IAddCarryjj(ptr sret({ i32, i32 }) %p, i32 %a, i32 1)
  %b = call { <4 x i64>, <4 x i64> } @_Z18__spirv_ISubBorrowDv4_mS_(<4 x i64> %v, <4 x i64> %v)
  store { <4 x i64>, <4 x i64> } %b, ptr %p
  ret void
}
