; What only tables of virtual functions name gets a body that traps: pure and deleted functions, and `operator delete` of
; destructors that nothing calls. An `operator delete` that code calls is undefined.

; REQUIRES: llvm-22
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=link-builtins -verify-each %t/nvptx.ll | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/' %t/nvptx.ll | %opt -S -passes=link-builtins -verify-each | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-unknown-linux-gnu/; s/ptx_kernel //' %t/nvptx.ll | %opt -S -passes=link-builtins -verify-each | FileCheck %s
; RUN: %opt -S -passes='sycl-front-end<linked>' -verify-each %t/spirv.ll | FileCheck %s --check-prefix=SPIRV --implicit-check-not='declare spir_func'
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/spirv.ll | FileCheck %s --check-prefix=SPIRV --implicit-check-not='declare spir_func'
; RUN: not %opt -S -passes=link-builtins %t/deletes.ll 2>&1 | FileCheck %s --check-prefix=DELETES

; CHECK-DAG: define internal void @__cxa_pure_virtual()
; CHECK-DAG: define internal void @__cxa_deleted_virtual()
; CHECK-DAG: define internal void @_ZdlPvm(ptr %{{.*}}, i64 %{{.*}})
; CHECK: call void @llvm.trap()
; CHECK-NEXT: unreachable
; SPIRV: define internal spir_func void @__cxa_pure_virtual()
; DELETES: error: 'operator delete(void*)' is undefined, used by kernel `K`: devices do not allocate;

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"

@_ZTV5Shape = linkonce_odr unnamed_addr addrspace(1) constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr null, ptr @__cxa_pure_virtual, ptr @__cxa_deleted_virtual, ptr @_ZN5ShapeD0Ev] }

define ptx_kernel void @_ZTS1K(ptr addrspace(1) %p) {
  store ptr addrspace(1) @_ZTV5Shape, ptr addrspace(1) %p
  ret void
}
define linkonce_odr void @_ZN5ShapeD0Ev(ptr %this) {
  call void @_ZdlPvm(ptr %this, i64 8)
  ret void
}
declare void @__cxa_pure_virtual()
declare void @__cxa_deleted_virtual()
declare void @_ZdlPvm(ptr, i64)

;--- spirv.ll
target triple = "spirv64-unknown-unknown"

@_ZTV5Shape = linkonce_odr unnamed_addr addrspace(1) constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @__cxa_pure_virtual] }

define spir_kernel void @_ZTS1K(ptr addrspace(1) %p) {
  store ptr addrspace(1) @_ZTV5Shape, ptr addrspace(1) %p
  ret void
}
declare spir_func void @__cxa_pure_virtual()

;--- deletes.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @_ZTS1K(ptr %p) {
  call void @_ZN5ShapeD0Ev(ptr %p)
  ret void
}
define linkonce_odr void @_ZN5ShapeD0Ev(ptr %this) {
  call void @_ZdlPv(ptr %this)
  ret void
}
declare void @_ZdlPv(ptr)
