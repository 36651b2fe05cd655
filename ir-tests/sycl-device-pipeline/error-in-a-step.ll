; An error in a step stops the pipeline, with the message of the step.

; RUN: not %opt -S -passes='sycl-device-pipeline<target=nvptx64>' %s 2>&1 | FileCheck %s --implicit-check-not=define

; CHECK: error: kernel `kernel`, which has pointers to local memory as parameters, is called in function `caller`; expected kernels to be entry points only

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(3) %p) {
  ret void
}
define void @caller(ptr addrspace(3) %p) {
  call ptx_kernel void @kernel(ptr addrspace(3) %p)
  ret void
}
