; There is one warning for each undefined user function, which names the kernels that need it, with the names of the
; source. Intrinsics, builtins, printf and reserved names are not user functions; a stored address counts like a call. If images
; may depend on each other, undefined functions are imported, without a warning.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --input-file=%t/messages --implicit-check-not='{{^}}warning:'
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;allow-device-image-dependencies;o=%t/x.table>' %s 2> %t/imported
; RUN: FileCheck %s --input-file=%t/imported --check-prefix=IMPORTED --allow-empty

; CHECK-DAG: warning: Undefined function missing(int) found in {{.*}}undefined-functions.ll (needed by `kernel_c` and 2 more). This may result in runtime errors.
; CHECK-DAG: warning: Undefined function only_stored() found in {{.*}}undefined-functions.ll (needed by `kernel_b()`). This may result in runtime errors.
; IMPORTED-NOT: {{^}}warning:

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a(i32 %x) #0 {
  call spir_func void @_Z7missingi(i32 %x)
  call spir_func void @_Z7missingi(i32 1)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  call spir_func void @__reserved()
  %length = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null)
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret void
}
define spir_kernel void @_Z8kernel_bv(ptr %out) #0 {
  store ptr @_Z11only_storedv, ptr %out
  call spir_func void @helper()
  ret void
}
define spir_kernel void @kernel_c() #0 {
  call spir_func void @helper()
  ret void
}
define internal spir_func void @helper() {
  call spir_func void @_Z7missingi(i32 2)
  ret void
}
declare spir_func i32 @printf(ptr addrspace(2), ...)
declare spir_func void @_Z7missingi(i32)
declare spir_func void @_Z11only_storedv()
declare spir_func void @_Z12never_calledv()
declare spir_func void @__reserved()
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i32 @llvm.ctpop.i32(i32)

attributes #0 = { "sycl-module-id"="a.cpp" }
