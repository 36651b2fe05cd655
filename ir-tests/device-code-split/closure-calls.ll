; An image holds what its kernel reaches through calls, in the order of the module, and nothing else. What is not an
; entry point is internal there, so that the images can be linked with others; the kernel says that it is one.
;
;    first --> left --> shared <-- right <-- second      unreached --> shared
;                         |                    |
;                         +-> deep <-> deeper  +--> itself

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=SECOND --input-file=%t/x_0.ll --implicit-check-not=define --implicit-check-not=declare
; RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/x_1.ll --implicit-check-not=define --implicit-check-not=declare

target triple = "spir64-unknown-unknown"

; FIRST: define internal spir_func void @shared()
; SECOND: define internal spir_func void @shared()
define linkonce_odr spir_func void @shared() {
  call spir_func void @deep()
  ret void
}
; FIRST: define spir_kernel void @first() #[[ENTRY:[0-9]+]]
define spir_kernel void @first() #0 {
  call spir_func void @left()
  ret void
}
; SECOND: define spir_kernel void @second() #[[ENTRY:[0-9]+]]
define spir_kernel void @second() #0 {
  call spir_func void @right()
  ret void
}
; FIRST: define internal spir_func void @left()
define spir_func void @left() {
  call spir_func void @shared()
  ret void
}
; SECOND: define internal spir_func void @right()
define internal spir_func void @right() {
  call spir_func void @shared()
  call spir_func void @right()
  ret void
}
define spir_func void @unreached() {
  call spir_func void @shared()
  ret void
}
; FIRST: define internal spir_func void @deep()
; SECOND: define internal spir_func void @deep()
define weak spir_func void @deep() {
  call spir_func void @deeper()
  ret void
}
; FIRST: define internal spir_func void @deeper()
; SECOND: define internal spir_func void @deeper()
define spir_func void @deeper() {
  call spir_func void @deep()
; FIRST: call spir_func void @_Z22__spirv_ControlBarrierjjj
; SECOND: call spir_func void @_Z22__spirv_ControlBarrierjjj
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  ret void
}
; FIRST: declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
; SECOND: declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare spir_func void @never_called()

; FIRST: attributes #[[ENTRY]] = { "sycl-entry-point" "sycl-module-id"="a.cpp" }
; SECOND: attributes #[[ENTRY]] = { "sycl-entry-point" "sycl-module-id"="a.cpp" }
attributes #0 = { "sycl-module-id"="a.cpp" }
