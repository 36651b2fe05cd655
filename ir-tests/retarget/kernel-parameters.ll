; Structs that kernels take by value: AMDGPU has them in constant memory, and a copy where the kernel may write. Pointers in
; them point to global memory, and are loaded as such, also where the pointer was loaded as an integer.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,AMDGPU
; RUN: %opt -S -passes='retarget<target=nvptx64:sm_90>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NVPTX
; RUN: %opt -S -passes='retarget<target=host>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,HOST
; RUN: %opt -passes='retarget<target=amdgcn:gfx90a>' %s -o %t.bc
; RUN: opt -passes='default<O2>' -mcpu=gfx90a %t.bc | %llc -mcpu=gfx90a -o - | FileCheck %s --check-prefix=CODE
; CODE-LABEL: {{^}}read:
; CODE-NOT:   flat_{{load|store}}
; CODE-LABEL: .end_amdhsa_kernel

target triple = "spir64-unknown-unknown"

; CHECK-DAG: %struct.S = type { ptr, i64 }
%struct.S = type { ptr addrspace(4), i64 }

; AMDGPU: define protected amdgpu_kernel void @read(ptr addrspace(4) noundef byref(%struct.S) align 8 %s)
; NVPTX:  define ptx_kernel void @read(ptr noundef byval(%struct.S) align 8 %s)
; HOST:   define void @read(ptr noundef byval(%struct.S) align 8 %s)
define spir_kernel void @read(ptr noundef byval(%struct.S) align 8 %s) {
; AMDGPU-NEXT: %s.ascast = addrspacecast ptr addrspace(4) %s to ptr
; AMDGPU-NEXT: %p = load ptr addrspace(1), ptr %s.ascast, align 8
; NVPTX-NEXT:  %p = load ptr addrspace(1), ptr %s, align 8
; HOST-NEXT:   %p = load ptr, ptr %s, align 8
  %p = load ptr addrspace(4), ptr %s, align 8
; AMDGPU-NEXT: %p.generic = addrspacecast ptr addrspace(1) %p to ptr
; NVPTX-NEXT:  %p.generic = addrspacecast ptr addrspace(1) %p to ptr
; HOST-NEXT:   %field =
  %field = getelementptr i8, ptr %s, i64 8
; CHECK:       %integer = load i64
  %integer = load i64, ptr %field, align 8
; AMDGPU-NEXT: %q = inttoptr i64 %integer to ptr addrspace(1)
; HOST-NEXT:   %q = inttoptr i64 %integer to ptr
  %q = inttoptr i64 %integer to ptr addrspace(4)
; AMDGPU-NEXT: %q.generic = addrspacecast ptr addrspace(1) %q to ptr
; AMDGPU-NEXT: %value = load i32, ptr %q.generic
; HOST-NEXT:   %value = load i32, ptr %q
  %value = load i32, ptr addrspace(4) %q
; AMDGPU-NEXT: store i32 %value, ptr %p.generic
; HOST-NEXT:   store i32 %value, ptr %p
  store i32 %value, ptr addrspace(4) %p
  ret void
}

; A number that is computed with, a pointer to a function and one to local memory are left alone.
; CHECK-LABEL: @others(
define spir_kernel void @others(ptr noundef byval(%struct.S) align 8 %s) {
; CHECK-NOT: .generic
  %integer = load i64, ptr %s, align 8
  %sum = add i64 %integer, 8
  %p = inttoptr i64 %sum to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %p
  %function = load ptr, ptr %s, align 8
  call spir_func void %function()
  %local = load ptr addrspace(3), ptr %s, align 8
  store i32 1, ptr addrspace(3) %local
; CHECK: ret void
  ret void
}

; CHECK-LABEL: @write(
define spir_kernel void @write(ptr noundef byval(%struct.S) align 8 %s) {
; AMDGPU-NEXT: %s.ascast.copy = alloca %struct.S, align 8, addrspace(5)
; AMDGPU-NEXT: %[[COPY:.+]] = addrspacecast ptr addrspace(5) %s.ascast.copy to ptr
; AMDGPU-NEXT: call void @llvm.memcpy.p0.p4.i64(ptr align 8 %[[COPY]], ptr addrspace(4) align 8 %s, i64 16, i1 false)
; AMDGPU-NEXT: store ptr null, ptr %[[COPY]]
; NVPTX-NEXT:  store ptr null, ptr %s
  store ptr addrspace(4) null, ptr %s
  ret void
}

; Who gets the struct may write to it.
; CHECK-LABEL: @pass(
define spir_kernel void @pass(ptr noundef byval(%struct.S) align 8 %s, ptr noundef byval(%struct.S) align 8 %t, ptr noundef byval(%struct.S) align 8 %unused) {
; AMDGPU:     call void @llvm.memcpy.p0.p4.i64(ptr align 8 %{{.+}}, ptr addrspace(4) align 8 %s, i64 16, i1 false)
; AMDGPU-NOT: @llvm.memcpy.p0.p4.i64({{.*}} %t
; CHECK:      call void @writer(
  call spir_func void @writer(ptr %s)
; AMDGPU:     call void @reader(ptr readonly captures(none) %t.ascast)
  call spir_func void @reader(ptr readonly captures(none) %t)
  ret void
}
declare spir_func void @writer(ptr)
declare spir_func void @reader(ptr readonly captures(none))

; Other functions get copies on the stack, which on AMDGPU is address space 5.
; AMDGPU: define protected i64 @by_value(ptr addrspace(5) byval(%struct.S) align 8 %s)
; NVPTX:  define i64 @by_value(ptr byval(%struct.S) align 8 %s)
define spir_func i64 @by_value(ptr byval(%struct.S) align 8 %s) {
; AMDGPU-NEXT: %s.ascast = addrspacecast ptr addrspace(5) %s to ptr
; AMDGPU-NEXT: %value = load i64, ptr %s.ascast
  %value = load i64, ptr %s
  ret i64 %value
}
; CHECK-LABEL: @caller(
define spir_kernel void @caller(ptr noundef byval(%struct.S) align 8 %s) {
; AMDGPU-NEXT: %byval = alloca %struct.S, align 8, addrspace(5)
; AMDGPU-NEXT: %own = alloca %struct.S, align 8, addrspace(5)
  %own = alloca %struct.S, align 8
; AMDGPU:      call i64 @by_value(ptr addrspace(5) byval(%struct.S) align 8 %own)
; NVPTX:       call i64 @by_value(ptr byval(%struct.S) align 8 %own)
  %a = call spir_func i64 @by_value(ptr byval(%struct.S) align 8 %own)
; AMDGPU:      call void @llvm.memcpy.p5.p0.i64(ptr addrspace(5) align 8 %byval, ptr align 1 %s.ascast, i64 16, i1 false)
; AMDGPU-NEXT: call i64 @by_value(ptr addrspace(5) byval(%struct.S) align 8 %byval)
; NVPTX:       call i64 @by_value(ptr byval(%struct.S) align 8 %s)
  %b = call spir_func i64 @by_value(ptr byval(%struct.S) align 8 %s)
  ret void
}
