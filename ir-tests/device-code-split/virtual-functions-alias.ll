; Destructors of a class can be aliases of each other. If the body of a virtual function is in another image, its alias
; cannot be an alias either.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll

target triple = "spir64-unknown-unknown"

@vtable = linkonce_odr constant [2 x ptr] [ ptr @complete, ptr @base ]
@complete = alias void (ptr), ptr @base

define spir_kernel void @kernel(ptr %object) #0 {
  store ptr @vtable, ptr %object
  ret void
}
define spir_func void @base(ptr %this) #1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="_ZTS3Set" }
