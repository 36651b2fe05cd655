; The bfloat16 conversions are in a library image of the runtime, so they are always imported.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;emit-imported-symbols;o=%t/x.table>' %s 2> %t/messages
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines --implicit-check-not=__devicelib_assert
; RUN: FileCheck %s --check-prefix=MESSAGES --allow-empty --input-file=%t/messages

; CHECK:      [SYCL/imported symbols]
; CHECK-NEXT: __devicelib_ConvertFToBF16INTEL = 1
; MESSAGES-NOT: Undefined function

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel(ptr %p) #0 {
  %r = call spir_func i16 @__devicelib_ConvertFToBF16INTEL(ptr %p)
  call spir_func void @__devicelib_assert_read(ptr %p)
  ret void
}
declare spir_func i16 @__devicelib_ConvertFToBF16INTEL(ptr)
declare spir_func void @__devicelib_assert_read(ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
