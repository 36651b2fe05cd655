; A kernel that may call virtual functions names their sets, and the image of a set its own. What a virtual function
; needs is required by the image that holds it, not by one that only refers to it.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=OWNER --match-full-lines
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=USER --match-full-lines

; OWNER:      [SYCL/device requirements]
; OWNER-NEXT: aspects = {6}
; OWNER-NEXT: [SYCL/virtual functions]
; OWNER-NEXT: virtual-functions-set = "SetA"
; USER:       [SYCL/device requirements]
; USER-NEXT:  aspects = {}
; USER-NEXT:  [SYCL/virtual functions]
; USER-NEXT:  uses-virtual-functions-set = "SetA,SetB"

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@vtable = linkonce_odr constant [1 x ptr] [ ptr @virtual_function ]

define spir_kernel void @kernel(ptr %object) #0 {
  store ptr @vtable, ptr %object
  ret void
}
define spir_func void @virtual_function() #1 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" "calls-indirectly"="SetA,SetB,SetA" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="SetA" }

!0 = !{i32 6}
