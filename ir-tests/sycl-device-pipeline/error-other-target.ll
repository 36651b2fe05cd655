; The target in the parameter must be of the same family as the triple of the module, and one of them must be known.

; RUN: not %opt -S -passes='sycl-device-pipeline<target=amdgcn:gfx90a>' %s 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: sed -e 's/nvptx64-nvidia-cuda/x86_64-unknown-linux-gnu/' %s | not %opt -S -passes=sycl-device-pipeline 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=define

; CHECK: error: the module's triple is `nvptx64-nvidia-cuda`; expected one of target `amdgcn`
; UNKNOWN: error: the module's triple is `x86_64-unknown-linux-gnu`, and no target is given; expected nvptx64 or nvptx (with :sm_<number>), amdgcn (with :gfx<number>), spirv64, spirv32, spir64 or spir

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() {
  ret void
}
