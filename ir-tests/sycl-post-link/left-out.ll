; The run reports what the table of a target leaves out: the kernels, the target, and what it lacks. It succeeds, and
; images without known requirements that the target lacks are in the table.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -passes='sycl-post-link<split=kernel;properties;symbols;o=intel_gpu_pvc:%t/x.table>' -disable-output %t/spir.ll 2>%t/pvc.err
; RUN: FileCheck %t/spir.ll --check-prefix=PVC --input-file=%t/pvc.err --implicit-check-not="left out"
; RUN: %opt -passes='sycl-post-link<split=kernel;jobs=2;o=intel_gpu_pvc:%t/x.table>' -disable-output %t/spir.ll 2>%t/jobs.err
; RUN: FileCheck %t/spir.ll --check-prefix=PVC --input-file=%t/jobs.err --implicit-check-not="left out"
; RUN: %opt -passes='sycl-post-link<split=kernel;generate-device-image-default-spec-consts;o=spir64:%t/x.table;o=spir64_gen:%t/y.table>' -disable-output %t/spir.ll 2>&1 \
; RUN:   | FileCheck %t/spir.ll --check-prefix=OPEN --implicit-check-not="left out"
; RUN: %opt -passes='sycl-post-link<split=none;o=intel_gpu_dg1:%t/x.table;o=intel_gpu_dg1:%t/y.table>' -disable-output %t/many.ll 2>&1 \
; RUN:   | FileCheck %t/many.ll --implicit-check-not="left out"
; RUN: %opt -passes='sycl-post-link<split=kernel;devices=%t/devices.json;o=nothing:%t/x.table;o=half:%t/y.table>' -disable-output %t/spir.ll 2>&1 \
; RUN:   | FileCheck %t/spir.ll --check-prefix=OWN --implicit-check-not="left out"
; RUN: not grep _empty %t/x.table
; RUN: %opt -passes='sycl-post-link<split=kernel;o=amd_gpu_gfx942:%t/a.table;o=amd_gpu_gfx1201:%t/b.table;o=amd_gpu_gfx803:%t/c.table;o=amd_gpu_gfx1250:%t/d.table>' -disable-output %t/amd.ll 2>&1 \
; RUN:   | FileCheck %t/amd.ll --implicit-check-not="left out"
; RUN: %opt -passes='sycl-post-link<split=kernel;o=nvidia_gpu_sm_80:%t/a.table>' -disable-output %t/nvptx.ll 2>&1 \
; RUN:   | FileCheck %t/nvptx.ll --implicit-check-not="left out"

;--- devices.json
{
  "schema_version": 1,
  "targets": [
    { "name": "nothing", "triple": "spir64-unknown-unknown", "may_support_other_aspects": false },
    { "name": "half", "triple": "spir64-unknown-unknown", "aspects": ["gpu", "usm_device_allocations"], "may_support_other_aspects": false }
  ]
}

;--- spir.ll
; PVC-DAG: note: `sub_group_64` is left out for target `intel_gpu_pvc`, which lacks sub-group size 64
; PVC-DAG: note: `needs_cpu` is left out for target `intel_gpu_pvc`, which lacks aspect `cpu`
; PVC-DAG: note: `needs_new` is left out for target `intel_gpu_pvc`, which lacks aspect `12345`
; PVC-DAG: note: `Kernel` is left out for target `intel_gpu_pvc`, which lacks aspect `cpu` and sub-group size 64
; OPEN-DAG: note: `needs_cpu` is left out for target `spir64_gen`, which lacks aspect `cpu`
; OPEN-DAG: note: `Kernel` is left out for target `spir64_gen`, which lacks aspect `cpu`
; OWN-DAG: note: `needs_cpu` is left out for target `half`, which lacks aspect `cpu`
; OWN-DAG: note: `needs_new` is left out for target `half`, which lacks aspect `12345`
; OWN-DAG: note: `Kernel` is left out for target `half`, which lacks aspect `cpu`
target triple = "spir64-unknown-unknown"
define spir_kernel void @needs_gpu() !sycl_declared_aspects !{!{!"gpu", i32 2}} {
  ret void
}
define spir_kernel void @needs_usm() !sycl_used_aspects !{i32 13} {
  ret void
}
define spir_kernel void @needs_cpu() !sycl_used_aspects !{i32 1} {
  ret void
}
define spir_kernel void @needs_new() !sycl_used_aspects !{i32 12345} {
  ret void
}
define spir_kernel void @sub_group_64() !intel_reqd_sub_group_size !{i32 64} {
  ret void
}
define spir_kernel void @_ZTS6Kernel() !sycl_used_aspects !{i32 1} !intel_reqd_sub_group_size !{i32 64} {
  ret void
}

;--- many.ll
; CHECK: note: `k01`, `k02`, `k03`, `k04`, `k05`, `k06`, `k07`, `k08`, `k09`, `k10` and 2 more are left out for target `intel_gpu_dg1`, which lacks aspect `fp64`
target triple = "spir64-unknown-unknown"
define spir_kernel void @k01() !sycl_used_aspects !{i32 6} {
  ret void
}
define spir_kernel void @k02() {
  ret void
}
define spir_kernel void @k03() {
  ret void
}
define spir_kernel void @k04() {
  ret void
}
define spir_kernel void @k05() {
  ret void
}
define spir_kernel void @k06() {
  ret void
}
define spir_kernel void @k07() {
  ret void
}
define spir_kernel void @k08() {
  ret void
}
define spir_kernel void @k09() {
  ret void
}
define spir_kernel void @k10() {
  ret void
}
define spir_kernel void @k11() {
  ret void
}
define spir_kernel void @k12() {
  ret void
}

;--- amd.ll
; CHECK-DAG: note: `wave_32` is left out for target `amd_gpu_gfx942`, which lacks sub-group size 32
; CHECK-DAG: note: `wave_32` is left out for target `amd_gpu_gfx803`, which lacks sub-group size 32
; CHECK-DAG: note: `wave_64` is left out for target `amd_gpu_gfx1250`, which lacks sub-group size 64
; CHECK-DAG: note: `wave_16` is left out for target `amd_gpu_gfx942`, which lacks sub-group size 16
; CHECK-DAG: note: `wave_16` is left out for target `amd_gpu_gfx803`, which lacks sub-group size 16
; CHECK-DAG: note: `wave_16` is left out for target `amd_gpu_gfx1201`, which lacks sub-group size 16
; CHECK-DAG: note: `wave_16` is left out for target `amd_gpu_gfx1250`, which lacks sub-group size 16
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @wave_64() !intel_reqd_sub_group_size !{i32 64} !sycl_used_aspects !{i32 2, i32 6, i32 13} {
  ret void
}
define amdgpu_kernel void @wave_32() !intel_reqd_sub_group_size !{i32 32} {
  ret void
}
define amdgpu_kernel void @wave_16() !intel_reqd_sub_group_size !{i32 16} {
  ret void
}

;--- nvptx.ll
; CHECK-DAG: note: `warp_16` is left out for target `nvidia_gpu_sm_80`, which lacks sub-group size 16
; CHECK-DAG: note: `on_cpu` is left out for target `nvidia_gpu_sm_80`, which lacks aspect `cpu`
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @warp_16() !intel_reqd_sub_group_size !{i32 16} {
  ret void
}
define ptx_kernel void @warp_32() !intel_reqd_sub_group_size !{i32 32} !sycl_used_aspects !{i32 2, i32 6, i32 13, i32 9} {
  ret void
}
define ptx_kernel void @on_cpu() !sycl_used_aspects !{i32 1} {
  ret void
}
