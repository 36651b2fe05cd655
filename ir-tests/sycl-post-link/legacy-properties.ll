; Older readers expect the libraries that an image needs, the kernels that may fail an assertion (through any call), and
; host pipes. They are only written on request.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;legacy-properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=PLAIN --match-full-lines --implicit-check-not='assert used'
; RUN: %props %t/x_1.prop | FileCheck %s --match-full-lines
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/y.table>' %s
; RUN: cat %t/y_0.prop %t/y_1.prop | FileCheck %s --check-prefix=NOT --allow-empty

; CHECK:      [SYCL/devicelib req mask]
; CHECK-NEXT: DeviceLibReqMask = 11
; CHECK-NEXT: [SYCL/device requirements]
; CHECK:      [SYCL/assert used]
; CHECK-NEXT: kernel_asserts = 1
; PLAIN:      DeviceLibReqMask = 0
; PLAIN:      [SYCL/host pipes]
; PLAIN-NEXT: the_pipe = {{.*}}8{{.*}}
; NOT-NOT:    {{devicelib|assert|pipe}}

target triple = "spir64-unknown-unknown"

@pipe = addrspace(1) global i64 0 #1

define spir_kernel void @kernel_asserts(ptr addrspace(1) %out) #0 {
  call spir_func void @check()
  %sine = call spir_func float @__devicelib_sinf(float 1.0)
  %quotient = call spir_func <2 x float> @__devicelib___divsc3(float 1.0, float %sine, float 1.0, float 2.0)
  store <2 x float> %quotient, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @kernel_plain() #0 {
  ret void
}
define internal spir_func void @check() {
  call spir_func void @__devicelib_assert_fail()
  ret void
}
declare spir_func void @__devicelib_assert_fail()
declare spir_func float @__devicelib_sinf(float)
declare spir_func <2 x float> @__devicelib___divsc3(float, float, float, float)

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-host-pipe-size"="8" "sycl-unique-id"="the_pipe" }
