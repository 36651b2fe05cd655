; Calls of one function would share the local memory that it asks for, so a function that cannot be inlined is refused by
; name; so is a size that is not constant, or larger than any device has, and what would be inlined a thousand times.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes='sycl-front-end<linked>' %t/itself.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ITSELF
; RUN: not %opt -S -passes='sycl-front-end<linked>' %t/pointer.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not %opt -S -passes='sycl-front-end<linked>' %t/size.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: sed 's/(i64 %%size, /(i64 8589934592, /' %t/size.ll > %t/large.ll
; RUN: not %opt -S -passes='sycl-front-end<linked>' %t/large.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not %opt -S -passes='sycl-front-end<linked>' %t/many.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MANY
; RUN: not ls %t/out

; ITSELF: error: function `helper()` calls `group_local_memory`, and is called again by function `helper()`, so that
; POINTER: error: function `helper()` calls `group_local_memory`, and is called through a pointer by function `K`, so that
; SIZE: error: `group_local_memory` has a size that is not constant in function `K`; expected calls of the header's functions only
; MANY: error: function `f{{[0-9]}}()` calls `group_local_memory`, and is called from several places by kernel `K`, so that its calls would share the memory; expected a function that is inlined (`{{\[\[gnu::always_inline\]\]}}`, or optimization), or the call in the kernel

;--- itself.ll
target triple = "spirv64-unknown-unknown"
declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)
define internal spir_func void @_Z6helperv() {
  %c = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 24, i64 8)
  call spir_func void @_Z6helperv()
  ret void
}

;--- pointer.ll
target triple = "spirv64-unknown-unknown"
declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)
define spir_kernel void @_ZTS1K(ptr addrspace(1) %to) {
  store ptr @_Z6helperv, ptr addrspace(1) %to
  ret void
}
define internal spir_func void @_Z6helperv() {
  %c = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 24, i64 8)
  ret void
}

;--- size.ll
target triple = "spirv64-unknown-unknown"
declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)
define spir_kernel void @_ZTS1K(i64 %size) {
  %c = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 %size, i64 8)
  ret void
}

;--- many.ll
target triple = "spirv64-unknown-unknown"
declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)
define spir_kernel void @_ZTS1K() {
  call spir_func void @_Z2f3v()
  call spir_func void @_Z2f3v()
  call spir_func void @_Z2f3v()
  call spir_func void @_Z2f3v()
  call spir_func void @_Z2f3v()
  call spir_func void @_Z2f3v()
  call spir_func void @_Z2f3v()
  call spir_func void @_Z2f3v()
  ret void
}
define internal spir_func void @_Z2f3v() {
  call spir_func void @_Z2f2v()
  call spir_func void @_Z2f2v()
  call spir_func void @_Z2f2v()
  call spir_func void @_Z2f2v()
  call spir_func void @_Z2f2v()
  call spir_func void @_Z2f2v()
  call spir_func void @_Z2f2v()
  call spir_func void @_Z2f2v()
  ret void
}
define internal spir_func void @_Z2f2v() {
  call spir_func void @_Z2f1v()
  call spir_func void @_Z2f1v()
  call spir_func void @_Z2f1v()
  call spir_func void @_Z2f1v()
  call spir_func void @_Z2f1v()
  call spir_func void @_Z2f1v()
  call spir_func void @_Z2f1v()
  call spir_func void @_Z2f1v()
  ret void
}
define internal spir_func void @_Z2f1v() {
  call spir_func void @_Z2f0v()
  call spir_func void @_Z2f0v()
  call spir_func void @_Z2f0v()
  call spir_func void @_Z2f0v()
  call spir_func void @_Z2f0v()
  call spir_func void @_Z2f0v()
  call spir_func void @_Z2f0v()
  call spir_func void @_Z2f0v()
  ret void
}
define internal spir_func void @_Z2f0v() {
  %c = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 24, i64 8)
  store i64 3, ptr addrspace(3) %c, align 8
  ret void
}
