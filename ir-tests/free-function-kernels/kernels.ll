; Each annotated definition becomes a kernel that has DPC++'s name and says how it is launched. Functions that nothing
; else uses go, with the annotations and their texts; declarations are kernels elsewhere. A second run changes nothing.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll --implicit-check-not=sycl-free-function --implicit-check-not=@.args --implicit-check-not='@llvm.global'
; RUN: %opt -S -passes=free-function-kernels,free-function-kernels %s -o %t.twice.ll
; RUN: cmp %t.ll %t.twice.ll

source_filename = "kernels.cpp"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@.text = private unnamed_addr addrspace(1) constant [19 x i8] c"sycl-free-function\00", section "llvm.metadata"
@.file = private unnamed_addr addrspace(1) constant [12 x i8] c"kernels.cpp\00", section "llvm.metadata"
@.range = private unnamed_addr addrspace(1) constant [16 x i8] c"nd_range_kernel\00", align 1
@.task = private unnamed_addr addrspace(1) constant [19 x i8] c"single_task_kernel\00", align 1
@.args1 = private unnamed_addr addrspace(1) constant { { ptr addrspace(4), [1 x i32] } } { { ptr addrspace(4), [1 x i32] } { ptr addrspace(4) addrspacecast (ptr addrspace(1) @.range to ptr addrspace(4)), [1 x i32] [i32 1] } }, section "llvm.metadata"
@.args2 = private unnamed_addr addrspace(1) constant { { ptr addrspace(4), [1 x i32] } } { { ptr addrspace(4), [1 x i32] } { ptr addrspace(4) addrspacecast (ptr addrspace(1) @.range to ptr addrspace(4)), [1 x i32] [i32 2] } }, section "llvm.metadata"
@.args0 = private unnamed_addr addrspace(1) constant { { ptr addrspace(4) } } { { ptr addrspace(4) } { ptr addrspace(4) addrspacecast (ptr addrspace(1) @.task to ptr addrspace(4)) } }, section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [6 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @_Z4iotafPf to ptr addrspace(1)), ptr addrspace(1) @.text, ptr addrspace(1) @.file, i32 3, ptr addrspace(1) @.args1 },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @_ZN2ns2stEPii to ptr addrspace(1)), ptr addrspace(1) @.text, ptr addrspace(1) @.file, i32 4, ptr addrspace(1) @.args0 },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @_Z4tmplIdEvPT_S0_ to ptr addrspace(1)), ptr addrspace(1) @.text, ptr addrspace(1) @.file, i32 5, ptr addrspace(1) @.args2 },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @_Z4tmplIdEvPT_S0_ to ptr addrspace(1)), ptr addrspace(1) @.text, ptr addrspace(1) @.file, i32 5, ptr addrspace(1) @.args2 },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @_Z9elsewherePi to ptr addrspace(1)), ptr addrspace(1) @.text, ptr addrspace(1) @.file, i32 6, ptr addrspace(1) @.args2 },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @empty to ptr addrspace(1)), ptr addrspace(1) @.text, ptr addrspace(1) @.file, i32 6, ptr addrspace(1) @.args1 }
], section "llvm.metadata"

$_Z4tmplIdEvPT_S0_ = comdat any
; CHECK: $_Z18__sycl_kernel_tmplIdEvPT_S0_ = comdat any

; CHECK-NOT: @_Z4iotafPf
; CHECK: define spir_kernel void @_Z18__sycl_kernel_iotafPf(float noundef %start, ptr addrspace(1) noundef %p) #[[ONE:[0-9]+]] {
; CHECK-NEXT: %[[P:[0-9]+]] = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
; CHECK-NEXT: store float %start, ptr addrspace(4) %[[P]], align 4
; CHECK-NEXT: call spir_func void @_Z9elsewherePi(ptr addrspace(4) %[[P]])
; CHECK-NEXT: ret void
define spir_func void @_Z4iotafPf(float noundef %start, ptr addrspace(4) noundef %p) #0 {
  store float %start, ptr addrspace(4) %p, align 4
  call spir_func void @_Z9elsewherePi(ptr addrspace(4) %p)
  ret void
}
; CHECK: define spir_kernel void @_ZN16__sycl_kernel_ns2stEPii(ptr addrspace(1) %0, i32 %1) #[[TASK:[0-9]+]] {
define spir_func void @_ZN2ns2stEPii(ptr addrspace(4) %0, i32 %1) #0 {
  store i32 %1, ptr addrspace(4) %0, align 4
  ret void
}
; CHECK: define weak_odr spir_kernel void @_Z18__sycl_kernel_tmplIdEvPT_S0_(ptr addrspace(1) %0, double %1) #[[TWO:[0-9]+]] comdat {
define linkonce_odr spir_func void @_Z4tmplIdEvPT_S0_(ptr addrspace(4) %0, double %1) comdat {
  store double %1, ptr addrspace(4) %0, align 8
  ret void
}
; CHECK: declare spir_func void @_Z9elsewherePi(ptr addrspace(4))
declare spir_func void @_Z9elsewherePi(ptr addrspace(4))

; Only this module knows the name, so the kernel is the only one of its name.
; CHECK: define {{(dso_local )?}}spir_kernel void @__sycl_kernel_empty() #[[OTHER:[0-9]+]] {
define internal spir_func void @empty() #1 {
  ret void
}

attributes #0 = { convergent nounwind "frame-pointer"="all" }
attributes #1 = { "sycl-module-id"="other.cpp" }

; CHECK-DAG: attributes #[[ONE]] = { convergent nounwind "frame-pointer"="all" "sycl-module-id"="kernels.cpp" "sycl-nd-range-kernel"="1" }
; CHECK-DAG: attributes #[[TASK]] = { convergent nounwind "frame-pointer"="all" "sycl-module-id"="kernels.cpp" "sycl-single-task-kernel"="0" }
; CHECK-DAG: attributes #[[TWO]] = { "sycl-module-id"="kernels.cpp" "sycl-nd-range-kernel"="2" }
; CHECK-DAG: attributes #[[OTHER]] = { "sycl-module-id"="other.cpp" "sycl-nd-range-kernel"="1" }
