; Clang writes tables of virtual functions of the host into device code, with the functions and what these call. None is
; a function that other units can call, so they may throw and refer to variables of the host; a function with external
; linkage that no table leads to is one, and so is what kernels call.
;
; REQUIRES: llvm-22
; RUN: %opt -passes=sycl-front-end %s -S | FileCheck %s
; RUN: sed 's/@_ZTV1A = /@table = /' %s > %t.ll
; RUN: not %opt -passes=sycl-front-end %t.ll -S -o /dev/null 2>&1 | FileCheck --check-prefix=WITHOUT %s

; CHECK: define spir_func void @_ZN1A1fEv(ptr addrspace(4) %this) {
; CHECK: define spir_func void @_Z6helperv() {
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
  call spir_func void @__sycl_passes_throw()
  unreachable
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
