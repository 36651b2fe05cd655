; Code from compilers that do not write a table of aspects: with `builtin-aspects`, `double`, `half` and 64-bit atomic
; accesses require SYCL's own aspects. A module with its own table keeps that table's meaning.

; RUN: %opt -passes='aspect-propagation<builtin-aspects>' -S %s | FileCheck %s --check-prefixes=CHECK,ON
; RUN: %opt -passes='aspect-propagation<builtin-aspects;pre-opt>,aspect-propagation<builtin-aspects;post-opt>' -S %s | FileCheck %s --check-prefixes=CHECK,ON
; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s --check-prefixes=CHECK,OFF
; RUN: cat %s > %t.ll && echo '!sycl_aspects = !{!100}' >> %t.ll && echo '!100 = !{!"gpu", i32 2}' >> %t.ll
; RUN: %opt -passes='aspect-propagation<builtin-aspects>' -S %t.ll | FileCheck %s --check-prefixes=CHECK,OFF
; RUN: %opt -passes='aspect-propagation<builtin-aspects;fixed-targets=intel_gpu_dg1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WARN
; WARN: warning: function 'wide' uses aspect 'fp64' not supported by fixed target 'intel_gpu_dg1'

target triple = "spir64-unknown-unknown"

; ON: define spir_kernel void @wide(double %x) !sycl_used_aspects ![[FP64:[0-9]+]]
; OFF: define spir_kernel void @wide(double %x) !sycl_fixed_targets
define spir_kernel void @wide(double %x) {
  ret void
}
; ON: define spir_kernel void @narrow(ptr %p) !sycl_used_aspects ![[FP16:[0-9]+]]
; OFF: define spir_kernel void @narrow(ptr %p) !sycl_fixed_targets
define spir_kernel void @narrow(ptr %p) {
  %x = load <4 x half>, ptr %p
  ret void
}
; ON: define spir_kernel void @exchange(ptr %p) !sycl_used_aspects ![[ATOMIC64:[0-9]+]]
; OFF: define spir_kernel void @exchange(ptr %p) !sycl_fixed_targets
define spir_kernel void @exchange(ptr %p) {
  %old = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret void
}
; ON: define spir_kernel void @modify(ptr %p) !sycl_used_aspects ![[ATOMIC64]]
define spir_kernel void @modify(ptr %p) {
  %old = atomicrmw add ptr %p, i64 1 seq_cst
  ret void
}
; ON: define spir_kernel void @modify_double(ptr %p) !sycl_used_aspects ![[BOTH:[0-9]+]]
define spir_kernel void @modify_double(ptr %p) {
  %old = atomicrmw fadd ptr %p, double 1.0 seq_cst
  ret void
}
; ON: define spir_kernel void @load(ptr %p) !sycl_used_aspects ![[ATOMIC64]]
define spir_kernel void @load(ptr %p) {
  %x = load atomic i64, ptr %p acquire, align 8
  ret void
}
; ON: define spir_kernel void @store(ptr %p) !sycl_used_aspects ![[ATOMIC64]]
define spir_kernel void @store(ptr %p) {
  store atomic i64 1, ptr %p release, align 8
  ret void
}
; ON: define spir_kernel void @builtins(ptr %p) !sycl_used_aspects ![[ATOMIC64]]
define spir_kernel void @builtins(ptr %p) {
  %a = call spir_func i64 @_Z10atomic_addPU3AS1Vmm(ptr %p, i64 1)
  call spir_func void @_Z19__spirv_AtomicStorePliil(ptr %p, i32 1, i32 0, i64 1)
  ret void
}
; CHECK: define spir_kernel void @none(ptr %p) !sycl_fixed_targets
define spir_kernel void @none(ptr %p) {
  %old = atomicrmw add ptr %p, i32 1 seq_cst
  %x = load i64, ptr %p
  store i64 %x, ptr %p
  %y = load float, ptr %p
  fence seq_cst
  %a = call spir_func i32 @_Z10atomic_addPU3AS1Vjj(ptr %p, i32 1)
  %b = call spir_func i64 @_Z3addl(i64 1)
  ret void
}
declare spir_func i64 @_Z10atomic_addPU3AS1Vmm(ptr, i64)
declare spir_func i32 @_Z10atomic_addPU3AS1Vjj(ptr, i32)
declare spir_func void @_Z19__spirv_AtomicStorePliil(ptr, i32, i32, i64)
declare spir_func i64 @_Z3addl(i64)

; ON-DAG: ![[FP64]] = !{i32 6}
; ON-DAG: ![[FP16]] = !{i32 5}
; ON-DAG: ![[ATOMIC64]] = !{i32 28}
; ON-DAG: ![[BOTH]] = !{i32 6, i32 28}
