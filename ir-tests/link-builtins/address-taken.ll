; A built-in function whose address is taken is the library's, too.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s | FileCheck %s

; CHECK: @table = internal addrspace(1) constant [2 x ptr] [ptr @__sp_workgroup_id, ptr @__sp_workgroup_size]
; CHECK: store ptr @__sp_num_workgroups, ptr %slot
; CHECK-DAG: define internal {{.*}}i64 @__sp_workgroup_id(
; CHECK-DAG: define internal {{.*}}i64 @__sp_workgroup_size(
; CHECK-DAG: define internal {{.*}}i64 @__sp_num_workgroups(

target triple = "nvptx64-nvidia-cuda"

@table = internal addrspace(1) constant [2 x ptr] [ptr @_Z26__spirv_BuiltInWorkgroupIdi, ptr @_Z28__spirv_BuiltInWorkgroupSizei]

define ptx_kernel void @kernel(i32 %i) {
  %slot = alloca ptr
  store ptr @_Z28__spirv_BuiltInNumWorkgroupsi, ptr %slot
  %place = getelementptr [2 x ptr], ptr addrspace(1) @table, i32 0, i32 %i
  %function = load ptr, ptr addrspace(1) %place
  %a = call i64 %function(i32 0)
  %other = load ptr, ptr %slot
  %b = call i64 %other(i32 0)
  ret void
}
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)
