; Only SPIR-V has a type for events of asynchronous copies. Elsewhere an event is a pointer, which copies give back as they got
; it; none is null.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64:sm_80>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='retarget<target=host>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_80>' %s | FileCheck %s --check-prefix=WHOLE
; RUN: %opt -S -passes='llvm-to-backend<target=amdgcn:gfx90a>' %s | FileCheck %s --check-prefix=WHOLE
; RUN: %opt -S -passes='llvm-to-backend<target=host>' %s | FileCheck %s --check-prefix=WHOLE

; CHECK-NOT: target("spirv.Event")
; CHECK: call {{.*}}ptr @_Z22__spirv_GroupAsyncCopy{{.*}}, i64 16, i64 1, ptr null)
; CHECK: alloca ptr
; CHECK: store ptr %event

; WHOLE-NOT: spirv
; WHOLE: define
; WHOLE-NOT: declare {{.*}}__spirv_

target triple = "spirv64-unknown-unknown"

define spir_kernel void @kernel(ptr addrspace(3) %l, ptr addrspace(1) %g) #0 {
  %event = call spir_func target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3fPU3AS1fmm9ocl_event(i32 2, ptr addrspace(3) %l, ptr addrspace(1) %g, i64 16, i64 1, target("spirv.Event") zeroinitializer)
  %slot = alloca target("spirv.Event")
  store target("spirv.Event") %event, ptr %slot
  call spir_func void @_Z23__spirv_GroupWaitEventsjiP9ocl_event(i32 2, i32 1, ptr %slot)
  %v = load float, ptr addrspace(3) %l
  store float %v, ptr addrspace(1) %g
  ret void
}
declare spir_func target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3fPU3AS1fmm9ocl_event(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, target("spirv.Event"))
declare spir_func void @_Z23__spirv_GroupWaitEventsjiP9ocl_event(i32, i32, ptr)
attributes #0 = { "sycl-module-id"="a.cpp" }
