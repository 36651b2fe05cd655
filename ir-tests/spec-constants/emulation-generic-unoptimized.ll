; Unoptimized code for SPIR in general has the parameter, stores it, and never loads it: calls get what a helper's
; `kernel_handler` holds. The parameter becomes the buffer. A parameter that is used is another one, and so is one in
; other memory or with another alignment.

; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s 2>&1 | FileCheck %s
; RUN: %opt -S -passes='spec-constants<emulation>' %s -o %t.once.ll
; RUN: %opt -S -passes='spec-constants<emulation>,spec-constants<emulation>' -verify-each %s -o %t.twice.ll
; RUN: diff %t.once.ll %t.twice.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }

; CHECK:     warning: {{.*}}kernel `used` has no parameter for a buffer: the value of specialization constant `a` is undefined there; use the mode `default-values`
; CHECK:     warning: {{.*}}kernel `aligned` has no parameter for a buffer
; CHECK:     warning: {{.*}}kernel `elsewhere` has no parameter for a buffer
; CHECK-NOT: warning

; CHECK-LABEL: define spir_kernel void @stored(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 1 %1) {
; CHECK:         store ptr addrspace(1) %1, ptr %slot
; CHECK:         call spir_func void @body(ptr byval({ ptr addrspace(4) }) %handler, ptr addrspace(1) %1)
define spir_kernel void @stored(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 1 %1) {
  %slot = alloca ptr addrspace(1)
  %handler = alloca { ptr addrspace(4) }
  store ptr addrspace(1) %1, ptr %slot
  store ptr addrspace(4) null, ptr %handler
  call spir_func void @body(ptr byval({ ptr addrspace(4) }) %handler)
  ret void
}

; CHECK-LABEL: define internal spir_func void @body(ptr byval({ ptr addrspace(4) }) %handler, ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer) {
; CHECK:         %[[BUFFER:.+]] = addrspacecast ptr addrspace(1) %_arg__specialization_constants_buffer to ptr addrspace(4)
; CHECK:         getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 0
define internal spir_func void @body(ptr byval({ ptr addrspace(4) }) %handler) {
  %buffer = load ptr addrspace(4), ptr %handler
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) %buffer)
  ret void
}

; Optimized, but without removal of parameters: it is no longer one that nothing reads.
; CHECK-LABEL: define spir_kernel void @unread(ptr addrspace(1) noundef align 1 %buffer)
; CHECK-SAME:      !sycl_kernel_omit_args ![[MASK:[0-9]+]] {
; CHECK-NEXT:    addrspacecast ptr addrspace(1) %buffer
define spir_kernel void @unread(ptr addrspace(1) noundef readnone align 1 %buffer) !sycl_kernel_omit_args !0 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

; CHECK-LABEL: define spir_kernel void @used(
; CHECK:         load i32, ptr addrspace(4) null
define spir_kernel void @used(ptr addrspace(1) noundef align 1 %0) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  store i32 %a, ptr addrspace(1) %0, align 1
  ret void
}
; CHECK-LABEL: define spir_kernel void @aligned(
; CHECK-NEXT:    load i32, ptr addrspace(4) null
define spir_kernel void @aligned(ptr addrspace(1) noundef align 4 %0) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}
; CHECK-LABEL: define spir_kernel void @elsewhere(
; CHECK-NEXT:    load i32, ptr addrspace(4) null
define spir_kernel void @elsewhere(ptr addrspace(3) noundef align 1 %0) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

; CHECK: ![[MASK]] = !{i1 false}
!0 = !{i1 false}
