; All names of one operation on one type are one function: `long` and `long long`, const and other pointers, `char` and
; `signed char`, enumerations and numbers, names of templates and in namespaces.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s | FileCheck %s --implicit-check-not=__spirv_
; RUN: %opt -S -passes=link-builtins -verify-each %s -o %t.once
; RUN: %opt -S -passes=link-builtins,link-builtins -verify-each %s -o %t.twice
; RUN: cmp %t.once %t.twice

; CHECK-LABEL: define ptx_kernel void @longs(
; CHECK-COUNT-4: call i64 @__sp_atomic_iadd_i64_p1(ptr addrspace(1) %p, i32 1, i32 896, i64 1)
; CHECK: ret void
; CHECK-LABEL: define ptx_kernel void @loads(
; CHECK-COUNT-2: call i32 @__sp_atomic_load_i32_p1(ptr addrspace(1) %p, i32 1, i32 896)
; CHECK: ret void
; CHECK-LABEL: define ptx_kernel void @chars(
; CHECK-COUNT-3: call i8 @__sp_shuffle_i8(i32 3, i8 1, i32 0)
; CHECK: ret void
; CHECK: define internal {{.*}}i64 @__sp_atomic_iadd_i64_p1(

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @longs(ptr addrspace(1) %p) {
  %a = call i64 @_Z18__spirv_AtomicIAddPU3AS1liil(ptr addrspace(1) %p, i32 1, i32 896, i64 1)
  %b = call i64 @_Z18__spirv_AtomicIAddPU3AS1xN5__spv5Scope4FlagENS0_19MemorySemanticsMask4FlagEx(ptr addrspace(1) %p, i32 1, i32 896, i64 1)
  %c = call i64 @_Z18__spirv_AtomicIAddImEjPU3AS1T_jjS1_(ptr addrspace(1) %p, i32 1, i32 896, i64 1)
  %d = call i64 @_ZN3spv18__spirv_AtomicIAddEPU3AS1Vmjjm(ptr addrspace(1) %p, i32 1, i32 896, i64 1)
  ret void
}
define ptx_kernel void @loads(ptr addrspace(1) %p) {
  %a = call i32 @_Z18__spirv_AtomicLoadPU3AS1Kiii(ptr addrspace(1) %p, i32 1, i32 896)
  %b = call i32 @_Z18__spirv_AtomicLoadPU3AS1Vjjj(ptr addrspace(1) %p, i32 1, i32 896)
  ret void
}
define ptx_kernel void @chars() {
  %a = call i8 @_Z30__spirv_GroupNonUniformShuffleicj(i32 3, i8 1, i32 0)
  %b = call i8 @_Z30__spirv_GroupNonUniformShuffleiaj(i32 3, i8 1, i32 0)
  %c = call i8 @_Z30__spirv_GroupNonUniformShuffleihj(i32 3, i8 1, i32 0)
  ret void
}
declare i64 @_Z18__spirv_AtomicIAddPU3AS1liil(ptr addrspace(1), i32, i32, i64)
declare i64 @_Z18__spirv_AtomicIAddPU3AS1xN5__spv5Scope4FlagENS0_19MemorySemanticsMask4FlagEx(ptr addrspace(1), i32, i32, i64)
declare i64 @_Z18__spirv_AtomicIAddImEjPU3AS1T_jjS1_(ptr addrspace(1), i32, i32, i64)
declare i64 @_ZN3spv18__spirv_AtomicIAddEPU3AS1Vmjjm(ptr addrspace(1), i32, i32, i64)
declare i32 @_Z18__spirv_AtomicLoadPU3AS1Kiii(ptr addrspace(1), i32, i32)
declare i32 @_Z18__spirv_AtomicLoadPU3AS1Vjjj(ptr addrspace(1), i32, i32)
declare i8 @_Z30__spirv_GroupNonUniformShuffleicj(i32, i8, i32)
declare i8 @_Z30__spirv_GroupNonUniformShuffleiaj(i32, i8, i32)
declare i8 @_Z30__spirv_GroupNonUniformShuffleihj(i32, i8, i32)
