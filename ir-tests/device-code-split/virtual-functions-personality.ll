; What belongs to the body of a virtual function is removed with it: a declaration has no personality and no metadata.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: %opt -disable-output -passes='device-code-split<kernel;o=%t/x.table>' %s
; RUN: opt -S -passes=verify %t/x_1.bc | FileCheck %s

target triple = "spir64-unknown-unknown"

@vtable = linkonce_odr constant [1 x ptr] [ ptr @virtual_function ]

define spir_kernel void @kernel(ptr %object) #0 {
  store ptr @vtable, ptr %object
  ret void
}
; CHECK: declare spir_func void @virtual_function(ptr) #{{[0-9]+$}}
define linkonce_odr spir_func void @virtual_function(ptr %this) #1 personality ptr @personality !sycl_used_aspects !0 {
  ret void
}
declare i32 @personality(...)

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="_ZTS3Set" }

!0 = !{i32 6}
