; Translation units may or may not write the padding of a struct explicitly. Defaults are equal if they differ only in
; padding that is zero, in either order.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: sed -e 's/@default_plain, ptr %first/@default_swap/; s/@default_padded, ptr/@default_plain, ptr/; s/@default_swap/@default_padded, ptr %first/' %s \
; RUN:   | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s --check-prefix=NATIVE
; RUN: sed -e 's/zeroinitializer, i32 2/[i8 0, i8 9, i8 0], i32 2/' %s > %t.ll
; RUN: not %opt -S -passes='spec-constants<native>' %t.ll -o %t.out 2>&1 | FileCheck %s --check-prefix=OTHER

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [7 x i8] c"padded\00"
@default_plain = internal constant { { i8, i32 } } { { i8, i32 } { i8 1, i32 2 } }
@default_padded = internal constant { { i8, [3 x i8], i32 } } { { i8, [3 x i8], i32 } { i8 1, [3 x i8] zeroinitializer, i32 2 } }

define spir_kernel void @kernel_plain(ptr %out, ptr %first) {
; NATIVE-COUNT-2: call i8 @_Z20__spirv_SpecConstantia(i32 0, i8 1)
; EMULATION-COUNT-2: load { i8, i32 }, ptr %{{.*}}, align 4
  %plain = call { i8, i32 } @_Z40__sycl_getComposite2020SpecConstantValueI1sET_PKcPKvS5_(ptr @name, ptr @default_plain, ptr %first)
  %padded = call { i8, i32 } @_Z40__sycl_getComposite2020SpecConstantValueI1sET_PKcPKvS5_(ptr @name, ptr @default_padded, ptr %out)
  store { i8, i32 } %plain, ptr %out
  store { i8, i32 } %padded, ptr %out
  ret void
}

declare { i8, i32 } @_Z40__sycl_getComposite2020SpecConstantValueI1sET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE: !{!"padded", i32 0, i32 0, i32 1, i32 1, i32 4, i32 4}
; OTHER: error: specialization constant `padded` in function `kernel_plain` has default {{.*}}; expected default {{.*}} as in its first use
