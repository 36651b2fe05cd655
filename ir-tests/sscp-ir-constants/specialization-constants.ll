; A specialization constant is set by its symbolic id, by the symbol of its object or by the name in the source. It becomes a
; literal at every call, composites and code without optimization included, and the properties of images have only the others.

; RUN: split-file %s %t
; RUN: %opt -S -passes='sscp-ir-constants<set-file=%t/values>,spec-constants' -verify-each %t/a.ll | FileCheck %t/a.ll
; RUN: %opt -passes='sscp-ir-constants<set-file=%t/values>,sycl-post-link<spec-const=native;properties;symbols;o=%t/out.table>' -disable-output %t/a.ll
; RUN: FileCheck %s --check-prefix=PROPS < %t/out_0.prop

; PROPS: [SYCL/specialization constants]
; PROPS-NEXT: left=
; PROPS-NEXT: [SYCL/specialization constants default values]

;--- values
____ZL4gain=2.5
pair=[-1, [7]]
_ZL4flag=true
;--- a.ll
target triple = "spir64-unknown-unknown"

%pair = type { i8, i32 }
@gain.id = private constant [12 x i8] c"____ZL4gain\00"
@_ZL4gain = internal constant { float } { float 1.0 }
@pair.id = private constant [8 x i8] c"pair.id\00"
@_ZN2ns4pairE = internal constant { { i8, i32 } } { { i8, i32 } { i8 1, i32 2 } }
@flag.id = private constant [8 x i8] c"flag.id\00"
@_ZL4flag = internal constant { i8 } zeroinitializer
@left.id = private constant [5 x i8] c"left\00"
@_ZL4left = internal constant { i32 } { i32 3 }

; CHECK-LABEL: @kernel
; CHECK-NOT:     call {{.*}}__sycl_get
; CHECK:         store float 2.500000e+00
; CHECK:         store i1 true
; CHECK:         store %pair { i8 -1, i32 7 }, ptr %pair
; CHECK:         call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 3)
; CHECK:         store float 2.500000e+00
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %gain = call spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @gain.id, ptr @_ZL4gain, ptr null)
  store float %gain, ptr addrspace(1) %out
  %flag = call spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @flag.id, ptr @_ZL4flag, ptr null)
  store i1 %flag, ptr addrspace(1) %out
  %pair = alloca %pair
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4PairET_PKcPKvS4_(ptr sret(%pair) %pair, ptr @pair.id, ptr @_ZN2ns4pairE, ptr null)
  %second = getelementptr %pair, ptr %pair, i64 0, i32 1
  %value = load i32, ptr %second
  store i32 %value, ptr addrspace(1) %out
  %left = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @left.id, ptr @_ZL4left, ptr null)
  store i32 %left, ptr addrspace(1) %out
  %slot = alloca ptr
  store ptr @gain.id, ptr %slot
  %id = load ptr, ptr %slot
  %again = call spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr %id, ptr @_ZL4gain, ptr null)
  store float %again, ptr addrspace(1) %out
  ret void
}

declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr)
declare spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr)
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4PairET_PKcPKvS4_(ptr, ptr, ptr, ptr)
