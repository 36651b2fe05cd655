; The body of a virtual function is in the image of its set, and externally visible; other images only have a
; declaration, without comdat, and nothing that only the body needs.
;
;   kernel --> vtable --> virtual_function --> only_virtual        set: virtual_function

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: opt -disable-output -passes=verify %t/x_2.ll
; RUN: FileCheck %s --check-prefix=OWNER --input-file=%t/x_0.ll --implicit-check-not=@vtable
; RUN: FileCheck %s --check-prefix=KERNELS --input-file=%t/x_1.ll --implicit-check-not=@only_virtual --implicit-check-not=' comdat'

target triple = "spir64-unknown-unknown"

$virtual_function = comdat any

; KERNELS: @vtable = linkonce_odr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @virtual_function] }
@vtable = linkonce_odr constant { [3 x ptr] } { [3 x ptr] [ ptr null, ptr null, ptr @virtual_function ] }

; OWNER: define spir_func void @virtual_function(ptr %this) #[[VIRTUAL:[0-9]+]]
; KERNELS: declare spir_func void @virtual_function(ptr) #[[VIRTUAL:[0-9]+]]
define linkonce_odr spir_func void @virtual_function(ptr %this) #1 comdat {
  call spir_func void @only_virtual()
  ret void
}
; OWNER: define internal spir_func void @only_virtual()
define linkonce_odr spir_func void @only_virtual() {
  ret void
}
; KERNELS: define spir_kernel void @kernel(
define spir_kernel void @kernel(ptr %object) #0 {
  store ptr @vtable, ptr %object
  ret void
}
define spir_kernel void @kernel_elsewhere() #2 {
  ret void
}

; OWNER: attributes #[[VIRTUAL]] = { "indirectly-callable"="_ZTS3Set" "sycl-entry-point" "sycl-module-id"="b.cpp" }
; KERNELS: attributes #[[VIRTUAL]] = { "indirectly-callable"="_ZTS3Set" "sycl-module-id"="b.cpp" }
attributes #0 = { "sycl-module-id"="b.cpp" "calls-indirectly"="_ZTS3Set" }
attributes #1 = { "sycl-module-id"="b.cpp" "indirectly-callable"="_ZTS3Set" }
attributes #2 = { "sycl-module-id"="a.cpp" }
