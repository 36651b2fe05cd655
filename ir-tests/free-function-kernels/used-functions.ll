; A function that something else uses stays: called, recursive, behind an alias or in a table. With `entry-names=plain`
; the kernel has its name, and it becomes an internal function of another.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='free-function-kernels<entry-names=prefixed>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='free-function-kernels<entry-names=plain>' -verify-each %s | FileCheck %s --check-prefix=PLAIN

target triple = "spirv64-unknown-unknown"

@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [5 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @_Z6calledPi, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @_Z9recursivePi, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @aliased, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @listed, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @unused, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"
$aliased = comdat any
@table = internal constant [1 x ptr] [ptr @listed]
@alias = alias void (ptr addrspace(4)), ptr @aliased

; CHECK: @alias = alias void (ptr addrspace(4)), ptr @aliased
; PLAIN: @table = internal constant [1 x ptr] [ptr @listed.function]
; PLAIN: @alias = alias void (ptr addrspace(4)), ptr @aliased.function

; CHECK: define spir_func void @_Z6calledPi(ptr addrspace(4) %0) {
; CHECK: define spir_kernel void @_Z20__sycl_kernel_calledPi(ptr addrspace(1) %0) #
; PLAIN: define internal spir_func void @_Z6calledPi.function(ptr addrspace(4) %0) {
; PLAIN: define spir_kernel void @_Z6calledPi(ptr addrspace(1) %0) #
define spir_func void @_Z6calledPi(ptr addrspace(4) %0) {
  store i32 1, ptr addrspace(4) %0
  ret void
}
; CHECK: define spir_func void @_Z9recursivePi(ptr addrspace(4) %0) {
; CHECK: define spir_kernel void @_Z23__sycl_kernel_recursivePi(ptr addrspace(1) %0) #
; CHECK: call spir_func void @_Z9recursivePi(
; CHECK: call spir_func void @_Z6calledPi(
; PLAIN: define spir_kernel void @_Z9recursivePi(ptr addrspace(1) %0) #
; PLAIN: call spir_func void @_Z9recursivePi.function(
; PLAIN: call spir_func void @_Z6calledPi.function(
define spir_func void @_Z9recursivePi(ptr addrspace(4) %0) {
  call spir_func void @_Z9recursivePi(ptr addrspace(4) %0)
  call spir_func void @_Z6calledPi(ptr addrspace(4) %0)
  ret void
}
; CHECK: define weak_odr spir_func void @aliased(ptr addrspace(4) %0) comdat {
; CHECK: define weak_odr spir_kernel void @__sycl_kernel_aliased(ptr addrspace(1) %0) #{{[0-9]+}} comdat {
; PLAIN: define internal spir_func void @aliased.function(ptr addrspace(4) %0) {
; PLAIN: define weak_odr spir_kernel void @aliased(ptr addrspace(1) %0) #{{[0-9]+}} comdat {
define weak_odr spir_func void @aliased(ptr addrspace(4) %0) comdat {
  ret void
}
; CHECK: define spir_func void @listed() {
define spir_func void @listed() {
  ret void
}
; CHECK-NOT: @unused
; CHECK: define spir_kernel void @__sycl_kernel_unused() #
; PLAIN-NOT: @unused.function
; PLAIN: define spir_kernel void @unused() #
define spir_func void @unused() {
  ret void
}
