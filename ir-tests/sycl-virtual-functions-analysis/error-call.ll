; A kernel without sets that reaches a virtual call is refused, with the functions on the way; one with sets is not, nor is
; an indirect call that is not marked.

; RUN: split-file %s %t
; RUN: not %opt -S -passes=sycl-virtual-functions-analysis %t/through.ll 2>&1 | FileCheck %s --check-prefix=THROUGH
; RUN: not %opt -S -passes=sycl-virtual-functions-analysis %t/itself.ll 2>&1 | FileCheck %s --check-prefix=ITSELF
; RUN: %opt -S -passes=sycl-virtual-functions-analysis %t/right.ll | FileCheck %s --check-prefix=RIGHT

; THROUGH: error: kernel `Kernel` calls a virtual function through `first()`, `second()`, but does not have the attribute "calls-indirectly"; expected the property `calls_indirectly` with the sets of virtual functions that the kernel calls
; ITSELF: error: kernel `k` calls a virtual function, but does not have the attribute "calls-indirectly"; expected
; RIGHT: define spir_kernel void @_ZTS6Kernel(ptr %f) #0
; RIGHT: attributes #0 = { "calls-indirectly"="shapes" }

;--- through.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @declares(ptr %f) #2 {
  call spir_func void @_Z5firstv(ptr %f)
  ret void
}
define spir_kernel void @_ZTS6Kernel(ptr %f) {
  call spir_func void @_Z5firstv(ptr %f)
  ret void
}
define spir_func void @_Z5firstv(ptr %f) {
  call spir_func void @_Z6secondv(ptr %f)
  ret void
}
define spir_func void @_Z6secondv(ptr %f) {
  call spir_func void %f() #1
  call spir_func void @_Z5firstv(ptr %f)
  ret void
}
define spir_func void @draw() #0 {
  ret void
}
attributes #0 = { "indirectly-callable"="shapes" }
attributes #1 = { "virtual-call" }
attributes #2 = { "calls-indirectly"="shapes" }

;--- itself.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr %f) {
  call spir_func void %f() #1
  ret void
}
define spir_func void @draw() #0 {
  ret void
}
attributes #0 = { "indirectly-callable"="shapes" }
attributes #1 = { "virtual-call" }

;--- right.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @_ZTS6Kernel(ptr %f) #1 {
  call spir_func void %f() #2
  ret void
}
define spir_kernel void @pointer(ptr %f) {
  call spir_func void %f()
  ret void
}
define spir_func void @draw() #0 {
  ret void
}
attributes #0 = { "indirectly-callable"="shapes" }
attributes #1 = { "calls-indirectly"="shapes" }
attributes #2 = { "virtual-call" }
