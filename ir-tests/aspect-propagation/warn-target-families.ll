; What the built-in device configuration records for each family of targets: kinds of devices, unified shared memory,
; fp64, sub-group and work-group sizes. There are no warnings about anything that it leaves open.

; RUN: split-file %s %t
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_pvc:intel_gpu_skl:intel_gpu_acm_g10:intel_gpu_bmg_g21>' -disable-output %t/any.ll 2>&1 \
; RUN:   | FileCheck %t/any.ll --check-prefix=INTEL --implicit-check-not="not supported"
; RUN: %opt -passes='aspect-propagation<fixed-targets=nvidia_gpu_sm_50:nvidia_gpu_sm_90>' -disable-output %t/any.ll 2>&1 \
; RUN:   | FileCheck %t/any.ll --check-prefix=NVIDIA --implicit-check-not="not supported"
; RUN: %opt -passes='aspect-propagation<fixed-targets=amd_gpu_gfx700:amd_gpu_gfx803:amd_gpu_gfx906:amd_gpu_gfx942>' -disable-output %t/any.ll 2>&1 \
; RUN:   | FileCheck %t/any.ll --check-prefix=GCN --implicit-check-not="not supported"
; RUN: %opt -passes='aspect-propagation<fixed-targets=amd_gpu_gfx1010:amd_gpu_gfx1030:amd_gpu_gfx1100:amd_gpu_gfx1201>' -disable-output %t/any.ll 2>&1 \
; RUN:   | FileCheck %t/any.ll --check-prefix=RDNA --implicit-check-not="not supported"
; RUN: %opt -passes='aspect-propagation<fixed-targets=amd_gpu_gfx1250>' -disable-output %t/any.ll 2>&1 \
; RUN:   | FileCheck %t/any.ll --check-prefix=GFX1250 --implicit-check-not="not supported"
; RUN: %opt -passes='aspect-propagation<fixed-targets=spir64_x86_64>' -disable-output %t/any.ll 2>&1 \
; RUN:   | FileCheck %t/any.ll --check-prefix=CPU --implicit-check-not="not supported"
; RUN: %opt -passes='aspect-propagation<fixed-targets=spir64:spir64_gen:spir64_fpga:x86_64>' -disable-output %t/open.ll 2>&1 \
; RUN:   | FileCheck %t/open.ll --check-prefix=OPEN --implicit-check-not="not supported"
; RUN: %opt -passes='aspect-propagation<devices=%t/devices.json;fixed-targets=nothing>' -S %t/any.ll 2>&1 \
; RUN:   | FileCheck %t/any.ll --check-prefix=NOTHING --implicit-check-not="not supported"

;--- devices.json
{ "schema_version": 1,
  "targets": [{ "name": "nothing", "triple": "spir64-unknown-unknown", "may_support_other_aspects": false }] }

;--- any.ll
target triple = "spir64-unknown-unknown"

; NOTHING: define spir_kernel void @everywhere()
; INTEL: function 'everywhere' declares aspect 'fp64' not supported by fixed target 'intel_gpu_acm_g10'
define spir_kernel void @everywhere() !sycl_declared_aspects !{i32 6, i32 13, i32 14, i32 15} !reqd_work_group_size !{i32 256, i32 1, i32 1} {
  ret void
}
; CPU: function 'gpu' declares aspect 'gpu' not supported by fixed target 'spir64_x86_64'
define spir_kernel void @gpu() !sycl_declared_aspects !{i32 2} {
  ret void
}
; INTEL: function 'cpu' declares aspect 'cpu' not supported by fixed targets 'intel_gpu_pvc', 'intel_gpu_skl', 'intel_gpu_acm_g10', 'intel_gpu_bmg_g21'
; NVIDIA: function 'cpu' declares aspect 'cpu' not supported by fixed targets 'nvidia_gpu_sm_50', 'nvidia_gpu_sm_90'
; GCN: function 'cpu' declares aspect 'cpu' not supported by fixed targets 'amd_gpu_gfx700', 'amd_gpu_gfx803', 'amd_gpu_gfx906', 'amd_gpu_gfx942'
; RDNA: function 'cpu' declares aspect 'cpu' not supported by fixed targets 'amd_gpu_gfx1010', 'amd_gpu_gfx1030', 'amd_gpu_gfx1100', 'amd_gpu_gfx1201'
; GFX1250: function 'cpu' declares aspect 'cpu' not supported by fixed target 'amd_gpu_gfx1250'
define spir_kernel void @cpu() !sycl_declared_aspects !{i32 1} {
  ret void
}
; NVIDIA: function 'lanes_16' has required sub-group size '16' not supported by
; GCN: function 'lanes_16' has required sub-group size '16' not supported by fixed targets 'amd_gpu_gfx700', 'amd_gpu_gfx803', 'amd_gpu_gfx906', 'amd_gpu_gfx942'
; RDNA: function 'lanes_16' has required sub-group size '16' not supported by
; GFX1250: function 'lanes_16' has required sub-group size '16' not supported by
define spir_kernel void @lanes_16() !intel_reqd_sub_group_size !{i32 16} {
  ret void
}
; GCN: function 'lanes_32' has required sub-group size '32' not supported by fixed targets 'amd_gpu_gfx700', 'amd_gpu_gfx803', 'amd_gpu_gfx906', 'amd_gpu_gfx942'
define spir_kernel void @lanes_32() !intel_reqd_sub_group_size !{i32 32} {
  ret void
}
; INTEL: function 'lanes_64' has required sub-group size '64' not supported by
; NVIDIA: function 'lanes_64' has required sub-group size '64' not supported by
; GFX1250: function 'lanes_64' has required sub-group size '64' not supported by
define spir_kernel void @lanes_64() !intel_reqd_sub_group_size !{i32 64} {
  ret void
}
; INTEL: function 'group_1024' has required work-group size '32x32' not supported by fixed target 'intel_gpu_skl'
define spir_kernel void @group_1024() !reqd_work_group_size !{i32 32, i32 32} {
  ret void
}
; INTEL: function 'group_16384' has required work-group size '4096x4x1' not supported by fixed targets 'intel_gpu_pvc', 'intel_gpu_skl', 'intel_gpu_acm_g10', 'intel_gpu_bmg_g21'
; NVIDIA: function 'group_16384' has required work-group size '4096x4x1' not supported by fixed targets 'nvidia_gpu_sm_50', 'nvidia_gpu_sm_90'
; GCN: function 'group_16384' has required work-group size '4096x4x1' not supported by
; RDNA: function 'group_16384' has required work-group size '4096x4x1' not supported by
; GFX1250: function 'group_16384' has required work-group size '4096x4x1' not supported by
; CPU: function 'group_16384' has required work-group size '4096x4x1' not supported by
define spir_kernel void @group_16384() !reqd_work_group_size !{i32 4096, i32 4, i32 1} {
  ret void
}

;--- open.ll
target triple = "spir64-unknown-unknown"

define spir_kernel void @sizes() !intel_reqd_sub_group_size !{i32 7} !reqd_work_group_size !{i64 1000000} !sycl_declared_aspects !{i32 6, i32 9} {
  ret void
}
; OPEN: function 'cpu' declares aspect 'cpu' not supported by fixed targets 'spir64_gen', 'spir64_fpga'
define spir_kernel void @cpu() !sycl_declared_aspects !{i32 1} {
  ret void
}
; OPEN: function 'gpu' declares aspect 'gpu' not supported by fixed targets 'spir64_fpga', 'x86_64'
define spir_kernel void @gpu() !sycl_declared_aspects !{i32 2} {
  ret void
}
; OPEN: function 'accelerator' declares aspect 'accelerator' not supported by fixed targets 'spir64_gen', 'x86_64'
define spir_kernel void @accelerator() !sycl_declared_aspects !{i32 3} {
  ret void
}
