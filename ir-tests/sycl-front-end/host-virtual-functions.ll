; Clang writes tables of virtual functions of the host into device code, with the functions and what these call. They may
; throw and refer to variables of the host, and are removed; a function that other units may call stays if it is fit for
; devices. What kernels call stays too, as does what no table leads to.
;
; REQUIRES: llvm-22
; RUN: %opt -passes=sycl-front-end %s -S | FileCheck %s
; RUN: sed 's/@_ZTV1A = /@table = /' %s > %t.ll
; RUN: not %opt -passes=sycl-front-end %t.ll -S -o /dev/null 2>&1 | FileCheck --check-prefix=WITHOUT %s

; CHECK-NOT: @_ZTV1A
; CHECK-NOT: define {{.*}}@_ZN1A1fEv
; CHECK-NOT: define {{.*}}@_Z6helperv
; CHECK-NOT: define {{.*}}@_Z6inlinev
; CHECK: define spir_func void @_Z3fitv() {
; CHECK: define spir_func void @_Z6sharedv() #[[OWN:[0-9]+]] {
; CHECK: define spir_func void @_Z8exportedv() #[[OWN]] {
; CHECK: define weak_odr spir_kernel void @_ZTS6Kernel() #[[OWN]] {
; CHECK: attributes #[[OWN]] = { "sycl-module-id"="a.cpp" }

; WITHOUT: a.cpp: functions `A::f()`, `helper()`
; WITHOUT: `variable`

source_filename = "a.cpp"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@variable = addrspace(1) global i32 0
@_ZTV1A = addrspace(1) constant [2 x ptr addrspace(4)] [ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr @_ZN1A1fEv to ptr addrspace(4))]

define spir_func void @_ZN1A1fEv(ptr addrspace(4) %this) {
  call spir_func void @_Z6helperv()
  call spir_func void @_Z6sharedv()
  call spir_func void @_Z3fitv()
  call spir_func void @_Z6inlinev()
  call spir_func void @__sycl_passes_throw()
  unreachable
}
define linkonce_odr spir_func void @_Z6inlinev() {
  ret void
}
define spir_func void @_Z3fitv() {
  ret void
}
define spir_func void @_Z6helperv() {
  store i32 1, ptr addrspace(1) @variable
  ret void
}
define spir_func void @_Z6sharedv() {
  ret void
}
define spir_func void @_Z8exportedv() {
  ret void
}
define spir_kernel void @_ZTS6Kernel() {
  call spir_func void @_Z6sharedv()
  ret void
}
declare spir_func void @__sycl_passes_throw()
