; Targets that the pass does not know, and processors that do not belong to the target, are refused while the pipeline
; is read.

; RUN: not %opt -S -passes='sycl-device-pipeline<target=x86_64>' %s 2>&1 | FileCheck %s -DTARGET=x86_64 --implicit-check-not=define
; RUN: not %opt -S -passes='sycl-device-pipeline<target=nvptx64:gfx90a>' %s 2>&1 | FileCheck %s -DTARGET=nvptx64:gfx90a --implicit-check-not=define
; RUN: not %opt -S -passes='sycl-device-pipeline<target=spirv64:sm_90>' %s 2>&1 | FileCheck %s -DTARGET=spirv64:sm_90 --implicit-check-not=define
; RUN: not %opt -S -passes='sycl-device-pipeline<nvptx64>' %s 2>&1 | FileCheck %s --check-prefix=PARAMETER --implicit-check-not=define

; CHECK: sycl-passes: parameter `target` of pass `sycl-device-pipeline` has the value `[[TARGET]]`; expected nvptx64 or nvptx (with :sm_<number>), amdgcn (with :gfx<number>), spirv64, spirv32, spir64 or spir
; PARAMETER: sycl-passes: unknown parameter `nvptx64` of pass `sycl-device-pipeline`; expected one of: target

target triple = "nvptx64-nvidia-cuda"
