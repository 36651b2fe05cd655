; Atomic operations of NVPTX keep their orders, which LLVM's back end drops from `atomicrmw`, and before `sm_70` refuses
; in others: fences order them. Those of the whole system are PTX's with `.sys`, or loops. Code for other targets stays.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;passes=verify>' -verify-each %s -o %t.ll
; RUN: FileCheck %s --check-prefixes=NVPTX,SM90 --input-file=%t.ll
; RUN: llc -mcpu=sm_90 %t.ll -o - | grep -v ld.param | FileCheck %s --check-prefix=PTX
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_60;passes=verify>' -verify-each %s -o %t.60.ll
; RUN: FileCheck %s --check-prefixes=NVPTX,SM60 --input-file=%t.60.ll
; RUN: llc -mcpu=sm_60 -mattr=+ptx63 %t.60.ll -o /dev/null
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;passes=verify>' -verify-each %t.ll | sed 1d > %t.again
; RUN: sed 1d %t.ll > %t.once
; RUN: diff %t.once %t.again
; RUN: %opt -S -passes='llvm-to-backend<target=amdgcn:gfx90a;passes=verify>' -verify-each %s | FileCheck %s --check-prefix=AMDGPU

; NVPTX-LABEL: @orders(
; NVPTX-NEXT:  %a = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") monotonic
; NVPTX-NEXT:  %b = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") monotonic
; NVPTX-NEXT:  fence syncscope("device") acquire
; NVPTX-NEXT:  fence syncscope("block") release
; NVPTX-NEXT:  %c = atomicrmw umax ptr addrspace(1) %p, i32 %v syncscope("block") monotonic
; NVPTX-NEXT:  fence syncscope("device") release
; NVPTX-NEXT:  %d = atomicrmw fadd ptr addrspace(1) %p, float %x syncscope("device") monotonic
; NVPTX-NEXT:  fence syncscope("device") acquire
; NVPTX-NEXT:  fence syncscope("device") seq_cst
; NVPTX-NEXT:  %e = atomicrmw xchg ptr addrspace(1) %p, i32 %v syncscope("device") monotonic
; NVPTX-NEXT:  fence syncscope("device") acquire
; PTX-LABEL:   .entry orders(
; PTX:         atom.global.add.u32
; PTX-NEXT:    atom.global.add.u32
; PTX-NEXT:    fence.acq_rel.gpu;
; PTX-NEXT:    fence.acq_rel.cta;
; PTX-NEXT:    atom.global.max.u32
; PTX-NEXT:    fence.acq_rel.gpu;
; PTX-NEXT:    atom.global.add.f32
; PTX-NEXT:    fence.acq_rel.gpu;
; PTX-NEXT:    fence.sc.gpu;
; PTX-NEXT:    atom.global.exch.b32
; PTX-NEXT:    fence.acq_rel.gpu;
; AMDGPU-LABEL: @orders(
; AMDGPU-NEXT: atomicrmw add {{.*}} syncscope("agent") monotonic
; AMDGPU-NEXT: atomicrmw add {{.*}} syncscope("agent") acquire
; AMDGPU-NEXT: atomicrmw umax {{.*}} syncscope("workgroup") release
; AMDGPU-NEXT: atomicrmw fadd {{.*}} syncscope("agent") acq_rel
; AMDGPU-NEXT: atomicrmw xchg {{.*}} syncscope("agent") seq_cst
target triple = "spir64-unknown-unknown"
define spir_kernel void @orders(ptr addrspace(1) %p, i32 %v, float %x) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") monotonic
  %b = atomicrmw add ptr addrspace(1) %p, i32 %v syncscope("device") acquire
  %c = atomicrmw umax ptr addrspace(1) %p, i32 %v syncscope("workgroup") release
  %d = atomicrmw fadd ptr addrspace(1) %p, float %x syncscope("device") acq_rel
  %e = atomicrmw xchg ptr addrspace(1) %p, i32 %v syncscope("device") seq_cst
  ret void
}

; NVPTX-LABEL: @system(
; NVPTX:       %a = call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p1(ptr addrspace(1) %p, i32 %v)
; NVPTX-NEXT:  fence release
; NVPTX-NEXT:  %b = call double @llvm.nvvm.atomic.add.gen.f.sys.f64.p0(ptr %g.ascast, double %x)
; NVPTX-NEXT:  fence acquire
; NVPTX:       atomicrmw.start:
; NVPTX:       cmpxchg ptr addrspace(1) %p, i32 %{{.+}}, i32 %{{.+}} monotonic monotonic
; NVPTX:       atomicrmw.start{{[0-9]+}}:
; NVPTX:       cmpxchg ptr addrspace(1) %p, i32 %{{.+}}, i32 %{{.+}} monotonic monotonic
; A group alone sees local memory.
; NVPTX:       fence seq_cst
; NVPTX-NEXT:  %e = atomicrmw add ptr addrspace(3) @local, i32 %v monotonic
; NVPTX-NEXT:  fence acquire
; PTX-LABEL:   .entry system(
; PTX:         atom.sys.add.s32
; PTX-NEXT:    fence.acq_rel.sys;
; PTX-NEXT:    atom.sys.add.f64
; PTX-NEXT:    fence.acq_rel.sys;
; PTX:         atom.relaxed.sys.global.cas.b32
; PTX:         atom.relaxed.sys.global.cas.b32
; PTX:         fence.sc.sys;
; PTX-NEXT:    atom.shared.add.u32
; PTX-NEXT:    fence.acq_rel.sys;
@local = internal addrspace(3) global i32 undef
define spir_kernel void @system(ptr addrspace(1) %p, ptr addrspace(4) %g, i32 %v, double %x, float %y) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  %b = atomicrmw fadd ptr addrspace(4) %g, double %x acq_rel
  %c = atomicrmw nand ptr addrspace(1) %p, i32 %v monotonic
  %d = atomicrmw fmax ptr addrspace(1) %p, float %y monotonic
  %e = atomicrmw add ptr addrspace(3) @local, i32 %v seq_cst
  ret void
}

; NVPTX-LABEL: @others(
; SM90-NEXT:   %a = load atomic i32, ptr addrspace(1) %p syncscope("device") seq_cst
; SM90-NEXT:   store atomic i32 %a, ptr addrspace(1) %p release
; SM90-NEXT:   %b = cmpxchg ptr addrspace(1) %p, i32 %a, i32 0 syncscope("device") acq_rel acquire
; SM60-NEXT:   fence syncscope("device") seq_cst
; SM60-NEXT:   %a = load atomic i32, ptr addrspace(1) %p syncscope("device") monotonic
; SM60-NEXT:   fence syncscope("device") acquire
; SM60-NEXT:   fence release
; SM60-NEXT:   store atomic i32 %a, ptr addrspace(1) %p monotonic
; SM60-NEXT:   fence syncscope("device") release
; SM60-NEXT:   %b = cmpxchg ptr addrspace(1) %p, i32 %a, i32 0 syncscope("device") monotonic monotonic
; SM60-NEXT:   fence syncscope("device") acquire
define spir_kernel void @others(ptr addrspace(1) %p) {
  %a = load atomic i32, ptr addrspace(1) %p syncscope("device") seq_cst, align 4
  store atomic i32 %a, ptr addrspace(1) %p release, align 4
  %b = cmpxchg ptr addrspace(1) %p, i32 %a, i32 0 syncscope("device") acq_rel acquire
  ret void
}
