; A module without `!sycl_aspects` whose types use aspects is warned of, once, because nothing is recorded of them: not
; with `builtin-aspects` or a table, not in OpenCL C, not without kernels, and not where the list says it already.

; RUN: %opt -disable-output -passes=aspect-propagation -pass-remarks-output=%t.record %s 2>&1 | FileCheck %s
; RUN: grep 'Name: *MissingAspectTable' %t.record
; RUN: %opt -disable-output -passes='aspect-propagation<builtin-aspects>' %s 2>&1 | FileCheck %s --check-prefix=NOT --allow-empty
; RUN: %opt -disable-output -passes='aspect-propagation<no-diagnose>' %s 2>&1 | FileCheck %s --check-prefix=NOT --allow-empty
; RUN: %opt -disable-output -passes='aspect-propagation<post-opt>' %s 2>&1 | FileCheck %s --check-prefix=NOT --allow-empty
; RUN: sed '$a !sycl_aspects = !{!0}\n!0 = !{!"fp64", i32 6}' %s | %opt -disable-output -passes=aspect-propagation 2>&1 | FileCheck %s --check-prefix=NOT --allow-empty
; RUN: sed '$a !opencl.ocl.version = !{!0}\n!0 = !{i32 3, i32 0}' %s | %opt -disable-output -passes=aspect-propagation 2>&1 | FileCheck %s --check-prefix=NOT --allow-empty
; RUN: sed 's/spir_kernel/spir_func/' %s | %opt -disable-output -passes=aspect-propagation 2>&1 | FileCheck %s --check-prefix=NOT --allow-empty
; RUN: sed 's/ double / i64 /; s/load double/load float/' %s | %opt -disable-output -passes=aspect-propagation 2>&1 | FileCheck %s --check-prefix=NOT --allow-empty
; RUN: sed 's/ double / half /; s/load double/load half/' %s | %opt -disable-output -passes=aspect-propagation 2>&1 | FileCheck %s --check-prefix=HALF
; RUN: sed 's/load double, ptr addrspace(1)/atomicrmw add ptr addrspace(1) poison, i64 1 monotonic ;/' %s | %opt -disable-output -passes=aspect-propagation 2>&1 | FileCheck %s --check-prefix=ATOMIC

; CHECK: warning: function `used()` uses aspect `fp64`, which is not recorded, because the module has no `!sycl_aspects`; expected that, or the parameter `builtin-aspects`
; CHECK-NOT: warning
; HALF: warning: function `used()` uses aspect `fp16`
; ATOMIC: warning: function `used()` uses aspect `atomic64`
; NOT-NOT: warning: function

target triple = "spirv64-unknown-unknown"

define spir_kernel void @scale(ptr addrspace(1) %p) {
  call void @_Z4usedv(ptr addrspace(1) %p)
  ret void
}
define internal void @_Z4usedv(ptr addrspace(1) %p) {
  %v = load double, ptr addrspace(1) %p
  ret void
}
