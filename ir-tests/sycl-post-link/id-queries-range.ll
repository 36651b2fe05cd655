; The type that ids and sizes of launches fit into is a property of every image; `int`, the default, adds no property.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;id-queries-range=uint;o=%t/uint.table>' %s
; RUN: %opt -disable-output -passes='sycl-post-link<properties;id-queries-range=size_t;split=kernel;o=%t/size.table>' %s
; RUN: %opt -disable-output -passes='sycl-post-link<properties;id-queries-range=int;o=%t/int.table>' %s
; RUN: grep -H idQ %t/uint_0.prop %t/size_0.prop %t/size_1.prop | FileCheck %s
; RUN: not grep idQueriesRange %t/int_0.prop

; CHECK: uint_0.prop:idQueriesRange=1|1{{$}}
; CHECK: size_0.prop:idQueriesRange=1|2{{$}}
; CHECK: size_1.prop:idQueriesRange=1|2{{$}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @one() #0 {
  ret void
}
define spir_kernel void @two() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
