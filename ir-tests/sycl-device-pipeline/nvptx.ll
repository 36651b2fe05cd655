; Everything that NVPTX needs, in the order of the pass names below. Kernel and clone each have a block of shared
; memory, and both read the constant at the same place. Without a target, the triple decides; a second run changes
; nothing.

; RUN: %opt -S -passes='sycl-device-pipeline<target=nvptx64:sm_90>' -verify-each %s -o %t.ll
; RUN: FileCheck %s --check-prefixes=CHECK,LLVM%llvm < %t.ll
; RUN: %opt -S -passes='global-offset,local-accessor-to-shared-memory,spec-constants<emulation>,kernel-size-attributes' -verify-each %s -o %t.steps.ll
; RUN: diff %t.ll %t.steps.ll
; RUN: %opt -S -passes=sycl-device-pipeline -verify-each %s -o %t.triple.ll
; RUN: diff %t.ll %t.triple.ll
; RUN: %opt -S -passes='sycl-device-pipeline<target=nvptx64>,sycl-device-pipeline<target=nvptx64>' -verify-each %s -o %t.twice.ll
; RUN: diff %t.ll %t.twice.ll
; RUN: %llc -mcpu=sm_70 %t.ll -o /dev/null
; RUN: %llc -mcpu=sm_90 %t.ll -o /dev/null

target triple = "nvptx64-nvidia-cuda"

@name = private unnamed_addr addrspace(4) constant [6 x i8] c"scale\00"
@default = internal addrspace(1) constant { double } { double 2.5 }
@name2 = private unnamed_addr addrspace(4) constant [6 x i8] c"shift\00"
@default2 = internal addrspace(1) constant { i32 } { i32 7 }

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(1), ptr addrspace(1))
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(1), ptr addrspace(1))

; CHECK-DAG: @kernel_shared_mem = external addrspace(3) global [0 x i8], align 8
; CHECK-DAG: @kernel_with_offset_shared_mem = external addrspace(3) global [0 x i8], align 8

; CHECK: define ptx_kernel void @kernel(i32 %scratch.offset, ptr addrspace(1) %buffer)
; LLVM22-SAME: #[[#SIZE:]]
; CHECK-NEXT: %scratch = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_shared_mem, i32 0, i32 %scratch.offset
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) %buffer, i32 0
; CHECK-NEXT: load i32, ptr addrspace(1)
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) %buffer, i32 8
; CHECK-NEXT: load double, ptr addrspace(1)
; CHECK: define ptx_kernel void @kernel_with_offset(i32 %scratch.offset, ptr addrspace(1) %buffer, ptr byval([3 x i32]) align 4 %offset)
; LLVM22-SAME: #[[#SIZE]]
; CHECK-NEXT: %scratch = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_with_offset_shared_mem, i32 0, i32 %scratch.offset
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) %buffer, i32 0
; CHECK-NEXT: load i32, ptr addrspace(1)
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) %buffer, i32 8
; CHECK-NEXT: load double, ptr addrspace(1)
define ptx_kernel void @kernel(ptr addrspace(3) %scratch, ptr addrspace(1) %buffer) !reqd_work_group_size !0 {
  %shift = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name2, ptr addrspace(1) @default2, ptr addrspace(1) %buffer)
  %scale = call double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr addrspace(4) @name, ptr addrspace(1) @default, ptr addrspace(1) %buffer)
  store double %scale, ptr addrspace(3) %scratch, align 8
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}

; LLVM22: attributes #[[#SIZE]] = { "nvvm.reqntid"="16,1,1" }
; CHECK: !sycl.specialization-constants = !{![[#A:]], ![[#B:]]}
; CHECK-DAG: ![[#A]] = !{!"shift", i32 0, i32 0, i32 4{{.*}}}
; CHECK-DAG: ![[#B]] = !{!"scale", i32 1, i32 0, i32 8}
; LLVM16-DAG: !{ptr @kernel_with_offset, !"reqntidx", i32 16, !"reqntidy", i32 1, !"reqntidz", i32 1}
; LLVM19-DAG: !{ptr @kernel_with_offset, !"reqntidx", i32 16, !"reqntidy", i32 1, !"reqntidz", i32 1}
!0 = !{i32 16, i32 1, i32 1}
