; A use that reads some bytes of a number in the default and not the others would cut it.

; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/scalar.ll %t/common.ll | not %opt -S -passes='spec-constants<native>' -o %t/out 2>&1 | FileCheck %s
; RUN: cat %t/scalar.ll %t/common.ll | not %opt -S -passes='spec-constants<emulation>' -o %t/out 2>&1 | FileCheck %s
; RUN: cat %t/scalar.ll %t/common.ll | not %opt -S -passes='spec-constants<default-values>' -o %t/out 2>&1 | FileCheck %s
; RUN: cat %t/float.ll %t/common.ll | not %opt -S -passes='spec-constants<native>' -o %t/out 2>&1 | FileCheck %s
; RUN: cat %t/struct.ll %t/common.ll | not %opt -S -passes='spec-constants<native>' -o %t/out 2>&1 | FileCheck %s
; RUN: cat %t/array.ll %t/common.ll | not %opt -S -passes='spec-constants<native>' -o %t/out 2>&1 | FileCheck %s --check-prefix=ARRAY
; RUN: not ls %t/out
; RUN: cat %t/bits.ll %t/common.ll | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s --check-prefix=BITS
; RUN: cat %t/odd.ll %t/common.ll | %opt -S -passes='spec-constants<emulation>,verify' | FileCheck %s --check-prefix=ODD

; CHECK: error: specialization constant `limit` in function `kernel` is used as {{.*}}, which uses a part of the number of 8 bytes at offset 0 of its default; expected whole numbers
; ARRAY: which uses a part of the number of 4 bytes at offset 4 of its default; expected whole numbers

; Bytes of a bit-field make up the number that is asked for, and an integer of 17 bits is kept in 32.
; BITS: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 16909060)
; ODD: load i17, ptr

;--- scalar.ll
@default = internal constant { i64 } { i64 4294967296 }
define spir_kernel void @kernel(ptr %out) {
  %limit = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %out)
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- float.ll
@default = internal constant { i64 } { i64 1065353216 }
define spir_kernel void @kernel(ptr %out) {
  %limit = call float @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %out)
  ret void
}
declare float @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- struct.ll
@default = internal constant { { i64, i32 } } { { i64, i32 } { i64 4294967296, i32 1 } }
define spir_kernel void @kernel(ptr %out) {
  call void @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr sret({ i32 }) %out, ptr @name, ptr @default, ptr %out)
  ret void
}
declare void @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr sret({ i32 }), ptr, ptr, ptr)

;--- array.ll
@default = internal constant { [2 x i32] } { [2 x i32] [i32 1, i32 65536] }
define spir_kernel void @kernel(ptr %out) {
  %limit = call { i32, i16 } @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %out)
  ret void
}
declare { i32, i16 } @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- bits.ll
@default = internal constant { { i8, i8, i8, i8 } } { { i8, i8, i8, i8 } { i8 4, i8 3, i8 2, i8 1 } }
define spir_kernel void @kernel(ptr %out) {
  %limit = call { i32 } @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %out)
  ret void
}
declare { i32 } @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- odd.ll
@default = internal constant { i32 } { i32 70000 }
define spir_kernel void @kernel(ptr %out) {
  %limit = call i17 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %out)
  ret void
}
declare i17 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- common.ll
@name = private unnamed_addr constant [6 x i8] c"limit\00"
