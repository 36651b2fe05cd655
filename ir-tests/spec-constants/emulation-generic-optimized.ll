; Code for SPIR in general gives the calls null, and optimization removes the parameter that the buffer would have come in,
; as the mask says. In emulation mode the parameter comes back, last, and the mask and lists with an entry for each
; parameter say so. Kernels that need no buffer stay as they are, even if they had the parameter.

; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s 2>&1 | FileCheck %s
; RUN: sed 's/^target triple = .*/target triple = "spirv64v1.5-unknown-unknown"/' %s > %t.spirv.ll
; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %t.spirv.ll 2>&1 | FileCheck %s
; RUN: %opt -S -passes='spec-constants<emulation>' %s -o %t.once.ll
; RUN: %opt -S -passes='spec-constants<emulation>,spec-constants<emulation>' -verify-each %s -o %t.twice.ll
; RUN: diff %t.once.ll %t.twice.ll
; RUN: %opt -S -passes='spec-constants<native>' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<default-values>' %s | FileCheck %s --check-prefix=NATIVE

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

$unnamed = comdat any

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }
@llvm.used = appending global [1 x ptr] [ptr @named], section "llvm.metadata"

; CHECK-NOT:   warning
; CHECK:       @llvm.used = appending global [1 x ptr] [ptr @named]
; CHECK-LABEL: define weak_odr dso_local spir_kernel void @unnamed(ptr addrspace(1) noundef align 4 %0, ptr addrspace(1) noundef align 1 %1)
; CHECK-SAME:      local_unnamed_addr #[[ATTRIBUTES:[0-9]+]] comdat !sycl_kernel_omit_args ![[UNNAMED:[0-9]+]] {
; CHECK-NEXT:    %[[BUFFER:.+]] = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
; CHECK-NEXT:    %[[PLACE:.+]] = getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 0
; CHECK-NEXT:    %[[VALUE:.+]] = load i32, ptr addrspace(4) %[[PLACE]], align 4
; CHECK-NEXT:    store i32 %[[VALUE]], ptr addrspace(1) %0
; CHECK-NEXT:    %[[BUFFER:.+]] = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
; CHECK-NEXT:    %[[PLACE:.+]] = getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 8
; CHECK-NEXT:    load i64, ptr addrspace(4) %[[PLACE]], align 8
; NATIVE-LABEL: define weak_odr dso_local spir_kernel void @unnamed(ptr addrspace(1) noundef align 4 %0)
define weak_odr dso_local spir_kernel void @unnamed(ptr addrspace(1) noundef align 4 %0) local_unnamed_addr #0 comdat !sycl_kernel_omit_args !0 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) noundef null)
  store i32 %a, ptr addrspace(1) %0
  %b = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4) @name_b, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_b to ptr addrspace(4)), ptr addrspace(4) noundef null)
  ret void
}

; CHECK-LABEL: define spir_kernel void @named(i32 %n, ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-SAME:      !sycl_kernel_omit_args ![[NAMED:[0-9]+]]
; CHECK-SAME:      !kernel_arg_runtime_aligned ![[ALIGNED:[0-9]+]] !kernel_arg_exclusive_ptr ![[ALIGNED]]
; CHECK-SAME:      !kernel_arg_addr_space ![[SPACES:[0-9]+]] !kernel_arg_name ![[NAMES:[0-9]+]] !kernel_arg_type ![[TYPES:[0-9]+]] {
; CHECK-NEXT:    addrspacecast ptr addrspace(1) %_arg__specialization_constants_buffer
define spir_kernel void @named(i32 %n) !sycl_kernel_omit_args !1 !kernel_arg_runtime_aligned !2 !kernel_arg_exclusive_ptr !2 !kernel_arg_addr_space !3 !kernel_arg_name !4 !kernel_arg_type !5 {
  %b = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4) @name_b, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_b to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

; CHECK-LABEL: define spir_kernel void @without_constants(i32 %n)
; CHECK-SAME:      !sycl_kernel_omit_args ![[WITHOUT:[0-9]+]] {
define spir_kernel void @without_constants(i32 %n) !sycl_kernel_omit_args !1 {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

attributes #0 = { nounwind "sycl-module-id"="a.cpp" }

; A list that has no entry for each parameter stays.
; CHECK-DAG: attributes #[[ATTRIBUTES]] = { nounwind "sycl-module-id"="a.cpp" }
; CHECK-DAG: ![[UNNAMED]] = !{i1 false, i1 false}
; CHECK-DAG: ![[NAMED]] = !{i1 true, i1 false, i1 false}
; CHECK-DAG: ![[WITHOUT]] = !{i1 true, i1 false, i1 true}
; CHECK-DAG: ![[ALIGNED]] = !{i1 true, i1 false}
; CHECK-DAG: ![[SPACES]] = !{i32 0, i32 1}
; CHECK-DAG: ![[NAMES]] = !{!"n", !"_arg__specialization_constants_buffer"}
; CHECK-DAG: ![[TYPES]] = !{!"int", !"int"}
!0 = !{i1 false, i1 true}
!1 = !{i1 true, i1 false, i1 true}
!2 = !{i1 true}
!3 = !{i32 0}
!4 = !{!"n"}
!5 = !{!"int", !"int"}
