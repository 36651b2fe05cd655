; A module as a front end writes it, with all that the passes read of a kernel. To copy; docs/your-ir.md explains each part.

; RUN: %opt -disable-output -passes='aspect-propagation<builtin-aspects>,sycl-post-link<split=kernel;spec-const=native;symbols;properties;o=%t.table>' %s
; RUN: FileCheck %s --check-prefix=TABLE < %t.table
; RUN: FileCheck %s --check-prefix=PROPERTIES < %t_0.prop
; RUN: llvm-dis %t_0.bc -o - | FileCheck %s

; TABLE:      [Code|Properties|Symbols]
; TABLE-NEXT: {{.*}}_0.bc|{{.*}}_0.prop|{{.*}}_0.sym
; TABLE-NOT:  {{.}}

; The image needs fp64 (aspect 6) and groups of 64, and has one constant, by its id in the source.
; PROPERTIES:      [SYCL/device requirements]
; PROPERTIES:      aspects=2|gAAAAAAAAAgBAAAA
; PROPERTIES:      [SYCL/specialization constants]
; PROPERTIES-NEXT: factor=2|

; CHECK: define spir_kernel void @scale(
; CHECK: call double @_Z20__spirv_SpecConstantid(i32 0, double 1.000000e+00)

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@factor_name = private unnamed_addr addrspace(1) constant [7 x i8] c"factor\00"
@factor_default = internal addrspace(1) constant double 1.000000e+00

define spir_kernel void @scale(ptr addrspace(1) %x) #0 !reqd_work_group_size !0 {
  %factor = call spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @factor_name to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @factor_default to ptr addrspace(4)), ptr addrspace(4) null)
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %place = getelementptr inbounds double, ptr addrspace(1) %x, i64 %id
  %old = load double, ptr addrspace(1) %place, align 8
  %new = fmul double %old, %factor
  store double %new, ptr addrspace(1) %place, align 8
  ret void
}

declare spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

attributes #0 = { "sycl-module-id"="scale.src" }
!0 = !{i32 64, i32 1, i32 1}
