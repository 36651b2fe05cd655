; Lists of annotations that are not ours stay as they are, whatever is in them.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/zeros.ll | FileCheck %s --check-prefix=ZEROS
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/numbers.ll | FileCheck %s --check-prefix=NUMBERS
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/odd.ll | FileCheck %s --check-prefix=ODD

; RUN: %opt -S -passes=sycl-front-end -verify-each %t/struct.ll | FileCheck %s --check-prefix=STRUCT

; ZEROS: @llvm.global.annotations = appending global [4294967297 x { ptr, ptr, ptr, i32 }] zeroinitializer
;--- zeros.ll
target triple = "spir64-unknown-unknown"
@llvm.global.annotations = appending global [4294967297 x { ptr, ptr, ptr, i32 }] zeroinitializer

; NUMBERS: @llvm.global.annotations = appending global [2 x i32] [i32 1, i32 2]
;--- numbers.ll
target triple = "spir64-unknown-unknown"
@llvm.global.annotations = appending global [2 x i32] [i32 1, i32 2]

; ODD: @llvm.global.annotations = appending global [3 x { ptr, ptr }] [{ ptr, ptr } zeroinitializer, { ptr, ptr } undef, { ptr, ptr } { ptr @f, ptr @f }]
;--- odd.ll
target triple = "spir64-unknown-unknown"
@llvm.global.annotations = appending global [3 x { ptr, ptr }] [{ ptr, ptr } zeroinitializer, { ptr, ptr } undef, { ptr, ptr } { ptr @f, ptr @f }]
declare void @f()

; STRUCT: @llvm.global.annotations = global { { ptr, ptr }, i32, { ptr, ptr } } { { ptr, ptr } { ptr @f, ptr @text }, i32 1, { ptr, ptr } { ptr @f, ptr @f } }
;--- struct.ll
target triple = "spir64-unknown-unknown"
@text = private constant [27 x i8] c"sycl-passes:uses_aspects=5\00"
@llvm.global.annotations = global { { ptr, ptr }, i32, { ptr, ptr } } { { ptr, ptr } { ptr @f, ptr @text }, i32 1, { ptr, ptr } { ptr @f, ptr @f } }
declare void @f()
