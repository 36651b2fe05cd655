; What a launcher cannot set as its function takes it is made of what it can: pointers to global memory, bytes for single
; bits, and pointers to local memory with sizes for local accessors. All else stays, with its attributes.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.point = type { float, [3 x i32] }
%range = type { %array }
%array = type { [2 x i64] }
%base = type { ptr addrspace(3), %range }
%local_accessor = type { %base }
%flat_accessor = type { ptr addrspace(3), [1 x i64] }
%work_group_memory = type { %work_group_memory_base }
%work_group_memory_base = type { ptr addrspace(3) }

@.text = private constant [19 x i8] c"sycl-free-function\00"
@.range = private constant [16 x i8] c"nd_range_kernel\00"
@.args = private constant { { ptr, [1 x i32] } } { { ptr, [1 x i32] } { ptr @.range, [1 x i32] [i32 1] } }
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @plain, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @bit, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @local, ptr @.text, ptr null, i32 0, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @unread, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"

; CHECK: define spir_kernel void @__sycl_kernel_plain(ptr addrspace(1) noalias noundef dereferenceable(4) %generic, ptr addrspace(1) align 16 %global, ptr addrspace(2) %constant, ptr addrspace(3) %local, ptr noundef byval(%struct.point) align 4 %copy, i16 noundef signext %short, <4 x float> %vector, half %half, i64 %long)
; CHECK-NEXT: %[[GENERIC:[0-9]+]] = addrspacecast ptr addrspace(1) %generic to ptr addrspace(4)
; CHECK-NEXT: store ptr addrspace(4) %[[GENERIC]], ptr %copy
; CHECK-NEXT: ret void
define spir_func void @plain(ptr addrspace(4) noalias noundef dereferenceable(4) %generic, ptr addrspace(1) align 16 %global, ptr addrspace(2) %constant, ptr addrspace(3) %local, ptr noundef byval(%struct.point) align 4 %copy, i16 noundef signext %short, <4 x float> %vector, half %half, i64 %long) {
  store ptr addrspace(4) %generic, ptr %copy
  ret void
}

; CHECK: define spir_kernel void @__sycl_kernel_bit(i8 noundef zeroext %b, ptr addrspace(1) %p)
; CHECK-NEXT: %[[BIT:[0-9]+]] = trunc i8 %b to i1
; CHECK-NEXT: %[[POINTER:[0-9]+]] = addrspacecast
; CHECK-NEXT: %number = zext i1 %[[BIT]] to i32
define spir_func void @bit(i1 noundef zeroext %b, ptr addrspace(4) %p) {
  %number = zext i1 %b to i32
  store i32 %number, ptr addrspace(4) %p
  ret void
}

; CHECK: define spir_kernel void @__sycl_kernel_local(i32 inreg %before,
; CHECK-SAME: ptr addrspace(3) noundef %two.pointer, ptr noundef byval(%range) align 8 %two.range, ptr noundef byval(%range) align 8 %two.memory, ptr noundef byval(%range) align 8 %two.offset,
; CHECK-SAME: ptr addrspace(3) noundef %memory.pointer,
; CHECK-SAME: ptr addrspace(3) noundef %0, ptr noundef byval([1 x i64]) align 8 %1, ptr noundef byval([1 x i64]) align 8 %2, ptr noundef byval([1 x i64]) align 8 %3,
; CHECK-SAME: ptr addrspace(1) nonnull %after)
; CHECK-NEXT: %two = alloca %local_accessor, align 8
; CHECK-NEXT: store ptr addrspace(3) %two.pointer, ptr %two, align 8
; CHECK-NEXT: %[[SIZES:[0-9]+]] = getelementptr inbounds i8, ptr %two, i64 8
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[SIZES]], ptr align 8 %two.range, i64 16, i1 false)
; CHECK-NEXT: %memory = alloca %work_group_memory, align 8
; CHECK-NEXT: store ptr addrspace(3) %memory.pointer, ptr %memory, align 8
; CHECK-NEXT: %[[FLAT:[0-9]+]] = alloca %flat_accessor, align 8
; CHECK-NEXT: store ptr addrspace(3) %0, ptr %[[FLAT]], align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64({{.*}}, ptr align 8 %1, i64 8, i1 false)
; CHECK: %a = load ptr addrspace(3), ptr %two
; CHECK-NEXT: %b = load ptr addrspace(3), ptr %memory
; CHECK-NEXT: %c = load ptr addrspace(3), ptr %[[FLAT]]
define spir_func void @local(i32 inreg %before, ptr byval(%local_accessor) align 8 %two, ptr byval(%work_group_memory) align 8 %memory, ptr byval(%flat_accessor) align 8 %0, ptr addrspace(4) nonnull %after) {
  %a = load ptr addrspace(3), ptr %two
  %b = load ptr addrspace(3), ptr %memory
  %c = load ptr addrspace(3), ptr %0
  call spir_func void @use(ptr addrspace(3) %a, ptr addrspace(3) %b, ptr addrspace(3) %c)
  ret void
}
declare spir_func void @use(ptr addrspace(3), ptr addrspace(3), ptr addrspace(3))

; A kernel reads an argument that its function only has.
; CHECK: define spir_kernel void @__sycl_kernel_unread({{.*}}) #[[READS:[0-9]+]]
define spir_func void @unread(ptr byval(%flat_accessor) align 8 %0) memory(none) {
  ret void
}

; CHECK: attributes #[[READS]] = { memory(argmem: read)
