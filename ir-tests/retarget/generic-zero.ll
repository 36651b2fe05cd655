; AdaptiveCpp's convention: 0 is generic and private, kernels have C's calling convention and an annotation, and the triple is
; that of the host. `generic=auto` finds it by the casts; SPIR-V gets its own generic space, 4.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64:sm_90;generic=0>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NVPTX
; RUN: %opt -S -passes='retarget<target=nvptx64:sm_90;generic=auto>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NVPTX
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a;generic=0>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,AMDGPU
; RUN: %opt -S -passes='retarget<target=spirv64;generic=0>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,SPIRV
; RUN: %opt -S -passes='retarget<target=host;generic=0>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,HOST
; RUN: not %opt -passes='retarget<target=nvptx64>' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOUR
; FOUR: error: the module's triple is `powerpc64le-unknown-linux-gnu`; expected generic device code

target triple = "powerpc64le-unknown-linux-gnu"

%struct.S = type { ptr, ptr }

@text = private unnamed_addr constant [20 x i8] c"hipsycl_sscp_kernel\00", section "llvm.metadata"
@file = private unnamed_addr constant [2 x i8] c"f\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @text, ptr @file, i32 1, ptr null }], section "llvm.metadata"

; NVPTX:  @data = internal global i32 1
; AMDGPU: @data = internal addrspace(1) global i32 1
; SPIRV:  @data = internal addrspace(1) global i32 1
; HOST:   @data = internal global i32 1
@data = internal global i32 1
; NVPTX:  @local = internal addrspace(3) global i32 poison
; SPIRV:  @local = internal addrspace(3) global i32 poison
; HOST:   @local = internal thread_local global i32 undef
@local = internal addrspace(3) global i32 undef

; NVPTX:  define ptx_kernel void @kernel(ptr addrspace(1) %p, ptr byval(%struct.S) %s)
; AMDGPU: define protected amdgpu_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(4) byref(%struct.S) %s)
; SPIRV:  define spir_kernel void @kernel(ptr addrspace(1) %p, ptr byval(%struct.S) %s)
; HOST:   define void @kernel(ptr %p, ptr byval(%struct.S) %s) #[[KERNEL:[0-9]+]]
define void @kernel(ptr %p, ptr byval(%struct.S) %s) #0 {
; NVPTX:  %l = addrspacecast ptr addrspace(3) @local to ptr
; SPIRV:  %l = addrspacecast ptr addrspace(3) @local to ptr addrspace(4)
  %l = addrspacecast ptr addrspace(3) @local to ptr
; NVPTX:  %q = load ptr addrspace(1), ptr %s
; SPIRV:  %q = load ptr addrspace(4), ptr addrspace(4) %s.ascast
; HOST:   %q = load ptr, ptr %s
  %q = load ptr, ptr %s
; SPIRV:  %slot = alloca i32, align 4
; SPIRV-NEXT: %slot.ascast = addrspacecast ptr %slot to ptr addrspace(4)
; AMDGPU: %slot = alloca i32, align 4, addrspace(5)
  %slot = alloca i32
; SPIRV:  call void @llvm.lifetime.start.p0(ptr %slot)
  call void @llvm.lifetime.start.p0(ptr %slot)
; SPIRV:  call spir_func void @use(ptr addrspace(4) %slot.ascast, ptr addrspace(4) %l)
; NVPTX:  call void @use(ptr %slot, ptr %l)
  call void @use(ptr %slot, ptr %l)
; SPIRV:  call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) %p.ascast, ptr addrspace(4) addrspacecast (ptr addrspace(1) @data to ptr addrspace(4)), i64 4, i1 false)
; AMDGPU: call void @llvm.memcpy.p0.p0.i64(ptr %p.ascast, ptr addrspacecast (ptr addrspace(1) @data to ptr), i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @data, i64 4, i1 false)
; Code is in 0, wherever pointers to it are.
; SPIRV:  %f = load ptr addrspace(4), ptr addrspace(4) %q
; SPIRV-NEXT: %[[CODE:.+]] = addrspacecast ptr addrspace(4) %f to ptr
; SPIRV-NEXT: call spir_func void %[[CODE]]()
  %f = load ptr, ptr %q
  call void %f()
; SPIRV:  store ptr addrspace(4) addrspacecast (ptr @kernel to ptr addrspace(4)), ptr addrspace(4) %p.ascast
; NVPTX:  store ptr @kernel, ptr %p.ascast
  store ptr @kernel, ptr %p
  ret void
}
; NVPTX: declare void @use(ptr, ptr)
; SPIRV: declare spir_func void @use(ptr addrspace(4), ptr addrspace(4))
declare void @use(ptr, ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Attributes of the old processor are gone.
; CHECK-NOT: target-cpu
; HOST: attributes #[[KERNEL]] = { {{.*}}"sycl-kernel" }
attributes #0 = { nounwind "target-cpu"="pwr9" "target-features"="+altivec" "tune-cpu"="pwr9" }
