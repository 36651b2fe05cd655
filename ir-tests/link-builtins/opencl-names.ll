; Functions of OpenCL C that LLVM's back end for SPIR-V lacks are made of SPIR-V's instructions in modules of OpenCL C, by the
; sign that only the mangled name has. Elsewhere these names are the user's.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='link-builtins<undefined=keep>' -verify-each %s | FileCheck %s --check-prefix=OTHER
; RUN: grep -v '^; ' %s > %t.ll && echo '!opencl.ocl.version = !{!0}' >> %t.ll && echo '!0 = !{i32 2, i32 0}' >> %t.ll
; RUN: %opt -S -passes='link-builtins<undefined=keep>' -verify-each %t.ll | FileCheck %s

; OTHER: call spir_func i32 @_Z10atomic_incPU3AS1Vi(

; CHECK-LABEL: define spir_kernel void @kernel(
; CHECK: @_Z18__spirv_AtomicIAddPU3AS1jjjj(
; CHECK: @_Z18__spirv_AtomicSMaxPU3AS3jjjj(
; CHECK: @_Z18__spirv_AtomicUMaxPU3AS1mjjm(
; CHECK: @_Z22__spirv_AtomicExchangePU3AS1fjjf(
; CHECK: @_Z18__spirv_AtomicUMinPU3AS4jjjj(
; CHECK: @_Z21__spirv_MemoryBarrierjj(
; CHECK: GenericCastToPtrExplicit_ToLocal
; CHECK: GenericCastToPtrExplicit_ToGlobal
; CHECK-NOT: call {{.*}}bit_reverse

target triple = "spirv64-unknown-unknown"

define spir_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(4) %g, <4 x i32> %v) {
  %a = call spir_func i32 @_Z10atomic_incPU3AS1Vi(ptr addrspace(1) %p)
  %b = call spir_func i32 @_Z10atomic_maxPU3AS3Vii(ptr addrspace(3) %l, i32 1)
  %c = call spir_func i64 @_Z8atom_maxPU3AS1Vmm(ptr addrspace(1) %p, i64 1)
  %d = call spir_func float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1) %p, float 1.0)
  %e = call spir_func i32 @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicjj12memory_order12memory_scope(ptr addrspace(4) %g, i32 1, i32 5, i32 2)
  call spir_func void @_Z9mem_fencej(i32 2)
  %f = call spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %g)
  %h = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %g)
  %i = call spir_func <4 x i32> @_Z11bit_reverseDv4_i(<4 x i32> %v)
  ret void
}
declare spir_func i32 @_Z10atomic_incPU3AS1Vi(ptr addrspace(1))
declare spir_func i32 @_Z10atomic_maxPU3AS3Vii(ptr addrspace(3), i32)
declare spir_func i64 @_Z8atom_maxPU3AS1Vmm(ptr addrspace(1), i64)
declare spir_func float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1), float)
declare spir_func i32 @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicjj12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare spir_func void @_Z9mem_fencej(i32)
declare spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4))
declare spir_func ptr addrspace(1) @__to_global(ptr addrspace(4))
declare spir_func <4 x i32> @_Z11bit_reverseDv4_i(<4 x i32>)
