; Scopes of atomic instructions are SPIR-V's before, and the target's afterwards; what a target has no scope for gets the
; next larger one.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NVPTX
; RUN: %opt -S -passes='retarget<target=amdgcn>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,AMDGPU
; RUN: %opt -S -passes='retarget<target=host>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,HOST
; RUN: %opt -S -passes='retarget<target=spirv64>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,SPIRV
; RUN: %opt -S -passes='retarget<target=nvptx64>' %s | llc -mcpu=sm_70 -mattr=+ptx63 -o /dev/null
; RUN: %opt -S -passes='retarget<target=amdgcn>' %s | llc -mcpu=gfx90a -o /dev/null

; CHECK-LABEL: @atomics(
; NVPTX-NEXT:  fence syncscope("block") seq_cst
; AMDGPU-NEXT: fence syncscope("singlethread") seq_cst
; HOST-NEXT:   fence syncscope("singlethread") seq_cst
; SPIRV-NEXT:  fence syncscope("singlethread") seq_cst
; NVPTX-NEXT:  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("block") monotonic
; AMDGPU-NEXT: %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("wavefront") monotonic
; HOST-NEXT:   %a = atomicrmw add ptr %p, i32 1 monotonic
; SPIRV-NEXT:  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("subgroup") monotonic
; NVPTX-NEXT:  %b = load atomic i32, ptr addrspace(1) %p syncscope("block") acquire
; AMDGPU-NEXT: %b = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") acquire
; HOST-NEXT:   %b = load atomic i32, ptr %p acquire
; SPIRV-NEXT:  %b = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") acquire
; NVPTX-NEXT:  store atomic i32 %b, ptr addrspace(1) %p syncscope("device") release
; AMDGPU-NEXT: store atomic i32 %b, ptr addrspace(1) %p syncscope("agent") release
; HOST-NEXT:   store atomic i32 %b, ptr %p release
; SPIRV-NEXT:  store atomic i32 %b, ptr addrspace(1) %p syncscope("device") release
; NVPTX-NEXT:  %c = cmpxchg ptr addrspace(1) %p, i32 %a, i32 %b acq_rel monotonic
; AMDGPU-NEXT: %c = cmpxchg ptr addrspace(1) %p, i32 %a, i32 %b acq_rel monotonic
; HOST-NEXT:   %c = cmpxchg ptr %p, i32 %a, i32 %b acq_rel monotonic
; SPIRV-NEXT:  %c = cmpxchg ptr addrspace(1) %p, i32 %a, i32 %b syncscope("all_svm_devices") acq_rel monotonic
; CHECK-NEXT:  fence release
target triple = "spir64-unknown-unknown"
define spir_kernel void @atomics(ptr addrspace(1) %p) {
  fence syncscope("singlethread") seq_cst
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("subgroup") monotonic
  %b = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") acquire, align 4
  store atomic i32 %b, ptr addrspace(1) %p syncscope("device") release, align 4
  %c = cmpxchg ptr addrspace(1) %p, i32 %a, i32 %b syncscope("all_svm_devices") acq_rel monotonic
  fence release
  ret void
}
