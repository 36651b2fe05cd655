; The GPU passes are accepted under their names and aliases and printed with their parameters in pipelines and messages.

; RUN: %opt -passes='sycl-device-pipeline<target=nvptx64:sm_90>,global-offset<disable>,globaloffset,local-accessor-to-shared-memory,localaccessortosharedmemory,kernel-size-attributes' -print-pipeline-passes -disable-output %s | FileCheck %s
; RUN: %opt -passes='sycl-device-pipeline<target=nvptx64:sm_90>,globaloffset,localaccessortosharedmemory,kernel-size-attributes' -debug-pass-manager -disable-output %s 2>&1 | FileCheck %s --check-prefix=MANAGER
; RUN: not %opt -passes='global-offset<off>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OFFSET
; RUN: not %opt -passes='local-accessor-to-shared-memory<off>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOCAL

; CHECK: {{^}}sycl-device-pipeline<target=nvptx64:sm_90>,global-offset<disable>,globaloffset,local-accessor-to-shared-memory,localaccessortosharedmemory,kernel-size-attributes
; MANAGER: Running pass: SYCLDevicePipelinePass on [module]
; MANAGER: Running pass: GlobalOffsetPass on [module]
; MANAGER: Running pass: LocalAccessorToSharedMemoryPass on [module]
; MANAGER: Running pass: KernelSizeAttributesPass on [module]
; OFFSET: sycl-passes: unknown parameter `off` of pass `global-offset`; expected one of: disable
; LOCAL: sycl-passes: unknown parameter `off` of pass `local-accessor-to-shared-memory`; expected no parameters

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() {
  ret void
}
