; Unknown names are errors that suggest the nearest known name; the module is not written.

; RUN: not %opt -passes='aspect-propagation<exclude=fp16:fp61>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=ASPECT
; ASPECT: error: unknown aspect `fp61` in parameter `exclude` of pass `aspect-propagation`; did you mean `fp64`?
; RUN: not %opt -passes='aspect-propagation<exclude=qqqqqqqq>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=FAR
; FAR: error: unknown aspect `qqqqqqqq` in parameter `exclude` of pass `aspect-propagation`{{$}}
; RUN: not %opt -passes='aspect-propagation<exclude=made_upp>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=OWN
; OWN: error: unknown aspect `made_upp` in parameter `exclude` of pass `aspect-propagation`; did you mean `made_up`?
; RUN: not %opt -passes='aspect-propagation<fixed-targets=intel_gpu_pcv>' -S %s -o %t.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=TARGET
; TARGET: error: unknown target `intel_gpu_pcv` in parameter `fixed-targets` of pass `aspect-propagation`; did you mean `intel_gpu_pvc`?
; Case does not count for suggestions, and a processor's name suggests its target. Only kinds of devices are targets, not other
; aspects.
; RUN: not %opt -passes='aspect-propagation<fixed-targets=Intel_GPU_PVC>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=CASE
; CASE: error: unknown target `Intel_GPU_PVC` in parameter `fixed-targets` of pass `aspect-propagation`; did you mean `intel_gpu_pvc`?
; RUN: not %opt -passes='aspect-propagation<fixed-targets=gpu:gfx90a>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=PROCESSOR
; PROCESSOR: error: unknown target `gfx90a` in parameter `fixed-targets` of pass `aspect-propagation`; did you mean `amd_gpu_gfx90a`?
; RUN: not %opt -passes='aspect-propagation<fixed-targets=GPU>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=KIND
; KIND: error: unknown target `GPU` in parameter `fixed-targets` of pass `aspect-propagation`; did you mean `gpu`?
; RUN: not %opt -passes='aspect-propagation<fixed-targets=fp64>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=ASPECT-TARGET
; ASPECT-TARGET: error: unknown target `fp64` in parameter `fixed-targets` of pass `aspect-propagation`{{$}}
; RUN: not %opt -passes='aspect-propagation<fixed-targets=made_up>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=OWN-TARGET
; OWN-TARGET: error: unknown target `made_up` in parameter `fixed-targets` of pass `aspect-propagation`{{$}}
; RUN: not %opt -passes='aspect-propagation<devices=%S/Inputs/none.json>' -S %s -o %t.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=NONE
; NONE: error: device configuration `{{.*}}none.json`: No such file
; RUN: not %opt -passes='aspect-propagation<devices=%S/Inputs/broken.json>' -S %s -o %t.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=BROKEN
; BROKEN: error: device configuration {{.*}}broken.json:1:{{[0-9]+}}: targets[0]
; RUN: not %opt -passes='aspect-propagation<exclude>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=VALUE
; VALUE: sycl-passes: parameter `exclude` of pass `aspect-propagation` has no value; expected aspect:aspect:...
; RUN: not %opt -passes='aspect-propagation<preopt>' -S %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: sycl-passes: unknown parameter `preopt` of pass `aspect-propagation`; expected one of: pre-opt, post-opt, exclude, fixed-targets, devices, fp64-conv-emu, no-diagnose
; RUN: not ls %t.ll

define void @f() {
  ret void
}
!sycl_aspects = !{!0}
!0 = !{!"made_up", i32 100}
