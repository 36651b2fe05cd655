; Structs and arrays without a value in constants become zeros, wherever the constants are and however deep: LLVM's back
; end for SPIR-V ends with an error otherwise. Numbers, vectors and whole constants without a value stay, and so do
; defaults of specialization constants, where what has no value is padding. A second run changes nothing.

; RUN: %opt -S -passes=spirv-legalize -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=spirv-legalize,spirv-legalize -verify-each %s | FileCheck %s
; RUN: sed 's/spirv64/nvptx64-nvidia-cuda/' %s | %opt -S -passes=spirv-legalize | FileCheck %s --check-prefix=OTHER

; CHECK: @bit_fields = private addrspace(1) constant { i8, [4 x i8], i8, [3 x i8] } { i8 1, [4 x i8] zeroinitializer, i8 2, [3 x i8] zeroinitializer }
; CHECK: @table = addrspace(1) constant [2 x { i8, [3 x i8], %pair }] [{ i8, [3 x i8], %pair } { i8 1, [3 x i8] zeroinitializer, %pair zeroinitializer }, { i8, [3 x i8], %pair } { i8 2, [3 x i8] zeroinitializer, %pair { i32 3, i8 undef } }]
; CHECK: @whole = addrspace(1) constant { i8, [3 x i8] } undef
; CHECK: @vector = addrspace(1) constant { i8, <2 x float> } { i8 1, <2 x float> undef }
; CHECK: @default = private addrspace(1) constant { i8, [3 x i8], i32 } { i8 1, [3 x i8] undef, i32 5 }
; OTHER: @bit_fields = private addrspace(1) constant { i8, [4 x i8], i8, [3 x i8] } { i8 1, [4 x i8] undef, i8 2, [3 x i8] poison }

target triple = "spirv64"

%pair = type { i32, i8 }

@bit_fields = private addrspace(1) constant { i8, [4 x i8], i8, [3 x i8] } { i8 1, [4 x i8] undef, i8 2, [3 x i8] poison }
@table = addrspace(1) constant [2 x { i8, [3 x i8], %pair }] [{ i8, [3 x i8], %pair } { i8 1, [3 x i8] undef, %pair undef }, { i8, [3 x i8], %pair } { i8 2, [3 x i8] undef, %pair { i32 3, i8 undef } }]
@whole = addrspace(1) constant { i8, [3 x i8] } undef
@vector = addrspace(1) constant { i8, <2 x float> } { i8 1, <2 x float> undef }
@default = private addrspace(1) constant { i8, [3 x i8], i32 } { i8 1, [3 x i8] undef, i32 5 }
@id = private addrspace(1) constant [2 x i8] c"i\00"

; CHECK-LABEL: @kernel(
; CHECK:         store { i8, [2 x i8] } { i8 7, [2 x i8] zeroinitializer }, ptr addrspace(1) %p
; CHECK:         phi { i8, [2 x i8] } [ { i8 1, [2 x i8] zeroinitializer }, %a ], [ poison, %entry ]
; CHECK:         insertvalue { i8, [2 x i8] } { i8 3, [2 x i8] zeroinitializer }, i8 %c, 0
define spir_kernel void @kernel(ptr addrspace(1) %p, i8 %c, i1 %b) {
entry:
  store { i8, [2 x i8] } { i8 7, [2 x i8] undef }, ptr addrspace(1) %p
  br i1 %b, label %a, label %end
a:
  br label %end
end:
  %phi = phi { i8, [2 x i8] } [ { i8 1, [2 x i8] poison }, %a ], [ poison, %entry ]
  %changed = insertvalue { i8, [2 x i8] } { i8 3, [2 x i8] undef }, i8 %c, 0
  store { i8, [2 x i8] } %phi, ptr addrspace(1) %p
  store { i8, [2 x i8] } %changed, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @with_constant(ptr addrspace(1) %p) {
  %value = call spir_func i64 @_Z40__sycl_getComposite2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspacecast (ptr addrspace(1) @id to ptr), ptr addrspacecast (ptr addrspace(1) @default to ptr), ptr null)
  store i64 %value, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z40__sycl_getComposite2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
